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
      Self.load(left, slot, gain: gain, count: bandOfSubband.count, into: &column)
      decorrelator.apply(column, into: &twin)
      parameters.write(slot: slot, bandOfSubband, into: &mixing)
      Self.mix(column, twin, mixing, into: &parts)
      switch configuration.shaping {
      case .none: break
      case .decorrelated: shaping.apply(shapingData.isShaped, to: &parts)
      case .guided:
        guided.apply(
          shapingData, hasFineSteps: configuration.hasFineEnvelopes, column, slot: slot, to: &parts)
      }
      Self.store(parts.dryLeft, parts.wetLeft, slot, into: &left)
      Self.store(parts.dryRight, parts.wetRight, slot, into: &right)
    }
  }

  private static func load(
    _ matrix: borrowing QuadratureMirrorMatrix, _ slot: Int, gain: Float, count: Int,
    into column: inout SurroundColumn
  ) {
    let start = slot * QuadratureMirrorMatrix.bandCount
    for subband in 0..<count {
      column.real[subband] = gain * matrix.real[start + subband]
      column.imaginary[subband] = gain * matrix.imaginary[start + subband]
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
