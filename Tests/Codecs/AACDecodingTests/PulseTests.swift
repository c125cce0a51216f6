import AACDecoding
import AACSyntax
import MPEG4Systems
import TestSupport
import Testing

struct PulseTests {
  /// A frame whose first bands hold small lines of codebook 11.
  private func unit(_ configuration: AACConfiguration) -> AccessUnit {
    var unit = AccessUnit(configuration)
    unit.elements[0].isPresent = true
    unit.elements[0].first.globalGain = 120
    unit.elements[0].first.info.bandCount = 30
    for band in 0..<30 {
      unit.elements[0].first.codebooks[band] = Codebook.escape
      unit.elements[0].first.scaleFactors[band] = 120
    }
    for line in 0..<200 { unit.elements[0].first.lines[line] = Int16((line * 7) % 9 - 4) }
    return unit
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACLC, .erAACLD])
  func pulsesGiveTheSamplesOfTheSameLinesSentPlainly(type: AudioObjectType) throws {
    let configuration = try configuration(type)
    var pulsed = unit(configuration)
    let start = configuration.bands.longOffsets[3]
    pulsed.elements[0].first.pulse = PulseData(
      startBand: 3,
      pulses: [
        .init(offset: 0, amplitude: 15), .init(offset: 31, amplitude: 1), .init(offset: 0, amplitude: 7),
        .init(offset: 5, amplitude: 9),
      ])
    var plain = unit(configuration)
    for (line, amplitude) in [(start, 15), (start + 31, 1), (start + 31, 7), (start + 36, 9)] {
      let value = plain.elements[0].first.lines[line]
      plain.elements[0].first.lines[line] = value > 0 ? value + Int16(amplitude) : value - Int16(amplitude)
    }
    var one = Decoding(configuration)
    var other = Decoding(configuration)
    let samples = try one.decode(packet(pulsed))
    try expectEqual(other.decode(packet(plain)), samples)
    var without = Decoding(configuration)
    #expect(try without.decode(packet(unit(configuration))) != samples)
  }

  @Test func pulsesOfEverySignAreUndone() throws {
    let configuration = try configuration(.aacLC)
    for value in Int16(-3)...3 {
      for amplitude in 0...15 {
        var stream = ChannelStream(frameLength: 1024)
        stream.info.bandCount = 2
        stream.codebooks[0] = Codebook.escape
        stream.lines[1] = value
        let pulse = PulseData(startBand: 0, pulses: [.init(offset: 1, amplitude: amplitude)])
        stream.pulse = pulse
        try stream.applyPulses(pulse, bands: configuration.bands, at: 0)
        expectEqual(abs(Int(stream.lines[1])), abs(Int(value)) + amplitude)
        stream.removePulses(bands: configuration.bands)
        expectEqual(stream.lines[1], value)
      }
    }
  }

  @Test func aPulseInABandWithoutLinesChangesNothing() throws {
    let configuration = try configuration(.aacLC)
    var quiet = unit(configuration)
    quiet.elements[0].first.codebooks[5] = 0
    var pulsed = quiet
    pulsed.elements[0].first.pulse = PulseData(startBand: 5, pulses: [.init(offset: 1, amplitude: 9)])
    var one = Decoding(configuration)
    var other = Decoding(configuration)
    try expectEqual(one.decode(packet(quiet)), try other.decode(packet(pulsed)))
  }
}
