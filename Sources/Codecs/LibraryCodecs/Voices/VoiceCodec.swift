public import AudioBase

/// Codecs of speech, as entered in the catalog: decoded by libraries of the system, which are loaded when they are
/// first needed.
public enum VoiceCodec {
  /// GSM 06.10, AMR and AMR-WB.
  public static let descriptors = voices.map(descriptor)
  /// The errors thrown if the libraries are not installed, in the order of ``descriptors``.
  package static let missing = voices.map(\.missing)
  /// The encoders of AMR and AMR-WB.
  public static let encoders = [VoiceCoding.amrNarrowBand, .amrWideBand].map(\.descriptor)
  private static let voices = [Voice.gsm, .amrNarrowBand, .amrWideBand, .plainGSM]

  private static func descriptor(_ voice: Voice) -> CodecDescriptor {
    CodecDescriptor(
      formatIDs: [voice.formatID], name: voice.name,
      describe: { stream, _ throws(CodecError) in
        CodecSummary(
          formatID: voice.formatID, profile: voice.name, decoded: try VoiceDecoder.decodedFormat(voice, stream.format),
          notes: voice.library() == nil ? ["\(voice.missing.rule)"] : [], configuration: [])
      },
      makeDecoder: { stream, _ throws(CodecError) in try VoiceDecoder(voice, stream) },
      missing: { _ in voice.library() == nil ? voice.missing : nil })
  }
}
