import AC3Frames
import AudioBase
import TestSupport
import Testing

@Suite("AC-3: heads of frames")
struct AC3HeaderTests {
  /// Table 4.13 of ETSI TS 102 366: words of 16 bits at 48, 44.1 and 32 kHz.
  static let frameSizes: [(code: UInt8, words: [Int])] = [
    (0, [64, 69, 96]), (1, [64, 70, 96]), (2, [80, 87, 120]), (10, [160, 174, 240]), (11, [160, 175, 240]),
    (28, [768, 835, 1152]), (37, [1280, 1394, 1920]),
  ]

  private func head(_ bytes: [UInt8]) -> AC3FrameHeader? { AC3FrameHeader(bytes.span, at: 0) }

  private func passes(_ bytes: [UInt8]) -> Bool {
    let frame = [0x0B, 0x77] + bytes
    return AC3FrameCheck().passes(frame.span)
  }

  @Test("sizes of frames are those of the table", arguments: frameSizes)
  func sizes(code: UInt8, words: [Int]) throws {
    for rate in 0..<3 {
      let bytes: [UInt8] = [0x0B, 0x77, 0, 0, UInt8(rate) << 6 | code, 8 << 3, 2 << 5, 0]
      let header = try required(head(bytes))
      expectEqual(header.byteCount, 2 * words[rate])
      expectEqual(header.sampleRate, [48_000, 44_100, 32_000][rate])
      #expect(header.formatID == .ac3 && header.frameCount == 1536)
    }
  }

  @Test("the LFE's flag is found behind the levels of each mode")
  func lowFrequency() throws {
    // acmod, the bits of levels that follow it, and the loudspeakers.
    let modes: [(UInt8, Int, Int)] = [
      (0, 0, 2), (1, 0, 1), (2, 2, 2), (3, 2, 3), (4, 2, 3), (5, 4, 4), (6, 2, 4), (7, 4, 5),
    ]
    for (mode, levels, count) in modes {
      let word = UInt16(mode) << 13 | 1 << UInt16(12 - levels)
      let bytes: [UInt8] = [0x0B, 0x77, 0, 0, 0x1C, 0x40, UInt8(word >> 8), UInt8(word & 255)]
      let header = try required(head(bytes))
      #expect(header.hasLowFrequency && header.channelCount == count + 1)
      #expect(header.speakers.count == count + 1 && header.speakers.last == .lowFrequency)
    }
  }

  @Test("a head of Enhanced AC-3 tells its substream, size, rate and blocks")
  func enhanced() throws {
    // strmtyp 1, substreamid 2, frmsiz 255; fscod 1, numblkscod 2, acmod 7, lfeon 1; bsid 16.
    let bytes: [UInt8] = [0x0B, 0x77, 0b01_010_000, 0xFF, 0b01_10_111_1, 16 << 3, 0, 0]
    let header = try required(head(bytes))
    #expect(header.isEnhanced && header.substream == .dependent && header.substreamID == 2)
    #expect(header.byteCount == 512 && header.sampleRate == 44_100 && header.blockCount == 3)
    expectEqual(header.speakers, [.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency])
    // fscod 3: the rate is halved, and there are six blocks.
    let halved: [UInt8] = [0x0B, 0x77, 0, 0xFF, 0b11_10_010_0, 16 << 3, 0, 0]
    let slow = try required(head(halved))
    #expect(slow.sampleRate == 16_000 && slow.blockCount == 6)
  }

  @Test("reserved values are no header")
  func reserved() {
    let heads: [[UInt8]] = [
      [0x0B, 0x76, 0, 0, 0, 0x40, 0x40, 0],  // another sync word
      [0x0B, 0x77, 0, 0, 0xC0, 0x40, 0x40, 0],  // fscod 3
      [0x0B, 0x77, 0, 0, 38, 0x40, 0x40, 0],  // frmsizecod 38
      [0x0B, 0x77, 0, 0, 0, 17 << 3, 0x40, 0],  // bsid 17
      [0x0B, 0x77, 0xC0, 0xFF, 0, 16 << 3, 0, 0],  // strmtyp 3
      [0x0B, 0x77, 0, 0xFF, 0xF0, 16 << 3, 0, 0],  // fscod 3 and fscod2 3
      [0x0B, 0x77, 0, 0, 0, 0x40, 0x40],  // cut short
    ]
    for head in heads { expectNil(self.head(head)) }
  }

  @Test("the check is that of the polynomial 0x8005 from 0")
  func check() {
    let word = remainder([0x12, 0x34, 0x56])
    // The check of the bytes 12 34 56 by hand: see `remainder`.
    #expect(passes([0x12, 0x34, 0x56, UInt8(word >> 8), UInt8(word & 255)]))
    #expect(!passes([0x12, 0x34, 0x57, UInt8(word >> 8), UInt8(word & 255)]))
  }

  @Test("the check of a frame of any length is the remainder, and any changed byte is found", arguments: 0...40)
  func check(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: 37 * $0 * $0 + 11 * $0 + 5) }
    let word = remainder(bytes)
    let frame = bytes + [UInt8(word >> 8), UInt8(word & 255)]
    #expect(passes(frame))
    for index in frame.indices {
      var changed = frame
      changed[index] ^= 0x41
      #expect(!passes(changed))
    }
  }

  /// The remainder of a polynomial, a bit at a time.
  private func remainder(_ bytes: [UInt8]) -> UInt16 {
    var register: UInt16 = 0
    for byte in bytes {
      register ^= UInt16(byte) << 8
      for _ in 0..<8 { register = register & 0x8000 != 0 ? register << 1 ^ 0x8005 : register << 1 }
    }
    return register
  }
}
