import AudioBase
import Bitstream
import TestSupport
import Testing
import WaveFormats

/// The fields by bytes put together by hand.
@Suite struct FieldsTests {
  /// Six channels of 20 bits in 24 at 96 kHz, as Microsoft's page on `WAVEFORMATEXTENSIBLE` draws it.
  static let extensible: [UInt8] = [
    0xFE, 0xFF, 6, 0, 0x00, 0x77, 0x01, 0x00, 0x00, 0x5E, 0x1A, 0x00, 18, 0, 24, 0, 22, 0,
    20, 0, 0x3F, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
  ]

  @Test func everyFieldIsReadWhereItLiesAndWrittenThere() throws {
    let bytes = Self.extensible
    let fields = try WaveFormatFields(parsing: bytes.span)
    #expect(fields.tag == WaveFormatExtension.tag && fields.channelCount == 6 && fields.sampleRate == 96_000)
    #expect(fields.bytesPerSecond == 96_000 * 18 && fields.blockAlign == 18 && fields.bitsPerSample == 24)
    #expect(fields.extensionByteCount == 22 && fields.bytesBehind.count == 22 && fields.subformatTag == 1)
    let added = try required(fields.extensible)
    expectEqual(added, WaveFormatExtension(.pcm, validBitsPerSample: 20, channelMask: 0x3F))
    expectEqual(added.bytes, Array(Self.extensible[18...]))
    expectEqual(fields.bytes, Self.extensible)
  }

  @Test("RIFX: numbers the other way round, the GUID's bytes as they are")
  func bigEndian() throws {
    let bytes: [UInt8] = [
      0xFF, 0xFE, 0, 6, 0x00, 0x01, 0x77, 0x00, 0x00, 0x1A, 0x5E, 0x00, 0, 18, 0, 24, 0, 22,
      0, 20, 0, 0, 0, 0x3F, 0, 0, 0, 1, 0, 0, 0, 0x10, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
    ]
    let fields = try WaveFormatFields(parsing: bytes.span, order: .bigEndian)
    #expect(fields.sampleRate == 96_000 && fields.bytesPerSecond == 96_000 * 18 && fields.blockAlign == 18)
    expectEqual(fields.extensible, WaveFormatExtension(.pcm, validBitsPerSample: 20, channelMask: 0x3F))
  }

  @Test func bytesThatEndEarlyAreTold() throws {
    for count in 0..<Self.extensible.count {
      let bytes = Array(Self.extensible[..<count])
      guard count >= 16 else {
        #expect(throws: EndOfBytes.self) { try WaveFormatFields(parsing: bytes.span) }
        continue
      }
      let fields = try WaveFormatFields(parsing: bytes.span)
      expectEqual(fields.extensionByteCount, count < 18 ? nil : 22)
      #expect(fields.bytesBehind == Array(Self.extensible[min(18, count)..<count]) && fields.extensible == nil)
      #expect((fields.framesPerBlock == nil) == (count < 20) && (fields.subformatTag == nil) == (count < 26))
    }
  }

  @Test("an extension that is stated shorter than what lies there ends where it is stated")
  func statedExtension() throws {
    var bytes = Array(Self.extensible[..<16]) + [4, 0, 0xF9, 3, 7, 0, 9, 9]
    try expectEqual(WaveFormatFields(parsing: bytes.span).extensionBytes, [0xF9, 3, 7, 0])
    try expectEqual(WaveFormatFields(parsing: bytes.span).framesPerBlock, 1017)
    bytes[16] = 200
    try expectEqual(WaveFormatFields(parsing: bytes.span).extensionBytes, [0xF9, 3, 7, 0, 9, 9])
  }

  // From Microsoft's page on ADPCM in WAVE: blocks of 256 bytes a channel, 500 frames of its own, 505 of IMA's mono.
  @Test func blocksHoldAsManyFramesAsTheirSizeTells() {
    expectEqual(WaveFormatTag.microsoftADPCM.framesPerBlock(byteCount: 256, channelCount: 1), 500)
    expectNil(WaveFormatTag.microsoftADPCM.framesPerBlock(byteCount: 13, channelCount: 2))
    expectEqual(WaveFormatTag.dviADPCM.framesPerBlock(byteCount: 256, channelCount: 1), 505)
    expectEqual(WaveFormatTag.gsm610.framesPerBlock(byteCount: 65, channelCount: 1), 320)
  }
}
