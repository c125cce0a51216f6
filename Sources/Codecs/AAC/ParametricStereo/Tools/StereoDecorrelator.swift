import SignalProcessing

/// Makes a second signal like the first in its spectrum but unlike in its phases, and quiet behind transients.
///
/// ISO/IEC 14496-3, 8.6.4.5: delays in all sub-subbands, and chains of three all-pass filters in the lower ones.
struct StereoDecorrelator: Sendable {
  /// Columns of delay of the three links.
  private static let linkDelays: [3 of Int] = [3, 4, 5]
  private static let linkGains: [3 of Float] = [0.65143905753106, 0.56471812200776, 0.48954165955695]
  /// Thousandths of half a turn per subband, by link, and in front of them.
  private static let linkPhases: [3 of Int] = [430, 750, 347]
  private static let frontPhase = 390

  private let resolution: HybridResolution
  /// Sub-subbands with all-pass filters, and where the delay of one column begins.
  private let filteredCount: Int
  private let shortFrom: Int
  /// Of sub-subband `k`: the phase in front at `k`, of link `m` at `capacity (m + 1) + k`.
  private let phaseReal: [Float]
  private let phaseImaginary: [Float]
  /// `a g` of link `m` and sub-subband `k` at `capacity m + k`.
  private let gains: [Float]
  private let bandOf: [UInt8]

  init(_ resolution: HybridResolution) {
    self.resolution = resolution
    filteredCount = resolution == .coarse ? 30 : 50
    shortFrom = resolution == .coarse ? 42 : 62
    let capacity = StereoColumn.capacity
    var real = [Float](repeating: 0, count: 4 * capacity)
    var imaginary = real
    var gains = [Float](repeating: 0, count: 3 * capacity)
    let cutoff = resolution == .coarse ? 10 : 32
    for k in 0..<filteredCount {
      let center = StereoDecorrelator.center(resolution, k)
      for place in 0..<4 {
        let rate = place == 0 ? StereoDecorrelator.frontPhase : StereoDecorrelator.linkPhases[place - 1]
        let (cosine, sine) = Trigonometry.cosineAndSine(turns: -rate * center, over: 2 * 24 * 1000)
        real[capacity * place + k] = Float(cosine)
        imaginary[capacity * place + k] = Float(sine)
      }
      let decay = min(max(1 - 0.05 * Double(k - cutoff), 0), 1)
      for link in 0..<3 { gains[capacity * link + k] = StereoDecorrelator.linkGains[link] * Float(decay) }
    }
    phaseReal = real
    phaseImaginary = imaginary
    self.gains = gains
    bandOf = (0..<resolution.subbandCount).map { UInt8(resolution.parameterBand($0)) }
  }

  /// Twenty-fourths of a subband from zero to the middle of a sub-subband.
  private static func center(_ resolution: HybridResolution, _ k: Int) -> Int {
    switch resolution {
    case .coarse:
      let parts: [10 of Int] = [-9, -3, 3, 9, 15, 21, 30, 42, 54, 66]
      return k < 10 ? parts[k] : 24 * k - 156
    case .fine:
      let parts: [32 of Int] = [
        2, 6, 10, 14, 18, 22, 26, 30, 34, -10, -6, -2, 51, 57, 15, 21, 27, 33, 39, 45, 54, 66, 78, 42, 102, 66, 78, 90,
        102, 114, 126, 90,
      ]
      return k < 32 ? parts[k] : 24 * k - 636
    }
  }

  /// What is kept from column to column.
  struct State: Sendable {
    /// The last 16 columns of input.
    fileprivate var past = Ring(slots: 16)
    fileprivate var links: [3 of Ring] = [Ring(slots: 3), Ring(slots: 4), Ring(slots: 5)]
    fileprivate var time = 0
    fileprivate var transients = StereoTransients()

    init() {}
  }

  /// Columns of complex numbers that take turns.
  fileprivate struct Ring: Sendable {
    let slots: Int
    var real: [Float]
    var imaginary: [Float]

    init(slots: Int) {
      self.slots = slots
      real = Array(repeating: 0, count: slots * StereoColumn.capacity)
      imaginary = real
    }
  }

  /// Writes the second signal of a column.
  func apply(_ input: borrowing StereoColumn, _ state: inout State, into output: inout StereoColumn) {
    state.transients.update(input, bandOf, resolution.parameterBandCount)
    let capacity = StereoColumn.capacity
    let slot = state.time & 15
    copy(input.real, to: &state.past.real, slot)
    copy(input.imaginary, to: &state.past.imaginary, slot)
    let long = ((state.time - 14) & 15) * capacity
    let two = ((state.time - 2) & 15) * capacity
    let one = ((state.time - 1) & 15) * capacity
    for k in 0..<filteredCount {
      let (x, y) = (state.past.real[two + k], state.past.imaginary[two + k])
      output.real[k] = x * phaseReal[k] - y * phaseImaginary[k]
      output.imaginary[k] = x * phaseImaginary[k] + y * phaseReal[k]
    }
    for k in filteredCount..<resolution.subbandCount {
      let place = (k < shortFrom ? long : one) + k
      output.real[k] = state.past.real[place]
      output.imaginary[k] = state.past.imaginary[place]
    }
    for link in 0..<3 { filter(link, state.time, &state.links[link], &output) }
    state.transients.attenuate(&output, bandOf)
    // A multiple of all ring lengths keeps the count small.
    state.time = (state.time + 1) % 240
  }

  private func copy(_ source: [Float], to ring: inout [Float], _ slot: Int) {
    let all = ring.mutableSpan
    var part = all._consumingExtracting((slot * StereoColumn.capacity)..<((slot + 1) * StereoColumn.capacity))
    for k in 0..<StereoColumn.capacity { part[k] = source[k] }
  }

  /// One all-pass link in place: `y = Q v(t − d) − a g x`, `v = x + a g y`.
  private func filter(_ link: Int, _ time: Int, _ ring: inout Ring, _ column: inout StereoColumn) {
    let capacity = StereoColumn.capacity
    let start = (time % ring.slots) * capacity
    for k in 0..<filteredCount {
      let (x, y) = (column.real[k], column.imaginary[k])
      let (u, v) = (ring.real[start + k], ring.imaginary[start + k])
      let (p, q) = (phaseReal[capacity * (link + 1) + k], phaseImaginary[capacity * (link + 1) + k])
      let gain = gains[capacity * link + k]
      let real = p * u - q * v - gain * x
      let imaginary = p * v + q * u - gain * y
      ring.real[start + k] = x + gain * real
      ring.imaginary[start + k] = y + gain * imaginary
      column.real[k] = real
      column.imaginary[k] = imaginary
    }
  }
}

/// How far the energy of each band has fallen from its last peak: what was decorrelated of a transient is held down.
struct StereoTransients: Sendable {
  private static let peakDecay: Float = 0.76592833836465
  private static let smoothing: Float = 0.25
  private static let impact: Float = 1.5

  private var peak: [34 of Float] = .init(repeating: 0)
  private var smooth: [34 of Float] = .init(repeating: 0)
  private var difference: [34 of Float] = .init(repeating: 0)
  private var gain: [34 of Float] = .init(repeating: 1)

  init() {}

  mutating func update(_ column: borrowing StereoColumn, _ bandOf: [UInt8], _ bandCount: Int) {
    var power: [34 of Float] = .init(repeating: 0)
    for k in bandOf.indices {
      let (x, y) = (column.real[k], column.imaginary[k])
      power[Int(bandOf[k])] += x * x + y * y
    }
    for band in 0..<bandCount {
      peak[band] = max(StereoTransients.peakDecay * peak[band], power[band])
      smooth[band] += StereoTransients.smoothing * (power[band] - smooth[band])
      difference[band] += StereoTransients.smoothing * (peak[band] - power[band] - difference[band])
      let weighted = StereoTransients.impact * difference[band]
      gain[band] = weighted > smooth[band] ? smooth[band] / weighted : 1
    }
  }

  func attenuate(_ column: inout StereoColumn, _ bandOf: [UInt8]) {
    for k in bandOf.indices {
      let factor = gain[Int(bandOf[k])]
      column.real[k] *= factor
      column.imaginary[k] *= factor
    }
  }
}
