import AudioBase

extension FourCharacterCode {
  static let form: FourCharacterCode = "FORM"
  static let commonChunk: FourCharacterCode = "COMM"
  static let soundChunk: FourCharacterCode = "SSND"
  static let versionChunk: FourCharacterCode = "FVER"
  static let markerChunk: FourCharacterCode = "MARK"
  static let instrumentChunk: FourCharacterCode = "INST"
  static let commentsChunk: FourCharacterCode = "COMT"
  static let layoutChunk: FourCharacterCode = "CHAN"
  static let nameChunk: FourCharacterCode = "NAME"
  static let authorChunk: FourCharacterCode = "AUTH"
  static let copyrightChunk: FourCharacterCode = "(c) "
  static let annotationChunk: FourCharacterCode = "ANNO"
  static let id3Chunk: FourCharacterCode = "ID3 "
  /// Core Audio's name for an empty chunk.
  static let fillerChunk: FourCharacterCode = "FLLR"

  /// The chunks of the standard and of this module, which are recognised even if they are out of place.
  static let knownChunks: Set<FourCharacterCode> = [
    commonChunk, soundChunk, versionChunk, markerChunk, instrumentChunk, commentsChunk, layoutChunk, nameChunk,
    authorChunk, copyrightChunk, annotationChunk, id3Chunk, fillerChunk, "MIDI", "AESD", "APPL", "SAXL",
  ]
}

extension Span where Element == UInt8 {
  /// Returns the code whose first character is at `offset`, which must be within the bytes.
  func code(at offset: Int) -> FourCharacterCode {
    var value: UInt32 = 0
    for index in offset..<(offset + 4) { value = value << 8 | UInt32(self[index]) }
    return FourCharacterCode(rawValue: value)
  }
}

/// The layout of chunks and their sizes.
enum AIFFLayout {
  /// `FORM`, the size, `AIFF` or `AIFC`.
  static let headerByteCount = 12
  /// A chunk's identifier and size.
  static let chunkHeaderByteCount = 8
  /// The bytes of `offset` and `blockSize` before the samples.
  static let soundHeaderByteCount = 8
  /// A size or a count that is not known yet.
  static let unknownSize: UInt32 = 0xFFFF_FFFF
  /// The version of AIFF-C that the chunk `FVER` names, a time stamp.
  static let aifcVersion: UInt32 = 0xA280_5140
}
