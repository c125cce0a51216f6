package import AudioBase

/// How the channels of a stream are spread over the elements of a packet.
package enum ALACChannels {
  /// The channels of one element.
  enum Element: Sendable {
    /// `SCE` or `LFE`: one channel.
    case single
    /// `CPE`: two channels, which may be mixed.
    case pair

    var channelCount: Int { self == .single ? 1 : 2 }
  }

  /// The order of elements that an encoder writes.
  static func elements(channelCount: Int) -> [Element] {
    switch channelCount {
    case 1: [.single]
    case 2: [.pair]
    case 3: [.single, .pair]
    case 4: [.single, .pair, .single]
    case 5: [.single, .pair, .pair]
    case 6: [.single, .pair, .pair, .single]
    case 7: [.single, .pair, .pair, .single, .single]
    default: [.single, .pair, .pair, .pair, .single]
    }
  }

  /// The loudspeakers in the order of the elements: the layout tag that the format has for each number of channels.
  package static func layout(channelCount: Int) -> ChannelLayout {
    switch channelCount {
    case 1: ChannelLayout([.center])
    case 2: ChannelLayout([.left, .right])
    case 3: ChannelLayout([.center, .left, .right])
    case 4: ChannelLayout([.center, .left, .right, .centerSurround])
    case 5: ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround])
    case 6: ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency])
    case 7: ChannelLayout([.center, .left, .right, .leftSurround, .rightSurround, .centerSurround, .lowFrequency])
    default:
      ChannelLayout([
        .center, .leftCenter, .rightCenter, .left, .right, .leftSurround, .rightSurround, .lowFrequency,
      ])
    }
  }

  /// The loudspeakers in the order of the elements, where something outside the packets states which they are.
  ///
  /// Speakers that are those of the format's own layout for their number come in its order, whatever order was stated;
  /// side, rear and plain surround speakers stand for each other. Others stay in the order that was stated.
  package static func layout(channelCount: Int, stated: ChannelLayout?) -> ChannelLayout {
    let own = layout(channelCount: channelCount)
    guard let stated, stated.channelCount == channelCount, stated.speakers.contains(where: { $0 != .unknown }) else {
      return own
    }
    var left = stated.speakers
    var ordered: [Speaker] = []
    for speaker in own.speakers {
      guard let place = left.firstIndex(of: speaker) ?? left.firstIndex(where: { speaker.isAlike($0) }) else {
        return stated
      }
      ordered.append(left.remove(at: place))
    }
    return ChannelLayout(ordered)
  }
}

extension Speaker {
  fileprivate func isAlike(_ other: Speaker) -> Bool {
    switch self {
    case .center: other == .mono
    case .leftSurround: [.leftSide, .leftRear, .leftSideSurround].contains(other)
    case .rightSurround: [.rightSide, .rightRear, .rightSideSurround].contains(other)
    default: false
    }
  }
}
