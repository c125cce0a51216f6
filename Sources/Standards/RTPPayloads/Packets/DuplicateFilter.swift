/// Remembers which of the last 1024 sequence numbers have come, so that what is sent several times is taken once.
public struct DuplicateFilter: Sendable {
  /// How far behind the highest number one is still known.
  public static let window: Int64 = 1024

  private var highest: Int64?
  private var words: [UInt64]

  /// Creates a filter that has seen no number.
  public init() {
    // Bound: 1024 bits.
    words = [UInt64](repeating: 0, count: Int(DuplicateFilter.window / 64))
  }

  /// Takes note of a number and returns true if it is new: neither met before nor behind the window.
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

  /// Whether a number has been met, or is too old to tell.
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
