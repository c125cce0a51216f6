// Holds throughout: callers pass as many samples and bytes as the frames and channels require.

/// The sample formats of a PCM, with the numbers of `snd_pcm_format_t`: little-endian, interleaved.
package enum PCMSampleFormat: Int32, Sendable, Hashable, CaseIterable {
  /// 32-bit floats.
  case float32 = 14
  /// 32-bit integers.
  case int32 = 10
  /// 24 bits in three bytes.
  case int24 = 32
  /// 24 bits in the lower three bytes of four.
  case int24InFour = 6
  /// 16-bit integers.
  case int16 = 2

  /// All formats, the most precise first.
  package static let preferred: [PCMSampleFormat] = [.float32, .int32, .int24, .int24InFour, .int16]

  /// The number of bytes of a sample.
  package var byteCount: Int {
    switch self {
    case .int16: 2
    case .int24: 3
    case .float32, .int32, .int24InFour: 4
    }
  }

  /// The integer that full scale would be; 0 for floats.
  private var fullScale: Float {
    switch self {
    case .float32: 0
    case .int32: 0x1p31
    case .int24, .int24InFour: 0x1p23
    case .int16: 0x1p15
    }
  }

  /// Writes planar floats as interleaved samples. Integers are rounded, ties to even, and clipped; NaN becomes silence.
  ///
  /// - Parameters:
  ///   - planes: One channel after the other, `frameCount` samples each.
  ///   - sources: For each channel of the output the channel of the planes, or −1 for silence.
  package func pack(
    _ planes: Span<Float>, frameCount: Int, sources: Span<Int>, into bytes: inout MutableSpan<UInt8>
  ) {
    let (width, stride) = (byteCount, byteCount * sources.count)
    for channel in sources.indices {
      let source = sources[channel]
      var place = channel * width
      for frame in 0..<frameCount {
        let sample = source < 0 ? 0 : planes[source * frameCount + frame]
        var bits = self.bits(sample)
        for index in 0..<width {
          bytes[place + index] = UInt8(truncatingIfNeeded: bits)
          bits >>= 8
        }
        place += stride
      }
    }
  }

  /// Reads interleaved samples as planar floats.
  ///
  /// - Parameters:
  ///   - channelCount: The number of channels of the bytes.
  ///   - sources: For each plane the channel of the bytes, or −1 for silence.
  ///   - planes: One channel after the other, `frameCount` samples each.
  package func unpack(
    _ bytes: Span<UInt8>, channelCount: Int, sources: Span<Int>, into planes: inout MutableSpan<Float>
  ) {
    let (width, stride) = (byteCount, byteCount * channelCount)
    let frameCount = bytes.count / max(1, stride)
    for channel in sources.indices {
      let source = sources[channel]
      var place = source * width
      for frame in 0..<frameCount {
        var bits: UInt32 = 0
        if source >= 0 {
          for index in 0..<width { bits |= UInt32(bytes[place + index]) << UInt32(8 * index) }
        }
        planes[channel * frameCount + frame] = sample(bits)
        place += stride
      }
    }
  }

  @inline(__always)
  private func bits(_ sample: Float) -> UInt32 {
    if self == .float32 { return sample.bitPattern }
    let scaled = (sample * fullScale).rounded(.toNearestOrEven)
    if scaled >= fullScale { return UInt32(truncatingIfNeeded: Int64(fullScale) - 1) }
    guard scaled > -fullScale else { return UInt32(truncatingIfNeeded: scaled.isNaN ? 0 : -Int64(fullScale)) }
    return UInt32(truncatingIfNeeded: Int64(scaled))
  }

  @inline(__always)
  private func sample(_ bits: UInt32) -> Float {
    if self == .float32 { return Float(bitPattern: bits) }
    // The sign is brought to the top, and back.
    let shift = self == .int32 ? 0 : self == .int16 ? 16 : 8
    return Float((Int32(truncatingIfNeeded: bits) << shift) >> shift) / fullScale
  }
}
