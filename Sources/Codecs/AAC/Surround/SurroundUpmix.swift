// Bound throughout: a frame has at most 16 slots of 64 subbands.
// Holds throughout: both sides are made for the same configuration.

/// The signal path of LD MPEG Surround 2-1-2: the subbands of one channel become those of left and right.
///
/// ```
/// matrix ── gain ──┬────────────────── mixing ── [shaping] ── left, right
///                  └── decorrelation ──┘
/// ```
/// ISO/IEC 23003-2. There are no hybrid filters: parameter bands are groups of subbands.
package struct SurroundUpmix: ~Copyable, Sendable {
  let configuration: SurroundConfiguration
  package var parameters: SurroundParameters
  /// What is shaped in the present frame.
  package var shapingData = SurroundShapingData()
  private let gain: Float
  private let bandOfSubband: [Int]
  private var decorrelator: SurroundDecorrelator
  private var shaping = SurroundShaping()
  private var guided: SurroundGuidedShaping
  private var shares: SurroundShares
  /// The decorrelated signal.
  private var twin: QuadratureMirrorMatrix
  /// What only shaping needs.
  private var column = SurroundColumn()
  private var twinColumn = SurroundColumn()
  private var parts = SurroundParts()

  package init(_ configuration: SurroundConfiguration) {
    self.configuration = configuration
    let count = configuration.subbandCount
    gain = surroundDownmixGains[configuration.downmixGain]
    bandOfSubband = (0..<count).map { configuration.band(ofSubband: $0) }
    parameters = SurroundParameters(subbandCount: count)
    decorrelator = SurroundDecorrelator(
      slotCount: configuration.slotCount, subbandCount: count, arrangement: configuration.decorrelation)
    guided = SurroundGuidedShaping(subbandCount: count, hasFineSteps: configuration.hasFineEnvelopes)
    shares = SurroundShares(count: count)
    twin = QuadratureMirrorMatrix(columnCount: configuration.slotCount)
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
  package mutating func apply(left: inout QuadratureMirrorMatrix, right: inout QuadratureMirrorMatrix) {
    precondition(left.columnCount == configuration.slotCount && right.columnCount == configuration.slotCount)
    let end = configuration.slotCount * QuadratureMirrorMatrix.bandCount
    Self.scale(&left.real, upTo: end, by: gain)
    Self.scale(&left.imaginary, upTo: end, by: gain)
    decorrelator.apply(left, into: &twin)
    for slot in 0..<configuration.slotCount {
      let start = slot * QuadratureMirrorMatrix.bandCount
      let places = start..<(start + shares.count)
      parameters.write(slot: slot, bandOfSubband, into: &shares)
      if configuration.shaping == .none {
        // A method of the upmix itself would be lent a copy of it, of 2 KB.
        shares.mix(twin.real, places, &left.real, &right.real)
        shares.mix(twin.imaginary, places, &left.imaginary, &right.imaginary)
      } else {
        shape(slot, places, &left, &right)
      }
    }
  }

  /// The same for a slot with what shaping does to its parts.
  private mutating func shape(
    _ slot: Int, _ places: Range<Int>, _ left: inout QuadratureMirrorMatrix, _ right: inout QuadratureMirrorMatrix
  ) {
    column.load(left, places)
    twinColumn.load(twin, places)
    parts.set(column, twinColumn, shares)
    if configuration.shaping == .decorrelated {
      shaping.apply(shapingData.isShaped, to: &parts)
    } else {
      guided.apply(shapingData, column, slot: slot, to: &parts)
    }
    SurroundColumn.store(parts.dryLeft, parts.wetLeft, into: &left, places)
    SurroundColumn.store(parts.dryRight, parts.wetRight, into: &right, places)
  }

  private static func scale(_ values: inout [Float], upTo end: Int, by gain: Float) {
    let all = values.mutableSpan
    var span = all._consumingExtracting(0..<end)
    for index in span.indices { span[index] *= gain }
  }
}

extension SurroundShares {
  /// Both channels of a column's real or imaginary parts at once; `left` holds the downmix before.
  fileprivate func mix(_ twin: [Float], _ places: Range<Int>, _ left: inout [Float], _ right: inout [Float]) {
    let count = places.count
    let u = twin.span.extracting(places)
    let allLeft = left.mutableSpan
    let allRight = right.mutableSpan
    var toLeft = allLeft._consumingExtracting(places)
    var toRight = allRight._consumingExtracting(places)
    let (dryLeft, wetLeft, dryRight, wetRight) = (self.dryLeft, self.wetLeft, self.dryRight, self.wetRight)
    precondition(u.count == count && toLeft.count == count && toRight.count == count)
    precondition(dryLeft.count == count && wetLeft.count == count)
    precondition(dryRight.count == count && wetRight.count == count)
    for index in 0..<count {
      let (direct, decorrelated) = (toLeft[index], u[index])
      toLeft[index] = dryLeft[index] * direct + wetLeft[index] * decorrelated
      toRight[index] = dryRight[index] * direct + wetRight[index] * decorrelated
    }
  }
}
