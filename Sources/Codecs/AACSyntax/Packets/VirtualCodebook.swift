/// The virtual codebooks 16…31: codebook 11 with a bound on its values.
///
/// They are part of section data resilience (VCB11), ISO/IEC 14496-3, 4.6.16.1, and order the codewords of HCR.
package enum VirtualCodebook {
  /// The bound and size of a codebook 0…31.
  package struct Row: Sendable, BitwiseCopyable {
    /// The largest absolute value.
    var largest: Int16
    /// The number of bits of the longest codeword with its signs and escapes.
    package var longest: UInt8
    /// `hcr_priority`: codewords of higher priority are placed first.
    var priority: UInt8

    init(_ largest: Int16, _ longest: UInt8, _ priority: UInt8) {
      self.largest = largest
      self.longest = longest
      self.priority = priority
    }
  }

  package static func row(_ codebook: UInt8) -> Row {
    switch codebook {
    case 1: Row(1, 11, 1)
    case 2: Row(1, 9, 1)
    case 3: Row(2, 20, 2)
    case 4: Row(2, 16, 2)
    case 5: Row(4, 13, 3)
    case 6: Row(4, 11, 3)
    case 7: Row(7, 14, 4)
    case 8: Row(7, 12, 4)
    case 9: Row(12, 17, 5)
    case 10: Row(12, 14, 5)
    case 11: Row(8191, 49, 22)
    case 16: Row(15, 14, 6)
    case 17: Row(31, 17, 7)
    case 18: Row(47, 21, 8)
    case 19: Row(63, 21, 9)
    case 20: Row(95, 25, 10)
    case 21: Row(127, 25, 11)
    case 22: Row(159, 29, 12)
    case 23: Row(191, 29, 13)
    case 24: Row(223, 29, 14)
    case 25: Row(255, 29, 15)
    case 26: Row(319, 33, 16)
    case 27: Row(383, 33, 17)
    case 28: Row(511, 33, 18)
    case 29: Row(767, 37, 19)
    case 30: Row(1023, 37, 20)
    case 31: Row(2047, 41, 21)
    default: Row(0, 0, 0)
    }
  }

  package static func largestAbsoluteValue(_ codebook: UInt8) -> Int { Int(row(codebook).largest) }

  /// The highest priority.
  static let highestPriority: UInt8 = 22
}
