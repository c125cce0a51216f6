/// Applies the gains of `dynamic_range_info()` to spectra, as far as the listener asked for them.
///
/// ISO/IEC 14496-3, 4.5.2.7. A gain holds until the next one comes. The overlap of the windows makes it glide.
package struct DynamicRangeControl: Sendable {
  private let settings: DynamicRangeSettings
  private var data: DynamicRange?
  /// `prog_ref_level` holds longer than the gains.
  private var referenceLevel: Int?

  package init(_ settings: DynamicRangeSettings) { self.settings = settings }

  /// Takes in the data of a packet, where it has some.
  package mutating func update(_ new: DynamicRange?) {
    guard let new else { return }
    data = new
    referenceLevel = new.referenceLevel ?? referenceLevel
  }

  mutating func reset() {
    data = nil
    referenceLevel = nil
  }

  /// Changes the spectrum of a channel, which is the `channel`th of the stream.
  package func apply(channel: Int, isShort: Bool, to spectrum: inout [Float]) {
    guard let data else { return }
    let isExcluded = channel < 64 && data.excludedChannels >> UInt64(channel) & 1 != 0
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

  /// The gain of so many quarters of a decibel, weighted, with the change of level to the target.
  private func gain(_ quarters: Int) -> Float {
    var sum = Double(quarters) * (quarters > 0 ? settings.boost : settings.cut)
    if let target = settings.targetLevel, let referenceLevel {
      sum += Double(referenceLevel) + 4 * target
    }
    return Float(DynamicRangeControl.powerOfTwo(sum / 24))
  }

  /// `2^x` by the series of the exponential, after whole powers are taken out.
  private static func powerOfTwo(_ x: Double) -> Double {
    let bounded = min(max(x, -60), 60)
    let whole = bounded.rounded()
    let rest = (bounded - whole) * 0.693147180559945309
    var sum = 1.0
    for n in stride(from: 14.0, to: 0, by: -1) { sum = 1 + sum * rest / n }
    return Double(sign: .plus, exponent: Int(whole), significand: sum)
  }
}
