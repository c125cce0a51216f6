import AudioBase
import MPEGAudioCodec
import MPEGAudioFrames
import TestSupport
import Testing

@Suite("MPEG audio that begins in the middle, or loses packets")
struct ContinuityTests {
  private let name = "l3-lame-44100-joint.mp3"

  @Test("a packet whose main data begin before the first is silence with a remark")
  func missingReservoir() throws {
    let frames = try required(FrameList.fixture(name))
    var decoder = try TestDecoder(frames.header)
    var silentCount = 0
    for packet in frames.packets.dropFirst(6) {
      let before = decoder.sound.count
      try decoder.decode(packet)
      expectEqual(decoder.sound.count, before + 2304)
      if decoder.remark?.kind == .truncated {
        silentCount += 1
        #expect(decoder.sound[before...].allSatisfy { $0 == 0 })
      }
    }
    #expect(silentCount > 0 && silentCount < 4)
  }

  @Test("after the preroll the sound is that of decoding from the start", arguments: fixtureNames)
  func preroll(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    let whole = try decodeAll(frames)
    for start in [1, 3] where start < frames.packets.count {
      var decoder = try TestDecoder(frames.header)
      for packet in frames.packets.dropFirst(start) { try decoder.decode(packet) }
      let skipped = decoder.prerollPacketCount * frames.header.framesPerPacket * frames.header.channelCount
      #expect(decoder.sound.dropFirst(skipped).elementsEqual(whole.suffix(max(0, decoder.sound.count - skipped))))
    }
  }

  @Test("a lost packet fades and costs the frames that begin in it, no more")
  func lostPacket() throws {
    let frames = try required(FrameList.fixture(name))
    let whole = try decodeAll(frames)
    var decoder = try TestDecoder(frames.header)
    for (index, packet) in frames.packets.enumerated() {
      if index == 4 { decoder.conceal() } else { try decoder.decode(packet) }
    }
    expectEqual(decoder.sound.count, whole.count)
    expectEqual(Array(decoder.sound[..<(4 * 2304)]), Array(whole[..<(4 * 2304)]))
    expectEqual(Array(decoder.sound[(10 * 2304)...]), Array(whole[(10 * 2304)...]))
  }

  @Test("concealment ends in silence", arguments: fixtureNames)
  func silence(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    var decoder = try TestDecoder(frames.header)
    for packet in frames.packets { try decoder.decode(packet) }
    for _ in 0..<3 { decoder.conceal() }
    let before = decoder.sound.count
    decoder.conceal()
    #expect(decoder.sound[before...].allSatisfy { $0 == 0 })
    expectEqual(decoder.sound.count - before, frames.header.framesPerPacket * frames.header.channelCount)
  }

  @Test("a reset decoder is as good as a new one", arguments: fixtureNames)
  func reset(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    var decoder = try TestDecoder(frames.header)
    for packet in frames.packets { try decoder.decode(packet) }
    let first = decoder.sound
    decoder.reset()
    for packet in frames.packets { try decoder.decode(packet) }
    expectEqual(decoder.sound, first)
  }

  @Test("a refused frame of full length still serves the frames that begin in it")
  func refusedFrame() throws {
    let frames = try required(FrameList.fixture(name))
    let whole = try decodeAll(frames)
    var decoder = try TestDecoder(frames.header)
    var refusedCount = 0
    for (index, packet) in frames.packets.enumerated() {
      var packet = packet
      // part2_3_length of the first granule: beyond all main data. Its bits follow 9 + 3 + 8 others.
      if index == 5 { packet[6] |= 0x0F; packet[7] = 0xFF }
      do {
        try decoder.decode(packet)
      } catch {
        refusedCount += 1
        decoder.conceal()
      }
    }
    expectEqual(refusedCount, 1)
    // The frame behind it has all of its bytes; what is left of the damage is the overlap and the filterbank's memory.
    expectEqual(Array(decoder.sound[(7 * 2304)...]), Array(whole[(7 * 2304)...]))
  }
}
