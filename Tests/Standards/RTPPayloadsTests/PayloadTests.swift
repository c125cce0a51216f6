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
    #expect(payloads.map(\.bytes) == [[0, 32, 0, 3 << 3, 0, 2 << 3, 1, 2, 3, 4, 5]])
    #expect(payloads[0].hasMarker && payloads[0].frameCount == 960)
    let low = try PayloadFormat.mpeg4Generic(configuration: Self.eld, headers: .lowBitRate)
    #expect(try Self.packetize(low, [[1, 2, 3]], frames: 480).map(\.bytes) == [[0, 8, 3 << 2, 1, 2, 3]])
  }

  @Test(arguments: [0, 480, 960, 2880])
  func unitsComeBackWithTheirTimes(packetFrames: Int) throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    let units = Self.units([100, 200, 1, 4000, 8191, 50, 60, 70])
    let payloads = try Self.packetize(format, units, frames: 480, packetFrames: packetFrames)
    let read = try Self.read(format, payloads)
    #expect(read.map { Array($0.bytes) } == units)
    #expect(read.map(\.frameOffset) == (0..<8).map { Int64($0) * 480 })
    #expect(payloads.allSatisfy { $0.bytes.count <= 1400 })
  }

  @Test func aUnitWithAMissingPartIsGivenUp() throws {
    let format = try PayloadFormat.mpeg4Generic(configuration: Self.eld)
    let units = Self.units([4000, 20])
    let payloads = try Self.packetize(format, units, frames: 480)
    #expect(payloads.count == 4)
    var reader = try PayloadReader(format)
    var read: [PayloadUnit] = []
    for number in [0, 2, 3] {
      let place = PacketPlace(
        sequenceNumber: Int64(number), timestamp: payloads[number].frame, hasMarker: payloads[number].hasMarker)
      let bytes = payloads[number].bytes
      try reader.read(bytes[...], at: place, into: &read)
    }
    #expect(read.map { Array($0.bytes) } == [units[1]])
    #expect(reader.abandonedUnitCount > 0)
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
    #expect(format.format.framesPerPacket == 1024)
    // PayloadLengthInfo of 255 + 1 and the bytes.
    var reader = try PayloadReader(format)
    var units: [PayloadUnit] = []
    let unit = Self.units([256])[0]
    let element: [UInt8] = [255, 1] + unit
    try reader.read(
      element[...], at: PacketPlace(sequenceNumber: 0, timestamp: 0, hasMarker: true), into: &units)
    #expect(units == [PayloadUnit(frameOffset: 0, bytes: unit[...])])
    // It is not copied out of the element.
    #expect(units.first?.bytes.startIndex == 2)
  }

  @Test(arguments: [false, true])
  func latmComesBack(isInBand: Bool) throws {
    let format = try PayloadFormat.latm(configuration: Self.eld, hasConfigurationInBand: isInBand)
    let units = Self.units([100, 254, 255, 256, 5000, 30])
    let payloads = try Self.packetize(format, units, frames: 480)
    #expect(payloads.filter(\.hasMarker).count == 6)
    #expect(try Self.read(format, payloads).map { Array($0.bytes) } == units)
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
    let format = try #require(try SessionDescription(parsing: text).media.first).payloadFormat()
    #expect(format.format.formatID == "usac" && format.cookie == configuration && format.clockRate == 32_000)
    let payloads = try Self.packetize(sent, packets, frames: 2048)
    #expect(try Self.read(format, payloads).map { Array($0.bytes) } == packets)
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
    for _ in 0..<(15 + configuration.count * 8 - 7) { #expect(try ours.read(1) == theirs.read(1)) }
  }

  @Test func samplesAreCutByThePacketTime() throws {
    let format = try PayloadFormat.linearPCM(bitsPerSample: 16, sampleRate: 48_000, channelCount: 2)
    let units = Self.units([4 * 1000, 4 * 37])
    let payloads = try Self.packetize(format, units, frames: 1, packetFrames: 240)
    #expect(payloads.map(\.frameCount) == [240, 240, 240, 240, 77])
    #expect(payloads.map(\.frame) == [0, 240, 480, 720, 960])
    #expect(payloads.flatMap(\.bytes) == units.flatMap { $0 })
    #expect(try PayloadFormat.linearPCM(bitsPerSample: 16, sampleRate: 44_100, channelCount: 2).payloadType == 10)
  }

  /// RFC 2198, figure 3, with an offset of 320 ticks.
  @Test func redundancyIsAsTheStandardHasIt() throws {
    let bytes = RedundantPayload.payload([7, 8], older: [(320, [1, 2, 3])], payloadType: 96)
    #expect(bytes == [0xE0, 0x05, 0x00, 0x03, 96, 1, 2, 3, 7, 8])
    let read = try RedundantPayload(parsing: bytes.span)
    #expect(read.blocks.map(\.range) == [5..<8, 8..<10])
    #expect(read.blocks.map(\.timestampOffset) == [320, 0])
    let cut: [UInt8] = [0xE0, 0x05, 0x00, 0x09, 96, 1]
    #expect(throws: RTPError.self) { try RedundantPayload(parsing: cut.span) }
  }

  @Test func clocksOfOtherRatesAreScaled() throws {
    var format = try PayloadFormat.mpeg4Generic(configuration: [0xF8, 0xEE, 0x20, 0x00])
    #expect(format.format.sampleRate == 22_050)
    format.clockRate = 48_000
    for frames: Int64 in [0, 1, 512, 123_456_789, -512] {
      #expect(format.frames(ofTicks: format.ticks(ofFrames: frames)) == frames)
    }
    #expect(format.ticks(ofFrames: 22_050) == 48_000)
  }
}
