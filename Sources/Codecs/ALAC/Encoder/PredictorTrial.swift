/// A predictor on trial: it turns samples into residuals and counts their bits.
///
/// Each step waits for the previous one. Steps of two trials side by side keep the processor busy.
struct PredictorTrial<Samples: TapSamples> {
  private var taps: AdaptiveTaps<Samples>
  private var writer: AdaptiveGolombWriter
  private var bits = BitCount()
  private let distance: Int
  private let unused: Int32

  /// Codes the first `order + 1` samples as differences. There must be more samples than these, and
  /// ``Predictor/hasFewTaps(width:count:)`` must have allowed the predictor.
  @inline(__always)
  init(_ predictor: Predictor, _ format: ChannelFormat, _ samples: Span<Int32>, _ residuals: inout MutableSpan<Int32>) {
    taps = AdaptiveTaps(predictor)
    writer = AdaptiveGolombWriter(rawWidth: format.width, format.adaptation)
    distance = predictor.order &+ 1
    unused = Int32(truncatingIfNeeded: 32 - format.width)
    predictor.differentiate(samples, unused, into: &residuals)
    for index in 0..<distance { writer.add(residuals[index], to: &bits) }
  }

  /// Processes the sample at `index`, and counts its bits. Eight more samples must follow.
  @inline(__always)
  mutating func step(_ index: Int, _ samples: Span<Int32>, _ residuals: inout MutableSpan<Int32>) {
    writer.add(residual(index, samples, &residuals), to: &bits)
  }

  /// Processes the samples from `start` up to `end`, without counting.
  @inline(__always)
  mutating func finish(_ range: Range<Int>, _ samples: Span<Int32>, _ residuals: inout MutableSpan<Int32>) {
    // A copy, which stays in registers.
    var copy = self
    for index in range { _ = copy.residual(index, samples, &residuals) }
    self = copy
  }

  @inline(__always)
  private mutating func residual(
    _ index: Int, _ samples: Span<Int32>, _ residuals: inout MutableSpan<Int32>
  ) -> Int32 {
    let past = samples.extracting((index &- distance)..<(index &- distance &+ 9))
    let base = past[0]
    let differences =
      SIMD8(past[1], past[2], past[3], past[4], past[5], past[6], past[7], past[8]) &- SIMD8(repeating: base)
    let residual = ((samples[index] &- base &- taps.prediction(differences)) &<< unused) &>> unused
    residuals[index] = residual
    taps.adapt(to: residual, differences)
    return residual
  }

  /// The bits of the residuals that were counted.
  var bitCount: Int { bits.count }

  /// True if decoders would decode the residuals differently.
  var isAmbiguous: Bool { taps.isAmbiguous }
}
