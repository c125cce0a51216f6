import Transforms

// Holds throughout: bands and quads are of one resolution.

/// Slots of a ``StereoColumn`` side by side that are in one parameter band.
struct BandRun: Sendable, BitwiseCopyable {
  private let start: Int
  private let end: Int
  let band: Int

  var slots: Range<Int> { start..<end }

  /// All slots that mean something.
  static func all(_ resolution: HybridResolution) -> [BandRun] {
    var runs: [BandRun] = []
    for subband in 0..<resolution.subbandCount {
      let (slot, band) = (resolution.slot(subband), resolution.parameterBand(subband))
      if let last = runs.last, last.band == band, last.end == slot {
        runs[runs.count - 1] = BandRun(start: last.start, end: slot + 1, band: band)
      } else {
        runs.append(BandRun(start: slot, end: slot + 1, band: band))
      }
    }
    return runs
  }
}

/// How far the energy of each band has fallen from its last peak: what was decorrelated of a transient is held down.
struct StereoTransients: Sendable {
  private struct Band: Sendable, BitwiseCopyable {
    private static let peakDecay: Float = 0.76592833836465
    private static let smoothing: Float = 0.25
    private static let impact: Float = 1.5

    private var peak: Float = 0
    private var smooth: Float = 0
    private var difference: Float = 0

    /// Takes in the power of a column and gives what the twin is multiplied with.
    mutating func gain(after power: Float) -> Float {
      peak = max(Band.peakDecay * peak, power)
      smooth += Band.smoothing * (power - smooth)
      difference += Band.smoothing * (peak - power - difference)
      let weighted = Band.impact * difference
      return weighted > smooth ? smooth / weighted : 1
    }
  }

  private var bands: [34 of Band] = .init(repeating: Band())
  private var powers = [Float](repeating: 0, count: 4 * StereoColumn.quadCount)
  /// What to multiply the twin with, by band.
  private var gains: [34 of Float] = .init(repeating: 1)
  /// Whether any of them is not 1: only behind transients, and the twin stays as it is otherwise.
  private var isHolding = false

  init() {}

  /// Takes in a column of the signal.
  mutating func update(_ column: borrowing StereoColumn, _ runs: [BandRun]) {
    var sums: [34 of Float] = .init(repeating: 0)
    StereoTransients.addUp(column, runs.span, &powers, into: &sums)
    StereoTransients.replaceByGains(&sums, &bands)
    gains = sums
    isHolding = false
    for band in gains.indices where gains[band] != 1 { isHolding = true }
  }

  private static func replaceByGains(_ powers: inout [34 of Float], _ bands: inout [34 of Band]) {
    var values = powers.mutableSpan
    var states = bands.mutableSpan
    for band in values.indices { values[band] = states[band].gain(after: values[band]) }
  }

  /// Adds the powers of the slots up in their bands.
  private static func addUp(
    _ column: borrowing StereoColumn, _ runs: Span<BandRun>, _ powers: inout [Float],
    into sums: inout [34 of Float]
  ) {
    let quads = column.quads.span
    var power = powers.mutableSpan
    for quad in quads.indices {
      let (real, imaginary) = (quads[quad].real, quads[quad].imaginary)
      power.setQuad(real * real + imaginary * imaginary, at: 4 &* quad)
    }
    for place in runs.indices {
      var sum: Float = 0
      for slot in runs[place].slots { sum += power[slot] }
      sums[runs[place].band] += sum
    }
  }

  /// Holds down what was decorrelated of the last column.
  ///
  /// - Parameter bandOfSlot: See ``HybridResolution/bandOfSlot()``.
  func attenuate(_ twin: inout StereoColumn, _ bandOfSlot: [UInt8]) {
    guard isHolding else { return }
    let (gains, bands) = (gains.span, bandOfSlot.span)
    var quads = twin.quads.mutableSpan
    precondition(bands.count == 4 * quads.count)
    for quad in quads.indices {
      let place = 4 &* quad
      let factors = SIMD4(
        gains[Int(bands[place])], gains[Int(bands[place &+ 1])], gains[Int(bands[place &+ 2])],
        gains[Int(bands[place &+ 3])])
      quads[quad] = quads[quad] * factors
    }
  }
}
