/// The sizes and the filter of a ``SpectralStage``: what does not depend on the precision.
///
/// A block of the input is transformed, its spectrum multiplied by the filter's and cut or padded to the size that the
/// output's rate asks for, and transformed back. With the ratio L : M of output to input the sizes are
/// ```
/// input    │◀ lead ▶│◀── hop: h·M ──▶│◀ rest ▶│      N = (h + p) · M
/// output   │◀      ▶│◀──   h·L    ──▶│◀      ▶│          (h + p) · L
/// ```
/// The ends of the output's block are spoilt, for the transform takes the block for one period of something periodic.
/// The filter reaches no further than the lead and the rest, which are p·M together, so that the middle is what an
/// endless convolution gives. The filter moves the output by the part of a frame that makes an output frame fall on the
/// middle's start.
struct SpectralPlan: Sendable {
  let inputSize: Int
  let outputSize: Int
  let inputHop: Int
  let outputHop: Int
  let inputLead: Int
  let outputLead: Int
  /// The spectrum of the filter for the bins from 0 on, divided by the size; the bins from its count on are stopped.
  let response: SplitArrays<Double>

  /// Sizes of transforms beyond it are not tried.
  static let sizeLimit = 1 << 20

  /// The cheapest sizes; nil if there are no transforms of the sizes that the ratio asks for.
  ///
  /// - Parameters:
  ///   - ratio: Frames out and in, which have no factor in common.
  ///   - kernel: The filter; its stopband starts at half the lower of the two rates or before.
  init?(ratio: RateRatio, kernel: LowpassKernel) {
    guard max(ratio.input, ratio.output) <= Self.sizeLimit / 16 else { return nil }
    let reach = Int(kernel.halfWidth.rounded(.up))
    let overlap = (2 * reach + ratio.input - 1) / ratio.input
    guard let count = Self.cheapestCount(of: ratio, overlap: overlap) else { return nil }
    inputSize = count * ratio.input
    outputSize = count * ratio.output
    inputHop = (count - overlap) * ratio.input
    outputHop = (count - overlap) * ratio.output
    inputLead = overlap * ratio.input / 2
    outputLead = inputLead * ratio.output / ratio.input
    let shift = inputLead * ratio.output - outputLead * ratio.input
    response = Self.response(
      of: kernel, size: inputSize, limit: min(inputSize, outputSize) / 2, shift: (shift, ratio.output))
  }

  /// h + p of the drawing: the least for which the work per frame is not much more than the least.
  ///
  /// An eighth more work may halve the time that the output waits for a block.
  private static func cheapestCount(of ratio: RateRatio, overlap: Int) -> Int? {
    let larger = max(ratio.input, ratio.output)
    let last = min(sizeLimit / larger, 16 * overlap + 4096 / larger)
    var candidates: [(count: Int, cost: Double)] = []
    for count in stride(from: overlap + 1, through: max(last, overlap + 1), by: 1) {
      guard let there = BlockTransform<Double>.cost(size: count * ratio.input),
        let back = BlockTransform<Double>.cost(size: count * ratio.output)
      else { continue }
      candidates.append((count, (there + back) / Double(count - overlap)))
    }
    guard let best = candidates.map(\.cost).min() else { return nil }
    return candidates.first { $0.cost <= 1.12 * best }?.count
  }

  /// The filter's spectrum at the bins of a transform of `size` input frames, over `size`, moved forward in time by
  /// a fraction of a frame.
  private static func response(
    of kernel: LowpassKernel, size: Int, limit: Int, shift: (numerator: Int, denominator: Int)
  ) -> SplitArrays<Double> {
    let reach = Int(kernel.halfWidth.rounded(.up))
    var taps = SplitArrays<Double>(count: size)
    for tap in -reach...reach {
      taps.real[(tap + size) % size] = kernel(Double(tap)) / Double(size)
    }
    var spectrum = SplitArrays<Double>(count: size)
    var transform = BlockTransform<Double>(size: size)
    transform.transform(
      SplitNumbers(real: taps.real.span, imaginary: taps.imaginary.span), real: &spectrum.real,
      imaginary: &spectrum.imaginary)
    var response = SplitArrays<Double>(count: min(limit, Int((kernel.stopband * Double(size)).rounded(.up))))
    for bin in response.real.indices {
      // The taps are symmetric, so that their spectrum is real.
      let turn = Trigonometry.cosineAndSine(turns: bin * shift.numerator, over: size * shift.denominator)
      response.real[bin] = spectrum.real[bin] * turn.cosine
      response.imaginary[bin] = spectrum.real[bin] * turn.sine
    }
    return response
  }
}
