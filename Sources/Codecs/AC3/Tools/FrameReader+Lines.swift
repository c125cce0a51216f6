import AC3Frames
import Bitstream

// ETSI TS 102 366, 6.3 to 6.5 (ATSC A/52, 7.3 to 7.5).
extension FrameReader {
  /// Reads the mantissas of a block, and makes the lines of each channel of its own ones and those of coupling.
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

  /// Reads one channel's own lines, and clears those above.
  private mutating func readMantissas(_ reader: inout BitReader, _ slot: Int, into own: inout MutableSpan<Float>) {
    let channel = channel(slot)
    let base = slot * Slots.lineCount
    if channel.isHybrid {
      if state.block == 0 { hybrid.read(&reader, channel, planes, &noise) }
      for line in channel.lines {
        own[line] = hybrid.mantissa(slot, line, state.block) * PowersOfTwo.negative(Int(planes.exponents[base + line]))
      }
    } else {
      // The LFE has no noise.
      let isNoisy = slot < Slots.coupling && state.noisyChannels >> slot & 1 != 0
      for line in channel.lines {
        let pointer = planes.pointers[base + line]
        let mantissa =
          pointer != 0 ? mantissas.next(&reader, pointer: pointer) : isNoisy ? Self.noiseLevel * noise.next() : 0
        own[line] = mantissa * PowersOfTwo.negative(Int(planes.exponents[base + line]))
      }
    }
    for line in channel.lines.upperBound..<Slots.lineCount { own[line] = 0 }
  }

  /// The greatest value of noise.
  private static var noiseLevel: Float { 0.707_106_78 }

  private mutating func readCouplingMantissas(_ reader: inout BitReader) {
    let channel = channel(Slots.coupling)
    let base = Slots.coupling * Slots.lineCount
    if channel.isHybrid {
      if state.block == 0 { hybrid.read(&reader, channel, planes, &noise) }
      for line in channel.lines {
        couplingLines[line] =
          hybrid.mantissa(Slots.coupling, line, state.block)
          * PowersOfTwo.negative(Int(planes.exponents[base + line]))
      }
      return
    }
    for line in channel.lines {
      let pointer = planes.pointers[base + line]
      couplingLines[line] =
        pointer == 0
        ? 0
        : mantissas.next(&reader, pointer: pointer) * PowersOfTwo.negative(Int(planes.exponents[base + line]))
    }
  }

  /// Makes a channel's share of the coupled lines. Lines without bits are noise of its own.
  private mutating func decouple(_ slot: Int, into own: inout MutableSpan<Float>) {
    let base = Slots.coupling * Slots.lineCount
    let isHybrid = state.strategies.hybridSlots >> Slots.coupling & 1 != 0
    let isNoisy = state.noisyChannels >> slot & 1 != 0 && !isHybrid
    var line = state.coupling.lines.lowerBound
    for band in 0..<state.coupling.bands.count {
      var share = state.coupling.coordinates[slot * BandStructure.maximumCount + band]
      if slot == 1, state.coupling.negativeBands >> UInt32(band) & 1 != 0 { share = -share }
      for place in line..<(line + state.coupling.bands.sizes[band]) {
        var value = couplingLines[place]
        if isNoisy, planes.pointers[base + place] == 0 {
          value = Self.noiseLevel * noise.next() * PowersOfTwo.negative(Int(planes.exponents[base + place]))
        }
        own[place] = share * value
      }
      line += state.coupling.bands.sizes[band]
    }
  }

  /// Makes left and right of sum and difference, applies the stream's gains, and extends the spectrum.
  mutating func finish(_ lines: inout MutableSpan<Float>) {
    if state.header.audioCodingMode == 2, state.rematrixedBands != 0 { rematrix(&lines) }
    for channel in 0..<state.header.channelCount {
      let gain = state.gains[state.programme(of: min(channel, 1))]
      guard gain != 1 else { continue }
      for line in (channel * Slots.lineCount)..<((channel + 1) * Slots.lineCount) { lines[line] *= gain }
    }
    for channel in 0..<state.header.fullBandwidthChannelCount where state.extension.contains(channel) {
      var own = lines._mutatingExtracting((channel * Slots.lineCount)..<((channel + 1) * Slots.lineCount))
      SpectralExtension.extend(&own, state.extension, channel, &noise)
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
