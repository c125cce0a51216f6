import AACSyntax
import AudioBase
import MPEG4Systems

/// The ways to decode a stream that has spectral band replication or a stereo extension over its core.
enum AACLayers {
  /// Returns the layers, the richest first, the core last.
  static func layers(
    of systems: AudioSpecificConfig, core: DecodedFormat, hasImplicitSBR: Bool, hasParametricStereo: Bool
  ) -> [CodecSummary.Layer] {
    systems.objectType == .erAACELD
      ? enhancedLowDelay(systems, core)
      : generalAudio(systems, core, hasImplicitSBR: hasImplicitSBR, hasParametricStereo: hasParametricStereo)
  }

  private static func enhancedLowDelay(
    _ systems: AudioSpecificConfig, _ core: DecodedFormat
  ) -> [CodecSummary.Layer] {
    var layers = [CodecSummary.Layer(formatID: .aacEnhancedLowDelay, decoded: core)]
    var best = core
    if let sbr = systems.lowDelaySBR {
      if sbr.isDualRate { best = doubled(core, rate: core.sampleRate * 2) }
      layers.insert(.init(formatID: .aacEnhancedLowDelaySBR, decoded: best), at: 0)
    }
    if systems.hasLowDelaySurround {
      // LD MPEG Surround as ELD v2 uses it makes two channels of one: ISO/IEC 23003-2, mode 212.
      best.layout = ChannelLayout([.left, .right])
      layers.insert(.init(formatID: .aacEnhancedLowDelayV2, decoded: best), at: 0)
    }
    return layers
  }

  private static func generalAudio(
    _ systems: AudioSpecificConfig, _ core: DecodedFormat, hasImplicitSBR: Bool, hasParametricStereo: Bool
  ) -> [CodecSummary.Layer] {
    var layers = [CodecSummary.Layer(formatID: systems.formatID, decoded: core)]
    guard systems.extensionRate != nil || (hasImplicitSBR && systems.mayHaveImplicitSBR) else { return layers }
    var best = doubled(core, rate: systems.extensionRate.map(Double.init) ?? core.sampleRate * 2)
    layers.insert(.init(formatID: .aacHighEfficiency, decoded: best), at: 0)
    if hasParametricStereo {
      best.layout = ChannelLayout([.left, .right])
      layers.insert(.init(formatID: .aacHighEfficiencyV2, decoded: best), at: 0)
    }
    return layers
  }

  /// Returns the format after spectral band replication: frames grow in proportion to the rate.
  private static func doubled(_ core: DecodedFormat, rate: Double) -> DecodedFormat {
    let factor = rate == core.sampleRate ? 1 : 2
    return DecodedFormat(sampleRate: rate, layout: core.layout, framesPerPacket: core.framesPerPacket * factor)
  }
}
