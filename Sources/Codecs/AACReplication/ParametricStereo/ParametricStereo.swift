package import AACSyntax
package import Bitstream
import Transforms

// Holds throughout: matrices are made with the column count of one configuration.

/// Parametric Stereo: the subbands of one channel become those of left and right.
///
/// ```
/// matrix ── hybrid analysis ──┬──────────────── mixing ── hybrid synthesis ── left, right
///                             └── decorrelation ──┘
/// ```
/// ISO/IEC 14496-3, 8.6.4. Baseline and unrestricted streams: 10, 20 and 34 bands, both mixing procedures, phases.
package struct ParametricStereo: ~Copyable, Sendable {
  private let codebooks = StereoCodebooks.shared
  private let banks: [2 of HybridFilterbank] = [HybridFilterbank(.coarse), HybridFilterbank(.fine)]
  private let decorrelators: [2 of StereoDecorrelator] = [StereoDecorrelator(.coarse), StereoDecorrelator(.fine)]
  private var data = ParametricStereoData()
  private var parameters: StereoParameters
  private var lines: HybridFilterbank.Lines
  private var decorrelation = StereoDecorrelator.State()
  private var mixing = StereoMixing()
  private var resolution = HybridResolution.coarse
  private var signal = StereoSignal()
  /// The decorrelated signal of one quad.
  private var twin = [ComplexQuad](repeating: .zero, count: StereoSignal.columnCount)
  /// The parts of split subbands of left and right, laid out as whole subbands in their matrices.
  private var leftParts: QuadratureMirrorMatrix
  private var rightParts: QuadratureMirrorMatrix
  private let columnCount: Int

  /// Prepares frames of a number of columns.
  package init(columnCount: Int) {
    self.columnCount = columnCount
    parameters = StereoParameters(columnCount: columnCount)
    lines = HybridFilterbank.Lines(columnCount: columnCount)
    leftParts = QuadratureMirrorMatrix(columnCount: columnCount)
    rightParts = leftParts
  }

  /// Clears all frames.
  mutating func reset() {
    data = ParametricStereoData()
    parameters = StereoParameters(columnCount: columnCount)
    lines.reset()
    signal.reset()
    decorrelation.reset()
    mixing.reset()
    resolution = .coarse
  }

  /// Reads the `ps_data()` of the next frame; if it breaks a rule, the last parameters stay.
  package mutating func prepare(_ reader: inout BitReader) throws(AACError) {
    let start = reader.offset
    prepareMissing()
    var next = data
    try next.parse(&reader, codebooks)
    var sum = parameters
    try sum.addUp(next, at: start)
    data = next
    parameters = sum
  }

  /// Repeats the last frame's parameters in the next frame.
  mutating func prepareMissing() { parameters.repeatLast() }

  /// Computes left and right of a frame from the channel in `left`.
  package mutating func apply(left: inout QuadratureMirrorMatrix, right: inout QuadratureMirrorMatrix) {
    precondition(left.columnCount == columnCount && right.columnCount == columnCount)
    lines.append(left)
    adoptResolution()
    let place = resolution == .coarse ? 0 : 1
    // Copied once: a subscript of a stored inline array copies it whole.
    let bank = banks[place]
    let decorrelator = decorrelators[place]
    signal.load(left)
    bank.split(lines, into: &signal)
    decorrelator.prepare(signal, &decorrelation, columnCount: columnCount)
    mixing.begin(parameters, resolution)
    for quad in resolution.partQuads {
      decorrelator.apply(quad, signal, &decorrelation, into: &twin)
      let place = bank.place(quad, band: 4 * quad)
      mixing.mix(signal, twin, place, into: &leftParts)
      mixing.mix(signal, twin, place.right, into: &rightParts)
    }
    for quad in signal.usedWholeQuads {
      decorrelator.apply(quad, signal, &decorrelation, into: &twin)
      let place = bank.place(quad, band: 4 * quad - StereoColumn.wholeStart)
      mixing.mix(signal, twin, place, into: &left)
      mixing.mix(signal, twin, place.right, into: &right)
    }
    bank.join(leftParts, into: &left)
    bank.join(rightParts, into: &right)
    right.clear(from: 4 * signal.usedWholeQuads.upperBound - StereoColumn.wholeStart)
    signal.advance(columnCount, resolution)
  }

  private mutating func adoptResolution() {
    let wanted: HybridResolution = parameters.isDetailed ? .fine : .coarse
    guard wanted != resolution else { return }
    resolution = wanted
    signal.reset()
    decorrelation.reset()
    mixing.convert(to: wanted)
  }
}
