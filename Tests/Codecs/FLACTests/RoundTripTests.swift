import AudioBase
import Bitstream
import FLACCodec
import TestSupport
import Testing

/// What is encoded comes back to the bit.
@Suite struct RoundTripTests {
  enum Signal: CaseIterable {
    case silence, offset, noise, extremes, ramp, music, wasted

    func sample(_ index: Int, channel: Int, depth: Int, _ random: inout SplitMix64) -> Int {
      let top = 1 << (depth - 1)
      switch self {
      case .silence: return 0
      case .offset: return top / 2 - channel
      case .noise: return Int.random(in: (-top)..<top, using: &random)
      case .extremes: return (index / 3 + channel) % 2 == 0 ? top - 1 : -top
      case .ramp: return (index * 37 + channel * 11) % (2 * top) - top
      case .music:
        let wave = (index * (channel + 3) / 7) % 200 - 100
        return max(-top, min(top - 1, top / 256 * wave + Int.random(in: -2...2, using: &random)))
      case .wasted: return (Int.random(in: (-top)..<top, using: &random) >> 3) << 3
      }
    }
  }

  struct Stream {
    var packets: [[UInt8]] = []
    var format: EncodedFormat
  }

  static func settings(_ channelCount: Int, _ depth: Int, rate: Double = 44_100, blockSize: Int) -> EncoderSettings {
    var settings = EncoderSettings(
      formatID: .flac, sampleRate: rate, layout: ChannelLayout(unlabelledChannelCount: channelCount))
    settings.bitDepth = depth
    settings.framesPerPacket = blockSize
    return settings
  }

  static func encode(
    _ channels: [[Int]], _ settings: EncoderSettings, _ level: FLACLevel?
  ) throws(CodecError) -> Stream {
    var encoder: FLACEncoder
    if let level { encoder = try FLACEncoder(settings, level: level) } else { encoder = try FLACEncoder(settings) }
    let count = channels[0].count
    var block = SampleBlock<Double>(channelCount: channels.count, capacity: count)
    block.setFrameCount(count)
    let scale = 1 / Double(Int64(1) << Int64((settings.bitDepth ?? 16) - 1))
    for channel in channels.indices {
      var plane = block.plane(channel)
      for index in 0..<count { plane[index] = Double(channels[channel][index]) * scale }
    }
    var packets: [[UInt8]] = []
    let size = encoder.format.stream.framesPerPacket
    for start in Swift.stride(from: 0, to: count, by: size) {
      var packet: [UInt8] = []
      try encoder.encode(block, frames: start..<min(count, start + size), into: &packet)
      expectLessOrEqual(packet.count, encoder.format.maximumPacketByteCount)
      packets.append(packet)
    }
    var rest: [UInt8] = []
    #expect(try !encoder.finish(into: &rest) && rest.isEmpty)
    return Stream(packets: packets, format: encoder.format)
  }

  static func decode(_ stream: Stream, _ depth: Int) throws(CodecError) -> [[Int]] {
    let information = try StreamInformation(parsing: stream.format.cookie.span)
    var decoder = FLACDecoder(information)
    var block = SampleBlock<Double>(
      channelCount: information.channelCount, capacity: information.maximumBlockSize)
    var channels = [[Int]](repeating: [], count: information.channelCount)
    let scale = Double(Int64(1) << Int64(depth - 1))
    for packet in stream.packets {
      try decoder.decode(packet.span, frameCount: 0, into: &block)
      // The last packet's remark would be a wrong digest.
      expectNil(decoder.remark)
      for channel in channels.indices {
        let plane = block.channel(channel)
        for index in plane.indices { channels[channel].append(Int(plane[index] * scale)) }
      }
    }
    #expect(information.frameCount == Int64(channels[0].count) && information.hasDigest)
    return channels
  }

  private func samples(_ signal: Signal, _ channelCount: Int, _ depth: Int, _ count: Int) -> [[Int]] {
    var random = SplitMix64(seed: UInt64(depth * 10 + channelCount))
    return (0..<channelCount).map { channel in
      (0..<count).map { signal.sample($0, channel: channel, depth: depth, &random) }
    }
  }

  @Test(arguments: [4, 5, 8, 12, 15, 16, 17, 20, 24, 25, 31, 32], 1...8)
  func everyDepthAndNumberOfChannels(depth: Int, channelCount: Int) throws {
    for signal in Signal.allCases {
      let input = samples(signal, channelCount, depth, 700)
      let stream = try Self.encode(input, Self.settings(channelCount, depth, blockSize: 256), .standard)
      try expectEqual(Self.decode(stream, depth), input, "\(signal)")
    }
  }

  @Test(arguments: FLACLevel.allCases, [16, 24, 32])
  func everyLevel(level: FLACLevel, depth: Int) throws {
    for signal in Signal.allCases {
      let input = samples(signal, 2, depth, 5000)
      let stream = try Self.encode(input, Self.settings(2, depth, blockSize: 4096), level)
      try expectEqual(Self.decode(stream, depth), input, "\(signal)")
      let again = try Self.encode(input, Self.settings(2, depth, blockSize: 4096), level)
      expectEqual(again.packets, stream.packets)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 8, 15, 16, 17, 33], [16, 17, 192, 576, 4608, 65_535])
  func shortStreamsAndOddBlocks(count: Int, blockSize: Int) throws {
    let input = samples(.music, 2, 16, count)
    for level in [FLACLevel.fastest, .standard, .best] {
      let stream = try Self.encode(input, Self.settings(2, 16, blockSize: blockSize), level)
      try expectEqual(Self.decode(stream, 16), input)
    }
  }

  @Test(arguments: [1, 7999, 8000, 12_345, 44_100, 96_000, 255_000, 352_800, 655_350, 1_048_575])
  func everyFormOfTheSamplingRate(rate: Int) throws {
    let input = samples(.music, 1, 16, 300)
    let stream = try Self.encode(input, Self.settings(1, 16, rate: Double(rate), blockSize: 128), .light)
    try expectEqual(Self.decode(stream, 16), input)
    try expectEqual(StreamInformation(parsing: stream.format.cookie.span).sampleRate, rate)
  }

  @Test func numbersOfFramesOfEveryLength() throws {
    for number in [0, 127, 128, 2047, 2048, 65_535, 65_536, 0x1F_FFFF, 0x20_0000, 0x3FF_FFFF, 0x400_0000, 0x7FFF_FFFF] {
      let header = FrameHeader(
        blockSize: 4096, sampleRate: 48_000, channels: .midSide, bitDepth: 24, number: UInt64(number))
      var bits = FrameBits(capacity: 64)
      header.write(to: &bits)
      var bytes: [UInt8] = []
      bits.drain(into: &bytes, FrameCheck())
      var reader = BitReader(bytes.span)
      try expectEqual(FrameHeader(&reader, bytes.span), header)
    }
  }

  @Test func compressionIsWorthItsName() throws {
    // A sine of 16 bits is predicted to a few bits a sample; noise costs no more than headers beyond itself.
    var sine: [Int] = []
    var (real, imaginary) = (20_000.0, 0.0)
    for _ in 0..<8192 {
      sine.append(Int(real.rounded()))
      (real, imaginary) = (real * 0.998 - imaginary * 0.06321, real * 0.06321 + imaginary * 0.998)
    }
    let tone = try Self.encode([sine], Self.settings(1, 16, blockSize: 4096), .standard)
    expectLess(tone.packets.reduce(0) { $0 + $1.count }, 8192 * 2 / 4)
    let noise = try Self.encode(samples(.noise, 1, 16, 4096), Self.settings(1, 16, blockSize: 4096), .best)
    expectLessOrEqual(noise.packets[0].count, 8192 + 16)
  }

  @Test func settingsThatTheFormatHasNoPlaceForAreRefused() {
    #expect(throws: CodecError.self) { _ = try FLACEncoder(Self.settings(9, 16, blockSize: 4096)) }
    #expect(throws: CodecError.self) { _ = try FLACEncoder(Self.settings(2, 33, blockSize: 4096)) }
    #expect(throws: CodecError.self) { _ = try FLACEncoder(Self.settings(2, 3, blockSize: 4096)) }
    #expect(throws: CodecError.self) { _ = try FLACEncoder(Self.settings(2, 16, blockSize: 65_536)) }
    #expect(throws: CodecError.self) { _ = try FLACEncoder(Self.settings(2, 16, blockSize: 15)) }
    #expect(throws: CodecError.self) { _ = try FLACEncoder(Self.settings(2, 16, rate: 44_100.5, blockSize: 4096)) }
    #expect(throws: CodecError.self) { _ = try FLACEncoder(Self.settings(2, 16, rate: 2_000_000, blockSize: 4096)) }
    for level in FLACLevel.allCases { expectEqual(FLACLevel(effort: level.effort), level) }
  }
}
