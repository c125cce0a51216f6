import AACDecoding
import AACSyntax
import Bitstream
import MPEG4Systems
import TestSupport
import Testing

/// What stands between the channels of a packet: programme configurations, fill, data, dynamic range.
struct BlockElementTests {
  /// Front: single 1, pair 2; side: pair 0; back: single 4; low frequency 6.
  private var program: ProgramConfigElement {
    var program = ProgramConfigElement()
    program.front = [.init(flag: false, tag: 1), .init(flag: true, tag: 2)]
    program.side = [.init(flag: true, tag: 0)]
    program.back = [.init(flag: false, tag: 4)]
    program.lowFrequency = [6]
    program.data = [3]
    program.coupling = [.init(flag: true, tag: 9)]
    program.comment = [65, 66, 67]
    program.monoMixdown = 1
    return program
  }

  @Test func elementsOfAProgramGoToTheChannelsOfTheirTags() throws {
    let configuration = try configuration(program)
    expectEqual(configuration.channelCount, 7)
    var streams = RandomStreams(configuration, seed: 5)
    streams.isPlain = true
    streams.largestLine = 100
    var unit = streams.unit()
    var inOrder = Decoding(configuration)
    let expected = try inOrder.decode(packet(unit))
    expectEqual(Set(expected.map { $0[500] }).count, 7)
    var writer = BitWriter()
    for index in [4, 2, 3, 0, 1] { unit.writeElement(index, to: &writer) }
    writer.writeEnd(anchor: 0)
    var shuffled = Decoding(configuration)
    try expectEqual(shuffled.decode(writer.bytes), expected)
  }

  @Test func everySideElementIsSkipped() throws {
    let configuration = try configuration(.aacLC, channels: 3)
    var streams = RandomStreams(configuration, seed: 6)
    for bytes in [0, 1, 14, 15, 16, 200, 254, 255, 269] {
      var unit = streams.unit()
      let payload = (0..<bytes).map { UInt8(truncatingIfNeeded: 31 * $0) }
      var writer = BitWriter()
      writer.write(program, anchor: 0)
      unit.writeElement(0, to: &writer)
      writer.writeFill(byteCount: bytes)
      writer.writeDataStream(tag: 2, payload.span, isAligned: bytes & 1 != 0, anchor: 0)
      unit.writeElement(1, to: &writer)
      writer.writeDataStream(tag: 2, payload.span, isAligned: true, anchor: 0)
      writer.write(program, anchor: 0)
      writer.writeEnd(anchor: 0)
      var read = try parsed(writer.bytes, configuration)
      read.removePulses()
      expectEqual(integers(read), integers(unit))
    }
  }

  private func dynamicRange(_ generator: inout SplitMix64) -> DynamicRange {
    var range = DynamicRange()
    if generator.chance(50) { range.programTag = Int.random(in: 0...15, using: &generator) }
    if generator.chance(50) {
      range.excludedChannels = generator.next() >> UInt64.random(in: 1...63, using: &generator)
    }
    if generator.chance(50) { range.referenceLevel = Int.random(in: 0...127, using: &generator) }
    if generator.chance(70) {
      range.bandCount = Int.random(in: 1...16, using: &generator)
      range.interpolation = Int.random(in: 0...15, using: &generator)
      for band in 0..<range.bandCount { range.bands[band].top = Int.random(in: 1...255, using: &generator) }
    }
    for band in 0..<range.bandCount { range.bands[band].gain = Int.random(in: -127...127, using: &generator) }
    return range
  }

  @Test(arguments: [AudioObjectType.aacLC, .erAACLD, .erAACELD])
  func dynamicRangeDataAreReadBack(type: AudioObjectType) throws {
    let configuration = try configuration(type)
    var streams = RandomStreams(configuration, seed: 8)
    var generator = SplitMix64(seed: 8)
    for _ in 0..<60 {
      var unit = streams.unit()
      unit.extensions.dynamicRange = dynamicRange(&generator)
      var read = try parsed(packet(unit), configuration)
      read.removePulses()
      expectEqual(integers(read), integers(unit))
    }
  }

  /// One hand-made payload: band limits 3 and 255, gains −1.5 dB and +0.25 dB, level −31.75 dB, channels 0 and 8 left
  /// out.
  @Test func dynamicRangeDataMeanWhatTheBitsSay() throws {
    var writer = BitWriter()
    for (value, count) in [
      (0, 1), (1, 1), (0b1000000, 7), (1, 1), (0b0100000, 7), (0, 1), (1, 1), (1, 4), (2, 4), (3, 8), (255, 8), (1, 1),
      (127, 7), (0, 1), (1, 1), (6, 7), (0, 1), (1, 7),
    ] as [(UInt32, Int)] { writer.write(value, count) }
    var reader = BitReader(writer.bytes.span)
    let range = try DynamicRange(parsing: &reader)
    expectEqual(reader.offset, writer.offset)
    expectNil(range.programTag)
    expectEqual(range.excludedChannels, 1 | 1 << 8)
    expectEqual(range.interpolation, 2)
    expectEqual(range.referenceLevel, 127)
    expectEqual(range.bandCount, 2)
    expectEqual(range.bands[0], .init(top: 3, gain: -6))
    expectEqual(range.bands[1], .init(top: 255, gain: 1))
  }

  /// `EXT_DATA_LENGTH` around a payload, a data element, and another payload behind them.
  @Test func wrappedPayloadsOfResilientPacketsAreFound() throws {
    let configuration = try configuration(.erAACELD)
    var streams = RandomStreams(configuration, seed: 9)
    var unit = streams.unit()
    var writer = BitWriter()
    unit.writeElement(0, to: &writer)
    writer.write(3, 4)
    writer.write(15, 4)
    writer.write(5, 8)
    writer.write(9, 4)
    for _ in 0..<39 { writer.write(0xA, 4) }
    writer.write(2, 4)
    writer.write(0, 4)
    writer.write(2, 8)
    writer.write(0xFFFF, 16)
    var range = DynamicRange()
    range.referenceLevel = 80
    unit.extensions.dynamicRange = range
    unit.extensions.writePayload(to: &writer)
    writer.align()
    let read = try parsed(writer.bytes, configuration)
    #expect(read.extensions.surroundStart != nil)
    expectEqual(read.extensions.dynamicRange?.referenceLevel, 80)
  }
}
