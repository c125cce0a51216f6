import AudioBase
import FramedStreams
import LOASContainer
import TestSupport
import Testing

struct DamageTests {
  static let packets = LOASBytes.packets(12) { 3 + $0 * 5 % 40 }
  static let form = HandMade(otherData: [1, 2])
  static let stream = form.stream(packets)

  @Test func everyPrefixGivesTheWholeFramesInIt() throws {
    var ends: [Int] = []
    for (index, packet) in Self.packets.enumerated() {
      ends.append((ends.last ?? 0) + Self.form.frame([packet], withConfiguration: index % 4 == 0).count)
    }
    for count in 0..<Self.stream.count {
      let prefix = Array(Self.stream[..<count])
      let whole = ends.count { $0 <= count }
      for isPipe in [false, true] {
        let opened = try? LOASReader(WatchedSource(prefix, isPipe: isPipe))
        guard var reader = opened else {
          expectEqual(whole, 0)
          continue
        }
        let found = readAll(&reader)
        expectEqual(found.packets, Array(Self.packets[..<whole]))
        expectEqual(found.error?.kind == .truncated, !ends.contains(count))
      }
    }
  }

  @Test func garbageBetweenFramesIsPassedOver() throws {
    var random = SplitMix64(seed: 11)
    for garbage in [[0], [0x56], [0x56, 0xE0], [0x56, 0xE0, 0x04, 1], random.bytes(5000)] as [[UInt8]] {
      let bytes = garbage + Self.stream + garbage + Self.stream
      var reader = try LOASReader(MemoryByteSource(bytes))
      expectEqual(readAll(&reader).packets, Self.packets + Self.packets)
      expectEqual(reader.warnings.first, "\(2 * garbage.count) bytes between frames were skipped")
    }
  }

  @Test func oneWrongBitCostsItsFrameAndNoOther() throws {
    var place = 0
    for (index, packet) in Self.packets.enumerated() {
      let frame = Self.form.frame([packet], withConfiguration: index % 4 == 0)
      defer { place += frame.count }
      // Without the first frame the stream is not known before the next configuration; behind the last comes nothing.
      guard (1..<11).contains(index) else { continue }
      for bit in 0..<(frame.count * 8) {
        var bytes = Self.stream
        bytes[place + bit / 8] ^= 0x80 >> UInt8(bit % 8)
        var reader = try LOASReader(MemoryByteSource(bytes))
        let found = readAll(&reader).packets
        let right = Self.packets.filter(found.contains)
        // A wrong configuration, or one where none should be, may put the frames up to the next one aside.
        let mayCostMore = index % 4 == 0 || bit == 24
        #expect(right.count >= (mayCostMore ? 12 - 4 : 11) && found.count <= 12, "frame \(index), bit \(bit)")
      }
    }
  }

  @Test func nothingMadeOfNoiseTraps() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      var bytes = Self.stream
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = LOASFile.probe(bytes.span)
      guard var reader = try? LOASReader(MemoryByteSource(bytes)) else { continue }
      let found = readAll(&reader)
      expectLessOrEqual(found.packets.joined().count, bytes.count)
    }
  }

  @Test func otherFormatsAreNotClaimed() {
    var random = SplitMix64(seed: 3)
    // ADTS with sync words of LOAS in its payload, MPEG audio, RIFF, noise.
    let adts: [UInt8] = (0..<20).flatMap { _ in
      [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x3F, 0xFC, 0x56, 0xE0, 0x03, 0x80, 0, 0x56, 0xE0, 0x03, 0x80, 0]
    }
    for head in [adts, [0xFF, 0xFB, 0x90, 0x64] + random.bytes(4000), Array("RIFF....WAVEfmt ".utf8), []] {
      let score = LOASFile.probe(head.span)
      expectEqual(score, 0)
    }
  }
}
