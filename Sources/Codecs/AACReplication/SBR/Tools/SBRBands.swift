package import AACSyntax
package import MPEG4Systems

/// The frequency bands of a header: those of the envelopes, of the noise floors, of the limiter, and the patches.
///
/// ISO/IEC 14496-3, 4.6.18.3.2 and 4.6.18.6.3. Numbers are subbands of 64. A header may change in mid-stream, so
/// everything is in the struct: working the bands out allocates nothing.
package struct SBRBands: Sendable {
  /// A run of low subbands that is copied up.
  package struct Patch: Sendable, Equatable, BitwiseCopyable {
    package var source: Int
    package var count: Int
  }

  /// The largest number of bands of an envelope: one per subband; enhanced SBR from 16 subbands on allows 56.
  static let maximumBandCount = 56
  /// The largest number of noise bands.
  static let maximumNoiseBandCount = 5
  /// The text allows five; a check stream has six.
  private static let maximumPatchCount = 6

  /// Borders of the bands of an envelope.
  package typealias Borders = InlineList<57, Int>
  /// Borders of the noise bands.
  package typealias NoiseBorders = InlineList<6, Int>
  /// Borders of the limiter's bands: at most those of low resolution and those between six patches.
  package typealias LimiterBorders = InlineList<34, Int>
  package typealias Patches = InlineList<6, Patch>
  /// A band for each subband.
  package typealias BandOfSubband = InlineList<64, UInt8>

  package let header: SBRHeader
  /// `k0`: the first subband of ``SBRMasterBands``.
  let masterFirst: Int
  /// `kx`: the first generated subband.
  package let first: Int
  /// The subband after the last one.
  package let end: Int
  /// `f_TableHigh` and `f_TableLow`: borders of the bands of the two resolutions.
  package let high: Borders
  package let low: Borders
  /// `f_TableNoise`.
  package let noise: NoiseBorders
  package let patches: Patches
  /// `f_TableLim`: borders of the limiter's bands.
  package let limiter: LimiterBorders
  /// The subbands of a harmonic transposer, only in enhanced SBR.
  package let transposed: TransposedBands?
  /// The index of each subband's band in ``high``, ``low`` and ``noise``, from ``first`` on.
  package let highBandOfSubband: BandOfSubband
  let lowBandOfSubband: BandOfSubband
  package let noiseBandOfSubband: BandOfSubband

  /// `M`.
  package var subbandCount: Int { end - first }
  package var noiseBandCount: Int { noise.count - 1 }

  /// Returns the borders of the bands of a resolution.
  package func borders(isHighResolution: Bool) -> Borders { isHighResolution ? high : low }
  package func bandCount(isHighResolution: Bool) -> Int { (isHighResolution ? high.count : low.count) - 1 }

  /// Computes the bands of a header; see ``SBRMasterBands``.
  package init(
    _ header: SBRHeader, sampleRate: Int, ratio: SBREnhancement.Ratio? = nil
  ) throws(AACError) {
    let master = try SBRMasterBands(header, sampleRate: sampleRate, ratio: ratio)
    let bandCount = master.borders.count - 1 - header.crossoverBand
    guard bandCount > 0, bandCount <= SBRBands.maximumBandCount else { throw AACError(.sbrFrequencyBands, at: 0) }
    var high = Borders(filler: 0)
    for border in master.borders[header.crossoverBand...] { high.append(border) }
    let end = high[bandCount]
    // With 24 low subbands streams begin behind the last of them, at 25, and are decoded so by others.
    guard high[0] <= (ratio == .quadruple ? 16 : 32), end <= 64 else { throw AACError(.sbrFrequencyBands, at: 0) }
    let odd = bandCount & 1
    var low = Borders(filler: 0)
    for index in 0...((bandCount + odd) / 2) { low.append(high[index == 0 ? 0 : 2 * index - odd]) }
    self.header = header
    masterFirst = master.first
    first = high[0]
    self.end = end
    self.high = high
    self.low = low
    noise = try SBRBands.noise(low, header.frequency ?? SBRHeader.Frequency())
    patches = try SBRBands.patches(master, first: high[0], end: end, sampleRate: sampleRate)
    let limiterCode = (header.limiter ?? SBRHeader.Limiter()).bands
    limiter = SBRBands.limiter(low, patches, limiterCode)
    transposed = ratio.map { TransposedBands(high, low, limiterCode: limiterCode, $0) }
    highBandOfSubband = SBRBands.bandOfSubband(high)
    lowBandOfSubband = SBRBands.bandOfSubband(low)
    noiseBandOfSubband = SBRBands.bandOfSubband(noise)
  }

  /// Returns true if both headers describe the same bands, so that the decoded state remains valid.
  package static func areSame(_ a: SBRHeader, _ b: SBRHeader) -> Bool {
    a.startFrequency == b.startFrequency && a.stopFrequency == b.stopFrequency && a.crossoverBand == b.crossoverBand
      && (a.frequency ?? SBRHeader.Frequency()) == (b.frequency ?? SBRHeader.Frequency())
  }

  private static func bandOfSubband(_ borders: some Collection<Int>) -> BandOfSubband {
    var bands = BandOfSubband(filler: 0)
    for (band, (start, end)) in zip(borders, borders.dropFirst()).enumerated() {
      for _ in start..<end { bands.append(UInt8(band)) }
    }
    return bands
  }

  private static func noise(
    _ low: Borders, _ frequency: SBRHeader.Frequency
  ) throws(AACError) -> NoiseBorders {
    let octaves = BinaryLogarithm.of(Double(low[low.count - 1]) / Double(low[0]))
    let count = max(1, Int((Double(frequency.noiseBands) * octaves + 0.5).rounded(.down)))
    let lowCount = low.count - 1
    guard count <= maximumNoiseBandCount else { throw AACError(.sbrFrequencyBands, at: 0) }
    var index = 0
    var borders = NoiseBorders(filler: 0)
    borders.append(low[0])
    for band in 1...count {
      index += (lowCount - index) / (count + 1 - band)
      borders.append(low[index])
    }
    return borders
  }

  private static func patches(
    _ master: SBRMasterBands, first: Int, end: Int, sampleRate: Int
  ) throws(AACError) -> Patches {
    let goal = (2 * 2_048_000 + sampleRate) / (2 * sampleRate)
    let last = master.borders.count - 1
    var next = goal < end ? master.borders.firstIndex { $0 >= goal } ?? last : last
    var mostSignificant = master.first
    var used = first
    var patches = Patches(filler: Patch(source: 0, count: 0))
    // Every round but one before an append reaches a new border; two rounds a patch are more than enough.
    for _ in 0..<(3 * maximumPatchCount) {
      var index = next
      var border = master.borders[index]
      var odd = (border - 2 + master.first) & 1
      while border > master.first - 1 + mostSignificant - odd {
        guard index > 0 else { throw AACError(.sbrFrequencyBands, at: 0) }
        index -= 1
        border = master.borders[index]
        odd = (border - 2 + master.first) & 1
      }
      let count = max(border - used, 0)
      let source = master.first - odd - count
      if count > 0 {
        guard patches.count < maximumPatchCount, source >= 0, source + count <= 32 else {
          throw AACError(.sbrFrequencyBands, at: 0)
        }
        patches.append(Patch(source: source, count: count))
        used = border
        mostSignificant = border
      } else {
        mostSignificant = first
      }
      if master.borders[next] - border < 3 { next = last }
      if border == end {
        if patches.count > 1, patches[patches.count - 1].count < 3 {
          patches.remove(at: patches.count - 1)
        }
        return patches
      }
    }
    throw AACError(.sbrFrequencyBands, at: 0)
  }

  /// Returns about the given number of bands per octave; a patch's border is dropped only next to another one.
  static func limiter(_ low: Borders, _ patches: Patches, _ code: Int) -> LimiterBorders {
    var list = LimiterBorders(filler: 0)
    guard code > 0 else {
      list.append(low[0])
      list.append(low[low.count - 1])
      return list
    }
    let bandsPerOctave = code == 1 ? 1.2 : code == 2 ? 2 : 3
    for border in low { list.append(border) }
    // Bit `k` is set if a patch begins or ends at subband `k`.
    var patchBorders: UInt128 = 1 << UInt128(low[0]) | 1 << UInt128(low[low.count - 1])
    var border = low[0]
    for (index, patch) in patches.enumerated() {
      border += patch.count
      patchBorders |= 1 << UInt128(border)
      if index < patches.count - 1 { list.append(border) }
    }
    func isPatchBorder(_ border: Int) -> Bool { patchBorders >> UInt128(border) & 1 != 0 }
    list.sort()
    var index = 1
    while index < list.count {
      let octaves =
        list[index] == list[index - 1] ? 0 : BinaryLogarithm.of(Double(list[index]) / Double(list[index - 1]))
      if octaves * bandsPerOctave >= 0.49 {
        index += 1
      } else if list[index] == list[index - 1] || !isPatchBorder(list[index]) {
        list.remove(at: index)
      } else if !isPatchBorder(list[index - 1]) {
        list.remove(at: index - 1)
      } else {
        index += 1
      }
    }
    return list
  }
}
