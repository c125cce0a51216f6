public import AudioBase

/// DSD, as entered in the catalog: decoded to samples of 176.4 or 192 kHz.
public enum DSDCodec {
  /// Decodes one-bit samples at 64 to 512 times 44.1 or 48 kHz, 16 to 128 bits for each output frame.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.dsd], name: "DSD",
    describe: { stream, _ throws(CodecError) in
      let shape = try DSDShape(stream)
      return CodecSummary(
        formatID: .dsd, profile: shape.name, decoded: shape.decodedFormat(stream), configuration: stream.cookie,
        fields: [
          CodecSummary.Field("bits a second and channel", "\(Int(shape.bitRate))"),
          CodecSummary.Field("bits a frame", "\(shape.bitsPerFrame)"),
        ])
    },
    makeDecoder: { stream, _ throws(CodecError) in try DSDDecoder(stream) })
}

/// The size of packets and frames, as the format states it.
struct DSDShape: BitwiseCopyable {
  /// The most bytes of a packet: 4096 of each of 256 channels.
  private static let maximumByteCount = 1 << 20

  let channelCount: Int
  /// The number of bytes per channel and packet.
  let byteCount: Int
  let framesPerPacket: Int
  let sampleRate: Double
  /// 16, 32, 64 or 128.
  var bitsPerFrame: Int { 8 * byteCount / framesPerPacket }
  var bitRate: Double { sampleRate * Double(bitsPerFrame) }

  init(_ stream: CodedStream) throws(CodecError) {
    let format = stream.format
    let (channels, bytes, frames) = (format.channelsPerFrame, format.bytesPerPacket, format.framesPerPacket)
    guard channels > 0, channels <= Self.maximumByteCount, frames > 0, format.sampleRate > 0,
      format.sampleRate.isFinite, bytes % channels == 0,
      (channels...Self.maximumByteCount).contains(bytes), 8 * (bytes / channels) % frames == 0
    else {
      throw CodecError(.malformed, "DSD needs its rate, its channels, and packets of whole frames")
    }
    (channelCount, byteCount, framesPerPacket) = (channels, bytes / channels, frames)
    sampleRate = format.sampleRate
    guard [16, 32, 64, 128].contains(bitsPerFrame) else {
      throw CodecError(.unsupported, "16, 32, 64 or 128 bits of DSD become a frame")
    }
    // A decoder holds one packet back, which has to have all that the filter reaches.
    guard byteCount >= DSDFilter.sideByteCount(bitsPerFrame: bitsPerFrame) else {
      throw CodecError(.unsupported, "packets of DSD are as long as its filter at least")
    }
  }

  /// The usual name, by the multiple of 44.1 or 48 kHz.
  var name: String {
    for base in [44_100.0, 48_000] where (bitRate / base).rounded() == bitRate / base {
      return "DSD\(Int(bitRate / base))" + (base == 48_000 ? " of 48 kHz" : "")
    }
    return "DSD"
  }

  func decodedFormat(_ stream: CodedStream) -> DecodedFormat {
    let layout = stream.layout.flatMap { $0.channelCount == channelCount ? $0 : nil }
    return DecodedFormat(
      sampleRate: sampleRate, layout: layout ?? ChannelLayout(unlabelledChannelCount: channelCount),
      framesPerPacket: framesPerPacket)
  }
}
