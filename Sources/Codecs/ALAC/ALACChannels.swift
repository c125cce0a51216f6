package import AudioBase

/// The distribution of a stream's channels over the elements of a packet.
package enum ALACChannels {
  /// The channels of one element.
  enum Element: Sendable {
    /// `SCE` or `LFE`: one channel.
    case single
    /// `CPE`: two channels, which may be mixed.
    case pair

    var channelCount: Int { self == .single ? 1 : 2 }
  }

  /// Returns the order of elements that an encoder writes.
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

  /// Returns the loudspeakers in the order of the elements: the format's layout tag for a number of channels.
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

  /// Returns the loudspeakers in the order of the elements, with the names that the container states.
  ///
  /// The order is the format's own, whatever order was stated. A layout of other loudspeakers than the format's own for
  /// their number is used where the cookie states it, as stated; a container's statement against the format is ignored.
  package static func layout(
    channelCount: Int, cookie: ChannelLayout?, container: ChannelLayout? = nil
  ) -> ChannelLayout {
    let own = layout(channelCount: channelCount)
    if let cookie, cookie.channelCount == channelCount, cookie.speakers.contains(where: { $0 != .unknown }) {
      return cookie.ordered(as: own) ?? cookie
    }
    return container?.ordered(as: own) ?? own
  }

  /// Returns the loudspeakers of an encoder's input in the order of the elements; `nil` if the format has no such
  /// layout. Channels with unknown loudspeakers count as those of the format.
  static func layout(encoding wanted: ChannelLayout) -> ChannelLayout? {
    let own = layout(channelCount: wanted.channelCount)
    guard wanted.namesEachChannel, wanted.channelCount > 2 else { return own }
    return wanted.ordered(as: own)
  }
}
