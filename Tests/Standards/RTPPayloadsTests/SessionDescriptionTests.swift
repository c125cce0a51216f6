import AudioBase
import RTPPayloads
import TestSupport
import Testing

@Suite struct SessionDescriptionTests {
  /// The first medium of a session with the given lines.
  static func media(_ lines: String) throws -> SessionDescription.Media {
    let text = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\n" + lines
    return try required(SessionDescription(parsing: text).media.first)
  }

  /// As FFmpeg 5.1 prints it, heading included.
  @Test func theFormOfFFmpegIsRead() throws {
    let text = """
      SDP:
      v=0
      o=- 0 0 IN IP4 127.0.0.1
      s=No Name
      c=IN IP4 127.0.0.1
      t=0 0
      a=tool:libavformat 59.27.100
      m=audio 5004 RTP/AVP 97
      b=AS:128
      a=rtpmap:97 MPEG4-GENERIC/44100/2
      a=fmtp:97 profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3; config=121056E500
      """
    let session = try SessionDescription(parsing: text)
    let medium = try required(session.media.first)
    expectEqual(session.connection(of: medium), SessionDescription.Connection(address: "127.0.0.1"))
    #expect(medium.port == 5004 && medium.controlPort == 5005)
    let format = try medium.payloadFormat()
    #expect(format.payloadType == 97 && format.clockRate == 44_100)
    expectEqual(format.encoding, .mpeg4Generic(.highBitRate))
    expectEqual(format.cookie, [0x12, 0x10, 0x56, 0xE5, 0x00])
    #expect(format.format.formatID == .aac && format.format.channelsPerFrame == 2)
  }

  /// Lines of RFC 4867, 8.3.1, RFC 5574, 4.2 and RFC 3551, 6, and what is refused of them.
  @Test func speechIsReadAndWritten() throws {
    let lines: [(String, PayloadFormat?)] = [
      (
        "RTP/AVP 97\r\na=rtpmap:97 AMR/8000\r\na=fmtp:97 mode-set=0,2,5,7; mode-change-period=2\r\n",
        .amr(isWideBand: false, isOctetAligned: false, payloadType: 97)
      ),
      (
        "RTP/AVP 98\r\na=rtpmap:98 AMR-WB/16000/1\r\na=fmtp:98 octet-align=1\r\n",
        .amr(isWideBand: true, payloadType: 98)
      ),
      (
        "RTP/AVP 97\r\na=rtpmap:97 speex/16000\r\na=fmtp:97 mode=\"10,any\"\r\na=ptime:40\r\n",
        try .speex(sampleRate: 16_000, framesPerPacket: 2, payloadType: 97)
      ),
      ("RTP/AVP 9\r\n", .g722()), ("RTP/AVP 3\r\n", .gsm()),
      ("RTP/AVP 97\r\na=rtpmap:97 AMR/8000/2\r\n", nil),
      ("RTP/AVP 97\r\na=rtpmap:97 AMR/8000\r\na=fmtp:97 octet-align=1; interleaving=30\r\n", nil),
      ("RTP/AVP 97\r\na=rtpmap:97 AMR/8000\r\na=fmtp:97 octet-align=1; crc=1\r\n", nil),
      ("RTP/AVP 97\r\na=rtpmap:97 speex/44100\r\n", nil),
    ]
    for (line, wanted) in lines {
      let medium = try Self.media("m=audio 5004 " + line)
      guard let wanted else {
        #expect(throws: RTPError.self) { _ = try medium.payloadFormat() }
        continue
      }
      try expectEqual(medium.payloadFormat(), wanted)
      // And what is written says the same.
      let packetTime = wanted.encoding == .speex ? 40.0 : nil
      let written = SessionDescription.Media(wanted, port: 5004, packetTime: packetTime)
      try expectEqual(written.payloadFormat(), wanted)
    }
  }

  /// As GStreamer's clients write it.
  @Test func theFormOfGStreamerIsRead() throws {
    let medium = try Self.media(
      "m=audio 5004 RTP/AVP 96\na=rtpmap:96 MPEG4-GENERIC/48000\n"
        + "a=fmtp:96 streamtype=5;profile-level-id=2;mode=AAC-hbr;config=1190;sizelength=13;indexlength=3;"
        + "indexdeltalength=3\na=framerate:0\n")
    try expectEqual(medium.payloadFormat().format.sampleRate, 48_000)
  }

  /// baresip issue 805: large letters in names, and a clock of 48 kHz for AAC-ELD of 22.05 kHz.
  @Test func theConfigurationBeatsTheMapOfLinphone() throws {
    let medium = try Self.media(
      "m=audio 7078 RTP/AVP 104\na=rtpmap:104 mpeg4-generic/48000\n"
        + "a=fmtp:104 config=F8EE2000; constantDuration=512; indexDeltaLength=3; indexLength=3; mode=AAC-hbr; "
        + "profile-level-id=76; sizeLength=13; streamType=5\na=ptime:20\n")
    let format = try medium.payloadFormat()
    #expect(format.format.sampleRate == 22_050 && format.format.framesPerPacket == 512)
    #expect(format.format.formatID == .aacEnhancedLowDelay && format.format.channelsPerFrame == 1)
    expectEqual(format.clockRate, 48_000)
    expectEqual(medium.packetTime, 20)
  }

  /// HomeKit's camera as go2rtc writes it: AAC-ELD of 16 kHz with SRTP.
  @Test func theFormOfHomeKitIsRead() throws {
    let key = "MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkw"
    let medium = try Self.media(
      "m=audio 0 RTP/SAVP 110\na=rtpmap:110 MPEG4-GENERIC/16000\n"
        + "a=fmtp:110 streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;"
        + "config=F8F03000\na=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:\(key)|2^31\na=rtcp-mux\n")
    try expectEqual(medium.payloadFormat().format.framesPerPacket, 480)
    try expectEqual(medium.payloadFormat().format.sampleRate, 16_000)
    let crypto = try required(medium.crypto())
    expectEqual(crypto.key, Array("123456789012345678901234567890".utf8))
    expectEqual(crypto.lifetime, 1 << 31)
    expectEqual(medium.controlPort, medium.port)
  }

  /// AirPlay's two forms: AAC-ELD without a configuration, ALAC by the numbers of its cookie.
  @Test func theFormsOfAirPlayAreRead() throws {
    let eld = try Self.media(
      "m=audio 0 RTP/AVP 96\na=rtpmap:96 mpeg4-generic/44100/2\na=fmtp:96 mode=AAC-eld; constantDuration=480\n")
    let format = try eld.payloadFormat()
    expectEqual(format.encoding, .accessUnits)
    expectEqual(format.cookie, [0xF8, 0xE8, 0x50, 0x00])
    let alac = try Self.media(
      "m=audio 0 RTP/AVP 96\na=rtpmap:96 AppleLossless\na=fmtp:96 352 0 16 40 10 14 2 255 0 0 44100\n")
    let lossless = try alac.payloadFormat()
    #expect(lossless.format.formatID == .appleLossless && lossless.format.framesPerPacket == 352)
    #expect(lossless.cookie.count == 24 && Array(lossless.cookie[4..<12]) == [0, 16, 40, 10, 14, 2, 0, 255])
  }

  @Test func staticTypesNeedNoMap() throws {
    try expectEqual(Self.media("m=audio 1 RTP/AVP 0\n").payloadFormat().encoding, .muLaw)
    try expectEqual(Self.media("m=audio 1 RTP/AVP 8\n").payloadFormat().encoding, .aLaw)
    let linear = try Self.media("m=audio 1 RTP/AVP 11\n").payloadFormat()
    #expect(linear.format.channelsPerFrame == 1 && linear.clockRate == 44_100)
    #expect(throws: RTPError.self) { try Self.media("m=audio 1 RTP/AVP 18\n").payloadFormat() }
    #expect(throws: RTPError.self) { try Self.media("m=audio 1 RTP/AVP 77\n").payloadFormat() }
  }

  @Test func theFirstUsableFormatIsTaken() throws {
    let medium = try Self.media(
      "m=audio 5004 RTP/AVP 127 18 96\na=rtpmap:127 red/48000/2\na=rtpmap:96 opus/48000/2\na=fmtp:127 96/96\n")
    try expectEqual(medium.payloadFormat().encoding, .opus)
    expectEqual(medium.redundancyPayloadType, 127)
  }

  @Test(arguments: [
    "config=F8E6500", "config=XX", "mode=CELP-cbr;config=F8E65000", "config=F8E65000;sizelength=99",
    "config=F8E65000;maxdisplacement=10", "mode=AAC-hbr",
  ])
  func whatCannotBeReadIsRefused(parameters: String) throws {
    let medium = try Self.media("m=audio 5004 RTP/AVP 96\na=rtpmap:96 mpeg4-generic/48000/2\na=fmtp:96 \(parameters)\n")
    #expect(throws: RTPError.self) { try medium.payloadFormat() }
  }

  @Test(arguments: [
    "L16/0/2", "L16/-8000", "L16/x", "L16", "L16/1000001", "L16/48000/0", "L16/48000/65", "L16/48000/x", "PCMU/0",
    "opus/0/2", "MP4A-LATM/0", "L16/99999999999999999999",
  ])
  func absurdClocksAndChannelsAreRefused(map: String) throws {
    let medium = try Self.media("m=audio 1 RTP/AVP 96\na=rtpmap:96 \(map)\n")
    let error = #expect(throws: RTPError.self) { try medium.payloadFormat() }
    expectEqual(error?.kind, .malformed)
  }

  @Test func groupsHaveATimeToLive() throws {
    let session = try SessionDescription(
      parsing: "v=0\no=- 0 0 IN IP4 1.2.3.4\ns=-\nc=IN IP4 239.1.2.3/32\nt=0 0\nm=audio 5004/2 RTP/AVP 0\n")
    #expect(session.connection?.timeToLive == 32 && session.connection?.isMulticast == true)
    expectEqual(session.media[0].port, 5004)
    try expectEqual(SessionDescription(parsing: session.text).connection, session.connection)
  }

  @Test func whatIsWrittenReadsTheSame() throws {
    let formats = [
      try PayloadFormat.mpeg4Generic(configuration: PayloadTests.eld),
      try .mpeg4Generic(configuration: [0x12, 0x10], headers: .lowBitRate, payloadType: 100),
      try .latm(configuration: PayloadTests.eld), try .accessUnits(configuration: PayloadTests.eld),
      try .linearPCM(bitsPerSample: 24, sampleRate: 96_000, channelCount: 2), try .g711(isALaw: true),
      .opus(channelCount: 1), .opus(channelCount: 2), try .accessUnits(configuration: PayloadTests.replicated),
      try .mpeg4Generic(configuration: PayloadTests.replicated),
    ]
    for format in formats {
      var session = SessionDescription()
      session.media = [SessionDescription.Media(format, port: 5004, packetTime: 2.5)]
      let read = try SessionDescription(parsing: session.text)
      var expected = format
      if case .mpeg4Generic(var headers) = format.encoding {
        headers.constantDuration = Int(format.ticks(ofFrames: Int64(format.format.framesPerPacket)))
        expected.encoding = .mpeg4Generic(headers)
      }
      try expectEqual(read.media[0].payloadFormat(), expected)
      expectEqual(read.media[0].packetTime, 2.5)
      expectEqual(read.text, session.text)
    }
  }

  @Test("A configuration stands beside mode=AAC-eld where AirPlay's form would not tell of it")
  func replicationIsTold() throws {
    func text(_ configuration: [UInt8]) throws -> String {
      var session = SessionDescription()
      session.media = [SessionDescription.Media(try .accessUnits(configuration: configuration), port: 5004)]
      return session.text
    }
    #expect(try text(PayloadTests.replicated).contains("mode=AAC-eld; constantDuration=1024; config=F8EE41B3406F00"))
    #expect(try text(PayloadTests.eld).contains("mode=AAC-eld; constantDuration=480\r\n"))
    // AAC-ELD v2: a core of one channel, played by two loudspeakers.
    let surround: [UInt8] = [0xF8, 0xEE, 0x21, 0xBB, 0x40, 0x6F, 0x24, 0x47, 0xA7, 0x08, 0x00, 0x00]
    #expect(try text(surround).contains("a=rtpmap:96 mpeg4-generic/44100/2"))
  }

  @Test func linesCannotBeSmuggledIn() throws {
    var session = SessionDescription()
    session.name = "a\r\nm=audio 1 RTP/AVP 0"
    #expect(try SessionDescription(parsing: session.text).media.isEmpty)
  }
}
