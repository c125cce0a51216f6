import AudioBase
import FLACContainer
import FramedStreams
import TestSupport
import Testing

/// Streams that are damaged, cut at their beginning or have tables.
@Suite struct StreamTests {
  /// The check of a frame by long division over single bits.
  private static func frameCheck(_ bytes: [UInt8]) -> [UInt8] {
    var rest = 0
    for bit in (bytes + [0, 0]).flatMap({ byte in (0..<8).map { Int(byte) >> (7 - $0) & 1 } }) {
      rest = rest << 1 | bit
      if rest & 0x10000 != 0 { rest ^= 0x18005 }
    }
    return FLACBuilder.big(rest, 2)
  }

  /// Frames with headers and checks that hold, and noise between.
  private static func frames(_ numbers: Range<Int>, seed: UInt64) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    return numbers.map { number in
      let body = random.bytes(Int.random(in: 50...400, using: &random)).map { $0 & 0x7F }
      let frame = FLACBuilder.header(number) + body
      return frame + frameCheck(frame)
    }
  }

  @Test("a damaged header costs its own frame alone, wherever it is", arguments: [1, 2, 10, 18])
  func damagedHeader(lost: Int) throws {
    // The published check value of this CRC-16 is that of "123456789".
    expectEqual(Self.frameCheck([UInt8]("123456789".utf8)), [0xFE, 0xE8])
    let frames = Self.frames(0..<20, seed: 7)
    for bit in [3, 14, 33, 41] {
      var damaged = frames
      damaged[lost][bit / 8] ^= 1 << UInt8(bit % 8)
      let head = FLACBuilder.head(total: 20 * 4096)
      var reader = try FLACReader(MemoryByteSource(head + damaged.flatMap { $0 }), limits: ResourceLimits())
      let (packets, counts, offsets, error) = readAll(&reader)
      #expect(packets == damaged && error == nil && counts.allSatisfy { $0 == 4096 })
      expectEqual(offsets.last, Int64(42 + damaged.dropLast().reduce(0) { $0 + $1.count }))
      expectEqual(reader.warnings, ["the headers of 1 frames are damaged"])
      try reader.seek(toPacket: Int64(lost), ofTrack: 0)
      expectEqual(readAll(&reader).packets, Array(damaged[lost...]))
    }
  }

  @Test("a frame that is damaged behind its header ends where the next begins")
  func damagedBody() throws {
    var frames = Self.frames(0..<8, seed: 8)
    frames[3][20] ^= 0x55
    var reader = try FLACReader(
      MemoryByteSource(FLACBuilder.head(total: 8 * 4096) + frames.flatMap { $0 }), limits: ResourceLimits())
    #expect(readAll(&reader).packets == frames && reader.warnings.isEmpty)
  }

  @Test("a stream without its beginning is what its first whole frame says", arguments: [0, 1, 700])
  func noBeginning(skipped: Int) throws {
    let frames = Self.frames(1500..<1520, seed: 9)
    let bytes = [UInt8](repeating: 0x11, count: skipped) + frames.flatMap { $0 }
    expectGreaterOrEqual(FLACFile.descriptor.probe?(bytes.span.extracting(0..<2000)) ?? 0, 30)
    var reader = try FLACReader(MemoryByteSource(bytes), limits: ResourceLimits())
    let track = reader.tracks[0]
    #expect(track.format.sampleRate == 44_100 && track.format.channelsPerFrame == 2 && track.sourceBitDepth == 16)
    #expect(track.format.framesPerPacket == 4096 && track.packetCount == nil && track.cookie.count == 34)
    expectEqual(readAll(&reader).packets, frames)
    expectEqual(reader.warnings.count, skipped > 0 ? 2 : 1)
    let silence = [UInt8](repeating: 0, count: 3000)
    #expect(throws: ContainerError.self) { try FLACReader(MemoryByteSource(silence), limits: ResourceLimits()) }
    expectEqual(FLACFile.descriptor.probe?(silence.span), 0)
  }

  @Test("frames that leave the rate to STREAMINFO are refused where there is none")
  func noRate() {
    let header: [UInt8] = [0xFF, 0xF8, 0xC0, 0x18, 0]
    let bytes = header + [FLACBuilder.check(header)] + [UInt8](repeating: 1, count: 100)
    let error = #expect(throws: ContainerError.self) {
      try FLACReader(MemoryByteSource(bytes), limits: ResourceLimits())
    }
    expectEqual(error?.kind, .malformed)
  }

  /// A table of points: frame and offset.
  private static func table(_ points: [(frame: Int, offset: Int)]) -> [UInt8] {
    points.flatMap { FLACBuilder.big($0.frame * 4096, 8) + FLACBuilder.big($0.offset, 8) + [16, 0] }
      + [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 10)
  }

  @Test("a seek goes by the table of the file, and past one that is wrong")
  func seekTable() throws {
    let frames = Self.frames(0..<1000, seed: 10)
    let offsets = frames.indices.map { frames[..<$0].reduce(0) { $0 + $1.count } }
    for shift in [0, 1] {
      let points = stride(from: 0, to: 1000, by: 100).map { (frame: $0, offset: offsets[$0] + shift) }
      let head = FLACBuilder.head(total: 1000 * 4096, blocks: [(3, Self.table(points))])
      let source = CountingSource(head + frames.flatMap { $0 })
      var reader = try FLACReader(source, limits: ResourceLimits())
      let before = source.readCount
      try reader.seek(toPacket: 910, ofTrack: 0)
      // The window of the scanner has 64 KiB; ten frames have less than 5 KiB.
      if shift == 0 { expectLessOrEqual(source.readCount - before, 3 << 16) }
      expectEqual(readAll(&reader).packets, Array(frames[910...]))
      expectEqual(reader.warnings.count, shift)
      try reader.seek(toPacket: 20, ofTrack: 0)
      expectEqual(readAll(&reader).packets, Array(frames[20...]))
    }
  }

  @Test("loudspeakers other than the usual ones are kept in a comment")
  func channelMask() throws {
    let layout = ChannelLayout([.left, .right, .leftSide, .rightSide])
    let bits = 48_000 << 44 | 3 << 41 | 15 << 36
    let cookie =
      FLACBuilder.big(4096, 2) + FLACBuilder.big(4096, 2) + FLACBuilder.big(0, 6) + FLACBuilder.big(bits, 8)
      + [UInt8](repeating: 0, count: 16)
    for (written, expected) in [
      (layout, true), (ChannelLayout([.left, .right, .leftSurround, .rightSurround]), false),
    ] {
      let sink = MemoryByteSink()
      let format = StreamFormat(formatID: .flac, sampleRate: 48_000, channelsPerFrame: 4, framesPerPacket: 4096)
      var settings = WriterSettings(format: format, layout: written, cookie: cookie)
      settings.metadata[.title] = "t"
      var writer = try FLACWriter(sink, settings: settings)
      try writer.finish()
      // dwChannelMask of WAVE: front left and right, side left and right.
      let text = Array("WAVEFORMATEXTENSIBLE_CHANNEL_MASK=0x603".utf8)
      let found = sink.bytes.indices.contains { sink.bytes[$0...].starts(with: text) }
      expectEqual(found, expected)
      let reader = try FLACReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
      expectEqual(reader.tracks[0].layout, written)
      #expect(reader.metadata[.title] == "t" && reader.metadata[FLACMetadataBlocks.channelMaskKey] == nil)
    }
  }
}

/// Markers as a cue sheet.
@Suite struct CueSheetTests {
  private static let cookie =
    FLACBuilder.big(4096, 2) + FLACBuilder.big(4096, 2) + FLACBuilder.big(0, 6)
    + FLACBuilder.big(44_100 << 44 | 1 << 41 | 15 << 36, 8) + [UInt8](repeating: 0, count: 16)

  private static func file(_ metadata: Metadata, then changed: Metadata? = nil, frameCount: Int = 3) throws -> [UInt8] {
    let sink = MemoryByteSink()
    let format = StreamFormat(formatID: .flac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 4096)
    var settings = WriterSettings(format: format, layout: ChannelLayout([.left, .right]), cookie: cookie)
    settings.metadata = metadata
    var writer = try FLACWriter(sink, settings: settings)
    for number in 0..<frameCount {
      let frame = FLACBuilder.header(number) + [1, 2, 3]
      let places = [PacketDescription(startOffset: 0, byteCount: frame.count)]
      try writer.write(frame.span, descriptions: places.span)
    }
    if let changed { try writer.setMetadata(changed) }
    try writer.finish()
    return sink.bytes
  }

  @Test("markers come back with their places and names, at the start and changed later")
  func roundTrip() throws {
    var metadata = Metadata()
    metadata[.title] = "t"
    metadata.markers = [
      Marker(name: "second", framePosition: 5000), Marker(name: "", framePosition: 0),
      Marker(name: "Ä", framePosition: 12_288),
    ]
    for bytes in [try Self.file(metadata), try Self.file(Metadata(), then: metadata)] {
      let reader = try FLACReader(MemoryByteSource(bytes), limits: ResourceLimits())
      expectEqual(reader.metadata.markers.map(\.framePosition), [0, 5000, 12_288])
      expectEqual(reader.metadata.markers.map(\.name), ["", "second", "Ä"])
      #expect(reader.metadata.info.keys.allSatisfy { !$0.rawValue.hasPrefix("CHAPTER") })
      // The last track is the end: number 255, without index points, at the number of frames. RFC 9639, 8.7.1.
      let sheet = try required(Self.block(5, of: bytes))
      #expect(sheet.count == 396 + 3 * 48 + 36 && sheet[395] == 4)
      #expect(Array(sheet[(396 + 3 * 48)...].prefix(9)) == FLACBuilder.big(3 * 4096, 8) + [255] && sheet.last == 0)
    }
  }

  /// The body of the first block of a type.
  private static func block(_ type: UInt8, of bytes: [UInt8]) -> [UInt8]? {
    var place = 4
    while place + 4 <= bytes.count {
      let count = Int(bytes[place + 1]) << 16 | Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      if bytes[place] & 0x7F == type { return Array(bytes[(place + 4)..<(place + 4 + count)]) }
      if bytes[place] >> 7 == 1 { return nil }
      place += 4 + count
    }
    return nil
  }

  @Test("markers without a place are refused by name")
  func refusals() {
    var metadata = Metadata()
    for frame in [-1, Double.nan] {
      metadata.markers = [Marker(framePosition: frame)]
      let error = #expect(throws: ContainerError.self) { try Self.file(metadata) }
      expectEqual(error?.kind, .unsupported)
    }
  }

  @Test("markers beyond the tracks of a cue sheet are comments, to the millisecond, as times are to other programs")
  func manyMarkers() throws {
    var metadata = Metadata()
    metadata.markers = (0..<300).map { Marker(name: "m\($0)", framePosition: Double($0 * 441), identifier: $0 + 1) }
    let bytes = try Self.file(metadata)
    expectNil(Self.block(5, of: bytes))
    let comment = Array("CHAPTER300=00:00:02.990".utf8)
    #expect(bytes.indices.contains { bytes[$0] == 0x43 && bytes[$0...].starts(with: comment) })
    let found = try FLACReader(MemoryByteSource(bytes), limits: ResourceLimits()).metadata
    #expect(found.markers == metadata.markers && found.info.keys.allSatisfy { !$0.rawValue.hasPrefix("CHAPTER") })
  }

  @Test("every cut or changed cue sheet is read or passed over")
  func damage() throws {
    var metadata = Metadata()
    metadata.markers = [Marker(name: "a", framePosition: 1), Marker(name: "b", framePosition: 2)]
    let sheet = try required(Self.block(5, of: try Self.file(metadata)))
    var random = SplitMix64(seed: 11)
    for count in sheet.indices {
      var found = Metadata()
      FLACCueSheet.read(sheet.span.extracting(0..<count), into: &found)
      expectLessOrEqual(found.markers.count, 2)
      var changed = sheet
      changed[count] = UInt8(truncatingIfNeeded: random.next())
      FLACCueSheet.read(changed.span, into: &found)
      expectLess(found.markers.count, 512)
    }
  }
}

/// Bytes in memory that count how many of them were read.
private final class CountingSource: ByteSource {
  private let memory: MemoryByteSource
  private(set) var readCount = 0
  let isArriving = false

  init(_ bytes: [UInt8]) { memory = MemoryByteSource(bytes) }

  var byteCount: Int64? { memory.byteCount }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    let count = try memory.read(at: offset, into: &buffer)
    readCount += count
    return count
  }
}
