import AudioBase
import FramedStreams
import ID3Tags
import MPEGAudioContainer
import TestSupport
import Testing

@Suite("Damaged MPEG audio")
struct DamageTests {
  private var whole: [UInt8] {
    let info = infoFrame("Xing", frames: 6, bytes: 417 * 7 + 2, delays: [0x24, 0x03, 0xE8])
    let footer = Array("APETAGEX".utf8) + [0xD0, 7, 0, 0, 32, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
    let lyrics = Array("LYRICSBEGININD0000200000020LYRICS200".utf8)
    return identifierTag(title: "a", padding: 9) + info + Array(HandMadeFrame.stream(6).joined()) + footer + lyrics
      + ID3v1(Metadata()).bytes
  }

  private func read(_ bytes: [UInt8]) {
    guard var reader = try? MPEGAudioReader(MemoryByteSource(bytes)) else { return }
    let all = readAll(&reader, maximumPacketCount: 1000)
    expectLessOrEqual(all.packets.reduce(0) { $0 + $1.count }, bytes.count)
    try? reader.seek(toPacket: 3, ofTrack: 0)
    _ = readAll(&reader, maximumPacketCount: 1000)
    try? reader.resynchronize(atOffset: 700, asPacket: 3)
    _ = readAll(&reader, maximumPacketCount: 1000)
    expectGreaterOrEqual(reader.estimatedByteOffset(ofPacket: 3) ?? 0, 0)
    expectLessOrEqual(reader.metadata.id3Tag.count, bytes.count)
  }

  @Test("no prefix of a file and no suffix traps")
  func prefixes() {
    let whole = whole
    for count in 0..<whole.count where count < 700 || count % 5 == 0 || count > whole.count - 250 {
      read(Array(whole.prefix(count)))
      read(Array(whole.suffix(count)))
    }
  }

  @Test("no change of a few bytes in tags and headers traps")
  func changes() {
    let whole = whole
    // The tag and the info frame, the headers of frames, the tags behind.
    let places = Array(0..<260) + [450, 451, 452, 867, 868, 869, 870] + Array((whole.count - 230)..<whole.count)
    var random = SplitMix64(seed: 6)
    for _ in 0..<4000 {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = places[Int.random(in: 0..<places.count, using: &random)]
        damaged[place] =
          [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
      }
      read(damaged)
    }
  }

  @Test("random bytes full of synchronisations end in time")
  func synchronisations() {
    var random = SplitMix64(seed: 7)
    let heads: [[UInt8]] = [[0xFF, 0xFB, 0x00, 0x00], [0xFF, 0xFB, 0x90, 0x00], [0xFF, 0xFF, 0x10, 0x00]]
    for head in heads {
      var bytes: [UInt8] = []
      while bytes.count < 100_000 { bytes += head + random.bytes(Int.random(in: 0...9, using: &random)) }
      read(bytes)
    }
  }
}
