public import AudioBase

/// Creative Voice, VOC: the sound of the Sound Blaster, in blocks. Read only: linear PCM and G.711.
///
/// The layout is that of Creative's "Sound Blaster Developer Kit", according to the page "VOC" of the Multimedia Wiki.
public enum VOCFile {
  static let fileType: FourCharacterCode = "voc "

  /// The format, for a catalog.
  public static let descriptor = ContainerDescriptor(
    fileType: fileType, name: "Creative Voice (VOC)", formatIDs: [.linearPCM, .aLaw, .muLaw]
  ) {
    $0.extensions = ["voc"]
    $0.mediaTypes = ["audio/x-voc"]
    $0.probe = { head in head.count >= 26 && head.begins(with: "Creative Voice File\u{1A}") ? 100 : 0 }
    $0.open = { source, limits throws(ContainerError) in
      var walk = VOCWalk(source)
      let start = walk
      guard try walk.next() != nil, let format = walk.format else {
        throw ContainerError(.unsupported, "the file holds no sound", at: 0, in: fileType)
      }
      var file = InterleavedFile(fileType: fileType)
      file.streams = [SoundStream(number: 0, format: format, .alike)]
      return try InterleavedReader(source, file, start, FrameReaders([]).within(limits))
    }
    $0.marksRecording = false
  }
}

/// Walks over the blocks of a file: a byte of type, three of size.
struct VOCWalk: PayloadWalk {
  private var window: SourceWindow
  var place: Int64 = 0
  /// The format of the first block of sound and of all later ones.
  private(set) var format: StreamFormat?
  /// Rate and channels that a block of type 8 states for the next one.
  private var extended: (rate: Double, channels: Int)?
  private var isCut = false
  private var countedUpTo: Int64 = 0
  private var silenceCount = 0
  private var otherOffset: Int64?
  /// True if something follows the block that ends the file.
  private var hasMore = false

  init(_ source: any ByteSource) { window = SourceWindow(source, capacity: SourceWindow.headerCapacity) }

  var remarks: [String] {
    (isCut ? ["the file ends within a block"] : [])
      + (silenceCount > 0 ? ["\(silenceCount) blocks of silence are left out"] : [])
      + (otherOffset.map { ["the block at byte \($0) has another format, and nothing behind it is read"] } ?? [])
      + (hasMore ? ["more follows the end at byte \(place), and is not read"] : [])
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    while true {
      if place == 0 { place = Int64(try window.littleEndian(2, at: 20)) }
      guard place >= 22, try window.load(4, at: place).count == 4 else { return nil }
      let block = place
      let type = try window.bigEndian(1, at: block)
      let size = Int(try window.littleEndian(3, at: block + 1))
      var body = block + 4
      let end = body + Int64(size)
      switch type {
      case 0:
        // Some writers fill a block up with zeros.
        hasMore = try window.load(atLeast: 1, at: block + 1).contains { window.bytes[$0] != 0 }
        return nil
      case 1, 9:
        let (found, headerByteCount) = try type == 1 ? shortFormat(at: body) : longFormat(at: body)
        guard format == nil || format == found else {
          otherOffset = block
          return nil
        }
        format = found
        extended = nil
        body += headerByteCount
      case 8:
        let divisor = Double(try window.littleEndian(2, at: body))
        let isStereo = try window.bigEndian(1, at: body + 3) == 1
        extended = (256e6 / (65536 - divisor) / (isStereo ? 2 : 1), isStereo ? 2 : 1)
      case 3: if block >= countedUpTo { silenceCount += 1 }
      default: break
      }
      place = end
      countedUpTo = max(countedUpTo, end)
      guard [1, 2, 9].contains(type), end > body, format != nil else { continue }
      let present = window.present(Int(end - body), at: body)
      if present < Int(end - body) { isCut = true }
      if present > 0 { return PayloadRun(stream: 0, fileOffset: body, byteCount: present, packetByteCount: 0) }
    }
  }

  private func samples(_ codec: UInt64, bits: UInt64, rate: Double, channels: Int) throws(ContainerError)
    -> StreamFormat
  {
    switch (codec, bits) {
    case (0, 8):
      return StreamFormat(
        SampleFormat(.unsignedInteger, bitsPerSample: 8), sampleRate: rate, channelsPerFrame: channels)
    case (4, 16):
      return StreamFormat(
        SampleFormat(.signedInteger, bitsPerSample: 16), sampleRate: rate, channelsPerFrame: channels)
    case (6, _): return StreamFormat(.aLaw, sampleRate: rate, channelCount: channels)
    case (7, _): return StreamFormat(.muLaw, sampleRate: rate, channelCount: channels)
    default:
      throw ContainerError(.unsupported, "Creative's ADPCM is not read", at: place, in: VOCFile.fileType)
    }
  }

  /// Reads the divisor and codec of a block of type 1.
  private mutating func shortFormat(at body: Int64) throws(ContainerError) -> (StreamFormat, Int64) {
    let divisor = Double(try window.bigEndian(1, at: body))
    let codec = try window.bigEndian(1, at: body + 1)
    let rate = extended?.rate ?? 1e6 / (256 - divisor)
    return (
      try samples(codec, bits: codec == 4 ? 16 : 8, rate: rate.rounded(), channels: extended?.channels ?? 1), 2
    )
  }

  /// Reads the rate, bits, channels and codec of a block of type 9.
  private mutating func longFormat(at body: Int64) throws(ContainerError) -> (StreamFormat, Int64) {
    let rate = Double(try window.littleEndian(4, at: body))
    let (bits, channels) = (try window.bigEndian(1, at: body + 4), Int(try window.bigEndian(1, at: body + 5)))
    return (try samples(try window.littleEndian(2, at: body + 6), bits: bits, rate: rate, channels: channels), 12)
  }
}
