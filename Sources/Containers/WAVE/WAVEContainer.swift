public import AudioBase

/// RIFF/WAVE, which becomes RF64 when the audio passes 4 GiB.
public enum WAVEFile {
  /// `kAudioFileWAVEType`, for a catalog.
  public static let descriptor = ContainerDescriptor(
    fileType: .wave, name: "WAVE", extensions: ["wav", "wave", "bwf"], formatIDs: [.linearPCM],
    probe: { head in WAVEForm(head) == .riff ? 100 : 0 },
    open: { source, limits throws(ContainerError) in try WAVEReader(source, limits: limits) },
    create: { sink, settings throws(ContainerError) in try WAVEWriter(sink, settings: settings, form: .riff) },
    canWriteToPipe: true)
}

/// WAVE with 64-bit sizes, as EBU Tech 3306 and ITU-R BS.2088 define it.
public enum RF64File {
  /// `kAudioFileRF64Type`, for a catalog.
  public static let descriptor = ContainerDescriptor(
    fileType: "RF64", name: "RF64", extensions: ["rf64", "bw64"], formatIDs: [.linearPCM],
    probe: { head in WAVEForm(head) == .rf64 ? 100 : 0 },
    open: { source, limits throws(ContainerError) in try WAVEReader(source, limits: limits) },
    create: { sink, settings throws(ContainerError) in try WAVEWriter(sink, settings: settings, form: .rf64) })
}

/// Which of the two forms a file takes.
enum WAVEForm: Sendable, Equatable {
  /// `RIFF`: sizes are 32 bits wide.
  case riff
  /// `RF64` or `BW64`: a chunk `ds64` holds sizes of 64 bits.
  case rf64

  /// Judges by the first twelve bytes of a file.
  init?(_ head: Span<UInt8>) {
    guard head.count >= 12, head.code(at: 8) == .wave else { return nil }
    switch head.code(at: 0) {
    case "RIFF": self = .riff
    case "RF64", "BW64": self = .rf64
    default: return nil
    }
  }
}

extension FourCharacterCode {
  static let wave: FourCharacterCode = "WAVE"
  static let formatChunk: FourCharacterCode = "fmt "
  static let dataChunk: FourCharacterCode = "data"
  static let factChunk: FourCharacterCode = "fact"
  static let junkChunk: FourCharacterCode = "JUNK"
  static let sizesChunk: FourCharacterCode = "ds64"
}

extension Span where Element == UInt8 {
  /// The code whose first character lies at `offset`, which must be within the bytes.
  func code(at offset: Int) -> FourCharacterCode {
    var value: UInt32 = 0
    for index in offset..<(offset + 4) { value = value << 8 | UInt32(self[index]) }
    return FourCharacterCode(rawValue: value)
  }
}

/// The layout of chunks and their sizes.
enum WAVELayout {
  /// `RIFF`, the size, `WAVE`.
  static let headerByteCount: Int64 = 12
  /// A chunk's identifier and size.
  static let chunkHeaderByteCount: Int64 = 8
  /// Bytes of a `ds64` chunk without a table.
  static let sizesByteCount = 28
  /// A size that is unknown, or too large for 32 bits.
  static let unknownSize: UInt32 = 0xFFFF_FFFF
}
