import AudioBase
import AudioCatalog
import TTACodec
import TestSupport
import Testing

@Suite struct TTADecoderTests {
  /// Packets of a file by FFmpeg, which decode to what went in.
  private func file(_ format: String, channels: Int, seconds: Double = 1.5) throws -> (tta: [UInt8], samples: [UInt8]) {
    let sound =
      "aevalsrc="
      + (0..<channels).map { "0.5*sin(\(2000 + 700 * $0)*t)+0.2*random(\($0))" }
      .joined(separator: "|")
    let source = ["-v", "error", "-f", "lavfi", "-i", "\(sound):s=44100:d=\(seconds)"]
    let tta = try ForeignProgram.run(
      "ffmpeg", source + ["-c:a", "tta", "-sample_fmt", format, "-f", "tta", "-"], on: [], named: "none")
    let samples = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-f", "f32le", "-"], on: tta, named: "a.tta")
    return (tta, samples)
  }

  private func decode(_ file: [UInt8]) throws -> [[Float]] {
    let container = try required(Catalog.standard.container(fileType: "TTA1"))
    let open = try required(container.open)
    var reader = try open(MemoryByteSource(file), ResourceLimits())
    var decoder = try TTACodec.descriptor.makeDecoder(CodedStream(of: reader, track: 0))
    let channels = decoder.format.layout.channelCount
    var block = PCMBlock(channelCount: channels, capacity: decoder.format.framesPerPacket)
    var found = [[Float]](repeating: [], count: channels)
    var batch = PacketBatch()
    while try reader.readPackets(ofTrack: 0, into: &batch) {
      for index in 0..<batch.count {
        let packet = Array(batch.packet(index))
        try decoder.decode(packet.span, frameCount: batch.descriptions[index].frameCount, into: &block)
        for channel in 0..<channels {
          let plane = block.channel(channel)
          for frame in plane.indices { found[channel].append(plane[frame]) }
        }
      }
    }
    return found
  }

  @Test(
    "samples are FFmpeg's to the bit", .needs(.program("ffmpeg")),
    arguments: [("u8", 1), ("s16", 1), ("s16", 2), ("s32", 2), ("s16", 6)])
  func exact(format: String, channels: Int) throws {
    let (tta, wanted) = try file(format, channels: channels)
    let found = try decode(tta)
    #expect(found[0].count == 66150 && wanted.count == 66150 * 4 * channels)
    for (index, bits) in stride(from: 0, to: wanted.count, by: 4).enumerated() {
      let value = Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(wanted[bits + $1]) << UInt32(8 * $1) })
      guard found[index % channels][index / channels] == value else {
        Issue.record("sample \(index) differs")
        return
      }
    }
  }

  /// CRC-32 of IEEE 802.3, bit by bit.
  private static func check(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 != 0 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  @Test("a packet of another check is refused, and one that ends early", .needs(.program("ffmpeg")))
  func damage() throws {
    let (tta, _) = try file("s16", channels: 2, seconds: 0.2)
    var damaged = tta
    // In the middle of the only packet, before the tag of FFmpeg's.
    damaged[damaged.count / 2] ^= 1
    #expect(throws: CodecError.self) { try decode(damaged) }
    let stream = CodedStream(
      format: StreamFormat(formatID: "TTA1", sampleRate: 44100, channelsPerFrame: 2, formatFlags: 1))
    var decoder = try TTACodec.descriptor.makeDecoder(stream)
    var block = PCMBlock(channelCount: 2, capacity: decoder.format.framesPerPacket)
    var random = SplitMix64(seed: 1)
    for _ in 0..<2000 {
      // Any bytes, with a check that is right.
      var packet = (0..<Int.random(in: 1..<200, using: &random)).map { _ in
        random.chance(40) ? 0xFF : UInt8.random(in: 0...255, using: &random)
      }
      let sum = Self.check(packet)
      packet += (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32(8 * $0)) }
      try? decoder.decode(packet.span, frameCount: 0, into: &block)
      expectLessOrEqual(block.frameCount, decoder.format.framesPerPacket)
    }
  }
}
