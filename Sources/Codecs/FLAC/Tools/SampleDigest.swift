import Bitstream

/// The running MD5 of a stream's samples. RFC 9639, 8.2.
///
/// They are taken interleaved, little endian, each in the fewest whole bytes.
package struct SampleDigest: Sendable {
  private var digest = MessageDigest()
  private var bytes: [UInt8]
  private let channelCount: Int
  private let byteCount: Int
  /// The number of samples that are turned into bytes together.
  private static let stretch = 512

  package init(channelCount: Int, bitDepth: Int) {
    self.channelCount = channelCount
    byteCount = (bitDepth + 7) / 8
    // Bound: a constant stretch of eight channels of four bytes.
    bytes = Array(repeating: 0, count: Self.stretch * channelCount * byteCount)
  }

  /// Adds a block; channel `c` begins at `lead + c × stride`.
  package mutating func update(_ samples: [Int32], lead: Int, stride: Int, count: Int) {
    let samples = samples.span
    var start = 0
    while start < count {
      let length = min(Self.stretch, count - start)
      let (left, right) = (lead + start, lead + stride + start)
      if channelCount == 2, byteCount == 2 {
        Self.fillPairs(
          &bytes, samples.extracting(left..<(left + length)), samples.extracting(right..<(right + length)))
      } else if channelCount == 2, byteCount == 3 {
        Self.fillWidePairs(
          &bytes, samples.extracting(left..<(left + length)), samples.extracting(right..<(right + length)))
      } else {
        for channel in 0..<channelCount {
          let first = lead + channel * stride + start
          let form = Form(first: channel * byteCount, width: byteCount, step: channelCount * byteCount)
          Self.fill(&bytes, samples.extracting(first..<(first + length)), form)
        }
      }
      digest.update(bytes, count: length * channelCount * byteCount)
      start += length
    }
  }

  /// The layout of the bytes of a channel's samples.
  private struct Form {
    var first: Int
    var width: Int
    var step: Int
  }

  private static func fillPairs(_ bytes: inout [UInt8], _ left: Span<Int32>, _ right: Span<Int32>) {
    var target = bytes.mutableSpan
    for index in left.indices {
      var four = target._mutatingExtracting((4 &* index)..<(4 &* index &+ 4))
      let word = UInt32(truncatingIfNeeded: left[index]) & 0xFFFF | UInt32(truncatingIfNeeded: right[index]) &<< 16
      four[0] = UInt8(truncatingIfNeeded: word)
      four[1] = UInt8(truncatingIfNeeded: word &>> 8)
      four[2] = UInt8(truncatingIfNeeded: word &>> 16)
      four[3] = UInt8(truncatingIfNeeded: word &>> 24)
    }
  }

  /// Pairs of samples of three bytes.
  private static func fillWidePairs(_ bytes: inout [UInt8], _ left: Span<Int32>, _ right: Span<Int32>) {
    var target = bytes.mutableSpan
    for index in left.indices {
      var six = target._mutatingExtracting((6 &* index)..<(6 &* index &+ 6))
      let (first, second) = (UInt32(bitPattern: left[index]), UInt32(bitPattern: right[index]))
      let low = first & 0xFF_FFFF | second &<< 24
      six[0] = UInt8(truncatingIfNeeded: low)
      six[1] = UInt8(truncatingIfNeeded: low &>> 8)
      six[2] = UInt8(truncatingIfNeeded: low &>> 16)
      six[3] = UInt8(truncatingIfNeeded: low &>> 24)
      six[4] = UInt8(truncatingIfNeeded: second &>> 8)
      six[5] = UInt8(truncatingIfNeeded: second &>> 16)
    }
  }

  private static func fill(_ bytes: inout [UInt8], _ samples: Span<Int32>, _ form: Form) {
    var target = bytes.mutableSpan
    var place = form.first
    for index in samples.indices {
      for byte in 0..<form.width {
        target[place &+ byte] = UInt8(truncatingIfNeeded: samples[index] &>> Int32(truncatingIfNeeded: 8 &* byte))
      }
      place &+= form.step
    }
  }

  /// Returns the digest of all samples so far, 16 bytes.
  package func value() -> [UInt8] { digest.value() }
}
