import AIFFContainer
import AudioBase
import Foundation
import TestSupport
import Testing

/// Frames of MPEG audio in the chunk `SSND` of AIFF-C.
@Suite("MPEG audio in AIFF-C") struct EnclosedFramesTests {
  static let fixture = SharedFiles.bytes(SharedFiles.fixtures.appending(path: "AIFF/mp3.aifc"))

  static func open(_ source: any ByteSource) throws -> any ContainerReader {
    let open = try required(AIFCFile.descriptor.open)
    return try open(source, ResourceLimits())
  }

  static func packets(_ reader: any ContainerReader) -> [[UInt8]] {
    var reader = reader
    return readAll(&reader).packets
  }

  /// A frame of 44.1 kHz, 128 kbit/s, stereo, of a layer: 417 bytes in layers II and III, 136 in layer I (ISO/IEC
  /// 11172-3, 2.4.3.1, the bit rates of each layer being others).
  static func frame(_ number: Int, layer: Int = 3) -> [UInt8] {
    let head: [UInt8] = [
      0xFF, layer == 3 ? 0xFB : layer == 2 ? 0xFD : 0xFF, layer == 3 ? 0x90 : layer == 2 ? 0x80 : 0x40, 0,
    ]
    return head + [UInt8](repeating: UInt8(number & 0x7F), count: (layer == 1 ? 136 : 417) - 4)
  }

  static func file(_ compression: String, frames: Int, count: Int = 4, layer: Int = 3) -> [UInt8] {
    let data = (0..<count).flatMap { frame($0, layer: layer) }
    return Bytes.form(
      "AIFC", Bytes.common(channels: 2, frames: frames, bits: 16, compression: compression), Bytes.sound(data))
  }

  @Test(
    "the names of QuickTime and of Core Audio mean the same frames",
    arguments: [(".mp3", 3), ("ms\0U", 3), (".mp2", 2), ("ms\0P", 2), (".mp1", 1)])
  func names(_ compression: String, _ layer: Int) throws {
    let reader = try Self.open(MemoryByteSource(Self.file(compression, frames: 4, layer: layer)))
    let names: [FourCharacterCode] = [".mp1", ".mp2", ".mp3"]
    #expect(reader.fileType == "AIFC" && reader.tracks[0].format.formatID == names[layer - 1])
    #expect(reader.tracks[0].packetCount == 4 && reader.warnings.isEmpty)
    expectEqual(Self.packets(reader), (0..<4).map { Self.frame($0, layer: layer) })
    expectEqual(reader.chunks.map(\.identifier), ["COMM", "SSND"])
  }

  @Test(
    "what `COMM` counts are frames, which end the recording, or packets, which do not",
    arguments: [(4600, 4600), (4608, 4608), (4, nil), (0, nil), (-1, nil), (5000, nil)] as [(Int, Int64?)])
  func counts(_ stated: Int, _ validFrames: Int64?) throws {
    let bytes = Self.file(".mp3", frames: stated)
    let table = try Self.open(MemoryByteSource(bytes)).tracks[0].packetTable
    expectEqual(table?.validFrames, validFrames)
    #expect(table.map { $0.primingFrames == 0 && $0.validFrames + $0.remainderFrames == 4 * 1152 } ?? true)
    try expectEqual(Self.open(MemoryByteSource(bytes)).warnings.isEmpty, stated != 5000)
  }

  // The packets are those of `mp3-encoded.wav`: 104 and 105 bytes in turn, 11,025 frames behind a delay of 1105.
  @Test("a file by hand around frames of LAME, from memory, from a pipe and as it arrives")
  func wholeFile() throws {
    let bytes = Self.fixture
    let reader = try Self.open(MemoryByteSource(bytes))
    #expect(reader.tracks[0].packetTable?.validFrames == 12_130 && reader.metadata[.title] == "a tone")
    let packets = Self.packets(reader)
    expectEqual(packets.map(\.count), (0..<22).map { 104 + $0 % 2 })
    expectEqual(Self.packets(try Self.open(WatchedSource(bytes, isPipe: true))), packets)
    let start = Int(reader.tracks[0].dataOffset)
    #expect(start == 92 && bytes[start...].starts(with: packets.joined()))
    let source = PartialSource(bytes, arrivedCount: start + 104 + 4)
    var arriving = try Self.open(source)
    var batch = PacketBatch(maximumPacketCount: 1)
    #expect(try arriving.readPackets(ofTrack: 0, into: &batch) && batch.bytes == packets[0])
    expectEqual(arriving.tracks[0].packetTable?.validFrames, 12_130)
  }

  @Test("tags are changed around the frames, which stay as they are")
  func tagging() throws {
    let before = try Self.open(MemoryByteSource(Self.fixture))
    var after = before.metadata
    after[.title] = "another tone"
    let change = MetadataChange(from: before.metadata, to: after, sampleRate: 22_050)
    let editTags = try required(AIFCFile.descriptor.editTags)
    let edit = try required(editTags(MemoryByteSource(Self.fixture), change))
    let edited = try Self.open(EditedByteSource(MemoryByteSource(Self.fixture), edit))
    #expect(edited.metadata[.title] == "another tone" && Self.packets(edited) == Self.packets(before))
  }

  /// Reads what can be read, from memory and from a pipe, and returns whether the file was opened.
  @discardableResult
  private func exercise(_ bytes: [UInt8]) -> Bool {
    let isOpened = [WatchedSource(bytes), WatchedSource(bytes, isPipe: true)].map { source in
      guard var reader = try? Self.open(source) else { return false }
      expectLessOrEqual(Self.packets(reader).reduce(0) { $0 + $1.count }, bytes.count)
      try? reader.seek(toPacket: 3, ofTrack: 0)
      return true
    }
    return isOpened[0]
  }

  @Test("every shortened file and every wrong size is read as far as it goes, or refused")
  func damage() {
    let bytes = Self.fixture
    // The first frame is believed where the file ends with it, or the second follows.
    for count in 0..<400 { expectEqual(exercise(Array(bytes.prefix(count))), count >= 92 + 104, "\(count)") }
    var random = SplitMix64(seed: 33)
    for place in 0..<96 {
      for value in [0, 1, UInt32.max, 0x7FFF_FFFF, 0x8000_0000] {
        var changed = bytes
        for index in 0..<4 { changed[place + index] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * index)) }
        exercise(changed)
      }
    }
    var opened = 0
    for _ in 0..<1000 {
      var changed = bytes
      for _ in 0..<6 {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(truncatingIfNeeded: random.next())
      }
      if exercise(changed) { opened += 1 }
    }
    expectGreater(opened, 300)
  }
}
