public import AudioBase

extension AudioSpecificConfig {
  /// The format of the core: its rate and its frames, whatever spectral band replication makes of them.
  ///
  /// Of USAC, whose configuration holds all of it, that of the output.
  public var coreFormat: StreamFormat {
    if let unifiedCoding {
      return StreamFormat(
        formatID: .usac, sampleRate: Double(unifiedCoding.sampleRate),
        channelsPerFrame: unifiedCoding.layout.channelCount,
        framesPerPacket: unifiedCoding.frameLength.outputFrameLength)
    }
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
