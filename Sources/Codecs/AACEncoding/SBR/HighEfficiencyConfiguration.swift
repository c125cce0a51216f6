import AudioBase
import MPEG4Systems

/// The streams of AAC-LC with SBR that are encoded, without and with Parametric Stereo.
package enum HighEfficiencyConfiguration {
  /// The output rates, in Hz: twice the rates that the core supports.
  package static let sampleRates = [16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000]
  /// The number of frames of a packet: twice those of the core.
  static let frameLengths = [2048, 1920]

  /// Returns the configuration of settings: AAC-LC at half the rate after an object type 5, or after 29 with Parametric
  /// Stereo, whose core has one channel: ISO/IEC 14496-3, 1.6.5.1.
  ///
  /// - Parameter channelConfiguration: That of the layout.
  static func systems(
    for settings: EncoderSettings, channelConfiguration: Int
  ) throws(CodecError) -> AudioSpecificConfig {
    guard let rate = Int(exactly: settings.sampleRate), sampleRates.contains(rate) else {
      throw CodecError(
        .unsupported, "HE-AAC is encoded at 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200 and 96000 Hz")
    }
    let hasStereo = settings.formatID == .aacHighEfficiencyV2
    guard channelConfiguration == 2 || !hasStereo else {
      throw CodecError(.unsupported, "HE-AAC v2 is encoded with two channels")
    }
    let length = settings.framesPerPacket.flatMap { $0 > 0 ? $0 : nil } ?? frameLengths[0]
    guard frameLengths.contains(length) else {
      throw CodecError(.unsupported, "packets of HE-AAC have 2048 or 1920 frames")
    }
    var systems = AudioSpecificConfig(
      objectType: .aacLC, samplingFrequency: SamplingFrequency(hertz: rate / 2),
      channelConfiguration: hasStereo ? 1 : channelConfiguration, hasShortFrames: length == frameLengths[1])
    systems.signalling = .hierarchical(rate: SamplingFrequency(hertz: rate), hasParametricStereo: hasStereo)
    return systems
  }
}
