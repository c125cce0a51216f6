// Bound throughout: a frame has at most 16 slots of 64 subbands.
// Holds throughout: both sides are made for the same configuration.

/// The signal path of LD MPEG Surround 2-1-2: the subbands of one channel become those of left and right.
///
/// ```
/// matrix ── gain ──┬────────────────── mixing ── [shaping] ── left, right
///                  └── decorrelation ──┘
/// ```
/// ISO/IEC 23003-2. There are no hybrid filters: parameter bands are groups of subbands.
struct SurroundUpmix: Sendable {
  let configuration: SurroundConfiguration
  var parameters = SurroundParameters()
  /// What is shaped in the present frame.
  var shapingData = SurroundShapingData()
  private let gain: Float
  private let bandOfSubband: [Int]
  private var decorrelator: SurroundDecorrelator
  private var shaping = SurroundShaping()
  private var guided: SurroundGuidedShaping
  private var mixing: [SurroundMixing]
  private var column = SurroundColumn()
  private var twin = SurroundColumn()
  private var parts = SurroundParts()

  init(_ configuration: SurroundConfiguration) {
    self.configuration = configuration
    let count = configuration.subbandCount
    gain = surroundDownmixGains[configuration.downmixGain]
    bandOfSubband = (0..<count).map { configuration.band(ofSubband: $0) }
    decorrelator = SurroundDecorrelator(subbandCount: count, arrangement: configuration.decorrelation)
    guided = SurroundGuidedShaping(subbandCount: count)
    mixing = Array(repeating: .zero, count: count)
  }

  /// Forgets all frames.
  mutating func reset() {
    parameters.reset()
    shapingData = SurroundShapingData()
    decorrelator.reset()
    shaping.reset()
    guided.reset()
  }

  /// Makes left and right of a frame: `left` holds the downmix before.
  mutating func apply(left: inout QuadratureMirrorMatrix, right: inout QuadratureMirrorMatrix) {
    precondition(left.columnCount == configuration.slotCount && right.columnCount == configuration.slotCount)
    for slot in 0..<configuration.slotCount {
      let columns = (slot * QuadratureMirrorMatrix.bandCount)..<(slot * QuadratureMirrorMatrix.bandCount + mixing.count)
      Self.scale(left.real.span.extracting(columns), by: gain, into: &column.real)
      Self.scale(left.imaginary.span.extracting(columns), by: gain, into: &column.imaginary)
      decorrelator.apply(column, into: &twin)
      parameters.write(slot: slot, bandOfSubband, into: &mixing)
      guard configuration.shaping != .none else {
        Self.mix(column.real, twin.real, mixing, columns, &left.real, &right.real)
        Self.mix(column.imaginary, twin.imaginary, mixing, columns, &left.imaginary, &right.imaginary)
        continue
      }
      Self.mix(column, twin, mixing, into: &parts)
      if configuration.shaping == .decorrelated {
        shaping.apply(shapingData.isShaped, to: &parts)
      } else {
        guided.apply(
          shapingData, hasFineSteps: configuration.hasFineEnvelopes, column, slot: slot, to: &parts)
      }
      Self.store(parts.dryLeft, parts.wetLeft, slot, into: &left)
      Self.store(parts.dryRight, parts.wetRight, slot, into: &right)
    }
  }

  private static func scale(_ source: Span<Float>, by gain: Float, into target: inout [Float]) {
    var values = target.mutableSpan
    precondition(values.count >= source.count)
    for index in source.indices { values[index] = gain * source[index] }
  }

  /// Both channels of a column's real or imaginary parts at once.
  private static func mix(
    _ direct: [Float], _ twin: [Float], _ mixing: [SurroundMixing], _ columns: Range<Int>, _ left: inout [Float],
    _ right: inout [Float]
  ) {
    let count = columns.count
    let (x, u, shares) = (direct.span, twin.span, mixing.span)
    let allLeft = left.mutableSpan
    let allRight = right.mutableSpan
    var toLeft = allLeft._consumingExtracting(columns)
    var toRight = allRight._consumingExtracting(columns)
    precondition(x.count >= count && u.count >= count && shares.count == count)
    precondition(toLeft.count == count && toRight.count == count)
    for index in 0..<count {
      let share = shares[index]
      toLeft[index] = share[0] * x[index] + share[1] * u[index]
      toRight[index] = share[2] * x[index] + share[3] * u[index]
    }
  }

  private static func mix(
    _ column: borrowing SurroundColumn, _ twin: borrowing SurroundColumn, _ mixing: [SurroundMixing],
    into parts: inout SurroundParts
  ) {
    for subband in mixing.indices {
      let share = mixing[subband]
      let (x, y) = (column.real[subband], column.imaginary[subband])
      let (u, v) = (twin.real[subband], twin.imaginary[subband])
      parts.dryLeft.real[subband] = share[0] * x
      parts.dryLeft.imaginary[subband] = share[0] * y
      parts.wetLeft.real[subband] = share[1] * u
      parts.wetLeft.imaginary[subband] = share[1] * v
      parts.dryRight.real[subband] = share[2] * x
      parts.dryRight.imaginary[subband] = share[2] * y
      parts.wetRight.real[subband] = share[3] * u
      parts.wetRight.imaginary[subband] = share[3] * v
    }
  }

  private static func store(
    _ dry: borrowing SurroundColumn, _ wet: borrowing SurroundColumn, _ slot: Int,
    into matrix: inout QuadratureMirrorMatrix
  ) {
    let start = slot * QuadratureMirrorMatrix.bandCount
    for subband in 0..<QuadratureMirrorMatrix.bandCount {
      matrix.real[start + subband] = dry.real[subband] + wet.real[subband]
      matrix.imaginary[start + subband] = dry.imaginary[subband] + wet.imaginary[subband]
    }
  }
}
