import Transforms

/// Mixes the signal and the decorrelated signal to left and right, with matrices that glide from envelope to
/// envelope.
///
/// ISO/IEC 14496-3, 8.6.4.6.2:
/// ```
/// left  = h11 · signal + h21 · twin
/// right = h12 · signal + h22 · twin
/// ```
///
/// A quad at a time, all its columns, so that its matrices stay in registers from column to column.
struct StereoMixing: Sendable {
  /// The largest number of envelopes of a frame, including one for the rest after the last border.
  private static let envelopeLimit = 5
  private static let bandCount = 34
  /// Numbers of a set: h11, h12, h21, h22 of band `b` at `34 i + b`.
  private static let setLength = 4 * bandCount

  /// The matrices at the end of the previous frame, then at the end of each envelope, and their imaginary parts, which
  /// are nearly always zero.
  private var real: [Float]
  private var imaginary: [Float]
  /// The beginnings of the envelopes, and the end of the last one.
  private var borders: [6 of Int] = .init(repeating: 0)
  private var envelopeCount = 0
  /// The envelopes whose phases are turned: bit `e` for envelope `e`.
  private var turnsPhases: UInt8 = 0
  /// True if the last envelope's matrices have imaginary parts.
  private var endsTurned = false
  /// The phase steps of the last two envelopes, by band: first the difference, then the overall one.
  private var phases: [2 of [34 of Int8]]
  private var overallPhases: [2 of [34 of Int8]]

  /// A channel's shares of the signal and of the decorrelated signal in the lanes of a quad: h11 and h21, or h12 and
  /// h22.
  private struct RealShares: Sendable, BitwiseCopyable {
    var direct = SIMD4<Float>(repeating: 0)
    var twin = SIMD4<Float>(repeating: 0)
  }

  /// The same with phases.
  private struct Shares: Sendable, BitwiseCopyable {
    var direct = ComplexQuad.zero
    var twin = ComplexQuad.zero
  }

  init() {
    real = Array(repeating: 0, count: (StereoMixing.envelopeLimit + 1) * StereoMixing.setLength)
    imaginary = real
    phases = .init(repeating: .init(repeating: 0))
    overallPhases = phases
    reset()
  }

  /// Clears all frames: both channels are the signal.
  mutating func reset() {
    envelopeCount = 0
    endsTurned = false
    for place in 0..<StereoMixing.setLength {
      real[place] = place < 2 * StereoMixing.bandCount ? 1 : 0
      imaginary[place] = 0
    }
    phases = .init(repeating: .init(repeating: 0))
    overallPhases = phases
  }

  /// Converts the stored values to another resolution.
  mutating func convert(to resolution: HybridResolution) {
    let start = envelopeCount * StereoMixing.setLength
    for entry in 0..<4 {
      let place = start + StereoMixing.bandCount * entry
      StereoBandMap.convertReals(&real, at: place, to: resolution.parameterBandCount)
      StereoBandMap.convertReals(&imaginary, at: place, to: resolution.parameterBandCount)
    }
    phases = .init(repeating: .init(repeating: 0))
    overallPhases = phases
  }

  /// Prepares the matrices of a frame.
  mutating func begin(_ parameters: borrowing StereoParameters, _ resolution: HybridResolution) {
    let last = envelopeCount * StereoMixing.setLength
    for place in 0..<StereoMixing.setLength {
      real[place] = real[last + place]
      imaginary[place] = imaginary[last + place]
    }
    envelopeCount = parameters.envelopeCount
    borders = parameters.borders
    turnsPhases = 0
    for envelope in 0..<envelopeCount {
      setTargets(parameters.envelopes[envelope], parameters, resolution, at: (envelope + 1) * StereoMixing.setLength)
      let isTurned = parameters.hasPhases && hasPhases(envelope + 1, resolution)
      if isTurned || endsTurned { turnsPhases |= 1 << UInt8(envelope) }
      endsTurned = isTurned
    }
  }

  /// Returns true if a set has imaginary parts.
  private func hasPhases(_ set: Int, _ resolution: HybridResolution) -> Bool {
    let values = imaginary.span
    for entry in 0..<4 {
      let start = set * StereoMixing.setLength + entry * StereoMixing.bandCount
      for band in 0..<resolution.parameterBandCount where values[start + band] != 0 { return true }
    }
    return false
  }

  private mutating func setTargets(
    _ envelope: StereoEnvelope, _ parameters: borrowing StereoParameters, _ resolution: HybridResolution,
    at start: Int
  ) {
    let zero = parameters.levelIsFine ? 15 + 15 : 7
    for band in 0..<resolution.parameterBandCount {
      let row = 4 * (8 * (zero + Int(envelope.level[band])) + Int(envelope.coherence[band]))
      for entry in 0..<4 {
        real[start + StereoMixing.bandCount * entry + band] =
          parameters.usesProcedureB ? stereoMixingProcedureB[row + entry] : stereoMixingProcedureA[row + entry]
        imaginary[start + StereoMixing.bandCount * entry + band] = 0
      }
    }
    guard parameters.hasPhases else { return }
    for band in 0..<(resolution == .coarse ? 11 : 17) { turn(band, envelope, at: start + band) }
    phases[1] = phases[0]
    phases[0] = envelope.phaseDifference
    overallPhases[1] = overallPhases[0]
    overallPhases[0] = envelope.overallPhase
  }

  /// Rotates the matrix of a band by its phases, smoothed over three envelopes.
  private mutating func turn(_ band: Int, _ envelope: StereoEnvelope, at start: Int) {
    let overall = StereoMixing.smoothed(envelope.overallPhase[band], overallPhases[0][band], overallPhases[1][band])
    let between = StereoMixing.smoothed(envelope.phaseDifference[band], phases[0][band], phases[1][band])
    let other = (
      real: overall.real * between.real + overall.imaginary * between.imaginary,
      imaginary: overall.imaginary * between.real - overall.real * between.imaginary
    )
    for entry in 0..<4 {
      let turn = entry % 2 == 0 ? overall : other
      let place = start + StereoMixing.bandCount * entry
      imaginary[place] = real[place] * turn.imaginary
      real[place] *= turn.real
    }
  }

  /// Returns the phasor of a phase, smoothed with half of the last one and a quarter of the one before it.
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

  /// The position of a quad, its properties, and its destination.
  struct Place {
    var quad: Int
    /// The first of the four subbands of the output.
    var band: Int
    /// The parameter bands of the lanes.
    var bands: SIMD4<UInt8>
    /// The signs of lanes: −1 if the phases have the opposite sign, otherwise 1.
    var signs: SIMD4<Float>
    /// 0 is left, 1 right.
    private(set) var channel = 0

    init(quad: Int, band: Int, bands: SIMD4<UInt8>, signs: SIMD4<Float>) {
      (self.quad, self.band, self.bands, self.signs) = (quad, band, bands, signs)
    }

    /// The same of the right channel.
    var right: Place {
      var place = self
      place.channel = 1
      return place
    }
  }

  /// Writes one channel of a quad's frame.
  func mix(
    _ signal: borrowing StereoSignal, _ twin: [ComplexQuad], _ place: Place, into matrix: inout QuadratureMirrorMatrix
  ) {
    let source = (signal: signal.row(place.quad), twin: twin.span)
    for envelope in 0..<envelopeCount {
      let columns = Columns(range: borders[envelope]..<borders[envelope + 1], band: place.band)
      if turnsPhases >> UInt8(envelope) & 1 == 0 {
        let shares = realShares(envelope, place, columns)
        StereoMixing.mix(source, shares, into: &matrix.real, &matrix.imaginary)
      } else {
        StereoMixing.mix(source, shares(envelope, place, columns), into: &matrix)
      }
    }
  }

  /// The columns of an envelope, and the first of four subbands.
  private struct Columns {
    var range: Range<Int>
    var band: Int

    /// The change from column to column of a value that changes by 1 over all.
    var step: Float { 1 / Float(max(range.count, 1)) }
  }

  /// The shares before an envelope's first column, the increments at each column, and the columns.
  private typealias RealGlide = (last: RealShares, step: RealShares, columns: Columns)
  private typealias Glide = (last: Shares, step: Shares, columns: Columns)

  private func realShares(_ envelope: Int, _ place: Place, _ columns: Columns) -> RealGlide {
    func value(_ set: Int, _ entry: Int) -> SIMD4<Float> { values(real, set, entry + place.channel, place.bands) }
    let last = RealShares(direct: value(envelope, 0), twin: value(envelope, 2))
    let step = RealShares(
      direct: (value(envelope + 1, 0) - last.direct) * columns.step,
      twin: (value(envelope + 1, 2) - last.twin) * columns.step)
    return (last, step, columns)
  }

  private func shares(_ envelope: Int, _ place: Place, _ columns: Columns) -> Glide {
    func value(_ set: Int, _ entry: Int) -> ComplexQuad {
      ComplexQuad(
        real: values(real, set, entry + place.channel, place.bands),
        imaginary: values(imaginary, set, entry + place.channel, place.bands) * place.signs)
    }
    let last = Shares(direct: value(envelope, 0), twin: value(envelope, 2))
    let step = Shares(
      direct: (value(envelope + 1, 0) - last.direct) * columns.step,
      twin: (value(envelope + 1, 2) - last.twin) * columns.step)
    return (last, step, columns)
  }

  @inline(__always)
  private func values(_ table: [Float], _ set: Int, _ entry: Int, _ bands: SIMD4<UInt8>) -> SIMD4<Float> {
    let start = StereoMixing.setLength * set + StereoMixing.bandCount * entry
    let row = table.span.extracting(start..<(start + StereoMixing.bandCount))
    return SIMD4(row[Int(bands[0])], row[Int(bands[1])], row[Int(bands[2])], row[Int(bands[3])])
  }

  private static func mix(
    _ source: (signal: Span<ComplexQuad>, twin: Span<ComplexQuad>), _ shares: RealGlide, into real: inout [Float],
    _ imaginary: inout [Float]
  ) {
    let signals = source.signal.extracting(0..<StereoSignal.rowLength)
    let twins = source.twin.extracting(0..<StereoSignal.columnCount)
    let allReals = real.mutableSpan
    var reals = allReals._consumingExtracting(SubbandRows.places)
    let allImaginaries = imaginary.mutableSpan
    var imaginaries = allImaginaries._consumingExtracting(SubbandRows.places)
    var (direct, decorrelated) = (shares.last.direct, shares.last.twin)
    for column in shares.columns.range {
      direct += shares.step.direct
      decorrelated += shares.step.twin
      let (x, y) = (signals[StereoSignal.pastCount + column & 31], twins[column & 31])
      reals.setQuad(x.real * direct + y.real * decorrelated, row: column, shares.columns.band)
      imaginaries.setQuad(x.imaginary * direct + y.imaginary * decorrelated, row: column, shares.columns.band)
    }
  }

  /// Mixes with phases.
  private static func mix(
    _ source: (signal: Span<ComplexQuad>, twin: Span<ComplexQuad>), _ shares: Glide,
    into matrix: inout QuadratureMirrorMatrix
  ) {
    var (direct, decorrelated) = (shares.last.direct, shares.last.twin)
    for column in shares.columns.range {
      direct = direct + shares.step.direct
      decorrelated = decorrelated + shares.step.twin
      let value =
        source.signal[StereoSignal.pastCount + column] * direct + source.twin[column] * decorrelated
      set(value.real, in: &matrix.real, column, shares.columns.band)
      set(value.imaginary, in: &matrix.imaginary, column, shares.columns.band)
    }
  }

  private static func set(_ value: SIMD4<Float>, in values: inout [Float], _ column: Int, _ band: Int) {
    let all = values.mutableSpan
    var span = all._consumingExtracting(SubbandRows.places)
    span.setQuad(value, row: column, band)
  }
}
