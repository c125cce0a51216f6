import AudioBase
import Bitstream
import RTPPayloads
import TestSupport
import Testing

@Suite struct PayloadTests {
  /// AAC-ELD of 48 kHz, stereo, 480 frames: peers.md 6.
  static let eld: [UInt8] = [0xF8, 0xE6, 0x50, 0x00]
  /// The same of 44.1 kHz with LD-SBR at dual rate, packets of 1024 frames, as our encoder writes it.
  static let replicated: [UInt8] = [0xF8, 0xEE, 0x41, 0xB3, 0x40, 0x6F, 0x00]

  /// All units of the payloads, read as they come.
  static func read(_ format: PayloadFormat, _ payloads: [OutgoingPayload]) throws -> [PayloadUnit] {
    var reader = try PayloadReader(format)
    var units: [PayloadUnit] = []
    for (number, payload) in payloads.enumerated() {
      let place = PacketPlace(
        sequenceNumber: Int64(number), timestamp: format.ticks(ofFrames: payload.frame), hasMarker: payload.hasMarker)
      let count = units.count
      try reader.read(payload.bytes[...], at: place, into: &units)
      for index in count..<units.count { units[index].frameOffset += payload.frame }
    }
    return units
  }

  static func units(_ sizes: [Int]) -> [[UInt8]] {
    var random = SplitMix64(seed: 1)
    return sizes.map { random.bytes($0) }
  }

  static func packetize(
    _ format: PayloadFormat, _ units: [[UInt8]], frames: Int, packetFrames: Int = 0, limit: Int = 1400
  ) throws -> [OutgoingPayload] {
    var packetizer = try Packetizer(format, packetFrameCount: packetFrames, maximumByteCount: limit)
    var payloads: [OutgoingPayload] = []
    for unit in units { try packetizer.add(unit.span, frameCount: frames, to: &payloads) }
    packetizer.finish(to: &payloads)
    return payloads
  }

  /// RFC 3640, 3.3.6: 16 bits of length, 13 of size and 3 of index.
  @Test func headersOfHighBitRateAreAsTheStandardHasThem() throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    #expect(format.format.sampleRate == 48_000 && format.format.channelsPerFrame == 2)
    #expect(format.format.framesPerPacket == 480 && format.clockRate == 48_000)
    let payloads = try Self.packetize(format, [[1, 2, 3], [4, 5]], frames: 480, packetFrames: 960)
    expectEqual(payloads.map(\.bytes), [[0, 32, 0, 3 << 3, 0, 2 << 3, 1, 2, 3, 4, 5]])
    #expect(payloads[0].hasMarker && payloads[0].frameCount == 960)
    let low = try PayloadFormat.mpeg4Generic(configuration: Self.eld, headers: .lowBitRate)
    try expectEqual(Self.packetize(low, [[1, 2, 3]], frames: 480).map(\.bytes), [[0, 8, 3 << 2, 1, 2, 3]])
  }

  @Test(arguments: [0, 480, 960, 2880])
  func unitsComeBackWithTheirTimes(packetFrames: Int) throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    let units = Self.units([100, 200, 1, 4000, 8191, 50, 60, 70])
    let payloads = try Self.packetize(format, units, frames: 480, packetFrames: packetFrames)
    let read = try Self.read(format, payloads)
    expectEqual(read.map { Array($0.bytes) }, units)
    expectEqual(read.map(\.frameOffset), (0..<8).map { Int64($0) * 480 })
    #expect(payloads.allSatisfy { $0.bytes.count <= 1400 })
  }

  @Test func aUnitWithAMissingPartIsGivenUp() throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    let units = Self.units([4000, 20])
    let payloads = try Self.packetize(format, units, frames: 480)
    expectEqual(payloads.count, 4)
    var reader = try PayloadReader(format)
    var read: [PayloadUnit] = []
    for number in [0, 2, 3] {
      let place = PacketPlace(
        sequenceNumber: Int64(number), timestamp: payloads[number].frame, hasMarker: payloads[number].hasMarker)
      let bytes = payloads[number].bytes
      try reader.read(bytes[...], at: place, into: &read)
    }
    expectEqual(read.map { Array($0.bytes) }, [units[1]])
    expectGreater(reader.abandonedUnitCount, 0)
  }

  /// Frames of AMR of every kind, silence descriptions and frames that are not there, as files have them.
  static func speech(isWideBand: Bool) -> [[UInt8]] {
    let bits =
      isWideBand
      ? [132, 177, 253, 285, 317, 365, 397, 461, 477, 40] : [95, 103, 118, 134, 148, 159, 204, 244, 39]
    var random = SplitMix64(seed: 9)
    var frames = bits.enumerated().map { type, count in
      var data = random.bytes((count + 7) / 8)
      // What is behind the last bit is zero.
      data[data.count - 1] &= count % 8 == 0 ? 0xFF : ~(0xFF >> UInt8(count % 8))
      return [UInt8(type << 3 | 4)] + data
    }
    frames.append([0x7C])
    return frames
  }

  @Test(arguments: [false, true], [false, true])
  func framesOfAMRComeBack(isWideBand: Bool, isOctetAligned: Bool) throws {
    let format = PayloadFormat.amr(isWideBand: isWideBand, isOctetAligned: isOctetAligned)
    let (units, length) = (Self.speech(isWideBand: isWideBand), isWideBand ? 320 : 160)
    for packetFrames in [0, 3 * length] {
      let payloads = try Self.packetize(format, units, frames: length, packetFrames: packetFrames)
      expectEqual(payloads.count, packetFrames == 0 ? units.count : (units.count + 2) / 3)
      let read = try Self.read(format, payloads)
      expectEqual(read.map { Array($0.bytes) }, units)
      expectEqual(read.map(\.frameOffset), units.indices.map { Int64($0 * length) })
    }
    // Several frames in one packet of a file.
    let together = try Self.packetize(format, [units.flatMap { $0 }], frames: length * units.count)
    try expectEqual(Self.read(format, together).map { Array($0.bytes) }, units)
    // Every cut is told, unless only filling is gone.
    let whole = try Self.packetize(format, [units[0]], frames: length)[0].bytes
    for count in 0..<whole.count {
      var reader = try PayloadReader(format)
      var found: [PayloadUnit] = []
      let place = PacketPlace(sequenceNumber: 0, timestamp: 0, hasMarker: true)
      #expect(throws: RTPError.self) { try reader.read(whole[..<count], at: place, into: &found) }
    }
  }

  /// RFC 4867, 4.3.5.1: one frame of 7.4 kbit/s, no mode asked for; and 4.4.5.1's table in whole bytes.
  @Test func payloadsOfAMRAreAsTheStandardHasThem() throws {
    let frame: [UInt8] = [4 << 3 | 4] + [UInt8](repeating: 0xFF, count: 18) + [0xF0]
    let dense = try Self.packetize(.amr(isWideBand: false, isOctetAligned: false), [frame], frames: 160)
    // 1111 0 0100 1, 148 bits, and two of filling.
    expectEqual(dense.map(\.bytes), [[0xF2, 0x7F] + [UInt8](repeating: 0xFF, count: 17) + [0xFC]])
    let aligned = try Self.packetize(.amr(isWideBand: false), [frame], frames: 160)
    expectEqual(aligned.map(\.bytes), [[0xF0, 0x24] + frame.dropFirst()])
  }

  @Test func unknownTypesOfAMRAreRefused() throws {
    var reader = try PayloadReader(.amr(isWideBand: false))
    var found: [PayloadUnit] = []
    let place = PacketPlace(sequenceNumber: 0, timestamp: 0, hasMarker: true)
    let payload: [UInt8] = [0xF0, 9 << 3 | 4, 1, 2, 3]
    #expect(throws: RTPError.self) { try reader.read(payload[...], at: place, into: &found) }
    #expect(found.isEmpty)
  }

  @Test func blocksOfSpeechComeBackWithTheirTimes() throws {
    // A byte of G.722 is two frames of 16 kHz, and its clock counts 8000 a second: RFC 3551, 4.5.2.
    let wide = PayloadFormat.g722()
    #expect(wide.payloadType == 9 && wide.clockRate == 8000 && wide.format.sampleRate == 16_000)
    let bytes = Self.units([500])
    let payloads = try Self.packetize(wide, bytes, frames: 1000, packetFrames: 320)
    #expect(payloads.map(\.bytes.count) == [160, 160, 160, 20] && payloads.map(\.frame) == [0, 320, 640, 960])
    let last = payloads[3].bytes
    let count = wide.frameCount(of: last.span)
    #expect(wide.ticks(ofFrames: 320) == 160 && count == 40)
    try expectEqual(Self.read(wide, payloads).flatMap { Array($0.bytes) }, bytes[0])
    let narrow = PayloadFormat.gsm()
    let frames = Self.units([33, 33, 33])
    let both = try Self.packetize(narrow, frames, frames: 160, packetFrames: 320)
    expectEqual(both.map(\.bytes.count), [66, 33])
    let read = try Self.read(narrow, both)
    #expect(read.map { Array($0.bytes) } == frames && read.map(\.frameOffset) == [0, 160, 320])
    var reader = try PayloadReader(narrow)
    var found: [PayloadUnit] = []
    let place = PacketPlace(sequenceNumber: 0, timestamp: 0, hasMarker: true)
    #expect(throws: RTPError.self) { try reader.read(both[0].bytes[..<40], at: place, into: &found) }
  }

  /// A frame of narrow band in submode 2 has 119 bits (Speex manual, 9.3).
  @Test func framesOfSpeexAreCounted() throws {
    let format = try PayloadFormat.speex(sampleRate: 8000, framesPerPacket: 2)
    let unit: [UInt8] = [2 << 3] + [UInt8](repeating: 0, count: 14)
    let count = format.frameCount(of: unit.span)
    expectEqual(count, 160)
    let payloads = try Self.packetize(format, [unit], frames: 160)
    try expectEqual(Self.read(format, payloads).map { Array($0.bytes) }, [unit])
    try expectEqual(PayloadFormat(format.stream), format)
    #expect(throws: RTPError.self) { try PayloadFormat.speex(sampleRate: 11_025) }
  }

  @Test func interleavingIsRefusedByName() throws {
    var reader = try PayloadReader(try .mpeg4Generic(configuration: Self.eld))
    var units: [PayloadUnit] = []
    let payload: [UInt8] = [0, 32, 0, 1 << 3, 0, 1 << 3 | 2, 9, 9]
    let place = PacketPlace(sequenceNumber: 0, timestamp: 0, hasMarker: true)
    do throws(RTPError) {
      try reader.read(payload[...], at: place, into: &units)
      Issue.record("interleaved units were taken")
    } catch {
      #expect(error.kind == .unsupported && "\(error)".contains("interleaved"))
    }
  }

  /// The configuration is one that FFmpeg wrote for AAC-LC of 48 kHz, mono.
  @Test func latmOfFFmpegsConfigurationIsRead() throws {
    let media = try SessionDescriptionTests.media(
      "m=audio 5004 RTP/AVP 96\r\na=rtpmap:96 MP4A-LATM/48000/1\r\na=fmtp:96 cpresent=0;config=400023103fc0\r\n")
    let format = try media.payloadFormat()
    #expect(format.format.sampleRate == 48_000 && format.format.channelsPerFrame == 1)
    expectEqual(format.format.framesPerPacket, 1024)
    // PayloadLengthInfo of 255 + 1 and the bytes.
    var reader = try PayloadReader(format)
    var units: [PayloadUnit] = []
    let unit = Self.units([256])[0]
    let element: [UInt8] = [255, 1] + unit
    try reader.read(
      element[...], at: PacketPlace(sequenceNumber: 0, timestamp: 0, hasMarker: true), into: &units)
    expectEqual(units, [PayloadUnit(frameOffset: 0, bytes: unit[...])])
    // It is not copied out of the element.
    expectEqual(units.first?.bytes.startIndex, 2)
  }

  @Test(arguments: [false, true])
  func latmComesBack(isInBand: Bool) throws {
    let format = try PayloadFormat.latm(configuration: Self.eld, hasConfigurationInBand: isInBand)
    let units = Self.units([100, 254, 255, 256, 5000, 30])
    let payloads = try Self.packetize(format, units, frames: 480)
    expectEqual(payloads.filter(\.hasMarker).count, 6)
    try expectEqual(Self.read(format, payloads).map { Array($0.bytes) }, units)
  }

  /// xHE-AAC: `MP4A-LATM` has the configuration that stands in a file of LOAS of another writer, and its clock is the
  /// rate of the output.
  @Test(.needs(.shared("vectors-usac")), arguments: [false, true])
  func latmOfUSAC(isInBand: Bool) throws {
    let folder = "vectors-usac/ex_sbr_c_32000_mo_mixs"
    let configuration = SharedFiles.bytes(try SharedFiles.file("\(folder)/v.asc"))
    let packets = packetsOfDump(SharedFiles.bytes(try SharedFiles.file("\(folder)/v.dump")))
    let sent = try PayloadFormat.latm(configuration: configuration, hasConfigurationInBand: isInBand)
    #expect(sent.format.formatID == "usac" && sent.clockRate == 32_000 && sent.format.framesPerPacket == 2048)
    var session = SessionDescription()
    session.media = [SessionDescription.Media(sent, port: 5004)]
    let text = session.text
    #expect(text.contains("a=rtpmap:96 MP4A-LATM/32000\r\n"))
    let format = try required(SessionDescription(parsing: text).media.first).payloadFormat()
    #expect(format.format.formatID == "usac" && format.cookie == configuration && format.clockRate == 32_000)
    let payloads = try Self.packetize(sent, packets, frames: 2048)
    try expectEqual(Self.read(format, payloads).map { Array($0.bytes) }, packets)
    // The other writer's file: three bytes of header, a bit, and the StreamMuxConfig up to its fullness.
    guard case .latm(_, let config?) = sent.encoding else {
      Issue.record("no configuration")
      return
    }
    let loas = SharedFiles.bytes(try SharedFiles.file("\(folder)/v.loas"))
    // audioMuxVersion 0, all streams in one time, one packet, one program, one layer; then the AudioSpecificConfig.
    var (ours, theirs) = (BitReader(config.span), BitReader(loas.span))
    try theirs.skip(3 * 8)
    let usesSame = try theirs.readFlag()
    try #require(!usesSame)
    for _ in 0..<(15 + configuration.count * 8 - 7) { try expectEqual(ours.read(1), theirs.read(1)) }
  }

  @Test func samplesAreCutByThePacketTime() throws {
    let format = try PayloadFormat.linearPCM(bitsPerSample: 16, sampleRate: 48_000, channelCount: 2)
    let units = Self.units([4 * 1000, 4 * 37])
    let payloads = try Self.packetize(format, units, frames: 1, packetFrames: 240)
    expectEqual(payloads.map(\.frameCount), [240, 240, 240, 240, 77])
    expectEqual(payloads.map(\.frame), [0, 240, 480, 720, 960])
    expectEqual(payloads.flatMap(\.bytes), units.flatMap { $0 })
    try expectEqual(PayloadFormat.linearPCM(bitsPerSample: 16, sampleRate: 44_100, channelCount: 2).payloadType, 10)
  }

  /// RFC 2198, figure 3, with an offset of 320 ticks.
  @Test func redundancyIsAsTheStandardHasIt() throws {
    let bytes = RedundantPayload.payload([7, 8], older: [(320, [1, 2, 3])], payloadType: 96)
    expectEqual(bytes, [0xE0, 0x05, 0x00, 0x03, 96, 1, 2, 3, 7, 8])
    let read = try RedundantPayload(parsing: bytes.span)
    expectEqual(read.blocks.map(\.range), [5..<8, 8..<10])
    expectEqual(read.blocks.map(\.timestampOffset), [320, 0])
    let cut: [UInt8] = [0xE0, 0x05, 0x00, 0x09, 96, 1]
    #expect(throws: RTPError.self) { try RedundantPayload(parsing: cut.span) }
  }

  @Test func clocksOfOtherRatesAreScaled() throws {
    var format = try PayloadFormat.mpeg4Generic(configuration: [0xF8, 0xEE, 0x20, 0x00])
    expectEqual(format.format.sampleRate, 22_050)
    format.clockRate = 48_000
    for frames: Int64 in [0, 1, 512, 123_456_789, -512] {
      expectEqual(format.frames(ofTicks: format.ticks(ofFrames: frames)), frames)
    }
    expectEqual(format.ticks(ofFrames: 22_050), 48_000)
  }
}
