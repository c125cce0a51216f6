package import AudioBase

/// The members of the RIFF family.
package enum WAVEForm: Sendable, Equatable {
  /// `RIFF`: sizes are 32 bits wide, numbers are little endian.
  case riff
  /// `RIFX`: `RIFF` with big-endian numbers and samples; read only.
  case rifx
  /// `RF64`: a chunk `ds64` holds 64-bit sizes (EBU Tech 3306).
  case rf64
  /// `BW64`: like `RF64`, with another name (ITU-R BS.2088).
  case bw64
  /// Sony Wave64: chunks named by GUIDs, aligned to 8 bytes, with 64-bit sizes that include the chunk header.
  case wave64

  /// Judges by the first bytes of a file: 12 of them, 40 for Wave64.
  init?(_ head: Span<UInt8>) {
    guard head.count >= 12 else { return nil }
    if head.code(at: 0) == "riff" {
      guard head.count >= 40, head.holds(Wave64GUID.riff, at: 0), head.holds(Wave64GUID.wave, at: 24) else {
        return nil
      }
      self = .wave64
      return
    }
    guard head.code(at: 8) == .wave else { return nil }
    switch head.code(at: 0) {
    case "RIFF": self = .riff
    case "RIFX": self = .rifx
    case "RF64": self = .rf64
    case "BW64": self = .bw64
    default: return nil
    }
  }

  /// Core Audio's file type.
  package var fileType: FourCharacterCode {
    switch self {
    case .riff, .rifx: .wave
    case .rf64: "RF64"
    case .bw64: "BW64"
    case .wave64: "W64f"
    }
  }

  /// The byte order of numbers and samples.
  var byteOrder: SampleFormat.ByteOrder { self == .rifx ? .bigEndian : .littleEndian }

  /// The number of bytes before the first chunk.
  var headerByteCount: Int { self == .wave64 ? 40 : 12 }

  /// The number of bytes of a chunk's name and size.
  var chunkHeaderByteCount: Int { self == .wave64 ? 24 : 8 }

  /// Chunks begin at multiples of this.
  var alignment: Int { self == .wave64 ? 8 : 2 }

  /// The offset of the size of the whole form.
  var sizeOffset: Int64 { self == .wave64 ? 16 : 4 }

  /// Returns the number of bytes between the end of a chunk's body and the next chunk.
  func padding(after byteCount: Int64) -> Int {
    let rest = Int(byteCount % Int64(alignment))
    return rest == 0 ? 0 : alignment - rest
  }
}

/// The layout of chunks and their sizes.
enum WAVELayout {
  /// The number of bytes of a `ds64` chunk without a table.
  static let sizesByteCount = 28
  /// The 32-bit size that means an unknown size, or one that does not fit.
  static let unknownSize: UInt32 = 0xFFFF_FFFF
  /// A size of 64 bits that is not known yet: no file is as large.
  static let unknownWideSize = UInt64(Int64.max)
}

/// The names of Wave64's chunks: sixteen bytes each; the first four are usually a code in lower case.
enum Wave64GUID {
  /// 66666972-912E-11CF-A5D6-28DB04C10000.
  static let riff: [UInt8] = [0x72, 0x69, 0x66, 0x66] + listTail(0x2E)
  /// 74736C69-912F-11CF-A5D6-28DB04C10000.
  static let list: [UInt8] = [0x6C, 0x69, 0x73, 0x74] + listTail(0x2F)
  /// 65766177-ACF3-11D3-8CD1-00C04F8EDB8A.
  static let wave: [UInt8] = [0x77, 0x61, 0x76, 0x65] + tail
  /// 925F94BC-525A-11D2-86DC-00C04F8EDB8A: a table of texts, Wave64's own form of `LIST INFO`.
  static let summaryList: [UInt8] = [
    0xBC, 0x94, 0x5F, 0x92, 0x5A, 0x52, 0xD2, 0x11, 0x86, 0xDC, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A,
  ]

  /// The bytes after the code in the names of ordinary chunks.
  static let tail: [UInt8] = [0xF3, 0xAC, 0xD3, 0x11, 0x8C, 0xD1, 0x00, 0xC0, 0x4F, 0x8E, 0xDB, 0x8A]

  private static func listTail(_ first: UInt8) -> [UInt8] {
    [first, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00, 0x00]
  }

  /// Returns the name of a chunk that RIFF calls `code`.
  static func name(_ code: FourCharacterCode) -> [UInt8] {
    switch code {
    case .listChunk: return list
    case .summaryChunk: return summaryList
    default:
      var bytes: [UInt8] = []
      bytes.append(code == .junkChunk ? "junk" : code)
      return bytes + tail
    }
  }

  /// Returns RIFF's code for the name at `offset`; all its sixteen bytes must exist.
  static func code(_ bytes: Span<UInt8>, at offset: Int) -> FourCharacterCode {
    if bytes.holds(list, at: offset) { return .listChunk }
    let code = bytes.code(at: offset)
    return code == "junk" && bytes.holds(tail, at: offset + 4) ? .junkChunk : code
  }
}

extension Span where Element == UInt8 {
  /// Returns the code whose first character is at `offset`, which must be within the bytes.
  func code(at offset: Int) -> FourCharacterCode {
    var value: UInt32 = 0
    for index in offset..<(offset + 4) { value = value << 8 | UInt32(self[index]) }
    return FourCharacterCode(rawValue: value)
  }

  /// Returns true if `pattern` is at `offset`; the bytes must extend that far.
  func holds(_ pattern: [UInt8], at offset: Int) -> Bool {
    pattern.indices.allSatisfy { self[offset + $0] == pattern[$0] }
  }
}
