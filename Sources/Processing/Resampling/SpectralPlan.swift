/// The sizes and the filter of a ``SpectralStage``, which do not depend on the precision.
///
/// A block of the input is transformed, its spectrum multiplied by the filter's and cut or padded to the size of the
/// output's rate, and transformed back. With the ratio L : M of output to input the sizes are
/// ```
/// input    │◀ lead ▶│◀── hop: h·M ──▶│◀ rest ▶│      N = (h + p) · M
/// output   │◀      ▶│◀──   h·L    ──▶│◀      ▶│          (h + p) · L
/// ```
/// The ends of the output's block are invalid, for the transform treats the block as one period of a periodic signal.
/// The filter reaches no further than the lead and the rest, which are p·M together, so that the middle equals an
/// endless convolution. The filter moves the output by the part of a frame that makes an output frame fall on the
/// middle's start.
struct SpectralPlan: Sendable {
  let inputSize: Int
  let outputSize: Int
  let inputHop: Int
  let outputHop: Int
  let inputLead: Int
  let outputLead: Int
  private let kernel: LowpassKernel
  /// The delay of an output frame relative to the start of the middle, as a fraction of an input frame.
  private let shift: (numerator: Int, denominator: Int)

  /// The criterion for choosing the sizes of blocks.
  enum Aim {
    /// Low latency: half the waiting time for a block is worth an eighth more work.
    case promptness
    case throughput
  }

  /// Sizes of transforms beyond it are not tried.
  static let sizeLimit = 1 << 20

  /// Chooses the cheapest sizes; nil if there are no transforms of the sizes that the ratio needs.
  ///
  /// - Parameters:
  ///   - ratio: Frames out and in, which have no factor in common.
  ///   - kernel: The filter; its stopband starts at half the lower of the two rates or before.
  ///   - aim: The purpose that matters more than a little work.
  init?(ratio: RateRatio, kernel: LowpassKernel, aim: Aim) {
    guard max(ratio.input, ratio.output) <= Self.sizeLimit / 16 else { return nil }
    let reach = kernel.reach
    let overlap = (2 * reach + ratio.input - 1) / ratio.input
    let candidates = Self.candidates(for: ratio, overlap: overlap)
    guard let count = Self.choose(from: candidates, overlap: overlap, aim: aim) else { return nil }
    inputSize = count * ratio.input
    outputSize = count * ratio.output
    inputHop = (count - overlap) * ratio.input
    outputHop = (count - overlap) * ratio.output
    inputLead = overlap * ratio.input / 2
    outputLead = inputLead * ratio.output / ratio.input
    self.kernel = kernel
    shift = (inputLead * ratio.output - outputLead * ratio.input, ratio.output)
  }

  /// Returns the values of h + p of the drawing for which there are transforms, and the work per frame.
  private static func candidates(for ratio: RateRatio, overlap: Int) -> [(count: Int, cost: Double)] {
    let larger = max(ratio.input, ratio.output)
    let last = min(sizeLimit / larger, 16 * overlap + 4096 / larger)
    // One of the two numbers of the ratio is odd, and sizes are multiples of 8.
    let first = (overlap / 8 + 1) * 8
    return stride(from: first, through: max(last, first), by: 8).compactMap { count in
      guard let there = TransformSize.cost(count * ratio.input), let back = TransformSize.cost(count * ratio.output)
      else { return nil }
      return (count, (there + back) / Double(count - overlap))
    }
  }

  private static func choose(from candidates: [(count: Int, cost: Double)], overlap: Int, aim: Aim) -> Int? {
    guard let best = candidates.map(\.cost).min() else { return nil }
    switch aim {
    case .throughput:
      return candidates.first { $0.cost <= 1.02 * best }?.count
    case .promptness:
      guard let least = candidates.first(where: { $0.cost <= 1.12 * best }) else { return nil }
      // The wait is 2 · (h + p) − 1.5 · p; with this limit it is about six times the filter's span.
      let limit = max(least.count, Int(3.7 * Double(overlap)))
      return candidates.filter { $0.count <= limit }.min { $0.cost < $1.cost }?.count
    }
  }

  /// Returns the spectrum of the filter for the bins from 0 on, divided by the size; the bins after the last one are
  /// stopped. The count is a multiple of four.
  ///
  /// - Parameter transform: One of ``inputSize`` numbers.
  func response(_ transform: inout BlockTransform<Double>) -> SplitArrays<Double> {
    let size = inputSize
    let reach = kernel.reach
    var taps = SplitArrays<Double>(count: size)
    taps.real[0] = kernel(0) / Double(size)
    for tap in 1...reach {
      taps.real[tap] = kernel(Double(tap)) / Double(size)
      taps.real[size - tap] = taps.real[tap]
    }
    var spectrum = SplitArrays<Double>(count: size)
    transform.transform(
      SplitNumbers(real: taps.real.span, imaginary: taps.imaginary.span), real: &spectrum.real,
      imaginary: &spectrum.imaginary)
    let stopped = Int((kernel.stopband * Double(size)).rounded(.up))
    var response = SplitArrays<Double>(count: min(inputSize / 2, outputSize / 2, (stopped + 3) / 4 * 4))
    let turns = RootsOfUnity(
      turns: shift.numerator, over: size * shift.denominator, count: response.real.count)
    for bin in response.real.indices {
      // The taps are symmetric, so that their spectrum is real.
      let turn = turns[bin]
      response.real[bin] = spectrum.real[bin] * turn.cosine
      response.imaginary[bin] = spectrum.real[bin] * turn.sine
    }
    return response
  }
}
