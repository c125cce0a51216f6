import AC3Frames
import Bitstream

// ETSI TS 102 366, 6.3 to 6.5 (ATSC A/52, 7.3 to 7.5).
extension FrameReader {
  /// Reads the mantissas of a block, and computes the lines of each channel from its own mantissas and those of the
  /// coupling channel.
  ///
  /// - Parameters:
  ///   - reader: At the first mantissa.
  ///   - lines: The lines of the block's channels, 256 each, the LFE after the others.
  mutating func readMantissas(_ reader: inout BitReader, into lines: inout MutableSpan<Float>) throws(AC3Error) {
    mantissas.begin()
    let channelCount = state.header.fullBandwidthChannelCount
    var hasCoupling = false
    for slot in 0..<channelCount {
      var own = lines._mutatingExtracting((slot * Slots.lineCount)..<((slot + 1) * Slots.lineCount))
      readMantissas(&reader, slot, into: &own)
      if state.coupling.contains(slot) {
        if !hasCoupling { readCouplingMantissas(&reader) }
        hasCoupling = true
        decouple(slot, into: &own)
      }
    }
    if state.header.hasLowFrequency {
      var own = lines._mutatingExtracting(
        (channelCount * Slots.lineCount)..<((channelCount + 1) * Slots.lineCount))
      readMantissas(&reader, Slots.lowFrequency, into: &own)
    }
    guard !reader.isPastEnd else { throw AC3Error(.truncated, at: reader.endOffset) }
    guard !mantissas.hasInvalidGroup else { throw AC3Error(.mantissaGroup, at: reader.offset) }
  }

  /// Reads one channel's own lines, and clears the lines above them.
  private mutating func readMantissas(_ reader: inout BitReader, _ slot: Int, into own: inout MutableSpan<Float>) {
    let channel = channel(slot)
    if channel.isHybrid {
      if state.block == 0 { hybrid.read(&reader, channel, planes, &mantissas.noise) }
      hybrid.mantissas(of: channel, state.block, planes, into: &own)
    } else {
      // The LFE has no noise.
      let isNoisy = slot < Slots.coupling && state.noisyChannels >> slot & 1 != 0
      let slot = MantissaSlot(number: slot, lines: channel.lines, isNoisy: isNoisy)
      mantissas.read(&reader, slot, planes, into: &own)
    }
    for line in channel.lines.upperBound..<Slots.lineCount { own[line] = 0 }
  }

  private mutating func readCouplingMantissas(_ reader: inout BitReader) {
    let channel = channel(Slots.coupling)
    // Moved out for the time of the call, so that the rest can change meanwhile.
    var lines: [Float] = []
    swap(&lines, &couplingLines)
    defer { swap(&lines, &couplingLines) }
    var own = lines.mutableSpan
    if channel.isHybrid {
      if state.block == 0 { hybrid.read(&reader, channel, planes, &mantissas.noise) }
      hybrid.mantissas(of: channel, state.block, planes, into: &own)
    } else {
      let slot = MantissaSlot(number: Slots.coupling, lines: channel.lines, isNoisy: false)
      mantissas.read(&reader, slot, planes, into: &own)
    }
  }

  /// Computes a channel's share of the coupled lines. Lines without bits get their own noise.
  private mutating func decouple(_ slot: Int, into own: inout MutableSpan<Float>) {
    let isHybrid = state.strategies.hybridSlots >> Slots.coupling & 1 != 0
    let isNoisy = state.noisyChannels >> slot & 1 != 0 && !isHybrid
    // A copy, as the rest of the reader is looked up meanwhile.
    var noise = mantissas.noise
    do {
      let exponents = planes.codes(Slots.coupling).exponents.extracting(0..<256)
      let order = planes.orders.order(Slots.coupling)
      let empty = order.lines(.empty)
      let emptyCount = isNoisy ? order.count(.empty) : 0
      let common = couplingLines.span.extracting(0..<256)
      var result = own._mutatingExtracting(0..<256)
      let (sizes, shares) = (state.coupling.bands.sizes, state.coupling.coordinates)
      var (line, index) = (state.coupling.lines.lowerBound, 0)
      for band in 0..<state.coupling.bands.count {
        var share = shares[slot * BandStructure.maximumCount + band]
        if slot == 1, state.coupling.negativeBands >> UInt32(band) & 1 != 0 { share = -share }
        let places = (line..<(line + sizes[band])).clamped(to: 0..<256)
        for place in places { result[place] = share * common[place] }
        while index < emptyCount {
          let place = Int(empty[index])
          guard place < places.upperBound else { break }
          let value = MantissaReader.noiseLevel * noise.next() * PowersOfTwo.negative(Int(exponents[place]))
          result[place] = share * value
          index &+= 1
        }
        line = places.upperBound
      }
    }
    mantissas.noise = noise
  }

  /// Converts sum and difference to left and right, applies the stream's gains, and extends the spectrum.
  mutating func finish(_ lines: inout MutableSpan<Float>) {
    if state.header.audioCodingMode == 2, state.rematrixedBands != 0 { rematrix(&lines) }
    for channel in 0..<state.header.channelCount {
      let gain = state.gains[state.programme(of: min(channel, 1))]
      guard gain != 1 else { continue }
      for line in (channel * Slots.lineCount)..<((channel + 1) * Slots.lineCount) { lines[line] *= gain }
    }
    for channel in 0..<state.header.fullBandwidthChannelCount where state.extension.contains(channel) {
      var own = lines._mutatingExtracting((channel * Slots.lineCount)..<((channel + 1) * Slots.lineCount))
      SpectralExtension.extend(&own, state.extension, channel, &mantissas.noise)
    }
  }

  private func rematrix(_ lines: inout MutableSpan<Float>) {
    let edges: [5 of Int] = [13, 25, 37, 61, 253]
    let end = min(state.ends[0], state.ends[1])
    for band in 0..<4 where state.rematrixedBands >> band & 1 != 0 {
      for line in edges[band]..<max(edges[band], min(edges[band + 1], end)) {
        let (left, right) = (lines[line], lines[Slots.lineCount + line])
        lines[line] = left + right
        lines[Slots.lineCount + line] = left - right
      }
    }
  }
}
