import AudioBase
import AudioFiles
import Foundation
import TestSupport
import Testing

/// Streams that were damaged on the way: no trap, no endless loop, no memory without bounds.
@Suite struct StreamDamageTests {
  static let seed: UInt64 = 0xBAD_57E4
  static let files = StreamFiles.all.filter { file in
    let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    return size > 0 && size < 60_000
  }

  private static func damage(_ bytes: inout [UInt8], _ generator: inout SplitMix64) {
    for _ in 0..<Int.random(in: 1...8, using: &generator) {
      // Headers decide over most of what happens.
      let reach = generator.chance(60) ? min(bytes.count, 600) : bytes.count
      guard reach > 4 else { return }
      let place = Int.random(in: 0..<(reach - 4), using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 1: for index in place..<(place + 4) { bytes[index] = 0xFF }
      case 2: for index in place..<(place + 4) { bytes[index] = 0 }
      case 3: bytes.removeSubrange(place..<(place + 1 + Int.random(in: 0..<4, using: &generator)))
      default: bytes.insert(contentsOf: generator.bytes(3), at: place)
      }
    }
  }

  @Test("damaged streams end in packets or typed errors", arguments: files)
  func damaged(_ file: URL) {
    let original = SharedFiles.bytes(file)
    var generator = SplitMix64(seed: Self.seed)
    for round in 0..<6 {
      var bytes = original
      Self.damage(&bytes, &generator)
      var parser = StreamParser(containers: StreamRuns.containers)
      var batch = PacketBatch()
      var place = 0
      var calls = 0
      do throws(AudioError) {
        while place < bytes.count {
          let end = min(bytes.count, place + Int.random(in: 1...2000, using: &generator))
          let isGap = generator.chance(3)
          do throws(AudioError) {
            try parser.append(bytes.span.extracting(place..<end), continuity: isGap ? .discontinuous : .continuous)
          } catch {
            guard isGap, parser.state != .failed else { throw error }
          }
          place = end
          while try parser.nextPackets(into: &batch) {
            calls += 1
            if calls % 64 == 0 { _ = parser.position(of: .frame(Int64.random(in: 0...100_000, using: &generator))) }
          }
          if generator.chance(2) { _ = try? parser.seek(toPacket: Int64.random(in: 0...1000, using: &generator)) }
        }
        try parser.finish()
        while try parser.nextPackets(into: &batch) { calls += 1 }
      } catch {
        // Every error is as good as packets.
      }
      expectLessOrEqual(calls, bytes.count + 2, "\(StreamFiles.name(file)), seed \(Self.seed), round \(round)")
      expectLessOrEqual(
        parser.bufferedByteCount, bytes.count, "\(StreamFiles.name(file)), seed \(Self.seed), round \(round)")
    }
  }
}
