import Bitstream

// Bound throughout: the counts are constants of this file.

/// `main_data()`: the integers of a frame, namely scale factors and quantised lines of each channel of each granule.
///
/// ISO/IEC 11172-3, 2.4.1.7; ISO/IEC 13818-3, 2.4.1.7. All memory is allocated once.
struct MainData: Sendable {
  /// The number of lines of a granule.
  static let lineCount = 576
  /// The value in ``positions`` if a band is not coded by intensity.
  static let noPosition: UInt8 = 255

  /// The quantised lines; 576 for each part of ``SideInformation/parts``.
  private var allLines = [Int16](repeating: 0, count: 4 * lineCount)
  /// Lines of each part up to the last that is not zero; the values after it are old.
  private(set) var lineCounts: [4 of Int] = [0, 0, 0, 0]
  /// The scale factors in the order of ``BandPlan``, ``BandPlan/maximumCount`` for each part.
  private var factors = [UInt8](repeating: 0, count: 4 * BandPlan.maximumCount)
  /// `is_pos` of the bands, in the parts that hold positions.
  private var allPositions = [UInt8](repeating: 0, count: 4 * BandPlan.maximumCount)

  private let plans: BandPlans
  private let codebooks = Codebooks.shared

  init(_ plans: BandPlans) { self.plans = plans }

  /// Returns the quantised lines of a part up to the last that is not zero.
  @_lifetime(borrow self)
  func lines(_ index: Int) -> Span<Int16> {
    let start = index * MainData.lineCount
    return allLines.span.extracting(start..<(start + lineCounts[index]))
  }

  /// Returns the scale factors of a part in the order of ``BandPlan``.
  @_lifetime(borrow self)
  func scaleFactors(_ index: Int) -> Span<UInt8> {
    let start = index * BandPlan.maximumCount
    return factors.span.extracting(start..<(start + BandPlan.maximumCount))
  }

  /// `is_pos` of the bands of a part that holds positions, or ``noPosition``.
  @_lifetime(borrow self)
  func positions(_ index: Int) -> Span<UInt8> {
    let start = index * BandPlan.maximumCount
    return allPositions.span.extracting(start..<(start + BandPlan.maximumCount))
  }

  /// Reads the main data of the last frame in the reservoir, which begin at a bit of it.
  mutating func parse(
    _ side: SideInformation, _ frame: FrameKind, _ reservoir: borrowing BitReservoir, from start: Int
  ) throws(MPEGAudioError) {
    var reader = BitReader(reservoir.bytes, bits: start..<(reservoir.count * 8))
    for granule in 0..<side.granuleCount {
      for channel in 0..<side.channelCount {
        let index = SideInformation.index(granule: granule, channel: channel)
        let part = side.parts[index]
        guard part.bitCount <= reader.remaining else { throw MPEGAudioError(.mainDataBeyondFrame, at: reader.offset) }
        let end = reader.offset + part.bitCount
        let factors = ScaleFactorReader(part: part, plan: plans[part.division], end: end)
        if frame.isMPEG1 {
          let shared = granule == 0 ? 0 : side.sharedGroups[channel]
          try parseMPEG1(&reader, factors, index, sharing: shared)
        } else {
          try parseMPEG2(&reader, factors, index)
        }
        try parseLines(&reader, part, index, end: end)
        reader.consume(end - reader.offset)
      }
    }
  }

  /// Reads MPEG-1's positions: the scale factors of the right channel, 7 being none.
  private mutating func parseMPEG1(
    _ reader: inout BitReader, _ source: ScaleFactorReader, _ index: Int, sharing shared: UInt8
  ) throws(MPEGAudioError) {
    let places = places(index)
    if shared != 0 {
      // The same channel of the first granule, two parts before.
      for place in places { factors[place] = factors[place - 2 * BandPlan.maximumCount] }
    }
    try source.readMPEG1(&reader, sharing: shared, into: &factors, at: places.lowerBound)
    guard source.part.holdsPositions else { return }
    for place in places { allPositions[place] = factors[place] >= 7 ? MainData.noPosition : factors[place] }
  }

  private mutating func parseMPEG2(
    _ reader: inout BitReader, _ source: ScaleFactorReader, _ index: Int
  ) throws(MPEGAudioError) {
    try source.readMPEG2(
      &reader, into: &factors, positions: &allPositions, at: index * BandPlan.maximumCount)
  }

  private mutating func parseLines(
    _ reader: inout BitReader, _ part: GranulePart, _ index: Int, end: Int
  ) throws(MPEGAudioError) {
    let regions = try codebooks.regions(part, ends: plans.regionEnds(part), at: reader.offset)
    // A copy, because the memory of the lines is held throughout.
    let codebooks = codebooks
    let start = index * MainData.lineCount
    var all = allLines.mutableSpan
    var lines = all._mutatingExtracting(start..<(start + MainData.lineCount))
    let count = try codebooks.parse(regions, &reader, end: end, into: &lines)
    lineCounts[index] = count
  }

  /// Returns the places of a part's bands.
  private func places(_ index: Int) -> Range<Int> {
    (index * BandPlan.maximumCount)..<((index + 1) * BandPlan.maximumCount)
  }
}
