import AACDecoding
import AACEncoding
import AudioBase
import Foundation
import TestSupport
import Testing

@Suite("AAC encoder: bandwidth") struct EncoderBandwidthTests {
  /// The power of a signal between two frequencies, from the sines and cosines of blocks.
  private func power(_ samples: [Float], _ band: ClosedRange<Double>, rate: Double) -> Double {
    let length = 512
    var sum = 0.0
    for frequency in stride(from: band.lowerBound, through: band.upperBound, by: rate / Double(length)) {
      for start in stride(from: 0, through: samples.count - length, by: length / 2) {
        var (real, imaginary) = (0.0, 0.0)
        for index in 0..<length {
          let window = 0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(length))
          let phase = 2 * .pi * frequency / rate * Double(index)
          real += window * Double(samples[start + index]) * cos(phase)
          imaginary += window * Double(samples[start + index]) * sin(phase)
        }
        sum += real * real + imaginary * imaginary
      }
    }
    return sum
  }

  /// Noise in place of empty bands makes high frequencies cheap: without it they would be holes.
  @Test(
    "AAC-LC of few bits keeps the energy up to 16.5 kHz", arguments: [(2, 64000), (2, 96000), (1, 40000), (1, 64000)])
  func highFrequencies(channels: Int, bitRate: Int) throws {
    var generator = SplitMix64(seed: 31)
    let count = 16384
    let signal = (0..<channels).map { _ in (0..<count).map { _ in Float(0.1 * generator.normal()) } }
    var encoding = try Encoding(encoderSettings(.aac, channels: channels, bitRate: bitRate))
    try encoding.encode(signal)
    let decoded = try encoding.decoded(frameCount: count)
    for channel in 0..<channels {
      for low in stride(from: 9000.0, through: 15500, by: 1000) {
        let band = low...(low + 1000)
        let ratio =
          power(Array(decoded[channel][4096...]), band, rate: 44100)
          / power(Array(signal[channel][4096...]), band, rate: 44100)
        expectLess(abs(10 * log10(ratio)), 2, "\(low) Hz of channel \(channel)")
      }
    }
  }
}
