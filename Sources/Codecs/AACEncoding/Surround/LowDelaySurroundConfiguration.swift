import AACSyntax
import AudioBase
import Bitstream
import MPEG4Systems

/// The streams of AAC-ELD version 2 that are encoded: stereo as one AAC-ELD channel, with or without LD-SBR, and
/// parameters of LD MPEG Surround.
package enum LowDelaySurroundConfiguration {
  /// The output rates, in Hz.
  package static let sampleRates = [16000, 22050, 24000, 32000, 44100, 48000]
  /// The number of frames of a packet of a core at half the rate, with LD-SBR.
  private static let dualRateLengths = [1024, 960]
  /// The frame lengths of a core at the output's rate. Above 24 kHz 480 would be 7.5 columns of 64 subbands.
  private static let singleRateLengths = [512, 480]
  private static let columnLength = 64

  /// Bits per sample of the output below which a core at a low rate has LD-SBR, at single rate.
  private static let replicatedBitsPerSample = 1.6

  /// The typical number of bits of the parameters in a packet, which sets their share of the bit rate.
  static let bitsPerPacket = 70.0

  /// Returns the bits per second that the parameters of a stream take, about.
  static func bitRate(_ stream: AACConfiguration) -> Double {
    stream.surround == nil ? 0 : bitsPerPacket * stream.coreRate / Double(stream.frameLength)
  }

  /// Returns true if the bit rate decides whether there is SBR: above 24 kHz the frames of a packet do.
  static func canChoose(_ settings: EncoderSettings) -> Bool {
    settings.formatID == .aacEnhancedLowDelayV2
      && Int(exactly: settings.sampleRate).map { SurroundConfiguration.subbandCount(sampleRate: $0) < columnLength }
        ?? false
  }

  /// Returns the configuration of settings, with headers of zeros.
  ///
  /// By default packets are those of LD-SBR.
  static func systems(
    for settings: EncoderSettings, channelConfiguration: Int
  ) throws(CodecError) -> AudioSpecificConfig {
    guard let rate = Int(exactly: settings.sampleRate), sampleRates.contains(rate) else {
      throw CodecError(.unsupported, "AAC-ELD v2 is encoded at 16000, 22050, 24000, 32000, 44100 and 48000 Hz")
    }
    guard channelConfiguration == 2 else {
      throw CodecError(.unsupported, "AAC-ELD v2 is encoded with two channels")
    }
    let subbandCount = SurroundConfiguration.subbandCount(sampleRate: rate)
    let isHighRate = subbandCount == columnLength
    let length =
      settings.framesPerPacket.flatMap { $0 > 0 ? $0 : nil } ?? (isHighRate ? dualRateLengths : singleRateLengths)[0]
    let isDualRate = isHighRate && dualRateLengths.contains(length)
    guard isDualRate || length == singleRateLengths[0] || (!isHighRate && length == singleRateLengths[1]) else {
      throw CodecError(
        .unsupported,
        isHighRate
          ? "packets of AAC-ELD v2 above 24 kHz have 1024 or 960 frames with SBR, 512 without"
          : "packets of AAC-ELD v2 up to 24 kHz have 512 or 480 frames", clause: "ISO/IEC 23003-2")
    }
    var systems = AudioSpecificConfig(
      objectType: .erAACELD, samplingFrequency: SamplingFrequency(hertz: isDualRate ? rate / 2 : rate),
      channelConfiguration: 1, hasShortFrames: length == dualRateLengths[1] || length == singleRateLengths[1])
    let isReplicated =
      isDualRate || !isHighRate && Double(settings.bitRate ?? 0) < replicatedBitsPerSample * Double(rate)
    if isReplicated {
      systems = systems.with(
        ELDSpecificConfig.LowDelaySBR(
          isDualRate: isDualRate, hasCRC: settings.hasReplicationCRC, headers: [SBRHeader()]))
    }
    return systems.with(SurroundConfiguration(sampleRate: rate, slotCount: length / subbandCount))
  }
}

extension AudioSpecificConfig {
  /// Returns the same configuration of AAC-ELD with LD MPEG Surround.
  fileprivate func with(_ surround: SurroundConfiguration) -> AudioSpecificConfig {
    guard case .enhancedLowDelay(var config) = specific else { return self }
    var writer = BitWriter()
    surround.write(to: &writer)
    config.extensions.append(.init(type: ELDSpecificConfig.Extension.lowDelaySurround, payload: writer.bytes))
    var result = self
    result.specific = .enhancedLowDelay(config)
    return result
  }
}
