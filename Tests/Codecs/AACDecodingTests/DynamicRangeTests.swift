import AACDecoding
import AACSyntax
import Foundation
import MPEG4Systems
import TestSupport
import Testing

/// Dynamic range gains, applied on request only.
struct DynamicRangeTests {
  private func data(_ bands: [(top: Int, gain: Int)], level: Int? = nil) -> DynamicRange {
    var data = DynamicRange()
    data.bandCount = bands.count
    for (index, band) in bands.enumerated() { data.bands[index] = DynamicRange.Band(top: band.top, gain: band.gain) }
    data.referenceLevel = level
    return data
  }

  private func spectrum(
    _ data: DynamicRange, _ settings: DynamicRangeSettings, channel: Int = 0, isShort: Bool = false
  ) -> [Float] {
    var control = DynamicRangeControl(settings)
    control.update(data)
    control.update(nil)
    var lines = [Float](repeating: 1, count: 1024)
    control.apply(channel: channel, isShort: isShort, to: &lines)
    return lines
  }

  private func decibels(_ gain: Float) -> Double { 20 * log10(Double(gain)) }

  /// A step is a twenty-fourth of a doubling.
  private let step = 20 * log10(pow(2, 1 / 24.0))

  @Test func gainsOfBandsAreWeighted() {
    let data = data([(9, 24), (99, -48), (255, 0)])
    let whole = spectrum(data, DynamicRangeSettings())
    let half = spectrum(data, DynamicRangeSettings(boost: 0.5, cut: 0.25))
    for line in 0..<1024 {
      let quarters = line < 40 ? 24.0 : line < 400 ? -48 : 0
      expectLess(abs(decibels(whole[line]) - quarters * step), 1e-3)
      let part = quarters > 0 ? 0.5 : 0.25
      expectLess(abs(decibels(half[line]) - part * quarters * step), 1e-3)
    }
    let short = spectrum(data, DynamicRangeSettings(), isShort: true)
    for line in 0..<1024 {
      let quarters = line % 128 < 5 ? 24.0 : line % 128 < 50 ? -48 : 0
      expectLess(abs(decibels(short[line]) - quarters * step), 1e-3)
    }
  }

  @Test func theLevelIsBroughtToTheTarget() {
    // The programme is at −31 dB (124 quarters), the target at −20 dB: 44 steps up.
    let lines = spectrum(data([(0, 0)], level: 124), DynamicRangeSettings(targetLevel: -20))
    #expect(lines.allSatisfy { abs(decibels($0) - 44 * step) < 1e-3 })
    let unknown = spectrum(data([(0, 0)]), DynamicRangeSettings(targetLevel: -20))
    #expect(unknown.allSatisfy { $0 == 1 })
  }

  @Test func excludedChannelsAreLeftAlone() {
    var data = data([(0, -40)])
    data.excludedChannels = 0b10
    #expect(spectrum(data, DynamicRangeSettings(), channel: 1).allSatisfy { $0 == 1 })
    #expect(spectrum(data, DynamicRangeSettings(), channel: 0).allSatisfy { $0 < 0.5 })
  }

  /// The same packet is quieter where the listener asks for it, and the same where not.
  @Test func aDecoderFollowsItsSettings() throws {
    var configuration = try configuration(.aacLC)
    var streams = RandomStreams(configuration, seed: 4)
    streams.usesNoise = false
    streams.largestLine = 30
    var unit = streams.unit()
    let plain = packet(unit)
    unit.extensions.dynamicRange = data([(0, -24)])
    let ranged = packet(unit)
    var off = Decoding(configuration)
    let expected = try off.decode(plain)
    off.decoder.reset()
    try expectEqual(off.decode(ranged), expected)
    configuration.settings.dynamicRange = DynamicRangeSettings()
    var on = Decoding(configuration)
    let quieter = try on.decode(ranged)
    let gain = Float(pow(2, -1.0))
    for (sample, whole) in zip(quieter[0], expected[0]) {
      expectLessOrEqual(abs(sample - gain * whole), abs(whole) * 1e-4 + 1e-4)
    }
  }
}
