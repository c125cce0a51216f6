public import AudioBase
import XiphAudio

/// The codec Opus, RFC 6716, as entered in the catalog: decoded and encoded by the system's libopus, which is loaded
/// when it is first needed.
public enum OpusCodec {
  /// Opus of all channels that the mapping families 0, 1 and 255 have.
  ///
  /// The magic cookie is `OpusHead` of Ogg or the contents of `dOps` of MP4; without one, streams of one or two
  /// channels are taken as they usually are.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.opus], name: "Opus",
    describe: { stream, firstPacket throws(CodecError) in
      var stream = stream
      if stream.firstPacket.isEmpty { stream.firstPacket = firstPacket.indices.map { firstPacket[$0] } }
      return try OpusDescription(stream).summary
    },
    makeDecoder: { stream, _ throws(CodecError) in try OpusDecoder(stream) },
    encodedFormatIDs: [.opus],
    encoderSettings: [
      .framesPerPacket, .bitRate, .rateControl, .effort, .bandwidth, .application, .expectedLoss,
    ],
    makeEncoder: { settings throws(CodecError) in try OpusEncoder(settings) },
    encoderChoices: EncoderChoices(
      sampleRates: { _ in OpusDescription.sampleRates },
      bitRates: { settings throws(CodecError) in OpusEncoder.bitRates(settings) }),
    missing: { _ in OpusLibrary.shared == nil ? missing : nil })

  /// The error thrown if the library is not installed.
  package static let missing = CodecError(
    .unsupported, "Opus is decoded and encoded by the library libopus.so.0, which is not installed (package libopus0)")
}

/// The container's description of a stream of Opus.
struct OpusDescription {
  let header: OpusHeader
  let decoded: DecodedFormat
  private let hasHeader: Bool

  /// The rates that Opus can be decoded at, in Hz.
  static let sampleRates: [Double] = [8000, 12_000, 16_000, 24_000, 48_000]

  init(_ stream: CodedStream) throws(CodecError) {
    let format = stream.format
    hasHeader = !stream.cookie.isEmpty
    if hasHeader {
      header = try OpusHeader(stream.cookie.span)
    } else {
      guard (1...2).contains(format.channelsPerFrame) else {
        throw CodecError(
          .unsupported, "without a header, Opus has one or two channels", clause: "RFC 7845, 5.1.1.1")
      }
      header = OpusHeader(channelCount: format.channelsPerFrame)
    }
    let rate = Self.sampleRates.contains(format.sampleRate) ? format.sampleRate : Double(OpusPacket.sampleRate)
    let divisor = OpusPacket.sampleRate / Int(rate)
    let most = OpusPacket.maximumFrameCount / divisor
    let first = OpusPacket.frameCount(stream.firstPacket.span).map { $0 / divisor }
    let usual = (1...most).contains(format.framesPerPacket) ? format.framesPerPacket : first ?? 960 / divisor
    decoded = DecodedFormat(sampleRate: rate, layout: header.layout, framesPerPacket: usual)
  }

  /// The summary to display.
  var summary: CodecSummary {
    var notes: [String] = []
    if !hasHeader { notes.append("the stream has no header, and is taken for one of usual channels") }
    if OpusLibrary.shared == nil { notes.append("\(OpusCodec.missing.rule)") }
    return CodecSummary(
      formatID: .opus, profile: "Opus", decoded: decoded, notes: notes, configuration: header.bytes,
      fields: [
        CodecSummary.Field("channels", "\(header.channelCount)"),
        CodecSummary.Field("pre-skip", "\(header.preSkip)"),
        CodecSummary.Field("input sample rate", "\(header.inputSampleRate) Hz"),
        CodecSummary.Field("output gain", "\(Double(header.outputGain) / 256) dB"),
        CodecSummary.Field("mapping family", "\(header.mappingFamily)"),
        CodecSummary.Field("streams", "\(header.streamCount)"),
        CodecSummary.Field("coupled streams", "\(header.coupledCount)"),
      ])
  }
}
