import Transforms

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
  /// The same of each quad where no phases are turned, which is nearly always: in the present column, and their change
  /// from column to column.
  private var realMatrices = [RealMatrix](repeating: RealMatrix(), count: StereoColumn.quadCount)
  /// Both where phases are turned, of quad `q` at `8 q + i` and `8 q + 4 + i`.
  private var matrices = [ComplexQuad](repeating: .zero, count: 8 * StereoColumn.quadCount)
  /// Steps of phase of the last envelope and of the one before, by band: first the difference, then the overall one.
  private var phases: [2 of [34 of Int8]]
  private var overallPhases: [2 of [34 of Int8]]
  private var hasImaginary = false

  /// The matrices of the slots of a quad, and their change from column to column.
  private struct RealMatrix: Sendable, BitwiseCopyable {
    var h11 = SIMD4<Float>(repeating: 0)
    var h12 = SIMD4<Float>(repeating: 0)
    var h21 = SIMD4<Float>(repeating: 0)
    var h22 = SIMD4<Float>(repeating: 0)
    var step11 = SIMD4<Float>(repeating: 0)
    var step12 = SIMD4<Float>(repeating: 0)
    var step21 = SIMD4<Float>(repeating: 0)
    var step22 = SIMD4<Float>(repeating: 0)

    @inline(__always)
    mutating func advance() {
      h11 += step11
      h12 += step12
      h21 += step21
      h22 += step22
    }
  }

  init() {
    lastReal = Array(repeating: 0, count: 4 * 34)
    for place in 0..<68 { lastReal[place] = 1 }
    lastImaginary = Array(repeating: 0, count: 4 * 34)
    nextReal = lastReal
    nextImaginary = lastImaginary
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
    _ index: Int, _ parameters: borrowing StereoParameters, _ bank: HybridFilterbank, columns: Int
  ) {
    setTargets(parameters.envelopes[index], parameters, bank.resolution)
    hasImaginary = false
    for place in nextImaginary.indices where nextImaginary[place] != 0 || lastImaginary[place] != 0 {
      hasImaginary = true
    }
    let factor = 1 / Float(max(columns, 1))
    if hasImaginary {
      spread(bank.resolution.partQuads, bank, factor)
      spread(StereoColumn.wholeQuads, bank, factor)
    } else {
      spreadReals(bank.resolution.partQuads, bank, factor)
      spreadReals(StereoColumn.wholeQuads, bank, factor)
    }
    swap(&lastReal, &nextReal)
    swap(&lastImaginary, &nextImaginary)
  }

  /// Gives the slots of quads the matrices of their bands.
  private mutating func spread(_ quads: Range<Int>, _ bank: HybridFilterbank, _ factor: Float) {
    for quad in quads {
      let signs = bank.resolution.signs(quad)
      let bands = StereoMixing.bands(of: quad, bank)
      for entry in 0..<4 {
        let last = ComplexQuad(
          real: StereoMixing.values(lastReal, entry, bands),
          imaginary: StereoMixing.values(lastImaginary, entry, bands) * signs)
        let next = ComplexQuad(
          real: StereoMixing.values(nextReal, entry, bands),
          imaginary: StereoMixing.values(nextImaginary, entry, bands) * signs)
        matrices[8 * quad + entry] = last
        matrices[8 * quad + 4 + entry] = (next - last) * factor
      }
    }
  }

  /// The same without imaginary parts.
  private mutating func spreadReals(_ quads: Range<Int>, _ bank: HybridFilterbank, _ factor: Float) {
    for quad in quads {
      let bands = StereoMixing.bands(of: quad, bank)
      var matrix = RealMatrix(
        h11: StereoMixing.values(lastReal, 0, bands), h12: StereoMixing.values(lastReal, 1, bands),
        h21: StereoMixing.values(lastReal, 2, bands), h22: StereoMixing.values(lastReal, 3, bands))
      matrix.step11 = (StereoMixing.values(nextReal, 0, bands) - matrix.h11) * factor
      matrix.step12 = (StereoMixing.values(nextReal, 1, bands) - matrix.h12) * factor
      matrix.step21 = (StereoMixing.values(nextReal, 2, bands) - matrix.h21) * factor
      matrix.step22 = (StereoMixing.values(nextReal, 3, bands) - matrix.h22) * factor
      realMatrices[quad] = matrix
    }
  }

  /// The bands of the four slots of a quad.
  private typealias Bands = (Int, Int, Int, Int)

  private static func bands(of quad: Int, _ bank: HybridFilterbank) -> Bands {
    let bands = bank.bandOfSlot.span.extracting((4 * quad)..<(4 * quad + 4))
    return (Int(bands[0]), Int(bands[1]), Int(bands[2]), Int(bands[3]))
  }

  @inline(__always)
  private static func values(_ table: [Float], _ entry: Int, _ bands: Bands) -> SIMD4<Float> {
    let row = table.span.extracting((34 &* entry)..<(34 &* entry &+ 34))
    return SIMD4(row[bands.0], row[bands.1], row[bands.2], row[bands.3])
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
  mutating func apply(_ signal: inout StereoColumn, _ twin: inout StereoColumn, _ resolution: HybridResolution) {
    if hasImaginary {
      mix(resolution.partQuads, &signal, &twin)
      mix(StereoColumn.wholeQuads, &signal, &twin)
    } else {
      mixReals(resolution.partQuads, &signal, &twin)
      mixReals(StereoColumn.wholeQuads, &signal, &twin)
    }
  }

  private mutating func mix(_ quads: Range<Int>, _ signal: inout StereoColumn, _ twin: inout StereoColumn) {
    var signals = signal.quads.mutableSpan
    var twins = twin.quads.mutableSpan
    var all = matrices.mutableSpan
    for quad in quads {
      var h = all._mutatingExtracting((8 &* quad)..<(8 &* quad &+ 8))
      for entry in 0..<4 { h[entry] = h[entry] + h[4 &+ entry] }
      let (x, y) = (signals[quad], twins[quad])
      signals[quad] = h[0] * x + h[2] * y
      twins[quad] = h[1] * x + h[3] * y
    }
  }

  /// The same without imaginary parts. Apart from the other, and with spans of a known length: 29,000 instructions a
  /// frame of HE-AAC v2 in the place of 47,000 when one loop did both.
  private mutating func mixReals(_ quads: Range<Int>, _ signal: inout StereoColumn, _ twin: inout StereoColumn) {
    let count = StereoColumn.quadCount
    let allSignals = signal.quads.mutableSpan
    var signals = allSignals._consumingExtracting(0..<count)
    let allTwins = twin.quads.mutableSpan
    var twins = allTwins._consumingExtracting(0..<count)
    let allMatrices = realMatrices.mutableSpan
    var matrices = allMatrices._consumingExtracting(0..<count)
    for quad in quads {
      matrices[quad].advance()
      let h = matrices[quad]
      let (x, y) = (signals[quad], twins[quad])
      signals[quad] = x * h.h11 + y * h.h21
      twins[quad] = x * h.h12 + y * h.h22
    }
  }
}
