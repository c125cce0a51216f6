public import AudioBase

extension USACConfig {
  /// The elements with sound that a `channelConfigurationIndex` stands for, in their order; `nil` for 0, which leaves
  /// them open, and for reserved values.
  ///
  /// ISO/IEC 23003-3, Table 73.
  static func channelCounts(ofConfiguration index: Int) -> [Int]? {
    switch index {
    case 1: [1]
    case 2: [2]
    case 3: [1, 2]
    case 4: [1, 2, 1]
    case 5: [1, 2, 2]
    case 6: [1, 2, 2, 1]
    case 7, 12: [1, 2, 2, 2, 1]
    case 8: [1, 1]
    case 9: [2, 1]
    case 10: [2, 2]
    case 11: [1, 2, 2, 1, 1]
    case 13: [1, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2, 1, 2, 1, 1, 2]
    default: nil
    }
  }

  /// True if the elements are those of ``channelConfiguration``; if that is 0, true if they have as many channels as
  /// there are positions.
  public var elementsFitChannels: Bool {
    let counts = elements.map(\.channelCount).filter { $0 > 0 }
    guard channelConfiguration != 0 else {
      return !counts.isEmpty && counts.reduce(0, +) == positions.count
    }
    return counts == USACConfig.channelCounts(ofConfiguration: channelConfiguration)
  }

  /// The loudspeakers of the channels, in the order of the packets.
  public var layout: ChannelLayout {
    let front: [Speaker] = [.center, .left, .right]
    let surround: [Speaker] = [.leftSurround, .rightSurround]
    switch channelConfiguration {
    case 0: return ChannelLayout(positions.map(USACConfig.speaker))
    case 8: return ChannelLayout(unlabelledChannelCount: 2)
    case 9: return ChannelLayout([.left, .right, .centerSurround])
    case 10: return ChannelLayout([.left, .right] + surround)
    case 12: return ChannelLayout(front + surround + [.leftRear, .rightRear, .lowFrequency])
    case 13: return ChannelLayout(front + USACConfig.speakersBehindFront13)
    default: return ChannelConfiguration.layout(channelConfiguration) ?? ChannelLayout(unlabelledChannelCount: 0)
    }
  }

  /// The loudspeakers of 22.2 channels after the first three.
  private static let speakersBehindFront13: [Speaker] = [
    .leftWide, .rightWide, .leftSideSurround, .rightSideSurround, .leftRear, .rightRear, .centerSurround, .lowFrequency,
    .lowFrequency2, .centerHeight, .leftHeight, .rightHeight, .leftTopMiddle, .rightTopMiddle, .topCenter,
    .leftTopRear, .rightTopRear, .centerTopRear, .centerBottom, .leftBottom, .rightBottom,
  ]

  /// The loudspeaker of a `bsOutputChannelPos`.
  static func speaker(_ position: Int) -> Speaker {
    let speakers: [Speaker] = [
      .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftCenter, .rightCenter, .leftRear,
      .rightRear, .centerSurround, .leftSide, .rightSide, .leftSideSurround, .rightSideSurround, .leftWide, .rightWide,
      .leftHeight, .rightHeight, .centerHeight, .leftTopRear, .rightTopRear, .centerTopRear, .leftTopMiddle,
      .rightTopMiddle, .topCenter, .lowFrequency2, .leftBottom, .rightBottom, .centerBottom, .leftTopSurround,
      .rightTopSurround,
    ]
    return speakers.indices.contains(position) ? speakers[position] : .unknown
  }
}
