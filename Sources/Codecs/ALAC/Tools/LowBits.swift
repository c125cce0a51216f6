import Bitstream

// Holds throughout: frame counts above the cookie's frameLength are refused by ElementHeader.

/// The low bytes of an element's samples, which are stored unchanged: frame by frame, those of all channels.
struct LowBits {
  /// The bit offset at which they start.
  var start: Int
  /// The number of bits of one sample: 0, 8 or 16.
  var width: Int
  /// The number of channels of the element.
  var channelCount: Int

  /// Appends the bits of channel `channel`, 0 or 1, below the first `count` samples.
  func append(to channelSamples: inout [Int32], _ count: Int, channel: Int, _ bits: BitReader) {
    guard width > 0 else { return }
    var samples = channelSamples.mutableSpan
    precondition(count <= samples.count)
    var bits = bits
    let step = width * channelCount
    bits.consume(start + channel * width - bits.offset)
    let shift = Int32(truncatingIfNeeded: width)
    for index in 0..<count {
      let low = UInt32(truncatingIfNeeded: bits.window &>> UInt64(truncatingIfNeeded: 64 &- width))
      samples[index] = samples[index] &<< shift | Int32(bitPattern: low)
      bits.consume(step)
    }
  }
}
