import AudioBase
import Bitstream
import TestSupport
import Testing
import UniDRC

/// `uniDrcConfig()` from bits made by hand.
@Suite struct ConfigTests {
  private static let stereo = DRCFormat(frameLength: 1024, sampleRate: 48000, channelCount: 2, delay: 0)

  @Test func words() throws {
    var sets = [ConfigFields.DRCSet(identifier: 1, effects: 0x21), ConfigFields.DRCSet(identifier: 2, effects: 0x800)]
    sets[0].range = (-20, -31)
    sets[0].dependency = 2
    sets.append(ConfigFields.DRCSet(identifier: 3, effects: 0, gains: 5))
    let config = try ConfigFields(sets: sets).config()
    expectEqual(config.channelCount, 2)
    expectEqual(
      config.setDescriptions(for: Self.stereo),
      [
        "1: night, general compression, for targets above -31.0 up to -20.0 LKFS, with set 2", "2: ducking of itself",
        "3: no effect, not applied here: its gains are not in this stream",
      ])
  }

  /// A configuration for other channels is of no use, and says so.
  @Test func otherChannels() throws {
    let config = try ConfigFields(sets: [ConfigFields.DRCSet(identifier: 1, effects: 1)]).config()
    var mono = Self.stereo
    mono.channelCount = 1
    expectEqual(
      config.setDescriptions(for: mono),
      [
        "1: night, not applied here: it is for another number of channels than the stream has"
      ])
    expectNil(config.obstacle(for: Self.stereo))
  }

  /// Version 1 comes in an extension, whose other parts are passed by its size.
  @Test func secondVersion() throws {
    let coefficients: [(Int, Int)] = [
      (1, 4), (0, 1), (0, 1), (0, 1), (0, 1), (1, 6), (1, 6), (0, 2), (1, 1), (1, 1), (0, 1), (0, 1), (2, 4), (1, 1),
      (1, 1), (0, 6), (0, 1), (0, 1), (1, 1), (1, 1), (3, 7), (5, 4),
    ]
    let instructions: [(Int, Int)] = [
      (6, 6), (2, 4), (1, 4), (0, 1), (1, 16), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (1, 6), (1, 1), (0, 5),
      (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1), (0, 1),
    ]
    let body = [(0, 1), (1, 1), (1, 3)] + coefficients + [(1, 6)] + instructions + [(0x3F, 7)]
    let size = body.reduce(0) { $0 + $1.1 }
    let head: [(Int, Int)] = [
      (0, 1), (0, 7), (0, 1), (0, 3), (0, 6), (2, 7), (0, 1), (1, 1), (2, 4), (4, 4), (size - 1, 8),
    ]
    let bytes = bits(head + body + [(4, 4), (0, 4), (7, 4), (0, 8), (0, 4)])
    var reader = BitReader(bytes.span)
    let config = try UniDRCConfig(parsing: &reader)
    expectLess(reader.remaining, 8)
    expectEqual(
      config.setDescriptions(for: Self.stereo), ["6: night, not applied here: its gains are of several bands"])
  }

  @Test func damage() throws {
    var one = ConfigFields.DRCSet(identifier: 1, effects: 1)
    one.scaling = (3, 4)
    one.range = (-10, -20)
    let bytes = bits(ConfigFields(sets: [one]).fields)
    for count in bytes.indices {
      let part = Array(bytes[..<count])
      var reader = BitReader(part.span)
      #expect(throws: CodecError.self, "\(count) bytes") { _ = try UniDRCConfig(parsing: &reader) }
    }
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      let random = (0..<48).map { $0 < 5 ? bytes[$0] : UInt8.random(in: 0...255, using: &generator) }
      var reader = BitReader(random.span)
      guard let config = try? UniDRCConfig(parsing: &reader) else { continue }
      let format = DRCFormat(frameLength: 1024, sampleRate: 48000, channelCount: config.channelCount, delay: 0)
      let wishes = try required(request { $0.dynamicRange = .whole })
      _ = DynamicRangeStage(wishes, config, StatedLoudnessSet(), format)
    }
  }
}
