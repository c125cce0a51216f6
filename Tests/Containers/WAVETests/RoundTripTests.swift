import AudioBase
import TestSupport
import Testing
import WAVEContainer

/// What is written at random and must come back as it was.
struct RandomRecording {
  var form: WAVEForm
  var settings: WriterSettings
  var data: [UInt8]
  var table: PacketTable?

  static let kinds = 11

  init(form: WAVEForm, kind: Int, channels: Int, using random: inout SplitMix64) {
    self.form = form
    let rate = [8000, 22050, 44100, 48000, 96000, 192_000].randomElement(using: &random) ?? 1
    let linear = WAVEFile.descriptor.sampleFormats
    var format: StreamFormat
    var cookie: [UInt8] = []
    if kind < linear.count {
      format = StreamFormat(linear[kind], sampleRate: Double(rate), channelsPerFrame: channels)
    } else {
      let ids: [UInt32] = [0x616C_6177, 0x756C_6177, 0x6D73_0002, 0x6D73_0011, 0x6D73_0031]
      let formatID = FourCharacterCode(rawValue: ids[kind - linear.count])
      format = StreamFormat(
        formatID: formatID, sampleRate: Double(rate), channelsPerFrame: channels, framesPerPacket: 1)
      // Sizes and durations by the formulas of the formats' documents.
      let units = Int.random(in: 1...40, using: &random)
      switch ids[kind - linear.count] {
      case 0x6D73_0002:
        format.bytesPerPacket = 7 * channels + units * channels
        format.framesPerPacket = 2 + 2 * units
        cookie = Bytes.little(format.framesPerPacket, 2) + [1, 0] + random.bytes(4)
      case 0x6D73_0011:
        format.bytesPerPacket = 4 * channels + 4 * units * channels
        format.framesPerPacket = 1 + 8 * units
      case 0x6D73_0031:
        format.channelsPerFrame = 1
        format.bytesPerPacket = 65
        format.framesPerPacket = 320
      default:
        format.bytesPerPacket = channels
        format.bytesPerFrame = channels
        format.bitsPerChannel = 8
      }
    }
    let packets = Int.random(in: 0...300, using: &random)
    data = random.bytes(packets * format.bytesPerPacket)
    settings = WriterSettings(
      format: format, layout: Self.layout(format, using: &random), cookie: cookie)
    if format.framesPerPacket > 1, packets > 0 {
      let all = Int64(packets * format.framesPerPacket)
      let cut = Int64.random(in: 0..<Int64(format.framesPerPacket), using: &random)
      table = PacketTable(
        primingFrames: 0, validFrames: all - cut, remainderFrames: cut, timescale: format.sampleRate)
    }
  }

  /// Stereo, loudspeakers of rising bits beyond it, or nothing that is known.
  private static func layout(_ format: StreamFormat, using random: inout SplitMix64) -> ChannelLayout {
    let count = format.channelsPerFrame
    guard count > 2, format.framesPerPacket == 1, format.formatID == .linearPCM || count > 2, random.chance(60),
      format.framesPerPacket == 1
    else { return ChannelLayout(unlabelledChannelCount: count) }
    let labels = Array(1...18).shuffled(using: &random).prefix(count).sorted()
    return ChannelLayout(labels.map { Speaker(rawValue: UInt32($0)) })
  }
}

/// Metadata of which all has a place in the form.
func randomMetadata(for form: WAVEForm, using random: inout SplitMix64) -> Metadata {
  var metadata = Metadata()
  let texts = ["a", "zwei", "три", "四つ", String(repeating: "long ", count: 50)]
  let keys: [InfoKey] = [
    .title, .artist, .album, .genre, .comments, .copyright, .encodingApplication, .trackNumber, .engineer, .composer,
    .lyricist, .source, .subject, .keywords, InfoKey("ITCH"), InfoKey("IMED"),
  ]
  for key in keys where random.chance(30) { metadata[key] = texts.randomElement(using: &random) }
  if random.chance(30) {
    if random.chance(50) { metadata[.year] = "2024" } else { metadata[.recordedDate] = "2024-05" }
  }
  if random.chance(40) {
    metadata[.broadcastTimeReference] = String(random.next())
    if random.chance(50) { metadata[.broadcastDescription] = "A description" }
    if random.chance(50) { metadata[.broadcastOriginationDate] = "2024-01-01" }
    if random.chance(50) { metadata[.broadcastUMID] = String(repeating: "0A", count: 64) }
    if random.chance(50) { metadata[.broadcastLoudnessValue] = "-23.\(Int.random(in: 10...99, using: &random))" }
    if random.chance(50) { metadata[.broadcastCodingHistory] = "A=PCM,F=48000\r\n" }
  }
  guard form != .wave64 else { return metadata }
  var identifiers = Array(0...40).shuffled(using: &random)
  for _ in 0..<Int.random(in: 0...5, using: &random) {
    metadata.markers.append(
      Marker(
        name: random.chance(50) ? "" : "m\u{E9}", framePosition: Double(UInt32.random(in: 0 ... .max, using: &random)),
        identifier: identifiers.removeLast()))
  }
  for isLoop in [false, true] {
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let start = Double(Int.random(in: 0...1000, using: &random))
      let length = Double(Int.random(in: isLoop ? 1...9 : 0...9, using: &random))
      metadata.regions.append(
        Region(
          identifier: identifiers.removeLast(), name: random.chance(50) ? "" : "r",
          flags: isLoop ? [.loop, .playForward] : [],
          markers: [Marker(framePosition: start), Marker(framePosition: start + length)]))
    }
  }
  if random.chance(20) {
    // A frame of a program's own, which says nothing that has a key.
    let body = random.bytes(Int.random(in: 7...40, using: &random))
    let count = UInt8(body.count)
    metadata.id3Tag =
      Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, count + 10] + Array("PRIV".utf8) + [0, 0, 0, count, 0, 0] + body
  }
  return metadata
}

@Suite struct RoundTripTests {
  static let forms: [WAVEForm] = [.riff, .rf64, .bw64, .wave64]

  @Test(arguments: forms, 0..<RandomRecording.kinds)
  func whatIsWrittenComesBack(form: WAVEForm, kind: Int) throws {
    var random = SplitMix64(seed: 3_000 + UInt64(kind))
    for channels in 1...8 {
      let recording = RandomRecording(form: form, kind: kind, channels: channels, using: &random)
      let before = randomMetadata(for: form, using: &random)
      let after = random.chance(50) ? before : randomMetadata(for: form, using: &random)
      let sink = MemoryByteSink()
      var settings = recording.settings
      settings.metadata = before
      settings.sizeUpdates = random.chance(50) ? .continuous : .deferred
      var writer = try WAVEWriter(sink, settings: settings, form: form)
      try Self.writePieces(recording, to: &writer, using: &random)
      if let table = recording.table { try writer.setPacketTable(table) }
      try writer.setMetadata(after)
      try writer.finish()
      try Self.expect(recording, after, settings, in: sink.bytes)
    }
  }

  /// Writes whole packets in pieces of random lengths.
  private static func writePieces(
    _ recording: RandomRecording, to writer: inout WAVEWriter, using random: inout SplitMix64
  ) throws {
    let size = recording.settings.format.bytesPerPacket
    var place = 0
    while place < recording.data.count {
      let count = min(recording.data.count - place, size * Int.random(in: 1...100, using: &random))
      try writer.write(recording.data.span.extracting(place..<(place + count)), descriptions: Span())
      place += count
    }
  }

  private static func expect(
    _ recording: RandomRecording, _ metadata: Metadata, _ settings: WriterSettings, in bytes: [UInt8]
  ) throws {
    var reader = try WAVEReader(MemoryByteSource(bytes), limits: ResourceLimits())
    let track = reader.tracks[0]
    #expect(reader.fileType == recording.form.fileType && reader.warnings.isEmpty, "\(reader.warnings)")
    expectEqual(track.format, settings.format)
    expectEqual(track.layout, settings.layout)
    expectEqual(track.cookie, settings.cookie)
    let packets = recording.data.count / settings.format.bytesPerPacket
    #expect(track.packetCount == Int64(packets) && track.audioByteCount == Int64(recording.data.count))
    if packets > 0 { expectEqual(track.packetTable, recording.table) }
    var found = reader.metadata
    found.id3TagOffset = metadata.id3TagOffset
    expectEqual(found, metadata)
    try expectEqual(readAll(&reader), recording.data)
    for packet in [0, packets / 2, packets - 1] where packet >= 0 && packet < packets {
      let frames = settings.format.framesPerPacket
      let position = try required(reader.locate(.frame(Int64(packet * frames + frames - 1)), ofTrack: 0))
      #expect(position.packet == Int64(packet) && position.firstFrame == Int64(packet * frames))
      expectEqual(position.byteOffset, track.dataOffset + Int64(packet * settings.format.bytesPerPacket))
      try reader.seek(toPacket: position.packet, ofTrack: 0)
      expectEqual(reader.lowestNeededOffset, position.byteOffset)
      try expectEqual(readAll(&reader), Array(recording.data[(packet * settings.format.bytesPerPacket)...]))
    }
  }

  @Test func metadataToAPipeStandsInFront() throws {
    var random = SplitMix64(seed: 77)
    let metadata = randomMetadata(for: .riff, using: &random)
    var settings = settings(.int16, ChannelLayout([.left, .right]))
    settings.metadata = metadata
    let sink = OneWaySink()
    var writer = try WAVEWriter(sink, settings: settings, form: .riff)
    try writer.write([1, 2, 3, 4].span, descriptions: Span())
    #expect(throws: ContainerError.self) { try writer.setMetadata(Metadata()) }
    try writer.setMetadata(metadata)
    try writer.finish()
    var reader = try WAVEReader(EndlessSource(sink.bytes), limits: ResourceLimits())
    #expect(reader.metadata.info == metadata.info && reader.metadata.markers == metadata.markers)
    try expectEqual(readAll(&reader), [1, 2, 3, 4])
  }

  @Test func numbersOfCuePointsThatClashAreReplaced() throws {
    var metadata = Metadata()
    metadata.markers = [5, 5, -1, 0, 0].map { Marker(framePosition: Double($0 + 9), identifier: $0) }
    metadata.regions = [Region(identifier: 1), Region(identifier: 1, markers: [Marker(framePosition: 3)])]
    let sheet = try CueSheet(metadata)
    expectEqual(sheet.points.map(\.identifier), [5, 2, 3, 0, 4, 1])
  }

  @Test func loudspeakersOutOfOrderAreNotClaimed() throws {
    let sink = MemoryByteSink()
    try write(settings(.int16, ChannelLayout([.center, .left, .right])), [], to: sink)
    let reader = try WAVEReader(MemoryByteSource(sink.bytes), limits: ResourceLimits())
    expectEqual(reader.tracks[0].layout?.speakers, [.unknown, .unknown, .unknown])
  }

  @Test func packetTablesThatFactCannotHoldAreRefused() throws {
    var settings = settings(.int16, ChannelLayout([.center]))
    var writer = try WAVEWriter(MemoryByteSink(), settings: settings, form: .riff)
    func table(_ priming: Int64, _ remainder: Int64, _ rate: Double = 48000) -> PacketTable {
      PacketTable(primingFrames: priming, validFrames: 10, remainderFrames: remainder, timescale: rate)
    }
    try writer.setPacketTable(table(0, 0))
    #expect(throws: ContainerError.self) { try writer.setPacketTable(table(0, 1)) }
    settings.format = StreamFormat(
      formatID: .dviADPCM, sampleRate: 48000, channelsPerFrame: 1, framesPerPacket: 9)
    settings.format.bytesPerPacket = 8
    writer = try WAVEWriter(MemoryByteSink(), settings: settings, form: .riff)
    try writer.setPacketTable(table(0, 1))
    #expect(throws: ContainerError.self) { try writer.setPacketTable(table(1, 0)) }
    #expect(throws: ContainerError.self) { try writer.setPacketTable(table(0, 1, 44100)) }
  }
}
