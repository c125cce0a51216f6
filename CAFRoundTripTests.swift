import AudioBase
import TestSupport
import Testing

@testable import CAFContainer

@Suite struct CAFRoundTripTests {
  static let rates: [Double] = [8000, 11025, 44100, 48000, 96000, 44100.5]

  @Test(arguments: CAFFile.descriptor.sampleFormats, [1, 2, 3, 6, 8, 16])
  func linearPCMComesBackAsItWent(samples: SampleFormat, channels: Int) throws {
    var random = SplitMix64(seed: 42)
    for rate in Self.rates {
      let format = StreamFormat(samples, sampleRate: rate, channelsPerFrame: channels)
      let layout = ChannelLayout((0..<channels).map { Speaker(rawValue: UInt32($0 + 1)) })
      var settings = WriterSettings(format: format, layout: layout)
      settings.metadata = Self.metadata(&random)
      let audio = random.bytes(format.bytesPerFrame * 700)
      let sink = MemoryByteSink()
      var writer = try CAFWriter(sink, settings: settings)
      let empty: [PacketDescription] = []
      try writer.write(audio.span, descriptions: empty.span)
      let table = PacketTable(primingFrames: 3, validFrames: 690, remainderFrames: 7, timescale: rate)
      try writer.setPacketTable(table)
      try writer.finish()
      var reader = try open(sink.bytes)
      let track = reader.tracks[0]
      #expect(track.format == format && track.layout == layout && reader.metadata == settings.metadata)
      #expect(track.packetCount == 700 && track.packetTable == table && reader.warnings.isEmpty)
      #expect(Array(readAll(&reader).packets.joined()) == audio)
    }
  }

  @Test(arguments: CAFFile.descriptor.formatIDs.filter { $0 != .linearPCM }, [1, 2, 6])
  func packetsOfAnyFormatComeBackAsTheyWent(formatID: FourCharacterCode, channels: Int) throws {
    var random = SplitMix64(seed: UInt64(formatID.rawValue))
    for variant in 0..<12 {
      var settings = compressed(formatID, frames: variant % 3 == 0 ? 0 : 960, channels: channels, rate: Self.rates[variant % 6])
      settings.format.formatFlags = UInt32(variant)
      settings.cookie = formatID == "alac" ? [0, 0, 16, 0] + random.bytes(20) : CAFCookie.isMPEG4(formatID) ? [0x12, 0x10] : random.bytes(5)
      settings.metadata = Self.metadata(&random)
      settings.structure = variant % 2 == 0 ? .indexFirst : .indexLast
      settings.sizeUpdates = variant % 4 < 2 ? .deferred : .continuous
      settings.expectedPacketCount = variant > 8 ? 300 : nil
      let packets = (0..<300).map { _ in random.bytes(Int.random(in: 0..<400, using: &random)) }
      let frames = settings.format.framesPerPacket == 0 ? packets.map { _ in Int.random(in: 1..<5000, using: &random) } : []
      let total = Int64(frames.isEmpty ? 300 * 960 : frames.reduce(0, +))
      let sink = MemoryByteSink()
      var writer = try CAFWriter(sink, settings: settings)
      try write(packets, frameCounts: frames, to: &writer)
      let table = PacketTable(
        primingFrames: 100, validFrames: total - 105, remainderFrames: 5, timescale: settings.format.sampleRate)
      try writer.setPacketTable(table)
      try writer.finish()
      var reader = try open(sink.bytes)
      let track = reader.tracks[0]
      #expect(track.format == settings.format && track.cookie == settings.cookie)
      #expect(track.layout == (channels == 6 ? nil : settings.layout))
      #expect(reader.metadata == settings.metadata && track.packetTable == table)
      #expect(track.packetCount == 300 && track.dataOffset == writer.dataOffset && reader.warnings.isEmpty)
      let all = readAll(&reader)
      #expect(all.packets == packets && all.error == nil)
      #expect(all.frameCounts == (frames.isEmpty ? packets.map { _ in 0 } : frames))
      try expectSeeksAgree(&reader, packets, offsets: all.offsets, &random)
    }
  }

  private func expectSeeksAgree(
    _ reader: inout CAFReader, _ packets: [[UInt8]], offsets: [Int64], _ random: inout SplitMix64
  ) throws {
    for _ in 0..<20 {
      let packet = Int.random(in: 0..<packets.count, using: &random)
      #expect(try reader.locate(.packet(Int64(packet)), ofTrack: 0)?.byteOffset == offsets[packet])
      try reader.seek(toPacket: Int64(packet), ofTrack: 0)
      _ = try reader.locate(.packet(Int64(packets.count - 1)), ofTrack: 0)
      #expect(readAll(&reader, maximumPacketCount: 1).packets.first == packets[packet])
    }
    try reader.seek(toPacket: 1 << 40, ofTrack: 0)
    #expect(readAll(&reader).packets.isEmpty)
  }

  @Test func constantPacketsComeBackAsTheyWent() throws {
    var random = SplitMix64(seed: 7)
    let formats: [(FourCharacterCode, Int, Int)] = [
      ("ima4", 34, 64), (FourCharacterCode(rawValue: 0x6D73_0002), 1024, 1012), ("ulaw", 1, 1),
      (FourCharacterCode(rawValue: 0x6D73_0011), 512, 505), ("alaw", 1, 1),
    ]
    for (formatID, size, frames) in formats {
      for channels in [1, 2] {
        var settings = compressed(formatID, frames: frames, channels: channels)
        settings.format.bytesPerPacket = size * channels
        if frames == 1 { settings.format.bytesPerFrame = size * channels }
        let audio = random.bytes(size * channels * 50)
        let sink = MemoryByteSink()
        var writer = try CAFWriter(sink, settings: settings)
        let empty: [PacketDescription] = []
        try writer.write(audio.span, descriptions: empty.span)
        #expect(throws: ContainerError.self) {
          try writer.write(([1] as [UInt8]).span.extracting(0..<(size * channels == 1 ? 0 : 1)), descriptions: empty.span)
          if size * channels == 1 { throw MortalSink.death }
        }
        try writer.finish()
        var reader = try open(sink.bytes)
        #expect(reader.tracks[0].format == settings.format && reader.tracks[0].packetCount == 50)
        #expect(Array(readAll(&reader).packets.joined()) == audio)
      }
    }
  }

  static func metadata(_ random: inout SplitMix64) -> Metadata {
    var metadata = Metadata()
    metadata[.title] = "Title \(random.next())"
    metadata[.comments] = "Ünï"
    metadata.smpteTimeType = 2
    metadata.markers = (1...3).map {
      Marker(name: "m\($0)", framePosition: Double($0) * 1.5, identifier: $0, type: UInt32($0), channel: $0)
    }
    metadata.markers[1].time = SMPTETime(hours: 1, minutes: 2, seconds: 3, frames: 4, subFrameSampleOffset: 5)
    metadata.regions = [
      Region(identifier: 10, name: "r", flags: .loop, markers: [Marker(name: "s", framePosition: 1, identifier: 11)])
    ]
    return metadata
  }
}
