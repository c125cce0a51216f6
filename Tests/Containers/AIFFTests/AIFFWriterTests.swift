import AIFFContainer
import AudioBase
import TestSupport
import Testing

@Suite struct AIFFWriterTests {
  @Test func aShortFileIsWrittenByteForByte() throws {
    let format = StreamFormat(SampleFormat("BEI16")!, sampleRate: 44_100, channelsPerFrame: 1)
    let sink = MemoryByteSink()
    var writer = try AIFFWriter(sink, settings: WriterSettings(format: format, layout: .init([.center])), form: .aiff)
    expectEqual(writer.dataOffset, 54)
    try writer.write([1, 2, 3, 4].span, descriptions: Span())
    try writer.finish()
    expectEqual(
      sink.bytes, Bytes.form("AIFF", Bytes.common(channels: 1, frames: 2, bits: 16), Bytes.sound([1, 2, 3, 4])))
  }

  @Test func anAIFCFileNamesItsVersionAndCompression() throws {
    let format = StreamFormat(.int16, sampleRate: 44_100, channelsPerFrame: 2)
    let sink = MemoryByteSink()
    let settings = WriterSettings(format: format, layout: .init([.left, .right]))
    var writer = try AIFFWriter(sink, settings: settings, form: .aifc)
    try writer.write([1, 2, 3, 4].span, descriptions: Span())
    try writer.finish()
    let expected = Bytes.form(
      "AIFC", Bytes.chunk("FVER", [0xA2, 0x80, 0x51, 0x40]),
      Bytes.common(channels: 2, frames: 1, bits: 16, compression: "sowt"), Bytes.sound([1, 2, 3, 4]))
    expectEqual(sink.bytes, expected)
  }

  @Test(arguments: HeldFormat.all)
  func whatIsWrittenComesBack(held: HeldFormat) throws {
    var random = SplitMix64(seed: 4_000)
    for channels in 1...8 {
      let rate: Double = [8000, 11_025, 44_100, 48_000, 96_000, 22_255.5].randomElement(using: &random) ?? 1
      let format = held.format(rate: rate, channels: channels)
      let speakers: [Speaker] = [
        .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftRear, .rightRear,
      ]
      let layout =
        random.chance(50)
        ? ChannelLayout(Array(speakers.shuffled(using: &random).prefix(channels)))
        : ChannelLayout(unlabelledChannelCount: channels)
      var settings = WriterSettings(format: format, layout: layout)
      settings.metadata = randomMetadata(using: &random)
      settings.sizeUpdates = random.chance(50) ? SizeUpdatePolicy.continuous : .deferred
      let after = random.chance(50) ? settings.metadata : randomMetadata(using: &random)
      let data = random.bytes(Int.random(in: 0...300, using: &random) * format.bytesPerPacket)
      let sink = MemoryByteSink()
      var writer = try AIFFWriter(sink, settings: settings, form: held.form)
      var place = 0
      while place < data.count {
        let end = min(data.count, place + format.bytesPerPacket * Int.random(in: 1...100, using: &random))
        try writer.write(data.span.extracting(place..<end), descriptions: Span())
        place = end
      }
      try writer.setMetadata(after)
      try writer.finish()
      var reader = try open(sink.bytes)
      var found = reader.metadata
      (found.id3Tag, found.id3TagOffset) = ([], 0)
      expectEqual(found, after)
      #expect(reader.tracks[0].format == format && reader.tracks[0].layout == layout && reader.warnings.isEmpty)
      expectEqual(reader.tracks[0].packetCount, Int64(data.count / format.bytesPerPacket))
      #expect(reader.tracks[0].packetTable == nil && sink.bytes.count % 2 == 0)
      try expectEqual(samples(&reader), data)
      expectEqual(Bytes.big(sink.bytes.count - 8, 4), Array(sink.bytes[4..<8]))
      try expectPositions(&reader, data)
    }
  }

  private func expectPositions(_ reader: inout AIFFReader, _ data: [UInt8]) throws {
    let track = reader.tracks[0]
    let (size, frames) = (track.format.bytesPerPacket, track.format.framesPerPacket)
    let packets = data.count / size
    for packet in [0, packets / 2, packets - 1] where packet >= 0 && packet < packets {
      let position = try required(reader.locate(.frame(Int64(packet * frames + frames - 1)), ofTrack: 0))
      #expect(position.packet == Int64(packet) && position.firstFrame == Int64(packet * frames))
      expectEqual(position.byteOffset, track.dataOffset + Int64(packet * size))
      try reader.seek(toPacket: position.packet, ofTrack: 0)
      expectEqual(reader.lowestNeededOffset, position.byteOffset)
      try expectEqual(samples(&reader), Array(data[(packet * size)...]))
    }
  }

  @Test func aTagOfAnotherProgramSurvivesACopy() throws {
    // ID3v2.3 with one frame that has no key of the info dictionary: PRIV, "x" and two bytes.
    let tag: [UInt8] =
      Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, 14] + Array("PRIV".utf8) + [0, 0, 0, 4, 0, 0, 0x78, 0, 9, 8]
    let file = Bytes.form(
      "AIFF", Bytes.common(channels: 1, frames: 1, bits: 16), Bytes.sound([1, 2]), Bytes.chunk("ID3 ", tag))
    let metadata = try open(file).metadata
    #expect(metadata.id3Tag == tag && metadata.id3TagOffset == Int64(file.count - tag.count))
    let format = StreamFormat(SampleFormat("BEI16")!, sampleRate: 44_100, channelsPerFrame: 1)
    var settings = WriterSettings(format: format, layout: .init([.center]))
    settings.metadata = metadata
    let sink = MemoryByteSink()
    var writer = try AIFFWriter(sink, settings: settings, form: .aiff)
    try writer.finish()
    try expectEqual(open(sink.bytes).metadata.id3Tag, tag)
  }

  @Test func markersGetNumbersAndLoopsTheirMarkers() throws {
    var metadata = Metadata()
    metadata.markers = [5, 5, -1, 0, 40_000].map { Marker(framePosition: 9, identifier: $0) }
    metadata.regions = [
      Region(identifier: 7, flags: [.loop], markers: [Marker(framePosition: 1), Marker(name: "e", framePosition: 2)]),
      Region(identifier: 8, markers: [Marker(framePosition: 1), Marker(framePosition: 3)]),
    ]
    let format = StreamFormat(SampleFormat("BEI16")!, sampleRate: 44_100, channelsPerFrame: 1)
    var settings = WriterSettings(format: format, layout: .init([.center]))
    settings.metadata = metadata
    let sink = MemoryByteSink()
    var writer = try AIFFWriter(sink, settings: settings, form: .aiff)
    try writer.finish()
    let found = try open(sink.bytes).metadata
    expectEqual(found.markers.map(\.identifier), [5, 1, 2, 3, 4, 6, 7])
    #expect(found.regions.count == 1 && found.regions[0].markers.map(\.framePosition) == [1, 2])
    metadata.markers[0].framePosition = 0x1p32
    #expect(throws: ContainerError.self) { try writer.setMetadata(metadata) }
  }

  @Test func whatTheFormsCannotHoldIsRefused() throws {
    func refusal(_ format: StreamFormat, _ form: AIFFForm, _ change: (inout WriterSettings) -> Void = { _ in })
      -> ErrorKind?
    {
      var settings = WriterSettings(
        format: format, layout: ChannelLayout(unlabelledChannelCount: format.channelsPerFrame))
      change(&settings)
      let sink = MemoryByteSink()
      do throws(ContainerError) {
        _ = try AIFFWriter(sink, settings: settings, form: form)
        return nil
      } catch {
        #expect(sink.bytes.isEmpty)
        return error.kind
      }
    }
    let plain = StreamFormat(SampleFormat("BEI16")!, sampleRate: 44_100, channelsPerFrame: 1)
    expectNil(refusal(plain, .aiff))
    for name in ["LEI16", "BEF32", "BEUI8", "LEF64"] {
      expectEqual(
        refusal(StreamFormat(SampleFormat(name)!, sampleRate: 8000, channelsPerFrame: 1), .aiff), .unsupported)
    }
    for name in ["LEF32", "BEUI16", "LEUI24"] {
      expectEqual(
        refusal(StreamFormat(SampleFormat(name)!, sampleRate: 8000, channelsPerFrame: 1), .aifc), .unsupported)
    }
    expectEqual(refusal(StreamFormat(formatID: "aac ", sampleRate: 44_100, channelsPerFrame: 1), .aifc), .unsupported)
    expectEqual(
      refusal(HeldFormat(form: .aiff, name: "alaw", codec: "").format(rate: 8000, channels: 1), .aiff), .unsupported)
    expectEqual(
      refusal(StreamFormat(SampleFormat("BEI16")!, sampleRate: .nan, channelsPerFrame: 1), .aiff), .unsupported)
    expectEqual(
      refusal(StreamFormat(SampleFormat("BEI16")!, sampleRate: 0x1p32, channelsPerFrame: 1), .aiff), .unsupported)
    expectEqual(refusal(plain, .aiff) { $0.expectedByteCount = 0x1_0000_0000 }, .unsupported)
    expectEqual(refusal(plain, .aiff) { $0.layout = ChannelLayout([.left, .right]) }, .invalidState)
    expectEqual(
      refusal(plain, .aiff) {
        $0.packetTable = PacketTable(primingFrames: 1, validFrames: 0, remainderFrames: 0, timescale: 44_100)
      }, .unsupported)
    let settings = WriterSettings(format: plain, layout: .init([.center]))
    let pipe = #expect(throws: ContainerError.self) { try AIFFWriter(OneWaySink(), settings: settings, form: .aiff) }
    expectEqual(pipe?.kind, .unsupported)
  }

  @Test func fourGibibytesAreTooMany() throws {
    final class BottomlessSink: ByteSink {
      let canOverwrite = true
      var byteCount: Int64 = 0
      func append(_ bytes: Span<UInt8>) throws(ContainerError) { byteCount += Int64(bytes.count) }
      func overwrite(_ bytes: Span<UInt8>, at offset: Int64) throws(ContainerError) {}
    }
    let format = StreamFormat(SampleFormat("BEI16")!, sampleRate: 44_100, channelsPerFrame: 1)
    let sink = BottomlessSink()
    var writer = try AIFFWriter(sink, settings: WriterSettings(format: format, layout: .init([.center])), form: .aiff)
    let piece = [UInt8](repeating: 0, count: 1 << 24)
    for _ in 0..<255 { try writer.write(piece.span, descriptions: Span()) }
    let error = #expect(throws: ContainerError.self) { try writer.write(piece.span, descriptions: Span()) }
    #expect(error?.kind == .unsupported && sink.byteCount < 1 << 32)
    try writer.write(piece.span.extracting(0..<(1 << 23)), descriptions: Span())
    try writer.finish()
  }
}
