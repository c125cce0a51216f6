// Holds throughout: blocks are frames of the length that the detector was made for.

/// Where a block of samples becomes suddenly louder, and how its energy runs.
package struct Attacks: Sendable, Equatable {
  /// Bit e is set where the eighth e of the block begins an attack.
  package var eighths: UInt8 = 0
  /// Energy of each sixteenth of the block, above the low frequencies.
  package var energies: [16 of Float] = .init(repeating: 0)

  /// What both channels of a pair see together.
  mutating func formUnion(_ other: Attacks) {
    eighths |= other.eighths
    for index in 0..<16 { energies[index] += other.energies[index] }
  }

  package static func == (left: Attacks, right: Attacks) -> Bool {
    left.eighths == right.eighths && (0..<16).allSatisfy { left.energies[$0] == right.energies[$0] }
  }
}

/// Finds attacks in the samples of one channel, a block of a frame's length at a time.
///
/// Low frequencies are taken out first, since they carry loud slow waves that hide a stroke. An eighth of a block is an
/// attack where its energy is ten times the recent average.
package struct AttackDetector: Sendable {
  private let sixteenth: Int
  private var lastSample: Float = 0
  private var lastFiltered: Float = 0
  private var average: Float = 0
  private var lastEnergy: Float = 0

  /// The high pass of first order: y[n] = gain · (x[n] − x[n−1]) + pole · y[n−1].
  private static let gain: Float = 0.7548
  private static let pole: Float = 0.5095
  /// How many times the average makes an attack.
  private static let ratio: Float = 10
  /// The share of the newest energy in the average.
  private static let pace: Float = 0.3
  /// Mean square of an eighth below which nothing is an attack: far below it no pre-echo is heard.
  private static let quiet: Float = 7800
  /// Where energies stop to grow; far above full scale.
  private static let loudest: Float = 1e12

  /// - Parameter frameLength: The samples of a block: 960 or 1024.
  package init(frameLength: Int) { sixteenth = frameLength / 16 }

  /// Looks at the next block.
  ///
  /// - Parameter block: Samples in 16-bit scale; their number is the frame length.
  package mutating func analyze(_ block: Span<Float>) -> Attacks {
    precondition(block.count == 16 * sixteenth)
    var result = Attacks()
    for part in 0..<16 {
      result.energies[part] = energy(block, part * sixteenth)
    }
    for eighth in 0..<8 {
      let energy = result.energies[2 * eighth] + result.energies[2 * eighth + 1]
      average += AttackDetector.pace * (lastEnergy - average)
      if energy > AttackDetector.ratio * average, energy > AttackDetector.quiet * Float(2 * sixteenth) {
        result.eighths |= 1 << UInt8(eighth)
      }
      lastEnergy = energy
    }
    return result
  }

  private mutating func energy(_ block: Span<Float>, _ start: Int) -> Float {
    var sum: Float = 0
    var sample = lastSample
    var filtered = lastFiltered
    for index in start..<(start + sixteenth) {
      let next = block[index]
      filtered = AttackDetector.gain * (next - sample) + AttackDetector.pole * filtered
      sample = next
      sum += filtered * filtered
    }
    guard sum < AttackDetector.loudest else {
      lastSample = 0
      lastFiltered = 0
      return sum.isNaN ? 0 : AttackDetector.loudest
    }
    lastSample = sample
    lastFiltered = filtered
    return sum
  }
}
