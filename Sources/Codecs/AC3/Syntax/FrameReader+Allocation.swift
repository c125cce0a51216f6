import AC3Frames
import Bitstream

// ETSI TS 102 366, 4.4.3.30 to 4.4.3.52 and E.1.3.3.
extension FrameReader {
  /// Reads the parameters of the bit allocation, and computes the pointers that have changed.
  mutating func readAllocation(_ reader: inout BitReader) throws(AC3Error) {
    try readParameters(&reader)
    if state.strategies.offsetStrategy == 3 {
      try readAllOffsets(&reader)
    } else {
      try readEnhancedOffsets(&reader)
    }
    if state.coupling.isInUse { try readLeaks(&reader) }
    if state.strategies.sendsDelta { try readDeltas(&reader) }
    updatePointers()
  }

  private mutating func readParameters(_ reader: inout BitReader) throws(AC3Error) {
    guard state.strategies.sendsAllocation else {
      guard !state.hasParameters else { return }
      return take(parameters: [2, 1, 1, 2, 7])
    }
    if try reader.bit() {
      take(parameters: [
        try reader.bits(2), try reader.bits(2), try reader.bits(2), try reader.bits(2), try reader.bits(3),
      ])
    } else if !state.hasParameters {
      throw AC3Error(.allocationMissing, at: reader.offset)
    }
  }

  private mutating func take(parameters codes: [5 of Int]) {
    let shift = state.header.rateShift
    state.parameters = AllocationParameters(
      slowDecay: slowDecays[codes[0]] >> shift, fastDecay: fastDecays[codes[1]] >> shift,
      slowGain: slowGains[codes[2]], knee: decibelKnees[codes[3]], floor: allocationFloors[codes[4]])
    state.hasParameters = true
    state.staleSlots = 0x7F
  }

  /// Calls `body` for each slot that is coded in this block, in the order of the fields.
  ///
  /// Inlined, as a call would copy the whole reader.
  @inline(__always)
  func forEachSlot(_ body: (Int) throws(AC3Error) -> Void) throws(AC3Error) {
    if state.coupling.isInUse { try body(Slots.coupling) }
    for channel in 0..<state.header.fullBandwidthChannelCount { try body(channel) }
    if state.header.hasLowFrequency { try body(Slots.lowFrequency) }
  }

  private mutating func readAllOffsets(_ reader: inout BitReader) throws(AC3Error) {
    guard try reader.bit() else {
      guard state.block > 0 else { throw AC3Error(.allocationMissing, at: reader.offset) }
      return
    }
    let coarse = try reader.bits(6) << 4
    var (offsets, codes) = (state.offsets, state.fastGainCodes)
    try forEachSlot { slot throws(AC3Error) in
      offsets[slot] = coarse + (try reader.bits(4))
      codes[slot] = try reader.bits(3)
    }
    (state.offsets, state.fastGainCodes, state.staleSlots) = (offsets, codes, 0x7F)
  }

  private mutating func readEnhancedOffsets(_ reader: inout BitReader) throws(AC3Error) {
    var offsets = state.offsets
    if state.strategies.offsetStrategy == 0 {
      let frame = state.strategies.frameOffsets[0] << 4 + state.strategies.frameOffsets[1]
      if state.block == 0 { state.offsets = InlineArray(repeating: frame) }
    } else {
      var isSent = true
      if state.block > 0 { isSent = try reader.bit() }
      if isSent {
        let coarse = try reader.bits(6) << 4
        if state.strategies.offsetStrategy == 1 {
          state.offsets = InlineArray(repeating: coarse + (try reader.bits(4)))
        } else {
          try forEachSlot { slot throws(AC3Error) in offsets[slot] = coarse + (try reader.bits(4)) }
          state.offsets = offsets
        }
        state.staleSlots = 0x7F
      }
    }
    if state.strategies.sendsFastGains, try reader.bit() {
      var codes = state.fastGainCodes
      try forEachSlot { slot throws(AC3Error) in codes[slot] = try reader.bits(3) }
      (state.fastGainCodes, state.staleSlots) = (codes, 0x7F)
    }
    // An offset for a conversion to AC-3.
    if reader.data[2] >> 6 == 0, try reader.bit() { try reader.pass(10) }
  }

  private mutating func readLeaks(_ reader: inout BitReader) throws(AC3Error) {
    var isSent = state.header.isEnhanced && !state.coupling.hasLeaks
    if !isSent { isSent = try reader.bit() }
    if isSent {
      (state.coupling.fastLeak, state.coupling.slowLeak) = (try reader.bits(3), try reader.bits(3))
      state.coupling.hasLeaks = true
      state.staleSlots |= 1 << Slots.coupling
    } else if !state.coupling.hasLeaks {
      throw AC3Error(.allocationMissing, at: reader.offset)
    }
  }

  private mutating func readDeltas(_ reader: inout BitReader) throws(AC3Error) {
    guard try reader.bit() else { return }
    var codes: [7 of Int] = InlineArray(repeating: 0)
    if state.coupling.isInUse { codes[Slots.coupling] = try reader.bits(2) }
    for channel in 0..<state.header.fullBandwidthChannelCount { codes[channel] = try reader.bits(2) }
    var deltas = state.deltas
    try forEachSlot { slot throws(AC3Error) in
      switch codes[slot] {
      case 0: break
      case 1: try deltas[slot].read(&reader)
      case 2: deltas[slot] = DeltaAllocation()
      default: throw AC3Error(.deltaState, at: reader.offset)
      }
    }
    (state.deltas, state.staleSlots) = (deltas, 0x7F)
  }

  /// Returns the allocation parameters that belong to one slot alone.
  ///
  /// Inlined, as a call would copy the whole reader.
  @inline(__always)
  func channel(_ slot: Int) -> ChannelAllocation {
    let lines =
      switch slot {
      case Slots.coupling: state.coupling.lines
      case Slots.lowFrequency: 0..<Slots.lowFrequencyEnd
      default: 0..<state.ends[slot]
      }
    return ChannelAllocation(
      slot: slot, isHybrid: state.strategies.hybridSlots >> slot & 1 != 0, lines: lines,
      fastGain: fastGains[state.fastGainCodes[slot]], offset: state.offsets[slot],
      leaks: slot == Slots.coupling ? [state.coupling.fastLeak, state.coupling.slowLeak] : nil)
  }

  private mutating func updatePointers() {
    for slot in 0..<Slots.count where state.staleSlots >> slot & 1 != 0 {
      switch slot {
      case Slots.coupling: guard state.coupling.isInUse else { continue }
      case Slots.lowFrequency: guard state.header.hasLowFrequency else { continue }
      default: guard slot < state.header.fullBandwidthChannelCount else { continue }
      }
      allocation.assignPointers(state.parameters, channel(slot), state.deltas[slot], &planes)
    }
    state.staleSlots = 0
  }
}
