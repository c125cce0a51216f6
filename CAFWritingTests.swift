import AudioBase
import TestSupport
import Testing

@testable import CAFContainer

@Suite struct CAFWritingTests {
  static let stereo = ChannelLayout([.left, .right])
  static let pcm = WriterSettings(
    format: StreamFormat(.int16, sampleRate: 44100, channelsPerFrame: 2), layout: stereo)

  @Test func linearPCMHasDescriptionLayoutAndAudio() throws {
    let sink = MemoryByteSink()
    var writer = try CAFWriter(sink, settings: Self.pcm)
    #expect(writer.dataOffset == 4096)
    let empty: [PacketDescription] = []
    try writer.write(([1, 2, 3, 4, 5, 6, 7, 8] as [UInt8]).span, descriptions: empty.span)
    // While it is written the audio goes to the end.
    #expect(ParsedCAF(sink.bytes).chunks.last?.size == -1)
    try writer.finish()
    #expect(Array(sink.bytes[0..<8]) == HandMade.head)
    let file = ParsedCAF(sink.bytes)
    #expect(file.chunks.map(\.name) == ["desc", "chan", "free", "data"])
    #expect(
      file.body("desc") == Array(HandMade.desc("lpcm", flags: 2, bytes: 4, frames: 1, bits: 16)[12...]))
    #expect(file.body("chan") == [0, 0x65, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(file.chunks[3].size == 12 && file.body("data") == [0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func aPipeGetsAudioToTheEnd() throws {
    let sink = PipeSink()
    var settings = Self.pcm
    settings.packetTable = PacketTable(primingFrames: 1, validFrames: 1, remainderFrames: 0, timescale: 44100)
    var writer = try CAFWriter(sink, settings: settings)
    let empty: [PacketDescription] = []
    try writer.write(([1, 2, 3, 4, 5, 6, 7, 8] as [UInt8]).span, descriptions: empty.span)
    #expect(throws: ContainerError.self) {
      try writer.setPacketTable(PacketTable(primingFrames: 2, validFrames: 0, remainderFrames: 0, timescale: 44100))
    }
    try writer.finish()
    let file = ParsedCAF(sink.inner.bytes)
    #expect(file.chunks.map(\.name) == ["desc", "chan", "pakt", "data"] && file.chunks[3].size == -1)
    #expect { try CAFWriter(PipeSink(), settings: compressed(.aac)) } throws: {
      ($0 as? ContainerError)?.kind == .unsupported
    }
  }

  @Test func whatAFileCannotHoldIsRefused() throws {
    func kind(_ settings: WriterSettings) -> ErrorKind? {
      do { _ = try CAFWriter(MemoryByteSink(), settings: settings) } catch { return (error as? ContainerError)?.kind }
      return nil
    }
    var unsigned = Self.pcm
    unsigned.format = StreamFormat(SampleFormat(.unsignedInteger, bitsPerSample: 8), sampleRate: 8000, channelsPerFrame: 2)
    #expect(kind(unsigned) == .unsupported)
    var mono = Self.pcm
    mono.layout = ChannelLayout([.center])
    #expect(kind(mono) == .invalidState)
    var still = Self.pcm
    still.format.sampleRate = 0
    #expect(kind(still) == .unsupported)
  }

  @Test func sizesAreWrittenInSevenBitsAByte() throws {
    let sink = MemoryByteSink()
    var settings = compressed(.aac)
    settings.cookie = [0x12, 0x10]
    var writer = try CAFWriter(sink, settings: settings)
    let packets = [1, 127, 128, 16383, 16384].map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: $0) }
    try write(packets, to: &writer, packetsPerCall: 2)
    try writer.setPacketTable(
      PacketTable(primingFrames: 2112, validFrames: 3000, remainderFrames: 8, timescale: 44100))
    try writer.finish()
    let file = ParsedCAF(sink.bytes)
    #expect(file.chunks.map(\.name) == ["desc", "chan", "kuki", "pakt", "free", "data"])
    let table: [UInt8] =
      HandMade.number(5, 8) + HandMade.number(3000, 8) + HandMade.number(2112, 4) + HandMade.number(8, 4)
      + [0x01, 0x7F, 0x81, 0x00, 0xFF, 0x7F, 0x81, 0x80, 0x00]
    #expect(file.body("pakt") == table)
    #expect(file.body("data") == [0, 0, 0, 1] + packets.joined())
  }

  @Test func aTableWithoutRoomMovesTheAudioOrComesLast() throws {
    let packets = (0..<3000).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 200) }
    func file(_ structure: FileStructure, canMove: Bool, expected: Int64? = nil) throws -> [UInt8] {
      let sink = MortalSink(canMove: canMove)
      var settings = compressed(.aac)
      settings.structure = structure
      settings.expectedPacketCount = expected
      var writer = try CAFWriter(sink, settings: settings)
      try write(packets, to: &writer)
      try writer.finish()
      var reader = try open(sink.inner.bytes)
      #expect(readAll(&reader).packets == packets && reader.warnings.isEmpty)
      #expect(reader.isOptimized == (ParsedCAF(sink.inner.bytes).chunks.last?.name == "data"))
      return sink.inner.bytes
    }
    let moved = try ParsedCAF(file(.indexFirst, canMove: true)).chunks.map(\.name)
    #expect(moved == ["desc", "chan", "pakt", "free", "data"])
    let last = try ParsedCAF(file(.indexFirst, canMove: false)).chunks.map(\.name)
    #expect(last == ["desc", "chan", "free", "data", "pakt"])
    #expect(try ParsedCAF(file(.indexLast, canMove: true)).chunks.map(\.name) == last)
    #expect(try ParsedCAF(file(.indexFirst, canMove: false, expected: 3000)).chunks.map(\.name) == moved)
  }

  @Test func whatIsKnownLateFindsItsPlace() throws {
    let sink = MemoryByteSink()
    var settings = compressed(.aac)
    settings.cookie = [0x12, 0x10]
    var writer = try CAFWriter(sink, settings: settings)
    try write(HandMade.packets, to: &writer)
    try writer.setCookie([0x12, 0x08, 0x56, 0xE5, 0x00])
    var metadata = Metadata()
    metadata[.title] = "t"
    metadata[.comments] = String(repeating: "c", count: 10000)
    try writer.setMetadata(metadata)
    try writer.finish()
    #expect(ParsedCAF(sink.bytes).chunks.map(\.name) == ["desc", "chan", "kuki", "pakt", "free", "data", "info"])
    let reader = try open(sink.bytes)
    #expect(reader.tracks[0].cookie == [0x12, 0x08, 0x56, 0xE5, 0x00])
    #expect(reader.metadata == metadata)
    #expect(throws: ContainerError.self) { try writer.setMetadata(metadata) }
  }

  @Test func theLastPacketMayBeShorterAndNoOther() throws {
    let sink = MemoryByteSink()
    var writer = try CAFWriter(sink, settings: compressed("flac", frames: 4096))
    try write([[1], [2], [3]], frameCounts: [4096, 0, 1000], to: &writer)
    #expect(throws: ContainerError.self) { try write([[4]], to: &writer) }
    try writer.finish()
    var reader = try open(sink.bytes)
    #expect(
      reader.tracks[0].packetTable
        == PacketTable(primingFrames: 0, validFrames: 9192, remainderFrames: 3096, timescale: 44100))
    #expect(readAll(&reader).packets == [[1], [2], [3]])
  }

  @Test func wrongCallsAreRefusedAndLeaveTheTableAsItWas() throws {
    let sink = MemoryByteSink()
    var writer = try CAFWriter(sink, settings: compressed("opus", frames: 0))
    let bytes: [UInt8] = [1, 2, 3]
    let bad = [
      [PacketDescription(startOffset: 0, byteCount: 4, frameCount: 1)],
      [PacketDescription(startOffset: -1, byteCount: 1, frameCount: 1)],
      [PacketDescription(startOffset: 0, byteCount: 1, frameCount: 1), PacketDescription(startOffset: 1, byteCount: 1)],
      [],
    ]
    for descriptions in bad {
      #expect(throws: ContainerError.self) { try writer.write(bytes.span, descriptions: descriptions.span) }
    }
    try write([[9, 9]], frameCounts: [960], to: &writer)
    try writer.finish()
    try writer.finish()
    var reader = try open(sink.bytes)
    let all = readAll(&reader)
    #expect(all.packets == [[9, 9]] && all.frameCounts == [960])
    #expect(throws: ContainerError.self) { try write([[1]], frameCounts: [1], to: &writer) }
  }

  @Test func headersAreUpToDateAfterEachWrite() throws {
    let packets = (0..<6000).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 130 + $0 % 3) }
    for structure in [FileStructure.indexFirst, .indexLast] {
      let sink = MemoryByteSink()
      var settings = compressed(.aac)
      settings.sizeUpdates = .continuous
      settings.structure = structure
      var writer = try CAFWriter(sink, settings: settings)
      #expect(try open(sink.bytes).tracks[0].packetCount == 0)
      for first in stride(from: 0, to: packets.count, by: 1000) {
        try write(Array(packets[first..<(first + 1000)]), to: &writer, packetsPerCall: 250)
        let reader = try open(sink.bytes)
        #expect(reader.tracks[0].packetCount == Int64(first + 1000) && reader.warnings.isEmpty)
      }
      try writer.finish()
      var reader = try open(sink.bytes)
      #expect(readAll(&reader).packets == packets && reader.isOptimized)
    }
  }

  @Test func headersAreBroughtUpToDateOnRequest() throws {
    let sink = MemoryByteSink()
    var writer = try CAFWriter(sink, settings: compressed(.aac))
    try write(HandMade.packets, to: &writer)
    #expect(throws: ContainerError.self) { try open(sink.bytes) }
    try writer.updateHeaders()
    var reader = try open(sink.bytes)
    #expect(readAll(&reader).packets == HandMade.packets)
    try write(HandMade.packets, to: &writer)
    var metadata = Metadata()
    metadata[.title] = "t"
    try writer.setMetadata(metadata)
    try writer.updateHeaders()
    #expect(try open(sink.bytes).tracks[0].packetCount == 6)
    #expect(try open(sink.bytes).metadata == metadata)
  }
}
