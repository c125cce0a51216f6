import AudioBase
import AudioFiles
import TestSupport
import Testing

/// A file of single-byte packets after one byte of header.
private struct ByteReaderFake: ContainerReader {
  let fileType: FourCharacterCode
  var tracks: [TrackInfo] = [
    TrackInfo(format: StreamFormat(formatID: "fake", sampleRate: 10, channelsPerFrame: 1, framesPerPacket: 2))
  ]
  let warnings: [String] = []
  let bytes: [UInt8]
  private var next = 0

  init(_ fileType: FourCharacterCode, _ bytes: [UInt8]) {
    self.fileType = fileType
    self.bytes = bytes
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) { next = Int(packet) }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    batch.removeAll(nextPacket: Int64(next))
    guard next < bytes.count else { return false }
    guard bytes[next] != 0xBA else { throw ContainerError(.malformed, "a bad byte", at: Int64(next)) }
    batch.bytes.append(bytes[next])
    batch.noteAppendedPacket(from: 0, fileOffset: Int64(next))
    next += 1
    return true
  }
}

private func container(_ code: FourCharacterCode, score: Int, extensions: [String] = []) -> ContainerDescriptor {
  ContainerDescriptor(fileType: code, name: "fake", formatIDs: []) {
    $0.extensions = extensions
    $0.probe = { head in head[0] == 0x42 ? score : 0 }
    $0.open = { source, _ throws(ContainerError) in
      var bytes = [UInt8](repeating: 0, count: 100)
      var span = bytes.mutableSpan
      let count = try source.read(at: 0, into: &span)
      return ByteReaderFake(code, Array(bytes.prefix(count)))
    }
  }
}

@Suite struct MediaFileTests {
  private static func open(
    _ containers: [ContainerDescriptor], _ bytes: [UInt8] = [0x42, 1, 2], name: String? = nil
  ) throws(AudioError) -> FourCharacterCode {
    try MediaFile(source: MemoryByteSource(bytes), name: name, containers: containers).reader.fileType
  }

  @Test func theSurestContainerWins() throws {
    try expectEqual(Self.open([container("aaaa", score: 10), container("bbbb", score: 90)]), "bbbb")
    try expectEqual(
      Self.open([container("aaaa", score: 10, extensions: ["x"]), container("bbbb", score: 90)], name: "f.x"), "bbbb")
  }

  @Test func theExtensionDecidesAmongEquals() throws {
    let equals = [container("aaaa", score: 50), container("bbbb", score: 50, extensions: ["bb"])]
    try expectEqual(Self.open(equals, name: "/d.x/f.BB"), "bbbb")
    try expectEqual(Self.open(equals, name: "f.cc"), "aaaa")
    try expectEqual(Self.open(equals), "aaaa")
  }

  @Test func whatNobodyKnowsIsRefused() {
    let unknown = #expect(throws: AudioError.self) { try Self.open([container("aaaa", score: 50)], [1, 2, 3]) }
    expectEqual(unknown?.kind, .unknownFormat)
    let empty = #expect(throws: AudioError.self) { try Self.open([container("aaaa", score: 50)], []) }
    expectEqual(empty?.kind, .empty)
  }

  @Test func extensionsAreThoseOfTheLastComponent() {
    expectEqual(fileExtension("a/b.tar.GZ"), "gz")
    expectNil(fileExtension("a.d/b"))
    expectNil(fileExtension(".hidden"))
    expectNil(fileExtension("-"))
  }

  @Test func aScanCountsWhatIsThere() throws {
    let scan = try TrackScan(ByteReaderFake("fake", [1, 2, 3, 4, 5]), track: 0)
    #expect(scan.packetCount == 5 && scan.byteCount == 5 && scan.maximumPacketSize == 1 && scan.frameCount == 10)
    let cut = try TrackScan(ByteReaderFake("fake", [1, 2, 0xBA, 4, 5]), track: 0)
    #expect(cut.packetCount == 2 && cut.earlyEnd?.kind == .malformed)
  }

  @Test func aSummaryTakesFromTheScanWhatTheContainerDoesNotSay() throws {
    var reader = ByteReaderFake("fake", [1, 2, 3, 4, 5])
    let scanned = try TrackSummary(of: reader, track: 0, codecs: [])
    #expect(scanned.packetCount == 5 && scanned.duration == 1.0 && scanned.measuredBitRate == 40)
    reader.tracks[0].packetTable = PacketTable(
      primingFrames: 1, validFrames: 8, remainderFrames: 1, timescale: 20)
    let summary = try TrackSummary(of: reader, track: 0, codecs: [])
    expectEqual(summary.duration, 0.4)
    expectEqual(summary.packetTable?.validFrames, 4)
  }
}
