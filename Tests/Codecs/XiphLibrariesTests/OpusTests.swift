import AudioBase
import OggContainer
import TestSupport
import Testing
import XiphLibraries

@Suite(.needs(.opus)) struct OpusTests {
  private static let codec = OpusCodec.descriptor

  private static func settings(_ channels: Int, rate: Double = 48_000, bitRate: Int? = nil) -> EncoderSettings {
    var settings = EncoderSettings(
      formatID: .opus, sampleRate: rate, layout: ChannelLayout(unlabelledChannelCount: channels))
    settings.bitRate = bitRate
    return settings
  }

  @Test(
    "samples and lengths are those of opusdec, bit by bit", .needs(.program("opusdec")),
    arguments: ["stereo.opus", "mono-60ms.opus", "mono-2.5ms.opus", "surround.opus"])
  func sameAsOpusdec(name: String) throws {
    let file = Sound.fixture(name)
    let own = try Sound.decode(file, Self.codec)
    let samples = try ForeignProgram.run(
      "opusdec", ["--quiet", "--float", "--rate", "48000", "FILE", "-"], on: file, named: name)
    let foreign = floats(samples)
    expectEqual(foreign.count, own.count * own[0].count)
    for channel in own.indices {
      let plane = stride(from: channel, to: foreign.count, by: own.count).map { foreign[$0] }
      expectEqual(plane, own[channel])
    }
  }

  @Test("every duration of packets keeps every frame", arguments: [120, 240, 480, 960, 1920, 2880])
  func durations(size: Int) throws {
    for count in [1, 119, 960, 10_007] {
      for channels in [1, 2] {
        var settings = Self.settings(channels, bitRate: 128_000 * channels)
        settings.framesPerPacket = size
        let input = risingTones(channels: channels, frames: count, rate: 48_000)
        let output = try Sound.decode(Sound.encode(input, settings, Self.codec), Self.codec)
        expectEqual(output.map(\.count), input.map(\.count))
        guard count > 10_000 else { continue }
        for channel in 0..<channels { expectGreater(Sound.fidelity(input[channel], output[channel]), 15) }
      }
    }
  }

  @Test("every rate keeps its frames", arguments: [8000, 12_000, 16_000, 24_000, 48_000] as [Double])
  func rates(rate: Double) throws {
    let input = risingTones(channels: 1, frames: Int(rate / 3) + 7, rate: rate)
    let output = try Sound.decode(Sound.encode(input, Self.settings(1, rate: rate), Self.codec), Self.codec)
    expectEqual(output[0].count, input[0].count * Int(48_000 / rate))
  }

  @Test("loudspeakers go to their places, and channels without any keep their order")
  func channels() throws {
    let layouts = [
      ChannelLayout([.left, .right, .center]),
      ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround]),
      ChannelLayout([
        .left, .right, .center, .lowFrequency, .leftRear, .rightRear, .leftSide, .rightSide,
      ]),
      ChannelLayout(unlabelledChannelCount: 3), ChannelLayout(unlabelledChannelCount: 11),
    ]
    for layout in layouts {
      let count = layout.channelCount
      var settings = Self.settings(count, bitRate: 128_000 * count)
      settings.layout = layout
      let input = risingTones(channels: count, frames: 9600, rate: 48_000)
      let file = try Sound.encode(input, settings, Self.codec)
      let reader = try OggReader(MemoryByteSource(file), limits: ResourceLimits())
      let output = try Sound.decode(file, Self.codec)
      let hasPlaces = layout.speakers[0] == .left
      expectEqual(reader.tracks[0].cookie[18], hasPlaces ? 1 : 255)
      let decoded = try required(reader.tracks[0].layout)
      for channel in 0..<count {
        let source = hasPlaces ? layout.speakers.firstIndex(of: decoded.speakers[channel]) : channel
        // The low frequencies' own stream keeps nothing else.
        guard let source, decoded.speakers[channel] != .lowFrequency else { continue }
        expectGreater(Sound.fidelity(input[source], output[channel]), 10, "channel \(channel) of \(layout)")
      }
    }
  }

  @Test("the bit rate is kept, and a constant one makes packets of one size")
  func rateControl() throws {
    let input = risingTones(channels: 2, frames: 96_000, rate: 48_000)
    for mode in [EncoderSettings.RateControlMode.constant, .constrainedVariable, .average, .variable] {
      var settings = Self.settings(2, bitRate: 96_000)
      settings.rateControl = mode
      let file = try Sound.encode(input, settings, Self.codec)
      var reader = try OggReader(MemoryByteSource(file), limits: ResourceLimits())
      let packets = readAll(&reader).packets
      let rate = packets.reduce(0) { $0 + $1.count } * 8 * 50 / packets.count
      #expect((60_000...140_000).contains(rate))
      if mode == .constant { #expect(packets.allSatisfy { $0.count == 240 } && rate == 96_000) }
    }
  }

  @Test("what opusdec makes of our files has every frame", .needs(.program("opusdec")))
  func foreignDecoder() throws {
    for (channels, count) in [(1, 1), (2, 5001), (2, 48_000)] {
      let input = risingTones(channels: channels, frames: count, rate: 48_000)
      let file = try Sound.encode(input, Self.settings(channels), Self.codec)
      let samples = try ForeignProgram.run(
        "opusdec", ["--quiet", "--float", "--rate", "48000", "FILE", "-"], on: file, named: "own.opus")
      let own = try Sound.decode(file, Self.codec)
      let foreign = floats(samples)
      expectEqual(foreign.count, channels * count)
      expectEqual(stride(from: 0, to: foreign.count, by: channels).map { foreign[$0] }, own[0])
    }
  }

  @Test("an album cut at odd places comes back whole")
  func album() throws {
    let whole = risingTones(channels: 2, frames: 100_003, rate: 48_000)
    let cuts = [0, 7919, 16_001, 25_013, 37_003, 48_017, 55_001, 66_029, 78_007, 89_017, 100_003]
    var joined: [[Float]] = [[], []]
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      let file = try Sound.encode(
        whole.map { Array($0[start..<end]) }, Self.settings(2, bitRate: 256_000), Self.codec)
      for (channel, plane) in try Sound.decode(file, Self.codec).enumerated() { joined[channel] += plane }
    }
    expectEqual(joined.map(\.count), whole.map(\.count))
    for channel in 0..<2 { expectGreater(Sound.fidelity(whole[channel], joined[channel]), 15) }
  }

  @Test("what is lost is filled in with sound for as long as packets last")
  func concealment() throws {
    let file = Sound.fixture("stereo.opus")
    var reader = try OggReader(MemoryByteSource(file), limits: ResourceLimits())
    let packets = readAll(&reader).packets
    var decoder = try Self.codec.makeDecoder(CodedStream(of: reader, track: 0))
    var block = PCMBlock(channelCount: 2, capacity: 960)
    for packet in packets.prefix(6) { try decoder.decode(packet.span, frameCount: 960, into: &block) }
    var failure: CodecError?
    do throws(CodecError) {
      try decoder.decode([UInt8]().span, frameCount: 960, into: &block)
    } catch {
      failure = error
    }
    expectEqual(failure?.kind, .truncated)
    decoder.conceal(into: &block)
    expectEqual(block.frameCount, 960)
    expectGreater(Self.energy(block), 0.1)
    let next = packets[7]
    try decoder.decode(next.span, frameCount: 960, into: &block)
    expectEqual(block.frameCount, 960)
  }

  private static func energy(_ block: borrowing PCMBlock) -> Float {
    let samples = block.channel(0)
    return samples.indices.reduce(Float(0)) { $0 + samples[$1] * samples[$1] }
  }

  @Test("a decoder that was reset is as new")
  func reset() throws {
    let file = Sound.fixture("mono-60ms.opus")
    var reader = try OggReader(MemoryByteSource(file), limits: ResourceLimits())
    let (packets, frameCounts, _, _) = readAll(&reader)
    var decoder = try Self.codec.makeDecoder(CodedStream(of: reader, track: 0))
    var block = PCMBlock(channelCount: 1, capacity: 2880)
    var runs: [[Float]] = []
    for _ in 0..<2 {
      var samples: [Float] = []
      for packet in packets {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        let plane = block.channel(0)
        for index in plane.indices { samples.append(plane[index]) }
      }
      runs.append(samples)
      decoder.reset()
    }
    #expect(runs[0] == runs[1] && runs[0].count == frameCounts.reduce(0, +))
  }

  @Test("packets that are none are refused, and no promise is broken")
  func abuse() throws {
    var reader = try OggReader(MemoryByteSource(Sound.fixture("stereo.opus")), limits: ResourceLimits())
    let good = readAll(&reader).packets
    var random = SplitMix64(seed: 5)
    var packets = DecoderAbuse.packets(largest: 1 << 16)
    for _ in 0..<300 {
      var packet = good[Int.random(in: 0..<good.count, using: &random)]
      for _ in 0..<3 {
        packet[Int.random(in: 0..<packet.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      packets.append(Array(packet.prefix(Int.random(in: 0...packet.count, using: &random))))
    }
    for name in ["stereo.opus", "surround.opus"] {
      let file = try OggReader(MemoryByteSource(Sound.fixture(name)), limits: ResourceLimits())
      let abuse = try required(DecoderAbuse(CodedStream(of: file.tracks[0]), of: Self.codec, packets: packets))
      #expect(abuse.fault == nil && abuse.refusedCount > 0 && abuse.decodedCount > 0)
    }
    for rate in HostileRates.numbers {
      let stream = CodedStream(format: StreamFormat(formatID: .opus, sampleRate: rate, channelsPerFrame: 2))
      let abuse = try required(DecoderAbuse(stream, of: Self.codec, packets: [good[0], [], good[1]]))
      expectNil(abuse.fault)
    }
  }

  @Test("settings that Opus does not have are refused")
  func refusals() {
    var wrong: [EncoderSettings] = [
      Self.settings(2, rate: 44_100), Self.settings(2, bitRate: 100), Self.settings(2, bitRate: 10_000_000),
      Self.settings(0), Self.settings(256),
    ]
    wrong.append(Self.settings(2))
    wrong[5].framesPerPacket = 1024
    wrong.append(Self.settings(2))
    wrong[6].quality = 64
    for settings in wrong {
      #expect(throws: CodecError.self) { _ = try OpusEncoder(settings) }
    }
  }
}
