package import AACSyntax

/// Applies the gains of `dynamic_range_info()` to spectra, as far as the listener wants them.
///
/// ISO/IEC 14496-3, 4.5.2.7. A gain holds until the next one comes. The overlap of the windows makes it glide.
///
/// Spectral band replication states its levels itself, so that the gains of the core do not affect them: each packet of
/// a channel has one gain there, that of the highest band, the middle of the two between which the core's glides.
package struct DynamicRangeControl: Sendable {
  private let settings: DynamicRangeSettings
  private var data: DynamicRange?
  /// `prog_ref_level` holds longer than the gains.
  private var referenceLevel: Int?
  /// The exponents of the highest band's gain in a packet, the first for channels that are not excluded, and those in
  /// the previous packet; `nil` before the first packet.
  private var highest: (included: Double, excluded: Double)?
  private var highestBefore: (included: Double, excluded: Double)?

  package init(_ settings: DynamicRangeSettings) { self.settings = settings }

  /// Adopts the gains of a packet, if it has some.
  package mutating func update(_ new: DynamicRange?) {
    if let new {
      data = new
      referenceLevel = new.referenceLevel ?? referenceLevel
    }
    highestBefore = highest
    let quarters = data.map { $0.bands[$0.bandCount - 1].gain } ?? 0
    highest = data == nil ? (0, 0) : (exponent(quarters), exponent(0))
  }

  /// Keeps the gains during a lost packet.
  mutating func hold() { highestBefore = highest }

  mutating func reset() {
    data = nil
    referenceLevel = nil
    (highest, highestBefore) = (nil, nil)
  }

  /// Returns the gain of a channel's SBR sound in the present packet, an amplitude.
  package func replicatedGain(channel: Int) -> Float {
    guard let highest else { return 1 }
    let before = highestBefore ?? highest
    let middle =
      isExcluded(channel) ? (highest.excluded + before.excluded) / 2 : (highest.included + before.included) / 2
    return Float(DynamicRangeControl.powerOfTwo(middle))
  }

  private func isExcluded(_ channel: Int) -> Bool {
    channel < 64 && (data?.excludedChannels ?? 0) >> UInt64(channel) & 1 != 0
  }

  /// Changes the spectrum of a channel, which is the `channel`th of the stream.
  package func apply(channel: Int, isShort: Bool, to spectrum: inout [Float]) {
    guard let data else { return }
    let isExcluded = isExcluded(channel)
    let windowLength = isShort ? spectrum.count / 8 : spectrum.count
    var lines = spectrum.mutableSpan
    var first = 0
    for band in 0..<data.bandCount {
      // The tops count four lines of a long window at a time; short windows have an eighth of them.
      let top = 4 * (data.bands[band].top + 1) / (isShort ? 8 : 1)
      let end = band == data.bandCount - 1 ? windowLength : min(max(top, first), windowLength)
      let gain = gain(isExcluded ? 0 : data.bands[band].gain)
      for start in stride(from: 0, to: lines.count, by: windowLength) where gain != 1 {
        for line in (start + first)..<(start + end) { lines[line] *= gain }
      }
      first = end
    }
  }

  /// Returns the gain of the given number of quarters of a decibel, weighted, with the change of level to the target.
  private func gain(_ quarters: Int) -> Float { Float(DynamicRangeControl.powerOfTwo(exponent(quarters))) }

  /// Returns the binary logarithm of that gain: a twenty-fourth is a quarter of a decibel.
  private func exponent(_ quarters: Int) -> Double {
    var sum = Double(quarters) * (quarters > 0 ? settings.boost : settings.cut)
    if let target = settings.targetLevel, let referenceLevel {
      sum += Double(referenceLevel) + 4 * target
    }
    return sum / 24
  }

  /// Returns `2^x` by the series of the exponential, with whole powers separated.
  private static func powerOfTwo(_ x: Double) -> Double {
    let bounded = min(max(x, -60), 60)
    let whole = bounded.rounded()
    let rest = (bounded - whole) * 0.693147180559945309
    var sum = 1.0
    for n in stride(from: 14.0, to: 0, by: -1) { sum = 1 + sum * rest / n }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }
}
