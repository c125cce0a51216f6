package import AACSyntax

/// Chooses the windows of each frame from the attacks around it, one block of samples ahead.
///
/// Frame n's window is over blocks n − 1 and n. Its short windows reach from 7/16 of block n − 1 to 9/16 of block n:
/// ```
/// block            n − 1                            n
/// eighths  0   1   2   3   4   5   6   7 | 0   1   2   3   4   5   6   7
/// window               0···0
///                          1···1 …                   7···7
/// ```
/// So frame n has to be short for attacks in the first five eighths of block n and in the last four of block n − 1, and
/// the frame before a short one has to be a start.
///
/// ISO/IEC 14496-3, 4.6.11.3.
package struct BlockSwitching: Sendable {
  private let longShape: WindowShape
  /// The blocks that frame n covers.
  private var older = Attacks()
  private var newer = Attacks()
  private var last = WindowSequence.onlyLong

  /// - Parameter longShape: The slope between long windows.
  package init(longShape: WindowShape) { self.longShape = longShape }

  private static let early: UInt8 = 0b0001_1111
  private static let late: UInt8 = 0b1111_0000

  /// Returns the windows of frame n.
  ///
  /// - Parameter ahead: The attacks found in block n + 1, in both channels where they share windows.
  package mutating func plan(ahead: Attacks) -> WindowPlan {
    let isShort = BlockSwitching.needsShort(older, newer)
    let isNextShort = BlockSwitching.needsShort(newer, ahead)
    var plan = WindowPlan()
    switch last {
    case .onlyLong, .longStop: plan.sequence = isNextShort ? .longStart : .onlyLong
    case .longStart, .eightShort: plan.sequence = isShort || isNextShort ? .eightShort : .longStop
    }
    plan.shape = plan.sequence == .onlyLong || plan.sequence == .longStop ? longShape : .sine
    if plan.sequence == .eightShort { plan.grouping = grouping() }
    last = plan.sequence
    older = newer
    newer = ahead
    return plan
  }

  private static func needsShort(_ older: Attacks, _ newer: Attacks) -> Bool {
    older.eighths & late != 0 || newer.eighths & early != 0
  }

  /// The largest number of groups; more are joined further.
  private static let largestGroupCount = 4
  /// The largest difference between neighbouring windows of one group, as a base-2 logarithm of energy.
  private static let similarity: Float = 1

  /// Joins neighbouring windows of similar energy.
  private func grouping() -> Int {
    var levels: [8 of Float] = .init(repeating: 0)
    for window in 0..<8 {
      var energy: Float = 1
      for part in 0..<4 {
        let place = 7 + 2 * window + part
        let value = place < 16 ? older.energies[place] : newer.energies[place - 16]
        energy += part == 1 || part == 2 ? value : value / 4
      }
      levels[window] = logarithm(energy)
    }
    var starts: UInt8 = 0xFF
    while let (window, difference) = closest(levels, starts),
      difference < BlockSwitching.similarity || starts.nonzeroBitCount > BlockSwitching.largestGroupCount
    {
      starts &= ~(1 << UInt8(window))
    }
    var grouping = 0
    for window in 1..<8 where starts >> UInt8(window) & 1 == 0 { grouping |= 1 << (7 - window) }
    return grouping
  }

  /// Returns the window that begins the group most like the previous one, and their difference.
  private func closest(_ levels: [8 of Float], _ starts: UInt8) -> (window: Int, difference: Float)? {
    var best: (window: Int, difference: Float)?
    var previous: Float = 0
    var start = 0
    while start < 8 {
      var end = start + 1
      var sum = levels[start]
      while end < 8, starts >> UInt8(end) & 1 == 0 {
        sum += levels[end]
        end += 1
      }
      let level = sum / Float(end - start)
      if start > 0 {
        let difference = abs(level - previous)
        if difference < best?.difference ?? .infinity { best = (start, difference) }
      }
      previous = level
      start = end
    }
    return best
  }

  /// Returns the logarithm to the base 2, to about 0.09.
  private func logarithm(_ value: Float) -> Float {
    Float(value.exponent) + (value.significand - 1)
  }
}
