public import AudioBase
import MPEGAudioFrames

/// The MPEG audio codec, as entered in the catalog.
public enum MPEGAudioCodec {
  /// Decodes layers I, II and III of MPEG-1 and MPEG-2, and layer III of MPEG-2.5.
  ///
  /// ISO/IEC 11172-3 and ISO/IEC 13818-3. A packet is a frame with its header; there is no magic cookie.
  public static let descriptor = CodecDescriptor(
    formatIDs: [.mpegLayer3, .mpegLayer2, .mpegLayer1],
    name: "MPEG audio",
    describe: { stream, firstPacket throws(CodecError) in
      describe(try MPEGAudioStream(stream.format), MPEGAudioHeader(firstPacket, at: 0))
    },
    makeDecoder: { stream, _ throws(CodecError) in
      let facts = try MPEGAudioStream(stream.format)
      if facts.layer == 3 { return LayerIIIDecoder(facts) }
      return SubbandLayerDecoder(facts)
    })

  private static func describe(_ stream: MPEGAudioStream, _ first: MPEGAudioHeader?) -> CodecSummary {
    let generation = stream.isMPEG1 ? "MPEG-1" : stream.sampleRate >= 16000 ? "MPEG-2" : "MPEG-2.5"
    let layer = ["I", "II", "III"][stream.layer - 1]
    let mode = first.map(\.mode) ?? (stream.channelCount == 1 ? .mono : .stereo)
    let formatID: FourCharacterCode =
      stream.layer == 1 ? .mpegLayer1 : stream.layer == 2 ? .mpegLayer2 : .mpegLayer3
    return CodecSummary(
      formatID: formatID, profile: "\(generation) Layer \(layer), \(name(of: mode))",
      decoded: stream.decodedFormat, configuration: [], fields: first.map(fields) ?? [])
  }

  private static func name(of mode: MPEGAudioHeader.Mode) -> String {
    switch mode {
    case .stereo: "stereo"
    case .jointStereo: "joint stereo"
    case .dualChannel: "dual channel"
    case .mono: "mono"
    }
  }

  /// Returns the fields of a header.
  private static func fields(of header: MPEGAudioHeader) -> [CodecSummary.Field] {
    [
      CodecSummary.Field("bitrate", header.isFreeFormat ? "free format" : "\(header.bitRate) bit/s"),
      CodecSummary.Field("sampling_frequency", "\(header.sampleRate) Hz"),
      CodecSummary.Field("mode", name(of: header.mode)),
      CodecSummary.Field("crc_check", header.isProtected ? "16 bits" : "none"),
    ]
  }
}
