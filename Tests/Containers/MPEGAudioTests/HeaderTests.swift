import AudioBase
import MPEGAudioContainer
import MPEGAudioFrames
import TestSupport
import Testing

@Suite("What headers of MPEG audio tell of a file")
struct HeaderTests {
  @Test("enough packets are asked for after a seek to fill the reservoir of 511 or 255 bytes")
  func rollDistance() throws {
    // 417 - 4 - 32 = 381 bytes of main data: two frames, and one for the overlap.
    let usual = try required(MPEGAudioHeader(word: 0xFFFB_9000))
    expectEqual(MPEGAudioReader.rollDistance(usual, smallestFrame: 417), 3)
    // 96 - 4 - 2 - 32 = 58 bytes: nine frames, and one.
    let low = try required(MPEGAudioHeader(word: 0xFFFA_1400))
    expectEqual(MPEGAudioReader.rollDistance(low, smallestFrame: 96), 10)
    // 208 - 4 - 17 = 187 bytes of 255.
    let half = try required(MPEGAudioHeader(word: 0xFFF3_8000))
    expectEqual(MPEGAudioReader.rollDistance(half, smallestFrame: 208), 3)
  }

  @Test("two headers in a row make a file of their layer and of no other")
  func probe() {
    let stream = Array(HandMadeFrame.stream(3).joined())
    expectEqual(MPEGAudioFile.probe(stream.span, layer: 3), 90)
    expectEqual(MPEGAudioFile.probe(stream.span, layer: 2), 0)
    let tagged = identifierTag(title: "a") + stream
    expectEqual(MPEGAudioFile.probe(tagged.span, layer: 3), 90)
    let behindOthers = [1, 2, 0xFF, 0xFB] + Array(HandMadeFrame.stream(4).joined())
    expectEqual(MPEGAudioFile.probe(behindOthers.span, layer: 3), 50)
    let longTag = identifierTag(title: "a", padding: 6000).prefix(4096)
    expectEqual(MPEGAudioFile.probe(Array(longTag).span, layer: 3), 1)
    let garbageBehindTag = identifierTag(title: "a") + [UInt8](repeating: 0x33, count: 300)
    expectEqual(MPEGAudioFile.probe(garbageBehindTag.span, layer: 3), 1)
    let noise = [UInt8](repeating: 0xFF, count: 4096)
    expectEqual(MPEGAudioFile.probe(noise.span, layer: 1), 0)
    let adts: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC]
    #expect((1...3).allSatisfy { MPEGAudioFile.probe(adts.span, layer: $0) == 0 })
  }
}
