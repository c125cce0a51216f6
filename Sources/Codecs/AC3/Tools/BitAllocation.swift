/// The parameters of the bit allocation that all channels of a block share.
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
  /// True if six blocks are transformed together, with their own table of pointers.
  var isHybrid = false
  /// The lines that are coded.
  var lines = 0..<0
  /// `fgain`.
  var fastGain = 0
  /// `csnroffst` and the channel's `fsnroffst` together: 0…1023.
  var offset = 0
  /// The initial leaks of the coupling channel; `nil` for all others.
  var leaks: SIMD2<Int>?
}

/// Computes the precision of each line's quantization, from the exponents alone.
///
/// ETSI TS 102 366, 6.2.2 (ATSC A/52, 7.2.2), all in integers: the levels of bands, how they mask each other, and the
/// bits that are worth spending above that.
struct BitAllocation: Sendable {
  /// The code of the sampling rate, which selects the threshold of hearing.
  var sampleRateCode = 0
  /// The number of times that the rate is halved.
  var rateShift = 0
  private let tables = AllocationLookup()
  // Arrays, as a look-up in an InlineArray that is passed on copies all of it. Bound: constants of the format.
  private var levels = [Int](repeating: 0, count: 50)
  private var masks = [Int](repeating: 0, count: 50)
  private var places = [UInt8](repeating: 0, count: 50)

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
    let bands = tables.band(of: lines.lowerBound)..<(tables.band(of: lines.upperBound - 1) + 1)
    if channel.offset != 0 {
      measure(planes, channel, bands)
      mask(parameters, channel, bands)
      limitMasks(parameters, delta, bands)
      findPlaces(parameters, channel, bands)
    } else {
      // No mantissa is sent.
      for band in bands { places[band] = AllocationLookup.place(ofMask: 3072) }
    }
    planes.point(channel, bands, tables, places)
  }

  /// Adds up the levels of each band's lines, which are in 128ths of 6 dB.
  private mutating func measure(
    _ planes: borrowing LinePlanes, _ channel: ChannelAllocation, _ bands: Range<Int>
  ) {
    // Copies of references, so that the levels can change meanwhile. Parts of a known length, so that the loop has no
    // checks.
    let (allStarts, allSums) = (tables.bandStarts, tables.sums)
    let (starts, sums) = (allStarts.span, allSums.span.extracting(0..<8192))
    let own = planes.codes(channel.slot).exponents.extracting(0..<256)
    var levels = levels.mutableSpan
    var line = channel.lines.lowerBound
    for band in bands {
      let end = min(channel.lines.upperBound, starts[band &+ 1], 256)
      var level = 3072 &- Int(own[line]) &<< 7
      line &+= 1
      while line < end {
        let other = 3072 &- Int(own[line]) &<< 7
        level = other &+ Int(sums[(level &- other &+ 4096) & 8191])
        line &+= 1
      }
      levels[band] = level
    }
  }

  /// Returns the compensation for masking by the next band up, which lowers the excitation.
  @inline(__always)
  private static func lowCompensation(_ current: Int, _ level: Int, _ next: Int, _ full: Int) -> Int {
    if level + 256 == next { return full }
    return level > next ? max(current - 64, 0) : current
  }

  /// Computes the excitation of each band.
  private mutating func mask(
    _ parameters: AllocationParameters, _ channel: ChannelAllocation, _ bands: Range<Int>
  ) {
    var (decay, begin) = (SIMD2<Int>(), bands.lowerBound)
    if let leaks = channel.leaks {
      decay = 256 &* leaks &+ 768
    } else {
      begin = maskLowBands(parameters, channel, bands.upperBound, &decay)
    }
    let levels = levels
    let own = levels.span
    var result = masks.mutableSpan
    var (fast, slow) = (decay.x, decay.y)
    for band in begin..<max(begin, bands.upperBound) {
      fast = max(fast - parameters.fastDecay, own[band] - channel.fastGain)
      slow = max(slow - parameters.slowDecay, own[band] - parameters.slowGain)
      result[band] = max(fast, slow)
    }
  }

  /// Computes the excitation of the bands below 22, and returns the first higher band, at which the fast and the slow
  /// decay continue.
  private mutating func maskLowBands(
    _ parameters: AllocationParameters, _ channel: ChannelAllocation, _ endBand: Int, _ decay: inout SIMD2<Int>
  ) -> Int {
    let allLevels = self.levels
    let levels = allLevels.span
    var masks = self.masks.mutableSpan
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
        if !(isLowFrequency && band == 6) { low = Self.lowCompensation(low, levels[band], levels[band + 1], 384) }
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

  /// Raises the masks of quiet bands and those below the threshold of hearing, and corrects them.
  private mutating func limitMasks(
    _ parameters: AllocationParameters, _ delta: DeltaAllocation, _ bands: Range<Int>
  ) {
    let (allLevels, allThresholds, knee) = (levels, tables.thresholds, parameters.knee)
    let (first, shift) = (50 * sampleRateCode, rateShift)
    let (levels, thresholds) = (allLevels.span, allThresholds.span)
    var all = masks.mutableSpan
    for band in bands {
      let mask = all[band] &+ max(0, knee &- levels[band]) &>> 2
      all[band] = max(mask, thresholds[first &+ band &>> shift])
      if !delta.isEmpty { all[band] += Int(delta.offsets[band]) }
    }
  }

  /// Finds the place of each band's lines in the tables of pointers.
  private mutating func findPlaces(
    _ parameters: AllocationParameters, _ channel: ChannelAllocation, _ bands: Range<Int>
  ) {
    let (offset, floor) = ((channel.offset &- 15 &* 16) &<< 2, parameters.floor)
    let allMasks = masks
    let masks = allMasks.span
    var result = places.mutableSpan
    for band in bands {
      let mask = max(masks[band] &- offset &- floor, 0) & 0x1FE0 &+ floor
      result[band] = AllocationLookup.place(ofMask: mask)
    }
  }
}
