public import AudioBase

/// The encoder of MP3, as entered in the catalog: the system's libmp3lame, which is loaded when it is first needed.
public enum LAMECodec {
  /// MP3 of one or two channels at the nine rates of MPEG-1, MPEG-2 and MPEG-2.5.
  public static let descriptor = CodecDescriptor(
    name: "MP3", encodedFormatIDs: [.mpegLayer3],
    encoderSettings: [.bitRate, .rateControl, .quality, .effort, .bandwidth],
    makeEncoder: { settings throws(CodecError) in try LAMEEncoder(settings) },
    encoderChoices: EncoderChoices(
      sampleRates: { _ in LAMERates.sampleRates },
      bitRates: { settings throws(CodecError) in
        guard let rates = LAMERates(sampleRate: settings.sampleRate) else {
          throw CodecError(.unsupported, "the sampling rate is none of the nine of MPEG audio")
        }
        return rates.bitRates(channelCount: settings.layout.channelCount)
      }),
    missing: { direction in direction == .encoding && LAMELibrary.shared == nil ? missing : nil })

  /// The error thrown if the library is not installed.
  package static let missing = CodecError(
    .unsupported, "MP3 is encoded by the library libmp3lame.so.0, which is not installed (package libmp3lame0)")
}
