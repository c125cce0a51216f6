import AACReplication

// Bound throughout: three low bands of 31 slots.
// Holds throughout: slots are 0…15, and columns and subbands those of the frame, at most 64 and 32.

/// Predicts the energies of high bands from three low bands: predictive vector coding.
///
/// ISO/IEC 23003-3, 7.5. The state of a channel: the energies of the slots before.
struct VectorPrediction: Sendable {
  private static let lowBandCount = 3
  /// The slots before a frame over which energies are smoothed.
  private static let historyCount = 15
  private static let slotCount = SBRSlotLevels.slotCount
  /// The largest level that is predicted, in dB: 160 above full scale; energies stay in the range of numbers.
  private static let highest = 250.0

  /// Energies of the low bands in dB: the history, then the slots of the frame, in rows.
  private var levels = [Float](repeating: 0, count: lowBandCount * (historyCount + slotCount))
  /// The first subband of the last frame with prediction; `nil` after a frame without it.
  private var crossover: Int?

  /// Restarts prediction after a frame with its own envelopes.
  mutating func interrupt() { crossover = nil }

  /// The columns of a slot: 2 or 4.
  private let columnCount: Int

  init(columnsPerSlot: Int) { columnCount = columnsPerSlot }

  /// Predicts the energies of the slots of a frame.
  ///
  /// - Parameter first: `kx`: the first high subband.
  mutating func predict(
    _ data: VectorCodingData, from low: borrowing LowSubbands, first: Int, into target: inout SBRSlotLevels
  ) {
    let slots = target.slots
    target.sinusoidPosition = data.sinusoidPosition
    let isFine = data.mode == .fine
    target.groupCount = isFine ? 8 : 6
    target.groupWidth = (isFine ? 8 : 12) / columnCount
    for slot in slots {
      for band in 0..<VectorPrediction.lowBandCount {
        let width = 8 / columnCount
        let start = first - width * (VectorPrediction.lowBandCount - band)
        let columns = (columnCount * slot + 2)..<(columnCount * (slot + 1) + 2)
        let level = VectorPrediction.level(low, start..<(start + width), columns)
        levels[VectorPrediction.place(band, slot)] = level
        if slot == slots.lowerBound, crossover != first { fillHistory(band, before: slot, level) }
      }
      for group in 0..<target.groupCount {
        target.energies[SBRSlotLevels.groupLimit * slot + group] = predicted(slot, group, data)
      }
    }
    crossover = first
    for place in levels.indices where place % 31 < VectorPrediction.historyCount {
      levels[place] = levels[place + VectorPrediction.slotCount]
    }
  }

  private static func place(_ band: Int, _ slot: Int) -> Int {
    (historyCount + slotCount) * band + historyCount + slot
  }

  private mutating func fillHistory(_ band: Int, before slot: Int, _ level: Float) {
    for earlier in -VectorPrediction.historyCount..<slot { levels[VectorPrediction.place(band, earlier)] = level }
  }

  /// The mean energy of subbands in some columns, in dB; −10 if they would begin below the first subband.
  private static func level(_ low: borrowing LowSubbands, _ subbands: Range<Int>, _ columns: Range<Int>) -> Float {
    guard subbands.lowerBound >= 0 else { return -10 }
    let (real, imaginary) = (low.real.span, low.imaginary.span)
    var sum = 0.0
    for column in columns {
      for subband in subbands {
        let place = column * LowSubbands.bandCount + subband
        sum += Double(real[place] * real[place] + imaginary[place] * imaginary[place])
      }
    }
    let mean = max(sum / Double(columns.count * subbands.count), 0.1)
    // 10 · log10(x) = 3.01… · log2(x)
    return Float(3.010299956639812 * BinaryLogarithm.of(mean))
  }

  /// `E_Orig` of a group of subbands in a slot.
  private func predicted(_ slot: Int, _ group: Int, _ data: VectorCodingData) -> Float {
    let predictor = Int(data.predictors[slot])
    let isFine = data.mode == .fine
    let classes = isFine ? fineVectorClasses : coarseVectorClasses
    let vectorClass = predictor < classes[0] ? 0 : predictor < classes[1] ? 1 : 2
    var level = isFine ? fineVectorOffsets[8 * predictor + group] : coarseVectorOffsets[6 * predictor + group]
    for band in 0..<VectorPrediction.lowBandCount {
      let row = VectorPrediction.lowBandCount * vectorClass + band
      let slope = isFine ? fineVectorSlopes[8 * row + group] : coarseVectorSlopes[6 * row + group]
      level += slope * smoothed(band, slot, data)
    }
    // 10^(dB / 10) = 2^(dB / 3.01…)
    return Float(BinaryLogarithm.exponential(min(Double(level), VectorPrediction.highest) / 3.010299956639812))
  }

  private func smoothed(_ band: Int, _ slot: Int, _ data: VectorCodingData) -> Float {
    let place = VectorPrediction.place(band, slot)
    var sum: Float = 0
    switch (data.mode == .fine, data.isBriefly) {
    case (true, false): for back in 0..<16 { sum += vectorSmoothing16[back] * levels[place - back] }
    case (true, true): for back in 0..<4 { sum += vectorSmoothing4[back] * levels[place - back] }
    case (false, false): for back in 0..<12 { sum += vectorSmoothing12[back] * levels[place - back] }
    case (false, true): for back in 0..<3 { sum += vectorSmoothing3[back] * levels[place - back] }
    }
    return sum
  }
}
