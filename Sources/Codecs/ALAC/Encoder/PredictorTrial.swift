/// A predictor on trial: it turns samples into residuals, and counts the bits of these as they come.
///
/// Each step waits for the previous one. Steps of two trials side by side keep the processor busy.
struct PredictorTrial {
  private var taps: AdaptiveTaps
  private var writer: AdaptiveGolombWriter
  private var bits = BitCount()
  private let distance: Int
  private let unused: Int32

  /// Takes the first `order + 1` samples, which are coded as differences. There must be more of them, and
  /// ``AdaptiveTaps/canRun(_:width:count:)`` must have allowed the predictor.
  @inline(__always)
  init(_ predictor: Predictor, _ format: ChannelFormat, _ samples: Span<Int32>, _ residuals: inout MutableSpan<Int32>) {
    taps = AdaptiveTaps(predictor, first: samples)
    writer = AdaptiveGolombWriter(rawWidth: format.width, format.adaptation)
    distance = predictor.order &+ 1
    unused = Int32(truncatingIfNeeded: 32 - format.width)
    predictor.differentiate(samples, unused, into: &residuals)
    for index in 0..<distance { writer.add(residuals[index], to: &bits) }
  }

  /// Takes the samples from the first that was not taken up to `end`.
  mutating func run(upTo end: Int, _ samples: Span<Int32>, _ residuals: inout MutableSpan<Int32>) {
    for index in distance..<max(distance, end) { step(index, samples, &residuals) }
  }

  /// Takes the sample at `index`.
  @inline(__always)
  mutating func step(_ index: Int, _ samples: Span<Int32>, _ residuals: inout MutableSpan<Int32>) {
    let base = samples[index &- distance]
    let differences = taps.differences(to: base)
    let sample = samples[index]
    let residual = ((sample &- base &- taps.prediction(differences)) &<< unused) &>> unused
    residuals[index] = residual
    taps.advance(residual, differences, sample)
    writer.add(residual, to: &bits)
  }

  /// The bits of the residuals so far.
  var bitCount: Int { bits.count }

  /// Returns the bits of all residuals; `nil` where they must not be coded.
  mutating func finish() -> Int? {
    writer.finish(&bits)
    return writer.isAmbiguous || taps.isAmbiguous ? nil : bits.count
  }
}
