import AudioBase
import MatroskaContainer
import TestSupport
import Testing

@Suite("Blocks and clusters of Matroska")
struct BlockTests {
  typealias Bytes = MatroskaBytes

  private static let mp3 = Bytes.track(1, "A_MPEG/L3")

  private func packets(of file: [UInt8]) throws -> [[UInt8]] {
    var reader = try Bytes.reader(file)
    let found = readAll(&reader)
    expectNil(found.error)
    return found.packets
  }

  @Test("frames of every lacing", arguments: [UInt8(1), 2, 3])
  func lacing(kind: UInt8) throws {
    let sizes = kind == 2 ? [77, 77, 77] : [600, 255, 254, 0x3FFF, 1, 510, 30]
    var random = SplitMix64(seed: 3)
    let frames = sizes.map { random.bytes($0) }
    var table = [UInt8(frames.count - 1)]
    switch kind {
    case 1:
      for size in sizes.dropLast() { table += [UInt8](repeating: 255, count: size / 255) + [UInt8(size % 255)] }
    case 3:
      // RFC 9559, 10.3.3: a size, then differences with the middle of their range taken off, here in three bytes.
      table += Bytes.size(sizes[0], width: 2)
      for (last, size) in zip(sizes, sizes.dropFirst().dropLast()) {
        table += Bytes.size(size - last + (1 << 20) - 1, width: 3)
      }
    default: break
    }
    let block = Bytes.blockHead(flags: kind << 1) + table + frames.flatMap { $0 }
    let other = Bytes.simple([1, 2, 3], track: 2)
    let group = Bytes.element(0xA0, Bytes.element(0xA1, block) + Bytes.number(0x9B, 20))
    let file = Bytes.file([Self.mp3], Bytes.cluster([other, Bytes.element(0xA3, block), other, group]))
    try expectEqual(packets(of: file), frames + frames)
    try expectEqual(Bytes.reader(file).tracks[0].packetCount, Int64(2 * frames.count))
  }

  @Test("lacing that contradicts its block costs the block alone, with a remark")
  func brokenLacing() throws {
    let good = Bytes.simple([5, 6, 7])
    let broken: [[UInt8]] = [
      Bytes.blockHead(flags: 2) + [1, 200, 0, 0], Bytes.blockHead(flags: 2) + [1, 255, 255],
      Bytes.blockHead(flags: 4) + [1, 0, 0, 0], Bytes.blockHead(flags: 6) + [2, 0x84, 0x80, 0],
      Bytes.blockHead(flags: 6) + [1, 0], Bytes.blockHead(flags: 2), [0x81, 0], [],
    ]
    for block in broken {
      let file = Bytes.file([Self.mp3], Bytes.cluster([good, Bytes.element(0xA3, block), good]))
      var reader = try Bytes.reader(file)
      expectEqual(readAll(&reader).packets, [[5, 6, 7], [5, 6, 7]], "\(block)")
      expectEqual(reader.warnings, ["1 damaged blocks were left out"], "\(block)")
    }
  }

  @Test("segments and clusters of open size")
  func openSizes() throws {
    let frames = Bytes.packets(9)
    var clusters: [UInt8] = []
    for first in stride(from: 0, to: 9, by: 3) {
      let blocks = frames[first..<(first + 3)].flatMap { Bytes.simple($0) }
      clusters += Bytes.open(0x1F43_B675, Bytes.number(0xE7, UInt64(first)) + blocks, width: first == 3 ? 1 : 8)
    }
    // An element that only segments have ends the last cluster.
    clusters += Bytes.element(0x1C53_BB6B, [0xEC, 0x80])
    let head = Bytes.info + Bytes.element(0x1654_AE6B, Self.mp3)
    let file = Bytes.header() + Bytes.open(0x1853_8067, head + clusters)
    try expectEqual(packets(of: file), frames)
    var reader = try MatroskaReader(WatchedSource(file, isPipe: true))
    expectEqual(readAll(&reader).packets, frames)
  }

  @Test("a beginning that all frames share is put in front of them")
  func strippedHeaders() throws {
    let frames = Bytes.packets(5)
    let compression = Bytes.element(0x5034, Bytes.number(0x4254, 3) + Bytes.element(0x4255, [0xFF, 0xFB, 0x90]))
    let more = Bytes.element(0x6D80, Bytes.element(0x6240, compression))
    let file = Bytes.file([Bytes.track(1, "A_MPEG/L3", more: more)], Bytes.cluster(frames.map { Bytes.simple($0) }))
    try expectEqual(packets(of: file), frames.map { [0xFF, 0xFB, 0x90] + $0 })
    let reader = try Bytes.reader(file)
    expectEqual(reader.tracks[0].audioByteCount, Int64(frames.joined().count + 15))
  }

  @Test("zlib inflates, and what it cannot inflate is told")
  func deflated() throws {
    let compression = Bytes.element(0x6D80, Bytes.element(0x6240, Bytes.element(0x5034, [])))
    // RFC 1951, 3.2.4: a stored block of "abc", with RFC 1950's header and check around it.
    let stored: [UInt8] = [0x78, 0x01, 1, 3, 0, 0xFC, 0xFF, 0x61, 0x62, 0x63, 0x02, 0x4D, 0x01, 0x27]
    let track = Bytes.track(1, "A_MPEG/L3", more: compression)
    try expectEqual(packets(of: Bytes.file([track], Bytes.cluster([Bytes.simple(stored)]))), [Array("abc".utf8)])
    let damaged: [[UInt8]] = [Array(stored.dropLast()), [0x78, 0x01, 9, 9, 9], Array(stored.dropLast(2)) + [0, 0]]
    for broken in damaged {
      var reader = try Bytes.reader(Bytes.file([track], Bytes.cluster([Bytes.simple(broken)])))
      expectEqual(readAll(&reader).error?.kind, .malformed)
    }
  }

  @Test("other encodings are refused by name")
  func refusedEncodings() throws {
    let encryption = Bytes.element(0x6240, Bytes.number(0x5033, 1) + Bytes.element(0x5035, []))
    let compressions = [UInt64(1), 2, 9].map { algorithm in
      Bytes.element(0x6240, Bytes.element(0x5034, Bytes.number(0x4254, algorithm)))
    }
    for encoding in [encryption] + compressions {
      let track = Bytes.track(1, "A_MPEG/L3", more: Bytes.element(0x6D80, encoding))
      let error = #expect(throws: ContainerError.self) {
        try Bytes.reader(Bytes.file([track], Bytes.cluster([Bytes.simple([1])])))
      }
      expectEqual(error?.kind, .unsupported)
    }
  }

  @Test("linear PCM comes in runs, whatever the blocks, and any frame is found")
  func plainSamples() throws {
    let sound = Bytes.float(0xB5, 8000) + Bytes.number(0x9F, 2) + Bytes.number(0x6264, 16)
    var random = SplitMix64(seed: 5)
    let samples = random.bytes(4 * 10_000)
    var blocks: [[UInt8]] = []
    var place = 0
    while place < samples.count {
      let count = min(samples.count - place, 4 * Int.random(in: 1...900, using: &random))
      blocks.append(Bytes.simple(Array(samples[place..<(place + count)])))
      place += count
    }
    let file = Bytes.file([Bytes.track(1, "A_PCM/INT/LIT", sound: sound)], Bytes.cluster(blocks))
    var reader = try Bytes.reader(file)
    #expect(reader.tracks[0].packetCount == 10_000 && reader.tracks[0].duration == 1.25)
    #expect(readAll(&reader).packets.joined().elementsEqual(samples))
    for packet in [0, 1, 77, 4096, 9999, 5, 10_000, 20_000] {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      var batch = PacketBatch()
      let isThere = try reader.readPackets(ofTrack: 0, into: &batch)
      expectEqual(isThere, packet < 10_000)
      guard isThere else { continue }
      #expect(
        batch.firstPacket == Int64(packet) && batch.bytes[..<4].elementsEqual(samples[(4 * packet)..<(4 * packet + 4)]))
      let position = try required(reader.locate(.frame(Int64(packet)), ofTrack: 0))
      #expect(position.packet == Int64(packet) && position.firstFrame == Int64(packet))
      #expect(file[Int(position.byteOffset)..<Int(position.byteOffset + 4)].elementsEqual(batch.bytes[..<4]))
    }
  }

  @Test("every packet is found by its number, and by its frames")
  func seeking() throws {
    let frames = Bytes.packets(700)
    let clusters = stride(from: 0, to: 700, by: 50).flatMap { first in
      Bytes.cluster(frames[first..<(first + 50)].map { Bytes.simple($0) }, time: UInt64(first * 24))
    }
    var reader = try Bytes.reader(Bytes.file([Self.mp3], clusters))
    for packet in [699, 0, 350, 64, 63, 128, 500, 1] {
      let position = try required(reader.locate(.packet(Int64(packet)), ofTrack: 0))
      expectEqual(position.firstFrame, Int64(packet * 1152))
      try expectEqual(reader.locate(.frame(Int64(packet * 1152 + 1151)), ofTrack: 0), position)
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      var batch = PacketBatch(maximumPacketCount: 1)
      #expect(try reader.readPackets(ofTrack: 0, into: &batch))
      #expect(batch.bytes == frames[packet] && batch.fileOffsets == [position.byteOffset])
    }
    try expectNil(reader.locate(.packet(700), ofTrack: 0))
    try expectNil(reader.locate(.frame(700 * 1152), ofTrack: 0))
  }

  @Test("what a delay and a padding leave of Opus is exact")
  func extent() throws {
    // RFC 7845, 5.1: two channels, a pre-skip of 312.
    let header: [UInt8] = Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 0, 0, 0]
    // RFC 6716, 3.1: CELT of 20 ms, one frame a packet.
    let packet: [UInt8] = [0xFC, 1, 2, 3]
    let track = Bytes.track(1, "A_OPUS", configuration: header, more: Bytes.number(0x56AA, 6_500_000))
    let last = Bytes.element(
      0xA0, Bytes.element(0xA1, Bytes.blockHead(time: 60) + packet) + Bytes.signed(0x75A2, 13_500_000))
    let blocks = (0..<3).map { Bytes.simple(packet, time: Int16($0 * 20)) }
    var reader = try Bytes.reader(Bytes.file([track], Bytes.cluster(blocks + [last])))
    let table = try required(reader.tracks[0].packetTable)
    expectEqual(table, PacketTable(primingFrames: 312, validFrames: 2880, remainderFrames: 648, timescale: 48_000))
    #expect(readAll(&reader).frameCounts == [960, 960, 960, 960] && reader.warnings == [])
    // Elsewhere a padding cannot be obeyed.
    let early = try Bytes.reader(Bytes.file([track], Bytes.cluster([last] + blocks)))
    expectEqual(early.tracks[0].packetTable?.validFrames, 3528)
    #expect(early.warnings.contains { $0.contains("elsewhere than at its end") })
  }

  @Test("times that leave gaps are told")
  func gaps() throws {
    let blocks = [Int16(0), 24, 548, 572].map { Bytes.simple([1], time: $0) }
    let reader = try Bytes.reader(Bytes.file([Self.mp3], Bytes.cluster(blocks)))
    #expect(reader.warnings.contains { $0.contains("leave gaps (1)") })
  }
}
