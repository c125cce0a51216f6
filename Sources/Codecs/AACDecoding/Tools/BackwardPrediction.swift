// Bound throughout: only the lines below PRED_SFB_MAX have predictors, 672 at most.
// Holds throughout: bands lie within the frame: BandLayout's offsets end with its length.

package import AACSyntax

/// The predictors of a channel in AAC Main: one for each of the lower spectral lines, adapted to earlier frames.
///
/// ISO/IEC 14496-3, 4.6.6: lattices of two stages, adapted by least mean squares. Encoder and decoder must agree to the
/// bit, so the states keep only the upper 16 bits of a `Float`, with the roundings of the standard.
package struct BackwardPredictors: Sendable {
  /// The state of a line.
  private struct Line: Sendable, BitwiseCopyable {
    /// `r0`, `r1`: delayed signals of the two stages.
    var delayed0: Float = 0
    var delayed1: Float = 0
    /// `COR1`, `COR2`: correlations.
    var correlation0: Float = 0
    var correlation1: Float = 0
    /// `VAR1`, `VAR2`: energies.
    var energy0: Float = 1
    var energy1: Float = 1
  }

  private var lines: [Line]

  /// Creates predictors for a number of lines, which may be 0.
  package init(lineCount: Int) { lines = Array(repeating: Line(), count: lineCount) }

  /// Clears the state of all predictors.
  mutating func reset() {
    for line in lines.indices { lines[line] = Line() }
  }

  /// Adds the prediction in the bands that use it, and adapts all predictors to the frame.
  package mutating func apply(
    _ stream: inout ChannelStream, bands: borrowing BandLayout, to spectrum: inout [Float]
  ) {
    guard !stream.info.isShort else { return reset() }
    let data = stream.info.backwardPrediction ?? BackwardPredictionData()
    let codebooks = stream.codebooks.span
    for band in 0..<bands.backwardPredictionBands {
      let range = bands.longOffsets[band]..<bands.longOffsets[band + 1]
      if band < stream.info.bandCount, codebooks[band] == Codebook.noise {
        resetBand(range)
      } else {
        predict(range, isUsed: data.usedBands >> UInt64(band) & 1 != 0, &spectrum)
      }
    }
    guard data.resetGroup > 0 else { return }
    for line in stride(from: data.resetGroup - 1, to: lines.count, by: BackwardPredictionData.resetGroupCount) {
      lines[line] = Line()
    }
  }

  /// Resets the predictors of a band of noise substitution, whose random lines cannot be predicted: 4.6.13.
  private mutating func resetBand(_ range: Range<Int>) {
    for line in range { lines[line] = Line() }
  }

  private mutating func predict(_ range: Range<Int>, isUsed: Bool, _ spectrum: inout [Float]) {
    var states = lines.mutableSpan
    var values = spectrum.mutableSpan
    precondition(range.lowerBound >= 0 && range.upperBound <= states.count && range.upperBound <= values.count)
    for line in range {
      var state = states[line]
      values[line] = BackwardPredictors.step(&state, values[line], isUsed: isUsed)
      states[line] = state
    }
  }

  /// Adaptation and attenuation constants `a` and `alpha`.
  private static let attenuation: Float = 0.953125
  private static let forgetting: Float = 0.90625
  /// The largest magnitude of a line; the bound keeps the squares of hostile feedback finite.
  private static let largest: Float = 0x1p40

  @inline(__always)
  private static func step(_ state: inout Line, _ input: Float, isUsed: Bool) -> Float {
    let (r0, r1) = (state.delayed0, state.delayed1)
    let k0 = state.energy0 > 1 ? state.correlation0 * roundedToEven(attenuation / state.energy0) : 0
    let k1 = state.energy1 > 1 ? state.correlation1 * roundedToEven(attenuation / state.energy1) : 0
    let prediction = rounded(k0 * r0 + k1 * r1)
    let output = isUsed ? input + prediction : input
    let error0 = min(max(output, -largest), largest)
    let error1 = error0 - k0 * r0
    state.correlation1 = truncated(forgetting * state.correlation1 + r1 * error1)
    state.energy1 = truncated(forgetting * state.energy1 + 0.5 * (r1 * r1 + error1 * error1))
    state.correlation0 = truncated(forgetting * state.correlation0 + r0 * error0)
    state.energy0 = truncated(forgetting * state.energy0 + 0.5 * (r0 * r0 + error0 * error0))
    state.delayed1 = truncated(attenuation * (r0 - k0 * error0))
    state.delayed0 = truncated(attenuation * error0)
    return isUsed ? error0 : input
  }

  /// Returns the upper 16 bits of a number.
  @inline(__always)
  private static func truncated(_ value: Float) -> Float { Float(bitPattern: value.bitPattern & 0xFFFF_0000) }

  /// Returns the nearest number of 16 upper bits, halves away from zero.
  @inline(__always)
  private static func rounded(_ value: Float) -> Float {
    Float(bitPattern: (value.bitPattern &+ 0x8000) & 0xFFFF_0000)
  }

  /// Returns the nearest number of 16 upper bits, halves to the even one.
  @inline(__always)
  private static func roundedToEven(_ value: Float) -> Float {
    let bits = value.bitPattern
    return Float(bitPattern: (bits &+ 0x7FFF &+ (bits >> 16 & 1)) & 0xFFFF_0000)
  }
}
