import MPEGAudioFrames
import TestSupport
import Testing

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
    expectEqual(header?.layer, example.layer)
    expectEqual(header?.sampleRate, example.rate)
    expectEqual(header?.bitRate, example.bitRate)
    expectEqual(header?.frameByteCount, example.byteCount)
    expectEqual(header?.framesPerPacket, example.frames)
    expectEqual(header?.channelCount, 2)
  }

  @Test("reserved values are no header", arguments: [0xFFEB_9000, 0xFFF9_9000, 0xFFFB_F000, 0xFFFB_9C00, 0xFFDB_9000])
  func reserved(word: UInt32) { expectNil(MPEGAudioHeader(word: word)) }

  @Test("the shortest and the longest frame of a stream")
  func bounds() {
    expectEqual(MPEGAudioHeader(word: 0xFFFB_9200)?.frameByteCountBounds, 104...1045)
    expectEqual(MPEGAudioHeader(word: 0xFFFF_C000)?.frameByteCountBounds, 32...488)
  }
}
