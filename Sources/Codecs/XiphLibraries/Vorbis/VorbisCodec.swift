public import AudioBase
import XiphAudio

/// The codec Vorbis I, as entered in the catalog: decoded and encoded by the system's libvorbis and libvorbisenc, which
/// are loaded when they are first needed.
public enum VorbisCodec {
  /// Vorbis of up to 255 channels. The magic cookie is its three headers, laced as in Matroska.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.vorbis], name: "Vorbis",
    describe: { stream, _ throws(CodecError) in try VorbisDescription(stream).summary },
    makeDecoder: { stream, _ throws(CodecError) in try VorbisDecoder(stream) },
    encodedFormatIDs: [.vorbis],
    encoderSettings: [.bitRate, .rateControl, .quality],
    makeEncoder: { settings throws(CodecError) in try VorbisEncoder(settings) },
    missing: { direction in
      if VorbisLibrary.shared == nil { return missing }
      return direction == .encoding && VorbisEncoderLibrary.shared == nil ? missingEncoder : nil
    })

  /// The error if the decoding library is not installed.
  package static let missing = CodecError(
    .unsupported, "Vorbis is decoded by the library libvorbis.so.0, which is not installed (package libvorbis0a)")
  /// The error if the encoding library is not installed.
  package static let missingEncoder = CodecError(
    .unsupported,
    "Vorbis is encoded by the library libvorbisenc.so.2, which is not installed (package libvorbisenc2)")
}

/// The contents of Vorbis' magic cookie.
struct VorbisDescription {
  let packets: [[UInt8]]
  let headers: VorbisHeaders
  let decoded: DecodedFormat

  init(_ stream: CodedStream) throws(CodecError) {
    guard let packets = XiphLacing.split(stream.cookie), packets.count == 3 else {
      throw CodecError(.malformed, "Vorbis needs its three headers as its cookie", clause: "Vorbis I, 4.2")
    }
    let (first, last) = (packets[0], packets[2])
    self.packets = packets
    headers = try VorbisHeaders(identification: first.span, setup: last.span)
    decoded = DecodedFormat(
      sampleRate: Double(headers.sampleRate), layout: headers.layout, framesPerPacket: headers.longBlockSize / 2)
  }

  /// The summary to display.
  var summary: CodecSummary {
    CodecSummary(
      formatID: .vorbis, profile: "Vorbis", decoded: decoded,
      notes: VorbisLibrary.shared == nil ? ["\(VorbisCodec.missing.rule)"] : [],
      configuration: packets[0],
      fields: [
        CodecSummary.Field("channels", "\(headers.channelCount)"),
        CodecSummary.Field("sample rate", "\(headers.sampleRate) Hz"),
        CodecSummary.Field("nominal bit rate", headers.nominalBitRate.map { "\($0) bit/s" } ?? "not stated"),
        CodecSummary.Field("short block", "\(headers.shortBlockSize)"),
        CodecSummary.Field("long block", "\(headers.longBlockSize)"),
        CodecSummary.Field("modes", "\(headers.modes.count)"),
      ])
  }
}
