import Transforms

// Bound throughout: the counts are constants of this file.
// Holds throughout: samples are limited to the block and the taps before it.

/// Finds the largest magnitude between the samples of one channel: ITU-R BS.1770-4, annex 2.
///
/// The samples are interpolated four times by the standard's filter of 48 coefficients. It was made for 48 kHz and
/// serves all rates here; in the highest quarter of the spectrum its peaks are up to 0.6 dB too high.
struct TruePeakDetector: Sendable {
  /// Coefficients of one phase.
  private static let tapCount = 12
  /// The samples that are filtered at a time.
  private static let blockLength = 256

  /// The largest magnitude so far, of the interpolated samples alone.
  private(set) var peak: Float = 0
  /// The last samples of the previous call, then those of this call.
  private var samples = [Float](repeating: 0, count: tapCount - 1 + blockLength)
  /// The coefficients, one row per phase, the coefficient of the newest sample first.
  private let rows: [SIMD4<Float>]

  init() {
    let half = phases
    rows = (0..<Self.tapCount).map { tap in
      let mirrored = Self.tapCount - 1 - tap
      return SIMD4(half[0][tap], half[1][tap], half[1][mirrored], half[0][mirrored])
    }
  }

  /// Takes the next samples of the channel, in any chunks.
  mutating func add<Sample: BinaryFloatingPoint>(_ input: Span<Sample>) {
    let history = Self.tapCount - 1
    var start = 0
    while start < input.count {
      let count = min(Self.blockLength, input.count - start)
      for index in 0..<count { samples[history + index] = Float(cleanSample(input[start + index])) }
      peak = max(peak, largestMagnitude(count))
      for index in 0..<history { samples[index] = samples[count + index] }
      start += count
    }
  }

  private func largestMagnitude(_ count: Int) -> Float {
    let samples = self.samples.span
    let rows = self.rows.span
    precondition(samples.count >= count + Self.tapCount - 1 && rows.count == Self.tapCount)
    var largest = SIMD4<Float>.zero
    for index in 0..<count {
      var sum = SIMD4<Float>.zero
      for tap in 0..<Self.tapCount { sum += rows[tap] * samples[index + Self.tapCount - 1 - tap] }
      largest = pointwiseMax(largest, pointwiseMax(sum, -sum))
    }
    return largest.max()
  }

  mutating func reset() {
    peak = 0
    for index in samples.indices { samples[index] = 0 }
  }
}

/// The first two of the four phases of ITU-R BS.1770-4, annex 2; the other two are these reversed.
private let phases: [2 of [12 of Float]] = [
  [
    0.0017089843750, 0.0109863281250, -0.0196533203125, 0.0332031250000, -0.0594482421875, 0.1373291015625,
    0.9721679687500, -0.1022949218750, 0.0476074218750, -0.0266113281250, 0.0148925781250, -0.0083007812500,
  ],
  [
    -0.0291748046875, 0.0292968750000, -0.0517578125000, 0.0891113281250, -0.1665039062500, 0.4650878906250,
    0.7797851562500, -0.2003173828125, 0.1015625000000, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
]
