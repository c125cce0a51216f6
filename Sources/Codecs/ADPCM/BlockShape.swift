import AudioBase

/// The size of a packet and how many frames are in it.
///
/// ```
/// IMA4:            2 bytes of header │ 32 bytes: 64 frames              for one channel after the other
/// WAVE IMA:        4 bytes of header a channel: 1 frame │ 4 bytes a channel: 8 frames │ …
/// Microsoft:       7 bytes of header a channel: 2 frames │ 4 bits a channel: 1 frame │ …
/// ```
struct BlockShape: Equatable, BitwiseCopyable {
  /// The largest value of WAVE's 16-bit fields; larger blocks are rejected.
  static let maximumCount = 65535

  let kind: ADPCMKind
  let channelCount: Int
  /// The number of bytes of a whole packet.
  let byteCount: Int
  /// The number of frames of a whole packet.
  let frameCount: Int

  /// Determines the packets of a stream, from its format alone, or for Microsoft's ADPCM with the help of the cookie.
  init(_ stream: CodedStream, kind: ADPCMKind) throws(CodecError) {
    let format = stream.format
    try Self.check(sampleRate: format.sampleRate, channelCount: format.channelsPerFrame, kind: kind)
    var frames = format.framesPerPacket
    if frames == 0, kind == .microsoft, stream.cookie.count >= 2 {
      frames = Int(stream.cookie[0]) | Int(stream.cookie[1]) << 8
    }
    try self.init(
      kind: kind, channelCount: format.channelsPerFrame, byteCount: format.bytesPerPacket, frameCount: frames)
  }

  /// - Parameters:
  ///   - byteCount: 0 for as many as the frames take.
  ///   - frameCount: 0 for as many as the bytes hold.
  init(kind: ADPCMKind, channelCount: Int, byteCount: Int, frameCount: Int) throws(CodecError) {
    self.kind = kind
    self.channelCount = channelCount
    guard byteCount >= 0, frameCount >= 0, byteCount <= Self.maximumCount, frameCount <= Self.maximumCount else {
      throw CodecError(.limitExceeded, "a block of ADPCM has up to 65535 bytes and frames")
    }
    if kind == .ima4 {
      guard byteCount == 0 || byteCount == 34 * channelCount, frameCount == 0 || frameCount == 64 else {
        throw CodecError(.malformed, "a packet of IMA4 has 34 bytes a channel and 64 frames")
      }
      (self.byteCount, self.frameCount) = (34 * channelCount, 64)
      return
    }
    guard byteCount > 0 || frameCount > 0 else {
      throw CodecError(.malformed, "the format must say how large a block of ADPCM is")
    }
    let bytes = byteCount > 0 ? byteCount : Self.byteCount(of: frameCount, kind: kind, channelCount: channelCount)
    guard let most = Self.frameCount(in: bytes, kind: kind, channelCount: channelCount) else {
      throw CodecError(.malformed, "a block of ADPCM is longer than its own header")
    }
    guard frameCount <= most else {
      throw CodecError(.malformed, "a block cannot hold as many frames as the format says")
    }
    self.byteCount = bytes
    self.frameCount = min(frameCount > 0 ? frameCount : most, Self.maximumCount)
  }

  /// Returns the whole frames in `bytes` bytes of a block, or `nil` if they are less than its header.
  static func frameCount(in bytes: Int, kind: ADPCMKind, channelCount: Int) -> Int? {
    switch kind {
    case .ima4: return bytes < 34 * channelCount ? nil : 64
    case .waveIMA:
      let payload = bytes - 4 * channelCount
      guard payload >= 0 else { return nil }
      // The four bytes of a channel only mean something if there are others.
      return 1 + (channelCount == 1 ? 2 * payload : payload / (4 * channelCount) * 8)
    case .microsoft:
      let payload = bytes - 7 * channelCount
      return payload < 0 ? nil : 2 + payload * 2 / channelCount
    }
  }

  /// Returns the smallest number of bytes that holds the given number of frames.
  private static func byteCount(of frames: Int, kind: ADPCMKind, channelCount: Int) -> Int {
    switch kind {
    case .ima4: 34 * channelCount
    case .waveIMA: (4 + (frames + 6) / 8 * 4) * channelCount
    case .microsoft: 7 * channelCount + (max(0, frames - 2) * channelCount + 1) / 2
    }
  }

  /// Returns the number of frames in a packet, which may be shorter than a block at the end of a stream, or a refusal.
  func frameCount(of packet: Span<UInt8>) throws(CodecError) -> Int {
    guard packet.count <= byteCount else {
      throw CodecError(.malformed, "a packet of ADPCM is one block", bitOffset: byteCount * 8)
    }
    guard let frames = Self.frameCount(in: packet.count, kind: kind, channelCount: channelCount) else {
      throw CodecError(.truncated, "the block ends inside its header", bitOffset: packet.count * 8)
    }
    return min(frames, frameCount)
  }

  /// Checks that a block of samples fits.
  func check(_ output: borrowing PCMBlock) throws(CodecError) {
    guard output.channelCount == channelCount, output.capacity >= frameCount else {
      throw CodecError(.invalidState, "the block must have the stream's channels and room for a packet's frames")
    }
  }

  /// Rejects rates and channel counts that the format does not have.
  static func check(sampleRate: Double, channelCount: Int, kind: ADPCMKind) throws(CodecError) {
    guard sampleRate > 0, sampleRate.isFinite else { throw CodecError(.malformed, "ADPCM needs a sample rate") }
    guard channelCount > 0 else { throw CodecError(.malformed, "ADPCM needs a channel") }
    guard channelCount <= ResourceLimits().channelCount else {
      throw CodecError(.limitExceeded, "there are too many channels")
    }
    guard kind != .microsoft || channelCount <= 2 else {
      throw CodecError(.unsupported, "Microsoft ADPCM is mono or stereo")
    }
  }

  /// Returns the format that a packet of the stream decodes to.
  func decodedFormat(_ stream: CodedStream) -> DecodedFormat {
    let stated = stream.layout.flatMap { $0.channelCount == channelCount ? $0 : nil }
    return DecodedFormat(
      sampleRate: stream.format.sampleRate, layout: stated ?? ChannelLayout(unlabelledChannelCount: channelCount),
      framesPerPacket: frameCount)
  }
}
