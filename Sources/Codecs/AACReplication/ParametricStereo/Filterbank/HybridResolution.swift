package import Transforms

// Bound throughout: there are 20 or 34 bands.

/// The resolution that low subbands are split to.
package enum HybridResolution: Sendable, BitwiseCopyable {
  /// 20 parameter bands: subbands 0, 1 and 2 are split into 6, 2 and 2.
  case coarse
  /// 34 parameter bands: subbands 0…4 are split into 12, 8, 4, 4 and 4.
  case fine

  /// The number of subbands that are split.
  var splitCount: Int { self == .coarse ? 3 : 5 }
  /// The number of sub-subbands that these become.
  var partCount: Int { self == .coarse ? 10 : 32 }
  /// The number of sub-subbands and whole subbands together: 71 or 91.
  package var subbandCount: Int { partCount + QuadratureMirrorMatrix.bandCount - splitCount }
  /// Parameter bands.
  var parameterBandCount: Int { self == .coarse ? 20 : 34 }

  /// Returns the subband that sub-subband `part` is a part of.
  func source(_ part: Int) -> Int {
    switch self {
    case .coarse: part < 6 ? 0 : part < 8 ? 1 : 2
    case .fine: part < 12 ? 0 : part < 20 ? 1 : 2 + (part - 20) / 4
    }
  }

  /// Returns the sub-subband at the mirrored, negative frequency in the same subband; `nil` if a filter with real taps
  /// combines both, or halves the subband.
  func mirror(_ part: Int) -> Int? {
    switch self {
    case .coarse: part < 4 ? 3 - part : nil
    case .fine: part < 12 ? 11 - part : part < 20 ? 31 - part : part / 4 * 4 + 3 - part % 4
    }
  }

  /// Returns the parameter band of a sub-subband.
  func parameterBand(_ subband: Int) -> Int {
    Int(self == .coarse ? stereoBandOfSubband20[subband] : stereoBandOfSubband34[subband])
  }

  /// Sub-subbands of negative frequency, whose phases have the opposite sign.
  var conjugated: Range<Int> { self == .coarse ? 0..<2 : 9..<12 }

  /// Returns −1 for slots whose phases have the opposite sign, otherwise 1.
  package func signs(_ quad: Int) -> SIMD4<Float> {
    var signs = SIMD4<Float>(repeating: 1)
    for lane in 0..<4 where conjugated.contains(4 * quad + lane) { signs[lane] = -1 }
    return signs
  }

  /// Returns the slot of a sub-subband in a ``StereoColumn``.
  package func slot(_ subband: Int) -> Int {
    subband < partCount ? subband : StereoColumn.wholeStart + subband - partCount + splitCount
  }

  /// The number of quads of a ``StereoColumn`` that hold parts of split subbands.
  package var partQuads: Range<Int> { 0..<((partCount + 3) / 4) }

  /// Returns the parameter band of each slot of a ``StereoColumn``; 0 for unused slots.
  package func bandOfSlot() -> [UInt8] {
    var bands = [UInt8](repeating: 0, count: 4 * StereoColumn.quadCount)
    for subband in 0..<subbandCount { bands[slot(subband)] = UInt8(parameterBand(subband)) }
    return bands
  }
}

/// One column of complex sub-subbands, four to a quad:
/// ```
/// slots  0…31   the parts of the subbands that are split, 10 or 32
///       32…95   subband `slot − 32`; where it is split, the slot means nothing
/// ```
package struct StereoColumn: Sendable {
  package static let quadCount = 24
  /// The slot of subband 0.
  static let wholeStart = 32
  /// The quads of whole subbands.
  static let wholeQuads = 8..<24

  package var quads = [ComplexQuad](repeating: .zero, count: quadCount)

  package init() {}

  /// Loads a column of a frame.
  package mutating func load(_ signal: borrowing StereoSignal, _ column: Int) {
    let source = signal.quads.span
    var target = quads.mutableSpan
    for quad in target.indices { target[quad] = source[StereoSignal.place(quad, column)] }
  }

  /// Writes the whole subbands into one matrix, and the parts of split subbands into another.
  package func store(in matrix: inout QuadratureMirrorMatrix, parts: inout QuadratureMirrorMatrix, _ column: Int) {
    StereoColumn.store(quads.span.extracting(droppingFirst: StereoColumn.wholeQuads.lowerBound), in: &matrix, column)
    StereoColumn.store(quads.span.extracting(first: StereoColumn.wholeQuads.lowerBound), in: &parts, column)
  }

  private static func store(_ quads: Span<ComplexQuad>, in matrix: inout QuadratureMirrorMatrix, _ column: Int) {
    let start = column * QuadratureMirrorMatrix.bandCount
    var real = matrix.real.mutableSpan
    for quad in quads.indices { real.setQuad(quads[quad].real, at: start + 4 * quad) }
    var imaginary = matrix.imaginary.mutableSpan
    for quad in quads.indices { imaginary.setQuad(quads[quad].imaginary, at: start + 4 * quad) }
  }
}
