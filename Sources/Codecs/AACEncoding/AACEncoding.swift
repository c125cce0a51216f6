public import AudioBase
import MPEG4Systems

/// The encoder of the AAC family, as entered in the catalog, and the sampling rates and bit rates that it supports, as
/// Core Audio's codecs report theirs.
public enum AACEncoding {
  /// Encodes AAC-LC, HE-AAC, HE-AAC v2, AAC-LD, AAC-ELD without and with SBR, and AAC-ELD v2.
  public static let descriptor = CodecDescriptor(
    name: "AAC",
    encodedFormatIDs: [
      .aac, .aacHighEfficiency, .aacHighEfficiencyV2, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR,
      .aacEnhancedLowDelayV2,
    ],
    encoderSettings: [.framesPerPacket, .bitRate, .rateControl, .quality, .effort, .bandwidth, .replicationCRC],
    makeEncoder: { settings throws(CodecError) in try AACEncoder(settings) },
    encoderChoices: EncoderChoices(
      sampleRates: { sampleRates(of: $0) },
      bitRates: { settings throws(CodecError) in try bitRates(for: settings) }))

  /// Returns the sampling rates of a format, in Hz: `kAudioCodecPropertyApplicableInputSampleRates`.
  ///
  /// - Returns: Nothing for a format that the encoder does not make.
  public static func sampleRates(of formatID: FourCharacterCode) -> [Double] {
    switch formatID {
    case .aac: AACBitRates.sampleRates(of: .aacLC).map(Double.init)
    case .aacHighEfficiency, .aacHighEfficiencyV2: HighEfficiencyConfiguration.sampleRates.map(Double.init)
    case .aacEnhancedLowDelaySBR: LowDelayReplicationConfiguration.sampleRates.map(Double.init)
    case .aacEnhancedLowDelayV2: LowDelaySurroundConfiguration.sampleRates.map(Double.init)
    case .aacLowDelay, .aacEnhancedLowDelay: AACBitRates.sampleRates(of: .erAACELD).map(Double.init)
    default: []
    }
  }

  /// Returns the bit rates of a format at a sampling rate and for a number of loudspeakers.
  ///
  /// The upper end follows from the 6144 bits that a packet has for each channel (ISO/IEC 14496-3, 4.5.3.2), the lower
  /// one from the bits of side information alone.
  ///
  /// - Parameter settings: Format, sampling rate, layout and frames per packet; its bit rate is ignored.
  /// - Throws: `CodecError` if no stream of these settings exists.
  public static func bitRates(for settings: EncoderSettings) throws(CodecError) -> EncoderBitRates {
    var asked = settings
    asked.bitRate = nil
    let stream = try AACEncoderConfiguration(asked).stream
    let limits = AACBitRates(stream)
    var range = limits.range
    if LowDelaySurroundConfiguration.canChoose(settings) {
      // More bits than these are for a core without SBR.
      asked.bitRate = limits.range.upperBound
      range = range.lowerBound...AACBitRates(try AACEncoderConfiguration(asked).stream).range.upperBound
    }
    return EncoderBitRates(
      range: range, recommended: limits.recommended, usual: usualBitRates.filter { range.contains($0) })
  }

  private static let usualBitRates =
    [
      8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 288, 320, 384, 448, 512,
      576, 640,
    ]
    .map { $0 * 1000 }
}
