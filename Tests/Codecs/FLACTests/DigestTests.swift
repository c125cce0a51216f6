import AudioBase
import Bitstream
import FLACCodec
import TestSupport
import Testing

/// The checks of a frame and the MD5 of a stream.
@Suite struct DigestTests {
  @Test func checksAreTheRemaindersOfLongDivision() {
    var random = SplitMix64(seed: 3)
    let check = FrameCheck()
    for count in 0..<40 {
      let bytes = random.bytes(count)
      expectEqual(UInt32(check.frameCheck(bytes.span)), HandMadeFrame.remainder(bytes, width: 16, polynomial: 0x8005))
      expectEqual(UInt32(FrameCheck.headerCheck(bytes.span)), HandMadeFrame.remainder(bytes, width: 8, polynomial: 7))
    }
  }

  @Test(arguments: [false, true])
  func aStreamIsHeldAgainstItsDigest(isRight: Bool) throws {
    // Samples of 12 bits take two bytes: 0x0123 and -2.
    var md5 = MessageDigest()
    let bytes = (0..<40).flatMap { _ in [0x23, 0x01, 0xFE, 0xFF] as [UInt8] }
    md5.update(bytes.span)
    var information = StreamInformation(blockSize: 20, sampleRate: 44_100, channelCount: 2, bitDepth: 12)
    information.frameCount = 40
    information.digest = md5.value()
    if !isRight { information.digest[3] ^= 1 }
    var decoder = FLACDecoder(try StreamInformation(parsing: information.bytes.span), check: .wholeStream)
    var block = PCMBlock(channelCount: 2, capacity: 20)
    for number in 0..<2 {
      var frame = HandMadeFrame(blockSize: 20, number: number, channels: 1, depth: 2)
      frame.subframe(0)
      frame.put(0x123, 12)
      frame.subframe(0)
      frame.put(-2, 12)
      try decoder.decode(frame.finished().span, frameCount: 0, into: &block)
      expectEqual(decoder.remark == nil, isRight || number == 0)
    }
  }

  @Test func cookiesOfEveryForm() throws {
    var information = StreamInformation(blockSize: 4096, sampleRate: 1_048_575, channelCount: 8, bitDepth: 32)
    information.frameCount = 0xF_FFFF_FFFF
    information.maximumFrameByteCount = 0xABCDEF
    let body = information.bytes
    let block = [0x80, 0, 0, 34] + body
    let box = [0, 0, 0, 50] + Array("dfLa".utf8) + [0, 0, 0, 0] + block
    for cookie in [body, block, Array("fLaC".utf8) + block + [1, 2], box] {
      try expectEqual(StreamInformation(parsing: cookie.span), information)
    }
    for cookie in [[], Array(body.dropLast()), [4, 0, 0, 34] + body, Array(box.prefix(30))] {
      #expect(throws: CodecError.self) { try StreamInformation(parsing: cookie.span) }
    }
  }
}
