/// Mixes the signal and its decorrelated twin into left and right, with matrices that glide from envelope to envelope.
///
/// ISO/IEC 14496-3, 8.6.4.6.2:
/// ```
/// left  = h11 · signal + h21 · twin
/// right = h12 · signal + h22 · twin
/// ```
struct StereoMixing: Sendable {
  /// h11, h12, h21, h22 of a parameter band at `34 i + band`.
  private var lastReal: [Float]
  private var lastImaginary: [Float]
  private var nextReal: [Float]
  private var nextImaginary: [Float]
  /// The same of each sub-subband in the present column, at `capacity i + k`, and their change from column to column.
  private var real: [Float]
  private var imaginary: [Float]
  private var realStep: [Float]
  private var imaginaryStep: [Float]
  /// Steps of phase of the last envelope and of the one before, by band: first the difference, then the overall one.
  private var phases: [2 of [34 of Int8]]
  private var overallPhases: [2 of [34 of Int8]]
  private var hasImaginary = false

  init() {
    lastReal = Array(repeating: 0, count: 4 * 34)
    for place in 0..<68 { lastReal[place] = 1 }
    lastImaginary = Array(repeating: 0, count: 4 * 34)
    nextReal = lastReal
    nextImaginary = lastImaginary
    real = Array(repeating: 0, count: 4 * StereoColumn.capacity)
    imaginary = real
    realStep = real
    imaginaryStep = real
    phases = .init(repeating: .init(repeating: 0))
    overallPhases = phases
  }

  /// Brings what is kept to another resolution.
  mutating func convert(to resolution: HybridResolution) {
    for entry in 0..<4 {
      StereoBandMap.convertReals(&lastReal, at: 34 * entry, to: resolution.parameterBandCount)
      StereoBandMap.convertReals(&lastImaginary, at: 34 * entry, to: resolution.parameterBandCount)
    }
    phases = .init(repeating: .init(repeating: 0))
    overallPhases = phases
  }

  /// Prepares the matrices of envelope `index`, which lasts so many columns.
  mutating func begin(
    _ index: Int, _ parameters: borrowing StereoParameters, _ resolution: HybridResolution, columns: Int
  ) {
    setTargets(parameters.envelopes[index], parameters, resolution)
    let factor = 1 / Float(max(columns, 1))
    hasImaginary = false
    for place in nextImaginary.indices where nextImaginary[place] != 0 || lastImaginary[place] != 0 {
      hasImaginary = true
    }
    for entry in 0..<4 {
      for k in 0..<resolution.subbandCount {
        let source = 34 * entry + resolution.parameterBand(k)
        let target = StereoColumn.capacity * entry + k
        real[target] = lastReal[source]
        realStep[target] = (nextReal[source] - lastReal[source]) * factor
        let sign: Float = resolution.conjugated.contains(k) ? -1 : 1
        imaginary[target] = sign * lastImaginary[source]
        imaginaryStep[target] = sign * (nextImaginary[source] - lastImaginary[source]) * factor
      }
    }
    swap(&lastReal, &nextReal)
    swap(&lastImaginary, &nextImaginary)
  }

  private mutating func setTargets(
    _ envelope: StereoEnvelope, _ parameters: borrowing StereoParameters, _ resolution: HybridResolution
  ) {
    let zero = parameters.levelIsFine ? 15 + 15 : 7
    for band in 0..<resolution.parameterBandCount {
      let row = 4 * (8 * (zero + Int(envelope.level[band])) + Int(envelope.coherence[band]))
      for entry in 0..<4 {
        nextReal[34 * entry + band] =
          parameters.usesProcedureB ? stereoMixingProcedureB[row + entry] : stereoMixingProcedureA[row + entry]
        nextImaginary[34 * entry + band] = 0
      }
    }
    guard parameters.hasPhases else { return }
    for band in 0..<(resolution == .coarse ? 11 : 17) { turn(band, envelope) }
    phases[1] = phases[0]
    phases[0] = envelope.phaseDifference
    overallPhases[1] = overallPhases[0]
    overallPhases[0] = envelope.overallPhase
  }

  /// Turns the matrix of a band by its phases, smoothed over three envelopes.
  private mutating func turn(_ band: Int, _ envelope: StereoEnvelope) {
    let overall = StereoMixing.smoothed(envelope.overallPhase[band], overallPhases[0][band], overallPhases[1][band])
    let between = StereoMixing.smoothed(envelope.phaseDifference[band], phases[0][band], phases[1][band])
    let other = (
      real: overall.real * between.real + overall.imaginary * between.imaginary,
      imaginary: overall.imaginary * between.real - overall.real * between.imaginary
    )
    for entry in 0..<4 {
      let turn = entry % 2 == 0 ? overall : other
      let place = 34 * entry + band
      nextImaginary[place] = nextReal[place] * turn.imaginary
      nextReal[place] *= turn.real
    }
  }

  /// The phasor of a phase, of half the last and a quarter of the one before.
  private static func smoothed(_ present: Int8, _ last: Int8, _ older: Int8) -> (real: Float, imaginary: Float) {
    let root: Float = 0.70710678
    let cosines: [8 of Float] = [1, root, 0, -root, -1, -root, 0, root]
    func sum(_ shift: Int) -> Float {
      cosines[(Int(present) + shift) & 7] + 0.5 * cosines[(Int(last) + shift) & 7]
        + 0.25 * cosines[(Int(older) + shift) & 7]
    }
    let (real, imaginary) = (sum(0), sum(6))
    let length = (real * real + imaginary * imaginary).squareRoot()
    return length > 0 ? (real / length, imaginary / length) : (1, 0)
  }

  /// Mixes a column: the signal becomes left, its twin right.
  mutating func apply(_ signal: inout StereoColumn, _ twin: inout StereoColumn, count: Int) {
    let capacity = StereoColumn.capacity
    StereoMixing.advance(&real, realStep)
    if hasImaginary {
      StereoMixing.advance(&imaginary, imaginaryStep)
      for k in 0..<count { mixTurned(k, &signal, &twin) }
      return
    }
    mix(&signal.real, &twin.real, count, capacity)
    mix(&signal.imaginary, &twin.imaginary, count, capacity)
  }

  private static func advance(_ values: inout [Float], _ steps: [Float]) {
    var target = values.mutableSpan
    let source = steps.span
    precondition(target.count == source.count)
    for place in source.indices { target[place] += source[place] }
  }

  private func mix(_ signal: inout [Float], _ twin: inout [Float], _ count: Int, _ capacity: Int) {
    var s = signal.mutableSpan
    var d = twin.mutableSpan
    let h = real.span
    let (h11, h12) = (h.extracting(0..<capacity), h.extracting(capacity..<(2 * capacity)))
    let (h21, h22) = (h.extracting((2 * capacity)..<(3 * capacity)), h.extracting((3 * capacity)..<(4 * capacity)))
    for k in 0..<count {
      let (x, y) = (s[k], d[k])
      s[k] = h11[k] * x + h21[k] * y
      d[k] = h12[k] * x + h22[k] * y
    }
  }

  private func mixTurned(_ k: Int, _ signal: inout StereoColumn, _ twin: inout StereoColumn) {
    let capacity = StereoColumn.capacity
    let (x, y) = (signal.real[k], signal.imaginary[k])
    let (u, v) = (twin.real[k], twin.imaginary[k])
    func product(_ entry: Int, _ a: Float, _ b: Float) -> (Float, Float) {
      let (p, q) = (real[capacity * entry + k], imaginary[capacity * entry + k])
      return (p * a - q * b, p * b + q * a)
    }
    let (left, right) = (product(0, x, y), product(1, x, y))
    let (leftTwin, rightTwin) = (product(2, u, v), product(3, u, v))
    signal.real[k] = left.0 + leftTwin.0
    signal.imaginary[k] = left.1 + leftTwin.1
    twin.real[k] = right.0 + rightTwin.0
    twin.imaginary[k] = right.1 + rightTwin.1
  }
}
