import AudioBase

/// Keeps NaN and infinity out of sums, in which one such sample would spoil all later results.
///
/// Samples come from files and programs, and may be anything. NaN and infinite samples become silence. A number beyond
/// ±2^64, 385 dB above full scale, becomes ±2^64, so that no sum of products of a filter or a transform overflows.
package enum NonNumbers {
  /// Replaces NaN and infinite samples by silence.
  ///
  /// Sound samples cost one multiplication and one addition each. Nothing is allocated.
  ///
  /// - Returns: The number of samples that were NaN or infinite.
  @specialized(where Sample == Float)
  @specialized(where Sample == Double)
  package static func silence<Sample: ResamplerSample>(_ samples: inout MutableSpan<Sample>) -> Int {
    areHarmless(samples.span) ? 0 : replace(&samples)
  }

  /// Replaces NaN and infinite samples by silence, without looking for them first.
  ///
  /// - Returns: The number of samples that were NaN or infinite.
  static func replace<Sample: ResamplerSample>(_ samples: inout MutableSpan<Sample>) -> Int {
    let limit = Sample(nearest: 0x1p64)
    var count = 0
    for index in 0..<samples.count {
      let sample = samples[index]
      if sample.magnitude <= limit { continue }
      if sample.isFinite {
        samples[index] = sample < 0 ? -limit : limit
      } else {
        samples[index] = 0
        count += 1
      }
    }
    return count
  }

  /// Returns true if all samples are numbers within ±2^64.
  ///
  /// The sum of the squares decides: beyond 2^64 a square in single precision is infinite, squares do not cancel out,
  /// and adding to NaN or infinity never makes it finite. In double precision the samples are scaled to have the same
  /// limit. A sum that overflows by itself counts as a failure, too, which costs time and nothing else.
  @inline(__always)
  private static func areHarmless<Sample: ResamplerSample>(_ samples: Span<Sample>) -> Bool {
    let scale: Sample = Sample.self == Double.self ? Sample(nearest: 0x1p448) : 1
    var (sum0, sum1) = (SIMD8<Sample>(repeating: 0), SIMD8<Sample>(repeating: 0))
    var index = 0
    while index &+ 32 <= samples.count {
      let part = samples.extracting(index..<(index &+ 32))
      let (a, b) = (part.eight(at: 0) * scale, part.eight(at: 8) * scale)
      let (c, d) = (part.eight(at: 16) * scale, part.eight(at: 24) * scale)
      sum0 += a * a
      sum1 += b * b
      sum0 += c * c
      sum1 += d * d
      index &+= 32
    }
    var sum = (sum0 + sum1).sum()
    while index < samples.count {
      let sample = samples[index] * scale
      sum += sample * sample
      index &+= 1
    }
    return sum.isFinite
  }
}
