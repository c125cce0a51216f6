public import AudioBase

// Holds throughout: orders come from ConversionPlan, and bytes are made for the frames.

/// Encodes planar samples as linear PCM: the only place of rounding and clipping.
///
/// Integers are scaled by 2^(bits−1), or by the fixed-point fraction, rounded to the nearest value, ties to even, and
/// clipped to the range of the width; a sample that is not a number becomes silence. Floats are passed on as they are,
/// never clipped.
public struct SampleEncoder: Sendable {
  /// The layout of the output.
  public let layout: LinearPCMLayout
  /// The index of the block's plane for each channel of the output.
  public let channelOrder: [Int]
  private let rounding: SampleRounding
  /// The bits that convert two's complement to offset binary: the sign bit, or none for a signed format.
  private let bias: UInt32

  /// The level beyond which samples are clipped; `nil` for floats.
  var fullScale: Double? {
    layout.encoding == .floatingPoint
      ? nil : Double(sign: .plus, exponent: layout.bitsPerSample - 1 - layout.fractionBits, significand: 1)
  }

  /// The number of bytes of one frame of all channels.
  public var bytesPerFrame: Int { layout.bytesPerFrame }

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - layout: The layout of the samples that are written.
  ///   - channelOrder: One entry per channel of the layout; may repeat and leave out planes. `nil` for all in order.
  public init(_ layout: LinearPCMLayout, channelOrder: [Int]? = nil) {
    let order = channelOrder ?? Array(0..<layout.channelCount)
    precondition(order.count == layout.channelCount && order.allSatisfy { $0 >= 0 })
    self.layout = layout
    self.channelOrder = order
    rounding = SampleRounding(bits: layout.bitsPerSample, fractionBits: layout.fractionBits)
    bias = layout.encoding == .unsignedInteger ? 1 << UInt32(layout.bitsPerSample - 1) : 0
  }

  /// Encodes the frames `frames` of a block.
  ///
  /// - Parameters:
  ///   - block: Must have every plane that ``channelOrder`` names.
  ///   - frames: Must lie within the filled frames of the block.
  ///   - bytes: Must hold exactly `frames.count` × ``bytesPerFrame`` bytes; where channels have their own buffers,
  ///     these follow each other.
  public func encode(_ block: borrowing PCMBlock, frames: Range<Int>, into bytes: inout MutableSpan<UInt8>) {
    encodeSamples(block, frames: frames, into: &bytes)
  }

  /// Encodes the frames `frames` of a double-precision block, like the single-precision method.
  public func encode(
    _ block: borrowing SampleBlock<Double>, frames: Range<Int>, into bytes: inout MutableSpan<UInt8>
  ) {
    encodeSamples(block, frames: frames, into: &bytes)
  }

  private func encodeSamples<Sample: AudioSample>(
    _ block: borrowing SampleBlock<Sample>, frames: Range<Int>, into bytes: inout MutableSpan<UInt8>
  ) {
    precondition(bytes.count == frames.count * bytesPerFrame, "the bytes must fit the frames")
    encodeSamples(block, frames: frames, into: &bytes, at: 0)
  }

  /// Encodes frames at a position in the bytes, whose size gives the total number of frames.
  func encodeSamples<Sample: AudioSample>(
    _ block: borrowing SampleBlock<Sample>, frames: Range<Int>, into bytes: inout MutableSpan<UInt8>,
    at firstFrame: Int
  ) {
    let (size, start) = (bytes.count / layout.bufferCount, firstFrame * layout.stride)
    for buffer in 0..<layout.bufferCount {
      var rest = bytes._mutatingExtracting((buffer * size + start)..<((buffer + 1) * size))
      encodeSamples(block, frames: frames, into: &rest, ofBuffer: buffer)
    }
  }

  /// Encodes the channels of one buffer into the first of its bytes.
  func encodeSamples<Sample: AudioSample>(
    _ block: borrowing SampleBlock<Sample>, frames: Range<Int>, into bytes: inout MutableSpan<UInt8>,
    ofBuffer buffer: Int
  ) {
    var part = bytes._mutatingExtracting(0..<(frames.count * layout.stride))
    let channels = layout.channels(ofBuffer: buffer)
    if channels.count == 2, isPlain {
      let left = block.channel(channelOrder[0]).extracting(frames)
      let right = block.channel(channelOrder[1]).extracting(frames)
      if encodeStereo(left, right, into: &part) { return }
    }
    for channel in channels {
      let first = (channel - channels.lowerBound) * layout.bytesPerSample
      let place = StridedPlace(first: first, stride: layout.stride)
      encode(block.channel(channelOrder[channel]).extracting(frames), at: place, into: &part)
    }
  }

  /// True if the samples fill their slots, so that each is a word of the same width.
  private var isPlain: Bool { layout.bitsPerSample == layout.bytesPerSample * 8 }

  /// Encodes two channels at once if one store can hold a sample of each, and returns true if it did.
  private func encodeStereo<Sample: AudioSample>(
    _ left: Span<Sample>, _ right: Span<Sample>, into bytes: inout MutableSpan<UInt8>
  ) -> Bool {
    let swapped = layout.byteOrder == .bigEndian
    var raw = bytes.rawBytes
    switch (layout.encoding, layout.bitsPerSample) {
    case (.floatingPoint, 32):
      storePairs(left, right, into: &raw) { sample in
        let bits = Float(sample).bitPattern
        return UInt64(swapped ? bits.byteSwapped : bits)
      }
    case (.signedInteger, 16), (.unsignedInteger, 16):
      let (bias, rounding) = (self.bias, self.rounding)
      if swapped {
        storePairs(left, right, into: &raw) {
          UInt32(UInt16(truncatingIfNeeded: $0.rounded(to: rounding) ^ bias).byteSwapped)
        }
      } else {
        storePairs(left, right, into: &raw) { $0.rounded(to: rounding) ^ bias }
      }
    default: return false
    }
    return true
  }

  private func encode<Sample: AudioSample>(
    _ plane: Span<Sample>, at place: StridedPlace, into bytes: inout MutableSpan<UInt8>
  ) {
    let swapped = layout.byteOrder == .bigEndian
    let (bias, rounding) = (self.bias, self.rounding)
    guard isPlain else { return encodeInSlots(plane, at: place, into: &bytes) }
    var raw = bytes.rawBytes
    switch (layout.encoding, layout.bitsPerSample) {
    case (.floatingPoint, 32):
      store(plane, at: place, into: &raw) { swapped ? Float($0).bitPattern.byteSwapped : Float($0).bitPattern }
    case (.floatingPoint, _):
      store(plane, at: place, into: &raw) { swapped ? Double($0).bitPattern.byteSwapped : Double($0).bitPattern }
    case (_, 8):
      store(plane, at: place, into: &raw) { UInt8(truncatingIfNeeded: $0.rounded(to: rounding) ^ bias) }
    case (_, 16):
      store(plane, at: place, into: &raw) { sample in
        let bits = UInt16(truncatingIfNeeded: sample.rounded(to: rounding) ^ bias)
        return swapped ? bits.byteSwapped : bits
      }
    case (_, 24): storeThreeBytes(plane, at: place, into: &bytes)
    default:
      store(plane, at: place, into: &raw) { sample in
        let bits = UInt32(bitPattern: sample.roundedWide(to: rounding)) ^ bias
        return swapped ? bits.byteSwapped : bits
      }
    }
  }

  private func storeThreeBytes<Sample: AudioSample>(
    _ plane: Span<Sample>, at place: StridedPlace, into bytes: inout MutableSpan<UInt8>
  ) {
    let (bias, rounding) = (self.bias, self.rounding)
    let low = layout.byteOrder == .littleEndian ? 0 : 2
    var offset = place.first
    for index in plane.indices {
      let bits = UInt32(bitPattern: plane[index].roundedWide(to: rounding)) ^ bias
      bytes[offset + low] = UInt8(truncatingIfNeeded: bits)
      bytes[offset + 1] = UInt8(truncatingIfNeeded: bits >> 8)
      bytes[offset + 2 - low] = UInt8(truncatingIfNeeded: bits >> 16)
      offset += place.stride
    }
  }

  /// Encodes samples narrower than their slots: the unused bits continue the sign above it, and are 0 below it.
  private func encodeInSlots<Sample: AudioSample>(
    _ plane: Span<Sample>, at place: StridedPlace, into bytes: inout MutableSpan<UInt8>
  ) {
    let size = layout.bytesPerSample
    let shift = layout.alignment == .high ? UInt64(size * 8 - layout.bitsPerSample) : 0
    var offset = place.first
    for index in plane.indices {
      let value = Int64(plane[index].roundedWide(to: rounding))
      // Offset binary is never negative, so nothing is continued into its unused bits.
      let bits = layout.encoding == .unsignedInteger ? value + Int64(bias) : value
      var rest = UInt64(bitPattern: bits) << shift
      for position in 0..<size {
        bytes[offset + (layout.byteOrder == .littleEndian ? position : size - 1 - position)] = UInt8(
          truncatingIfNeeded: rest)
        rest >>= 8
      }
      offset += place.stride
    }
  }
}

/// The positions of one channel's samples among interleaved bytes.
struct StridedPlace {
  var first: Int
  var stride: Int
}

/// Stores one channel, one word per sample, in the byte order of the file.
@inline(__always)
private func store<Sample: AudioSample, Word: FixedWidthInteger & BitwiseCopyable>(
  _ plane: Span<Sample>, at place: StridedPlace, into raw: inout MutableRawSpan, word: (Sample) -> Word
) {
  let size = MemoryLayout<Word>.size
  guard place.stride != size || place.first != 0 || raw.byteCount != plane.count * size else {
    // Mono: the constant stride lets the loop vectorise.
    for index in plane.indices {
      raw.storeBytes(of: word(plane[index]).littleEndian, toByteOffset: index * size, as: Word.self)
    }
    return
  }
  for index in plane.indices {
    raw.storeBytes(
      of: word(plane[index]).littleEndian, toByteOffset: place.first + index * place.stride, as: Word.self)
  }
}

/// Stores a left and a right sample as one word of twice the width, which the compiler vectorises, unlike two stores.
///
/// `half` gives one sample in the low half of the word, in the byte order of the file.
@inline(__always)
private func storePairs<Sample: AudioSample, Word: FixedWidthInteger & BitwiseCopyable>(
  _ left: Span<Sample>, _ right: Span<Sample>, into raw: inout MutableRawSpan, half: (Sample) -> Word
) {
  let size = MemoryLayout<Word>.size
  precondition(left.count == right.count && raw.byteCount == left.count * size)
  for index in left.indices {
    let pair = half(left[index]) | half(right[index]) << Word(Word.bitWidth / 2)
    raw.storeBytes(of: pair.littleEndian, toByteOffset: index * size, as: Word.self)
  }
}
