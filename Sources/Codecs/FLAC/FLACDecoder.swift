package import AudioBase
import Bitstream

/// Decodes FLAC frames, which are independent.
///
/// Every frame is checked against its CRC-16. A stream that is decoded whole, frame by frame from its first, is checked
/// against the MD5 of its `STREAMINFO` if `StreamCheck.wholeStream` is requested: a difference is the ``remark`` of
/// its last frame.
package struct FLACDecoder: PacketDecoder, ~Copyable {
  /// The format that packets decode to; blocks may have fewer frames than it states.
  package let format: DecodedFormat
  /// The error in the last packet, if its samples are complete nevertheless.
  package private(set) var remark: CodecError?
  /// Zero: packets are independent.
  package var prerollPacketCount: Int { 0 }
  /// Zero packets, or unbounded if the stream's MD5 is checked: its verdict depends on all samples.
  ///
  /// `unbounded` concerns where decoding must start, not memory: the digest is a block of MD5, its state and the bytes
  /// of 512 frames, however long the stream is. MD5 runs through the samples in their order, so that decoding in
  /// parallel parts, or from the middle, gives no verdict. Ask for `StreamCheck.packets` to do either.
  package var history: DecoderHistory {
    checksStream ? .unbounded("the MD5 of the whole stream") : .packets(0)
  }

  private let information: StreamInformation
  /// True if there is a digest to compare, and the check is requested.
  private let checksStream: Bool
  private var frame: FrameDecoder
  private var digest: SampleDigest?
  /// The number of frames of sound that ``digest`` includes.
  private var digestedCount: Int64 = 0
  private var digestedBlockCount: UInt64 = 0

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - information: The stream's description of itself.
  ///   - layout: The loudspeakers as the container states them.
  ///   - check: The extent of the check. Without an MD5, or a count of frames by which it is complete, there is nothing
  ///     to compare beyond the packets.
  package init(_ information: StreamInformation, layout: ChannelLayout? = nil, check: StreamCheck = .packets) {
    self.information = information
    format = information.decodedFormat(layout: layout)
    frame = FrameDecoder(information)
    checksStream = check == .wholeStream && information.hasDigest && information.frameCount > 0
    digest = makeDigest()
  }

  private func makeDigest() -> SampleDigest? {
    guard checksStream else { return nil }
    return SampleDigest(channelCount: information.channelCount, bitDepth: information.bitDepth)
  }

  /// Decodes one frame. Samples of more than 24 bits are rounded to the nearest `Float`.
  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout PCMBlock
  ) throws(CodecError) {
    try decodeAny(packet, into: &output)
  }

  /// Decodes one frame into samples that hold 32 bits.
  package mutating func decode(
    _ packet: Span<UInt8>, frameCount: Int, into output: inout SampleBlock<Double>
  ) throws(CodecError) {
    try decodeAny(packet, into: &output)
  }

  /// Writes a block of silence.
  package mutating func conceal(into output: inout PCMBlock) {
    output.fillWithSilence(frameCount: information.maximumBlockSize)
  }

  /// Clears the remark and the digest: frames are independent.
  package mutating func reset() {
    remark = nil
    digest = makeDigest()
    digestedCount = 0
    digestedBlockCount = 0
  }

  private mutating func decodeAny<Sample: PlaneSample>(
    _ packet: Span<UInt8>, into output: inout SampleBlock<Sample>
  ) throws(CodecError) {
    remark = nil
    do throws(FLACError) {
      guard output.channelCount == information.channelCount else { throw FLACError(.wrongChannelCount) }
      var bits = BitReader(packet)
      let header = try FrameHeader(&bits, packet)
      try check(header)
      guard output.capacity >= header.blockSize else { throw FLACError(.blockSize) }
      let end = try frame.decode(packet, header, &bits)
      let depth = header.bitDepth > 0 ? header.bitDepth : information.bitDepth
      output.setFrameCount(header.blockSize)
      for channel in 0..<information.channelCount {
        output.write(frame.channel(channel, count: header.blockSize), unused: 32 - depth, toChannel: channel)
      }
      if depth != information.bitDepth { remark = FLACError(.bitDepthDiffers, at: 28).asCodecError }
      if end < packet.count { remark = FLACError(.bytesBehind, at: end * 8).asCodecError }
      take(header)
    } catch {
      digest = nil
      output.setFrameCount(0)
      throw error.asCodecError
    }
  }

  private func check(_ header: FrameHeader) throws(FLACError) {
    guard header.channels.count == information.channelCount else { throw FLACError(.channelsChange, at: 24) }
    guard header.sampleRate == 0 || header.sampleRate == information.sampleRate else {
      throw FLACError(.sampleRateChanges, at: 20)
    }
  }

  /// Adds a decoded block to the digest if it is the next one, and compares the digest at the end.
  private mutating func take(_ header: FrameHeader) {
    guard digest != nil else { return }
    let isNext = header.number == (header.hasVariableBlockSize ? UInt64(digestedCount) : digestedBlockCount)
    guard isNext, header.bitDepth == 0 || header.bitDepth == information.bitDepth else { return digest = nil }
    let stride = frame.stride
    digest?.update(frame.samples, lead: LinearPrediction.leadCount, stride: stride, count: header.blockSize)
    digestedCount += Int64(header.blockSize)
    digestedBlockCount += 1
    guard digestedCount >= information.frameCount else { return }
    if digestedCount > information.frameCount || digest?.value() != information.digest {
      remark = FLACError(.digest).asCodecError
    }
    digest = nil
  }
}
