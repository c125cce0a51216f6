public import AudioBase
import Bitstream

/// The codec FLAC, RFC 9639, as entered in the catalog.
public enum FLACCodec {
  /// Decodes and encodes FLAC of 4 to 32 bits and of 1 to 8 channels.
  ///
  /// The magic cookie is the body of `STREAMINFO`, or holds it as native files and MP4 files do. Without one the header
  /// of the first frame describes the stream.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.flac], name: "FLAC",
    describe: { stream, firstPacket throws(CodecError) in
      describe(try information(stream, firstPacket), layout: stream.layout)
    },
    decoderSettings: [.streamCheck],
    makeDecoder: { stream, settings throws(CodecError) in
      FLACDecoder(
        try information(stream, stream.firstPacket.span), layout: stream.layout,
        check: settings.streamCheck ?? .packets)
    },
    encodedFormatIDs: [.flac],
    encoderSettings: [.bitDepth, .framesPerPacket, .quality, .effort],
    makeEncoder: { settings throws(CodecError) in try FLACEncoder(settings) })

  /// Returns the stream information of the cookie, or of the first frame if there is no cookie.
  private static func information(
    _ stream: CodedStream, _ firstPacket: Span<UInt8>
  ) throws(CodecError) -> StreamInformation {
    guard stream.cookie.isEmpty else { return try StreamInformation(parsing: stream.cookie.span) }
    do throws(FLACError) {
      guard !firstPacket.isEmpty else { throw FLACError(.noCookieNoFrame) }
      var bits = BitReader(firstPacket)
      return try StreamInformation(FrameHeader(&bits, firstPacket))
    } catch {
      throw error.asCodecError
    }
  }

  /// Describes a stream.
  static func describe(_ information: StreamInformation, layout: ChannelLayout?) -> CodecSummary {
    CodecSummary(
      formatID: .flac, profile: "FLAC, \(information.bitDepth) bit", decoded: information.decodedFormat(layout: layout),
      configuration: information.bytes, fields: fields(of: information))
  }

  private static func fields(of information: StreamInformation) -> [CodecSummary.Field] {
    let digits = Array("0123456789abcdef")
    let digest = String(information.digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    return [
      CodecSummary.Field("minimum block size", "\(information.minimumBlockSize)"),
      CodecSummary.Field("maximum block size", "\(information.maximumBlockSize)"),
      CodecSummary.Field("minimum frame size", "\(information.minimumFrameByteCount)"),
      CodecSummary.Field("maximum frame size", "\(information.maximumFrameByteCount)"),
      CodecSummary.Field("sample rate", "\(information.sampleRate) Hz"),
      CodecSummary.Field("channels", "\(information.channelCount)"),
      CodecSummary.Field("bits per sample", "\(information.bitDepth)"),
      CodecSummary.Field("total samples", "\(information.frameCount)"),
      CodecSummary.Field("MD5", information.hasDigest ? digest : "not stated"),
    ]
  }
}
