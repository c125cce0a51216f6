import AudioBase

// Holds throughout: LinearPCMDecoder refuses packets that are no whole frames.

/// Converts bytes of linear PCM to planar samples: the mirror of ``SampleEncoder``.
///
/// Integers are exact where the samples' precision is the layout's; unused bits of a slot are ignored.
struct SampleDecoder: Sendable {
  let layout: LinearPCMLayout
  private let scale: Double
  private let bias: UInt64

  init(_ layout: LinearPCMLayout) {
    self.layout = layout
    scale = Double(sign: .plus, exponent: -layout.fractionBits, significand: 1)
    bias = layout.encoding == .unsignedInteger ? 1 << UInt64(layout.bitsPerSample - 1) : 0
  }

  /// Decodes frames into the first ones of a block, which must have room for them.
  ///
  /// - Parameter bytes: Whole frames; where channels have their own buffers, these follow each other.
  func decode<Sample: AudioSample>(_ bytes: Span<UInt8>, into block: inout SampleBlock<Sample>) {
    let size = bytes.count / layout.bufferCount
    block.setFrameCount(bytes.count / layout.bytesPerFrame)
    for buffer in 0..<layout.bufferCount {
      decode(bytes.extracting((buffer * size)..<((buffer + 1) * size)), ofBuffer: buffer, into: &block)
    }
  }

  /// Decodes the channels of one buffer into the first frames of a block, which must have room for them.
  func decode<Sample: AudioSample>(
    _ bytes: Span<UInt8>, ofBuffer buffer: Int, into block: inout SampleBlock<Sample>
  ) {
    let channels = layout.channels(ofBuffer: buffer)
    for channel in channels {
      var plane = block.plane(channel)
      var part = plane._mutatingExtracting(0..<(bytes.count / layout.stride))
      decode(bytes, from: (channel - channels.lowerBound) * layout.bytesPerSample, by: layout.stride, into: &part)
    }
  }

  /// Decodes adjacent samples, as many as there is room for, regardless of their channels.
  func decodeAll<Sample: AudioSample>(_ bytes: Span<UInt8>, into samples: inout MutableSpan<Sample>) {
    precondition(bytes.count == samples.count * layout.bytesPerSample)
    decode(bytes, from: 0, by: layout.bytesPerSample, into: &samples)
  }

  private func decode<Sample: AudioSample>(
    _ bytes: Span<UInt8>, from start: Int, by stride: Int, into plane: inout MutableSpan<Sample>
  ) {
    guard layout.bitsPerSample == layout.bytesPerSample * 8, layout.bytesPerSample != 3 else {
      return decodeSlots(bytes, from: start, by: stride, into: &plane)
    }
    let words = ChannelWords(
      bytes: bytes.rawBytes, start: start, stride: stride, isBigEndian: layout.byteOrder == .bigEndian)
    let scale = Sample(self.scale)
    switch (layout.encoding, layout.bytesPerSample) {
    case (.floatingPoint, 4):
      words.load(UInt32.self, into: &plane) { Sample(Float(bitPattern: $0)) }
    case (.floatingPoint, _):
      words.load(UInt64.self, into: &plane) { Sample(Double(bitPattern: $0)) }
    case (_, 1):
      let bias = UInt8(truncatingIfNeeded: self.bias)
      words.load(UInt8.self, into: &plane) { Sample(Int8(bitPattern: $0 ^ bias)) * scale }
    case (_, 2) where stride == 4 && layout.byteOrder == .littleEndian && bias == 0:
      // One of two channels: both are loaded in one word, from which the sample is cut.
      let up = UInt32(16 - 8 * start)
      bytes.rawBytes.extracting(0..<(plane.count * stride))
        .load(UInt32.self, into: &plane) { Sample(Int32(bitPattern: $0 &<< up) &>> 16) * scale }
    case (_, 2):
      let bias = UInt16(truncatingIfNeeded: self.bias)
      words.load(UInt16.self, into: &plane) { Sample(Int16(bitPattern: $0 ^ bias)) * scale }
    default:
      let bias = UInt32(truncatingIfNeeded: self.bias)
      words.load(UInt32.self, into: &plane) { Sample(Int32(bitPattern: $0 ^ bias)) * scale }
    }
  }

  /// Decodes samples of three bytes and those that are narrower than their slots.
  private func decodeSlots<Sample: AudioSample>(
    _ bytes: Span<UInt8>, from start: Int, by stride: Int, into plane: inout MutableSpan<Sample>
  ) {
    let size = layout.bytesPerSample
    let scale = Sample(self.scale)
    if size == 3, layout.bitsPerSample == 24 {
      guard plane.count > 0 else { return }
      let part = bytes.rawBytes.extracting(start..<(start + (plane.count - 1) * stride + 3))
      let sign: UInt32 = layout.encoding == .unsignedInteger ? 1 << 31 : 0
      return part.loadThreeBytes(by: stride, isBigEndian: layout.byteOrder == .bigEndian, into: &plane) {
        Sample(Int32(bitPattern: $0 ^ sign) >> 8) * scale
      }
    }
    // First the sample is brought to the top of 64 bits, then down again with its sign.
    let up = UInt64(layout.alignment == .high ? 64 - size * 8 : 64 - layout.bitsPerSample)
    let down = Int64(64 - layout.bitsPerSample)
    let sign: UInt64 = layout.encoding == .unsignedInteger ? 1 << 63 : 0
    let (first, step) = layout.byteOrder == .littleEndian ? (size - 1, -1) : (0, 1)
    var offset = start
    for index in plane.indices {
      var word: UInt64 = 0
      var position = offset + first
      for _ in 0..<size {
        word = word << 8 | UInt64(bytes[position])
        position += step
      }
      plane[index] = Sample(Int64(bitPattern: (word << up) ^ sign) >> down) * scale
      offset += stride
    }
  }
}

/// The words of one channel, among interleaved bytes.
private struct ChannelWords: ~Escapable {
  private let bytes: RawSpan
  /// The number of bytes before the first word.
  private let start: Int
  /// The number of bytes from one word to the next.
  private let stride: Int
  private let isBigEndian: Bool

  @_lifetime(copy bytes)
  init(bytes: RawSpan, start: Int, stride: Int, isBigEndian: Bool) {
    self.bytes = bytes
    self.start = start
    self.stride = stride
    self.isBigEndian = isBigEndian
  }

  /// Makes one sample of each word.
  @inline(__always)
  func load<Sample, Word: FixedWidthInteger & BitwiseCopyable>(
    _ type: Word.Type, into plane: inout MutableSpan<Sample>, sample: (Word) -> Sample
  ) {
    if isBigEndian {
      for index in plane.indices {
        plane[index] = sample(bytes.word(at: start + index * stride, as: Word.self).byteSwapped)
      }
    } else if stride == MemoryLayout<Word>.size {
      bytes.extracting(start..<(start + plane.count * stride)).load(Word.self, into: &plane, sample: sample)
    } else {
      for index in plane.indices { plane[index] = sample(bytes.word(at: start + index * stride, as: Word.self)) }
    }
  }
}
