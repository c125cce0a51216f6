import AudioBase
import MPEGAudioCodec
import MPEGAudioFrames
import TestSupport
import Testing

@Suite("MPEG audio that goes from mono to stereo and back")
struct ModeChangeTests {
  /// Fixtures in stereo, of each layer.
  static let stereo = fixtureNames.filter { $0.contains("joint") }

  private func mono(_ header: MPEGAudioHeader) -> StreamFormat {
    var format = header.format
    format.channelsPerFrame = 1
    return format
  }

  /// A frame in mono with the header of another, whose spectrum is silent: all that follows is 0.
  private func silence(like packet: [UInt8]) -> [UInt8] {
    var frame = Array(packet.prefix(MPEGAudioHeader.byteCount))
    // No check; mode 11 is one channel.
    frame[1] |= 1
    frame[3] |= 0xC0
    return frame + [UInt8](repeating: 0, count: packet.count - frame.count)
  }

  @Test("a stream in mono gives half of each side of frames in stereo", arguments: stereo)
  func mixed(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    let sides = try decodeAll(frames)
    let expected = stride(from: 0, to: sides.count, by: 2).map { index -> Float in
      0.5 * (sides[index] + sides[index + 1])
    }
    var decoder = try TestDecoder(mono(frames.header))
    for packet in frames.packets {
      try decoder.decode(packet)
      #expect(decoder.remark != nil)
    }
    expectEqual(decoder.sound.count, expected.count)
    expectLess(deviation(decoder.sound, expected).peak, 1e-5)
    #expect(expected.contains { abs($0) > 0.01 })
  }

  @Test("frames in mono between frames in stereo cost nothing, in a stream of either kind", arguments: stereo)
  func change(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    let half = frames.packets.count / 2
    let rest = Array(frames.packets[half...])
    let packets = frames.packets[..<half] + [silence(like: rest[0]), silence(like: rest[0])] + rest
    for format in [frames.header.format, mono(frames.header)] {
      var whole = try TestDecoder(format)
      for packet in rest { try whole.decode(packet) }
      var decoder = try TestDecoder(format)
      for packet in packets {
        // Main data that should lie in frames which are elsewhere now are not to be had.
        do { try decoder.decode(packet) } catch { decoder.conceal() }
      }
      // Behind the preroll, the filterbank and the reservoir remember nothing of what came before.
      let skipped = min(rest.count - 1, decoder.prerollPacketCount) * frames.header.framesPerPacket
      let count = whole.sound.count - skipped * format.channelsPerFrame
      expectEqual(decoder.sound.count, packets.count * frames.header.framesPerPacket * format.channelsPerFrame)
      expectEqual(decoder.sound.suffix(count), whole.sound.suffix(count))
    }
  }
}
