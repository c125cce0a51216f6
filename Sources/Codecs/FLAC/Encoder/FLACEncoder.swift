package import AudioBase

/// Encodes FLAC frames, which are independent. The same samples and settings give the same bytes everywhere.
package struct FLACEncoder: PacketEncoder, ~Copyable {
  /// The formats of input and output. When the encoder has finished, its cookie has the number of frames and the MD5.
  package private(set) var format: EncodedFormat

  private var information: StreamInformation
  private var frame: FrameEncoder
  private var digest: SampleDigest
  private var number: UInt64 = 0

  /// The number of frames of a packet if the settings leave them open.
  static let usualBlockSize = 4096
  /// The fewest frames of a packet that is not the last.
  static let shortestBlockSize = 16

  /// Creates an encoder. The bit depth is 16 if the settings do not state it; `EncoderSettings.effort`, or if that is
  /// `nil` `EncoderSettings.quality`, chooses the level.
  ///
  /// - Throws: `CodecError` if the format has no place for the bit depth, the number of channels, the sampling rate
  ///   or the packet size of the settings.
  package init(_ settings: EncoderSettings) throws(CodecError) {
    try self.init(settings, level: FLACLevel(effort: settings.effort ?? settings.quality))
  }

  /// Creates an encoder of a level.
  ///
  /// - Throws: As the other initialiser.
  package init(_ settings: EncoderSettings, level: FLACLevel) throws(CodecError) {
    do throws(FLACError) { information = try StreamInformation(encoding: settings) } catch { throw error.asCodecError }
    frame = FrameEncoder(information, level.tuning)
    digest = SampleDigest(channelCount: information.channelCount, bitDepth: information.bitDepth)
    let stream = StreamFormat(
      formatID: .flac, sampleRate: settings.sampleRate, channelsPerFrame: information.channelCount,
      framesPerPacket: information.maximumBlockSize,
      formatFlags: LosslessDepth(holding: information.bitDepth).formatFlags)
    var format = EncodedFormat(
      stream: stream, layout: FLACChannels.layout(of: settings.layout), cookie: information.bytes,
      maximumPacketByteCount: FrameEncoder.maximumByteCount(information), precision: information.precision,
      lastPacket: .short)
    format.largestSample = 1
    self.format = format
  }

  /// Encodes a frame. With more than 24 bits, `Float` samples keep 24.
  package mutating func encode(
    _ input: borrowing PCMBlock, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try encodeAny(input, frames, &packet)
  }

  /// Encodes a frame of samples that hold 32 bits.
  package mutating func encode(
    _ input: borrowing SampleBlock<Double>, frames: Range<Int>, into packet: inout [UInt8]
  ) throws(CodecError) {
    try encodeAny(input, frames, &packet)
  }

  /// Completes the cookie; no packet remains.
  package mutating func finish(into packet: inout [UInt8]) throws(CodecError) -> Bool {
    information.digest = digest.value()
    format.cookie = information.bytes
    return false
  }

  /// Clears the digest and counts frames from 0 again.
  package mutating func reset() {
    information.frameCount = 0
    information.digest = Array(repeating: 0, count: 16)
    information.minimumFrameByteCount = 0
    information.maximumFrameByteCount = 0
    format.cookie = information.bytes
    digest = SampleDigest(channelCount: information.channelCount, bitDepth: information.bitDepth)
    number = 0
  }

  private mutating func encodeAny<Sample: PlaneSample>(
    _ input: borrowing SampleBlock<Sample>, _ frames: Range<Int>, _ packet: inout [UInt8]
  ) throws(CodecError) {
    guard input.channelCount == information.channelCount else {
      throw FLACError(.wrongChannelCount).asCodecError
    }
    guard !frames.isEmpty, frames.count <= information.maximumBlockSize, frames.lowerBound >= 0,
      frames.upperBound <= input.frameCount
    else { throw FLACError(.inputFrameCount).asCodecError }
    frame.load(input, frames: frames)
    let stride = frame.stride
    digest.update(frame.samples, lead: LinearPrediction.leadCount, stride: stride, count: frames.count)
    let start = packet.count
    frame.encode(count: frames.count, number: number, into: &packet)
    // The field has 31 bits at most; a longer stream counts on from 0, as one that never ends must.
    number = (number + 1) & 0x7FFF_FFFF
    note(packet.count - start, frames.count)
  }

  private mutating func note(_ byteCount: Int, _ frameCount: Int) {
    information.frameCount += Int64(frameCount)
    let least = information.minimumFrameByteCount
    information.minimumFrameByteCount = least == 0 ? byteCount : min(least, byteCount)
    information.maximumFrameByteCount = max(information.maximumFrameByteCount, byteCount)
  }
}

extension StreamInformation {
  /// Creates the stream information that settings ask for.
  init(encoding settings: EncoderSettings) throws(FLACError) {
    let depth = settings.bitDepth ?? 16
    guard (4...32).contains(depth) else { throw FLACError(.bitDepth) }
    guard (1...8).contains(settings.layout.channelCount) else { throw FLACError(.channelCount) }
    guard let rate = Int(exactly: settings.sampleRate), (1...Self.highestSampleRate).contains(rate) else {
      throw FLACError(.sampleRate)
    }
    let size = settings.framesPerPacket ?? FLACEncoder.usualBlockSize
    guard (FLACEncoder.shortestBlockSize...Self.largestBlockSize).contains(size) else {
      throw FLACError(.unsupportedBlockSize)
    }
    self.init(blockSize: size, sampleRate: rate, channelCount: settings.layout.channelCount, bitDepth: depth)
  }
}
