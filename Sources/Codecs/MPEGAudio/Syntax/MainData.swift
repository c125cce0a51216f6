import Bitstream

// Bound throughout: the counts are constants of this file.

/// `main_data()`: the lines of each channel of each granule of a frame, requantised during reading.
///
/// ISO/IEC 11172-3, 2.4.1.7; ISO/IEC 13818-3, 2.4.1.7. All memory is allocated once.
struct MainData: Sendable {
  /// The value in ``positions`` if a band is not coded by intensity.
  static let noPosition: UInt8 = 255

  /// The requantised lines in their places of a spectrum; ``Spectrum/capacity`` for each part of
  /// ``SideInformation/parts``.
  private var spectra = [Float](repeating: 0, count: 4 * Spectrum.capacity)
  /// Lines of each part up to the last that is not zero.
  private(set) var lineCounts: [4 of Int] = [0, 0, 0, 0]
  /// The scale factors in the order of ``BandPlan``, ``BandPlan/maximumCount`` for each part.
  private var factors = [UInt8](repeating: 0, count: 4 * BandPlan.maximumCount)
  /// `is_pos` of the bands, in the parts that hold positions.
  private var allPositions = [UInt8](repeating: 0, count: 4 * BandPlan.maximumCount)

  /// The gains of a part's bands.
  private var gains = [Float](repeating: 0, count: 64)

  private let plans: BandPlans
  private let requantizer = Requantizer.shared
  private let stereo = JointStereo()
  private let codebooks = Codebooks.shared

  init(_ plans: BandPlans) { self.plans = plans }

  /// Returns the spectrum of a part.
  @_lifetime(borrow self)
  func spectrum(_ index: Int) -> Span<Float> {
    let start = index * Spectrum.capacity
    return spectra.span.extracting(start..<start + Spectrum.capacity)
  }

  /// Undoes the joint coding of both channels of a granule.
  mutating func undoJointStereo(_ side: SideInformation, _ kind: FrameKind, granule: Int) {
    guard side.channelCount == 2, kind.hasIntensity || kind.hasMidSide else { return }
    let first = SideInformation.index(granule: granule, channel: 0)
    let second = SideInformation.index(granule: granule, channel: 1)
    let part = side.parts[second]
    if kind.hasIntensity {
      let positions = allPositions
      let channel = JointStereo.RightChannel(
        lineCount: lineCounts[second], positions: positions.span.extracting(Self.places(second)), part, kind)
      stereo.apply(channel, plans[part.division], &spectra, from: first * Spectrum.capacity)
    } else {
      JointStereo.undoMidSide(&spectra, from: first * Spectrum.capacity)
    }
    // Either may get lines where only the other had some.
    let lineCount = max(lineCounts[first], lineCounts[second])
    lineCounts[first] = lineCount
    lineCounts[second] = lineCount
  }

  /// Reads the main data of the last frame in the reservoir, which begin at the given bit.
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
    let places = Self.places(index)
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
    let plan = plans[part.division]
    let regions = try codebooks.regions(part, ends: plans.regionEnds(part), at: reader.offset)
    let factors = factors
    requantizer.makeGains(part, plan, factors.span.extracting(Self.places(index)), into: &gains)
    let (gains, start) = (gains, index * Spectrum.capacity)
    // Taken out for a while: a span of one property and the change of another exclude one another.
    var taken: [Float] = []
    swap(&taken, &spectra)
    defer { swap(&taken, &spectra) }
    var all = taken.mutableSpan
    var spectrum = all._mutatingExtracting(start..<start + Spectrum.capacity)
    for place in 0..<Spectrum.count { spectrum[place] = 0 }
    let lines = SpectralLines(codebooks, places: plan.places.span, bands: plan.bandsOfPairs.span, gains: gains.span)
    lineCounts[index] = try lines.parse(regions, &reader, end: end, into: &spectrum)
  }

  /// Returns the places of a part's bands.
  private static func places(_ index: Int) -> Range<Int> {
    (index * BandPlan.maximumCount)..<((index + 1) * BandPlan.maximumCount)
  }
}
