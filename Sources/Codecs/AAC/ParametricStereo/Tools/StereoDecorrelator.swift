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
    // One by one, since a subscript of a stored inline array copies it whole.
    fileprivate var firstLink = Ring(slots: 3)
    fileprivate var secondLink = Ring(slots: 4)
    fileprivate var thirdLink = Ring(slots: 5)
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
    turn(state.past, from: two, into: &output)
    copy(state.past, from: long, (filteredCount..<shortFrom), to: &output)
    copy(state.past, from: one, (shortFrom..<resolution.subbandCount), to: &output)
    filter(0, state.time, &state.firstLink, &output)
    filter(1, state.time, &state.secondLink, &output)
    filter(2, state.time, &state.thirdLink, &output)
    state.transients.attenuate(&output, bandOf)
    // A multiple of all ring lengths keeps the count small.
    state.time = (state.time + 1) % 240
  }

  private func copy(_ values: [Float], to ring: inout [Float], _ slot: Int) {
    let source = values.span
    let all = ring.mutableSpan
    var part = all._consumingExtracting((slot * StereoColumn.capacity)..<((slot + 1) * StereoColumn.capacity))
    precondition(source.count == part.count)
    for k in source.indices { part[k] = source[k] }
  }

  private func copy(_ past: borrowing Ring, from start: Int, _ range: Range<Int>, to output: inout StereoColumn) {
    let part = (start + range.lowerBound)..<(start + range.upperBound)
    StereoDecorrelator.copy(past.real.span.extracting(part), to: &output.real, at: range.lowerBound)
    StereoDecorrelator.copy(past.imaginary.span.extracting(part), to: &output.imaginary, at: range.lowerBound)
  }

  private static func copy(_ source: Span<Float>, to output: inout [Float], at first: Int) {
    let all = output.mutableSpan
    var part = all._consumingExtracting(first..<(first + source.count))
    for k in source.indices { part[k] = source[k] }
  }

  /// Turns the phases of a column in front of the links.
  private func turn(_ past: borrowing Ring, from start: Int, into output: inout StereoColumn) {
    let capacity = StereoColumn.capacity
    let real = past.real.span.extracting(start..<(start + capacity))
    let imaginary = past.imaginary.span.extracting(start..<(start + capacity))
    let (cosine, sine) = (phaseReal.span.extracting(0..<capacity), phaseImaginary.span.extracting(0..<capacity))
    var outputReal = output.real.mutableSpan
    for k in 0..<filteredCount { outputReal[k] = real[k] * cosine[k] - imaginary[k] * sine[k] }
    var outputImaginary = output.imaginary.mutableSpan
    for k in 0..<filteredCount { outputImaginary[k] = real[k] * sine[k] + imaginary[k] * cosine[k] }
  }

  /// One all-pass link in place: `y = Q v(t − d) − a g x`, `v = x + a g y`.
  private func filter(_ link: Int, _ time: Int, _ ring: inout Ring, _ column: inout StereoColumn) {
    let capacity = StereoColumn.capacity
    let start = (time % ring.slots) * capacity
    let phases = (capacity * (link + 1))..<(capacity * (link + 2))
    let (cosine, sine) = (phaseReal.span.extracting(phases), phaseImaginary.span.extracting(phases))
    let linkGains = gains.span.extracting((capacity * link)..<(capacity * (link + 1)))
    // Spans of two parts of one structure cannot be had at once; taken out, the arrays are variables of their own.
    var (pastReal, pastImaginary): ([Float], [Float]) = ([], [])
    var (columnReal, columnImaginary): ([Float], [Float]) = ([], [])
    swap(&pastReal, &ring.real)
    swap(&pastImaginary, &ring.imaginary)
    swap(&columnReal, &column.real)
    swap(&columnImaginary, &column.imaginary)
    let pastReals = pastReal.mutableSpan
    let pastImaginaries = pastImaginary.mutableSpan
    var r = pastReals._consumingExtracting(start..<(start + capacity))
    var i = pastImaginaries._consumingExtracting(start..<(start + capacity))
    var a = columnReal.mutableSpan
    var b = columnImaginary.mutableSpan
    precondition(a.count == capacity && b.count == capacity && r.count == capacity && i.count == capacity)
    for k in 0..<filteredCount {
      let real = cosine[k] * r[k] - sine[k] * i[k] - linkGains[k] * a[k]
      let imaginary = cosine[k] * i[k] + sine[k] * r[k] - linkGains[k] * b[k]
      r[k] = a[k] + linkGains[k] * real
      i[k] = b[k] + linkGains[k] * imaginary
      a[k] = real
      b[k] = imaginary
    }
    swap(&pastReal, &ring.real)
    swap(&pastImaginary, &ring.imaginary)
    swap(&columnReal, &column.real)
    swap(&columnImaginary, &column.imaginary)
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
    var powers: [34 of Float] = .init(repeating: 0)
    var power = powers.mutableSpan
    let (real, imaginary, bands) = (column.real.span, column.imaginary.span, bandOf.span)
    for k in bands.indices { power[Int(bands[k])] += real[k] * real[k] + imaginary[k] * imaginary[k] }
    var peaks = peak.mutableSpan
    var smoothed = smooth.mutableSpan
    var differences = difference.mutableSpan
    var gains = gain.mutableSpan
    for band in 0..<bandCount {
      peaks[band] = max(StereoTransients.peakDecay * peaks[band], power[band])
      smoothed[band] += StereoTransients.smoothing * (power[band] - smoothed[band])
      differences[band] += StereoTransients.smoothing * (peaks[band] - power[band] - differences[band])
      let weighted = StereoTransients.impact * differences[band]
      gains[band] = weighted > smoothed[band] ? smoothed[band] / weighted : 1
    }
  }

  func attenuate(_ column: inout StereoColumn, _ bandOf: [UInt8]) {
    attenuate(&column.real, bandOf)
    attenuate(&column.imaginary, bandOf)
  }

  private func attenuate(_ values: inout [Float], _ bandOf: [UInt8]) {
    let (gains, bands) = (gain.span, bandOf.span)
    var target = values.mutableSpan
    for k in bands.indices { target[k] *= gains[Int(bands[k])] }
  }
}
