import AC3Container
import AudioBase
import Foundation
import MPEGAudioContainer
import TestSupport
import Testing
import WAVEContainer

/// Frames of MPEG audio in the chunk `data`.
@Suite("MPEG audio in WAVE") struct EnclosedFramesTests {
  static func fixture(_ name: String) -> [UInt8] {
    SharedFiles.bytes(SharedFiles.fixtures.appending(path: name))
  }

  static func open(_ source: any ByteSource) throws -> any ContainerReader {
    let open = try required(WAVEFile.descriptor.open)
    return try open(source, ResourceLimits())
  }

  static func open(_ bytes: [UInt8]) throws -> any ContainerReader { try open(MemoryByteSource(bytes)) }

  static func packets(_ reader: any ContainerReader) -> (packets: [[UInt8]], offsets: [Int64], error: ContainerError?) {
    var reader = reader
    let found = readAll(&reader)
    return (found.packets, found.offsets, found.error)
  }

  /// The extension of `MPEGLAYER3WAVEFORMAT`.
  static let extensionOfLayer3 =
    Bytes.little(12, 2) + Bytes.little(1, 2) + Bytes.little(2, 4) + Bytes.little(417, 2) + Bytes.little(1, 2)
    + Bytes.little(1393, 2)

  /// A frame of 44.1 kHz, 128 kbit/s, stereo: 417 bytes (ISO/IEC 11172-3, 2.4.3.1).
  static func frame(_ number: Int) -> [UInt8] {
    [0xFF, 0xFB, 0x90, 0] + [UInt8](repeating: UInt8(number & 0x7F), count: 413)
  }

  static func frames(_ count: Int) -> [[UInt8]] { (0..<count).map(frame) }

  /// A file around sound.
  static func file(
    _ data: [UInt8], tag: Int = 0x55, channels: Int = 2, rate: Int = 44_100, frameCount: Int? = nil,
    chunks: [UInt8] = []
  ) -> [UInt8] {
    let format = Bytes.format(tag, channels: channels, rate: rate, align: 1, bits: 0, rest: extensionOfLayer3)
    let fact = frameCount.map { Bytes.chunk("fact", Bytes.little($0, 4)) } ?? []
    return Bytes.file(format + fact + chunks + Bytes.chunk("data", data))
  }

  @Test("frames of AC-3 are those of the stream alone", .needs(.shared("vectors-ac3")))
  func frames() throws {
    let stream = SharedFiles.bytes(try SharedFiles.file("vectors-ac3/bad/clean.ac3"))
    var alone = try AC3Reader(MemoryByteSource(stream), limits: ResourceLimits())
    let wanted = readAll(&alone)
    let file = Self.file(stream, tag: 0x2000, channels: 6, rate: 48_000)
    let reader = try Self.open(file)
    let found = Self.packets(reader)
    let start = reader.tracks[0].dataOffset
    #expect(found.packets == wanted.packets && found.offsets == wanted.offsets.map { $0 + start })
    #expect(reader.fileType == "WAVE" && reader.tracks[0].format.formatID == .ac3 && start > 0)
    #expect(throws: ContainerError.self) { try Self.open(Self.file([1, 2, 3, 4], tag: 0x2000)) }
  }

  // The numbers are those of `ffprobe -show_entries packet=size,pos` and of the files' own bytes.
  @Test("packets are those of FFmpeg's demuxer, and the bytes those of the file that was copied")
  func foreignFiles() throws {
    let copied = try Self.open(Self.fixture("WAVE/mp3-copied.wav"))
    let found = Self.packets(copied)
    #expect(copied.fileType == "WAVE" && copied.tracks[0].format.formatID == .mpegLayer3 && copied.warnings.isEmpty)
    let sizes: [Int] = [208] + Array(repeating: 209, count: 13)
    expectEqual(found.packets.map(\.count), sizes)
    let offsets: [Int64] = [70] + stride(from: 278, through: 2786, by: 209)
    expectEqual(found.offsets, offsets)
    expectEqual(Array(found.packets.joined()), Self.fixture("MPEGAudio/l3-lame-44100-joint.mp3"))
    let layer2 = try Self.open(Self.fixture("WAVE/layer2-copied.wav"))
    #expect(layer2.tracks[0].format.formatID == .mpegLayer2 && layer2.tracks[0].format.sampleRate == 48_000)
    expectEqual(Self.packets(layer2).offsets, [80, 464, 848])
    expectEqual(Array(Self.packets(layer2).packets.joined()), Self.fixture("MPEGAudio/l2-48000-joint.mp2"))
    let encoded = Self.packets(try Self.open(Self.fixture("WAVE/mp3-encoded.wav")))
    expectEqual(encoded.packets.map(\.count), (0..<22).map { 104 + $0 % 2 })
    let open = try required(Wave64File.descriptor.open)
    let wide = try open(MemoryByteSource(Self.fixture("WAVE/mp3-encoded.w64")), ResourceLimits())
    #expect(wide.fileType == "W64f" && wide.tracks[0].packetTable?.validFrames == 9925)
    // The last six bytes that Wave64's chunk counts are its padding.
    expectEqual(Self.packets(wide).offsets, [152, 308, 465, 622, 779, 935, 1092, 1249, 1406])
  }

  @Test("the recording is as long as `fact` says: 11,025 frames behind a delay of 1105, in 22 packets of 576")
  func statedLength() throws {
    let reader = try Self.open(Self.fixture("WAVE/mp3-encoded.wav"))
    let table = PacketTable(primingFrames: 0, validFrames: 12_130, remainderFrames: 542, timescale: 22_050)
    #expect(reader.tracks[0].packetTable == table && reader.tracks[0].duration == 12_130.0 / 22_050)
    #expect(reader.tracks[0].packetCount == 22 && reader.tracks[0].bitRate == 32_000)
    // Nobody knows how many packets a pipe will bring.
    let pipe = try Self.open(WatchedSource(Self.fixture("WAVE/mp3-encoded.wav"), isPipe: true))
    #expect(pipe.tracks[0].packetTable?.validFrames == 12_130 && pipe.tracks[0].packetTable?.primingFrames == 0)
    #expect(pipe.tracks[0].packetCount == nil && Self.packets(pipe).packets == Self.packets(reader).packets)
  }

  @Test(
    "a count that the packets do not bear out is remarked, and one that is not known is none", arguments: [0, -1, 2305])
  func wrongCount(_ count: Int) throws {
    let reader = try Self.open(Self.file(Array(Self.frames(2).joined()), frameCount: count))
    #expect(reader.tracks[0].packetTable == nil && reader.tracks[0].duration == 2304.0 / 44_100)
    expectEqual(reader.warnings.count, count > 0 ? 1 : 0)
  }

  /// An MP3 file with a tag of LAME and one of ID3.
  static func taggedFile() throws -> [UInt8] {
    var format = StreamFormat(formatID: .mpegLayer3, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1152)
    format.bytesPerPacket = 0
    var settings = WriterSettings(format: format, layout: ChannelLayout([.left, .right]))
    settings.metadata[.title] = "within"
    settings.metadata[.album] = "Within"
    settings.packetTable = PacketTable(primingFrames: 1105, validFrames: 4000, remainderFrames: 655, timescale: 44_100)
    let sink = MemoryByteSink()
    let create = try required(MPEGAudioFile.layer3.create)
    var writer = try create(sink, settings)
    var batch = PacketBatch(maximumPacketCount: .max, targetByteCount: .max)
    for packet in frames(5) {
      batch.bytes += packet
      batch.noteAppendedPacket(from: batch.bytes.count - packet.count, fileOffset: 0)
    }
    try writer.write(batch.bytes.span, descriptions: batch.descriptions.span)
    try writer.finish()
    return sink.bytes
  }

  @Test("LAME's tag counts more than `fact`, and the file's own texts more than those among the frames")
  func tagsAmongFrames() throws {
    let title = Array("INFO".utf8) + Bytes.chunk("INAM", Array("around".utf8) + [0])
    let bytes = Self.file(try Self.taggedFile(), frameCount: 5760, chunks: Bytes.chunk("LIST", title))
    let reader = try Self.open(bytes)
    let table = PacketTable(primingFrames: 1105, validFrames: 4000, remainderFrames: 655, timescale: 44_100)
    #expect(reader.tracks[0].packetTable == table && reader.warnings.isEmpty)
    #expect(reader.metadata[.title] == "around" && reader.metadata[.album] == "Within")
    expectEqual(reader.chunks.map(\.identifier), ["fmt ", "fact", "LIST", "data"])
    expectEqual(Self.packets(reader).packets, Self.frames(5))
    // Whoever changes the texts around would leave those among the frames as they are.
    var after = reader.metadata
    after[.album] = nil
    let change = MetadataChange(from: reader.metadata, to: after, sampleRate: 44_100)
    let edit = try required(WAVEFile.descriptor.editTags)
    try expectNil(edit(MemoryByteSource(bytes), change))
    #expect(try edit(MemoryByteSource(Self.fixture("WAVE/mp3-copied.wav")), change) != nil)
  }

  @Test("packets are found by seeking, and again behind a place of which nothing is known")
  func seeking() throws {
    var reader = try Self.open(Self.file(Array(Self.frames(40).joined())))
    var batch = PacketBatch(maximumPacketCount: 1)
    for packet in [39, 0, 17, 16, 18] {
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      #expect(try reader.readPackets(ofTrack: 0, into: &batch) && batch.firstPacket == Int64(packet))
      expectEqual(batch.bytes, Self.frame(packet))
    }
    let start = reader.tracks[0].dataOffset
    try reader.resynchronize(atOffset: start + 417 * 20 - 5, asPacket: 20)
    #expect(try reader.readPackets(ofTrack: 0, into: &batch) && batch.bytes == Self.frame(20))
    expectEqual(reader.lowestNeededOffset, start + 417 * 21)
  }

  @Test("the frames count more than the format, and that they differ is told")
  func contradiction() throws {
    let data = Array(Self.frames(3).joined())
    let usual = try Self.open(Self.file(data))
    #expect(usual.warnings.isEmpty)
    for bytes in [Self.file(data, channels: 1), Self.file(data, rate: 48_000)] {
      let reader = try Self.open(bytes)
      #expect(reader.tracks[0].format == usual.tracks[0].format && reader.warnings.count == 1)
    }
    let tagged = try Self.open(Self.file(data, tag: 0x50))
    #expect(tagged.tracks[0].format.formatID == .mpegLayer3 && tagged.warnings.isEmpty)
  }

  @Test("the format may be extensible, and the chunk behind the sound is none of it")
  func otherForms() throws {
    let data = Array(Self.frames(3).joined())
    let format = Bytes.format(
      0xFFFE, channels: 2, rate: 44_100, align: 1, bits: 0, rest: Bytes.extensible(0x55, valid: 0, mask: 3))
    let behind = Bytes.chunk("abcd", Self.frame(9))
    let reader = try Self.open(Bytes.file(format + Bytes.chunk("data", data) + behind))
    expectEqual(Self.packets(reader).packets, Self.frames(3))
    expectEqual(reader.chunks.map(\.identifier), ["fmt ", "data", "abcd"])
    // A length of all ones is that of a pipe.
    let open = Bytes.file(format + Array("data".utf8) + [255, 255, 255, 255] + data)
    expectEqual(Self.packets(try Self.open(open)).packets, Self.frames(3))
    for empty in [[], [UInt8](repeating: 7, count: 2000)] {
      let error = #expect(throws: ContainerError.self) { try Self.open(Self.file(empty)) }
      expectEqual(error?.kind, .malformed)
    }
  }

  @Test("a stream that arrives opens with its second frame, and gives each frame once it is whole")
  func arrival() throws {
    let bytes = Self.file(Array(Self.frames(6).joined()), frameCount: 6000)
    let whole = try Self.open(bytes)
    let start = Int(whole.tracks[0].dataOffset)
    let source = PartialSource(bytes, arrivedCount: start + 417 + 3)
    #expect(throws: ContainerError.self) { _ = try Self.open(source) }
    source.arrivedCount += 1
    var reader = try Self.open(source)
    #expect(reader.tracks[0].format == whole.tracks[0].format && reader.tracks[0].dataOffset == Int64(start))
    var batch = PacketBatch(maximumPacketCount: 1)
    for count in 1...6 {
      source.arrivedCount = start + 417 * count
      #expect(try reader.readPackets(ofTrack: 0, into: &batch) && batch.bytes == Self.frame(count - 1))
    }
  }

  // MARK: - Damage

  /// Reads what can be read, and returns whether the file was opened.
  @discardableResult
  private func exercise(_ bytes: [UInt8]) -> Bool {
    for source in [WatchedSource(bytes), WatchedSource(bytes, isPipe: true)] {
      guard var reader = try? Self.open(source) else { continue }
      expectLessOrEqual(Self.packets(reader).packets.reduce(0) { $0 + $1.count }, bytes.count)
      #expect(reader.chunks.allSatisfy { $0.byteCount >= 0 })
      try? reader.seek(toPacket: 3, ofTrack: 0)
      if source.isPipe { return true }
    }
    return false
  }

  @Test("every shortened file is read as far as it goes, or refused")
  func truncation() throws {
    let bytes = Self.fixture("WAVE/mp3-encoded.wav")
    for count in 0..<bytes.count {
      let cut = Array(bytes.prefix(count))
      // The first frame is believed where the file ends with it, or the second follows.
      expectEqual(exercise(cut), count >= 174, "\(count)")
      guard count >= 174 else { continue }
      let found = Self.packets(try Self.open(cut))
      // Packets of 104 and 105 bytes in turn.
      let (pairs, rest) = (count - 70).quotientAndRemainder(dividingBy: 209)
      expectEqual(found.packets.count, 2 * pairs + (rest >= 104 ? 1 : 0), "\(count)")
      #expect(bytes[70...].starts(with: found.packets.joined()) && found.error == nil)
    }
  }

  @Test("every size and count may be wrong")
  func wrongSizes() {
    let bytes = Self.fixture("WAVE/mp3-encoded.wav")
    for place in 0..<80 {
      for value in [0, 1, UInt32.max, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE] {
        var changed = bytes
        for index in 0..<4 { changed[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index)) }
        exercise(changed)
      }
    }
  }

  @Test("damaged bytes never trap")
  func mutations() {
    var random = SplitMix64(seed: 55)
    var opened = 0
    for name in ["WAVE/mp3-encoded.wav", "WAVE/layer2-copied.wav", "WAVE/mp3-encoded.w64"] {
      let bytes = Self.fixture(name)
      for _ in 0..<1000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
        }
        if exercise(changed) { opened += 1 }
      }
    }
    expectGreater(opened, 1000)
  }
}
