package import Bitstream

/// `TsdData()`: the slots whose decorrelated signal is the rotated downmix.
///
/// ISO/IEC 23003-3, 7.11.
package struct TransientSteering: Sendable {
  /// The first hybrid band that is steered.
  static let firstBand = 7

  /// The rotation of each slot in eighths of a turn; −1 for none.
  package private(set) var phases: [64 of Int8] = .init(repeating: -1)
  private(set) var isActive = false

  package init() {}

  /// Reads the data of 32 or 64 slots.
  package mutating func parse(_ reader: inout BitReader, slotCount: Int) throws(USACError) {
    phases = .init(repeating: -1)
    isActive = try reader.bit()
    guard isActive else { return }
    let count = try reader.bits(slotCount == 64 ? 5 : 4) + 1
    var word: UInt64 = 0
    let width = TransientSteering.positionBits(slotCount: slotCount, count: count)
    if width > 32 { word = UInt64(try reader.bits(width - 32)) }
    for part in stride(from: min(width, 32), to: 0, by: -16) {
      let length = min(part, 16)
      word = word << UInt64(length) | UInt64(try reader.bits(length))
    }
    mark(word, slotCount: slotCount, count: count)
    for slot in 0..<slotCount where phases[slot] >= 0 { phases[slot] = Int8(try reader.bits(3)) }
  }

  /// Returns the number of bits of the word that selects slots.
  package static func positionBits(slotCount: Int, count: Int) -> Int {
    64 - (combinations(slotCount, count) - 1).leadingZeroBitCount
  }

  /// Marks the slots of the combination with this number.
  private mutating func mark(_ word: UInt64, slotCount: Int, count: Int) {
    var (rest, left) = (word, count)
    var slot = slotCount - 1
    while left > 0, slot >= 0 {
      if left > slot {
        for place in 0...slot { phases[place] = 0 }
        return
      }
      let ways = TransientSteering.combinations(slot, left)
      if rest >= ways {
        rest -= ways
        phases[slot] = 0
        left -= 1
      }
      slot -= 1
    }
  }

  /// Returns the number of ways to choose `count` of `total`, which is below 2^61 for 64.
  private static func combinations(_ total: Int, _ count: Int) -> UInt64 {
    var ways: UInt64 = 1
    for place in 0..<min(count, total - count) {
      // Each quotient is a number of ways itself, hence whole, and fits.
      let product = ways.multipliedFullWidth(by: UInt64(total - place))
      ways = UInt64(place + 1).dividingFullWidth(product).quotient
    }
    return ways
  }
}
