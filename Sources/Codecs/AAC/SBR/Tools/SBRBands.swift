import MPEG4Systems

/// The frequency bands of a header: those of the envelopes, of the noise floors, of the limiter, and the patches.
///
/// ISO/IEC 14496-3, 4.6.18.3.2 and 4.6.18.6.3. Numbers are subbands of 64.
struct SBRBands: Sendable {
  /// A run of low subbands that is copied up.
  struct Patch: Sendable, Equatable, BitwiseCopyable {
    var source: Int
    var count: Int
  }

  /// The most bands of an envelope: one a subband.
  static let maximumBandCount = 48
  /// The most noise bands.
  static let maximumNoiseBandCount = 5
  /// The text allows five; a check stream has six.
  private static let maximumPatchCount = 6

  let header: SBRHeader
  /// `f_TableHigh` and `f_TableLow`: borders of the bands of the two resolutions.
  let high: [Int]
  let low: [Int]
  /// `f_TableNoise`.
  let noise: [Int]
  let patches: [Patch]
  /// `f_TableLim`: borders of the limiter's bands.
  let limiter: [Int]
  /// The band of each subband from ``first`` on, in ``high``, ``low`` and ``noise``.
  let highBandOfSubband: [UInt8]
  let lowBandOfSubband: [UInt8]
  let noiseBandOfSubband: [UInt8]

  /// `kx`: the first subband that is made.
  var first: Int { high[0] }
  /// The subband behind the last one.
  var end: Int { high[high.count - 1] }
  /// `M`.
  var subbandCount: Int { end - first }
  var noiseBandCount: Int { noise.count - 1 }

  /// The borders of the bands of a resolution.
  func borders(isHighResolution: Bool) -> [Int] { isHighResolution ? high : low }
  func bandCount(isHighResolution: Bool) -> Int { (isHighResolution ? high.count : low.count) - 1 }

  /// Works out the bands of a header; see ``SBRMasterBands``.
  init(_ header: SBRHeader, sampleRate: Int) throws(AACError) {
    let master = try SBRMasterBands(header, sampleRate: sampleRate)
    guard header.crossoverBand < master.borders.count - 1 else { throw AACError(.sbrFrequencyBands, at: 0) }
    let high = Array(master.borders[header.crossoverBand...])
    let end = high[high.count - 1]
    guard high[0] <= 32, end <= 64, high.count - 1 <= SBRBands.maximumBandCount else {
      throw AACError(.sbrFrequencyBands, at: 0)
    }
    let odd = (high.count - 1) & 1
    let low = (0...((high.count - 1 + odd) / 2)).map { high[$0 == 0 ? 0 : 2 * $0 - odd] }
    self.header = header
    self.high = high
    self.low = low
    noise = try SBRBands.noise(low, header.frequency ?? SBRHeader.Frequency())
    patches = try SBRBands.patches(master, first: high[0], end: end, sampleRate: sampleRate)
    limiter = SBRBands.limiter(low, patches, (header.limiter ?? SBRHeader.Limiter()).bands)
    highBandOfSubband = SBRBands.bandOfSubband(high)
    lowBandOfSubband = SBRBands.bandOfSubband(low)
    noiseBandOfSubband = SBRBands.bandOfSubband(noise)
  }

  /// Whether both headers describe the same bands, so that what was decoded before still holds.
  static func areSame(_ a: SBRHeader, _ b: SBRHeader) -> Bool {
    a.startFrequency == b.startFrequency && a.stopFrequency == b.stopFrequency && a.crossoverBand == b.crossoverBand
      && (a.frequency ?? SBRHeader.Frequency()) == (b.frequency ?? SBRHeader.Frequency())
  }

  private static func bandOfSubband(_ borders: [Int]) -> [UInt8] {
    (0..<(borders.count - 1)).flatMap {
      [UInt8](repeating: UInt8($0), count: borders[$0 + 1] - borders[$0])
    }
  }

  private static func noise(_ low: [Int], _ frequency: SBRHeader.Frequency) throws(AACError) -> [Int] {
    let octaves = BinaryLogarithm.of(Double(low[low.count - 1]) / Double(low[0]))
    let count = max(1, Int((Double(frequency.noiseBands) * octaves + 0.5).rounded(.down)))
    let lowCount = low.count - 1
    guard count <= maximumNoiseBandCount else { throw AACError(.sbrFrequencyBands, at: 0) }
    var index = 0
    var borders = [low[0]]
    for band in 1...count {
      index += (lowCount - index) / (count + 1 - band)
      borders.append(low[index])
    }
    return borders
  }

  private static func patches(
    _ master: SBRMasterBands, first: Int, end: Int, sampleRate: Int
  ) throws(AACError) -> [Patch] {
    let goal = (2 * 2_048_000 + sampleRate) / (2 * sampleRate)
    let last = master.borders.count - 1
    var next = goal < end ? master.borders.firstIndex { $0 >= goal } ?? last : last
    var mostSignificant = master.first
    var used = first
    var patches: [Patch] = []
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
        if patches.count > 1, patches[patches.count - 1].count < 3 { patches.removeLast() }
        return patches
      }
    }
    throw AACError(.sbrFrequencyBands, at: 0)
  }

  /// Bands of about the wanted number an octave; a patch's border is given up only next to another one.
  private static func limiter(_ low: [Int], _ patches: [Patch], _ code: Int) -> [Int] {
    guard code > 0 else { return [low[0], low[low.count - 1]] }
    let bandsPerOctave = [1.2, 2, 3][code - 1]
    var patchBorders = [low[0]]
    for patch in patches { patchBorders.append(patchBorders[patchBorders.count - 1] + patch.count) }
    var list = (low + patchBorders.dropFirst().dropLast()).sorted()
    patchBorders.append(low[low.count - 1])
    var index = 1
    while index < list.count {
      let octaves =
        list[index] == list[index - 1] ? 0 : BinaryLogarithm.of(Double(list[index]) / Double(list[index - 1]))
      if octaves * bandsPerOctave >= 0.49 {
        index += 1
      } else if list[index] == list[index - 1] || !patchBorders.contains(list[index]) {
        list.remove(at: index)
      } else if !patchBorders.contains(list[index - 1]) {
        list.remove(at: index - 1)
      } else {
        index += 1
      }
    }
    return list
  }
}
