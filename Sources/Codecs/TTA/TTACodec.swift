public import AudioBase

/// True Audio, as entered in the catalog: a decoder only.
public enum TTACodec {
  /// True Audio 1 of 8 to 24 bits. The format flags state the bit depth, as for Apple Lossless.
  public static let descriptor = CodecDescriptor(
    formatIDs: ["TTA1"], name: "True Audio",
    describe: { stream, _ throws(CodecError) in
      let shape = try TTAShape(stream)
      return CodecSummary(
        formatID: "TTA1", profile: "True Audio", decoded: shape.decodedFormat(stream), configuration: stream.cookie,
        fields: [CodecSummary.Field("bits a sample", "\(shape.bitDepth)")])
    },
    makeDecoder: { stream, _ throws(CodecError) in try TTADecoder(stream) })
}

/// The size of packets and samples.
struct TTAShape: BitwiseCopyable {
  /// The most samples of all channels of a packet: 16 channels at 192 kHz, and more.
  private static let maximumSampleCount = 1 << 22

  let channelCount: Int
  /// The bit depth: 8, 16 or 24.
  let bitDepth: Int
  /// The frames of all packets but the last: 256 / 245 of a second.
  let frameCount: Int
  var byteCount: Int { bitDepth / 8 }

  init(_ stream: CodedStream) throws(CodecError) {
    let format = stream.format
    guard let rate = Int(exactly: format.sampleRate), rate > 0, format.channelsPerFrame > 0 else {
      throw CodecError(.malformed, "True Audio needs its rate and its channels")
    }
    channelCount = format.channelsPerFrame
    let (samples, overflow) = rate.multipliedReportingOverflow(by: 256)
    frameCount = samples / 245
    guard !overflow, frameCount > 0, frameCount <= Self.maximumSampleCount / channelCount else {
      throw CodecError(.limitExceeded, "a packet of True Audio has more samples than the limit")
    }
    // The cookie is a number of bits where the flags do not tell it.
    let stated = stream.cookie.first.map(Int.init) ?? LosslessDepth(formatFlags: format.formatFlags)?.rawValue ?? 16
    guard (1...24).contains(stated) else {
      throw CodecError(.unsupported, "True Audio of up to 24 bits is decoded")
    }
    bitDepth = (stated + 7) / 8 * 8
  }

  func decodedFormat(_ stream: CodedStream) -> DecodedFormat {
    let layout = stream.layout.flatMap { $0.channelCount == channelCount ? $0 : nil }
    return DecodedFormat(
      sampleRate: stream.format.sampleRate, layout: layout ?? ChannelLayout(unlabelledChannelCount: channelCount),
      framesPerPacket: frameCount)
  }
}
