import AudioBase

/// Decodes packets of True Audio, which are independent; each is checked by its CRC-32.
///
/// A sample is what an adaptive Golomb-Rice code says, plus the prediction of an adaptive filter of eight taps, plus
/// that of the sample before; of several channels the last is near half of the one before it, and each other one is
/// the difference to the next.
///
/// A. Djuric, "The Lossless True Audio Codec: TTA1 bitstream and algorithm" (tausoft.org); compared with FFmpeg's files
/// and its decoder to the bit.
struct TTADecoder: PacketDecoder, ~Copyable {
  let format: DecodedFormat
  /// Always `nil`: a packet that differs from its check is refused.
  var remark: CodecError? { nil }
  /// Zero: packets are independent.
  var prerollPacketCount: Int { 0 }
  var history: DecoderHistory { .packets(0) }
  private static let checkByteCount = 4

  private let shape: TTAShape
  /// The samples of a packet, one channel after the other.
  private var samples: [Int32]
  private var channels: [TTAChannel]
  private let checks = CRC32()

  init(_ stream: CodedStream) throws(CodecError) {
    shape = try TTAShape(stream)
    format = shape.decodedFormat(stream)
    // Bound: the limit of a packet's samples.
    samples = [Int32](repeating: 0, count: shape.channelCount * shape.frameCount)
    channels = [TTAChannel](repeating: TTAChannel(byteCount: shape.byteCount), count: shape.channelCount)
  }

  mutating func decode(_ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock) throws(CodecError) {
    output.setFrameCount(0)
    let end = packet.count - Self.checkByteCount
    guard end > 0 else { throw CodecError(.truncated, "a packet of True Audio has samples and a check") }
    let stated = (0..<4).reduce(UInt32(0)) { $0 | UInt32(packet[end + $1]) << UInt32(8 * $1) }
    guard checks.value(packet.extracting(0..<end)) == stated else {
      throw CodecError(.malformed, "a packet of True Audio differs from its check", bitOffset: end * 8)
    }
    guard output.channelCount == shape.channelCount else {
      throw CodecError(.invalidState, "the block has the stream's channels")
    }
    let wanted = frameCount > 0 && frameCount < shape.frameCount ? frameCount : shape.frameCount
    let count = try decode(packet.extracting(0..<end), wanted: min(wanted, output.capacity))
    output.setFrameCount(count)
    for channel in 0..<shape.channelCount {
      let start = channel * shape.frameCount
      let plane = samples.span.extracting(start..<(start + count))
      output.write(plane, unused: 32 - shape.bitDepth, toChannel: channel)
    }
  }

  /// Decodes up to `wanted` frames, fewer only at the end of the bits, and returns their number.
  private mutating func decode(_ bytes: Span<UInt8>, wanted: Int) throws(CodecError) -> Int {
    var bits = TTABits(bytes)
    let (count, stride) = (shape.channelCount, shape.frameCount)
    for channel in 0..<count { channels[channel] = TTAChannel(byteCount: shape.byteCount) }
    for frame in 0..<wanted {
      // The last byte is filled up with zeros.
      if bits.remaining < 8, bits.isZeroToEnd { return frame }
      for channel in 0..<count {
        guard let value = channels[channel].next(&bits) else {
          throw CodecError(.truncated, "the packet ends within a sample", bitOffset: bytes.count * 8)
        }
        samples[channel * stride + frame] = value
      }
      guard count > 1 else { continue }
      let last = (count - 1) * stride + frame
      samples[last] = samples[last] &+ samples[last - stride] / 2
      for channel in (0..<(count - 1)).reversed() {
        let place = channel * stride + frame
        samples[place] = samples[place + stride] &- samples[place]
      }
    }
    return wanted
  }

  mutating func conceal(into output: inout PCMBlock) {
    output.fillWithSilence(frameCount: min(shape.frameCount, output.capacity))
  }

  /// Does nothing: there is no state.
  mutating func reset() {}
}

/// The state of a channel within a packet.
struct TTAChannel: BitwiseCopyable {
  /// The shift of the previous sample in the prediction.
  private let order: Int32
  private let shift: Int32
  private var last: Int32 = 0
  private var error: Int32 = 0
  private var weights = InlineArray<8, Int32>(repeating: 0)
  /// The signs of the inputs, times their steps.
  private var steps = InlineArray<8, Int32>(repeating: 0)
  private var inputs = InlineArray<8, Int32>(repeating: 0)
  private var short = TTARice()
  private var long = TTARice()

  init(byteCount: Int) {
    order = byteCount == 1 ? 4 : 5
    shift = byteCount == 2 ? 9 : 10
  }

  /// Decodes a sample; `nil` if the bits end.
  mutating func next(_ bits: inout TTABits) -> Int32? {
    guard let code = code(&bits) else { return nil }
    // 0, 1, −1, 2, −2 …
    let half = Int32(bitPattern: code >> 1)
    let filtered = filter(code & 1 == 1 ? half &+ 1 : 0 &- half)
    let wide = Int64(last)
    last = filtered &+ Int32(truncatingIfNeeded: (wide << Int64(order) - wide) >> Int64(order))
    return last
  }

  /// Reads a number: the one bits before a zero, and as many bits as the state of the code requires.
  private mutating func code(_ bits: inout TTABits) -> UInt32? {
    guard let ones = bits.ones() else { return nil }
    let isLong = ones > 0
    let width = isLong ? long.width : short.width
    guard let low = bits.field(width) else { return nil }
    var value = (isLong ? UInt32(truncatingIfNeeded: ones - 1) : 0) << width | low
    if isLong {
      long.adapt(to: value)
      value = value &+ UInt32(1) << short.width
    }
    short.adapt(to: value)
    return value
  }

  /// Adds the prediction of the adaptive filter, whose weights follow the sign of the last residual.
  private mutating func filter(_ residual: Int32) -> Int32 {
    var sum: Int32 = 1 << (shift - 1)
    let sign: Int32 = error.signum()
    for tap in 0..<8 {
      weights[tap] = weights[tap] &+ sign &* steps[tap]
      sum = sum &+ weights[tap] &* inputs[tap]
    }
    error = residual
    let value = residual &+ sum >> shift
    for tap in 0..<4 {
      steps[tap] = steps[tap + 1]
      inputs[tap] = inputs[tap + 1]
    }
    // The newest inputs: the sample and its first three differences, weighted with 4, 2, 2 and 1 by their signs.
    steps[4] = Self.sign(inputs[4])
    steps[5] = 2 * Self.sign(inputs[5])
    steps[6] = 2 * Self.sign(inputs[6])
    steps[7] = 4 * Self.sign(inputs[7])
    inputs[4] = 0 &- inputs[5]
    inputs[5] = 0 &- inputs[6]
    inputs[6] = value &- inputs[7]
    inputs[7] = value
    inputs[5] = inputs[5] &+ inputs[6]
    inputs[4] = inputs[4] &+ inputs[5]
    return value
  }

  /// 1 for zero and above, −1 below.
  private static func sign(_ value: Int32) -> Int32 { value >> 31 | 1 }
}

/// One of the two adaptive Golomb-Rice codes.
struct TTARice: BitwiseCopyable {
  /// The number of bits of the remainder.
  private(set) var width: UInt32 = 10
  private var sum: UInt32 = 1 << 14

  /// The mean, times 16, below which a parameter of `width` bits is too large.
  private static func bound(_ width: UInt32) -> UInt32 { width == 0 ? 0 : width < 28 ? 1 << (width + 4) : 1 << 31 }

  mutating func adapt(to value: UInt32) {
    sum = sum &+ value &- sum >> 4
    if width > 0, sum < Self.bound(width) {
      width -= 1
    } else if width < 30, sum > Self.bound(width + 1) {
      width += 1
    }
  }
}

/// Reads bits, the lowest of a byte first.
struct TTABits: ~Escapable {
  private let bytes: Span<UInt8>
  private var place = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  var remaining: Int { bytes.count * 8 - place }

  /// True if all bits up to the end are zero; called within the last byte.
  var isZeroToEnd: Bool { remaining == 0 || bytes[place >> 3] >> UInt8(place & 7) == 0 }

  /// Counts the one bits before a zero bit, and skips them and the zero; `nil` at the end.
  mutating func ones() -> Int? {
    var count = 0
    while place < bytes.count * 8 {
      let byte = bytes[place >> 3] >> UInt8(place & 7)
      let room = 8 - place & 7
      let run = min(room, (~byte).trailingZeroBitCount)
      count += run
      place += run
      if run < room {
        place += 1
        return count
      }
    }
    return nil
  }

  /// Reads up to 31 bits; `nil` at the end.
  mutating func field(_ width: UInt32) -> UInt32? {
    guard Int(width) <= remaining else { return nil }
    var (value, filled): (UInt64, Int) = (0, 0)
    while filled < Int(width) {
      let byte = UInt64(bytes[place >> 3] >> UInt8(place & 7))
      let taken = min(8 - place & 7, Int(width) - filled)
      value |= (byte & (1 << UInt64(taken) - 1)) << UInt64(filled)
      filled += taken
      place += taken
    }
    return UInt32(truncatingIfNeeded: value)
  }
}

/// CRC-32 of IEEE 802.3, lowest bit first.
struct CRC32: Sendable {
  private let table: [UInt32]

  init() {
    table = (0..<256).map { byte in
      (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 != 0 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }

  func value(_ bytes: Span<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for index in bytes.indices { sum = sum >> 8 ^ table[Int(sum & 0xFF ^ UInt32(bytes[index]))] }
    return ~sum
  }
}
