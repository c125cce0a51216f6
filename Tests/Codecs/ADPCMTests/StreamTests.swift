import ADPCMCodec
import AudioBase
import CAFContainer
import TestSupport
import Testing
import WAVEContainer

@Suite struct StreamTests {
  static let formatIDs: [FourCharacterCode] = [.ima4, .dviADPCM, .microsoftADPCM]

  private func settings(_ formatID: FourCharacterCode, channels: Int, rate: Double = 44100) -> EncoderSettings {
    EncoderSettings(
      formatID: formatID, sampleRate: rate, layout: ChannelLayout(unlabelledChannelCount: channels))
  }

  /// Of each channel the decoder must give what it gives for that channel alone.
  @Test(arguments: [3, 6, 64])
  func channelsDoNotTouchEachOther(count: Int) throws {
    let recording = Recording.synthetic(channelCount: count, frameCount: 1000, seed: 21)
    for formatID in [FourCharacterCode.ima4, .dviADPCM] {
      let together = try Stream(encoding: recording, settings(formatID, channels: count)).decoded()
      for channel in [0, count - 1] {
        let alone = Recording(sampleRate: 44100, channels: [recording.channels[channel]])
        let one = try Stream(encoding: alone, settings(formatID, channels: 1)).decoded()[0]
        // Blocks of many channels are shorter, where the samples after the start may differ.
        let same = formatID == .ima4 ? 1000 : 1
        expectEqual(together[channel].prefix(same), one.prefix(same))
      }
      expectGreater(ratio(of: together, to: recording.channels), 20)
    }
  }

  @Test func blocksHaveTheSizesThatWindowsGivesThem() throws {
    let cases: [(Double, Int, Int)] = [
      (8000, 1, 256), (11025, 2, 512), (22050, 1, 512), (44100, 1, 1024), (44100, 2, 2048), (48000, 2, 2048),
      (192000, 2, 8192),
    ]
    for (rate, channels, bytes) in cases {
      for formatID in Self.formatIDs.dropFirst() {
        let encoder = try ADPCMCodec.descriptor.makeEncoder!(settings(formatID, channels: channels, rate: rate))
        expectEqual(encoder.format.stream.bytesPerPacket, bytes)
        expectEqual(encoder.format.maximumPacketByteCount, bytes)
        let header = formatID == .dviADPCM ? 4 : 7
        let inHeader = formatID == .dviADPCM ? 1 : 2
        let frames = (bytes - header * channels) * 2 / channels + inHeader
        expectEqual(encoder.format.stream.framesPerPacket, frames)
      }
    }
    let many = try ADPCMCodec.descriptor.makeEncoder!(settings(.dviADPCM, channels: 64, rate: 192000))
    expectLessOrEqual(many.format.stream.bytesPerPacket, 65535)
  }

  @Test func wishesForASizeAreMetOrRefused() throws {
    var wish = settings(.microsoftADPCM, channels: 2)
    wish.bytesPerPacket = 1024
    try expectEqual(ADPCMCodec.descriptor.makeEncoder!(wish).format.stream.framesPerPacket, 1012)
    wish.formatID = .dviADPCM
    try expectEqual(ADPCMCodec.descriptor.makeEncoder!(wish).format.stream.framesPerPacket, 1017)
    wish.bytesPerPacket = nil
    wish.framesPerPacket = 505
    try expectEqual(ADPCMCodec.descriptor.makeEncoder!(wish).format.stream.bytesPerPacket, 512)
    for (bytes, frames) in [
      (1022, nil), (8, nil), (65536, nil), (-8, nil), (1024, 1018), (7, nil), (nil, -1), (nil, 65536),
    ]
      as [(Int?, Int?)]
    {
      wish.bytesPerPacket = bytes
      wish.framesPerPacket = frames
      #expect(throws: CodecError.self) { try refuse(wish) }
    }
    wish = settings(.ima4, channels: 2)
    wish.bytesPerPacket = 34
    #expect(throws: CodecError.self) { try refuse(wish) }
    #expect(throws: CodecError.self) { try refuse(settings(.microsoftADPCM, channels: 3)) }
    #expect(throws: CodecError.self) { try refuse(settings(.ima4, channels: 65)) }
    #expect(throws: CodecError.self) { try refuse(settings(.ima4, channels: 0)) }
    #expect(throws: CodecError.self) { try refuse(settings(.ima4, channels: 1, rate: .nan)) }
  }

  private func refuse(_ settings: EncoderSettings) throws { _ = try ADPCMCodec.descriptor.makeEncoder!(settings) }

  @Test func theCookieIsWhatTheWriterTakesAndTheReaderGives() throws {
    let recording = Recording.synthetic(channelCount: 2, frameCount: 5000, seed: 22)
    for formatID in Self.formatIDs.dropFirst() {
      let stream = try Stream(encoding: recording, settings(formatID, channels: 2))
      let back = try Stream(file: stream.file(WAVEFile.descriptor), WAVEFile.descriptor)
      expectEqual(back.packets, stream.packets)
      expectEqual(back.coded.cookie, stream.coded.cookie)
      expectEqual(back.coded.format, stream.coded.format)
    }
  }

  @Test(arguments: formatIDs)
  func resetIsAsNew(_ formatID: FourCharacterCode) throws {
    let recording = Recording.synthetic(channelCount: 2, frameCount: 9000, seed: 23)
    let wish = settings(formatID, channels: 2)
    let stream = try Stream(encoding: recording, wish)
    var encoder = try ADPCMCodec.descriptor.makeEncoder!(wish)
    let block = recording.block
    let frames = encoder.format.stream.framesPerPacket
    var packet: [UInt8] = []
    for _ in 0..<2 {
      packet = []
      encoder.reset()
      try encoder.encode(block, frames: 0..<frames, into: &packet)
      expectEqual(packet, stream.packets[0])
      try encoder.encode(block, frames: frames..<(2 * frames), into: &packet)
    }
    let wanted = try stream.decoded()
    var decoder = try ADPCMCodec.descriptor.makeDecoder(stream.coded)
    var output = PCMBlock(channelCount: 2, capacity: frames)
    for _ in 0..<2 {
      for (index, packet) in stream.packets.prefix(3).enumerated() {
        try decoder.decode(packet.span, frameCount: 0, into: &output)
        for frame in 0..<frames {
          expectEqual(Int(output.channel(1)[frame] * 32768), wanted[1][index * frames + frame])
        }
      }
      decoder.reset()
    }
  }

  /// The error of the frames that are there must not grow by what is filled up behind them.
  @Test(arguments: formatIDs)
  func aShortLastPacketIsFilledUpWithItsLastSample(_ formatID: FourCharacterCode) throws {
    let recording = Recording.synthetic(channelCount: 1, frameCount: 50, seed: 24)
    let stream = try Stream(encoding: recording, settings(formatID, channels: 1))
    #expect(stream.packets.count == 1 && stream.packets[0].count == stream.coded.format.bytesPerPacket)
    let decoded = try stream.decoded()
    expectEqual(decoded[0].count, stream.coded.format.framesPerPacket)
    let last = try required(recording.channels[0].last)
    expectLess(abs(try #require(decoded[0].last) - last), 600)
  }

  /// A block holds a frame for each 4 bits a channel behind its header, which IMA's lays down 8 frames at a time where
  /// there are several channels.
  @Test(arguments: [1, 2], [FourCharacterCode.dviADPCM, .microsoftADPCM])
  func aBlockThatEndsEarlyGivesTheFramesThatItHolds(channelCount: Int, _ formatID: FourCharacterCode) throws {
    let recording = Recording.synthetic(channelCount: channelCount, frameCount: 1500, seed: 25)
    var wish = settings(formatID, channels: channelCount)
    wish.bytesPerPacket = 256 * channelCount
    let whole = try Stream(encoding: recording, wish)
    let samples = try whole.decoded()
    let perBlock = whole.coded.format.framesPerPacket
    let header = (formatID == .dviADPCM ? 4 : 7) * channelCount
    for byteCount in [1, header - 1, header, header + 1, header + 5, header + 8, 100, 256 * channelCount - 1] {
      var stream = whole
      stream.packets[2] = Array(whole.packets[2].prefix(byteCount))
      stream.packets.removeLast(stream.packets.count - 3)
      let rest = byteCount - header
      let frames =
        rest < 0
        ? 0
        : formatID == .microsoftADPCM
          ? 2 + 2 * rest / channelCount : channelCount == 1 ? 1 + 2 * rest : 1 + rest / (4 * channelCount) * 8
      for container in [WAVEFile.descriptor, Wave64File.descriptor] {
        let file = try stream.file(container)
        let back = try Stream(file: file, container)
        expectEqual(back.packets, frames > 0 ? stream.packets : Array(stream.packets.prefix(2)))
        let decoded = try back.decoded()
        expectEqual(decoded[channelCount - 1], Array(samples[channelCount - 1].prefix(2 * perBlock + frames)))
        let info = try container.open!(MemoryByteSource(file), ResourceLimits()).tracks[0]
        expectEqual(info.duration, Double(2 * perBlock + frames) / 44100)
      }
      // CAF counts packets that are all alike: the last is filled up, and the table says what is the recording.
      guard frames > 0 else { continue }
      let reader = try CAFFile.descriptor.open!(
        MemoryByteSource(stream.file(CAFFile.descriptor)), ResourceLimits())
      let left = frames < perBlock ? perBlock - frames : 0
      #expect(reader.tracks[0].packetCount == 3 && reader.tracks[0].duration == Double(2 * perBlock + frames) / 44100)
      #expect(left == 0 || reader.tracks[0].packetTable?.remainderFrames == Int64(left))
    }
  }

  @Test(arguments: formatIDs)
  func silenceFullScaleAndNotANumberStayInRange(_ formatID: FourCharacterCode) throws {
    var encoder = try ADPCMCodec.descriptor.makeEncoder!(settings(formatID, channels: 1))
    let frames = encoder.format.stream.framesPerPacket
    let stream = CodedStream(format: encoder.format.stream)
    var decoder = try ADPCMCodec.descriptor.makeDecoder(stream)
    var input = PCMBlock(channelCount: 1, capacity: frames)
    var output = PCMBlock(channelCount: 1, capacity: frames)
    input.setFrameCount(frames)
    let shapes: [(Int) -> Float] = [
      { _ in 0 }, { _ in .nan }, { $0 % 2 == 0 ? 7 : -7 }, { _ in .infinity }, { $0 % 32 < 16 ? 1 : -1 },
      { _ in -.greatestFiniteMagnitude }, { _ in 0 },
    ]
    for (index, shape) in shapes.enumerated() {
      var plane = input.plane(0)
      for frame in 0..<frames { plane[frame] = shape(frame) }
      var packet: [UInt8] = []
      try encoder.encode(input, frames: 0..<frames, into: &packet)
      try decoder.decode(packet.span, frameCount: 0, into: &output)
      for frame in 0..<frames { expectLessOrEqual(abs(output.channel(0)[frame]), 1) }
      if index < 2 { expectLess(output.channel(0)[frames - 1].magnitude, 0x1p-10) }
    }
  }
}
