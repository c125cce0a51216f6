import ADPCMCodec
import AudioBase
import TestSupport
import Testing

/// Formats that nobody means: every one is refused, or decodes without harm.
struct HostileFormatTests {
  private static let counts = [
    0, 1, 2, 3, 4, 6, 7, 8, 14, 33, 34, 36, 64, 68, 255, 4096, 65_535, 65_536, -1, Int.min, Int.max,
  ]

  private func cookie(_ random: inout SplitMix64) -> [UInt8] {
    let pairs = Int.random(in: 0...300, using: &random)
    return random.bytes(2) + [UInt8(truncatingIfNeeded: pairs), UInt8(pairs >> 8)]
      + random.bytes(Int.random(in: 0...80, using: &random))
  }

  @Test(arguments: [FourCharacterCode.ima4, .dviADPCM, .microsoftADPCM])
  func everyShapeIsRefusedOrDecodes(formatID: FourCharacterCode) {
    var random = SplitMix64(seed: 23)
    var madeCount = 0
    let packets = DecoderAbuse.packets(largest: 1 << 17)
    for bytes in Self.counts {
      for frames in Self.counts {
        for channels in [1, 2, 3, 64, 65, 0, Int.max] {
          var format = StreamFormat(
            formatID: formatID, sampleRate: HostileRates.numbers.randomElement(using: &random) ?? 1,
            channelsPerFrame: channels, framesPerPacket: frames)
          if random.chance(70) { format.sampleRate = 8000 }
          format.bytesPerPacket = bytes
          let stream = CodedStream(format: format, cookie: random.chance(50) ? cookie(&random) : [])
          guard let abuse = DecoderAbuse(stream, of: ADPCMCodec.descriptor, packets: packets) else { continue }
          expectNil(abuse.fault, "\(format)")
          madeCount += 1
        }
      }
    }
    expectGreater(madeCount, 0)
  }

  /// Encodes a frame of what is no sound; whether there was an encoder to do it.
  private func encode(_ settings: EncoderSettings) throws(CodecError) -> Bool {
    guard let make = ADPCMCodec.descriptor.makeEncoder else { return false }
    var encoder: any PacketEncoder & ~Copyable
    do throws(CodecError) { encoder = try make(settings) } catch { return false }
    let format = encoder.format
    var block = PCMBlock(channelCount: settings.layout.channelCount, capacity: format.stream.framesPerPacket)
    block.setFrameCount(block.capacity)
    for channel in 0..<block.channelCount {
      var plane = block.plane(channel)
      for frame in 0..<plane.count { plane[frame] = [.nan, .infinity, -2, 1e30][frame & 3] }
    }
    var packet: [UInt8] = []
    try encoder.encode(block, frames: 0..<1, into: &packet)
    expectLessOrEqual(packet.count, format.maximumPacketByteCount)
    return true
  }

  @Test(arguments: [FourCharacterCode.ima4, .dviADPCM, .microsoftADPCM])
  func encodersRefuseOrEncode(formatID: FourCharacterCode) throws {
    var madeCount = 0
    for (index, bytes) in Self.counts.enumerated() {
      for (other, frames) in Self.counts.enumerated() {
        var settings = EncoderSettings(
          formatID: formatID, sampleRate: HostileRates.numbers[(index + other) % HostileRates.numbers.count],
          layout: ChannelLayout(unlabelledChannelCount: 1 + other % 3))
        settings.bytesPerPacket = bytes
        settings.framesPerPacket = frames
        if try encode(settings) { madeCount += 1 }
      }
    }
    expectGreater(madeCount, 0)
  }
}
