import AudioBase

// Bound throughout: the counts are constants of this file.

/// The counts of measured loudness values, in bins of 0.01 LU from -70 to +30 LUFS, in constant memory.
///
/// A bin also keeps the sum of its energies, so that a mean is that of the values themselves. Only a gate cuts whole
/// bins: it differs by less than 0.01 LU from the standard's, on the side of the bin's mean.
package struct LoudnessHistogram: Sendable {
  private static let lowestLoudness = -70.0
  private static let binsPerUnit = 100.0
  private static let binCount = 10_000

  /// The energy of -70 LUFS, the absolute gate: 10^((-70 + 0.691)/10).
  package static let absoluteGate = 1.172_465_304_582_296_4e-7

  private var counts = [Int](repeating: 0, count: binCount)
  private var energies = [Double](repeating: 0, count: binCount)

  /// Returns the loudness of a weighted mean square of all channels: ITU-R BS.1770-4, annex 1, formula 2, in LUFS.
  package static func loudness(ofEnergy energy: Double) -> Double { Decibels.level(ofPower: energy) - 0.691 }

  /// Counts a measurement that is above the absolute gate.
  mutating func add(energy: Double) {
    guard energy > Self.absoluteGate else { return }
    let place = (Self.loudness(ofEnergy: energy) - Self.lowestLoudness) * Self.binsPerUnit
    let bin = Int(min(max(place, 0), Double(Self.binCount - 1)))
    counts[bin] += 1
    energies[bin] += energy
  }

  /// Counts all measurements of another histogram.
  mutating func add(_ other: LoudnessHistogram) {
    for bin in counts.indices {
      counts[bin] += other.counts[bin]
      energies[bin] += other.energies[bin]
    }
  }

  mutating func removeAll() {
    for bin in counts.indices { (counts[bin], energies[bin]) = (0, 0) }
  }

  /// Returns the mean energy above the absolute and the relative gate; the latter is `ratio` times the mean without it;
  /// `nil` if nothing was measured.
  func gatedMean(ratio: Double) -> Double? {
    guard let all = mean(above: 0) else { return nil }
    return mean(above: all * ratio)
  }

  private func mean(above threshold: Double) -> Double? {
    var count = 0
    var sum = 0.0
    for bin in counts.indices where isAbove(threshold, bin) {
      count += counts[bin]
      sum += energies[bin]
    }
    return count == 0 ? nil : sum / Double(count)
  }

  @inline(__always)
  private func isAbove(_ threshold: Double, _ bin: Int) -> Bool { energies[bin] > threshold * Double(counts[bin]) }

  /// Returns the range between the 10th and the 95th percentile of the loudness measurements above the gates: EBU Tech
  /// 3342; `nil` if nothing was measured.
  func range(ratio: Double) -> Double? {
    guard let all = mean(above: 0) else { return nil }
    let threshold = all * ratio
    var count = 0
    for bin in counts.indices where isAbove(threshold, bin) { count += counts[bin] }
    let last = Double(count - 1)
    let low = loudness(ofRank: Int((last * 0.10).rounded()), above: threshold)
    let high = loudness(ofRank: Int((last * 0.95).rounded()), above: threshold)
    return high - low
  }

  /// Returns the loudness of the bin that holds a measurement, counted from the softest.
  private func loudness(ofRank rank: Int, above threshold: Double) -> Double {
    var left = rank
    for bin in counts.indices where isAbove(threshold, bin) {
      if left < counts[bin] { return Self.loudness(ofEnergy: energies[bin] / Double(counts[bin])) }
      left -= counts[bin]
    }
    return Self.lowestLoudness
  }
}
