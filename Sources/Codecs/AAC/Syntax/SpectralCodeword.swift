import Bitstream

/// How the codewords of a group of codebooks become lines.
///
/// `unpack` takes the table entry found for the left-aligned bits of `window`, stores the lines, moves `window` past
/// the codeword and its signs, and returns how many bits those were.
protocol SpectralCodeword {
  /// Lines of a codeword.
  static var dimension: Int { get }

  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int
}

extension SpectralCodeword {
  /// Stores the lines of a codeword, 16 bits each, the first one lowest.
  @inline(__always)
  static func store(_ packed: UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) {
    if dimension == 4 {
      var four = lines._mutatingExtracting(line..<(line &+ 4))
      four[0] = Int16(truncatingIfNeeded: packed)
      four[1] = Int16(truncatingIfNeeded: packed &>> 16)
      four[2] = Int16(truncatingIfNeeded: packed &>> 32)
      four[3] = Int16(truncatingIfNeeded: packed &>> 48)
    } else {
      var two = lines._mutatingExtracting(line..<(line &+ 2))
      two[0] = Int16(truncatingIfNeeded: packed)
      two[1] = Int16(truncatingIfNeeded: packed &>> 16)
    }
  }
}

/// Codebooks 1 and 2: four signed lines.
enum SignedQuad: SpectralCodeword {
  @inline(__always)
  static var dimension: Int { 4 }

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int {
    let packed = Int32(bitPattern: entry)
    var four = lines._mutatingExtracting(line..<(line &+ 4))
    four[0] = Int16(truncatingIfNeeded: (packed &<< 20) &>> 28)
    four[1] = Int16(truncatingIfNeeded: (packed &<< 16) &>> 28)
    four[2] = Int16(truncatingIfNeeded: (packed &<< 12) &>> 28)
    four[3] = Int16(truncatingIfNeeded: (packed &<< 8) &>> 28)
    window &<<= UInt64(entry & 0x7F)
    return Int(entry & 0x7F)
  }
}

/// Codebooks 3 and 4: four magnitudes, and a sign bit for each that is not zero.
enum UnsignedQuad: SpectralCodeword {
  @inline(__always)
  static var dimension: Int { 4 }

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int {
    let signs = window &<< UInt64(entry & 0x7F)
    let bits = entry & 0x7F &+ Codebooks.signCount(entry)
    window &<<= UInt64(bits)
    let second = UInt64(entry & 0xF00 == 0 ? 0 : 1)
    let third = second &+ (entry & 0xF000 == 0 ? 0 : 1)
    let fourth = third &+ (entry & 0xF_0000 == 0 ? 0 : 1)
    var four = lines._mutatingExtracting(line..<(line &+ 4))
    four[0] = signed(entry &>> 8 & 15, signs)
    four[1] = signed(entry &>> 12 & 15, signs &<< second)
    four[2] = signed(entry &>> 16 & 15, signs &<< third)
    four[3] = signed(entry &>> 20 & 15, signs &<< fourth)
    return Int(bits)
  }
}

/// Codebooks 5 and 6: two signed lines.
enum SignedPair: SpectralCodeword {
  @inline(__always)
  static var dimension: Int { 2 }

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int {
    let packed = Int32(bitPattern: entry)
    var two = lines._mutatingExtracting(line..<(line &+ 2))
    two[0] = Int16(truncatingIfNeeded: (packed &<< 16) &>> 24)
    two[1] = Int16(truncatingIfNeeded: (packed &<< 8) &>> 24)
    window &<<= UInt64(entry & 0x7F)
    return Int(entry & 0x7F)
  }
}

/// Codebooks 7 to 10, and 11 but for its escapes: two magnitudes, and a sign bit for each that is not zero.
enum UnsignedPair: SpectralCodeword {
  @inline(__always)
  static var dimension: Int { 2 }

  @inline(__always)
  static func unpack(_ entry: UInt32, _ window: inout UInt64, _ lines: inout MutableSpan<Int16>, _ line: Int) -> Int {
    let signs = window &<< UInt64(entry & 0x7F)
    let bits = entry & 0x7F &+ Codebooks.signCount(entry)
    window &<<= UInt64(bits)
    let second = UInt64(entry & 0xFF00 == 0 ? 0 : 1)
    var two = lines._mutatingExtracting(line..<(line &+ 2))
    two[0] = signed(entry &>> 8 & 0xFF, signs)
    two[1] = signed(entry &>> 16 & 0xFF, signs &<< second)
    return Int(bits)
  }
}

/// Gives a magnitude its sign from the top bit of `signs`, without a branch; zero stays zero.
@inline(__always)
private func signed(_ magnitude: UInt32, _ signs: UInt64) -> Int16 {
  let mask = Int32(truncatingIfNeeded: Int64(bitPattern: signs) &>> 63)
  return Int16(truncatingIfNeeded: (Int32(bitPattern: magnitude) ^ mask) &- mask)
}
