/// Remembers the last 1024 sequence numbers, so that repeated packets count once.
public struct DuplicateFilter: Sendable {
  /// The distance below the highest number within which numbers are remembered.
  public static let window: Int64 = 1024

  private var highest: Int64?
  private var words: [UInt64]

  /// Creates an empty filter.
  public init() {
    // Bound: 1024 bits.
    words = [UInt64](repeating: 0, count: Int(DuplicateFilter.window / 64))
  }

  /// Records a number and returns true if it is new: not seen before and not older than the window.
  public mutating func isNew(_ number: Int64) -> Bool {
    guard let highest else {
      self.highest = number
      set(number)
      return true
    }
    if number > highest {
      clear(after: highest, through: number)
      self.highest = number
      set(number)
      return true
    }
    guard highest &- number < Self.window, highest &- number >= 0 else { return false }
    let (word, bit) = Self.place(number)
    guard words[word] & bit == 0 else { return false }
    words[word] |= bit
    return true
  }

  /// Returns true if a number has been seen, or is too old to tell.
  public func isKnown(_ number: Int64) -> Bool {
    guard let highest, number <= highest else { return false }
    guard highest &- number < Self.window, highest &- number >= 0 else { return true }
    let (word, bit) = Self.place(number)
    return words[word] & bit != 0
  }

  private static func place(_ number: Int64) -> (word: Int, bit: UInt64) {
    let slot = Int(truncatingIfNeeded: number & (window - 1))
    return (slot / 64, 1 << UInt64(truncatingIfNeeded: slot % 64))
  }

  private mutating func set(_ number: Int64) {
    let (word, bit) = Self.place(number)
    words[word] |= bit
  }

  private mutating func clear(after old: Int64, through new: Int64) {
    if new &- old >= Self.window || new &- old < 0 {
      for index in words.indices { words[index] = 0 }
      return
    }
    var number = old
    while number < new {
      number += 1
      let (word, bit) = Self.place(number)
      words[word] &= ~bit
    }
  }
}
