import AudioBase
import Bitstream

extension FourCharacterCode {
  static let wave: FourCharacterCode = "WAVE"
  static let formatChunk: FourCharacterCode = "fmt "
  static let dataChunk: FourCharacterCode = "data"
  static let factChunk: FourCharacterCode = "fact"
  static let junkChunk: FourCharacterCode = "JUNK"
  static let sizesChunk: FourCharacterCode = "ds64"
  static let listChunk: FourCharacterCode = "LIST"
  static let infoList: FourCharacterCode = "INFO"
  static let associatedDataList: FourCharacterCode = "adtl"
  static let broadcastChunk: FourCharacterCode = "bext"
  static let cueChunk: FourCharacterCode = "cue "
  static let samplerChunk: FourCharacterCode = "smpl"
  static let id3Chunk: FourCharacterCode = "id3 "
  /// The first four bytes of the name of Wave64's table of texts.
  static let summaryChunk = FourCharacterCode(rawValue: 0xBC94_5F92)

  /// Chunks that programs write into WAVE files; where other data might match by chance, only these count as chunks.
  static let knownChunks: Set<FourCharacterCode> = [
    .formatChunk, .dataChunk, .factChunk, .junkChunk, .sizesChunk, .listChunk, .broadcastChunk, .cueChunk,
    .samplerChunk, .id3Chunk, "ID3 ", "PEAK", "iXML", "axml", "chna", "inst", "acid", "plst", "PAD ", "FLLR", "junk",
    "CSET", "DISP", "_PMX", "cart", "afsp", "AFAn", "AFmd", "tlst", "umid", "levl", "SAUR", "LGWV", "regn",
  ]
}

extension [UInt8] {
  /// Appends the four characters of a code.
  mutating func append(_ code: FourCharacterCode) { append(bigEndian: code.rawValue) }

  /// Appends a text's bytes in UTF-8 and the zero that ends it.
  mutating func append(terminated text: String) {
    append(contentsOf: text.utf8)
    append(0)
  }
}
