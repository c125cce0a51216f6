import AudioBase
import Foundation
import MP4Container
import TestSupport
import Testing

/// Movie boxes that QuickTime has compressed.
struct CompressedMovieTests {
  /// RFC 1950 around RFC 1951's stored blocks, which need no compressor.
  private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var place = 0
    while place < bytes.count || place == 0 {
      let count = min(65_535, bytes.count - place)
      let length = UInt16(count)
      let fields = [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
      result += [place + count == bytes.count ? 1 : 0] + fields + bytes[place..<(place + count)]
      place += max(1, count)
    }
    var (first, second) = (1, 0)
    for byte in bytes {
      first = (first + Int(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return result + number(second, 2) + number(first, 2)
  }

  private func compressed(_ movie: [UInt8], how: String = "zlib", stated: Int? = nil) -> [UInt8] {
    let data = box("cmvd", number(stated ?? movie.count, 4), deflated(movie))
    return box("moov", box("cmov", box("dcom", typeBytes(how)), data))
  }

  /// A file whose movie box lies behind its packets, so that places stay where they are.
  private func parts() -> (front: [UInt8], movie: [UInt8], packets: [[UInt8]]) {
    var builder = MovieBuilder(packets: makePackets(40))
    builder.isMovieInFront = false
    let bytes = builder.bytes()
    let length = 16 + 8 + builder.packets.joined().count
    return (Array(bytes[..<length]), Array(bytes[length...]), builder.packets)
  }

  @Test func packetsAreThoseOfThePlainMovie() throws {
    let (front, movie, packets) = parts()
    var reader = try MP4Reader(MemoryByteSource(front + compressed(movie)))
    let plain = try MP4Reader(MemoryByteSource(front + movie))
    expectEqual(readAll(&reader).packets, packets)
    #expect(reader.tracks[0].cookie == plain.tracks[0].cookie && reader.tracks[0].packetCount == 40)
    #expect(reader.tracks[0].audioByteCount == plain.tracks[0].audioByteCount && reader.warnings == [])
    try reader.seek(toPacket: 31, ofTrack: 0)
    #expect(readAll(&reader).packets.elementsEqual(packets[31...]))
    try expectEqual(reader.locate(.frame(9 * 1024), ofTrack: 0)?.packet, 9)
    expectEqual(reader.chunks.map { "\($0.identifier)" }, ["ftyp", "mdat", "moov"])
  }

  /// 45 packets of 6284 bytes are what FFmpeg 5.1 finds in it.
  @Test func deflateProperIsInflated() throws {
    let file = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "compressed-movie.mov"))
    let original = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "turned-movie.mp4"))
    var reader = try MP4Reader(MemoryByteSource(file))
    var plain = try MP4Reader(MemoryByteSource(original))
    let sound = try required(reader.tracks.firstIndex { $0.mediaKind == .audio })
    let other = try required(plain.tracks.firstIndex { $0.mediaKind == .audio })
    let found = readAll(&reader, track: sound)
    #expect(found.packets == readAll(&plain, track: other).packets && found.error == nil)
    #expect(found.packets.count == 45 && found.packets.joined().count == 6284)
    // Texts within are not changed in place.
    let edit = try required(MP4File.descriptors[0].editTags)
    let change = MetadataChange(from: Metadata(), to: Metadata(), sampleRate: 44_100)
    try expectNil(edit(MemoryByteSource(file), change))
  }

  @Test func whatCannotBeInflatedIsRefused() {
    let (front, movie, _) = parts()
    let cases: [(ErrorKind, [UInt8])] = [
      (.unsupported, compressed(movie, how: "adec")), (.malformed, compressed(movie, stated: movie.count - 1)),
      (.malformed, compressed(movie, stated: 1 << 25)), (.limitExceeded, compressed(movie, stated: 1 << 30)),
      (.malformed, compressed(box("free", movie))), (.malformed, compressed([])),
      (.malformed, box("moov", box("cmov", box("dcom", typeBytes("zlib"))))),
      (.unsupported, compressed(compressed(movie))),
    ]
    for (kind, movie) in cases {
      let error = #expect(throws: ContainerError.self) { try MP4Reader(MemoryByteSource(front + movie)) }
      expectEqual(error?.kind, kind, "\(String(describing: error))")
    }
  }

  @Test func everyPrefixAndEveryDamageEndsInPacketsOrAnError() {
    let (front, movie, packets) = parts()
    let whole = front + compressed(movie)
    for count in stride(from: front.count, to: whole.count, by: 3) {
      // An empty movie box has no tracks.
      let reader = try? MP4Reader(MemoryByteSource(Array(whole[..<count])))
      #expect(reader?.tracks.isEmpty ?? true)
    }
    var random = SplitMix64(seed: 4)
    for _ in 0..<500 {
      var damaged = whole
      for _ in 0..<3 {
        damaged[Int.random(in: front.count..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard var reader = try? MP4Reader(MemoryByteSource(damaged)) else { continue }
      expectLessOrEqual(readAll(&reader).packets.count, packets.count)
    }
  }
}
