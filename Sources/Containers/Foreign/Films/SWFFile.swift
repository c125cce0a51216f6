public import AudioBase

/// Flash films, SWF. Read only: the sound that plays along with the pictures, in MP3, ADPCM or linear PCM. Compressed
/// files are refused by name.
///
/// Adobe, "SWF File Format Specification" 19, chapters 1 and 11.
public enum SWFFile {
  static let fileType: FourCharacterCode = "swf "

  /// Returns a descriptor for a catalog.
  public static func descriptor(framedBy frames: FrameReaders) -> ContainerDescriptor {
    ContainerDescriptor(
      fileType: fileType, name: "Flash film (SWF)", formatIDs: [.linearPCM, .flashADPCM, .mpegLayer3]
    ) {
      $0.extensions = ["swf"]
      $0.mediaTypes = ["application/x-shockwave-flash"]
      $0.probe = { head in head.count >= 9 && head.begins(with: "FWS") && head[3] <= 50 ? 90 : 0 }
      $0.open = { source, limits throws(ContainerError) in
        try source.refuseArriving(fileType)
        let start = try SWFWalk(source)
        var search = start
        var file = InterleavedFile(fileType: fileType)
        let stream = try search.findSound()
        file.streams = [stream]
        file.unnamed.add("pictures and programs")
        var walk = start
        walk.headerByteCount = stream.format.formatID == .mpegLayer3 ? 4 : 0
        return try InterleavedReader(source, file, walk, frames.within(limits))
      }
    }
  }
}

/// Walks over the tags of a film: 10 bits of a type and 6 of a length, or a length of 32 bits after them.
struct SWFWalk: PayloadWalk {
  /// The number of the only stream: the type of its tags, `SoundStreamBlock`.
  static let sound = 19
  /// The furthest that the head of the sound is searched, in bytes.
  private static let searchedByteCount: Int64 = 1 << 24

  private var window: SourceWindow
  var place: Int64
  /// The number of bytes of each block before its sound: with MP3 a sample count, and a number to be skipped.
  var headerByteCount = 0
  private var isCut = false
  /// True if the file ended before the tag that ends the film.
  private var isOpenEnded = false
  /// True if something follows the tag that ends the film.
  private var hasMore = false

  init(_ source: any ByteSource) throws(ContainerError) {
    window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    // A rectangle of four numbers as wide as its first five bits say, then rate and number of pictures.
    let bits = 5 + 4 * Int(try window.bigEndian(1, at: 8) >> 3)
    place = 8 + Int64((bits + 7) / 8) + 4
  }

  /// `FileLength` is not used: FFmpeg does not update it.
  var remarks: [String] {
    (isCut ? ["the file ends within a tag"] : []) + (isOpenEnded ? ["the film ends without its tag End"] : [])
      + (hasMore ? ["more follows the tag End at byte \(place), and is not read"] : [])
  }

  private mutating func tag() throws(ContainerError) -> (type: Int, body: Int64, byteCount: Int)? {
    guard try window.load(2, at: place).count == 2 else { return nil }
    let code = Int(try window.littleEndian(2, at: place))
    guard code & 0x3F == 0x3F else { return (code >> 6, place + 2, code & 0x3F) }
    guard try window.load(6, at: place).count == 6 else { return nil }
    return (code >> 6, place + 6, Int(try window.littleEndian(4, at: place + 2)))
  }

  mutating func next() throws(ContainerError) -> PayloadRun? {
    while let tag = try tag() {
      if tag.type == 0 {
        hasMore = window.present(1, at: tag.body) > 0
        return nil
      }
      place = tag.body + Int64(tag.byteCount)
      let present = window.present(tag.byteCount, at: tag.body)
      if present < tag.byteCount { isCut = true }
      guard tag.type == Self.sound, present > headerByteCount else { continue }
      return PayloadRun(
        stream: Self.sound, fileOffset: tag.body + Int64(headerByteCount), byteCount: present - headerByteCount,
        packetByteCount: tag.byteCount - headerByteCount)
    }
    isOpenEnded = true
    return nil
  }

  /// Describes the sound by `SoundStreamHead` or `SoundStreamHead2`.
  mutating func findSound() throws(ContainerError) -> SoundStream {
    while let tag = try tag(), tag.type != 0, tag.body < Self.searchedByteCount {
      guard tag.type == 18 || tag.type == 45, tag.byteCount >= 4 else {
        place = tag.body + Int64(tag.byteCount)
        continue
      }
      let fields = Int(try window.bigEndian(1, at: tag.body + 1))
      let rate = [5512.0, 11_025, 22_050, 44_100][fields >> 2 & 3]
      let channels = fields & 1 + 1
      func coded(_ formatID: FourCharacterCode) -> StreamFormat {
        StreamFormat(formatID: formatID, sampleRate: rate, channelsPerFrame: channels)
      }
      switch fields >> 4 {
      case 0, 3:
        let isWide = fields & 2 != 0
        let samples = SampleFormat(isWide ? .signedInteger : .unsignedInteger, bitsPerSample: isWide ? 16 : 8)
        return SoundStream(
          number: Self.sound, format: StreamFormat(samples, sampleRate: rate, channelsPerFrame: channels), .alike)
      case 1: return SoundStream(number: Self.sound, format: coded(.flashADPCM), .pieces)
      case 2: return SoundStream(number: Self.sound, format: coded(.mpegLayer3), .framed)
      default:
        throw ContainerError(
          .unsupported, "of the sound of Flash films MP3, ADPCM and linear PCM are read", at: tag.body,
          in: SWFFile.fileType)
      }
    }
    throw ContainerError(.unsupported, "the film has no sound along its pictures", at: place, in: SWFFile.fileType)
  }
}
