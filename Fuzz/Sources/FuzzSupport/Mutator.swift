/// Damages bytes, always in the same way for the same seed.
public struct Mutator: Sendable {
  private var generator: SeededGenerator

  /// The ways to damage bytes.
  private enum Damage: CaseIterable {
    case flipBits, setByte, setNumber, truncate, delete, duplicate, splice, insertNoise
  }

  /// Numbers that lengths, counts and offsets should be tried with.
  private static let numbers: [UInt64] = [
    0, 1, 2, 7, 8, 0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF,
    0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max,
  ]

  /// Bytes at each end of a file in which its headers are taken to lie; half of the damage is done there.
  private static let headerByteCount = 4096

  /// Starts the damage of a seed.
  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A number below `bound`, or 0 where that is 0.
  public mutating func number(below bound: Int) -> Int { bound > 0 ? Int.random(in: 0..<bound, using: &generator) : 0 }

  /// Damages bytes in one to four ways; pieces of `donor` may come in.
  public mutating func damage(_ bytes: inout [UInt8], donor: [UInt8]) {
    for _ in 0...number(below: 4) { damageOnce(&bytes, donor: donor) }
  }

  /// Damages bytes in one way.
  public mutating func damageOnce(_ bytes: inout [UInt8], donor: [UInt8]) {
    guard let damage = Damage.allCases.randomElement(using: &generator) else { return }
    apply(damage, &bytes, donor)
  }

  /// One of the numbers that lengths, counts and offsets should be tried with.
  public mutating func suspiciousNumber() -> UInt64 { Self.numbers[number(below: Self.numbers.count)] }

  private mutating func apply(_ damage: Damage, _ bytes: inout [UInt8], _ donor: [UInt8]) {
    guard !bytes.isEmpty else { return bytes = Array(donor.prefix(16)) }
    let place = place(in: bytes)
    let end = min(bytes.count, place + 1 + number(below: 64))
    switch damage {
    case .flipBits:
      for _ in 0...number(below: 8) { bytes[self.place(in: bytes)] ^= 1 << UInt8(number(below: 8)) }
    case .setByte: bytes[place] = UInt8(truncatingIfNeeded: generator.next())
    case .setNumber: setNumber(&bytes, at: place)
    case .truncate: bytes.removeLast(bytes.count - place)
    case .delete: bytes.removeSubrange(place..<end)
    case .duplicate: bytes.insert(contentsOf: bytes[place..<end], at: end)
    case .splice:
      let start = number(below: donor.count)
      bytes.replaceSubrange(place..<end, with: donor[start..<min(donor.count, start + 1 + number(below: 256))])
    case .insertNoise:
      bytes.insert(contentsOf: (0...number(below: 32)).map { _ in UInt8(number(below: 256)) }, at: place)
    }
  }

  private mutating func setNumber(_ bytes: inout [UInt8], at place: Int) {
    let width = [2, 3, 4, 8][number(below: 4)]
    let value = suspiciousNumber()
    for index in 0..<min(width, bytes.count - place) {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (width - 1 - index)))
    }
  }

  private mutating func place(in bytes: [UInt8]) -> Int {
    switch number(below: 4) {
    case 0: number(below: min(bytes.count, Self.headerByteCount))
    case 1: bytes.count - 1 - number(below: min(bytes.count, Self.headerByteCount))
    default: number(below: bytes.count)
    }
  }
}
