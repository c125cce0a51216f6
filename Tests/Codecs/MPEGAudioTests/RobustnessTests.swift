import AudioBase
import MPEGAudioCodec
import MPEGAudioFrames
import TestSupport
import Testing

@Suite("Damaged MPEG audio: no trap, and nothing that is not a number")
struct RobustnessTests {
  private static let mutationCount = 1500

  @Test("every truncated packet is refused, and the next is decoded", arguments: fixtureNames)
  func truncation(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    var decoder = try TestDecoder(frames.header)
    let packet = frames.packets[0]
    for length in 0..<packet.count {
      #expect(throws: CodecError.self) { try decoder.decode(Array(packet.prefix(length))) }
    }
    try decoder.decode(packet)
    var fresh = try TestDecoder(frames.header)
    try fresh.decode(packet)
    expectEqual(decoder.sound, fresh.sound)
  }

  @Test("truncated packets of free format do not trap", arguments: fixtureNames)
  func freeTruncation(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    var decoder = try TestDecoder(frames.header)
    var packet = frames.packets[0]
    packet[2] &= 0x0F
    for length in 0..<packet.count {
      do { try decoder.decode(Array(packet.prefix(length))) } catch { decoder.conceal() }
    }
    let isFinite = decoder.sound.allSatisfy { $0.isFinite }
    #expect(isFinite)
    let long = packet + [UInt8](repeating: 0x55, count: 9000)
    #expect(throws: CodecError.self) { try decoder.decode(long) }
  }

  @Test("bit flips and foreign bytes", arguments: fixtureNames)
  func mutations(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    let seed: UInt64 = 0x4D50_3301
    print("MPEG audio, mutations of \(name): seed \(seed)")
    var generator = SplitMix64(seed: seed)
    var decoder = try TestDecoder(frames.header)
    var acceptedCount = 0
    for round in 0..<Self.mutationCount {
      var packet = frames.packets[round % frames.packets.count]
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let place = Int.random(in: 4..<packet.count, using: &generator)
        if generator.chance(50) {
          packet[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
        } else {
          packet[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      do {
        try decoder.decode(packet)
        acceptedCount += 1
      } catch {
        decoder.conceal()
      }
      let isFinite = decoder.hasFiniteBlock
      #expect(isFinite)
    }
    expectGreater(acceptedCount, 0)
    decoder.reset()
    for packet in frames.packets { try decoder.decode(packet) }
    try expectEqual(decoder.sound, decodeAll(frames))
  }

  @Test("random bytes behind a header", arguments: fixtureNames)
  func randomBytes(name: String) throws {
    let frames = try required(FrameList.fixture(name))
    let seed: UInt64 = 0x4D50_3302
    print("MPEG audio, random bytes as \(name): seed \(seed)")
    var generator = SplitMix64(seed: seed)
    var decoder = try TestDecoder(frames.header)
    for round in 0..<Self.mutationCount {
      let whole = frames.packets[0]
      let packet =
        round % 8 == 0
        ? generator.bytes(Int.random(in: 0...600, using: &generator))
        : Array(whole.prefix(4)) + generator.bytes(whole.count - 4)
      do { try decoder.decode(packet) } catch { decoder.conceal() }
      let isFinite = decoder.hasFiniteBlock
      #expect(isFinite)
    }
  }

  @Test("every rule has a text of its own, and a clause or none on purpose")
  func rules() {
    let texts = MPEGAudioRule.allCases.map { "\($0.text)" }
    #expect(Set(texts).count == texts.count && !texts.contains(""))
  }
}
