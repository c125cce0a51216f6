import Bitstream

/// The grouping of sub-bands into bands: for coupling, or for spectral extension.
struct BandStructure: Sendable, BitwiseCopyable {
  /// The largest number of bands.
  static let maximumCount = 18
  /// The number of lines of a sub-band.
  static let lineCount = 12

  /// The joined sub-bands: with bit s, the absolute sub-band s belongs to the band of the one below.
  private(set) var joined: UInt32 = 0
  /// The number of bands of the range.
  private(set) var count = 0
  /// Lines of each band.
  private(set) var sizes: [18 of Int] = InlineArray(repeating: 0)

  /// Takes a standard structure.
  init(defaults: Span<UInt8>) {
    for index in defaults.indices where defaults[index] != 0 { joined |= 1 << UInt32(index) }
  }

  /// Joins nothing.
  init() {}

  /// Reads a flag for each sub-band of a range but the first.
  mutating func read(_ reader: inout BitReader, subbands: Range<Int>) throws(AC3Error) {
    for subband in subbands.dropFirst() {
      let bit: UInt32 = 1 << UInt32(subband)
      joined = try reader.bit() ? joined | bit : joined & ~bit
    }
  }

  /// Divides a range of sub-bands.
  mutating func divide(_ subbands: Range<Int>) {
    count = 0
    for subband in subbands {
      if subband == subbands.lowerBound || joined >> UInt32(subband) & 1 == 0 {
        sizes[count] = Self.lineCount
        count += 1
      } else {
        sizes[count - 1] += Self.lineCount
      }
    }
  }
}
