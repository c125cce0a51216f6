import AudioBase

// Holds throughout: check(_:frames:) precedes, and the integers are made with the block's length.

extension BlockShape {
  /// Determines the packets of an encoder.
  ///
  /// If none is requested, WAVE's blocks have the size that Windows gives them: 256 bytes per channel for every 11,025
  /// Hz of the sample rate, so 1024 a channel at 44.1 and 48 kHz. (FFmpeg's default is 1024 bytes for all channels
  /// together.)
  init(_ settings: EncoderSettings, kind: ADPCMKind) throws(CodecError) {
    let channels = settings.layout.channelCount
    try Self.check(sampleRate: settings.sampleRate, channelCount: channels, kind: kind)
    var bytes = settings.bytesPerPacket ?? 0
    let frames = settings.framesPerPacket ?? 0
    if kind != .ima4, bytes == 0, frames == 0 {
      let perChannel = 256 * Int(max(1, min(16, settings.sampleRate / 11025)))
      bytes = min(perChannel, Self.maximumCount / 4 / channels * 4) * channels
    }
    do throws(CodecError) {
      try self.init(kind: kind, channelCount: channels, byteCount: bytes, frameCount: frames)
    } catch {
      throw CodecError(.unsupported, error.rule)
    }
    guard kind != .waveIMA || byteCount % (4 * channels) == 0 else {
      throw CodecError(.unsupported, "a block of IMA ADPCM has a multiple of 4 bytes a channel")
    }
    guard kind == .ima4 || frameCount > 2 else {
      throw CodecError(.unsupported, "a block of ADPCM is longer than its own header")
    }
  }

  /// Returns the format of the encoder's packets.
  func encodedFormat(_ settings: EncoderSettings, cookie: [UInt8] = []) -> EncodedFormat {
    var stream = StreamFormat(
      formatID: settings.formatID, sampleRate: settings.sampleRate, channelsPerFrame: channelCount,
      framesPerPacket: frameCount)
    stream.bytesPerPacket = byteCount
    var format = EncodedFormat(
      stream: stream, layout: settings.layout, cookie: cookie, maximumPacketByteCount: byteCount)
    format.largestSample = 1
    return format
  }

  /// Checks that the frames are in the block and fit a packet.
  func check(_ input: borrowing PCMBlock, frames: Range<Int>) throws(CodecError) {
    guard input.channelCount == channelCount, frames.lowerBound >= 0, frames.upperBound <= input.frameCount else {
      throw CodecError(.invalidState, "the frames lie outside the block, or it has other channels than the stream")
    }
    guard frames.count > 0, frames.count <= frameCount else {
      throw CodecError(.invalidState, "a packet takes at least one frame and at most a block's")
    }
  }

  /// Rounds the frames of one channel to 16 bits; if they are fewer than a block's, the last is repeated.
  func integers(_ samples: Span<Float>, frames: Range<Int>, into integers: inout [Int32]) {
    precondition(integers.count == frameCount && !frames.isEmpty && frames.count <= frameCount)
    var integers = integers.mutableSpan
    for index in 0..<frames.count { integers[index] = roundedInteger16(samples[frames.lowerBound + index]) }
    for index in frames.count..<frameCount { integers[index] = integers[frames.count - 1] }
  }
}
