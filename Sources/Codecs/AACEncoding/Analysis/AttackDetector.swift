// Holds throughout: blocks are frames of the length that the detector was made for.

/// The positions in a block of samples at which the sound suddenly becomes louder, and the course of its energy.
package struct Attacks: Sendable, Equatable {
  /// Bit e is set if an attack begins in eighth e of the block.
  package var eighths: UInt8 = 0
  /// Energy of each sixteenth of the block, above the low frequencies.
  package var energies: [16 of Float] = .init(repeating: 0)

  /// Merges the attacks of the other channel of a pair.
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
/// Low frequencies are removed first, since they carry loud slow waves that hide a stroke. An eighth of a block is an
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
  /// The multiple of the average that makes an attack.
  private static let ratio: Float = 10
  /// The share of the newest energy in the average.
  private static let pace: Float = 0.3
  /// The mean square of an eighth of a block below which there is no attack: pre-echoes of much softer sound are not
  /// heard.
  private static let quiet: Float = 7800
  /// The energy at which growth is no longer followed; far above full scale.
  private static let loudest: Float = 1e12

  /// - Parameter frameLength: The samples of a block: 960 or 1024.
  package init(frameLength: Int) { sixteenth = frameLength / 16 }

  /// Analyses the next block.
  ///
  /// - Parameter block: Samples in 16-bit scale; their number is the frame length.
  package mutating func analyze(_ block: Span<Float>) -> Attacks {
    precondition(block.count == 16 * sixteenth)
    var result = Attacks()
    result.energies = energies(block)
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

  /// Returns the energy of each sixteenth after the high pass.
  ///
  /// Each sample waits for the previous one, eight cycles long, so the four quarters of the block run side by side. All
  /// but the first one begin ``settling`` samples earlier from nothing, after which the filter has forgotten that: the
  /// energies are those of ``plainEnergies(_:)``. A quarter of the time.
  private mutating func energies(_ block: Span<Float>) -> [16 of Float] {
    let quarter = 4 * sixteenth
    var lanes = Lanes(settledIn: block, quarter: quarter, settling: AttackDetector.settling)
    lanes.sample[0] = lastSample
    lanes.filtered[0] = lastFiltered
    var energies: [16 of Float] = .init(repeating: 0)
    var largest = SIMD4<Float>()
    for part in 0..<4 {
      let sum = lanes.run(block, from: part * sixteenth, count: sixteenth, quarter: quarter)
      for lane in 0..<4 { energies[4 * lane + part] = sum[lane] }
      largest += sum
    }
    // Not so where a lane is far too loud, or NaN: the rest of the block depends on that.
    guard largest.sum() < AttackDetector.loudest else { return plainEnergies(block) }
    lastSample = lanes.sample[3]
    lastFiltered = lanes.filtered[3]
    return energies
  }

  /// The number of samples after which no effect of earlier input remains: the pole's 64th power is 10⁻¹⁹.
  private static let settling = 64

  /// The filter at four positions of a block, a quarter of it apart.
  private struct Lanes {
    var sample = SIMD4<Float>()
    var filtered = SIMD4<Float>()

    /// Filters the last samples of each quarter, whose end is the start of the next lane.
    init(settledIn block: Span<Float>, quarter: Int, settling: Int) {
      _ = run(block, from: quarter - settling, count: settling, quarter: quarter)
      sample = SIMD4(0, sample[0], sample[1], sample[2])
      filtered = SIMD4(0, filtered[0], filtered[1], filtered[2])
    }

    /// Runs some samples of each quarter and returns their energies.
    mutating func run(_ block: Span<Float>, from start: Int, count: Int, quarter: Int) -> SIMD4<Float> {
      let first = block.extracting(start..<(start + count))
      let second = block.extracting((quarter + start)..<(quarter + start + count))
      let third = block.extracting((2 * quarter + start)..<(2 * quarter + start + count))
      let fourth = block.extracting((3 * quarter + start)..<(3 * quarter + start + count))
      precondition(first.count == count && second.count == count && third.count == count && fourth.count == count)
      var (sample, filtered, sum) = (sample, filtered, SIMD4<Float>())
      for index in 0..<count {
        let next = SIMD4(first[index], second[index], third[index], fourth[index])
        filtered = AttackDetector.gain * (next - sample) + AttackDetector.pole * filtered
        sample = next
        sum += filtered * filtered
      }
      (self.sample, self.filtered) = (sample, filtered)
      return sum
    }
  }

  /// Returns the same sample by sample.
  private mutating func plainEnergies(_ block: Span<Float>) -> [16 of Float] {
    var energies: [16 of Float] = .init(repeating: 0)
    for part in 0..<16 { energies[part] = energy(block, part * sixteenth) }
    return energies
  }

  /// Takes a block sample by sample and returns the energy of each sixteenth: the reference for the fast version.
  package mutating func analyzePlainly(_ block: Span<Float>) -> [16 of Float] {
    precondition(block.count == 16 * sixteenth)
    return plainEnergies(block)
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
