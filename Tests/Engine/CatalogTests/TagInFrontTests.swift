import AudioBase
import AudioCatalog
import AudioFiles
import TestSupport
import Testing

/// Files of chunks behind an ID3v2 tag.
@Suite struct TagInFrontTests {
  /// ID3v2.3 with the title `front`: ID3v2.3.0, 3.1 and 4.2.1.
  private static let tag: [UInt8] =
    Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 16 + 9] + Array("TIT2".utf8) + [0, 0, 0, 6, 0, 0, 0] + Array("front".utf8)
    + [UInt8](repeating: 0, count: 9)

  private func open(_ bytes: [UInt8]) throws -> MediaFile {
    try MediaFile(source: MemoryByteSource(bytes), name: nil, containers: Catalog.standard.containers)
  }

  /// A file of 100 frames of 16 bits in two channels.
  private static func file(_ fileType: FourCharacterCode, _ metadata: Metadata = Metadata()) throws -> [UInt8] {
    let container = try required(Catalog.standard.containers.first { $0.fileType == fileType })
    let samples = SampleFormat(.signedInteger, bitsPerSample: 16, byteOrder: container.sampleFormats[0].byteOrder)
    var settings = WriterSettings(
      format: StreamFormat(samples, sampleRate: 8000, channelsPerFrame: 2), layout: ChannelLayout([.left, .right]))
    settings.metadata = metadata
    let sink = MemoryByteSink()
    let create = try required(container.create)
    var writer = try create(sink, settings)
    let data = (0..<400).map { UInt8(truncatingIfNeeded: $0) }
    try writer.write(data.span, descriptions: Span())
    try writer.finish()
    return sink.bytes
  }

  @Test(arguments: ["WAVE", "RF64", "BW64", "W64f", "AIFF", "AIFC"] as [FourCharacterCode], [1, 3])
  func aTagInFrontIsReadAndTold(fileType: FourCharacterCode, tagCount: Int) throws {
    let plain = try Self.file(fileType)
    let front = [[UInt8]](repeating: Self.tag, count: tagCount).flatMap { $0 }
    var wanted = try open(plain).reader
    var found = try open(front + plain).reader
    #expect(found.fileType == fileType && found.metadata[.title] == "front")
    #expect(found.warnings.count == 1 && found.warnings[0].contains("\(front.count) bytes"))
    #expect(found.tracks[0].packetCount == 100 && found.tracks[0].duration == wanted.tracks[0].duration)
    expectEqual(found.tracks[0].dataOffset, wanted.tracks[0].dataOffset + Int64(front.count))
    expectEqual(found.chunks.map(\.identifier), wanted.chunks.map(\.identifier))
    expectEqual(readAll(&found).packets, readAll(&wanted).packets)
  }

  @Test(arguments: ["WAVE", "AIFF"] as [FourCharacterCode])
  func whatTheFileItselfSaysCounts(fileType: FourCharacterCode) throws {
    var metadata = Metadata()
    metadata[.title] = "inside"
    let reader = try open(Self.tag + (try Self.file(fileType, metadata))).reader
    expectEqual(reader.metadata[.title], "inside")
  }
}
