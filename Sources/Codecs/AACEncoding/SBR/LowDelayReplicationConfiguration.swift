import AudioBase
import MPEG4Systems

/// The streams of AAC-ELD with LD-SBR that are encoded.
package enum LowDelayReplicationConfiguration {
  /// The output rates, in Hz.
  package static let sampleRates = [16000, 22050, 24000, 32000, 44100, 48000]
  /// The number of frames of a packet at dual rate, where the core has half the rate, and at single rate, if it has the
  /// output's.
  static let dualRateLengths = [1024, 960]
  static let singleRateLengths = [512, 480]

  /// Returns the configuration of settings, with headers of zeros: ISO/IEC 14496-3, 4.6.20.
  ///
  /// The frames of a packet choose between dual rate, the default, and single rate.
  ///
  /// - Parameter channelConfiguration: That of the layout.
  static func systems(
    for settings: EncoderSettings, channelConfiguration: Int
  ) throws(CodecError) -> AudioSpecificConfig {
    guard let rate = Int(exactly: settings.sampleRate), sampleRates.contains(rate) else {
      throw CodecError(.unsupported, "AAC-ELD with SBR is encoded at 16000, 22050, 24000, 32000, 44100 and 48000 Hz")
    }
    let length = settings.framesPerPacket.flatMap { $0 > 0 ? $0 : nil } ?? dualRateLengths[0]
    let isDualRate = dualRateLengths.contains(length)
    guard isDualRate || singleRateLengths.contains(length) else {
      throw CodecError(
        .unsupported, "packets of AAC-ELD with SBR have 1024 or 960 frames at dual rate, 512 or 480 at single rate")
    }
    let systems = AudioSpecificConfig(
      objectType: .erAACELD, samplingFrequency: SamplingFrequency(hertz: isDualRate ? rate / 2 : rate),
      channelConfiguration: channelConfiguration,
      hasShortFrames: length == (isDualRate ? dualRateLengths : singleRateLengths)[1])
    let elements = ChannelConfiguration.elements(channelConfiguration) ?? []
    let headers = elements.filter { $0 != .lowFrequency }.map { _ in SBRHeader() }
    return systems.with(
      ELDSpecificConfig.LowDelaySBR(isDualRate: isDualRate, hasCRC: settings.hasReplicationCRC, headers: headers))
  }
}

extension AudioSpecificConfig {
  /// Returns the same configuration of AAC-ELD with SBR.
  func with(_ sbr: ELDSpecificConfig.LowDelaySBR) -> AudioSpecificConfig {
    guard case .enhancedLowDelay(var config) = specific else { return self }
    config.sbr = sbr
    var result = self
    result.specific = .enhancedLowDelay(config)
    return result
  }

  /// Returns the same configuration of AAC-ELD with SBR, with one header for all elements; other configurations are
  /// returned unchanged.
  func with(header: SBRHeader) -> AudioSpecificConfig {
    guard var sbr = lowDelaySBR else { return self }
    for index in sbr.headers.indices { sbr.headers[index] = header }
    return with(sbr)
  }
}
