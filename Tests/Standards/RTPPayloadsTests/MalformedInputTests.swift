import AudioBase
import RTPPayloads
import TestSupport
import Testing

/// Nothing that comes may stop the program. A trap would end the test run.
@Suite struct MalformedInputTests {
  /// Random bytes, and real ones with some bits changed or the end cut off.
  static func abused(_ seeds: [[UInt8]], _ random: inout SplitMix64) -> [UInt8] {
    if random.chance(30) { return random.bytes(Int.random(in: 0...80, using: &random)) }
    var bytes = seeds.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
      bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
    }
    return random.chance(50) ? Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) : bytes
  }

  @Test func headersAndReportsOfAnyBytes() {
    var random = SplitMix64(seed: 11)
    var taken = 0
    for _ in 0..<100_000 {
      let bytes = Self.abused([RTPHeaderTests.full, ControlTests.compound], &random)
      if let header = try? RTPHeader(parsing: bytes.span), let range = try? header.payload(in: bytes.span) {
        #expect(range.lowerBound >= 12 && range.upperBound <= bytes.count)
        taken += 1
      }
      if let packets = try? ControlPacket.parse(bytes.span) { taken += packets.isEmpty ? 0 : 1 }
      _ = try? RedundantPayload(parsing: bytes.span)
    }
    expectGreater(taken, 1000)
  }

  @Test func payloadsOfAnyBytes() throws {
    var odd = AccessUnitHeaderFormat()
    (odd.sizeLength, odd.compositionTimeLength, odd.decodingTimeLength) = (32, 32, 32)
    (odd.auxiliarySizeLength, odd.streamStateLength, odd.hasRandomAccessFlag) = (32, 32, true)
    var bare = AccessUnitHeaderFormat()
    (bare.sizeLength, bare.indexLength, bare.indexDeltaLength, bare.constantSize) = (0, 0, 0, 1)
    let formats = [
      try PayloadFormat.mpeg4Generic(configuration: PayloadTests.eld),
      try .mpeg4Generic(configuration: PayloadTests.eld, headers: odd),
      try .mpeg4Generic(configuration: PayloadTests.eld, headers: bare),
      try .latm(configuration: PayloadTests.eld), try .latm(configuration: [0x12, 0x10], hasConfigurationInBand: true),
      .opus(), try .linearPCM(bitsPerSample: 24, sampleRate: 48_000, channelCount: 2),
    ]
    for format in formats {
      var random = SplitMix64(seed: 12)
      var reader = try PayloadReader(format)
      let isSent: Bool = if case .mpeg4Generic(let headers) = format.encoding { headers == .highBitRate } else { true }
      let isWhole = format.encoding == .opus
      let seeds =
        isSent
        ? try PayloadTests.packetize(format, PayloadTests.units([300, isWhole ? 600 : 6000]), frames: 480).map(\.bytes)
        : []
      var units: [PayloadUnit] = []
      for number in 0..<100_000 / formats.count {
        let bytes = Self.abused(seeds, &random)
        let place = PacketPlace(
          sequenceNumber: Int64(number), timestamp: Int64(number / 3), hasMarker: random.chance(50))
        units.removeAll(keepingCapacity: true)
        try? reader.read(bytes[...], at: place, into: &units)
        expectLessOrEqual(units.reduce(0) { $0 + $1.bytes.count }, 1 << 17)
      }
    }
  }

  @Test func descriptionsOfAnyText() throws {
    let seed = Array(
      """
      v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nc=IN IP4 239.0.0.1/3\r\nm=audio 5004 RTP/SAVP 96 97 0\r\na=rtpmap:96 \
      mpeg4-generic/48000/2\r\na=fmtp:96 mode=AAC-hbr;config=F8E65000;sizelength=13;indexlength=3;indexdeltalength=3\r
      a=rtpmap:97 AppleLossless\r\na=fmtp:97 352 0 16 40 10 14 2 255 0 0 44100\r\na=ptime:20\r\na=rtcp:5009\r
      a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkw|2^31\r\n
      """.utf8)
    var random = SplitMix64(seed: 13)
    var taken = 0
    for _ in 0..<100_000 {
      let bytes = Self.abused([seed], &random)
      guard let session = try? SessionDescription(parsing: String(decoding: bytes, as: UTF8.self)) else { continue }
      for medium in session.media {
        taken += 1
        for type in medium.formats.compactMap({ UInt8($0) }) { _ = try? medium.payloadFormat(type) }
        _ = try? medium.crypto()
        _ = (medium.packetTime, medium.controlPort, medium.redundancyPayloadType)
      }
      _ = session.text
    }
    expectGreater(taken, 1000)
  }
}
