import ALACCodec
import AudioBase
import TestSupport
import Testing

/// Any bytes may come: they are refused or decoded, and what comes next is not harmed.
@Suite struct RobustnessTests {
  private func stream(_ depth: Int, _ channelCount: Int) -> IntegerStream {
    var generator = SplitMix64(seed: 11)
    var stream = IntegerStream(
      depth: depth,
      channels: (0..<channelCount).map { Signal.mixed.samples(352, depth: depth, channel: $0, &generator) })
    stream.frameLength = 352
    return stream
  }

  @Test(arguments: [(16, 1), (16, 2), (24, 2), (32, 3)])
  func everyPrefixIsRefused(depth: Int, channelCount: Int) throws {
    let (format, packets) = try stream(depth, channelCount).encoded()
    let configuration = try ALACConfiguration(parsing: format.cookie.span)
    var decoder = ALACDecoder(configuration)
    var block = PCMBlock(channelCount: channelCount, capacity: 352)
    let packet = packets[0]
    for count in 0..<(packet.count - 1) {
      #expect(throws: CodecError.self, "\(count) bytes") {
        try decoder.decode(packet.span.extracting(0..<count), frameCount: 0, into: &block)
      }
    }
    try decoder.decode(packet.span, frameCount: 0, into: &block)
    expectEqual(block.frameCount, 352)
  }

  @Test(arguments: [(16, 1), (16, 2), (20, 1), (24, 2), (32, 1), (32, 3)])
  func flippedBitsAndNoiseDoNoHarm(depth: Int, channelCount: Int) throws {
    let stream = stream(depth, channelCount)
    let (format, packets) = try stream.encoded()
    let configuration = try ALACConfiguration(parsing: format.cookie.span)
    var decoder = ALACDecoder(configuration)
    var block = SampleBlock<Double>(channelCount: channelCount, capacity: 352)
    var generator = SplitMix64(seed: 5)
    for _ in 0..<2000 {
      var packet = generator.chance(70) ? packets[0] : generator.bytes(Int.random(in: 0...600, using: &generator))
      for _ in 0..<Int.random(in: 1...4, using: &generator) where !packet.isEmpty {
        packet[Int.random(in: 0..<min(packet.count, 60), using: &generator)] ^=
          1 << UInt8.random(in: 0...7, using: &generator)
      }
      do {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        #expect((1...352).contains(block.frameCount))
        for channel in 0..<channelCount {
          let plane = block.channel(channel)
          for index in plane.indices where abs(plane[index]) > 1 { Issue.record("a sample beyond full scale") }
        }
      } catch {
        expectEqual(block.frameCount, 0)
      }
    }
    try expectEqual(decode(cookie: format.cookie, packets), stream.channels)
  }

  @Test func compressedNoiseDecodesToSomethingForEveryHeader() throws {
    var generator = SplitMix64(seed: 23)
    for depth in [UInt8(16), 20, 24, 32] {
      let configuration = try ALACConfiguration(parsing: cookie(frameLength: 64, depth: depth, limit: 31).span)
      var decoder = ALACDecoder(configuration)
      var block = PCMBlock(channelCount: 1, capacity: 64)
      for order in 0..<32 {
        for shift in 1..<16 {
          // Every coefficient and residual is extreme: what overflows must wrap around.
          var header = "000 0000 000000000000 0 00 0" + binary(0, 16)
          header += (order % 2 == 0 ? "0000" : "1111") + binary(shift, 4) + "111" + binary(order, 5)
          for tap in 0..<order { header += binary(tap % 2 == 0 ? 32767 : -32768, 16) }
          var packet = bytes(ofBits: header)
          for _ in 0..<64 { packet += [0xFF, 0x80 | UInt8(truncatingIfNeeded: generator.next()), 0x80, 0, 0, 1] }
          packet += generator.bytes(300)
          try? decoder.decode(packet.span, frameCount: 0, into: &block)
        }
      }
    }
  }

  @Test func lostPacketsAreSilence() throws {
    var decoder = ALACDecoder(try ALACConfiguration(parsing: cookie(channels: 2).span))
    var block = PCMBlock(channelCount: 2, capacity: 20)
    for channel in 0..<2 {
      var plane = block.plane(channel)
      for index in plane.indices { plane[index] = 1 }
    }
    decoder.conceal(into: &block)
    expectEqual(block.frameCount, 16)
    for channel in 0..<2 {
      let plane = block.channel(channel)
      for index in plane.indices { expectEqual(plane[index], 0) }
    }
  }

  @Test func samplesAreRoundedAndClipped() throws {
    var block = PCMBlock(channelCount: 1, capacity: 9)
    block.setFrameCount(9)
    let half = Float(0.5) / 32768
    let input: [Float] = [2, -2, .infinity, -.infinity, .nan, half, 3 * half, -half, 1]
    var plane = block.plane(0)
    for index in input.indices { plane[index] = input[index] }
    var encoder = try ALACEncoder(
      EncoderSettings(formatID: .appleLossless, sampleRate: 8000, layout: ChannelLayout([.center])))
    var packet: [UInt8] = []
    try encoder.encode(block, frames: 0..<9, into: &packet)
    let samples = try decode(cookie: encoder.format.cookie, [packet])
    expectEqual(samples, [[32767, -32768, 32767, -32768, 0, 0, 2, 0, 32767]])
  }

  @Test func wrongBlocksAreRefused() throws {
    var encoder = try ALACEncoder(
      EncoderSettings(formatID: .appleLossless, sampleRate: 8000, layout: ChannelLayout([.center])))
    var packet: [UInt8] = []
    var block = PCMBlock(channelCount: 1, capacity: 5000)
    block.setFrameCount(5000)
    for frames in [0..<0, 0..<4097, 4999..<5001] {
      #expect(throws: CodecError.self) { try encoder.encode(block, frames: frames, into: &packet) }
    }
    let stereo = PCMBlock(channelCount: 2, capacity: 10)
    #expect(throws: CodecError.self) { try encoder.encode(stereo, frames: 0..<1, into: &packet) }
    #expect(packet.isEmpty)
    try encoder.encode(block, frames: 904..<5000, into: &packet)
    var decoder = ALACDecoder(try ALACConfiguration(parsing: encoder.format.cookie.span))
    var short = PCMBlock(channelCount: 1, capacity: 4095)
    let error = #expect(throws: CodecError.self) { try decoder.decode(packet.span, frameCount: 0, into: &short) }
    expectEqual(error?.kind, .invalidState)
  }
}
