import AudioBase
import AudioFiles
import Foundation
import TestSupport
import Testing

/// Seeks in every file, with bytes fed from where the parser asks for them.
@Suite struct StreamSeekTests {
  static let seed: UInt64 = 0x5EE_C001
  /// Files that seeks are tried in; the others are more of the same.
  static let files = StreamFiles.all.filter { file in
    let size = (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    return size < 1_000_000
      && (file.pathComponents.contains("corpus") || file.path.hasPrefix(SharedFiles.fixtures.path))
  }

  /// Feeds the start of a file until packets come, or returns `nil` where none ever do.
  private static func begin(_ bytes: [UInt8], maximumByteCount: Int) -> (parser: Box, packets: Int64)? {
    let box = Box(StreamParser(containers: StreamRuns.containers))
    var batch = PacketBatch()
    var place = 0
    while place < bytes.count {
      let end = min(bytes.count, place + 1000)
      do throws(AudioError) {
        try box.parser.append(bytes.span.extracting(place..<end))
        if end == bytes.count { try box.parser.finish() }
        while try box.parser.nextPackets(into: &batch) {}
      } catch {
        return nil
      }
      place = end
      if box.parser.delivered.packetCount > 0, place >= maximumByteCount { break }
    }
    return box.parser.delivered.packetCount > 0 ? (box, box.parser.delivered.packetCount) : nil
  }

  private final class Box {
    var parser: StreamParser
    init(_ parser: consuming StreamParser) { self.parser = parser }
  }

  @Test("bytes fed from where a seek asks give the packet that was asked for", arguments: files)
  func seek(_ file: URL) {
    let bytes = SharedFiles.bytes(file)
    let whole = StreamRuns.push(bytes) { bytes.count }
    guard !whole.isRefused, whole.error == nil, !whole.packets.isEmpty else { return }
    var generator = SplitMix64(seed: Self.seed)
    for _ in 0..<6 {
      guard let (box, _) = Self.begin(bytes, maximumByteCount: bytes.count / Int.random(in: 1...8, using: &generator)),
        let format = box.parser.track?.format
      else { return }
      let isRun = format.framesPerPacket == 1 && format.bytesPerPacket > 0
      let count = isRun ? whole.bytes.count / format.bytesPerPacket : whole.packets.count
      // A header that counts fewer packets than there are is believed.
      if let stated = box.parser.track?.packetCount, stated < Int64(count) { return }
      let packet = Int64.random(in: 0..<Int64(count), using: &generator)
      do throws(AudioError) {
        let target = try box.parser.seek(toPacket: packet)
        let tail = try Self.feed(box, bytes, from: target, &generator)
        let message: Comment = "\(StreamFiles.name(file)), packet \(packet) of \(count), \(target)"
        if target.isEstimate {
          Self.checkEstimate(tail, whole, target, message)
        } else {
          Self.checkExact(tail, whole, isRun ? format.bytesPerPacket : nil, packet, message)
        }
        #expect(tail.firstPacket == nil || tail.firstPacket == packet, message)
      } catch {
        let isAllowed = error.stage == .container && error.kind == .unsupported
        #expect(isAllowed, "\(StreamFiles.name(file)), packet \(packet): \(error)")
      }
    }
  }

  @Test("which formats can be sought in is told")
  func kinds() {
    var exact: [String: Int] = [:], estimated: [String: Int] = [:], refused: [String: Int] = [:]
    for file in Self.files {
      let bytes = SharedFiles.bytes(file)
      guard let (box, packets) = Self.begin(bytes, maximumByteCount: 0), let type = box.parser.fileType else {
        continue
      }
      do throws(AudioError) {
        let target = try box.parser.seek(toPacket: max(1, packets - 1))
        if target.isEstimate {
          estimated[type.description, default: 0] += 1
        } else {
          exact[type.description, default: 0] += 1
        }
      } catch {
        refused[type.description, default: 0] += 1
      }
    }
    func text(_ counts: [String: Int]) -> String {
      counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
    print("seeks: exact \(text(exact)); estimated \(text(estimated)); refused \(text(refused))")
    #expect(!exact.isEmpty)
    // The dumps of the fixtures.
    expectGreaterOrEqual(estimated["dump", default: 0], 5)
  }

  private struct Tail {
    var outcome = StreamOutcome()
    var firstPacket: Int64?
  }

  private static func feed(
    _ box: Box, _ bytes: [UInt8], from target: StreamSeekTarget, _ generator: inout SplitMix64
  ) throws(AudioError) -> Tail {
    var tail = Tail()
    var batch = PacketBatch()
    var place = Int(min(target.byteOffset, Int64(bytes.count)))
    while true {
      let end = min(bytes.count, place + Int.random(in: 1...5000, using: &generator))
      try box.parser.append(bytes.span.extracting(place..<end))
      place = end
      if place == bytes.count { try box.parser.finish() }
      while try box.parser.nextPackets(into: &batch) {
        guard let format = box.parser.track?.format else { return tail }
        tail.firstPacket = tail.firstPacket ?? batch.firstPacket
        tail.outcome.add(batch, format: format)
      }
      if place == bytes.count { return tail }
    }
  }

  private static func checkExact(
    _ tail: Tail, _ whole: StreamOutcome, _ bytesPerPacket: Int?, _ packet: Int64, _ message: Comment
  ) {
    if let bytesPerPacket {
      expectEqual(tail.outcome.bytes, Array(whole.bytes.dropFirst(Int(packet) * bytesPerPacket)), message)
    } else {
      expectEqual(tail.outcome.packets, Array(whole.packets.dropFirst(Int(packet))), message)
      let skipped = whole.packets.prefix(Int(packet)).reduce(0) { $0 + $1.byteCount }
      expectEqual(tail.outcome.bytes, Array(whole.bytes.dropFirst(skipped)), message)
    }
  }

  /// All packets from the first whose frame begins at the place or behind it; which frame that is shows in what was
  /// found.
  private static func checkEstimate(
    _ tail: Tail, _ whole: StreamOutcome, _ target: StreamSeekTarget, _ message: Comment
  ) {
    guard let first = tail.outcome.packets.first else {
      expectLessOrEqual(whole.packets.filter { $0.offset > target.byteOffset + 16 }.count, 1, message)
      return
    }
    guard let index = whole.packets.firstIndex(where: { $0.offset == first.offset }) else {
      Issue.record("no packet lies where one was found; \(message)")
      return
    }
    expectEqual(tail.outcome.packets, Array(whole.packets[index...]), message)
    // A header of a frame stands up to 16 bytes before its packet; no whole frame may be left out.
    let before = index > 0 ? whole.packets[index - 1].offset : 0
    #expect(first.offset >= target.byteOffset && before < target.byteOffset + 16, message)
  }
}
