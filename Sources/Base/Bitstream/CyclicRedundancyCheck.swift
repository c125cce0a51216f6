// Holds throughout: widths are constants of the checks, and counts are cut to 32.

/// A cyclic redundancy check of up to 32 bits over any number of bits, most significant bit first, without reflection.
///
/// ADTS uses x^16 + x^15 + x^2 + 1 with all ones at the start (ISO/IEC 14496-3, 1.A.2).
public struct CyclicRedundancyCheck: Sendable, BitwiseCopyable {
  private let width: UInt32
  private let polynomial: UInt32
  /// The bits of the register.
  private let mask: UInt32
  private var register: UInt32

  /// Creates a check. `polynomial` is written without its highest term; `width` is 1…32.
  public init(width: Int, polynomial: UInt32, initialValue: UInt32) {
    precondition((1...32).contains(width))
    self.width = UInt32(width)
    self.polynomial = polynomial
    mask = UInt32.max >> UInt32(32 - width)
    register = initialValue
  }

  /// The check of ADTS.
  public static let adts = CyclicRedundancyCheck(width: 16, polynomial: 0x8005, initialValue: 0xFFFF)

  /// The check of the sections of MPEG-2 transport streams (ISO/IEC 13818-1, Annex A).
  public static let transportSection = CyclicRedundancyCheck(
    width: 32, polynomial: 0x04C1_1DB7, initialValue: 0xFFFF_FFFF)

  /// The value over all bits so far.
  public var value: UInt32 { register }

  /// Adds the lowest `count` bits of `bits`, 0…32, the highest of them first.
  public mutating func update(_ bits: UInt32, _ count: Int) {
    precondition(count >= 0 && count <= 32)
    for position in stride(from: count - 1, through: 0, by: -1) {
      let feedback = (register >> (width - 1) ^ bits >> UInt32(position)) & 1
      register = register << 1 & mask
      if feedback != 0 { register ^= polynomial }
    }
  }

  /// Adds whole bytes.
  public mutating func update(_ bytes: Span<UInt8>) {
    for index in bytes.indices { update(UInt32(bytes[index]), 8) }
  }
}
