package import AACSyntax
package import MPEG4Systems

/// `f_master`: the master bands, from which all others are derived.
///
/// ISO/IEC 14496-3, 4.6.18.3.2.1. Numbers are subbands of 64 that share half of `sampleRate`.
package struct SBRMasterBands {
  /// The largest number of bands that are computed. More than one per subband are refused, but only after all have been
  /// computed.
  static let maximumCount = 64
  package typealias Borders = InlineList<65, Int>
  private typealias Widths = InlineList<64, Int>

  /// `k0`, the first subband.
  let first: Int
  /// `f_master`: the start of each band, and the end of the last one (`k2`).
  package private(set) var borders = Borders(filler: 0)

  /// Computes the bands of a header.
  ///
  /// - Parameters:
  ///   - sampleRate: Twice the core's rate, in Hz, also with an output at the core's rate; with a ratio the output's.
  ///   - ratio: That of enhanced SBR.
  package init(
    _ header: SBRHeader, sampleRate: Int, ratio: SBREnhancement.Ratio? = nil
  ) throws(AACError) {
    let limits = ratio.map { ResourceLimits($0, sampleRate: sampleRate) } ?? ResourceLimits(sampleRate: sampleRate)
    first = limits.startMinimum + limits.startOffsets[header.startFrequency]
    // At rates beyond 2.56 MHz `stopMin` would be 0, with which there are no ratios.
    guard first > 0, first < 64, limits.stopMinimum > 0 else { throw AACError(.sbrFrequencyBands, at: 0) }
    let last = min(64, SBRMasterBands.stop(header.stopFrequency, first: first, minimum: limits.stopMinimum))
    guard last > first, last - first <= limits.widest else { throw AACError(.sbrFrequencyBands, at: 0) }
    let frequency = header.frequency ?? SBRHeader.Frequency()
    borders.append(first)
    if frequency.scale == 0 {
      addLinear(to: last, isDouble: frequency.alterScale)
    } else {
      // From so few subbands as 4:1 begins with there are not as many bands an octave.
      let most = ratio == .quadruple ? first & ~1 : 12
      try addLogarithmic(to: last, frequency, most: most)
    }
    guard borders.count > 1, borders[borders.count - 1] == last else { throw AACError(.sbrFrequencyBands, at: 0) }
    for index in 1..<borders.count where borders[index] <= borders[index - 1] {
      throw AACError(.sbrFrequencyBands, at: 0)
    }
  }

  /// `k2` before the limitation to 64.
  private static func stop(_ code: Int, first: Int, minimum: Int) -> Int {
    if code == 14 { return 2 * first }
    if code == 15 { return 3 * first }
    let steps = widths(from: minimum, to: 64, count: 13)
    return minimum + steps.prefix(code).reduce(0, +)
  }

  /// Returns the widths of up to 64 bands of equal ratios, rounded, the narrowest first.
  private static func widths(from start: Int, to end: Int, count: Int) -> Widths {
    var widths = Widths(filler: 0)
    guard count > 0 else { return widths }
    let octaves = BinaryLogarithm.of(Double(end) / Double(start))
    func border(_ index: Int) -> Int {
      let ratio = BinaryLogarithm.exponential(octaves * Double(index) / Double(count))
      return Int((Double(start) * ratio + 0.5).rounded(.down))
    }
    var before = border(0)
    for index in 1...count {
      let border = border(index)
      widths.append(border - before)
      before = border
    }
    widths.sort()
    return widths
  }

  /// `bs_freq_scale` 0: bands of one or two subbands; the bands at one end absorb the remainder.
  private mutating func addLinear(to last: Int, isDouble: Bool) {
    let width = isDouble ? 2 : 1
    let count = isDouble ? 2 * ((last - first + 2) / 4) : 2 * ((last - first) / 2)
    var widths = Widths(filler: 0)
    for _ in 0..<count { widths.append(width) }
    var rest = last - first - count * width
    var index = rest < 0 ? 0 : count - 1
    while rest != 0, widths.indices.contains(index) {
      widths[index] += rest < 0 ? -1 : 1
      index += rest < 0 ? 1 : -1
      rest += rest < 0 ? 1 : -1
    }
    add(widths)
  }

  /// `bs_freq_scale` 1…3: 12, 10 or 8 bands an octave, wider ones above the first octave with `bs_alter_scale`.
  private mutating func addLogarithmic(
    to last: Int, _ frequency: SBRHeader.Frequency, most: Int
  ) throws(AACError) {
    let bandsPerOctave = Double(min(14 - 2 * frequency.scale, most))
    let hasTwoRegions = Double(last) / Double(first) > 2.2449
    let middle = hasTwoRegions ? 2 * first : last
    let warp = frequency.alterScale ? 1.3 : 1.0
    let lowerCount = SBRMasterBands.evenCount(bandsPerOctave, first, middle)
    let upperCount = hasTwoRegions ? SBRMasterBands.evenCount(bandsPerOctave / warp, middle, last) : 0
    guard lowerCount + upperCount <= SBRMasterBands.maximumCount else { throw AACError(.sbrFrequencyBands, at: 0) }
    let lower = SBRMasterBands.widths(from: first, to: middle, count: lowerCount)
    add(lower)
    guard hasTwoRegions else { return }
    var upper = SBRMasterBands.widths(from: middle, to: last, count: upperCount)
    guard let widest = lower.last, let narrowest = upper.first, let highest = upper.last else {
      throw AACError(.sbrFrequencyBands, at: 0)
    }
    if narrowest < widest {
      let change = min(widest - narrowest, (highest - narrowest) / 2)
      upper[0] += change
      upper[upper.count - 1] -= change
      upper.sort()
    }
    add(upper)
  }

  /// Returns an even number of bands.
  private static func evenCount(_ bandsPerOctave: Double, _ start: Int, _ end: Int) -> Int {
    2 * Int((bandsPerOctave * BinaryLogarithm.of(Double(end) / Double(start)) / 2 + 0.5).rounded(.down))
  }

  private mutating func add(_ widths: Widths) {
    for width in widths { borders.append(borders[borders.count - 1] + width) }
  }
}

extension SBRMasterBands {
  /// The limits that depend on the rate: ISO/IEC 14496-3, 4.6.18.3.2.1 and Table 4.158.
  fileprivate struct ResourceLimits {
    /// `startMin` and `stopMin`.
    let startMinimum: Int
    let stopMinimum: Int
    /// The offsets that `bs_start_freq` adds to `startMin`.
    let startOffsets: [16 of Int]
    /// The largest number of subbands.
    let widest: Int

    init(sampleRate: Int) {
      let (start, stop) = sampleRate < 32000 ? (3000, 6000) : sampleRate < 64000 ? (4000, 8000) : (5000, 10000)
      startMinimum = (2 * start * 128 + sampleRate) / (2 * sampleRate)
      stopMinimum = (2 * stop * 128 + sampleRate) / (2 * sampleRate)
      widest = sampleRate <= 32000 ? 48 : sampleRate < 46009 ? 35 : 32
      startOffsets = ResourceLimits.startOffsets(sampleRate)
    }

    /// Those of enhanced SBR: ISO/IEC 23003-3, 7.5.
    init(_ ratio: SBREnhancement.Ratio, sampleRate: Int) {
      let (rate, subbands) = ratio == .quadruple ? (sampleRate / 2, 64) : (sampleRate, 128)
      let mapped = ResourceLimits.mapped(rate)
      let start = mapped < 32000 ? 3000 : mapped < 64000 ? 4000 : 5000
      let stop = rate < 32000 ? 6000 : rate < 64000 ? 8000 : 10000
      startMinimum = (2 * start * subbands + mapped) / (2 * mapped)
      stopMinimum = rate == 0 ? 0 : min(64, (2 * stop * subbands + rate) / (2 * rate))
      widest = ratio == .quadruple ? 56 : sampleRate < 42000 ? 48 : sampleRate < 46009 ? 35 : 32
      startOffsets =
        mapped == 40000
        ? [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 15, 17, 19] : ResourceLimits.startOffsets(mapped)
    }

    /// The rate whose table serves a rate.
    private static func mapped(_ rate: Int) -> Int {
      let rows: [10 of SIMD2<Int>] = [
        SIMD2(92017, 96000), SIMD2(75132, 88200), SIMD2(55426, 64000), SIMD2(46009, 48000), SIMD2(42000, 44100),
        SIMD2(35777, 40000), SIMD2(27713, 32000), SIMD2(23004, 24000), SIMD2(18783, 22050), SIMD2(0, 16000),
      ]
      var row = 0
      while row < 9, rate < rows[row][0] { row += 1 }
      return rows[row][1]
    }

    private static func startOffsets(_ sampleRate: Int) -> [16 of Int] {
      switch sampleRate {
      case ..<18783: return [-8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7]
      case ..<23004: return [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13]
      case ..<27713: return [-5, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16]
      case ..<37566: return [-6, -4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16]
      case ...64000: return [-4, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20]
      default: return [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 11, 13, 16, 20, 24]
      }
    }
  }
}
