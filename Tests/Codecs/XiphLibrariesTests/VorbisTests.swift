import AudioBase
import OggContainer
import TestSupport
import Testing
import XiphLibraries

@Suite(.needs(.vorbis)) struct VorbisTests {
  private static let codec = VorbisCodec.descriptor

  private static func settings(_ channels: Int, rate: Double = 44_100) -> EncoderSettings {
    EncoderSettings(formatID: .vorbis, sampleRate: rate, layout: ChannelLayout(unlabelledChannelCount: channels))
  }

  @Test(
    "samples and lengths are those of oggdec", .needs(.program("oggdec")), arguments: ["stereo.ogg", "mono-8000.ogg"])
  func sameAsOggdec(name: String) throws {
    let file = Sound.fixture(name)
    let own = try Sound.decode(file, Self.codec)
    let raw = try ForeignProgram.run("oggdec", ["-Q", "-R", "-o", "-", "FILE"], on: file, named: name)
    let foreign = stride(from: 0, to: raw.count - 1, by: 2).map {
      Int16(bitPattern: UInt16(raw[$0]) | UInt16(raw[$0 + 1]) << 8)
    }
    expectEqual(foreign.count, own.count * own[0].count)
    for channel in own.indices {
      // oggdec rounds to the nearest of 16 bits, half to even.
      let rounded = own[channel].map { Int16(max(-32768, min(32767, ($0 * 32768).rounded(.toNearestOrEven)))) }
      expectEqual(rounded, stride(from: channel, to: foreign.count, by: own.count).map { foreign[$0] })
    }
  }

  @Test("every length is kept", arguments: [1, 63, 64, 65, 1000, 20_011])
  func lengths(count: Int) throws {
    for channels in [1, 2, 6] {
      var settings = Self.settings(channels)
      if channels == 6 {
        settings.layout = ChannelLayout([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
      }
      let input = risingTones(channels: channels, frames: count, rate: 44_100)
      let file = try Sound.encode(input, settings, Self.codec)
      let output = try Sound.decode(file, Self.codec)
      expectEqual(output.map(\.count), input.map(\.count))
      guard count > 20_000 else { continue }
      let order = channels == 6 ? [0, 2, 1, 4, 5, 3] : Array(0..<channels)
      // Of low frequencies, the last of six channels, the library keeps nothing else.
      for channel in 0..<min(channels, 5) {
        expectGreater(Sound.fidelity(input[order[channel]], output[channel]), 8)
      }
      guard let oggdec = ForeignProgram.path("oggdec"), !oggdec.isEmpty else { continue }
      let raw = try ForeignProgram.run("oggdec", ["-Q", "-R", "-o", "-", "FILE"], on: file, named: "own.ogg")
      expectEqual(raw.count, count * channels * 2)
    }
  }

  @Test("an album cut at odd places comes back whole")
  func album() throws {
    let whole = risingTones(channels: 2, frames: 60_011, rate: 44_100)
    let cuts = [0, 5919, 10_001, 15_013, 22_003, 28_017, 33_001, 40_029, 46_007, 53_017, 60_011]
    var joined: [[Float]] = [[], []]
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      var settings = Self.settings(2)
      settings.quality = 100
      let file = try Sound.encode(whole.map { Array($0[start..<end]) }, settings, Self.codec)
      for (channel, plane) in try Sound.decode(file, Self.codec).enumerated() { joined[channel] += plane }
    }
    expectEqual(joined.map(\.count), whole.map(\.count))
    for channel in 0..<2 { expectGreater(Sound.fidelity(whole[channel], joined[channel]), 12) }
  }

  @Test("bit rates and qualities change the size")
  func rates() throws {
    let input = risingTones(channels: 2, frames: 66_150, rate: 44_100)
    var sizes: [Int] = []
    for bitRate in [64_000, 128_000, 256_000] {
      var settings = Self.settings(2)
      settings.bitRate = bitRate
      settings.rateControl = .average
      sizes.append(try Sound.encode(input, settings, Self.codec).count)
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
    sizes = []
    for quality in [0, 60, 127] {
      var settings = Self.settings(2)
      settings.quality = quality
      sizes.append(try Sound.encode(input, settings, Self.codec).count)
    }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  @Test("a decoder that begins at a packet gives what follows it bit by bit")
  func history() throws {
    let file = Sound.fixture("stereo.ogg")
    let whole = try Sound.decode(file, Self.codec, isTrimmed: false)
    var reader = try OggReader(MemoryByteSource(file), limits: ResourceLimits())
    let all = readAll(&reader)
    var decoder = try Self.codec.makeDecoder(CodedStream(of: reader, track: 0))
    var block = PCMBlock(channelCount: 2, capacity: 4096)
    for start in stride(from: 1, to: all.packets.count, by: 5) {
      decoder.reset()
      var frame = all.frameCounts[..<start].reduce(0, +)
      for packet in start..<all.packets.count {
        let count = all.frameCounts[packet]
        let bytes = all.packets[packet]
        try decoder.decode(bytes.span, frameCount: count, into: &block)
        expectEqual(block.frameCount, count)
        let isSame = Self.isSame(block, as: whole[1], from: frame)
        #expect(isSame || packet == start)
        frame += count
      }
    }
  }

  private static func isSame(_ block: borrowing PCMBlock, as plane: [Float], from start: Int) -> Bool {
    let samples = block.channel(1)
    return samples.indices.allSatisfy { samples[$0] == plane[start + $0] }
  }

  @Test("packets and headers that are none are refused, and no promise is broken")
  func abuse() throws {
    var reader = try OggReader(MemoryByteSource(Sound.fixture("stereo.ogg")), limits: ResourceLimits())
    let good = readAll(&reader).packets
    var random = SplitMix64(seed: 6)
    var packets = DecoderAbuse.packets(largest: 1 << 16)
    for _ in 0..<300 {
      var packet = good[Int.random(in: 0..<good.count, using: &random)]
      packet[Int.random(in: 0..<packet.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      packets.append(packet)
    }
    let stream = CodedStream(of: reader.tracks[0])
    let abuse = try required(DecoderAbuse(stream, of: Self.codec, packets: packets))
    #expect(abuse.fault == nil && abuse.refusedCount > 0 && abuse.decodedCount > 0)
    var refused = 0
    for _ in 0..<200 {
      var changed = stream
      changed.cookie[Int.random(in: 0..<changed.cookie.count, using: &random)] = UInt8(
        truncatingIfNeeded: random.next())
      guard let abuse = DecoderAbuse(changed, of: Self.codec, packets: good) else {
        refused += 1
        continue
      }
      expectNil(abuse.fault)
    }
    expectGreater(refused, 0)
  }

  @Test("settings that Vorbis does not have are refused")
  func refusals() {
    var wrong = (0..<6).map { _ in Self.settings(2) }
    wrong[0].sampleRate = 44_100.5
    wrong[1].bitRate = 1
    wrong[2].effort = 3
    wrong[3].rateControl = .constant
    wrong[4].layout = ChannelLayout(unlabelledChannelCount: 0)
    // Hexagonal: the sixth channel would be cut to low frequencies.
    wrong[5].layout = ChannelLayout([.left, .right, .center, .leftSurround, .rightSurround, .centerSurround])
    for settings in wrong {
      #expect(throws: CodecError.self) { _ = try VorbisEncoder(settings) }
    }
  }
}
