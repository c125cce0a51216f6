import AudioBase
import TestSupport
import Testing

@testable import OggContainer

/// Ogg by hand.
struct OggBuilder {
  var bytes: [UInt8] = []
  var sequence = 0
  /// Where each page begins.
  var pageOffsets: [Int] = []

  static func little(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// The check by long division over single bits.
  static func check(_ bytes: [UInt8]) -> Int {
    var rest = 0
    for byte in bytes + [0, 0, 0, 0] {
      for bit in (0..<8).reversed() {
        rest = rest << 1 | Int(byte) >> bit & 1
        if rest >> 32 != 0 { rest ^= 0x1_04C1_1DB7 }
      }
    }
    return rest
  }

  /// Adds a page of whole packets, or of what the lacing values say.
  mutating func page(_ packets: [[UInt8]], granule: Int, flags: Int = 0, serial: Int = 7, lacing: [Int]? = nil) {
    let values = lacing ?? packets.flatMap { Array(repeating: 255, count: $0.count / 255) + [$0.count % 255] }
    var page = Array("OggS".utf8) + [0, UInt8(flags)] + Self.little(granule, 8) + Self.little(serial, 4)
    page += Self.little(sequence, 4) + [0, 0, 0, 0, UInt8(values.count)] + values.map { UInt8($0) } + packets.joined()
    page.replaceSubrange(22..<26, with: Self.little(Self.check(page), 4))
    sequence += 1
    pageOffsets.append(bytes.count)
    bytes += page
  }

  static let opusHead: [UInt8] =
    Array("OpusHead".utf8) + [1, 2] + little(312, 2) + little(44100, 4) + [0, 0, 0]

  static func comments(_ texts: [String], vendor: String = "hand") -> [UInt8] {
    little(vendor.utf8.count, 4) + Array(vendor.utf8) + little(texts.count, 4)
      + texts.flatMap { little($0.utf8.count, 4) + Array($0.utf8) }
  }

  /// The headers of stereo Opus.
  init(tags: [String] = ["TITLE=a title"]) {
    page([Self.opusHead], granule: 0, flags: 2)
    page([Array("OpusTags".utf8) + Self.comments(tags)], granule: 0)
  }

  init(empty: Void) {}

  /// Opus packets of 20 ms of CELT, the sizes as given.
  static func packets(_ sizes: [Int], using random: inout SplitMix64) -> [[UInt8]] {
    sizes.map { [0xFC] + random.bytes($0 - 1) }
  }
}

@Suite struct OggTests {
  private func open(_ bytes: [UInt8]) throws -> OggReader { try OggReader(MemoryByteSource(bytes), limits: Limits()) }

  /// Three pages of packets; one of them spans the second and the third, and one has a multiple of 255 bytes.
  private func stream() -> (ogg: OggBuilder, packets: [[UInt8]]) {
    var random = SplitMix64(seed: 3)
    let packets = OggBuilder.packets([40, 510, 1, 300, 700, 20, 90], using: &random)
    var ogg = OggBuilder()
    ogg.page(Array(packets[0..<3]), granule: 3 * 960)
    ogg.page([packets[3], Array(packets[4][..<510])], granule: 4 * 960, lacing: [255, 45, 255, 255])
    ogg.page(
      [Array(packets[4][510...]), packets[5], packets[6]], granule: 7 * 960 - 100, flags: 5, lacing: [190, 20, 90])
    return (ogg, packets)
  }

  @Test func thePublishedCheckHolds() {
    // CRC-32/MPEG-2 without its initial value: the check of "123456789" by bitwise division is 0x89A1897F.
    #expect(OggBuilder.check(Array("123456789".utf8)) == 0x89A1_897F)
    var page = [UInt8](repeating: 0, count: 22) + [9, 9, 9, 9] + Array("123456789".utf8)
    let found = OggPageHeader.checksum(page: page.span)
    page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    #expect(Int(found) == OggBuilder.check(page))
  }

  @Test func opusIsRead() throws {
    let (ogg, packets) = stream()
    var reader = try open(ogg.bytes)
    let track = reader.tracks[0]
    #expect(track.format.formatID == "opus" && track.format.sampleRate == 48000 && track.format.channelsPerFrame == 2)
    #expect(track.cookie == OggBuilder.opusHead && track.layout?.speakers == [.left, .right])
    #expect(track.packetCount == 7 && track.audioByteCount == Int64(packets.joined().count))
    #expect(track.maximumPacketSize == 700 && track.dataOffset == Int64(ogg.pageOffsets[2]))
    let table = try #require(track.packetTable)
    #expect(table.primingFrames == 312 && table.validFrames == 7 * 960 - 100 - 312 && table.remainderFrames == 100)
    #expect(track.duration == Double(7 * 960 - 412) / 48000 && reader.metadata[.title] == "a title")
    let (read, frames, offsets, error) = readAll(&reader)
    #expect(read == packets && frames == Array(repeating: 960, count: 7) && error == nil && reader.warnings.isEmpty)
    for (packet, offset) in zip(packets, offsets) {
      #expect(ogg.bytes[Int(offset)...].starts(with: packet.prefix(200)))
    }
    for packet in [5, 0, 7, 4, 3, 6] {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      #expect(readAll(&reader).packets == Array(packets[packet...]))
    }
  }

  @Test func smallBatchesGiveTheSamePackets() throws {
    let (ogg, packets) = stream()
    for isPipe in [true, false] {
      var reader = try OggReader(WatchedSource(ogg.bytes, isPipe: isPipe), limits: Limits())
      #expect((reader.tracks[0].packetCount == nil) == isPipe)
      #expect(readAll(&reader, batch: PacketBatch(maximumPacketCount: 1)).packets == packets)
    }
    // A second packet on the page needs the page again.
    var reader = try open(ogg.bytes)
    _ = readAll(&reader, maximumPacketCount: 1, batch: PacketBatch(maximumPacketCount: 1))
    #expect(reader.lowestNeededOffset == Int64(ogg.pageOffsets[2]))
    try reader.resynchronize(atOffset: Int64(ogg.pageOffsets[3] + 1), asPacket: 9)
    #expect(readAll(&reader).packets == Array(packets[5...]))
  }

  // Durations by hand from the tables of RFC 6716, 3.1: 10 and 60 ms of SILK, 20 ms of hybrid, 2.5 and 20 ms of CELT.
  @Test(
    arguments: [
      ([0x00], 480), ([0x18], 2880), ([0x60], 480), ([0x68], 960), ([0x80], 120), ([0xF8], 960), ([0xF9], 1920),
      ([0xFA], 1920), ([0xFB, 6], 5760), ([0xFB, 7], 0), ([0x83, 0xC0 | 48], 5760), ([0x83], 0), ([], 0),
    ] as [([UInt8], Int)])
  func opusPacketsTellTheirDuration(packet: [UInt8], frames: Int) {
    #expect(OpusHead.frameCount(packet.span) == frames)
  }

  @Test func flacIsRead() throws {
    let bits = 44100 << 44 | 1 << 41 | 15 << 36 | 9000
    let big = { (value: Int, width: Int) in OggBuilder.little(value, width).reversed() as [UInt8] }
    let info = big(4096, 2) + big(4096, 2) + big(0, 6) + big(bits, 8) + [UInt8](repeating: 5, count: 16)
    var ogg = OggBuilder(empty: ())
    let mark: [UInt8] = [0x7F] + Array("FLAC".utf8) + [1, 0, 0, 1]
    ogg.page([mark + Array("fLaC".utf8) + [0, 0, 0, 34] + info], granule: 0, flags: 2)
    let comments = OggBuilder.comments(["ARTIST=someone"])
    ogg.page([[0x84] + big(comments.count, 3) + comments], granule: 0)
    let frames: [[UInt8]] = [
      [0xFF, 0xF8, 0xC9, 0x18, 0, 1, 2, 3], [0xFF, 0xF8, 0xC9, 0x18, 1, 1, 2],
      [0xFF, 0xF8, 0x79, 0x18, 2, 0x03, 0x27, 9],
    ]
    ogg.page(frames, granule: 9000, flags: 4)
    var reader = try open(ogg.bytes)
    let track = reader.tracks[0]
    #expect(track.format.formatID == "flac" && track.format.sampleRate == 44100 && track.format.framesPerPacket == 4096)
    #expect(track.cookie == info && track.sourceBitDepth == 16 && track.packetCount == 3)
    #expect(track.packetTable?.validFrames == 9000 && reader.metadata[.artist] == "someone")
    let (packets, counts, _, _) = readAll(&reader)
    #expect(packets == frames && counts == [4096, 4096, 808])
  }

  @Test func picturesInCommentsAreArtwork() throws {
    // A block of type 3, image/png, no description, four numbers of zero, the bytes 1, 2, 3; encoded with base64(1).
    let text = "AAAAAwAAAAlpbWFnZS9wbmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAMBAgM="
    let reader = try open(OggBuilder(tags: ["metadata_block_picture=" + text, "ALBUM=x"]).bytes)
    #expect(reader.metadata.artwork == [Artwork(bytes: [1, 2, 3])] && reader.metadata[.album] == "x")
  }

  @Test func damagedPagesArePassedOver() throws {
    let (ogg, packets) = stream()
    // The damaged page holds packet 3 and the beginning of packet 4.
    for place in [0, 5, 14, 20, 23, 26, 28, 40, 400] {
      var bytes = ogg.bytes
      bytes[ogg.pageOffsets[3] + place] ^= 0x11
      var reader = try open(bytes)
      #expect(readAll(&reader).packets == Array(packets[..<3] + packets[5...]) && reader.warnings.count == 2)
    }
    var bytes = ogg.bytes
    bytes.insert(contentsOf: Array("OggOggS garbage".utf8), at: ogg.pageOffsets[3])
    var reader = try open(bytes)
    #expect(readAll(&reader).packets == packets && reader.warnings.count == 1)
  }

  @Test func otherStreamsArePassedOver() throws {
    var random = SplitMix64(seed: 5)
    let packets = OggBuilder.packets([30, 40], using: &random)
    var ogg = OggBuilder(empty: ())
    ogg.page([[0x80] + Array("theora".utf8)], granule: 0, flags: 2, serial: 1)
    ogg.sequence = 0
    ogg.page([OggBuilder.opusHead], granule: 0, flags: 2)
    ogg.page([Array("OpusTags".utf8) + OggBuilder.comments([])], granule: 0)
    ogg.page([packets[0]], granule: 960)
    ogg.page([[1, 2, 3]], granule: 5, serial: 1)
    ogg.sequence = 3
    ogg.page([packets[1]], granule: 1920, flags: 4)
    var reader = try open(ogg.bytes)
    #expect(readAll(&reader).packets == packets && reader.warnings.isEmpty)
  }

  @Test(arguments: [[0x01] + Array("vorbis".utf8), Array("Speex   1.2".utf8), Array("something".utf8)])
  func otherCodecsAreRefused(packet: [UInt8]) {
    var ogg = OggBuilder(empty: ())
    ogg.page([packet], granule: 0, flags: 2)
    #expect { try open(ogg.bytes) } throws: { ($0 as? ContainerError)?.kind == .unsupported }
  }

  @Test func aPacketBeyondTheLimitIsRefused() throws {
    var limits = Limits()
    limits.packetByteCount = 600
    let (ogg, packets) = stream()
    var reader = try OggReader(MemoryByteSource(ogg.bytes), limits: limits)
    let (read, _, _, error) = readAll(&reader)
    #expect(read == Array(packets[..<4]) && error?.kind == .limitExceeded)
  }

  @Test func everyPrefixIsReadOrRefused() throws {
    let (ogg, packets) = stream()
    for count in ogg.bytes.indices {
      guard var reader = try? open(Array(ogg.bytes[..<count])) else {
        #expect(count < ogg.pageOffsets[1])
        continue
      }
      let (read, _, _, error) = readAll(&reader)
      // What is whole is there: pages are read whole or not at all.
      let whole = count < ogg.pageOffsets[3] ? 0 : count < ogg.pageOffsets[4] ? 3 : 4
      #expect(error == nil && read == Array(packets[..<whole]))
    }
  }

  @Test func damageNeverTraps() throws {
    let (ogg, _) = stream()
    var random = SplitMix64(seed: 11)
    for _ in 0..<300 {
      var damaged = OggBuilder(empty: ())
      // Damage within the packets of sound pages, so that it gets past the check.
      var head = OggBuilder.opusHead
      var tags = Array("OpusTags".utf8) + OggBuilder.comments(["TITLE=a", "METADATA_BLOCK_PICTURE=AAAAAw"])
      head[Int.random(in: 8..<head.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      tags[Int.random(in: 8..<tags.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      damaged.page([head], granule: 0, flags: 2)
      damaged.page([tags], granule: Int.random(in: .min ... .max, using: &random))
      let lacing = (0..<4).map { _ in Int.random(in: 0...255, using: &random) }
      damaged.page(
        [random.bytes(lacing.reduce(0, +))], granule: Int.random(in: .min ... .max, using: &random),
        flags: Int.random(in: 0...7, using: &random), lacing: lacing)
      damaged.bytes += ogg.bytes[ogg.pageOffsets[2]...]
      damaged.bytes[Int.random(in: 60..<damaged.bytes.count, using: &random)] ^= 0x40
      guard var reader = try? open(damaged.bytes) else { continue }
      let read = readAll(&reader)
      #expect(read.packets.joined().count <= damaged.bytes.count)
    }
  }
}
