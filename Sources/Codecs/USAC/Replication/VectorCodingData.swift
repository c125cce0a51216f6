package import AACReplication
package import Bitstream

/// `pvc_envelope()` and the fields around it: the predictors of the energies of a frame, as integers.
///
/// ISO/IEC 23003-3, 5.3.
package struct VectorCodingData: Sendable, BitwiseCopyable {
  /// `bs_pvc_mode`: the number of predicted bands.
  package enum Mode: Int, Sendable, BitwiseCopyable {
    /// Eight bands.
    case fine = 1
    /// Six wider bands.
    case coarse = 2
  }

  /// The mode; `nil` if the frame has ordinary envelopes.
  package var mode: Mode?
  /// `bs_noise_position`: the slot at which the second noise floor begins; 0 if there is only one floor.
  package private(set) var noisePosition = 0
  /// The number of slots by which the noise floors extend into the next frame, 0…3.
  package private(set) var reach = 0
  /// `nsMode`: true for smoothing of the energies over fewer slots.
  package private(set) var isBriefly = false
  /// `pvcID` of each slot.
  package private(set) var predictors: [16 of UInt8] = .init(repeating: 0)
  /// `bs_sinusoidal_position`.
  package private(set) var sinusoidPosition = SBRSlotLevels.noPosition

  /// The predictor of the last slot, which the next frame may repeat.
  package var lastPredictor: UInt8 { predictors[15] }

  package init() {}

  /// Reads the grid.
  ///
  /// - Returns: The borders without the first one, which is the end of the last frame.
  package mutating func parseGrid(_ reader: inout BitReader) throws(USACError) -> SBRTimeGrid {
    let start = reader.offset
    noisePosition = try reader.bits(4)
    reach = 0
    if try reader.bit() { reach = 1 + (try reader.bits(2)) }
    guard reach <= 3 else { throw USACError(.replicationTimeGrid, at: start) }
    var time = SBRTimeGrid()
    time.envelopeCount = noisePosition == 0 ? 1 : 2
    time.noiseCount = time.envelopeCount
    time.noiseBorder = noisePosition
    time.borders[1] = noisePosition
    time.borders[time.envelopeCount] = SBRSlotLevels.slotCount + reach
    return time
  }

  /// Reads the predictors.
  ///
  /// - Parameter last: The last predictor of the frame before; `nil` if there may be no reference to it.
  package mutating func parsePredictors(_ reader: inout BitReader, after last: UInt8?) throws(USACError) {
    let division = try reader.bits(3)
    isBriefly = try reader.bit()
    if division < 4 {
      try parseRuns(&reader, count: division, after: last)
    } else {
      try parseCells(&reader, length: 8 >> (division - 4), after: last)
    }
  }

  /// Up to four parts of any lengths.
  private mutating func parseRuns(_ reader: inout BitReader, count: Int, after last: UInt8?) throws(USACError) {
    var isRepeated = false
    if last != nil { isRepeated = try reader.bit() }
    var predictor = isRepeated ? last ?? 0 : UInt8(try reader.bits(7))
    var slot = 0
    for _ in 0..<count {
      let start = reader.offset
      let bitCount = slot >= 13 ? 1 : slot >= 11 ? 2 : slot >= 7 ? 3 : 4
      let end = slot + (try reader.bits(bitCount)) + 1
      guard end < SBRSlotLevels.slotCount else { throw USACError(.replicationTimeGrid, at: start) }
      for index in slot..<end { predictors[index] = predictor }
      slot = end
      predictor = UInt8(try reader.bits(7))
    }
    for index in slot..<SBRSlotLevels.slotCount { predictors[index] = predictor }
  }

  /// Parts of one length.
  private mutating func parseCells(_ reader: inout BitReader, length: Int, after last: UInt8?) throws(USACError) {
    var predictor = last ?? 0
    for slot in 0..<SBRSlotLevels.slotCount {
      if slot % length == 0 {
        var isNew = true
        if slot > 0 || last != nil { isNew = try reader.bit() }
        if isNew { predictor = UInt8(try reader.bits(7)) }
      }
      predictors[slot] = predictor
    }
  }

  /// Reads the position of the sinusoids, if the frame has one.
  package mutating func parseSinusoidPosition(_ reader: inout BitReader, hasSinusoids: Bool) throws(USACError) {
    sinusoidPosition = SBRSlotLevels.noPosition
    if hasSinusoids, try reader.bit() { sinusoidPosition = try reader.bits(5) }
  }

  /// Continues over a lost frame, with the last predictor and no sinusoids.
  mutating func repeatLast() {
    predictors = .init(repeating: lastPredictor)
    (noisePosition, reach, sinusoidPosition) = (0, 0, SBRSlotLevels.noPosition)
  }
}
