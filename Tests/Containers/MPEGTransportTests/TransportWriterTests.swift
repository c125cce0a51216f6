import ADTSContainer
import AudioBase
import MPEGAudioContainer
import MPEGTransportContainer
import TestSupport
import Testing

@Suite("Writing transport streams") struct TransportWriterTests {
  private static let format = StreamFormat(
    formatID: .aac, sampleRate: 44_100, channelsPerFrame: 2, framesPerPacket: 1024)

  /// Writes packets, as many a call as a number that changes, and ends the stream.
  private func write(
    _ packets: [[UInt8]], _ settings: WriterSettings, _ container: ContainerDescriptor = TransportBytes.container
  ) throws -> [UInt8] {
    let sink = MemoryByteSink()
    let create = try required(container.create)
    var writer = try create(sink, settings)
    var (start, count) = (0, 1)
    while start < packets.count {
      let part = packets[start..<min(start + count, packets.count)]
      var (bytes, places): ([UInt8], [PacketDescription]) = ([], [])
      for packet in part {
        places.append(PacketDescription(startOffset: bytes.count, byteCount: packet.count))
        bytes += packet
      }
      try writer.write(bytes.span, descriptions: places.span)
      (start, count) = (start + count, count % 7 + 1)
    }
    try writer.finish()
    return sink.bytes
  }

  private var settings: WriterSettings {
    var settings = WriterSettings(
      format: Self.format, layout: ChannelLayout([.left, .right]), cookie: [0x12, 0x10])
    settings.language = "deu"
    return settings
  }

  @Test("the reader gives the packets back, with rate, language and cookie")
  func roundTrip() throws {
    let packets = TransportBytes.packets(400)
    let bytes = try write(packets, settings)
    var reader = try TransportBytes.open(MemoryByteSource(bytes))
    #expect(reader.tracks.count == 1 && reader.tracks[0].language == "deu" && reader.tracks[0].cookie == [0x12, 0x10])
    let found = readAll(&reader)
    #expect(found.packets == packets && found.error == nil && reader.warnings == [])
    // As into a pipe.
    let sink = OneWaySink()
    let create = try required(TransportBytes.container.create)
    var writer = try create(sink, settings)
    for packet in packets {
      try writer.write(packet.span, descriptions: [PacketDescription(startOffset: 0, byteCount: packet.count)].span)
    }
    try writer.finish()
    expectEqual(sink.bytes, bytes)
  }

  /// What a packet of the stream states.
  private struct Packet {
    var identifier: Int
    var startsUnit: Bool
    var clock: Double?
    var time: Double?
  }

  /// Reads packets by the standard's syntax, and checks their counters.
  private func packets(_ bytes: [UInt8]) throws -> [Packet] {
    var (found, counters): ([Packet], [Int: Int]) = ([], [:])
    try #require(bytes.count % 188 == 0)
    for start in stride(from: 0, to: bytes.count, by: 188) {
      let packet = Array(bytes[start..<(start + 188)])
      expectEqual(packet[0], 0x47)
      let identifier = Int(packet[1] & 0x1F) << 8 | Int(packet[2])
      var made = Packet(identifier: identifier, startsUnit: packet[1] & 0x40 != 0)
      let (counter, control) = (Int(packet[3] & 15), packet[3] >> 4 & 3)
      expectEqual(counter, ((counters[identifier] ?? -1) + (control & 1 == 1 ? 1 : 0)) & 15)
      counters[identifier] = counter
      var payload = 4
      if control & 2 != 0 {
        payload = 5 + Int(packet[4])
        expectLessOrEqual(payload, control == 2 ? 188 : 187)
        if packet[4] >= 7, packet[5] & 0x10 != 0 {
          let field = packet[6..<12].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          made.clock = Double((field >> 15) * 300 + field & 0x1FF) / 27e6
        }
      }
      if identifier == 0x100, made.startsUnit {
        let pes = Array(packet[payload...])
        #expect(pes[0...3] == [0, 0, 1, 0xC0] && pes[7] == 0x80)
        let parts = [
          UInt64(pes[9] >> 1 & 7), UInt64(pes[10]), UInt64(pes[11] >> 1), UInt64(pes[12]), UInt64(pes[13] >> 1),
        ]
        made.time = Double(parts[0] << 30 | parts[1] << 22 | parts[2] << 15 | parts[3] << 7 | parts[4]) / 90_000
      }
      found.append(made)
    }
    return found
  }

  @Test("each unit states its time and the clock, which is behind it; tables are repeated")
  func times() throws {
    let bytes = try write(TransportBytes.packets(400), settings)
    let packets = try packets(bytes)
    let clocks = packets.compactMap(\.clock)
    #expect(clocks.first == 0 && abs((clocks.last ?? 0) - 400 * 1024 / 44_100) < 1e-7)
    #expect(zip(clocks, clocks.dropFirst()).allSatisfy { $0 < $1 && $1 - $0 < 0.1 })
    for packet in packets {
      if let time = packet.time { expectLess(abs(time - (packet.clock ?? -1) - 0.2), 2e-5) }
      expectEqual(packet.time == nil, !(packet.identifier == 0x100 && packet.startsUnit))
    }
    let tables = packets.indices.filter { packets[$0].identifier == 0 }
    #expect(tables.first == 0 && tables.count == 23 && tables.allSatisfy { packets[$0 + 1].identifier == 0x1000 })
  }

  @Test("a list's segments begin with tables, have them nowhere else, and are as long as is asked for")
  func segments() throws {
    var settings = settings
    settings.structure = .fragmented(seconds: 2)
    let list = MPEGTransportFile.mediaList(
      framedBy: TransportFramings(
        adts: ADTSFile.descriptor, loas: ADTSFile.descriptor, mpegAudio: MPEGAudioFile.descriptors))
    let packets = try packets(try write(TransportBytes.packets(400), settings, list))
    let starts = packets.indices.filter { packets[$0].identifier == 0 }
    // 86 packets of 1024 frames are the most within two seconds.
    #expect(starts.count == 5 && starts.allSatisfy { packets[$0 + 2].time != nil })
    let times = starts.map { packets[$0 + 2].clock ?? -1 }
    for (index, time) in times.enumerated() { expectLess(abs(time - Double(index * 86 * 1024) / 44_100), 1e-6) }
  }

  @Test("FFmpeg finds the frames, and nothing to say", .needs(.ffmpeg), arguments: ["adts", "mp3", "mp2"])
  func foreign(muxer: String) throws {
    let music = try fixture("l3-lame-44100-joint.mp3")
    let coding = ["adts": ["-c:a", "aac"], "mp3": ["-c:a", "libmp3lame", "-write_xing", "0", "-id3v2_version", "0"]]
    let plain = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-stream_loop", "20", "-i", "FILE"] + (coding[muxer] ?? []) + ["-f", muxer, "-"],
      on: music, named: "a.mp3")
    try #require(plain.count > 1000)
    let container = muxer == "adts" ? ADTSFile.descriptor : MPEGAudioFile.descriptors[0]
    let open = try required(container.open)
    var reader = try open(MemoryByteSource(plain), ResourceLimits())
    let track = reader.tracks[0]
    let wanted = readAll(&reader, track: 0).packets
    let settings = WriterSettings(
      format: track.format, layout: ChannelLayout(unlabelledChannelCount: track.format.channelsPerFrame),
      cookie: track.cookie)
    let bytes = try write(wanted, settings)
    let plainly = muxer == "mp3" ? ["-write_xing", "0", "-id3v2_version", "0"] : []
    let found = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-c", "copy"] + plainly + ["-f", muxer, "-"], on: bytes, named: "a.ts")
    expectEqual(found, plain)
    let said = try ForeignProgram.run(
      "sh", ["-c", "ffprobe -v warning -show_packets \"$0\" 2>&1 >/dev/null", "FILE"], on: bytes, named: "a.ts")
    expectEqual(String(decoding: said, as: UTF8.self), "")
  }

  /// Opus of one channel in 20 ms of silence (RFC 6716, 3.1: SILK at 8 kHz), numbered by its last byte.
  private static func opus(_ count: Int) -> [[UInt8]] { (0..<count).map { [0x08, 0xFF, 0xFE, UInt8($0)] } }

  private var opusSettings: WriterSettings {
    let format = StreamFormat(formatID: .opus, sampleRate: 48_000, channelsPerFrame: 1)
    // Of a header of Ogg: version, channels, pre-skip of 1272 frames, rate, gain, family (RFC 7845, 5.1).
    return WriterSettings(
      format: format, layout: ChannelLayout(unlabelledChannelCount: 1),
      cookie: Array("OpusHead".utf8) + [1, 1, 0xF8, 0x04, 0x80, 0xBB, 0, 0, 0, 0, 0])
  }

  @Test("units of Opus come back, without the beginning that is not heard, which fills more than one")
  func opus() throws {
    let packets = Self.opus(60)
    let bytes = try write(packets, opusSettings)
    var reader = try TransportBytes.open(MemoryByteSource(bytes))
    #expect(reader.tracks[0].format.formatID == .opus && reader.tracks[0].format.channelsPerFrame == 1)
    expectEqual(
      reader.tracks[0].packetTable,
      PacketTable(primingFrames: 1272, validFrames: 60 * 960 - 1272, remainderFrames: 0, timescale: 48_000))
    let found = readAll(&reader)
    #expect(found.packets == packets && found.error == nil && reader.warnings == [])
    var more = opusSettings
    more.format.channelsPerFrame = 3
    let create = try required(TransportBytes.container.create)
    #expect(throws: ContainerError.self) { _ = try create(MemoryByteSink(), more) }
    var writer = try create(MemoryByteSink(), opusSettings)
    #expect(throws: ContainerError.self) {
      try writer.write([8, 0].span, descriptions: [PacketDescription(startOffset: 1, byteCount: 2)].span)
    }
  }

  @Test("units of Opus are those of FFmpeg", .needs(.ffmpeg))
  func foreignOpus() throws {
    let bytes = try write(Self.opus(30), opusSettings)
    let found = try ForeignProgram.run(
      "ffmpeg", ["-v", "error", "-i", "FILE", "-c", "copy", "-f", "data", "-map", "0:a", "-"], on: bytes, named: "a.ts")
    expectEqual(found, Self.opus(30).flatMap { $0 })
  }

  @Test("packets of discs have the times of their arrival, which rise, before them")
  func disc() throws {
    let disc = MPEGTransportFile.disc(
      framedBy: TransportFramings(
        adts: ADTSFile.descriptor, loas: ADTSFile.descriptor, mpegAudio: MPEGAudioFile.descriptors))
    let packets = TransportBytes.packets(400)
    let (bytes, plain) = (try write(packets, settings, disc), try write(packets, settings))
    try #require(bytes.count == plain.count / 188 * 192)
    var (last, stripped): (UInt32, [UInt8]) = (0, [])
    for start in stride(from: 0, to: bytes.count, by: 192) {
      let time = bytes[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      #expect(time > last && time < 1 << 30)
      last = time
      stripped += bytes[(start + 4)..<(start + 192)]
    }
    expectEqual(stripped, plain)
    // The clock of the last packet is that of the sound's end, and arrives a second later.
    let (arrival, end) = (Double(last) / 27e6, 400.0 * 1024 / 44_100)
    expectLess(abs(arrival - 1 - end), 0.1)
    var reader = try TransportBytes.open(MemoryByteSource(bytes))
    #expect(readAll(&reader).packets == packets && reader.warnings == [])
  }

  @Test("what has no number in a transport stream is refused, and so are packets behind the end")
  func refusals() throws {
    var other = settings
    other.format.formatID = .flac
    let create = try required(TransportBytes.container.create)
    #expect(throws: ContainerError.self) { _ = try create(MemoryByteSink(), other) }
    var empty = try create(MemoryByteSink(), settings)
    #expect(throws: ContainerError.self) { try empty.finish() }
    var writer = try create(MemoryByteSink(), settings)
    let packet = [UInt8](repeating: 1, count: 100)
    try writer.write(packet.span, descriptions: [PacketDescription(startOffset: 0, byteCount: 100)].span)
    #expect(throws: ContainerError.self) {
      try writer.write(packet.span, descriptions: [PacketDescription(startOffset: 90, byteCount: 100)].span)
    }
    try writer.finish()
    #expect(throws: ContainerError.self) {
      try writer.write(packet.span, descriptions: [PacketDescription(startOffset: 0, byteCount: 100)].span)
    }
  }
}
