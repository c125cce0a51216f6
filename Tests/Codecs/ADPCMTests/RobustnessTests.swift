import ADPCMCodec
import AudioBase
import TestSupport
import Testing

@Suite struct RobustnessTests {
  private func stream(_ formatID: FourCharacterCode, channels: Int, bytes: Int, frames: Int = 0, rate: Double = 8000)
    -> CodedStream
  {
    var format = StreamFormat(
      formatID: formatID, sampleRate: rate, channelsPerFrame: channels, framesPerPacket: frames)
    format.bytesPerPacket = bytes
    return CodedStream(format: format)
  }

  private func shapes() -> [CodedStream] {
    [
      stream(.ima4, channels: 2, bytes: 68), stream(.dviADPCM, channels: 1, bytes: 67),
      stream(.dviADPCM, channels: 3, bytes: 72), stream(.dviADPCM, channels: 2, bytes: 70, frames: 50),
      stream(.microsoftADPCM, channels: 1, bytes: 32), stream(.microsoftADPCM, channels: 2, bytes: 63),
      stream(.microsoftADPCM, channels: 2, bytes: 14), stream(.dviADPCM, channels: 2, bytes: 8, frames: 1),
      stream(.microsoftADPCM, channels: 1, bytes: 64, frames: 1),
    ]
  }

  /// Whether two decoders give the same for what comes next.
  private func next(_ decoder: inout any PacketDecoder & ~Copyable, _ packet: [UInt8]) throws -> [Float] {
    var output = PCMBlock(channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
    try decoder.decode(packet.span, frameCount: 0, into: &output)
    return (0..<output.channelCount).flatMap { channel in
      let plane = output.channel(channel)
      return plane.indices.map { plane[$0] }
    }
  }

  @Test func everyLengthOfPacketDecodesOrIsRefused() throws {
    var random = SplitMix64(seed: 31)
    for shape in shapes() {
      var decoder = try ADPCMCodec.descriptor.makeDecoder(shape)
      let whole = [UInt8](repeating: 0, count: shape.format.bytesPerPacket) + random.bytes(3)
      for count in 0...whole.count {
        do throws(CodecError) {
          var output = PCMBlock(
            channelCount: shape.format.channelsPerFrame, capacity: decoder.format.framesPerPacket)
          let packet = Array(whole.prefix(count))
          try decoder.decode(packet.span, frameCount: 0, into: &output)
          expectLessOrEqual(count, shape.format.bytesPerPacket)
          #expect(output.frameCount > 0 && output.frameCount <= decoder.format.framesPerPacket)
          if count == shape.format.bytesPerPacket { expectEqual(output.frameCount, decoder.format.framesPerPacket) }
        } catch {
          expectEqual(error.kind, count > shape.format.bytesPerPacket ? .malformed : .truncated)
        }
      }
    }
  }

  @Test func randomPacketsStayInRangeAndRefusalsChangeNothing() throws {
    var random = SplitMix64(seed: 32)
    for shape in shapes() {
      var decoder = try ADPCMCodec.descriptor.makeDecoder(shape)
      var untouched = try ADPCMCodec.descriptor.makeDecoder(shape)
      var refusals = 0
      for _ in 0..<300 {
        var packet = random.bytes(shape.format.bytesPerPacket)
        // Half of them with a header that may pass.
        if random.chance(50) { for index in 0..<min(3, packet.count) { packet[index] &= 0x57 } }
        var output = PCMBlock(channelCount: shape.format.channelsPerFrame, capacity: decoder.format.framesPerPacket)
        do throws(CodecError) {
          try decoder.decode(packet.span, frameCount: 0, into: &output)
          for channel in 0..<output.channelCount {
            let plane = output.channel(channel)
            for frame in plane.indices { #expect(plane[frame] >= -1 && plane[frame] < 1) }
          }
          _ = try? next(&untouched, packet)
        } catch {
          refusals += 1
          expectEqual(error.kind, .malformed)
        }
      }
      #expect(refusals > 0 && refusals < 300)
      let zero = [UInt8](repeating: 0, count: shape.format.bytesPerPacket)
      try expectEqual(next(&decoder, zero), next(&untouched, zero))
    }
  }

  @Test func stepIndicesBeyond88AreRefused() throws {
    for index in 0...255 {
      var packet = [UInt8](repeating: 0, count: 8)
      packet[2] = UInt8(index)
      var decoder = try ADPCMCodec.descriptor.makeDecoder(stream(.dviADPCM, channels: 1, bytes: 8))
      #expect((try? next(&decoder, packet)) != nil || index > 88)
      #expect((try? next(&decoder, packet)) == nil || index <= 88)
      guard index < 128 else { continue }
      var block = [UInt8](repeating: 0, count: 34)
      block[1] = UInt8(index)
      var other = try ADPCMCodec.descriptor.makeDecoder(stream(.ima4, channels: 1, bytes: 34))
      expectEqual((try? next(&other, block)) != nil, index <= 88)
    }
  }

  @Test func concealedPacketsAreSilentAndTheNextHeaderCounts() throws {
    var decoder = try ADPCMCodec.descriptor.makeDecoder(stream(.ima4, channels: 1, bytes: 34))
    var loud = [UInt8](repeating: 0x77, count: 34)
    loud[0] = 0x10
    loud[1] = 0x58
    _ = try next(&decoder, loud)
    var output = PCMBlock(channelCount: 1, capacity: 64)
    decoder.conceal(into: &output)
    #expect(output.frameCount == 64 && output.channel(0)[63] == 0)
    // Header 0x7F80 with index 88 agrees with the clipped state before the loss, 32767, and is taken as it is.
    let packet: [UInt8] = [0x7F, 0xD8] + [UInt8](repeating: 0x08, count: 32)
    let first = try next(&decoder, packet)[0]
    expectEqual(Int(first * 32768), 0x7F80 - 32767 / 8)
  }

  @Test func absurdFormatsAndCookiesAreRefused() {
    var absurd = [
      stream(.ima4, channels: 2, bytes: 34), stream(.ima4, channels: 1, bytes: 34, frames: 63),
      stream(.ima4, channels: 0, bytes: 0), stream(.ima4, channels: 65, bytes: 34 * 65),
      stream(.ima4, channels: .max, bytes: .max), stream(.dviADPCM, channels: 1, bytes: 0),
      stream(.dviADPCM, channels: 1, bytes: 3), stream(.dviADPCM, channels: 1, bytes: 8, frames: 10),
      stream(.dviADPCM, channels: 1, bytes: .max), stream(.dviADPCM, channels: 1, bytes: -1),
      stream(.dviADPCM, channels: 1, bytes: 64, frames: -1), stream(.dviADPCM, channels: 2, bytes: 0, frames: .max),
      stream(.microsoftADPCM, channels: 3, bytes: 128), stream(.microsoftADPCM, channels: 2, bytes: 13),
      stream(.microsoftADPCM, channels: 1, bytes: 32, rate: 0),
      stream(.microsoftADPCM, channels: 1, bytes: 32, rate: -.infinity), stream("lpcm", channels: 1, bytes: 2),
    ]
    // 7 pairs promised, 6 there; 257 pairs.
    var short = stream(.microsoftADPCM, channels: 1, bytes: 32)
    short.cookie = Array(PredictorPair.standardCookie(framesPerBlock: 52).dropLast())
    var many = short
    many.cookie = [0, 0, 1, 1] + [UInt8](repeating: 1, count: 257 * 4)
    absurd += [short, many]
    for stream in absurd {
      #expect(throws: CodecError.self, "\(stream.format)") { try refuse(stream) }
      #expect(throws: CodecError.self, "\(stream.format)") { _ = try ADPCMCodec.descriptor.summary(of: stream) }
    }
  }

  private func refuse(_ stream: CodedStream) throws { _ = try ADPCMCodec.descriptor.makeDecoder(stream) }

  @Test func summariesNameTheFormatAndItsBlocks() throws {
    let summary = try ADPCMCodec.descriptor.summary(of: stream(.microsoftADPCM, channels: 2, bytes: 1024))
    #expect(summary.profile == "Microsoft ADPCM" && summary.decoded.framesPerPacket == 1012)
    expectEqual(summary.fields.map(\.value), ["1024", "1012", "7"])
    let frames = stream(.dviADPCM, channels: 2, bytes: 0, frames: 1017)
    try expectEqual(ADPCMCodec.descriptor.summary(of: frames).fields[0].value, "1024")
  }

  @Test func blocksThatDoNotFitAreTheCallersMistake() throws {
    var decoder = try ADPCMCodec.descriptor.makeDecoder(stream(.ima4, channels: 2, bytes: 68))
    let packet = [UInt8](repeating: 0, count: 68)
    for (channels, capacity) in [(1, 64), (2, 63), (3, 64)] {
      var output = PCMBlock(channelCount: channels, capacity: capacity)
      do throws(CodecError) {
        try decoder.decode(packet.span, frameCount: 0, into: &output)
        Issue.record("accepted")
      } catch {
        expectEqual(error.kind, .invalidState)
      }
    }
  }
}
