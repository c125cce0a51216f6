import AudioBase
import AudioFiles
import TestSupport
import Testing

@Suite struct AudioFilePropertyTests {
  @Test func countsAndPlacesOfCompressedPackets() throws {
    let made = try MadeFile.aac(3000)
    let file = try made.open()
    let sizes = made.packets.map(\.count)
    expectEqual(file.fileType, "m4af")
    #expect(file.dataFormat.formatID == .aac && file.dataFormat.framesPerPacket == 1024)
    expectEqual(file.magicCookie, MadeFile.cookie)
    try expectEqual(file.packetCount, 3000)
    try expectEqual(file.audioDataByteCount, Int64(sizes.reduce(0, +)))
    try expectEqual(file.maximumPacketSize, sizes.max())
    expectGreaterOrEqual(file.packetSizeUpperBound, sizes.max()!)
    #expect(file.trackCount == 1 && file.isOptimized)
    let seconds = 3000.0 * 1024 / 44_100
    expectLess(abs(try #require(file.estimatedDuration) - seconds), 1e-3)
    expectLessOrEqual(abs(Double(try #require(file.bitRate)) - Double(sizes.reduce(0, +)) * 8 / seconds), 1)
    try expectEqual(file.restrictsRandomAccess, false)
    // The packets lie one after the other behind the data offset.
    let start = Int(file.dataOffset)
    expectEqual(Array(made.bytes[start..<start + sizes[0]]), made.packets[0])
  }

  @Test func packetsFramesAndBytesAreTranslated() throws {
    let made = try MadeFile.aac(3000)
    let file = try made.open()
    var offsets: [Int64] = [0]
    for packet in made.packets { offsets.append(offsets.last! + Int64(packet.count)) }
    for packet in [0, 1, 255, 1024, 2999] {
      try expectEqual(file.frame(ofPacket: Int64(packet)), Int64(packet) * 1024)
      let frame = try file.packet(ofFrame: Int64(packet) * 1024 + 1023)
      #expect(frame.packet == Int64(packet) && frame.frameOffset == 1023)
      let place = try file.byte(ofPacket: Int64(packet))
      let exact = !place.isEstimate
      if exact { expectEqual(place.byteOffset, offsets[packet]) }
      let last = try file.packet(ofByte: offsets[packet + 1] - 1)
      if !last.isEstimate {
        expectEqual(last.packet, Int64(packet))
        expectEqual(last.byteOffsetInPacket, Int64(made.packets[packet].count - 1))
      }
      expectEqual(exact, !last.isEstimate)
      let range = Int64(packet)..<min(3000, Int64(packet) + 100)
      let sum = offsets[Int(range.upperBound)] - offsets[packet]
      try expectGreaterOrEqual(file.byteCountUpperBound(ofPackets: range), sum)
    }
    #expect(throws: ContainerError.self) { try file.frame(ofPacket: -1) }
    try expectEqual(file.independentPacket(before: 7), 6)
    try expectNil(file.independentPacket(before: 0))
    try expectEqual(file.independentPacket(after: 2998), 2999)
    try expectNil(file.independentPacket(after: 2999))
    try expectEqual(file.rollDistance(ofPacket: 0), 0)
  }

  @Test func linearPCMIsTranslatedByArithmetic() throws {
    let file = try MadeFile.wave(1000).open()
    expectEqual(file.dataFormatName, "Linear PCM")
    try expectEqual(file.frame(ofPacket: 77), 77)
    try expectEqual(file.byte(ofPacket: 77).byteOffset, 308)
    let place = try file.packet(ofByte: 311)
    #expect(place.packet == 77 && place.byteOffsetInPacket == 3 && !place.isEstimate)
    try expectEqual(file.byteCountUpperBound(ofPackets: 10..<20), 40)
    #expect(file.bitRate == 8000 * 32 && file.sourceBitDepth == 16)
    expectEqual(file.estimatedDuration, 0.125)
    expectEqual(file.infoDictionary[.approximateDuration], "0.125")
  }

  @Test func theFormatListHasALayerForEachWayToDecode() throws {
    // AAC LC core at 22.05 kHz, SBR to 44.1 kHz, parametric stereo: ISO/IEC 14496-3, 1.6.2.1, hierarchical signalling.
    let cookie: [UInt8] = [0xEB, 0x8A, 0x08, 0x00]
    let format = StreamFormat(formatID: .aac, sampleRate: 44_100, channelsPerFrame: 1, framesPerPacket: 1024)
    let sink = MemoryByteSink()
    let settings = WriterSettings(format: format, layout: ChannelLayout([.center]), cookie: cookie)
    let file = try AudioFile(
      creatingIn: sink, container: MadeFile.container("m4af"), settings: settings, options: MadeFile.options)
    try MadeFile.write([[1, 2, 3]], to: file)
    try file.close()
    let list = try AudioFile(source: MemoryByteSource(sink.bytes), options: MadeFile.options).formatList
    expectEqual(list.map(\.format.formatID), [.aacHighEfficiencyV2, .aacHighEfficiency, .aac])
    expectEqual(list.map(\.format.sampleRate), [44_100, 44_100, 22_050])
    expectEqual(list.map(\.format.channelsPerFrame), [2, 1, 1])
    expectEqual(list.map(\.format.framesPerPacket), [2048, 2048, 1024])
  }

  @Test func chunksAreReadByNameAndNumber() throws {
    let made = try MadeFile.aac(10)
    let file = try made.open()
    guard !file.chunkIdentifiers.isEmpty else { return }
    expectEqual(file.chunkIdentifiers.first, "ftyp")
    #expect(file.chunkCount(of: "ftyp") == 1 && file.chunkCount(of: "none") == 0)
    expectNil(file.chunkByteCount(of: "none", index: 0))
    var bytes = [UInt8](repeating: 0, count: 4)
    var span = bytes.mutableSpan
    try expectEqual(file.readChunk("ftyp", index: 0, at: 0, into: &span), 4)
    expectEqual(bytes, Array("M4A ".utf8))
    #expect(throws: ContainerError.self) {
      var span = bytes.mutableSpan
      _ = try file.readChunk("ftyp", index: 1, at: 0, into: &span)
    }
  }

  @Test func theHintDecidesWhereBytesSayNothing() throws {
    var options = MadeFile.options
    let noise = [UInt8](repeating: 0x55, count: 1000)
    #expect(throws: AudioError.self) { try AudioFile(source: MemoryByteSource(noise), options: options) }
    options.containers.append(
      ContainerDescriptor(fileType: "mine", name: "Mine", formatIDs: []) {
        $0.open = { source, limits throws(ContainerError) in
          var format = StreamFormat(formatID: "ulaw", sampleRate: 8000, channelsPerFrame: 1, framesPerPacket: 1)
          format.bytesPerPacket = 1
          return HeaderlessReader(source: source, format: format)
        }
      })
    #expect(throws: AudioError.self) { try AudioFile(source: MemoryByteSource(noise), options: options) }
    options.fileTypeHint = "mine"
    let file = try AudioFile(source: MemoryByteSource(noise), options: options)
    #expect(file.fileType == "mine" && file.container.fileType == "mine")
    try expectEqual(file.packetCount, 1000)
    try expectEqual(file.audioDataByteCount, 1000)
  }

  @Test func listsOfContainersTellWhatTheyHold() throws {
    let types = FileTypes(MadeFile.options.containers)
    #expect(types.readable.contains("WAVE") && types.writable.contains("WAVE"))
    expectEqual(types.types(forExtension: "WAV"), ["WAVE"])
    expectEqual(types.extensions(for: "m4af").first, "m4a")
    expectNil(types.name(of: "none"))
    #expect(types.formatIDs(for: "WAVE").contains(.linearPCM))
    expectEqual(types.streamDescriptions(of: .aac, in: "m4af").map(\.formatID), [.aac])
    #expect(types.streamDescriptions(of: .aac, in: "WAVE").isEmpty)
  }
}

/// Every byte is a packet, and only reading tells how many there are.
private struct HeaderlessReader: ContainerReader {
  let fileType: FourCharacterCode = "mine"
  var tracks: [TrackInfo]
  let source: any ByteSource
  private var cursor: ConstantPacketCursor

  init(source: any ByteSource, format: StreamFormat) {
    self.source = source
    tracks = [TrackInfo(format: format)]
    cursor = ConstantPacketCursor(format: format, dataOffset: 0, byteCount: nil)
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try cursor.seek(toPacket: packet)
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try cursor.read(from: source, into: &batch)
  }
}
