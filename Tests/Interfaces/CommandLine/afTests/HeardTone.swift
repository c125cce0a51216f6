import Foundation

/// A tone in samples of 16 bits, as somebody hears it: without the silence at both ends.
struct HeardTone {
  /// Periods a second, between the first and the last passage upwards through zero.
  var frequency: Double
  /// The root of the mean square, in steps of 16-bit samples.
  var level: Double
  var seconds: Double

  /// Looks for a tone in the first channel of interleaved samples, little endian; `nil` where nothing is loud.
  ///
  /// - Parameter longest: Seconds after which nothing is looked at: a decoder may go on where the stream has ended.
  init?(_ bytes: some Collection<UInt8>, of channelCount: Int, rate: Double, longest: Double = 3600) {
    let all = Array(bytes)
    let frames = (0..<(all.count / (2 * channelCount))).map { frame in
      let place = 2 * frame * channelCount
      return Int(Int16(bitPattern: UInt16(all[place]) | UInt16(all[place + 1]) << 8))
    }
    guard let first = frames.firstIndex(where: { $0.magnitude > 1000 }),
      var last = frames.lastIndex(where: { $0.magnitude > 1000 })
    else { return nil }
    last = min(last, first + Int(longest * rate))
    seconds = Double(last - first) / rate
    // A tenth of a second at either end is left aside: codecs and jitter buffers come into step there.
    let edge = Int(rate / 10)
    guard last - first > 3 * edge else { return nil }
    let middle = frames[(first + edge)..<(last - edge)]
    level = (middle.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(middle.count)).squareRoot()
    let passages = middle.indices.dropFirst().filter { frames[$0 - 1] < 0 && frames[$0] >= 0 }
    guard let begin = passages.first, let end = passages.last, end > begin else { return nil }
    frequency = Double(passages.count - 1) * rate / Double(end - begin)
  }

  /// A tone at 12,000 steps, so many seconds of so many channels.
  static func samples(_ seconds: Double, frequency: Double = 1000, channels: Int = 2, rate: Int) -> [Int16] {
    (0..<Int(seconds * Double(rate))).flatMap { frame in
      let value = Int16(12_000 * sin(2 * .pi * frequency * Double(frame) / Double(rate)))
      return [Int16](repeating: value, count: channels)
    }
  }

  /// Whether it is that tone. What plays a stream runs up to half a per cent faster or slower, to keep its delay.
  func isOurs(frequency wanted: Double = 1000) -> Bool {
    abs(frequency - wanted) < 0.005 * wanted && abs(level - 12_000 / 2.0.squareRoot()) < 300
  }
}
