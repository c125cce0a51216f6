public import AudioBase

/// Turns interleaved linear PCM into planar floats: the mirror of ``SampleEncoder``.
///
/// Linear PCM has no cookie; its stream format says everything. A packet is a run of whole frames of any length.
/// Integers up to 24 bits and 32-bit floats come through exactly; wider samples are rounded to a `Float`.
public struct LinearPCMDecoder: PacketDecoder, ~Copyable {
  /// The rate and the loudspeakers; one frame a packet, as Core Audio counts linear PCM.
  public let format: DecodedFormat
  /// Linear PCM has no payload that could be broken beside its samples.
  public var remark: CodecError? { nil }
  private let samples: SampleFormat
  private let bytesPerFrame: Int

  /// Creates a decoder.
  ///
  /// - Throws: ``ErrorKind/unsupported`` where the format is not packed, interleaved linear PCM.
  public init(_ stream: StreamFormat, layout: ChannelLayout?) throws(CodecError) {
    guard let samples = stream.sampleFormat else {
      throw CodecError(.unsupported, "the samples must be packed and interleaved, of 8, 16, 24, 32 or 64 bits")
    }
    guard stream.sampleRate > 0, stream.sampleRate.isFinite else {
      throw CodecError(.malformed, "linear PCM needs a sample rate")
    }
    let count = stream.channelsPerFrame
    let stated = layout.flatMap { $0.channelCount == count ? $0 : nil }
    format = DecodedFormat(
      sampleRate: stream.sampleRate, layout: stated ?? ChannelLayout(unlabelledChannelCount: count), framesPerPacket: 1)
    self.samples = samples
    bytesPerFrame = stream.bytesPerFrame
  }

  /// Every frame stands alone.
  public var prerollPacketCount: Int { 0 }

  /// Converts all frames of the packet, which must fit the block.
  public mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock
  ) throws(CodecError) {
    let frames = packet.count / bytesPerFrame
    guard frames * bytesPerFrame == packet.count else {
      throw CodecError(.truncated, "a packet of linear PCM holds whole frames", bitOffset: packet.count * 8)
    }
    guard frames <= output.capacity else {
      throw CodecError(.limitExceeded, "a packet of linear PCM holds more frames than its container says")
    }
    output.setFrameCount(frames)
    for channel in 0..<format.layout.channelCount {
      var plane = output.plane(channel)
      convert(packet, channel: channel, frames: frames, into: &plane)
    }
  }

  /// One frame of silence.
  public mutating func conceal(into output: inout PCMBlock) {
    output.setFrameCount(1)
    for channel in 0..<format.layout.channelCount {
      var plane = output.plane(channel)
      plane[0] = 0
    }
  }

  /// There is nothing to forget.
  public mutating func reset() {}

  private func convert(_ packet: Span<UInt8>, channel: Int, frames: Int, into plane: inout MutableSpan<Float>) {
    let size = samples.byteCount
    var offset = channel * size
    let scale = 1 / Double(UInt64(1) << UInt64(samples.bitsPerSample - 1))
    let bias: UInt64 = samples.encoding == .unsignedInteger ? 1 << UInt64(samples.bitsPerSample - 1) : 0
    let unused = UInt64(64 - samples.bitsPerSample)
    for frame in 0..<frames {
      let bits = word(packet, at: offset, size: size)
      offset += bytesPerFrame
      if samples.encoding != .floatingPoint {
        let value = Int64(bitPattern: (bits ^ bias) << unused) >> Int64(unused)
        plane[frame] = Float(Double(value) * scale)
      } else if size == 4 {
        plane[frame] = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      } else {
        plane[frame] = Float(Double(bitPattern: bits))
      }
    }
  }

  @inline(__always)
  private func word(_ packet: Span<UInt8>, at offset: Int, size: Int) -> UInt64 {
    var bits: UInt64 = 0
    switch samples.byteOrder {
    case .littleEndian:
      for index in (0..<size).reversed() { bits = bits << 8 | UInt64(packet[offset + index]) }
    case .bigEndian:
      for index in 0..<size { bits = bits << 8 | UInt64(packet[offset + index]) }
    }
    return bits
  }
}
