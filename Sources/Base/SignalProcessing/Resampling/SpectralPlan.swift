/// The sizes and the filter of a ``SpectralStage``: what does not depend on the precision.
///
/// A block of the input is transformed, its spectrum multiplied by the filter's and cut or padded to the size that the
/// output's rate asks for, and transformed back. With the ratio L : M of output to input the sizes are
/// ```
/// input    │◀ lead: p·M ▶│◀── hop: h·M ──▶│◀ p·M ▶│      N = (h + 2p) · M
/// output   │◀    p·L    ▶│◀──   h·L    ──▶│◀ p·L ▶│          (h + 2p) · L
/// ```
/// The ends of the output's block are spoilt, for the transform takes the block for one period of something periodic.
/// The filter reaches no further than p·M, so that the middle is what an endless convolution gives.
struct SpectralPlan: Sendable {
  let inputSize: Int
  let outputSize: Int
  let inputHop: Int
  let outputHop: Int
  let inputLead: Int
  let outputLead: Int
  /// The spectrum of the filter for the bins from 0 on, divided by the size; the bins from its count on are stopped.
  let response: [Double]

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
    let lead = (reach + ratio.input - 1) / ratio.input
    guard let count = Self.cheapestCount(of: ratio, lead: lead) else { return nil }
    inputSize = count * ratio.input
    outputSize = count * ratio.output
    inputHop = (count - 2 * lead) * ratio.input
    outputHop = (count - 2 * lead) * ratio.output
    inputLead = lead * ratio.input
    outputLead = lead * ratio.output
    response = Self.response(of: kernel, size: inputSize, limit: min(inputSize, outputSize) / 2)
  }

  /// h + 2p of the drawing: the least for which the work per frame is within a twentieth of the best.
  private static func cheapestCount(of ratio: RateRatio, lead: Int) -> Int? {
    let larger = max(ratio.input, ratio.output)
    let last = min(sizeLimit / larger, 32 * lead + 4096 / larger)
    var candidates: [(count: Int, cost: Double)] = []
    for count in stride(from: 2 * lead + 1, through: max(last, 2 * lead + 1), by: 1) {
      guard let there = BlockTransform<Double>.cost(size: count * ratio.input),
        let back = BlockTransform<Double>.cost(size: count * ratio.output)
      else { continue }
      candidates.append((count, (there + back) / Double(count - 2 * lead)))
    }
    guard let best = candidates.map(\.cost).min() else { return nil }
    return candidates.first { $0.cost <= 1.05 * best }?.count
  }

  /// The filter's spectrum at the bins of a transform of `size` input frames, over `size`.
  private static func response(of kernel: LowpassKernel, size: Int, limit: Int) -> [Double] {
    let reach = Int(kernel.halfWidth.rounded(.up))
    let taps = (0...reach).map { kernel(Double($0)) * ($0 == 0 ? 1 : 2) }
    let cosines = (0..<size).map { Trigonometry.cosine(turns: $0, over: size) }
    let count = min(limit, Int((kernel.stopband * Double(size)).rounded(.up)))
    return (0..<count).map { bin in
      var sum = 0.0
      var angle = 0
      for tap in taps {
        sum += tap * cosines[angle]
        angle += bin
        if angle >= size { angle -= size }
      }
      return sum / Double(size)
    }
  }
}
