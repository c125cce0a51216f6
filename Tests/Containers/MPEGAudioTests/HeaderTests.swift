import AudioBase
import Testing

@testable import MPEGAudioContainer

/// Rate, bit rate and length as worked out by hand from the formulas of the standards, with the samples of a frame.
struct HeaderExample: Sendable {
  var head: [UInt8]
  var layer: Int
  var rate: Int
  var bitRate: Int
  var byteCount: Int
  var frames: Int
}

let headerExamples = [
  HeaderExample(head: [0xFF, 0xFB, 0x90], layer: 3, rate: 44100, bitRate: 128_000, byteCount: 417, frames: 1152),
  HeaderExample(head: [0xFF, 0xFB, 0x92], layer: 3, rate: 44100, bitRate: 128_000, byteCount: 418, frames: 1152),
  HeaderExample(head: [0xFF, 0xFB, 0xE8], layer: 3, rate: 32000, bitRate: 320_000, byteCount: 1440, frames: 1152),
  HeaderExample(head: [0xFF, 0xFA, 0x14], layer: 3, rate: 48000, bitRate: 32000, byteCount: 96, frames: 1152),
  HeaderExample(head: [0xFF, 0xF3, 0x80], layer: 3, rate: 22050, bitRate: 64000, byteCount: 208, frames: 576),
  HeaderExample(head: [0xFF, 0xE3, 0x18], layer: 3, rate: 8000, bitRate: 8000, byteCount: 72, frames: 576),
  HeaderExample(head: [0xFF, 0xFD, 0xA4], layer: 2, rate: 48000, bitRate: 192_000, byteCount: 576, frames: 1152),
  HeaderExample(head: [0xFF, 0xF5, 0xE8], layer: 2, rate: 16000, bitRate: 160_000, byteCount: 1440, frames: 1152),
  HeaderExample(head: [0xFF, 0xFF, 0xC0], layer: 1, rate: 44100, bitRate: 384_000, byteCount: 416, frames: 384),
  HeaderExample(head: [0xFF, 0xFF, 0xC2], layer: 1, rate: 44100, bitRate: 384_000, byteCount: 420, frames: 384),
  HeaderExample(head: [0xFF, 0xF7, 0xE4], layer: 1, rate: 24000, bitRate: 256_000, byteCount: 512, frames: 384),
]

@Suite("Headers of MPEG audio")
struct HeaderTests {
  @Test("length, rates and samples are those of the standards", arguments: headerExamples)
  func examples(_ example: HeaderExample) throws {
    let bytes = example.head + [0]
    let header = MPEGAudioHeader(bytes.span, at: 0)
    #expect(header?.layer == example.layer)
    #expect(header?.sampleRate == example.rate)
    #expect(header?.bitRate == example.bitRate)
    #expect(header?.frameByteCount == example.byteCount)
    #expect(header?.framesPerPacket == example.frames)
    #expect(header?.channelCount == 2)
  }

  @Test("reserved values are no header", arguments: [0xFFEB_9000, 0xFFF9_9000, 0xFFFB_F000, 0xFFFB_9C00, 0xFFDB_9000])
  func reserved(word: UInt32) { #expect(MPEGAudioHeader(word: word) == nil) }

  @Test("the shortest and the longest frame of a stream")
  func bounds() {
    #expect(MPEGAudioHeader(word: 0xFFFB_9200)?.frameByteCountBounds == 104...1045)
    #expect(MPEGAudioHeader(word: 0xFFFF_C000)?.frameByteCountBounds == 32...488)
  }

  @Test("enough packets are asked for after a seek to fill the reservoir of 511 or 255 bytes")
  func rollDistance() throws {
    // 417 - 4 - 32 = 381 bytes of main data: two frames, and one for the overlap.
    let usual = try #require(MPEGAudioHeader(word: 0xFFFB_9000))
    #expect(MPEGAudioReader.rollDistance(usual, smallestFrame: 417) == 3)
    // 96 - 4 - 2 - 32 = 58 bytes: nine frames, and one.
    let low = try #require(MPEGAudioHeader(word: 0xFFFA_1400))
    #expect(MPEGAudioReader.rollDistance(low, smallestFrame: 96) == 10)
    // 208 - 4 - 17 = 187 bytes of 255.
    let half = try #require(MPEGAudioHeader(word: 0xFFF3_8000))
    #expect(MPEGAudioReader.rollDistance(half, smallestFrame: 208) == 3)
  }

  @Test("two headers in a row make a file of their layer and of no other")
  func probe() {
    let stream = Array(HandMadeFrame.stream(3).joined())
    #expect(MPEGAudioFile.probe(stream.span, layer: 3) == 90)
    #expect(MPEGAudioFile.probe(stream.span, layer: 2) == 0)
    let tagged = identifierTag(title: "a") + stream
    #expect(MPEGAudioFile.probe(tagged.span, layer: 3) == 90)
    let behindOthers = [1, 2, 0xFF, 0xFB] + Array(HandMadeFrame.stream(4).joined())
    #expect(MPEGAudioFile.probe(behindOthers.span, layer: 3) == 50)
    let longTag = identifierTag(title: "a", padding: 6000).prefix(4096)
    #expect(MPEGAudioFile.probe(Array(longTag).span, layer: 3) == 1)
    let garbageBehindTag = identifierTag(title: "a") + [UInt8](repeating: 0x33, count: 300)
    #expect(MPEGAudioFile.probe(garbageBehindTag.span, layer: 3) == 1)
    let noise = [UInt8](repeating: 0xFF, count: 4096)
    #expect(MPEGAudioFile.probe(noise.span, layer: 1) == 0)
    let adts: [UInt8] = [0xFF, 0xF1, 0x50, 0x80, 0x02, 0x1F, 0xFC]
    #expect((1...3).allSatisfy { MPEGAudioFile.probe(adts.span, layer: $0) == 0 })
  }
}
