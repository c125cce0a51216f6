import Transforms

/// How much noise each band of a channel gets when bits are short: thresholds raised so that the loudness of the noise
/// grows alike everywhere.
///
/// `T' = (T^(1/5) + r)^5`, r being one number for the whole frame. The level of a frame is `log2` of the mean raised
/// threshold. Higher roots make the noise follow the thresholds more closely, lower ones follow loudness.
struct NoiseAllocation: Sendable {
  /// The root that is raised.
  static let degree: Float = 5

  /// The root of a threshold.
  @inline(__always)
  static func root(_ threshold: Float) -> Float { FloatFunctions.exp2(FloatFunctions.log2(threshold) / degree) }

  /// The roots of four thresholds.
  @inline(__always)
  static func root(_ thresholds: SIMD4<Float>) -> SIMD4<Float> {
    FloatFunctions.exp2(FloatFunctions.log2(thresholds) / degree)
  }

  /// Four thresholds, raised by a difference of their roots.
  @inline(__always)
  static func raised(_ thresholds: SIMD4<Float>, by reduction: Float) -> SIMD4<Float> {
    let root = root(SIMD4.greater(thresholds, SIMD4(repeating: 1e-6))) + reduction
    let square = root * root
    return square * square * root
  }

  /// The threshold of a root.
  @inline(__always)
  static func power(_ root: Float) -> Float {
    let square = root * root
    return square * square * root
  }

  /// Of each band that is to be quantised, one after the other, and some without lines up to a multiple of four.
  private struct Bands: Sendable {
    var roots: [Float]
    var energyLogarithms: [Float]
    var lineCounts: [Float]

    init() {
      roots = Array(repeating: 0, count: AnalyzedChannel.placeCount)
      energyLogarithms = roots
      lineCounts = roots
    }
  }

  private var bands = Bands()
  /// The perceptual entropy of each.
  private var entropies: [Float]
  private var places: [Int]
  private(set) var count = 0
  /// Wanted noise energies at their places.
  private(set) var noise: [Float]

  init() {
    noise = Array(repeating: 0, count: AnalyzedChannel.placeCount)
    entropies = noise
    places = Array(repeating: 0, count: AnalyzedChannel.placeCount)
  }

  /// Takes over the bands that are to be quantised.
  mutating func prepare(_ channel: borrowing AnalyzedChannel, _ coder: borrowing ChannelCoder) {
    count = 0
    for index in 0..<coder.segments.placeCount {
      let place = coder.segments.places[index]
      guard channel.tools[place] == .spectral else { continue }
      bands.energyLogarithms[count] = max(channel.energies[place], 1e-9)
      bands.roots[count] = max(channel.thresholds[place], 1e-6)
      bands.lineCounts[count] = coder.activeLines[place]
      places[count] = place
      count += 1
    }
    for index in count..<((count + 3) & ~3) {
      bands.energyLogarithms[index] = 1
      bands.roots[index] = 1
      bands.lineCounts[index] = 0
    }
    NoiseAllocation.transform(&bands.energyLogarithms, count) { FloatFunctions.log2($0) }
    NoiseAllocation.transform(&bands.roots, count) { NoiseAllocation.root($0) }
  }

  /// Replaces `count` values, and those behind them up to a multiple of four.
  @inline(__always)
  private static func transform(
    _ values: inout [Float], _ count: Int, _ body: (SIMD4<Float>) -> SIMD4<Float>
  ) {
    var values = values.mutableSpan
    for start in stride(from: 0, to: count, by: 4) { values.setQuad(body(values.span.quad(at: start)), at: start) }
  }

  /// Adds the roots of the thresholds of audible bands and the lines of these, for the frame's mean.
  func addRoots(to sum: inout Float, lines: inout Float) {
    let (roots, energies, counts) = (bands.roots.span, bands.energyLogarithms.span, bands.lineCounts.span)
    for start in stride(from: 0, to: count, by: 4) {
      let root = roots.quad(at: start)
      let isAudible = energies.quad(at: start) .> NoiseAllocation.degree * FloatFunctions.log2(root)
      let count = SIMD4<Float>().replacing(with: counts.quad(at: start), where: isAudible)
      NoiseAllocation.add(root * count, to: &sum)
      NoiseAllocation.add(count, to: &lines)
    }
  }

  /// Adds four values one after the other, as a loop over bands does.
  @inline(__always)
  private static func add(_ values: SIMD4<Float>, to sum: inout Float) {
    sum = sum + values[0] + values[1] + values[2] + values[3]
  }

  /// The perceptual entropy, in bits, with thresholds raised by `reduction` and multiplied by `factor`.
  mutating func perceptualEntropy(_ reduction: Float, factor: Float) -> Float {
    let quadCount = (count + 3) / 4
    NoiseAllocation.setEntropies(
      bands, 0..<(4 * quadCount), Raise(reduction: reduction, offset: FloatFunctions.log2(factor)), &entropies)
    var sum: Float = 0
    for entropy in entropies[..<count] { sum += entropy }
    return sum
  }

  /// What thresholds are raised by: a difference of their roots, and one of their logarithms.
  private struct Raise: BitwiseCopyable {
    var reduction: Float
    var offset: Float
  }

  /// Sets the terms of the perceptual entropy. In a loop without their sum, which would take the lanes apart: 330
  /// instructions of four bands became 50.
  @inline(never)
  private static func setEntropies(
    _ bands: borrowing Bands, _ range: Range<Int>, _ raise: Raise, _ entropies: inout [Float]
  ) {
    var output = entropies.mutableSpan
    let (roots, energies, counts) = (bands.roots.span, bands.energyLogarithms.span, bands.lineCounts.span)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
      let raised = NoiseAllocation.degree * FloatFunctions.log2(roots.quad(at: start) + raise.reduction)
      let ratio = energies.quad(at: start) - raised - raise.offset
      let low = 1.3219281 + 0.5593573 * ratio
      let bits = low.replacing(with: ratio, where: ratio .>= 3)
      output.setQuad((counts.quad(at: start) * bits).replacing(with: 0, where: ratio .<= 0), at: start)
    }
  }

  /// Sets ``noise``.
  mutating func raise(_ reduction: Float, factor: Float) {
    for index in 0..<count {
      noise[places[index]] = NoiseAllocation.power(bands.roots[index] + reduction) * factor
    }
  }
}
