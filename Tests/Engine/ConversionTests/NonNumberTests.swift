import AudioBase
import AudioConversion
import TestSupport
import Testing

/// Samples of files and programs that are no numbers: silence where something is computed, told and counted.
@Suite struct NonNumberConversionTests {
  static let source = StreamFormat(.float32, sampleRate: 44_100, channelsPerFrame: 2)

  /// Stereo noise, in which some samples are no numbers, and the same with silence in their places.
  static func input() -> (strange: [UInt8], silenced: [UInt8], count: Int) {
    var random = SplitMix64(seed: 12)
    var samples = (0..<40_000).map { _ in Float.random(in: -0.5...0.5, using: &random) }
    var silenced = samples
    let places = [0, 1001, 20_000, 20_001, 39_999]
    for place in places {
      samples[place] = place % 2 == 0 ? .nan : .infinity
      silenced[place] = 0
    }
    return (bytes(samples), bytes(silenced), places.count)
  }

  static func bytes(_ samples: [Float]) -> [UInt8] {
    samples.flatMap { sample in (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> UInt32(8 * $0)) } }
  }

  static func convert(_ input: [UInt8], _ kind: ConverterTests.Case) throws -> (bytes: [UInt8], count: Int64) {
    var converter = try PacketConverter(
      from: PacketInput(CodedStream(format: source)), to: kind.request)
    converter.append(input.span)
    converter.endInput()
    var batch = PacketBatch()
    try expectEqual(converter.fill(&batch, packetCount: 1 << 16), .ended)
    return (batch.bytes, converter.report.replacedSampleCount)
  }

  @Test("nothing spreads", arguments: ConverterTests.cases.dropFirst(2))
  func nothingSpreads(_ kind: ConverterTests.Case) throws {
    let input = Self.input()
    let output = try Self.convert(input.strange, kind)
    #expect(output.count == input.count)
    let silenced = try Self.convert(input.silenced, kind)
    expectEqual(silenced.count, 0)
    expectEqual(output.bytes, silenced.bytes)
  }

  @Test("what is copied stays as it is")
  func copies() throws {
    let input = Self.input()
    let output = try Self.convert(input.strange, ConverterTests.Case(name: "copy", request: PacketRequest(Self.source)))
    expectEqual(output.bytes, input.strange)
    expectEqual(output.count, 0)
  }

  @Test("integers are silent there, too")
  func integers() throws {
    let input = Self.input()
    let format = StreamFormat(.int16, sampleRate: 44_100, channelsPerFrame: 2)
    let output = try Self.convert(input.strange, ConverterTests.Case(name: "16 bits", request: PacketRequest(format)))
    #expect(output.count == input.count)
    expectEqual(
      output.bytes,
      (try Self.convert(input.silenced, ConverterTests.Case(name: "", request: PacketRequest(format)))).bytes)
  }
}
