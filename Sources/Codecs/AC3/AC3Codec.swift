import AC3Frames
public import AudioBase

/// The codecs AC-3 and Enhanced AC-3, as entered in the catalog.
public enum AC3Codec {
  /// Decodes AC-3 and Enhanced AC-3 of any number of channels, with dependent substreams; for object audio, only the
  /// channels.
  ///
  /// ETSI TS 102 366 (ATSC A/52). A packet is a frame, or all frames of the same audio blocks of a programme. The
  /// stream describes itself; a magic cookie (`dac3`, `dec3`) is not needed.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.ac3, .enhancedAC3],
    name: "AC-3",
    describe: { stream, firstPacket throws(CodecError) in describe(try AC3Stream(stream.format, firstPacket), stream) },
    decoderSettings: [.dynamicRange, .targetLevel],
    makeDecoder: { stream, settings throws(CodecError) in try AC3Decoder(stream, settings) })

  private static let modes: [StaticString] = ["1+1", "1/0", "2/0", "3/0", "2/1", "3/1", "2/2", "3/2"]

  private static func describe(_ facts: AC3Stream, _ stream: CodedStream) -> CodecSummary {
    let isEnhanced = facts.first?.isEnhanced ?? (stream.format.formatID == .enhancedAC3)
    var (fields, notes): ([CodecSummary.Field], [String]) = ([], [])
    if let header = facts.first, let information = facts.information {
      fields = [
        CodecSummary.Field("bsid", "\(header.bitStreamID)"),
        CodecSummary.Field("acmod", "\(modes[header.audioCodingMode])"),
        CodecSummary.Field("lfeon", header.hasLowFrequency ? "1" : "0"),
        CodecSummary.Field("bsmod", "\(information.service)"),
        CodecSummary.Field("dialnorm", "-\(information.dialogueLevels[0]) dB"),
      ]
      if information.hasObjects { notes.append("of the object audio (Dolby Atmos) only the channels are decoded") }
      if header.audioCodingMode == 0 { notes.append("the two channels are two programmes") }
    }
    return CodecSummary(
      formatID: isEnhanced ? .enhancedAC3 : .ac3,
      profile: (isEnhanced ? "Enhanced AC-3" : "AC-3") + (facts.information?.hasObjects == true ? " JOC" : ""),
      decoded: facts.decodedFormat, notes: notes, configuration: [], fields: fields)
  }
}
