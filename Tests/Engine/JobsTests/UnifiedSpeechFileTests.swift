import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import AudioJobs
import Foundation
import TestSupport
import Testing

/// xHE-AAC as files: every container of a stream gives the same sound, from the start, and from where one seeks to.
@Suite(.needs(.shared("vectors-usac"))) struct UnifiedSpeechFileTests {
  /// A stream of the vectors.
  private struct Stream {
    let name: String
    let packets: [[UInt8]]
    let configuration: [UInt8]

    init(_ name: String) throws {
      self.name = name
      packets = packetsOfDump(SharedFiles.bytes(try SharedFiles.file("vectors-usac/\(name)/v.dump")))
      configuration = SharedFiles.bytes(try SharedFiles.file("vectors-usac/\(name)/v.asc"))
    }

    func file(_ suffix: String) throws -> Pathname {
      Pathname(try SharedFiles.file("vectors-usac/\(name)/v.\(suffix)").path)
    }

    /// The description by the codec.
    func summary() throws -> CodecSummary {
      let codec = try required(Catalog.standard.codec(formatID: "usac"))
      let format = StreamFormat(formatID: "usac", sampleRate: 0, channelsPerFrame: 0)
      return try codec.summary(of: CodedStream(format: format, cookie: configuration))
    }

    /// The samples that the decoder itself gives for the packets from one on, as one that begins there.
    func decoded(from first: Int = 0) throws -> [Float] {
      let codec = try required(Catalog.standard.codec(formatID: "usac"))
      let format = StreamFormat(formatID: "usac", sampleRate: 0, channelsPerFrame: 0)
      var decoder = try codec.makeDecoder(CodedStream(format: format, cookie: configuration))
      var block = PCMBlock(
        channelCount: decoder.format.layout.channelCount, capacity: decoder.format.framesPerPacket)
      var samples: [Float] = []
      for packet in packets[first...] {
        try decoder.decode(packet.span, frameCount: 0, into: &block)
        for frame in 0..<block.frameCount {
          for channel in 0..<block.channelCount { samples.append(block.channel(channel)[frame]) }
        }
      }
      return samples
    }
  }

  private static func hash(_ file: Pathname, _ configuration: [UInt8]? = nil) throws -> SampleHash {
    var hash = FileHash(of: file)
    hash.decoding.configuration = configuration
    return try hash.run()
  }

  // MARK: Containers

  @Test("a stream has one hash in MP4, in fragments, in LOAS, in CAF and as packets: that of the decoder's samples")
  func containers() throws {
    let stream = try Stream("xa_td_16000_mo_16k_fillets")
    let directory = try TemporaryDirectory()
    var copy = FileCopy(from: try stream.file("m4a"), to: directory.file("fragments.mp4"))
    copy.structure = .fragmented(seconds: 0.5)
    try copy.run()
    try directory.write("a.caf", try coreAudioFile(stream))
    let samples = try stream.decoded()
    // A WAVE file of the same floats, by hand, has the same hash.
    try directory.write("samples.wav", floatWave(samples, rate: 16_000))
    let expected = try Self.hash(directory.file("samples.wav"))
    #expect(expected.frameCount == Int64(samples.count) && samples.count == 45 * 1024)
    let dump = try Self.hash(try stream.file("dump"), stream.configuration)
    expectEqual(dump.bytes, expected.bytes)
    for file in [
      try stream.file("m4a"), try stream.file("loas"), directory.file("fragments.mp4"), directory.file("a.caf"),
    ] {
      try expectEqual(Self.hash(file).bytes, expected.bytes, "\(file)")
      let report = try FileVerification(of: file).run()
      #expect(report.isFlawless, "\(file): \(report.findings)")
      let track = try required(report.tracks.first)
      #expect(track.formatID == "usac" && track.packetCount == 45 && track.frameCount == 45 * 1024, "\(file)")
    }
  }

  @Test("packets are copied into MP4, QuickTime and a list of segments, with the length that the source states")
  func copies() throws {
    let directory = try TemporaryDirectory()
    for name in ["ex_fd_3_48000_st_wz11", "xa_td_16000_mo_16k_fillets"] {
      let stream = try Stream(name)
      let expected = try Self.hash(stream.file("m4a"))
      for target in ["\(name).m4a", "\(name).mp4", "\(name).mov", "\(name).caf", "\(name).m3u8"] {
        var conversion = FileConversion(from: try stream.file("m4a"), to: directory.file(target))
        conversion.dataFormat = OutputDataFormat(.keep)
        _ = try conversion.run()
        try expectEqual(Self.hash(directory.file(target)).bytes, expected.bytes, "\(target)")
      }
    }
  }

  @Test(
    "a part of the packets begins where a decoder can, and sounds as in the whole but for the noise",
    arguments: ["xa_sbr21_mps_48000_st_32k_wz11", "ex_mc51_3", "ex_sbr_a_48000_st_wz11"],
    [1_000..<9_000, 24_000..<60_000, 40_000..<70_000])
  func parts(name: String, part: Range<Int64>) throws {
    let stream = try Stream(name)
    let directory = try TemporaryDirectory()
    var conversion = FileConversion(from: try stream.file("m4a"), to: directory.file("part.m4a"))
    conversion.dataFormat = OutputDataFormat(.keep)
    conversion.decoding.stretch = part
    try conversion.run()
    let report = try FileVerification(of: directory.file("part.m4a")).run()
    #expect(report.isFlawless, "\(report.findings)")
    try expectEqual(Self.hash(directory.file("part.m4a")).frameCount, Int64(part.count))
    let linear = try stream.decoded()
    var sounds: [[Float]] = []
    for (file, start) in [(try stream.file("m4a"), part.lowerBound), (directory.file("part.m4a"), 0)] {
      let reader = try MediaFile(path: file, containers: Catalog.standard.containers).reader
      let priming = reader.tracks[0].packetTable?.primingFrames ?? 0
      let samples = start > 0 ? linear : try Self.quickly(reader, from: 0, nil)
      let channels = reader.tracks[0].format.channelsPerFrame
      sounds.append(Array(samples.dropFirst(Int(priming + start) * channels).prefix(part.count * channels)))
    }
    let difference = zip(sounds[0], sounds[1]).map { $0 - $1 }
    expectEqual(difference.count, part.count * (sounds[0].count / part.count))
    expectLess(Self.rms(difference), 0.1 * Self.rms(sounds[0]) + 1 / 32768)
  }

  @Test("a damaged packet is found by its number")
  func damage() throws {
    let stream = try Stream("xa_td_16000_mo_16k_fillets")
    let directory = try TemporaryDirectory()
    var broken = stream.packets
    // All ones in the core's data are no frame that ends with the packet.
    for place in 2..<broken[20].count { broken[20][place] = 0xFF }
    let marker: [UInt8] = [0xFF, 0xAA, 0xCC, 0xDD]
    try directory.write("bad.dump", broken.flatMap { marker + $0 })
    var verification = FileVerification(of: directory.file("bad.dump"))
    verification.configuration = stream.configuration
    let report = try verification.run()
    expectEqual(report.findings.first?.packet, 20)
    #expect(throws: AudioError.self) { try Self.hash(directory.file("bad.dump"), stream.configuration) }
  }

  /// The stream in a CAF file, as a program that gives packets to the writer makes it.
  private func coreAudioFile(_ stream: Stream) throws -> [UInt8] {
    let decoded = try stream.summary().decoded
    let format = StreamFormat(
      formatID: "usac", sampleRate: decoded.sampleRate, channelsPerFrame: decoded.layout.channelCount,
      framesPerPacket: decoded.framesPerPacket)
    let make = try required(Catalog.standard.container(fileType: "caff")?.makeWriter)
    let sink = MemoryByteSink()
    var writer = try make(
      sink, WriterSettings(format: format, layout: decoded.layout, cookie: stream.configuration))
    for packet in stream.packets {
      let place = [PacketDescription(startOffset: 0, byteCount: packet.count, frameCount: decoded.framesPerPacket)]
      try writer.write(packet.span, descriptions: place.span)
    }
    try writer.finish()
    return sink.bytes
  }

  private func floatWave(_ samples: [Float], rate: Int) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let data = samples.flatMap { little(Int($0.bitPattern), 4) }
    var file = Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
    file += little(3, 2) + little(1, 2) + little(rate, 4) + little(rate * 4, 4) + little(4, 2) + little(32, 2)
    return file + Array("data".utf8) + little(data.count, 4) + data
  }

  // MARK: Several jobs

  @Test(
    "several jobs give the bits of one, which does it all and says why",
    arguments: ["ex_fd_3_48000_st_wz11", "ipf_switch"])
  func jobs(name: String) throws {
    let stream = try Stream(name)
    let directory = try TemporaryDirectory()
    var outputs: [[UInt8]?] = []
    for count in [1, 4] {
      var conversion = FileConversion(from: try stream.file("m4a"), to: directory.file("\(count).wav"))
      conversion.dataFormat = OutputDataFormat(.samples(.float32))
      conversion.jobCount = count
      let report = try conversion.run()
      if count == 4 {
        let reasons = report.notes.compactMap { note in if case .oneJob(let reason) = note { reason } else { nil } }
        #expect(reasons.count == 1 && reasons[0].contains("the noise of USAC"))
      }
      outputs.append(directory.read("\(count).wav"))
    }
    #expect(outputs[0] != nil && outputs[0] == outputs[1])
  }

  // MARK: Seeking

  /// The packets with AudioPreRoll: independent, and the first element, which is that, has a payload.
  private static func immediatePlayOutFrames(_ stream: Stream) -> [Int] {
    stream.packets.indices.filter { stream.packets[$0][0] & 0xC0 == 0xC0 }
  }

  private static func quickly(
    _ reader: any ContainerReader, from frame: Int, _ configuration: [UInt8]?
  ) throws -> [Float] {
    var request = DecodeRequest()
    request.seeking = .quick
    request.trimming = .none
    request.stretch = Int64(frame)..<Int64.max
    request.configuration = configuration
    request.damagePolicy = .stop
    var decoder = try TrackDecoder(of: reader, track: 0, codecs: Catalog.standard.codecs, options: request)
    var samples: [Float] = []
    while let frames = try decoder.decodeNext() {
      for frame in frames {
        for channel in 0..<decoder.block.channelCount { samples.append(decoder.block.channel(channel)[frame]) }
      }
    }
    return samples
  }

  private static func rms(_ samples: some Collection<Float>) -> Double {
    (samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count))).squareRoot()
  }

  @Test(
    "a quick seek enters at the last immediate play-out frame, and sounds as a decoder that begins there",
    arguments: [
      "ex_fd_0_48000_st_wz11", "ex_fd_7_44100_st_cast", "ex_sbr_b_44100_mo_fillets", "ex_sbr_a_48000_st_wz11",
    ],
    [false, true])
  func quickSeeks(name: String, isInMP4: Bool) throws {
    let stream = try Stream(name)
    if isInMP4, (try? stream.file("m4a")) == nil { return }
    let media = try MediaFile(
      path: stream.file(isInMP4 ? "m4a" : "dump"), containers: Catalog.standard.containers)
    let entries = Self.immediatePlayOutFrames(stream)
    try #require(entries.count >= 2 && entries[0] == 0)
    let decoded = try stream.summary().decoded
    let (length, channels) = (decoded.framesPerPacket, decoded.layout.channelCount)
    let linear = try stream.decoded()
    // The core's last packet overlaps with the first wanted one, and band replication is another one late.
    let preroll = name.contains("sbr") ? 2 : 1
    for packet in [3, entries[1] - 1, entries[1], entries[1] + 1, entries[1] + 2, entries[1] + 5] {
      let frame = packet * length + 100
      let found = try Self.quickly(media.reader, from: frame, isInMP4 ? nil : stream.configuration)
      let entry = try required(entries.last { $0 <= max(0, packet - preroll) })
      let begun = try stream.decoded(from: entry).dropFirst((frame - entry * length) * channels)
      expectEqual(found, Array(begun), "packet \(packet)")
      // All but the noise, which has another past, is that of decoding from the start.
      let whole = linear.dropFirst(frame * channels)
      let difference = zip(found, whole).map { $0 - $1 }
      expectEqual(difference.count, whole.count)
      expectLess(Self.rms(difference), 0.1 * Self.rms(whole) + 1 / 32768, "packet \(packet)")
    }
  }

  @Test("behind a change of the configuration a quick seek gives the bits of decoding from the start")
  func seeksBehindAChange() throws {
    let stream = try Stream("ipf_switch")
    let media = try MediaFile(path: stream.file("m4a"), containers: Catalog.standard.containers)
    let linear = try stream.decoded()
    let entries = Self.immediatePlayOutFrames(stream)
    // The entry from which on a decoder that begins there and one that has played on are the same to the bit.
    let change = try required(
      entries.dropFirst().first { try stream.decoded(from: $0) == Array(linear.dropFirst($0 * 2048)) })
    for packet in [change + 1, change + 2, change + 10] {
      let frame = packet * 1024 + 17
      try expectEqual(Self.quickly(media.reader, from: frame, nil), Array(linear.dropFirst(frame * 2)), "\(packet)")
    }
  }
}
