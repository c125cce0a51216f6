package import AudioBase

extension AC3FrameHeader {
  /// Returns the full-bandwidth channels of an `acmod`, in coding order.
  ///
  /// ETSI TS 102 366, 4.4.2.3 (ATSC A/52, Table 5.8).
  package static func speakers(mode: Int) -> [Speaker] {
    let front: [Speaker] =
      switch mode {
      case 1: [.center]
      case 3, 5, 7: [.left, .center, .right]
      default: [.left, .right]
      }
    switch mode {
    case 4, 5: return front + [.centerSurround]
    case 6, 7: return front + [.leftSurround, .rightSurround]
    default: return front
    }
  }

  /// The loudspeakers of the frame's channels in coding order, with the LFE last.
  package var speakers: [Speaker] { Self.speakers(mode: audioCodingMode) + (hasLowFrequency ? [.lowFrequency] : []) }

  /// `ac-3` or `ec-3`.
  package var formatID: FourCharacterCode { isEnhanced ? .enhancedAC3 : .ac3 }

  /// The format of a stream of such frames, in packets of six audio blocks.
  package var format: StreamFormat {
    StreamFormat(
      formatID: formatID, sampleRate: Double(sampleRate), channelsPerFrame: channelCount,
      framesPerPacket: 6 * Self.framesPerBlock)
  }
}
