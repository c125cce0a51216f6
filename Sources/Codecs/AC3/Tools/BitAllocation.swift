/// The parameters of the bit allocation, as they are sent for all channels of a block.
struct AllocationParameters: Sendable, Equatable {
  var slowDecay = 0
  var fastDecay = 0
  var slowGain = 0
  var knee = 0
  var floor = 0
}

/// The allocation parameters that differ between the channels of a block.
struct ChannelAllocation: Sendable, Equatable {
  /// The channel's slot in ``LinePlanes``.
  var slot = 0
  /// True where six blocks are transformed together, whose pointers are looked up in a table of their own.
  var isHybrid = false
  /// The lines that are coded.
  var lines = 0..<0
  /// `fgain`.
  var fastGain = 0
  /// `csnroffst` and the channel's `fsnroffst` together: 0…1023.
  var offset = 0
  /// The leaks that the coupling channel starts with; `nil` for all others.
  var leaks: SIMD2<Int>?
}

/// Computes the precision of each line's quantization, from the exponents alone.
///
/// ETSI TS 102 366, 6.2.2 (ATSC A/52, 7.2.2), all in integers: the levels of bands, how they mask each other, and the
/// bits that are worth spending above that.
struct BitAllocation: Sendable {
  /// The code of the sampling rate, by which the threshold of hearing is chosen.
  var sampleRateCode = 0
  /// The number of times that the rate is halved.
  var rateShift = 0
  private var levels: [50 of Int] = InlineArray(repeating: 0)
  private var masks: [50 of Int] = InlineArray(repeating: 0)

  /// Fills in the pointers of a channel's lines.
  ///
  /// - Parameters:
  ///   - parameters: The parameters common to all channels.
  ///   - channel: The channel's own parameters.
  ///   - delta: Corrections of its mask.
  ///   - planes: The exponents, and the pointers to be filled in.
  mutating func assignPointers(
    _ parameters: AllocationParameters, _ channel: ChannelAllocation, _ delta: DeltaAllocation,
    _ planes: inout LinePlanes
  ) {
    let lines = channel.lines
    guard !lines.isEmpty else { return }
    guard channel.offset != 0 else { return planes.clearPointers(channel) }
    let firstBand = bandOfLine(lines.lowerBound)
    let endBand = bandOfLine(lines.upperBound - 1) + 1
    measure(planes, channel, firstBand..<endBand)
    mask(parameters, channel, firstBand..<endBand)
    for band in firstBand..<endBand {
      if levels[band] < parameters.knee { masks[band] += (parameters.knee - levels[band]) >> 2 }
      let threshold = allocationHearingThresholds[sampleRateCode * 50 + band >> rateShift]
      masks[band] = max(masks[band], threshold) + Int(delta.offsets[band])
    }
    point(parameters, channel, &planes, firstBand..<endBand)
  }

  /// Returns the band that a line is in.
  private func bandOfLine(_ line: Int) -> Int {
    // Bands are single lines up to 28, and grow from there on.
    guard line >= 28 else { return line }
    var band = 28
    while allocationBandStarts[band + 1] <= line { band += 1 }
    return band
  }

  /// Adds up the levels of each band's lines.
  private mutating func measure(
    _ planes: borrowing LinePlanes, _ channel: ChannelAllocation, _ bands: Range<Int>
  ) {
    for band in bands {
      let first = max(channel.lines.lowerBound, allocationBandStarts[band])
      let end = min(channel.lines.upperBound, allocationBandStarts[band + 1])
      var level = planes.level(channel.slot, first)
      for line in (first + 1)..<max(first + 1, end) {
        let other = planes.level(channel.slot, line)
        let distance = min(255, abs(level - other) >> 1)
        level = max(level, other) + allocationLogAddition[distance]
      }
      levels[band] = level
    }
  }

  /// Returns the compensation for masking by the next band up, which lowers the excitation.
  private static func lowCompensation(_ current: Int, _ level: Int, _ next: Int, _ full: Int) -> Int {
    if level + 256 == next { return full }
    return level > next ? max(current - 64, 0) : current
  }

  /// Computes the excitation of each band.
  private mutating func mask(_ parameters: AllocationParameters, _ channel: ChannelAllocation, _ bands: Range<Int>) {
    var (decay, begin) = (SIMD2<Int>(), bands.lowerBound)
    if let leaks = channel.leaks {
      decay = 256 &* leaks &+ 768
    } else {
      begin = maskLowBands(parameters, channel, bands.upperBound, &decay)
    }
    var (fast, slow) = (decay.x, decay.y)
    for band in begin..<max(begin, bands.upperBound) {
      fast = max(fast - parameters.fastDecay, levels[band] - channel.fastGain)
      slow = max(slow - parameters.slowDecay, levels[band] - parameters.slowGain)
      masks[band] = max(fast, slow)
    }
  }

  /// Computes the excitation of the bands below 22, and returns the first one above. The fast and the slow decay
  /// continue there.
  private mutating func maskLowBands(
    _ parameters: AllocationParameters, _ channel: ChannelAllocation, _ endBand: Int, _ decay: inout SIMD2<Int>
  ) -> Int {
    var (fast, slow) = (0, 0)
    defer { decay = SIMD2(fast, slow) }
    let isLowFrequency = channel.lines.upperBound == Slots.lowFrequencyEnd
    var (low, begin) = (0, 7)
    for band in 0..<2 {
      low = Self.lowCompensation(low, levels[band], levels[band + 1], 384)
      masks[band] = levels[band] - channel.fastGain - low
    }
    for band in 2..<7 {
      let isLast = isLowFrequency && band == 6
      if !isLast { low = Self.lowCompensation(low, levels[band], levels[band + 1], 384) }
      fast = levels[band] - channel.fastGain
      slow = levels[band] - parameters.slowGain
      masks[band] = fast - low
      if !isLast, levels[band] <= levels[band + 1] {
        begin = band + 1
        break
      }
    }
    let end = min(endBand, 22)
    for band in begin..<max(begin, end) {
      if band < 7 {
        if !(isLowFrequency && band == 6) {
          low = Self.lowCompensation(low, levels[band], levels[band + 1], 384)
        }
      } else if band < 20 {
        low = Self.lowCompensation(low, levels[band], levels[band + 1], 320)
      } else {
        low = max(low - 128, 0)
      }
      fast = max(fast - parameters.fastDecay, levels[band] - channel.fastGain)
      slow = max(slow - parameters.slowDecay, levels[band] - parameters.slowGain)
      masks[band] = max(fast - low, slow)
    }
    return max(begin, end)
  }

  /// Looks up each line's pointer by its level above the mask.
  private func point(
    _ parameters: AllocationParameters, _ channel: ChannelAllocation, _ planes: inout LinePlanes,
    _ bands: Range<Int>
  ) {
    let offset = (channel.offset - 15 * 16) << 2
    for band in bands {
      let mask = max(masks[band] - offset - parameters.floor, 0) & 0x1FE0 + parameters.floor
      let first = max(channel.lines.lowerBound, allocationBandStarts[band])
      let end = min(channel.lines.upperBound, allocationBandStarts[band + 1])
      planes.point(channel, first..<max(first, end), mask: mask)
    }
  }
}
