/// The division of the 576 lines of a granule into bands, in transmission order.
///
/// Short bands are sent window by window, so that a band has three entries here. Each line also has a place in the
/// spectrum, where lines of the same number in their subbands are neighbours (see ``Spectrum``).
package struct BandPlan: Sendable {
  /// The kinds of division.
  package enum Division: Int, Sendable, BitwiseCopyable {
    /// One window with 22 bands.
    case long
    /// Three windows with 13 bands each.
    case short
    /// Long bands in the lowest two subbands, short ones above.
    case mixed
  }

  /// The number of bands with a scale factor; higher bands have none.
  package let scaledCount: Int
  /// The number of bands of one long window at the start; the others are short.
  package let longCount: Int
  /// The end of each band.
  package let ends: [Int]
  /// The window of a short band, 3 for a long one.
  let windows: [UInt8]
  /// The amounts that `preflag` adds to the scale factors.
  let preemphases: [UInt8]
  /// The index of each line in the spectrum.
  package let places: [UInt16]
  /// The band of each pair of lines: bands have an even number of lines.
  package let bandsOfPairs: [UInt8]

  /// The number of bands of all kinds, at most 39.
  package var count: Int { ends.count }

  /// The largest number of bands of any plan, for arrays.
  package static let maximumCount = 40

  init(_ division: Division, sampleRate: Int) {
    let long = ScaleFactorBandTables.long(sampleRate)
    let short = ScaleFactorBandTables.short(sampleRate)
    // The lower rates have six long bands where MPEG-1 has eight; both end with the third short band.
    let mixedLongCount = sampleRate >= 32000 ? 8 : 6
    let longCount = division == .long ? 22 : division == .mixed ? mixedLongCount : 0
    let firstShort = division == .long ? 13 : division == .mixed ? 3 : 0
    var ends: [Int] = []
    var windows: [UInt8] = []
    var preemphases: [UInt8] = []
    var places: [UInt16] = []
    for band in 0..<longCount {
      ends.append(long[band + 1])
      windows.append(3)
      preemphases.append(preemphasis[band])
      for line in long[band]..<long[band + 1] { places.append(Spectrum.place(ofLine: line)) }
    }
    for band in firstShort..<13 {
      let width = short[band + 1] - short[band]
      for window in 0..<3 {
        ends.append(3 * short[band] + (window + 1) * width)
        windows.append(UInt8(window))
        preemphases.append(0)
        for line in 0..<width { places.append(Spectrum.place(ofLine: 3 * (short[band] + line) + window)) }
      }
    }
    self.ends = ends
    self.windows = windows
    self.preemphases = preemphases
    self.places = places
    bandsOfPairs = ends.indices.flatMap { band in
      // Bound: the 288 pairs of a granule, over all bands.
      [UInt8](repeating: UInt8(band), count: (ends[band] - (band == 0 ? 0 : ends[band - 1])) / 2)
    }
    self.longCount = longCount
    scaledCount = ends.count - (division == .long ? 1 : 3)
  }

  /// Returns the beginning of a band.
  package func start(_ band: Int) -> Int { band == 0 ? 0 : ends[band - 1] }
}

/// The bands of a sampling rate.
package struct BandPlans: Sendable {
  package let long: BandPlan
  package let short: BandPlan
  package let mixed: BandPlan
  /// The end of the region after `region0_count` and `region1_count` bands; beyond the last band it is 576.
  let regionEnds: [Int]
  /// The end of the first region if the window is not normal: with a long one, and with short ones.
  let switchedRegionEnds: (long: Int, short: Int)

  package init(sampleRate: Int) {
    long = BandPlan(.long, sampleRate: sampleRate)
    short = BandPlan(.short, sampleRate: sampleRate)
    mixed = BandPlan(.mixed, sampleRate: sampleRate)
    let offsets = ScaleFactorBandTables.long(sampleRate)
    regionEnds = (0...24).map { offsets[min($0, 22)] }
    // Eight long bands, and three short ones of three windows (ISO/IEC 11172-3, 2.4.2.7).
    switchedRegionEnds = (offsets[8], 3 * ScaleFactorBandTables.short(sampleRate)[3])
  }

  package subscript(division: BandPlan.Division) -> BandPlan {
    switch division {
    case .long: long
    case .short: short
    case .mixed: mixed
    }
  }

  /// Returns the ends of the three regions of the pairs, in lines.
  func regionEnds(_ part: GranulePart) -> [3 of Int] {
    let end = 2 * part.pairCount
    if let counts = part.regionCounts {
      let first = regionEnds[counts.first + 1]
      return [min(first, end), min(regionEnds[counts.first + counts.second + 2], end), end]
    }
    let first = part.window == .short ? switchedRegionEnds.short : switchedRegionEnds.long
    return [min(first, end), end, end]
  }
}
