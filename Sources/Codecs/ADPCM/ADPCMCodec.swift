public import AudioBase

/// The codecs of ADPCM with 4 bits per sample, as entered in the catalog.
public enum ADPCMCodec {
  /// Decodes and encodes Apple's IMA4, and the IMA (DVI) and Microsoft ADPCM of WAVE.
  ///
  /// The format's `bytesPerPacket` and `framesPerPacket` are sufficient; only Microsoft's may have a magic cookie,
  /// which holds the fields after `cbSize` in WAVE's format chunk: the frames of a block and the coefficient pairs.
  ///
  /// An encoder's packets all have one size. A last packet that is given fewer frames is filled up with its last
  /// sample; the container states how many frames are the recording (WAVE's `fact`, CAF's packet table).
  public static let descriptor = CodecDescriptor(
    formatIDs: [.ima4, .dviADPCM, .microsoftADPCM],
    name: "ADPCM",
    describe: { stream, _ throws(CodecError) in try describe(stream) },
    makeDecoder: { stream, _ throws(CodecError) in
      switch try ADPCMKind(stream.format.formatID) {
      case .ima4: return try IMA4Decoder(stream)
      case .waveIMA: return try WaveIMADecoder(stream)
      case .microsoft: return try MicrosoftADPCMDecoder(stream)
      }
    },
    encodedFormatIDs: [.ima4, .dviADPCM, .microsoftADPCM],
    encoderSettings: [.framesPerPacket, .bytesPerPacket],
    makeEncoder: { settings throws(CodecError) in
      switch try ADPCMKind(settings.formatID) {
      case .ima4: return try IMA4Encoder(settings)
      case .waveIMA: return try WaveIMAEncoder(settings)
      case .microsoft: return try MicrosoftADPCMEncoder(settings)
      }
    })

  /// Decodes the ADPCM of Flash, whose packets need only the rate and the channel count.
  public static let flash = CodecDescriptor(
    formatIDs: [.flashADPCM], name: "Flash ADPCM",
    describe: { stream, _ throws(CodecError) in
      CodecSummary(
        formatID: .flashADPCM, profile: "ADPCM of Flash", decoded: try FlashADPCMDecoder.decodedFormat(stream),
        configuration: [])
    },
    makeDecoder: { stream, _ throws(CodecError) in try FlashADPCMDecoder(stream) })

  /// Decodes kinds of ADPCM whose state continues from packet to packet: G.722 and G.726 speech, Yamaha's ADPCM, and
  /// those of games.
  public static let running: [CodecDescriptor] = [
    G722.descriptor, G726.descriptor, YamahaADPCM.descriptor, ADXADPCM.descriptor, ArgonautADPCM.descriptor,
    APMADPCM.descriptor, KVAGADPCM.descriptor, WestwoodADPCM.descriptor,
  ]

  private static func describe(_ stream: CodedStream) throws(CodecError) -> CodecSummary {
    let kind = try ADPCMKind(stream.format.formatID)
    let block = try BlockShape(stream, kind: kind)
    var fields = [
      CodecSummary.Field("bytes a block", "\(block.byteCount)"),
      CodecSummary.Field("frames a block", "\(block.frameCount)"),
    ]
    if kind == .microsoft {
      let count = try PredictorPair.table(cookie: stream.cookie.span).count
      fields.append(CodecSummary.Field("wNumCoef", "\(count)"))
    }
    return CodecSummary(
      formatID: stream.format.formatID, profile: kind.name, decoded: block.decodedFormat(stream),
      configuration: stream.cookie, fields: fields)
  }
}

/// The three formats.
enum ADPCMKind: Sendable, BitwiseCopyable {
  /// QuickTime's IMA ADPCM: 34 bytes per channel for 64 frames, the channels one after the other.
  case ima4
  /// WAVE's IMA ADPCM, tag 0x11.
  case waveIMA
  /// WAVE's Microsoft ADPCM, tag 2.
  case microsoft

  init(_ formatID: FourCharacterCode) throws(CodecError) {
    switch formatID {
    case .ima4: self = .ima4
    case .dviADPCM: self = .waveIMA
    case .microsoftADPCM: self = .microsoft
    default: throw CodecError(.unsupported, "this kind of ADPCM is not implemented")
    }
  }

  var name: String {
    switch self {
    case .ima4: "IMA4 ADPCM"
    case .waveIMA: "IMA ADPCM in WAVE's blocks"
    case .microsoft: "Microsoft ADPCM"
    }
  }
}
