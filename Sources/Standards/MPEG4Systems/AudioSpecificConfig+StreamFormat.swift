public import AudioBase

extension AudioSpecificConfig {
  /// The format of the core: its rate and its frames, whatever spectral band replication makes of them.
  public var coreFormat: StreamFormat {
    let channels = programConfig?.layout ?? ChannelConfiguration.layout(channelConfiguration)
    let formatID: FourCharacterCode =
      switch objectType {
      case .erAACLD: .aacLowDelay
      case .erAACELD: .aacEnhancedLowDelay
      default: .aac
      }
    return StreamFormat(
      formatID: formatID, sampleRate: Double(coreRate), channelsPerFrame: channels?.speakers.count ?? 0,
      framesPerPacket: coreFrameLength)
  }
}
