// Bound throughout: the counts are constants of this file.

/// The energies of the last steps of 10 ms, and the results of all the windows that end at a step.
struct LoudnessSteps: Sendable {
  /// The number of steps of a gating block, 400 ms.
  static let blockLength = 40
  /// The number of steps of the longest window, 3 s.
  static let windowLength = 300
  private static let capacity = windowLength
  /// The number of steps from one counted measurement to the next: a quarter of a block.
  private static let countingInterval = 10

  /// The gating blocks, one every 100 ms.
  private(set) var blocks = LoudnessHistogram()
  /// The windows, one every 100 ms.
  private(set) var shortTerms = LoudnessHistogram()
  /// The largest mean energies of a block and of a window, or `nil` before the first.
  private(set) var largestMomentary: Double?
  private(set) var largestShortTerm: Double?

  /// Sums of squares and frame counts of the last steps; step n has the index n modulo ``capacity``.
  private var energies = [Double](repeating: 0, count: capacity)
  private var frameCounts = [Int](repeating: 0, count: capacity)
  private var stepCount = 0
  /// The step with which the format began that frames are counted in.
  private var firstStep = 0
  private var lastEnd = 0

  /// Returns the frame at which the current step ends: step n ends at n hundredths of a second, to the nearest frame.
  func end(_ sampleRate: Double) -> Int { Int((Double(stepCount - firstStep + 1) * sampleRate / 100).rounded()) }

  /// Counts frames of another format from 0 on.
  mutating func beginFormat() { (firstStep, lastEnd) = (stepCount, 0) }

  /// Ends the current step.
  mutating func append(energy: Double, frameCount: Int) {
    energies[stepCount % Self.capacity] = energy
    frameCounts[stepCount % Self.capacity] = frameCount - lastEnd
    lastEnd = frameCount
    stepCount += 1
    let isCounted = stepCount % Self.countingInterval == 0
    if let energy = self.energy(ofLast: Self.blockLength) {
      if isCounted { blocks.add(energy: energy) }
      largestMomentary = max(largestMomentary ?? 0, energy)
    }
    if let energy = self.energy(ofLast: Self.windowLength) {
      if isCounted { shortTerms.add(energy: energy) }
      largestShortTerm = max(largestShortTerm ?? 0, energy)
    }
  }

  /// Returns the mean square over the last steps, or `nil` if there are too few.
  func energy(ofLast count: Int) -> Double? {
    guard stepCount >= count else { return nil }
    var sum = 0.0
    var frames = 0
    for step in (stepCount - count)..<stepCount {
      sum += energies[step % Self.capacity]
      frames += frameCounts[step % Self.capacity]
    }
    return sum / Double(frames)
  }

  /// Counts the windows of another programme.
  mutating func add(_ other: LoudnessSteps) {
    blocks.add(other.blocks)
    shortTerms.add(other.shortTerms)
    if let energy = other.largestMomentary { largestMomentary = max(largestMomentary ?? 0, energy) }
    if let energy = other.largestShortTerm { largestShortTerm = max(largestShortTerm ?? 0, energy) }
  }

  mutating func reset() {
    blocks.removeAll()
    shortTerms.removeAll()
    (largestMomentary, largestShortTerm) = (nil, nil)
    (stepCount, firstStep, lastEnd) = (0, 0, 0)
  }
}
