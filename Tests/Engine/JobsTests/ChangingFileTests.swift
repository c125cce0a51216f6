import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// A stretch of packets of a fixture, as they go into a file of several.
private struct Part {
  var packets: [[UInt8]]
  var cookie: [UInt8]
  var rate: Double
  var channels: Int

  static func fixture(_ name: String, rate: Double, channels: Int) throws -> Part {
    let place = SharedFiles.fixtures.appending(path: "AAC/\(name)")
    let cookie = SharedFiles.bytes(place.appendingPathExtension("asc"))
    return Part(
      packets: packetsOfDump(SharedFiles.bytes(place.appendingPathExtension("dump"))), cookie: cookie, rate: rate,
      channels: channels)
  }

  /// AAC-LC, 44.1 kHz, stereo, 20 packets; AAC-LC, 24 kHz, mono, 20 packets.
  static func stereo() throws -> Part { try fixture("lc_44100_st_128k_syn_burst", rate: 44_100, channels: 2) }
  static func mono() throws -> Part { try fixture("lc_24000_mo_32k_harpsi", rate: 24_000, channels: 1) }
  /// HE-AAC of 44.1 kHz over a core of 22.05 kHz, of which a header of ADTS says the core alone.
  static func replicated() throws -> Part {
    var part = try fixture("hev1_44100_st_48k_syn_burst", rate: 44_100, channels: 2)
    part.cookie = [0x13, 0x90]
    return part
  }

  var stream: CodedStream {
    CodedStream(
      format: StreamFormat(formatID: .aac, sampleRate: rate, channelsPerFrame: channels, framesPerPacket: 1024),
      cookie: cookie)
  }

  /// A file of a type with these parts one behind the other.
  static func file(_ parts: [Part], _ type: FourCharacterCode = "adts") throws -> [UInt8] {
    let create = try required(Catalog.standard.container(fileType: type)?.create)
    let sink = MemoryByteSink()
    let first = parts[0].stream
    var writer = try create(
      sink,
      WriterSettings(
        format: first.format, layout: ChannelLayout(usualFor: first.format.channelsPerFrame), cookie: first.cookie))
    for (index, part) in parts.enumerated() {
      if index > 0 { try writer.changeStream(to: part.stream) }
      for packet in part.packets {
        let place = [PacketDescription(startOffset: 0, byteCount: packet.count)]
        try writer.write(packet.span, descriptions: place.span)
      }
    }
    try writer.finish()
    return sink.bytes
  }
}

/// Samples of one format, channel after channel.
private struct Stretch: Equatable {
  var rate: Double
  var channels: [[Float]]
}

@Suite("Files whose format changes")
struct ChangingFileTests {
  private func reader(_ bytes: [UInt8]) throws -> any ContainerReader {
    try MediaFile(source: MemoryByteSource(bytes), name: nil, containers: Catalog.standard.containers).reader
  }

  /// Everything that a file decodes to, in stretches of one format.
  private func decode(_ bytes: [UInt8], _ options: DecodeRequest = DecodeRequest()) throws -> [Stretch] {
    var decoder = try TrackDecoder(
      of: reader(bytes), track: 0, codecs: Catalog.standard.codecs, options: options)
    var found: [Stretch] = []
    var format: DecodedFormat?
    while let frames = try decoder.decodeNext() {
      if decoder.format != format {
        format = decoder.format
        found.append(
          Stretch(
            rate: decoder.format.sampleRate,
            channels: Array(repeating: [], count: decoder.format.layout.channelCount)))
      }
      for channel in found[found.count - 1].channels.indices {
        let plane = decoder.block.channel(channel)
        for index in frames { found[found.count - 1].channels[channel].append(plane[index]) }
      }
    }
    return found
  }

  @Test("Each part decodes to what it is alone", arguments: ["adts", "loas"] as [FourCharacterCode])
  func parts(type: FourCharacterCode) throws {
    let parts = try [Part.stereo(), .mono(), .replicated(), .stereo()]
    let whole = try decode(Part.file(parts, type))
    let alone = try parts.flatMap { try decode(Part.file([$0], type)) }
    #expect(whole.map(\.rate) == [44_100, 24_000, 44_100, 44_100] || whole.map(\.rate) == [44_100, 24_000, 44_100])
    // The third and the fourth part decode to the same format, one behind the other.
    let joined = Stretch(
      rate: 44_100, channels: (0..<2).map { alone[2].channels[$0] + alone[3].channels[$0] })
    expectEqual(whole[0], alone[0])
    expectEqual(whole[1], alone[1])
    #expect(whole[2] == joined || Array(whole[2...]) == Array(alone[2...]))
    #expect(whole[0].channels[0].count == 20 * 1024 && whole[1].channels[0].count == 20 * 1024)
    expectGreaterOrEqual(whole[2].channels[0].count, parts[2].packets.count * 2048)
  }

  @Test("Decoding that begins later gives the same, wherever it begins", arguments: [SeekingAccuracy.exact, .quick])
  func seeking(_ seeking: SeekingAccuracy) throws {
    let parts = try [Part.stereo(), .mono(), .stereo()]
    let bytes = try Part.file(parts)
    let whole = try decode(bytes)
    let lengths = whole.map { Double($0.channels[0].count) / $0.rate }
    for start in [0.1, 0.4, lengths[0] - 0.001, lengths[0] + 0.001, lengths[0] + 0.5, lengths[0] + lengths[1] + 0.2] {
      var options = DecodeRequest()
      (options.start, options.seeking) = (start, seeking)
      let part = try decode(bytes, options)
      // The frame at the time, by the rate of the first stream and then of each part.
      var skipped = start
      var expected: [Stretch] = []
      for (stretch, length) in zip(whole, lengths) {
        if skipped >= length {
          skipped -= length
        } else {
          let first = max(0, Int((skipped * stretch.rate).rounded()))
          expected.append(Stretch(rate: stretch.rate, channels: stretch.channels.map { Array($0[first...]) }))
          skipped = 0
        }
      }
      expectEqual(part.map(\.rate), expected.map(\.rate), "\(start)")
      for (found, wanted) in zip(part, expected) {
        // A frame may fall on the other side where rates do not divide.
        expectLessOrEqual(abs(found.channels[0].count - wanted.channels[0].count), 1, "\(start)")
        let count = min(found.channels[0].count, wanted.channels[0].count)
        for channel in found.channels.indices {
          expectEqual(found.channels[channel].suffix(count), wanted.channels[channel].suffix(count), "\(start)")
        }
      }
    }
  }

  @Test("A conversion mixes and converts all parts to the format of the first, as long as they last")
  func conversion() throws {
    let folder = try TemporaryDirectory()
    try folder.write("in.aac", Part.file([.stereo(), .mono(), .stereo()]))
    for jobs in [1, 2] {
      var conversion = FileConversion(from: folder.file("in.aac"), to: folder.file("out\(jobs).wav"))
      conversion.jobCount = jobs
      let report = try conversion.run()
      #expect(report.stream.format.sampleRate == 44_100 && report.stream.format.channelsPerFrame == 2)
      // 20,480 frames of 24 kHz are 37,632 of 44.1 kHz.
      expectEqual(report.frameCount, Int64(20_480 * 2 + 37_632))
      expectEqual(report.decoding?.formatChangeCount, 2)
      let descriptions = report.notes.map(\.description)
      #expect(descriptions.contains { $0.hasPrefix("the format changes 2 times, first at 0.464 s to 1 ch, 24000 Hz") })
      expectEqual(descriptions.contains { $0.contains("one job") }, jobs > 1)
    }
    expectEqual(folder.read("out1.wav"), folder.read("out2.wav"))
  }

  @Test("Packets are copied between ADTS and LOAS, and refused by name elsewhere")
  func copying() throws {
    let folder = try TemporaryDirectory()
    let parts = try [Part.stereo(), .mono(), .stereo()]
    try folder.write("in.aac", Part.file(parts))
    let copied = try FileCopy(from: folder.file("in.aac"), to: folder.file("copy.aac")).run()
    expectEqual(copied.packets?.streamChangeCount, 2)
    #expect(copied.notes.contains { $0.description == "the packets change to another stream 2 times" })
    expectEqual(folder.read("copy.aac"), folder.read("in.aac"))
    try FileCopy(from: folder.file("in.aac"), to: folder.file("copy.loas")).run()
    try expectEqual(decode(#require(folder.read("copy.loas"))), decode(Part.file(parts)))
    for fragment in [nil, 0.2] as [Double?] {
      var copy = FileCopy(from: folder.file("in.aac"), to: folder.file("copy.m4a"))
      copy.replacement = .replace
      if let fragment { copy.structure = .fragmented(seconds: fragment) }
      try expectEqual(copy.run().packets?.streamChangeCount, 2)
      try expectEqual(decode(#require(folder.read("copy.m4a"))), decode(Part.file(parts)))
    }
    let error = jobError { try FileCopy(from: folder.file("in.aac"), to: folder.file("copy.caf")).run() }
    guard let reason = error?.rule, case .holders(let holders, of: _?)? = error?.advice else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason.contains("another stream") && holders.contains("m4af"))
    expectNil(folder.read("copy.caf"))
    let dump = try TrackDump(from: folder.file("in.aac"), to: folder.file("copy.dump"), track: 0).run()
    #expect(dump.notes.contains { $0.description.contains("another stream") })
  }

  @Test("A chain of Ogg goes on where its streams have other rates and channels")
  func chain() throws {
    let folder = try TemporaryDirectory()
    try folder.write("stereo.wav", wave(sawtooth(2 * 20_000), rate: 44_100))
    try folder.write("mono.wav", wave(sawtooth(9_000), channels: 1, rate: 24_000))
    for name in ["stereo", "mono"] {
      var conversion = FileConversion(from: folder.file("\(name).wav"), to: folder.file("\(name).oga"))
      conversion.dataFormat = OutputDataFormat(.coded(.flac))
      try conversion.run()
    }
    let (stereo, mono) = try (required(folder.read("stereo.oga")), required(folder.read("mono.oga")))
    let expected = try decode(stereo) + decode(mono) + decode(stereo)
    try expectEqual(decode(stereo + mono + stereo), expected)
    expectEqual(expected.map(\.rate), [44_100, 24_000, 44_100])
    expectEqual(expected.map { $0.channels[0].count }, [20_000, 9_000, 20_000])
    let reader = try reader(stereo + mono + stereo)
    let seconds = 40_000.0 / 44_100 + 9_000.0 / 24_000
    expectLess(abs(try #require(reader.tracks[0].duration) - seconds), 1e-6)
    try folder.write("chain.oga", stereo + mono + stereo)
    try FileCopy(from: folder.file("chain.oga"), to: folder.file("chain.mp4")).run()
    try expectEqual(decode(#require(folder.read("chain.mp4"))), expected)
  }

  @Test("What nobody decodes ends a recording with its reason; with the other policy it is an error")
  func undecodablePart() throws {
    // Object type 3, SSR, is not decoded.
    var ssr = try Part.mono()
    ssr.cookie = [0x1B, 0x08]
    let bytes = try Part.file([.stereo(), ssr])
    var decoder = try TrackDecoder(of: reader(bytes), track: 0, codecs: Catalog.standard.codecs)
    var count = 0
    while let frames = try decoder.decodeNext() { count += frames.count }
    expectEqual(count, 20 * 1024)
    #expect(decoder.report.earlyEnd?.kind == .unsupported && !decoder.report.isFlawless)
    var options = DecodeRequest()
    options.damagePolicy = .stop
    #expect(throws: AudioError.self) { try decode(bytes, options) }
  }

  @Test("A summary tells where the format changes, when, and to what")
  func summary() throws {
    let bytes = try Part.file([.stereo(), .mono(), .replicated()])
    let reader = try reader(bytes)
    let summary = try TrackSummary(of: reader, track: 0, codecs: Catalog.standard.codecs)
    expectEqual(summary.formatChanges.map(\.packet), [20, 40])
    expectEqual(summary.formatChanges.map(\.format.sampleRate), [24_000, 44_100])
    expectEqual(summary.formatChanges.map(\.format.channelsPerFrame), [1, 2])
    expectEqual(summary.formatChanges[1].format.formatID, .aacHighEfficiency)
    let first = 20.0 * 1024 / 44_100
    expectLess(abs((summary.formatChanges[0].time ?? 0) - first), 1e-9)
    expectLess(abs((summary.formatChanges[1].time ?? 0) - first - 20.0 * 1024 / 24_000), 1e-9)
    expectLess(abs((summary.duration ?? 0) - (reader.tracks[0].duration ?? 1)), 1e-9)
    let uniform = try TrackSummary(of: self.reader(Part.file([.stereo()])), track: 0, codecs: Catalog.standard.codecs)
    #expect(uniform.formatChanges.isEmpty)
  }

  @Test("A file that changes is whole, and its verification counts the changes") func verification() throws {
    let directory = try TemporaryDirectory()
    try directory.write("a.aac", Part.file([.stereo(), .mono(), .replicated()]))
    let report = try FileVerification(of: directory.file("a.aac")).run()
    #expect(report.isFlawless && report.tracks.map(\.formatChangeCount) == [2], "\(report.findings)")
  }

  @Test("The loudness of a file that changes is that of its sound")
  func loudness() throws {
    let one = try SoundCheck(of: reader(Part.file([.stereo()])), track: 0)
    let both = try SoundCheck(of: reader(Part.file([.stereo(), .mono()])), track: 0)
    let other = try SoundCheck(of: reader(Part.file([.mono()])), track: 0)
    expectEqual(both.peak, max(one.peak, other.peak))
    #expect(both.loudness.isFinite && both.loudness <= max(one.loudness, other.loudness) + 0.5)
  }

  @Test("A file of thousands of changes takes a time that follows its length", .timeLimit(.minutes(15)))
  func bomb() throws {
    let (stereo, mono) = (try Part.stereo(), try Part.mono())
    func parts(_ count: Int, _ packets: [[UInt8]]? = nil) -> [Part] {
      (0..<count).map { index in
        var part = index % 2 == 0 ? stereo : mono
        part.packets = packets ?? Array(part.packets.prefix(2))
        return part
      }
    }
    // 100,000 changes of packets of a byte: the reader stops at its limit.
    var reader = try reader(Part.file(parts(100_000, [[0x21], [0x22]])))
    expectEqual(reader.streamChanges(ofTrack: 0).changes.count, ResourceLimits().streamChangeCount)
    expectEqual(reader.tracks[0].packetCount, Int64(2 * (ResourceLimits().streamChangeCount + 1)))
    expectEqual(readAll(&reader).error?.kind, .limitExceeded)
    let found = try decode(Part.file(parts(200)))
    expectEqual(found.count, 200)
  }

  private func readAll(_ reader: inout any ContainerReader) -> (count: Int, error: ContainerError?) {
    var batch = PacketBatch()
    var count = 0
    do throws(ContainerError) {
      while try reader.readPackets(ofTrack: 0, into: &batch) { count += batch.count }
    } catch {
      return (count, error)
    }
    return (count, nil)
  }
}
