import AudioBase
import MP4Container
import TestSupport
import Testing

/// The three ways to lay a file out, the first with and without the number of packets known beforehand.
enum Arrangement: CaseIterable {
  case indexFirst, indexFirstExpected, indexLast, fragmented

  func apply(_ settings: WriterSettings, packetCount: Int) -> WriterSettings {
    var settings = settings
    switch self {
    case .indexFirst: settings.structure = .indexFirst
    case .indexFirstExpected:
      settings.structure = .indexFirst
      settings.expectedPacketCount = Int64(packetCount)
    case .indexLast: settings.structure = .indexLast
    case .fragmented: settings.structure = .fragmented(seconds: 0.5)
    }
    return settings
  }
}

/// The types of the boxes at the top of a file.
func topBoxes(_ bytes: [UInt8]) -> [String] {
  var found: [String] = []
  var place = 0
  while place + 8 <= bytes.count {
    let size = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    found.append(String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self))
    if size < 8 { break }
    place += size
  }
  return found
}

struct WritingTests {
  private let packets = makePackets(300, sizes: { 50 + $0 * 37 % 400 })

  @Test(arguments: Arrangement.allCases)
  func whatIsWrittenReadsBack(_ arrangement: Arrangement) throws {
    var settings = arrangement.apply(aacSettings(), packetCount: packets.count)
    settings.packetTable = PacketTable(
      primingFrames: 2112, validFrames: 304_000, remainderFrames: 1088, timescale: 44_100)
    settings.metadata[.title] = "Prüfung"
    for fileType in ["m4af", "mp4f", "m4bf", "3gpp", "3gp2", "MooV"] as [FourCharacterCode] {
      let bytes = try writeFile(settings, fileType: fileType, packets)
      var reader = try MP4Reader(MemoryByteSource(bytes))
      let found = readAll(&reader)
      expectNil(found.error)
      expectEqual(found.packets, packets)
      expectEqual(reader.fileType, fileType)
      let track = reader.tracks[0]
      expectEqual(track.cookie, [0x12, 0x10])
      expectEqual(track.format.formatID, .aac)
      expectEqual(track.format.sampleRate, 44_100)
      expectEqual(track.format.channelsPerFrame, 2)
      expectEqual(track.format.framesPerPacket, 1024)
      expectEqual(track.packetCount, 300)
      expectEqual(track.rollDistance, 1)
      expectEqual(track.packetTable, settings.packetTable, "\(arrangement) \(fileType)")
      expectEqual(reader.metadata[.title], "Prüfung")
      expectEqual(reader.warnings, [])
    }
  }

  @Test func boxesStandWhereTheStructureSays() throws {
    for arrangement in Arrangement.allCases {
      let boxes = topBoxes(try writeFile(arrangement.apply(aacSettings(), packetCount: packets.count), packets))
      switch arrangement {
      case .indexFirst: expectEqual(boxes, ["ftyp", "moov", "wide", "mdat"])
      case .indexFirstExpected: expectEqual(boxes, ["ftyp", "moov", "free", "wide", "mdat"])
      case .indexLast: expectEqual(boxes, ["ftyp", "wide", "mdat", "moov"])
      case .fragmented:
        // 300 packets are 6.97 s; a fragment of half a second has 22.
        let fragments = [String](repeatElement(["moof", "mdat"], count: 14).joined())
        expectEqual(boxes, ["ftyp", "moov", "free"] + fragments + ["mfra"])
      }
    }
  }

  @Test func anUnfinishedFileIsRefusedOrHoldsWholeFragments() throws {
    for arrangement in Arrangement.allCases {
      let sink = MemoryByteSink()
      var writer = try MP4Writer(
        sink, fileType: "m4af", settings: arrangement.apply(aacSettings(), packetCount: packets.count))
      try feed(packets, to: &writer)
      guard arrangement == .fragmented else {
        #expect(throws: ContainerError.self) { try MP4Reader(MemoryByteSource(sink.bytes)) }
        continue
      }
      var reader = try MP4Reader(MemoryByteSource(sink.bytes))
      // 13 fragments of 22 packets were complete.
      expectEqual(readAll(&reader).packets, Array(packets.prefix(286)))
      try writer.updateHeaders()
      var whole = try MP4Reader(MemoryByteSource(sink.bytes))
      expectEqual(readAll(&whole).packets, packets)
    }
  }

  @Test func everyMomentOfFinishingIsRefusedOrWhole() throws {
    for arrangement in Arrangement.allCases {
      let settings = arrangement.apply(aacSettings(), packetCount: 60)
      let some = Array(packets.prefix(60))
      var stops = 0
      for limit in 0..<200 {
        let sink = DyingSink(operations: limit)
        do {
          var writer = try MP4Writer(sink, fileType: "m4af", settings: settings)
          try feed(some, to: &writer)
          try writer.finish()
        } catch { stops += 1 }
        guard var reader = try? MP4Reader(MemoryByteSource(sink.bytes)), !reader.tracks.isEmpty else { continue }
        let found = readAll(&reader).packets
        expectEqual(found, Array(some.prefix(found.count)))
        if arrangement != .fragmented { expectEqual(found, some) }
        if !sink.isDead { break }
      }
      expectGreater(stops, 3)
    }
  }

  @Test func durationsThatDifferAreKept() throws {
    let counts = packets.indices.map { $0 % 3 == 0 ? 1024 : 960 + $0 }
    for arrangement in Arrangement.allCases {
      var settings = arrangement.apply(aacSettings(), packetCount: packets.count)
      settings.format.framesPerPacket = 0
      var reader = try MP4Reader(MemoryByteSource(try writeFile(settings, packets, frameCounts: counts)))
      expectEqual(reader.tracks[0].format.framesPerPacket, 0)
      expectEqual(reader.tracks[0].duration, Double(counts.reduce(0, +)) / 44_100)
      let found = readAll(&reader)
      expectEqual(found.packets, packets)
      expectEqual(found.frameCounts, counts)
    }
  }

  @Test func aPipeTakesFragmentsOnly() throws {
    for arrangement in Arrangement.allCases {
      let sink = OneWaySink()
      let settings = arrangement.apply(aacSettings(), packetCount: packets.count)
      guard arrangement == .fragmented else {
        let error = #expect(throws: ContainerError.self) {
          try MP4Writer(sink, fileType: "m4af", settings: settings)
        }
        expectEqual(error?.kind, .unsupported)
        continue
      }
      var writer = try MP4Writer(sink, fileType: "m4af", settings: settings)
      try feed(packets, to: &writer)
      try writer.finish()
      var reader = try MP4Reader(WatchedSource(sink.bytes, isPipe: true))
      expectEqual(readAll(&reader).packets, packets)
    }
  }

  @Test func aPipeLearnsTheEndOfTheRecordingFromItsLastPacket() throws {
    let sink = OneWaySink()
    var settings = aacSettings(.fragmented(seconds: 1))
    settings.packetTable = PacketTable(primingFrames: 2112, validFrames: 0, remainderFrames: 0, timescale: 44_100)
    var writer = try MP4Writer(sink, fileType: "mp4f", settings: settings)
    try feed(packets, to: &writer)
    let table = PacketTable(
      primingFrames: 2112, validFrames: 300 * 1024 - 2112 - 500, remainderFrames: 500, timescale: 44_100)
    try writer.setPacketTable(table)
    #expect(throws: ContainerError.self) {
      try writer.setPacketTable(
        PacketTable(primingFrames: 0, validFrames: 5, remainderFrames: 500, timescale: 44_100))
    }
    #expect(throws: ContainerError.self) { try writer.setCookie([0x12, 0x10, 0x56]) }
    try writer.finish()
    let reader = try MP4Reader(MemoryByteSource(sink.bytes))
    expectEqual(reader.tracks[0].packetTable, table)
  }

  @Test func whatIsKnownAtTheEndIsWrittenAtTheEnd() throws {
    let table = PacketTable(primingFrames: 1024, validFrames: 306_000, remainderFrames: 176, timescale: 44_100)
    for arrangement in Arrangement.allCases {
      let settings = arrangement.apply(aacSettings(), packetCount: packets.count)
      let bytes = try writeFile(settings, packets) { writer in
        try writer.setPacketTable(table)
        try writer.setCookie([0x13, 0x10, 0x56, 0xE5, 0x98])
        var metadata = Metadata()
        metadata[.artist] = "Somebody"
        try writer.setMetadata(metadata)
      }
      var reader = try MP4Reader(MemoryByteSource(bytes))
      expectEqual(readAll(&reader).packets, packets)
      expectEqual(reader.tracks[0].packetTable, table, "\(arrangement)")
      expectEqual(reader.tracks[0].cookie, [0x13, 0x10, 0x56, 0xE5, 0x98])
      expectEqual(reader.metadata[.artist], "Somebody")
    }
  }

  @Test func metadataLargerThanItsRoomMovesTheMedia() throws {
    var metadata = Metadata()
    metadata.artwork = [Artwork(bytes: [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 7, count: 50_000))]
    let settings = Arrangement.indexFirstExpected.apply(aacSettings(), packetCount: packets.count)
    let bytes = try writeFile(settings, packets) { writer in try writer.setMetadata(metadata) }
    var reader = try MP4Reader(MemoryByteSource(bytes))
    expectEqual(readAll(&reader).packets, packets)
    expectEqual(reader.metadata.artwork, metadata.artwork)
    #expect(topBoxes(bytes).first == "ftyp" && topBoxes(bytes).last == "mdat")
  }

  @Test func descriptionsMayLeaveGapsAndComeInAnyOrder() throws {
    let sink = MemoryByteSink()
    var writer = try MP4Writer(sink, fileType: "m4af", settings: aacSettings())
    let bytes: [UInt8] = Array(0..<100)
    let places = [
      PacketDescription(startOffset: 50, byteCount: 10), PacketDescription(startOffset: 60, byteCount: 5),
      PacketDescription(startOffset: 0, byteCount: 20), PacketDescription(startOffset: 90, byteCount: 10),
    ]
    try writer.write(bytes.span, descriptions: places.span)
    for place in [(95, 6), (-1, 3), (101, 0), (0, -1), (Int.max, 1)] {
      let wrong = [PacketDescription(startOffset: place.0, byteCount: place.1)]
      #expect(throws: ContainerError.self) { try writer.write(bytes.span, descriptions: wrong.span) }
    }
    try writer.finish()
    var reader = try MP4Reader(MemoryByteSource(sink.bytes))
    expectEqual(readAll(&reader).packets, places.map { Array(bytes[$0.startOffset..<($0.startOffset + $0.byteCount)]) })
  }

  @Test func anEmptyRecordingIsAFileWithoutPackets() throws {
    for arrangement in Arrangement.allCases {
      var reader = try MP4Reader(MemoryByteSource(try writeFile(arrangement.apply(aacSettings(), packetCount: 0), [])))
      expectEqual(reader.tracks.count, 1)
      expectEqual(readAll(&reader).packets, [])
    }
  }

  @Test func whatAFileTypeCannotHoldIsRefused() {
    let cases: [(FourCharacterCode, FourCharacterCode)] = [
      ("m4af", "ima4"), ("mp4f", "ulaw"), ("m4af", .linearPCM), ("m4af", "flac"), ("MooV", "opus"),
    ]
    for (fileType, format) in cases {
      var settings = aacSettings()
      settings.format.formatID = format
      let error = #expect(throws: ContainerError.self) {
        try MP4Writer(MemoryByteSink(), fileType: fileType, settings: settings)
      }
      expectEqual(error?.kind, .unsupported, "\(fileType) \(format)")
    }
    var settings = aacSettings()
    settings.cookie = []
    #expect(throws: ContainerError.self) { try MP4Writer(MemoryByteSink(), fileType: "m4af", settings: settings) }
  }
}

/// A sink that stops working after so many operations, as a full disk or a killed process does.
final class DyingSink: ByteSink {
  private let memory = MemoryByteSink()
  private var left: Int
  private(set) var isDead = false

  init(operations: Int) { left = operations }

  var bytes: [UInt8] { memory.bytes }
  var canOverwrite: Bool { true }
  var byteCount: Int64 { memory.byteCount }

  private func spend() throws(ContainerError) {
    left -= 1
    guard left >= 0 else {
      isDead = true
      throw ContainerError(.inputOutput, "the disk is full", at: 0)
    }
  }

  func append(_ bytes: Span<UInt8>) throws(ContainerError) {
    try spend()
    try memory.append(bytes)
  }

  func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {
    try spend()
    try memory.overwrite(bytes, at: offset)
  }

  func makeRoom(byteCount: Int, at offset: Int64) throws(ContainerError) {
    try spend()
    try memory.makeRoom(byteCount: byteCount, at: offset)
  }
}
