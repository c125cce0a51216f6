public import AudioBase

/// The codec Apple Lossless, as entered in the catalog.
public enum ALACCodec {
  /// Decodes Apple Lossless of 16, 20, 24 and 32 bits and of 1 to 8 channels.
  ///
  /// The magic cookie is an `ALACSpecificConfig`, bare or wrapped as QuickTime and MP4 files have it.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.appleLossless], name: "Apple Lossless",
    describe: { stream, _ throws(CodecError) in
      describe(try ALACConfiguration(parsing: stream.cookie.span), layout: stream.layout)
    },
    makeDecoder: { stream, _ throws(CodecError) in
      ALACDecoder(try ALACConfiguration(parsing: stream.cookie.span), layout: stream.layout)
    },
    encodedFormatIDs: [.appleLossless],
    encoderSettings: [.bitDepth, .framesPerPacket],
    makeEncoder: { settings throws(CodecError) in try ALACEncoder(settings) })

  /// Describes a configuration.
  static func describe(_ configuration: ALACConfiguration, layout: ChannelLayout?) -> CodecSummary {
    CodecSummary(
      formatID: .appleLossless, profile: "Apple Lossless, \(configuration.bitDepth.rawValue) bit",
      decoded: configuration.decodedFormat(layout: layout), configuration: configuration.bytes,
      fields: fields(of: configuration))
  }

  private static func fields(of configuration: ALACConfiguration) -> [CodecSummary.Field] {
    let adaptation = configuration.adaptation
    return [
      CodecSummary.Field("frameLength", "\(configuration.frameLength)"),
      CodecSummary.Field("bitDepth", "\(configuration.bitDepth.rawValue)"),
      CodecSummary.Field("pb", "\(adaptation.historyMultiplier)"),
      CodecSummary.Field("mb", "\(adaptation.initialHistory)"),
      CodecSummary.Field("kb", "\(adaptation.parameterLimit)"),
      CodecSummary.Field("numChannels", "\(configuration.channelCount)"),
      CodecSummary.Field("maxRun", "\(configuration.maximumRun)"),
      CodecSummary.Field("maxFrameBytes", "\(configuration.maximumPacketByteCount)"),
      CodecSummary.Field("avgBitRate", "\(configuration.averageBitRate)"),
      CodecSummary.Field("sampleRate", "\(configuration.sampleRate) Hz"),
    ]
  }
}
