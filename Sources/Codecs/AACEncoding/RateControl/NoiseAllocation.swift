import Transforms

// Holds throughout: a channel has AnalyzedChannel.placeCount places, a quarter as many quads.

/// The allocation of noise to the bands of a channel when bits are short: thresholds raised so that the loudness of the
/// noise grows alike everywhere.
///
/// `T' = (T^(1/5) + s r)^5`, r being one number for the whole frame, s that of a band: 1 but in the lowest kilohertz,
/// whose noise is kept low (``NoiseDistribution/lowFactor(at:)``) in frames with few bits, too. The level of a frame is
/// `log2` of the mean raised threshold. Higher roots make the noise follow the thresholds more closely, lower ones
/// follow loudness.
///
/// Bits that are left lower all thresholds alike, but none below the threshold in quiet.
struct NoiseAllocation: Sendable {
  /// The root that is raised.
  static let degree: Float = 5
  /// The largest logarithmic ratio of energy to threshold of an inaudible band. The threshold of a masked or silent
  /// band is its energy, recomputed from its root with a small error.
  private static let audibleRatio: Float = 0.01
  /// Represents no floor, where a logarithm needs more than 0.
  private static let leastFloor: Float = 1e-20

  /// Returns the root of a threshold.
  @inline(__always)
  static func root(_ threshold: Float) -> Float { FloatFunctions.exp2(FloatFunctions.log2(threshold) / degree) }

  /// Returns the roots of four thresholds.
  @inline(__always)
  static func root(_ thresholds: SIMD4<Float>) -> SIMD4<Float> {
    FloatFunctions.exp2(FloatFunctions.log2(thresholds) / degree)
  }

  /// Returns four thresholds, raised by a difference of their roots.
  @inline(__always)
  static func raised(_ thresholds: SIMD4<Float>, by reduction: Float) -> SIMD4<Float> {
    let root = root(SIMD4.greater(thresholds, SIMD4(repeating: 1e-6))) + reduction
    let square = root * root
    return square * square * root
  }

  /// Returns the threshold of a root.
  @inline(__always)
  static func power(_ root: Float) -> Float {
    let square = root * root
    return square * square * root
  }

  /// Four bands that are to be quantised. Those beyond the last one of a frame have no lines.
  private struct BandQuad: Sendable, BitwiseCopyable {
    var roots = SIMD4<Float>(repeating: 1)
    var energyLogarithms = SIMD4<Float>()
    var lineCounts = SIMD4<Float>()
    var rises = SIMD4<Float>(repeating: 1)
    var floorLogarithms = SIMD4<Float>()
  }

  private var quads: [BandQuad]
  // The same band by band: the roots of the thresholds, and the inputs of the others.
  private var roots: [Float]
  private var energies: [Float]
  private var rises: [Float]
  private var floors: [Float]
  private var lineCounts: [Float]
  /// The perceptual entropy of each.
  private var entropies: [SIMD4<Float>]
  private var places: [Int]
  private(set) var count = 0
  /// Wanted noise energies at their places.
  private(set) var noise: [Float]

  init() {
    noise = Array(repeating: 0, count: AnalyzedChannel.placeCount)
    roots = noise
    energies = noise
    rises = noise
    floors = noise
    lineCounts = noise
    quads = Array(repeating: BandQuad(), count: AnalyzedChannel.placeCount / 4)
    entropies = Array(repeating: SIMD4(), count: AnalyzedChannel.placeCount / 4)
    places = Array(repeating: 0, count: AnalyzedChannel.placeCount)
  }

  /// Adopts the bands that are to be quantised.
  mutating func prepare(_ channel: borrowing AnalyzedChannel, _ coder: borrowing ChannelCoder) {
    count = 0
    for index in 0..<coder.segments.placeCount {
      let place = coder.segments.places[index]
      guard channel.tools[place] == .spectral else { continue }
      energies[count] = max(channel.energies[place], 1e-9)
      roots[count] = max(channel.thresholds[place], 1e-6)
      rises[count] = channel.rises[place]
      floors[count] = min(max(channel.floors[place], NoiseAllocation.leastFloor), roots[count])
      lineCounts[count] = coder.activeLines[place]
      places[count] = place
      count += 1
    }
    for index in count..<(4 * quadCount) {
      energies[index] = 1
      roots[index] = 1
      rises[index] = 1
      floors[index] = 1
      lineCounts[index] = 0
    }
    NoiseAllocation.takeRoots(&roots, quadCount)
    setQuads()
  }

  /// Replaces thresholds by their roots.
  private static func takeRoots(_ values: inout [Float], _ quadCount: Int) {
    var values = values.mutableSpan
    for start in stride(from: 0, to: 4 * quadCount, by: 4) {
      values.setQuad(NoiseAllocation.root(values.span.quad(at: start)), at: start)
    }
  }

  private mutating func setQuads() {
    let (quadCount, roots, energies) = (quadCount, roots, energies)
    let (lineCounts, rises, floors) = (lineCounts, rises, floors)
    var quads = quads.mutableSpan
    for index in 0..<quadCount {
      quads[index] = BandQuad(
        roots: roots.span.quad(at: 4 * index), energyLogarithms: FloatFunctions.log2(energies.span.quad(at: 4 * index)),
        lineCounts: lineCounts.span.quad(at: 4 * index), rises: rises.span.quad(at: 4 * index),
        floorLogarithms: FloatFunctions.log2(floors.span.quad(at: 4 * index)))
    }
  }

  private var quadCount: Int { (count + 3) / 4 }

  /// Adds the roots of the thresholds of audible bands, and their lines, to the frame's mean.
  func addRoots(to sum: inout Float, lines: inout Float) {
    for index in 0..<quadCount {
      let quad = quads[index]
      let thresholds = NoiseAllocation.degree * FloatFunctions.log2(quad.roots)
      let isAudible = quad.energyLogarithms .> thresholds + NoiseAllocation.audibleRatio
      let count = SIMD4<Float>().replacing(with: quad.lineCounts, where: isAudible)
      NoiseAllocation.add(quad.roots * count, to: &sum)
      NoiseAllocation.add(count, to: &lines)
    }
  }

  /// Adds four values one after the other, as a loop over bands does.
  @inline(__always)
  private static func add(_ values: SIMD4<Float>, to sum: inout Float) {
    sum = sum + values[0] + values[1] + values[2] + values[3]
  }

  /// Returns the perceptual entropy, in bits, with thresholds raised by `reduction` and multiplied by `factor`.
  mutating func perceptualEntropy(_ reduction: Float, factor: Float) -> Float {
    NoiseAllocation.setEntropies(
      quads[..<quadCount], Raise(reduction: reduction, offset: FloatFunctions.log2(factor)), &entropies)
    var sum: Float = 0
    for index in 0..<quadCount { NoiseAllocation.add(entropies[index], to: &sum) }
    return sum
  }

  /// The amount by which thresholds are raised: a difference of their roots, and one of their logarithms.
  private struct Raise: BitwiseCopyable {
    var reduction: Float
    var offset: Float
  }

  /// Sets the terms of the perceptual entropy. In a loop without their sum, which would take the lanes apart: 330
  /// instructions of four bands became 60.
  @inline(never)
  private static func setEntropies(
    _ quads: ArraySlice<BandQuad>, _ raise: Raise, _ entropies: inout [SIMD4<Float>]
  ) {
    let quads = quads.span
    var all = entropies.mutableSpan
    var output = all._mutatingExtracting(0..<quads.count)
    precondition(output.count == quads.count)
    for index in 0..<quads.count {
      let quad = quads[index]
      let raised = NoiseAllocation.degree * FloatFunctions.log2(quad.roots + raise.reduction * quad.rises)
      let ratio = quad.energyLogarithms - SIMD4.greater(raised + raise.offset, quad.floorLogarithms)
      let low = 1.3219281 + 0.5593573 * ratio
      let bits = low.replacing(with: ratio, where: ratio .>= 3)
      output[index] = (quad.lineCounts * bits).replacing(with: 0, where: ratio .<= NoiseAllocation.audibleRatio)
    }
  }

  /// Sets ``noise``.
  mutating func raise(_ reduction: Float, factor: Float) {
    for index in 0..<count {
      let raised = NoiseAllocation.power(roots[index] + reduction * rises[index]) * factor
      noise[places[index]] = max(raised, floors[index])
    }
  }
}
