// Bound throughout: a frame has at most 16 slots of 64 subbands.
// Holds throughout: both sides are made for the same configuration.

package import AACSyntax

/// The signal path of LD MPEG Surround 2-1-2: makes the subbands of left and right from those of one channel.
///
/// ```
/// matrix ── gain ──┬────────────────── mixing ── [shaping] ── left, right
///                  └── decorrelation ──┘
/// ```
/// ISO/IEC 23003-2. There are no hybrid filters: parameter bands are groups of subbands.
package struct SurroundUpmix: ~Copyable, Sendable {
  let configuration: SurroundConfiguration
  package var parameters: SurroundParameters
  /// The shaping data of the present frame.
  package var shapingData = SurroundShapingData()
  private let gain: Float
  private let bandOfSubband: [Int]
  /// The parameter bands of four subbands each.
  private let bandsOfQuads: [SIMD4<UInt8>]
  private var decorrelator: SurroundDecorrelator
  private var shaping = SurroundShaping()
  private var guided: SurroundGuidedShaping
  private var shares: SurroundShares
  /// The decorrelated signal.
  private var twin: QuadratureMirrorMatrix
  /// The column that only shaping needs.
  private var column = SurroundColumn()
  private var twinColumn = SurroundColumn()
  private var parts = SurroundParts()

  package init(_ configuration: SurroundConfiguration) {
    self.configuration = configuration
    let count = configuration.subbandCount
    gain = surroundDownmixGains[configuration.downmixGain]
    bandOfSubband = (0..<count).map { configuration.band(ofSubband: $0) }
    let bands = bandOfSubband.map { UInt8($0) }
    bandsOfQuads = (0..<(count / 4)).map { quad in
      SIMD4(bands[4 * quad], bands[4 * quad + 1], bands[4 * quad + 2], bands[4 * quad + 3])
    }
    parameters = SurroundParameters(subbandCount: count)
    decorrelator = SurroundDecorrelator(
      slotCount: configuration.slotCount, subbandCount: count, arrangement: configuration.decorrelation)
    let scale = 128 / Float(count)
    guided = SurroundGuidedShaping(
      subbandCount: count, start: 0x1p30 * scale * scale, hasFineSteps: configuration.hasFineEnvelopes)
    shares = SurroundShares(count: count)
    twin = QuadratureMirrorMatrix(columnCount: configuration.slotCount)
  }

  /// Clears all frames.
  mutating func reset() {
    parameters.reset()
    shapingData = SurroundShapingData()
    decorrelator.reset()
    shaping.reset()
    guided.reset()
  }

  /// Computes left and right of a frame from the downmix in `left`.
  package mutating func apply(left: inout QuadratureMirrorMatrix, right: inout QuadratureMirrorMatrix) {
    precondition(left.columnCount == configuration.slotCount && right.columnCount == configuration.slotCount)
    if gain != 1 {
      let end = configuration.slotCount * QuadratureMirrorMatrix.bandCount
      Self.scale(&left.real, upTo: end, by: gain)
      Self.scale(&left.imaginary, upTo: end, by: gain)
    }
    decorrelator.apply(left, into: &twin)
    if configuration.shaping == .none { return mix(&left, &right) }
    for slot in 0..<configuration.slotCount {
      let start = slot * QuadratureMirrorMatrix.bandCount
      parameters.write(slot: slot, bandOfSubband, into: &shares)
      shape(slot, start..<(start + shares.count), &left, &right)
    }
  }

  /// Computes left and right without shaping: four subbands at a time, in all slots that lead to a set of parameters.
  private func mix(_ left: inout QuadratureMirrorMatrix, _ right: inout QuadratureMirrorMatrix) {
    for set in 1..<(parameters.setCount + 1) {
      let slots = parameters.slotRange(set)
      for quad in bandsOfQuads.indices {
        let part = (SurroundPart(band: 4 * quad, slots: slots), parameters.glide(set, bandsOfQuads[quad]))
        SurroundMixer.mix(part, twin, &left, &right)
      }
    }
  }

  /// Computes left and right in one slot, with temporal shaping.
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
