import AudioBase
import AudioConversion
import TestSupport
import Testing

/// Streams that lose packets, or become another stream, while they are converted.
@Suite struct ChangingStreamTests {
  /// Echo of 4 frames a packet at 1,000 Hz.
  private static func echo(channels: Int = 1) -> CodedStream {
    CodedStream(
      format: StreamFormat(formatID: "echo", sampleRate: 1000, channelsPerFrame: channels, framesPerPacket: 4),
      cookie: [4, UInt8(channels)])
  }

  private static func pcm(_ format: SampleFormat, _ rate: Double, _ channels: Int) -> StreamFormat {
    StreamFormat(format, sampleRate: rate, channelsPerFrame: channels)
  }

  private static func push(_ values: [UInt8], into converter: inout PacketConverter) {
    let places = values.indices.map { PacketDescription(startOffset: $0, byteCount: 1) }
    converter.append(values.span, descriptions: places.span)
  }

  /// Everything that comes out, taken `count` frames at a time.
  private static func drain(_ converter: inout PacketConverter, by count: Int) throws -> [Float] {
    var result: [Float] = []
    var batch = PacketBatch()
    while true {
      let status = try converter.fill(&batch, packetCount: count)
      result += floats(batch.bytes)
      if status != .filled { return result }
    }
  }

  /// What the decoder says of a value: every frame adds a sixteenth.
  private static func packet(_ value: Float) -> [Float] { (0..<4).map { value + Float($0) / 16 } }

  @Test("Lost packets are filled in where they are missing, and counted", arguments: [1, 3, 64])
  func losses(taken: Int) throws {
    let float = SampleFormat("LEF32")!
    var converter = try PacketConverter(
      from: Self.echo(), to: CodedStream(format: Self.pcm(float, 1000, 1)), codecs: [EchoDecoder.descriptor])
    Self.push([1, 2], into: &converter)
    converter.appendLoss(packetCount: 2)
    Self.push([3], into: &converter)
    converter.appendLoss(packetCount: 0)
    converter.endInput()
    let values: [Float] = [1, 3, -1, -1, 5]
    try expectEqual(Self.drain(&converter, by: taken), values.flatMap(Self.packet))
    expectEqual(converter.report.lostPacketCount, 2)
    expectEqual(converter.report.packetCount, 3)
    #expect(!converter.report.isFlawless)
    expectEqual(converter.report.lastPlace?.packet, 4)
  }

  @Test("A loss among frames that are cut at the end counts as frames")
  func lossBeforeTheEnd() throws {
    var input = PacketInput(Self.echo())
    input.trailingFrames = 6
    var converter = try PacketConverter(
      from: input, to: PacketRequest(Self.pcm(SampleFormat("LEF32")!, 1000, 1)), codecs: [EchoDecoder.descriptor])
    Self.push([1, 2], into: &converter)
    converter.appendLoss(packetCount: 1)
    // Of twelve frames six may be the end, so that only the first packet is safe.
    try expectEqual(Self.drain(&converter, by: 64), Self.packet(1))
    converter.endInput()
    try expectEqual(Self.drain(&converter, by: 64), Array(Self.packet(3).prefix(2)))
  }

  @Test("Another number of channels and another rate go into the output that was asked for", arguments: [7, 4096])
  func otherLinearPCM(taken: Int) throws {
    let float = SampleFormat("LEF32")!
    var converter = try PacketConverter(
      from: CodedStream(format: Self.pcm(.int16, 44_100, 2)), to: CodedStream(format: Self.pcm(float, 44_100, 2)))
    // A quarter of full scale on the left, nothing on the right; then an eighth on the only channel.
    converter.append([UInt8]((0..<1000).flatMap { _ in [0, 0x20, 0, 0] as [UInt8] }).span)
    try converter.changeInput(to: CodedStream(format: Self.pcm(.int16, 22_050, 1)))
    converter.append([UInt8]((0..<2000).flatMap { _ in [0, 0x10] as [UInt8] }).span)
    try converter.changeInput(to: CodedStream(format: Self.pcm(.int16, 44_100, 2)))
    converter.append([UInt8]((0..<1000).flatMap { _ in [0, 0, 0, 0x20] as [UInt8] }).span)
    converter.endInput()
    let frames = try Self.drain(&converter, by: taken)
    try #require(frames.count == 2 * (1000 + 4000 + 1000))
    #expect((0..<1000).allSatisfy { frames[2 * $0] == 0.25 && frames[2 * $0 + 1] == 0 })
    #expect((5000..<6000).allSatisfy { frames[2 * $0] == 0 && frames[2 * $0 + 1] == 0.25 })
    // In the middle of the part, where the filter meets no edge, both loudspeakers give the same steady level.
    let (left, right) = (frames[2 * 3000], frames[2 * 3000 + 1])
    #expect(left == right && left > 0.08 && left < 0.13)
    #expect((2500..<3500).allSatisfy { abs(frames[2 * $0] - left) < 1e-4 })
  }

  @Test("A stream of other packets gets a decoder of its own; its report goes on")
  func otherCodec() throws {
    let float = SampleFormat("LEF32")!
    var converter = try PacketConverter(
      from: Self.echo(), to: CodedStream(format: Self.pcm(float, 1000, 1)), codecs: [EchoDecoder.descriptor])
    Self.push([1, 2], into: &converter)
    var longer = Self.echo()
    longer.cookie = [2, 1]
    try converter.changeInput(to: longer)
    Self.push([7, 8], into: &converter)
    converter.endInput()
    // The new decoder remembers nothing of the packets before.
    let expected = Self.packet(1) + Self.packet(3) + Self.packet(7).prefix(2) + Self.packet(15).prefix(2)
    try expectEqual(Self.drain(&converter, by: 5), expected)
    expectEqual(converter.report.packetCount, 4)
    expectEqual(converter.report.frameCount, 12)
  }

  @Test("A change to what nobody decodes is refused, and the conversion goes on")
  func refusedChange() throws {
    var converter = try PacketConverter(
      from: Self.echo(), to: CodedStream(format: Self.pcm(SampleFormat("LEF32")!, 1000, 1)),
      codecs: [EchoDecoder.descriptor])
    var unknown = Self.echo()
    unknown.format.formatID = "none"
    #expect(throws: AudioError.self) { try converter.changeInput(to: unknown) }
    var malformed = Self.echo()
    malformed.cookie = []
    #expect(throws: AudioError.self) { try converter.changeInput(to: malformed) }
    Self.push([1], into: &converter)
    converter.endInput()
    try expectEqual(Self.drain(&converter, by: 64), Self.packet(1))
  }

  @Test("After a reset nothing is remembered of losses and of the end")
  func reset() throws {
    var converter = try PacketConverter(
      from: Self.echo(), to: CodedStream(format: Self.pcm(SampleFormat("LEF32")!, 1000, 1)),
      codecs: [EchoDecoder.descriptor])
    Self.push([9], into: &converter)
    converter.appendLoss(packetCount: 3)
    converter.endInput()
    converter.reset()
    Self.push([1], into: &converter)
    converter.endInput()
    try expectEqual(Self.drain(&converter, by: 64), Self.packet(1))
  }
}
