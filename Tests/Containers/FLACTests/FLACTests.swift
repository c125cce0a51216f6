import AudioBase
import FLACContainer
import FramedStreams
import TestSupport
import Testing
import XiphAudio

/// Metadata that asks for much.
@Suite struct FLACBombTests {
  private static func comments(_ texts: [String]) -> [UInt8] {
    FLACBuilder.little(0) + FLACBuilder.little(texts.count)
      + texts.flatMap { FLACBuilder.little($0.utf8.count) + Array($0.utf8) }
  }

  @Test("of many comments as many are taken as the limits allow, each key's once joined")
  func manyComments() throws {
    let keys = (0..<10_000).map { "K\($0)=v" }
    let same = (0..<10_000).map { "ARTIST=a\($0)" }
    var random = SplitMix64(seed: 3)
    let head = FLACBuilder.head(
      total: 8192, blocks: [(4, Self.comments(same + keys)), (4, Self.comments(["TITLE=t"]))])
    let reader = try FLACReader(
      MemoryByteSource(FLACBuilder(frameCount: 2, head: head, using: &random).bytes), limits: ResourceLimits())
    expectEqual(reader.metadata.info.count, ResourceLimits.metadataValueCount)
    expectEqual(reader.metadata[.artist]?.hasSuffix("; a\(ResourceLimits.metadataTextCount - 1)"), true)
    expectNil(reader.metadata[.title])
    expectEqual(reader.warnings.count, 3)
  }

  @Test("a description beside a comment has a key of its own, and alone it is the comment")
  func descriptions() throws {
    let both: [InfoKey: String] = [.comments: "c", InfoKey("DESCRIPTION"): "d"]
    for (texts, wanted) in [
      (["COMMENT=c", "DESCRIPTION=d"], both), (["description=d", "comment=c"], both),
      (["DESCRIPTION=d"], [.comments: "d"]),
      (["DESCRIPTION=d", "COMMENT="], [.comments: "d"]),
    ] as [([String], [InfoKey: String])] {
      var random = SplitMix64(seed: 3)
      let head = FLACBuilder.head(total: 8192, blocks: [(4, Self.comments(texts))])
      let reader = try FLACReader(
        MemoryByteSource(FLACBuilder(frameCount: 2, head: head, using: &random).bytes), limits: ResourceLimits())
      expectEqual(reader.metadata.info, wanted)
    }
  }

  @Test("pictures are taken up to the limit")
  func manyPictures() throws {
    let picture = FLACBuilder.big(3, 4) + FLACBuilder.big(0, 24) + FLACBuilder.big(1, 4) + [7]
    var random = SplitMix64(seed: 4)
    let head = FLACBuilder.head(total: 8192, blocks: Array(repeating: (6, picture), count: 1000))
    let reader = try FLACReader(
      MemoryByteSource(FLACBuilder(frameCount: 2, head: head, using: &random).bytes), limits: ResourceLimits())
    expectEqual(reader.metadata.artwork.count, ResourceLimits.metadataPictureCount)
    expectEqual(reader.warnings.count, 1)
  }
}

/// A stream by hand. What is in the frames behind their headers is noise: no one decodes it.
struct FLACBuilder {
  var bytes: [UInt8] = []
  var frames: [[UInt8]] = []

  static func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func little(_ value: Int) -> [UInt8] { big(value, 4).reversed() }

  /// Stereo of 16 bits at 44100 Hz in blocks of 4096.
  static func head(total: Int, blocks: [(type: Int, body: [UInt8])] = [], sizes: (Int, Int) = (4096, 4096)) -> [UInt8] {
    let bits = 44100 << 44 | 1 << 41 | 15 << 36 | total
    let info = big(sizes.0, 2) + big(sizes.1, 2) + big(0, 6) + big(bits, 8) + [UInt8](repeating: 0, count: 16)
    var bytes = Array("fLaC".utf8)
    for (index, block) in ([(type: 0, body: info)] + blocks).enumerated() {
      bytes += [UInt8(block.type | (index == blocks.count ? 0x80 : 0))] + big(block.body.count, 3) + block.body
    }
    return bytes
  }

  /// The check by long division over single bits.
  static func check(_ bytes: [UInt8]) -> UInt8 {
    var rest = 0
    for bit in (bytes + [0]).flatMap({ byte in (0..<8).map { Int(byte) >> (7 - $0) & 1 } }) {
      rest = rest << 1 | bit
      if rest & 0x100 != 0 { rest ^= 0x107 }
    }
    return UInt8(rest)
  }

  /// A header with 4096 frames at 44100 Hz, stereo, 16 bits; the number is below 2048.
  static func header(_ number: Int) -> [UInt8] {
    let code = number < 128 ? [UInt8(number)] : [UInt8(0xC0 | number >> 6), UInt8(0x80 | number & 63)]
    let bytes: [UInt8] = [0xFF, 0xF8, 0xC9, 0x18] + code
    return bytes + [check(bytes)]
  }

  init(frameCount: Int, head: [UInt8], using random: inout SplitMix64) {
    bytes = head
    for number in 0..<frameCount {
      var frame = Self.header(number)
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        switch Int.random(in: 0...3, using: &random) {
        case 0: frame += [0xFF, 0xF8, 0xC9]
        // A whole header whose number does not follow.
        case 1: frame += Self.header(number + 2)
        default: frame += random.bytes(Int.random(in: 0...200, using: &random))
        }
      }
      frames.append(frame + [1, 2])
      bytes += frames[number]
    }
  }
}

@Suite struct FLACTests {
  private func stream(_ count: Int, total: Int? = nil, seed: UInt64 = 1) -> FLACBuilder {
    var random = SplitMix64(seed: seed)
    let head = FLACBuilder.head(total: total ?? count * 4096)
    return FLACBuilder(frameCount: count, head: head, using: &random)
  }

  // Headers of files made by FFmpeg 5.1 (blocks of 4608, the last of 3731) and of one with blocks of varying size.
  @Test(arguments: [
    ([0xFF, 0xF8, 0x59, 0x18, 0x00, 0x6B] as [UInt8], Int64(0), 4608, false),
    ([0xFF, 0xF8, 0x59, 0x18, 0x01, 0x6C], 1, 4608, false),
    ([0xFF, 0xF8, 0x79, 0x18, 0x0B, 0x0E, 0x92, 0xCB], 11, 3731, false),
    ([0xFF, 0xF9, 0xD9, 0x18, 0xE2, 0x80, 0x80, 0xFB], 8192, 8192, true),
  ])
  func headersAreUnderstood(bytes: [UInt8], number: Int64, blockSize: Int, isVariable: Bool) throws {
    // The published check value of CRC-8.
    expectEqual(FLACBuilder.check([UInt8]("123456789".utf8)), 0xF4)
    let padded = bytes + [0, 0]
    let found = FLACFrameHeader(padded.span)
    let header = try required(found)
    #expect(header.number == number && header.blockSize == blockSize && header.hasVariableBlockSize == isVariable)
    expectEqual(header.nextNumber, isVariable ? number + Int64(blockSize) : number + 1)
    for count in bytes.indices { expectNil(FLACFrameHeader(bytes.span.extracting(0..<count))) }
    // What a single wrong bit of the number or the check does is never missed.
    for bit in 32..<(8 * bytes.count) {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(FLACFrameHeader(damaged.span)?.number != number)
    }
  }

  @Test(arguments: [1, 2, 130, 300])
  func packetsAreTheFrames(count: Int) throws {
    let stream = stream(count, total: count * 4096 - 100, seed: UInt64(count))
    var reader = try FLACReader(MemoryByteSource(stream.bytes), limits: ResourceLimits())
    let track = reader.tracks[0]
    #expect(track.format.formatID == "flac" && track.format.sampleRate == 44100)
    #expect(track.format.channelsPerFrame == 2 && track.format.framesPerPacket == 4096 && track.sourceBitDepth == 16)
    #expect(track.packetCount == Int64(count) && track.packetTable?.remainderFrames == 100)
    #expect(track.packetTable?.validFrames == Int64(count * 4096 - 100) && track.dataOffset == 42)
    expectEqual(track.cookie, Array(stream.bytes[8..<42]))
    let (packets, frames, offsets, error) = readAll(&reader)
    #expect(packets == stream.frames && error == nil && reader.warnings.isEmpty)
    #expect(frames.allSatisfy { $0 == 4096 } && offsets.first == 42)
    for packet in [0, count - 1, count / 2, count] {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      expectEqual(readAll(&reader).packets, Array(stream.frames[packet...]))
    }
  }

  @Test func tagsAroundTheStreamAreNotPackets() throws {
    let stream = stream(3)
    let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 2] + [UInt8](repeating: 0xFF, count: 130)
    let bytes = tag + stream.bytes + Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let probe = FLACFile.descriptor.probe
    #expect(probe?(bytes.span) == 100 && probe?(stream.bytes.span) == 100)
    #expect(probe?(tag.span) == 1 && probe?(tag.span.extracting(0..<9)) == 0)
    expectEqual(probe?(Array("fLaX".utf8 + [0, 0, 0, 34]).span), 0)
    var reader = try FLACReader(MemoryByteSource(bytes), limits: ResourceLimits())
    #expect(reader.metadata.id3Tag == tag)
    #expect(readAll(&reader).packets == stream.frames)
    // Any number of tags, as far as the limit of 64: those behind it are bytes of no frame.
    for count in [2, 64] {
      let tags = [[UInt8]](repeating: tag, count: count).flatMap(\.self)
      #expect(probe?((tags + stream.bytes).span) == 100)
      var reader = try FLACReader(MemoryByteSource(tags + stream.bytes), limits: ResourceLimits())
      #expect(reader.metadata.id3Tag == tag && reader.tracks[0].dataOffset == Int64(tags.count) + 42)
      #expect(reader.tracks[0].packetCount == 3 && reader.warnings.isEmpty)
      #expect(reader.unnamedItems == ["the ID3 tags in front of the stream"])
      #expect(readAll(&reader).packets == stream.frames)
    }
  }

  @Test func commentsAndPicturesAreMetadata() throws {
    func comment(_ text: String) -> [UInt8] { FLACBuilder.little(text.utf8.count) + Array(text.utf8) }
    let comments =
      comment("maker") + FLACBuilder.little(4) + comment("Title=Ä=B") + comment("DATE=2001") + comment("odd")
      + comment("MOOD=x")
    func picture(_ kind: Int, _ bytes: [UInt8]) -> [UInt8] {
      FLACBuilder.big(kind, 4) + FLACBuilder.big(9, 4) + Array("image/gif".utf8) + FLACBuilder.big(1, 4) + [0x64]
        + FLACBuilder.big(0, 16) + FLACBuilder.big(bytes.count, 4) + bytes
    }
    let blocks = [(4, comments), (6, picture(4, [9])), (1, [0, 0]), (6, picture(3, [7, 8])), (6, [0, 0, 0, 3, 255])]
    let head = FLACBuilder.head(total: 0, blocks: blocks.map { (type: $0.0, body: $0.1) })
    let reader = try FLACReader(MemoryByteSource(head), limits: ResourceLimits())
    let expected: [InfoKey: String] = [
      .sourceEncoder: "maker", .title: "Ä=B", .year: "2001", InfoKey("MOOD"): "x",
    ]
    expectEqual(reader.metadata.info, expected)
    expectEqual(reader.metadata.artwork.map(\.bytes), [[7, 8], [9]])
    #expect(reader.tracks[0].packetCount == nil && reader.tracks[0].duration == nil)
  }

  @Test func everyShortenedOrDamagedFileIsRefusedOrRead() throws {
    let stream = stream(4)
    for count in stream.bytes.indices {
      let bytes = Array(stream.bytes.prefix(count))
      guard var reader = try? FLACReader(MemoryByteSource(bytes), limits: ResourceLimits()) else {
        expectLess(count, 42)
        continue
      }
      expectLessOrEqual(readAll(&reader).packets.reduce(0) { $0 + $1.count }, count)
    }
    var random = SplitMix64(seed: 9)
    for _ in 0..<3000 {
      var bytes = stream.bytes
      for _ in 0..<3 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      guard var reader = try? FLACReader(MemoryByteSource(bytes), limits: ResourceLimits()) else { continue }
      expectLessOrEqual(readAll(&reader).packets.reduce(0) { $0 + $1.count }, bytes.count)
    }
  }

  @Test func resynchronizingFindsTheNextFrame() throws {
    let stream = stream(20)
    var reader = try FLACReader(MemoryByteSource(stream.bytes), limits: ResourceLimits())
    let offset = 42 + stream.frames[..<7].reduce(0) { $0 + $1.count }
    try reader.resynchronize(atOffset: Int64(offset), asPacket: 100)
    var batch = PacketBatch()
    #expect(try reader.readPackets(ofTrack: 0, into: &batch) && batch.firstPacket == 100)
    expectEqual(Array(batch.packet(0)), stream.frames[7])
    #expect(throws: ContainerError.self) { try reader.resynchronize(atOffset: 3, asPacket: 0) }
  }

  @Test func aStreamThatArrivesByteByByteGivesTheSamePackets() throws {
    let stream = stream(5)
    // The header of the first frame belongs to what must be there.
    let source = PartialSource(stream.bytes, arrivedCount: 42 + 5)
    #expect(throws: ContainerError.self) { try FLACReader(source, limits: ResourceLimits()) }
    source.arrivedCount = 42 + 16
    var reader = try FLACReader(source, limits: ResourceLimits())
    var packets: [[UInt8]] = []
    // A step is taken whole or not at all.
    var batch = PacketBatch(maximumPacketCount: 1)
    while source.arrivedCount < stream.bytes.count {
      source.arrivedCount += 1
      let saved = reader
      do {
        _ = try reader.readPackets(ofTrack: 0, into: &batch)
        for index in 0..<batch.count { packets.append(Array(batch.packet(index))) }
      } catch {
        reader = saved
      }
      // A frame is known to be whole once the longest header behind it is there.
      let ends = stream.frames.indices.map { 42 + stream.frames[...$0].reduce(0) { $0 + $1.count } }
      let whole = source.arrivedCount == stream.bytes.count ? 5 : ends.filter { $0 + 16 <= source.arrivedCount }.count
      expectEqual(packets.count, whole)
    }
    #expect(packets == stream.frames && reader.warnings.isEmpty)
    expectEqual(reader.lowestNeededOffset, Int64(stream.bytes.count))
  }
}
