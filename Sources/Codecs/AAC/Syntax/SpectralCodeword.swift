import Bitstream

/// How the codewords of a group of codebooks become lines.
///
/// `unpack` takes the table entry found for the left-aligned bits of `window`, stores the lines, moves `window` past the
/// codeword and its signs, and returns how many bits those were.
protocol SpectralCodeword {
  /// Lines of a codeword.
  static var dimension: Int { get }

  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int
}

/// Codebooks 1 and 2: four signed lines.
enum SignedQuad: SpectralCodeword {
  static let dimension = 4

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int {
    let packed = Int32(bitPattern: entry)
    lines[line] = Int16(truncatingIfNeeded: (packed << 20) >> 28)
    lines[line &+ 1] = Int16(truncatingIfNeeded: (packed << 16) >> 28)
    lines[line &+ 2] = Int16(truncatingIfNeeded: (packed << 12) >> 28)
    lines[line &+ 3] = Int16(truncatingIfNeeded: (packed << 8) >> 28)
    window &<<= UInt64(entry & 0x7F)
    return Int(entry & 0x7F)
  }
}

/// Codebooks 3 and 4: four magnitudes, and a sign bit for each that is not zero.
enum UnsignedQuad: SpectralCodeword {
  static let dimension = 4

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int {
    window &<<= UInt64(entry & 0x7F)
    var bits = entry & 0x7F
    lines[line] = signed(entry >> 8 & 15, &window, &bits)
    lines[line &+ 1] = signed(entry >> 12 & 15, &window, &bits)
    lines[line &+ 2] = signed(entry >> 16 & 15, &window, &bits)
    lines[line &+ 3] = signed(entry >> 20 & 15, &window, &bits)
    return Int(bits)
  }
}

/// Codebooks 5 and 6: two signed lines.
enum SignedPair: SpectralCodeword {
  static let dimension = 2

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int {
    let packed = Int32(bitPattern: entry)
    lines[line] = Int16(truncatingIfNeeded: (packed << 16) >> 24)
    lines[line &+ 1] = Int16(truncatingIfNeeded: (packed << 8) >> 24)
    window &<<= UInt64(entry & 0x7F)
    return Int(entry & 0x7F)
  }
}

/// Codebooks 7 to 10, and 11 but for its escapes: two magnitudes, and a sign bit for each that is not zero.
enum UnsignedPair: SpectralCodeword {
  static let dimension = 2

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int {
    window &<<= UInt64(entry & 0x7F)
    var bits = entry & 0x7F
    lines[line] = signed(entry >> 8 & 0xFF, &window, &bits)
    lines[line &+ 1] = signed(entry >> 16 & 0xFF, &window, &bits)
    return Int(bits)
  }
}

/// Gives a magnitude its sign from the top bit of `window`, without a branch: zero takes no bit and stays zero.
@inline(__always)
private func signed(_ magnitude: UInt32, _ window: inout UInt64, _ bits: inout UInt32) -> Int16 {
  let mask = Int32(truncatingIfNeeded: Int64(bitPattern: window) &>> 63)
  let taken: UInt32 = magnitude == 0 ? 0 : 1
  window &<<= UInt64(taken)
  bits &+= taken
  return Int16(truncatingIfNeeded: (Int32(bitPattern: magnitude) ^ mask) &- mask)
}
