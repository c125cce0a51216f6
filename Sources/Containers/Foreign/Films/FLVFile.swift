public import AudioBase

/// Flash video, FLV. Read only: MP3, AAC, Speex, Flash's ADPCM, linear PCM and G.711; other
/// sound is named.
///
/// Adobe, "Flash Video File Format Specification" 10.1, Annex E.
public enum FLVFile {
  static let fileType: FourCharacterCode = "flv "

  /// Returns a descriptor for a catalog.
  public static func descriptor(framedBy frames: FrameReaders) -> ContainerDescriptor {
    ContainerDescriptor(
      fileType: fileType, name: "Flash Video",
      formatIDs: [.linearPCM, .aLaw, .muLaw, .aac, .mpegLayer3, .flashADPCM, "spex"]
    ) {
      $0.extensions = ["flv"]
      $0.mediaTypes = ["video/x-flv"]
      $0.probe = { head in head.count >= 9 && head.begins(with: "FLV\u{1}") ? 100 : 0 }
      $0.open = { source, limits throws(ContainerError) in
        try source.refuseArriving(fileType)
        let start = FLVWalk(source)
        var search = start
        let (stream, others) = try search.findSound(limits: limits)
        var file = InterleavedFile(fileType: fileType)
        file.statedEnd = others.statedEnd
        file.streams = [stream]
        if others.hasVideo { file.unreadTracks.append("video is not read") }
        if others.hasScript { file.unnamed.add("script data (onMetaData)") }
        var walk = start
        walk.skipsHeaders = stream.format.formatID == .aac
        return try InterleavedReader(source, file, walk, frames.within(limits))
      }
    }
  }
}

/// Walks over the tags of a file.
///
/// ```
/// type 1 │ size 3 │ time 4 │ stream 3 │ data: format 1 │ sound │ size of all before 4
/// ```
struct FLVWalk: PayloadWalk {
  /// The number of the only audio stream: the type of its tags.
  static let sound = 8
  /// The furthest that the first sound is searched, in bytes.
  private static let searchedByteCount: Int64 = 1 << 24

  private var window: SourceWindow
  var place: Int64 = 0
  /// True for AAC, whose data have an additional byte and include configurations.
  var skipsHeaders = false
  private var isCut = false
  private var brokenOffset: Int64?

  init(_ source: any ByteSource) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
  }

  var remarks: [String] {
    (isCut ? ["the file ends within a tag"] : [])
      + (brokenOffset.map { ["no tag follows at byte \($0), and nothing behind it is read"] } ?? [])
  }

  private typealias Tag = (type: Int, body: Int64, byteCount: Int, time: Double, end: Int64)

  /// Reads the header of the next tag; `nil` at the end.
  private mutating func tag() throws(ContainerError) -> Tag? {
    // The header states its own length, behind which comes the size of no tag.
    var start = place
    if start == 0 { start = Int64(try window.bigEndian(4, at: 5)) + 4 }
    guard try window.load(11, at: start).count == 11 else { return nil }
    let type = Int(try window.bigEndian(1, at: start))
    let byteCount = Int(try window.bigEndian(3, at: start + 1))
    guard [8, 9, 18].contains(type & 0x1F), type & 0xC0 == 0 else {
      brokenOffset = start
      return nil
    }
    // In milliseconds; the highest eight bits come last.
    let (low, high) = (try window.bigEndian(3, at: start + 4), try window.bigEndian(1, at: start + 7))
    return (type, start + 11, byteCount, Double(high << 24 | low) / 1000, start + 15 + Int64(byteCount))
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    while let tag = try tag() {
      let headerByteCount = skipsHeaders ? 2 : 1
      let present = window.present(tag.byteCount, at: tag.body)
      guard tag.type == Self.sound, present > headerByteCount else {
        place = tag.end
        continue
      }
      // `AACPacketType` 1 is a packet.
      if skipsHeaders, try window.bigEndian(1, at: tag.body + 1) != 1 {
        place = tag.end
        continue
      }
      if present < tag.byteCount { isCut = true }
      place = tag.end
      return PayloadRun(
        stream: Self.sound, fileOffset: tag.body + Int64(headerByteCount), byteCount: present - headerByteCount,
        packetByteCount: tag.byteCount - headerByteCount, time: tag.time)
    }
    return nil
  }

  /// The tags other than those of sound.
  struct Others {
    var hasVideo: Bool
    var hasScript = false
    /// `filesize` of `onMetaData`.
    var statedEnd: Int64?
  }

  /// Returns `filesize` of the properties in script data (E.4.4.2 and E.5): its name, type 0, and a double.
  private static func fileSize(in script: [UInt8]) -> Int64? {
    let name: [UInt8] = [0, 8] + Array("filesize".utf8) + [0]
    guard let start = script.indices.first(where: { script[$0...].starts(with: name) }) else { return nil }
    let value = script.dropFirst(start + name.count).prefix(8)
    guard value.count == 8 else { return nil }
    let size = Double(bitPattern: value.reduce(0) { $0 << 8 | UInt64($1) })
    return size >= 1 ? Int64(exactly: size) : nil
  }

  /// Describes the sound by its first tag, or the first that has AAC's configuration.
  mutating func findSound(
    limits: ResourceLimits
  ) throws(ContainerError) -> (SoundStream, others: Others) {
    // `TypeFlagsVideo` (E.2), for the first picture may come after the first sound.
    var others = Others(hasVideo: try window.bigEndian(1, at: 4) & 1 == 1)
    while let tag = try tag(), tag.body < Self.searchedByteCount {
      place = tag.end
      switch tag.type {
      case 9: others.hasVideo = true
      case 18:
        others.hasScript = true
        if others.statedEnd == nil, tag.byteCount <= limits.structureByteCount {
          others.statedEnd = Self.fileSize(in: try window.bytes(tag.byteCount, at: tag.body))
        }
      case Self.sound where tag.byteCount > 1:
        let first = UInt8(truncatingIfNeeded: try window.bigEndian(1, at: tag.body))
        if var stream = try Self.stream(first, at: tag.body) {
          if stream.format.formatID == .aac {
            guard tag.byteCount > 2, try window.bigEndian(1, at: tag.body + 1) == 0 else { continue }
            guard tag.byteCount <= limits.structureByteCount else {
              throw ContainerError(.limitExceeded, "AAC's configuration is larger than the limit", at: tag.body)
            }
            stream.setAAC(try window.bytes(tag.byteCount - 2, at: tag.body + 2))
          }
          return (stream, others)
        }
      case _ where tag.type & 0x20 != 0:
        throw ContainerError(.unsupported, "the tags are encrypted", at: tag.body, in: FLVFile.fileType)
      default: break
      }
    }
    throw ContainerError(.unsupported, "the file holds no sound", at: place, in: FLVFile.fileType)
  }

  /// Describes the sound by the first byte of a tag's data (E.4.2.1).
  private static func stream(_ first: UInt8, at offset: Int64) throws(ContainerError) -> SoundStream? {
    // `SoundRate`, `SoundSize`, `SoundType`.
    let rate = [5512.5, 11025, 22050, 44100][Int(first >> 2 & 3)]
    let isWide = first & 2 != 0
    let channels = first & 1 == 0 ? 1 : 2
    func named(_ formatID: FourCharacterCode, _ rate: Double, _ packets: SoundStream.Packets) -> SoundStream {
      SoundStream(
        number: sound, format: StreamFormat(formatID: formatID, sampleRate: rate, channelsPerFrame: channels), packets)
    }
    switch first >> 4 {
    case 0, 3:
      // 0 is the order of the machine that wrote it, and those were little endian.
      let samples = SampleFormat(isWide ? .signedInteger : .unsignedInteger, bitsPerSample: isWide ? 16 : 8)
      return SoundStream(
        number: sound, format: StreamFormat(samples, sampleRate: rate.rounded(), channelsPerFrame: channels), .alike)
    case 1: return named(.flashADPCM, rate.rounded(), .pieces)
    case 2: return named(.mpegLayer3, rate, .framed)
    case 14: return named(.mpegLayer3, 8000, .framed)
    case 4: return named("nmos", 16000, .pieces)
    case 5: return named("nmos", 8000, .pieces)
    case 6: return named("nmos", rate, .pieces)
    case 7, 8:
      let format = StreamFormat(first >> 4 == 7 ? .aLaw : .muLaw, sampleRate: 8000, channelCount: channels)
      return SoundStream(number: sound, format: format, .alike)
    case 10: return named(.aac, 44100, .pieces)
    case 11: return named("spex", 16000, .pieces)
    case 9:
      throw ContainerError(
        .unsupported, "sound named by four characters (Enhanced FLV) is not read", at: offset, in: FLVFile.fileType)
    default: return nil
    }
  }
}
