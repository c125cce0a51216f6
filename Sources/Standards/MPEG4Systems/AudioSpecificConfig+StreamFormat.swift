public import AudioBase

extension AudioSpecificConfig {
  /// The data format of the configuration: for AAC-ELD with its extensions, otherwise of the core.
  public var formatID: FourCharacterCode {
    guard objectType == .erAACELD else { return objectType.formatID }
    return hasLowDelaySurround
      ? .aacEnhancedLowDelayV2 : lowDelaySBR != nil ? .aacEnhancedLowDelaySBR : .aacEnhancedLowDelay
  }

  /// The format of the core: its own rate and frames, without spectral band replication.
  ///
  /// Of USAC, whose configuration holds all of it, that of the output.
  public var coreFormat: StreamFormat {
    if let unifiedCoding {
      return StreamFormat(
        formatID: objectType.formatID, sampleRate: Double(unifiedCoding.sampleRate),
        channelsPerFrame: unifiedCoding.layout.channelCount,
        framesPerPacket: unifiedCoding.frameLength.outputFrameLength)
    }
    let channels = programConfig?.layout ?? ChannelConfiguration.layout(channelConfiguration)
    return StreamFormat(
      formatID: objectType.formatID, sampleRate: Double(coreRate), channelsPerFrame: channels?.speakers.count ?? 0,
      framesPerPacket: coreFrameLength)
  }
}
