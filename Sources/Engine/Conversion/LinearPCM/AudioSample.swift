import AudioBase
import SignalProcessing

/// The two types that samples are computed in.
protocol AudioSample: ResamplerSample {
  static var precision: SamplePrecision { get }

  /// Decodes a packet into samples of this type.
  static func decode(
    _ packet: Span<UInt8>, frameCount: Int, with decoder: inout any PacketDecoder & ~Copyable,
    into block: inout SampleBlock<Self>
  ) throws(CodecError)

  /// Conceals a lost packet; samples of double precision are left unchanged, as decoders conceal in single precision.
  ///
  /// - Parameter following: The packet after the lost one; empty if it is not available.
  static func conceal(
    before following: Span<UInt8>, with decoder: inout any PacketDecoder & ~Copyable,
    into block: inout SampleBlock<Self>)

  /// Encodes samples of this type.
  static func encode(
    _ block: borrowing SampleBlock<Self>, frames: Range<Int>, with encoder: inout any PacketEncoder & ~Copyable,
    into packet: inout [UInt8]
  ) throws(CodecError)

  /// Rounds as ``SampleRounding`` says, to at most 16 bits: the lowest ones of the result.
  func rounded(to rounding: SampleRounding) -> UInt32
  /// Rounds as ``SampleRounding`` says, to at most 32 bits.
  func roundedWide(to rounding: SampleRounding) -> Int32
}

extension Float: AudioSample {
  static var precision: SamplePrecision { .single }

  static func decode(
    _ packet: Span<UInt8>, frameCount: Int, with decoder: inout any PacketDecoder & ~Copyable,
    into block: inout SampleBlock<Float>
  ) throws(CodecError) {
    try decoder.decode(packet, frameCount: frameCount, into: &block)
  }

  static func conceal(
    before following: Span<UInt8>, with decoder: inout any PacketDecoder & ~Copyable, into block: inout PCMBlock
  ) {
    if following.isEmpty { decoder.conceal(into: &block) } else { decoder.conceal(before: following, into: &block) }
  }

  static func encode(
    _ block: borrowing SampleBlock<Float>, frames: Range<Int>, with encoder: inout any PacketEncoder & ~Copyable,
    into packet: inout [UInt8]
  ) throws(CodecError) {
    try encoder.encode(block, frames: frames, into: &packet)
  }

  @inline(__always)
  func rounded(to rounding: SampleRounding) -> UInt32 {
    // Comparisons in this form become `maxps` and `minps`, and NaN a mask: a stereo frame takes 6 instructions instead
    // of 16. The scaled value is below 2^22 after clipping, so the `Float` holds it exactly.
    let number = self * rounding.singleScale
    let raised = number > rounding.singleLeast ? number : rounding.singleLeast
    let clipped = raised < rounding.singleMost ? raised : rounding.singleMost
    let kept: UInt32 = self == self ? 0xFFFF : 0
    return (clipped + 0x1.8p23).bitPattern & kept
  }

  @inline(__always)
  func roundedWide(to rounding: SampleRounding) -> Int32 { Double(self).roundedWide(to: rounding) }
}

extension Double: AudioSample {
  static var precision: SamplePrecision { .double }

  static func decode(
    _ packet: Span<UInt8>, frameCount: Int, with decoder: inout any PacketDecoder & ~Copyable,
    into block: inout SampleBlock<Double>
  ) throws(CodecError) {
    try decoder.decode(packet, frameCount: frameCount, into: &block)
  }

  static func conceal(
    before following: Span<UInt8>, with decoder: inout any PacketDecoder & ~Copyable,
    into block: inout SampleBlock<Double>
  ) {}

  static func encode(
    _ block: borrowing SampleBlock<Double>, frames: Range<Int>, with encoder: inout any PacketEncoder & ~Copyable,
    into packet: inout [UInt8]
  ) throws(CodecError) {
    try encoder.encode(block, frames: frames, into: &packet)
  }

  @inline(__always)
  func rounded(to rounding: SampleRounding) -> UInt32 {
    UInt32(UInt16(truncatingIfNeeded: roundedWide(to: rounding)))
  }

  @inline(__always)
  func roundedWide(to rounding: SampleRounding) -> Int32 {
    let number = self * rounding.scale
    let raised = number > rounding.least ? number : rounding.least
    let clipped = raised < rounding.most ? raised : rounding.most
    let kept: UInt64 = self == self ? .max : 0
    return Int32(truncatingIfNeeded: (clipped + 0x1.8p52).bitPattern & kept)
  }
}
