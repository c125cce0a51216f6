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

  /// The threshold of a root.
  @inline(__always)
  static func power(_ root: Float) -> Float {
    let square = root * root
    return square * square * root
  }

  private var roots: [Float]
  private var energyLogarithms: [Float]
  private var lineCounts: [Float]
  private var places: [Int]
  private(set) var count = 0
  /// Wanted noise energies at their places.
  private(set) var noise: [Float]

  init() {
    roots = Array(repeating: 0, count: AnalyzedChannel.placeCount)
    energyLogarithms = roots
    lineCounts = roots
    noise = roots
    places = Array(repeating: 0, count: AnalyzedChannel.placeCount)
  }

  /// Takes over the bands that are to be quantised.
  mutating func prepare(_ channel: borrowing AnalyzedChannel, _ coder: borrowing ChannelCoder) {
    count = 0
    for index in 0..<coder.segments.placeCount {
      let place = coder.segments.places[index]
      guard channel.tools[place] == .spectral else { continue }
      let energy = max(channel.energies[place], 1e-9)
      let threshold = max(channel.thresholds[place], 1e-6)
      roots[count] = NoiseAllocation.root(threshold)
      energyLogarithms[count] = FloatFunctions.log2(energy)
      lineCounts[count] = coder.activeLines[place]
      places[count] = place
      count += 1
    }
  }

  /// Adds the roots of the thresholds of audible bands and the lines of these, for the frame's mean.
  func addRoots(to sum: inout Float, lines: inout Float) {
    for index in 0..<count where energyLogarithms[index] > NoiseAllocation.degree * FloatFunctions.log2(roots[index]) {
      sum += roots[index] * lineCounts[index]
      lines += lineCounts[index]
    }
  }

  /// The perceptual entropy, in bits, with thresholds raised by `reduction` and multiplied by `factor`.
  func perceptualEntropy(_ reduction: Float, factor: Float) -> Float {
    var sum: Float = 0
    let offset = FloatFunctions.log2(factor)
    for index in 0..<count {
      let ratio =
        energyLogarithms[index] - NoiseAllocation.degree * FloatFunctions.log2(roots[index] + reduction) - offset
      let bits = ratio >= 3 ? ratio : 1.3219281 + 0.5593573 * ratio
      sum += ratio > 0 ? lineCounts[index] * bits : 0
    }
    return sum
  }

  /// Sets ``noise``.
  mutating func raise(_ reduction: Float, factor: Float) {
    for index in 0..<count {
      noise[places[index]] = NoiseAllocation.power(roots[index] + reduction) * factor
    }
  }
}
