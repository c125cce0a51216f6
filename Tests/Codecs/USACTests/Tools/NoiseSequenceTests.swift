import TestSupport
import Testing
import USACCodec

/// The signs of noise.
struct NoiseSequenceTests {
  /// The first sixteen signs of a pair's channels, worked out by `seed · 69069 + 5` in two other decoders.
  @Test func signs() {
    for (channel, expected) in [
      (NoiseSequence.Channel.first, "+-+--+-++--+-++-"), (.second, "-++----+------+-"),
    ] {
      var sequence = NoiseSequence(channel)
      let signs = (0..<16).map { _ in sequence.nextIsNegative() ? "-" : "+" }.joined()
      expectEqual(signs, expected)
    }
  }
}
