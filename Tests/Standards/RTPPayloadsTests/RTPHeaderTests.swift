import AudioBase
import RTPPayloads
import TestSupport
import Testing

/// Expected bytes follow the figures of RFC 3550, 5.1 and 5.3.1.
@Suite struct RTPHeaderTests {
  /// Two contributors, an extension of one word, four bytes of payload and four of padding.
  static let full: [UInt8] = [
    0xB2, 0xE0, 0x12, 0x34, 0xDE, 0xCA, 0xFB, 0xAD, 0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 1, 0, 0, 0, 2, 0xBE, 0xDE, 0, 1,
    0x10, 0xFF, 0, 0, 1, 2, 3, 4, 0, 0, 0, 4,
  ]

  @Test func allFieldsAreRead() throws {
    let header = try RTPHeader(parsing: Self.full.span)
    #expect(header.hasMarker)
    expectEqual(header.payloadType, 96)
    expectEqual(header.sequenceNumber, 0x1234)
    expectEqual(header.timestamp, 0xDECA_FBAD)
    expectEqual(header.source, 0xCAFE_BABE)
    expectEqual(header.contributors, [1, 2])
    expectEqual(header.headerExtension, RTPHeader.Extension(profile: 0xBEDE, bytes: [0x10, 0xFF, 0, 0]))
    try expectEqual(header.payload(in: Self.full.span), 28..<32)
  }

  @Test func whatIsWrittenIsWhatWasRead() throws {
    var written: [UInt8] = []
    let header = try RTPHeader(parsing: Self.full.span)
    header.write(to: &written)
    // Padding is no part of the header that is written.
    expectEqual(written[0], 0x92)
    expectEqual(Array(written[1...]), Array(Self.full[1..<28]))
  }

  @Test func cutHeadersAreRefused() {
    for count in 0..<28 {
      let cut = Array(Self.full.prefix(count))
      #expect(throws: RTPError.self) { try RTPHeader(parsing: cut.span) }
    }
  }

  @Test func paddingBeyondThePacketIsRefused() throws {
    var packet = Self.full
    for padding: UInt8 in [0, 9, 255] {
      packet[packet.count - 1] = padding
      let header = try RTPHeader(parsing: packet.span)
      #expect(throws: RTPError.self) { try header.payload(in: packet.span) }
    }
  }

  @Test func otherVersionsAreRefused() {
    for version: UInt8 in [0, 0x40, 0xC0] {
      var packet = Self.full
      packet[0] = packet[0] & 0x3F | version
      #expect(throws: RTPError.self) { try RTPHeader(parsing: packet.span) }
    }
  }
}
