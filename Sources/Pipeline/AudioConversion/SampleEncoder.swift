public import AudioBase

/// Turns planar float samples into interleaved bytes of a sample format: the single place of rounding and clipping.
///
/// Integers are scaled by 2^(bits−1), rounded to the nearest value, ties to even, and clipped to the range of the
/// width; a sample that is not a number becomes silence. Floats are passed on as they are, never clipped.
public struct SampleEncoder: Sendable {
  /// What comes out.
  public let format: SampleFormat
  /// For every channel of the output, the plane of the block that it comes from.
  public let channelOrder: [Int]

  /// Bytes of one frame of all channels.
  public var bytesPerFrame: Int { format.byteCount * channelOrder.count }

  /// Creates an encoder. The format must be valid; the order may repeat and leave out planes.
  public init(format: SampleFormat, channelOrder: [Int]) {
    precondition(format.isValid && channelOrder.allSatisfy { $0 >= 0 })
    self.format = format
    self.channelOrder = channelOrder
  }

  /// Encodes the frames `frames` of a block.
  ///
  /// - Parameters:
  ///   - block: Must have every plane that ``channelOrder`` names.
  ///   - frames: Must lie within the filled frames of the block.
  ///   - bytes: Must hold exactly `frames.count` × ``bytesPerFrame`` bytes.
  public func encode(_ block: borrowing PCMBlock, frames: Range<Int>, into bytes: inout MutableSpan<UInt8>) {
    precondition(bytes.count == frames.count * bytesPerFrame, "the bytes must fit the frames")
    if channelOrder.count == 2, format.bitsPerSample == 16 || format.encoding == .floatingPoint {
      let left = block.channel(channelOrder[0]).extracting(frames)
      let right = block.channel(channelOrder[1]).extracting(frames)
      if encodeStereo(left, right, into: &bytes) { return }
    }
    for (index, plane) in channelOrder.enumerated() {
      encode(block.channel(plane).extracting(frames), asChannel: index, into: &bytes)
    }
  }

  /// Encodes two channels at once where one store can hold a sample of each, and returns whether it could.
  private func encodeStereo(_ left: Span<Float>, _ right: Span<Float>, into bytes: inout MutableSpan<UInt8>) -> Bool {
    let swapped = format.byteOrder == .bigEndian
    var raw = bytes.rawBytes
    switch (format.encoding, format.bitsPerSample) {
    case (.floatingPoint, 32):
      storePairs(left, right, into: &raw) { sample in
        let bits = sample.bitPattern
        return UInt64(swapped ? bits.byteSwapped : bits)
      }
    case (.signedInteger, 16), (.unsignedInteger, 16):
      let bias = self.bias
      storePairs(left, right, into: &raw) { sample in
        let bits = UInt16(truncatingIfNeeded: roundedInteger16(sample, scale: 0x1p15) ^ bias)
        return UInt32(swapped ? bits.byteSwapped : bits)
      }
    default: return false
    }
    return true
  }

  /// The bits that turn two's complement into offset binary: the sign bit, or none for a signed format.
  private var bias: Int32 {
    format.encoding == .unsignedInteger ? Int32(truncatingIfNeeded: Int64(1) << Int64(format.bitsPerSample - 1)) : 0
  }

  private func encode(_ plane: Span<Float>, asChannel channel: Int, into bytes: inout MutableSpan<UInt8>) {
    let swapped = format.byteOrder == .bigEndian
    let bias = self.bias
    let place = StridedPlace(first: channel * format.byteCount, stride: bytesPerFrame)
    var raw = bytes.rawBytes
    switch (format.encoding, format.bitsPerSample) {
    case (.floatingPoint, 32):
      store(plane, at: place, into: &raw) { swapped ? $0.bitPattern.byteSwapped : $0.bitPattern }
    case (.floatingPoint, _):
      store(plane, at: place, into: &raw) { swapped ? Double($0).bitPattern.byteSwapped : Double($0).bitPattern }
    case (_, 8):
      store(plane, at: place, into: &raw) { UInt8(truncatingIfNeeded: roundedInteger16($0, scale: 0x1p7) ^ bias) }
    case (_, 16):
      store(plane, at: place, into: &raw) { sample in
        let bits = UInt16(truncatingIfNeeded: roundedInteger16(sample, scale: 0x1p15) ^ bias)
        return swapped ? bits.byteSwapped : bits
      }
    case (_, 24): storeThreeBytes(plane, at: place, into: &bytes)
    default:
      store(plane, at: place, into: &raw) { sample in
        let bits = UInt32(bitPattern: roundedInteger32(sample, scale: 0x1p31) ^ bias)
        return swapped ? bits.byteSwapped : bits
      }
    }
  }

  private func storeThreeBytes(_ plane: Span<Float>, at place: StridedPlace, into bytes: inout MutableSpan<UInt8>) {
    let bias = self.bias
    let low = format.byteOrder == .littleEndian ? 0 : 2
    var offset = place.first
    for index in plane.indices {
      let bits = UInt32(bitPattern: roundedInteger32(plane[index], scale: 0x1p23) ^ bias)
      bytes[offset + low] = UInt8(truncatingIfNeeded: bits)
      bytes[offset + 1] = UInt8(truncatingIfNeeded: bits >> 8)
      bytes[offset + 2 - low] = UInt8(truncatingIfNeeded: bits >> 16)
      offset += place.stride
    }
  }
}

/// Where the samples of one channel lie among interleaved bytes.
private struct StridedPlace {
  var first: Int
  var stride: Int
}

/// Stores one channel, one word a sample. The words are given in the byte order of the file.
@inline(__always)
private func store<Word: FixedWidthInteger & BitwiseCopyable>(
  _ plane: Span<Float>, at place: StridedPlace, into raw: inout MutableRawSpan, word: (Float) -> Word
) {
  let size = MemoryLayout<Word>.size
  guard place.stride != size else {
    // Mono: the constant stride lets the loop vectorise.
    precondition(place.first == 0 && raw.byteCount == plane.count * size)
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

/// Stores a left and a right sample as one word of twice the width, which vectorises where two stores would not.
///
/// `half` gives one sample in the low half of the word, in the byte order of the file.
@inline(__always)
private func storePairs<Word: FixedWidthInteger & BitwiseCopyable>(
  _ left: Span<Float>, _ right: Span<Float>, into raw: inout MutableRawSpan, half: (Float) -> Word
) {
  let size = MemoryLayout<Word>.size
  precondition(left.count == right.count && raw.byteCount == left.count * size)
  for index in left.indices {
    let pair = half(left[index]) | half(right[index]) << Word(Word.bitWidth / 2)
    raw.storeBytes(of: pair.littleEndian, toByteOffset: index * size, as: Word.self)
  }
}
