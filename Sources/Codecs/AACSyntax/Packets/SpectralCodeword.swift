import Bitstream

/// The decoding of a group of codebooks' codewords to lines.
///
/// `unpack` takes the table entry found for the left-aligned bits of `window`, moves `window` past the codeword and its
/// signs, and returns how many bits those were.
protocol SpectralCodeword {
  /// The number of lines of a codeword.
  static var dimension: Int { get }

  static func unpack(_ entry: UInt32, _ window: inout UInt64) -> (lines: PackedLines, bitCount: Int)
}

/// Two or four lines of 16 bits each, the first one lowest.
struct PackedLines: BitwiseCopyable, Sendable {
  var bits: UInt64

  @inline(__always)
  init(_ first: Int16, _ second: Int16, _ third: Int16 = 0, _ fourth: Int16 = 0) {
    bits =
      UInt64(UInt16(bitPattern: first)) | UInt64(UInt16(bitPattern: second)) &<< 16
      | UInt64(UInt16(bitPattern: third)) &<< 32 | UInt64(UInt16(bitPattern: fourth)) &<< 48
  }

  /// The line of an index, 0…3.
  @inline(__always)
  subscript(line: Int) -> Int16 { Int16(truncatingIfNeeded: bits &>> UInt64(truncatingIfNeeded: 16 &* line)) }
}

/// Codebooks 1 and 2: four signed lines.
enum SignedQuad: SpectralCodeword {
  @inline(__always)
  static var dimension: Int { 4 }

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64) -> (lines: PackedLines, bitCount: Int) {
    let packed = Int32(bitPattern: entry)
    window &<<= UInt64(entry & 0x7F)
    let lines = PackedLines(
      Int16(truncatingIfNeeded: (packed &<< 20) &>> 28), Int16(truncatingIfNeeded: (packed &<< 16) &>> 28),
      Int16(truncatingIfNeeded: (packed &<< 12) &>> 28), Int16(truncatingIfNeeded: (packed &<< 8) &>> 28))
    return (lines, Int(entry & 0x7F))
  }
}

/// Codebooks 3 and 4: four magnitudes, and a sign bit for each that is not zero.
enum UnsignedQuad: SpectralCodeword {
  @inline(__always)
  static var dimension: Int { 4 }

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64) -> (lines: PackedLines, bitCount: Int) {
    let signs = window &<< UInt64(entry & 0x7F)
    let bits = entry & 0x7F &+ Codebooks.signCount(entry)
    window &<<= UInt64(bits)
    let second = UInt64(entry & 0xF00 == 0 ? 0 : 1)
    let third = second &+ (entry & 0xF000 == 0 ? 0 : 1)
    let fourth = third &+ (entry & 0xF_0000 == 0 ? 0 : 1)
    let lines = PackedLines(
      signed(entry &>> 8 & 15, signs), signed(entry &>> 12 & 15, signs &<< second),
      signed(entry &>> 16 & 15, signs &<< third), signed(entry &>> 20 & 15, signs &<< fourth))
    return (lines, Int(bits))
  }
}

/// Codebooks 5 and 6: two signed lines.
enum SignedPair: SpectralCodeword {
  @inline(__always)
  static var dimension: Int { 2 }

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64) -> (lines: PackedLines, bitCount: Int) {
    let packed = Int32(bitPattern: entry)
    window &<<= UInt64(entry & 0x7F)
    let lines = PackedLines(
      Int16(truncatingIfNeeded: (packed &<< 16) &>> 24), Int16(truncatingIfNeeded: (packed &<< 8) &>> 24))
    return (lines, Int(entry & 0x7F))
  }
}

/// Codebooks 7 to 10, and 11 except for its escapes: two magnitudes, and a sign bit for each that is not zero.
enum UnsignedPair: SpectralCodeword {
  @inline(__always)
  static var dimension: Int { 2 }

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64) -> (lines: PackedLines, bitCount: Int) {
    let signs = window &<< UInt64(entry & 0x7F)
    let bits = entry & 0x7F &+ Codebooks.signCount(entry)
    window &<<= UInt64(bits)
    let second = UInt64(entry & 0xFF00 == 0 ? 0 : 1)
    let lines = PackedLines(signed(entry &>> 8 & 0xFF, signs), signed(entry &>> 16 & 0xFF, signs &<< second))
    return (lines, Int(bits))
  }
}

/// Returns a magnitude with its sign from the top bit of `signs`, without a branch; zero stays zero.
@inline(__always)
private func signed(_ magnitude: UInt32, _ signs: UInt64) -> Int16 {
  let mask = Int32(truncatingIfNeeded: Int64(bitPattern: signs) &>> 63)
  return Int16(truncatingIfNeeded: (Int32(bitPattern: magnitude) ^ mask) &- mask)
}
