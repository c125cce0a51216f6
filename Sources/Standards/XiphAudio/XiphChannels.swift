package import AudioBase

/// The loudspeakers of Vorbis by the number of channels, Vorbis I, 4.3.9; Opus has the same, RFC 7845, 5.1.1.2.
package enum XiphChannels {
  /// The orders of 1…8 channels.
  private static let orders: [[Speaker]] = [
    [.center],
    [.left, .right],
    [.left, .center, .right],
    [.left, .right, .leftSurround, .rightSurround],
    [.left, .center, .right, .leftSurround, .rightSurround],
    [.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency],
    [.left, .center, .right, .leftSide, .rightSide, .centerSurround, .lowFrequency],
    [.left, .center, .right, .leftSide, .rightSide, .leftRear, .rightRear, .lowFrequency],
  ]

  /// Returns the loudspeakers of a number of channels, in the order of the coded channels; unlabelled above 8.
  package static func layout(channelCount: Int) -> ChannelLayout {
    orders.indices.contains(channelCount - 1)
      ? ChannelLayout(orders[channelCount - 1]) : ChannelLayout(unlabelledChannelCount: channelCount)
  }

  /// Returns the same loudspeakers as those of `layout`, in the order of Vorbis; `nil` where Vorbis does not have the
  /// set.
  ///
  /// Loudspeakers behind the listener count as the ones of Vorbis, whether a layout calls them rear or surround; of
  /// seven channels or fewer, which have one pair, those at the side do, too.
  package static func order(for layout: ChannelLayout) -> ChannelLayout? {
    guard let order = orders.first(where: { $0.count == layout.channelCount }) else { return nil }
    if layout.speakers == [.mono] { return layout }
    let wanted = order.map { place(of: $0, channelCount: order.count) }
    let given = layout.speakers.map { place(of: $0, channelCount: order.count) }
    // Of each place one loudspeaker, and no other places.
    guard Set(wanted) == Set(given), Set(given).count == given.count else { return nil }
    return ChannelLayout(
      wanted.map { place in layout.speakers[given.firstIndex(of: place) ?? 0] })
  }

  /// Returns one name for loudspeakers that are the same to Vorbis.
  private static func place(of speaker: Speaker, channelCount: Int) -> Speaker {
    switch speaker {
    case .leftRear: .leftSurround
    case .rightRear: .rightSurround
    case .leftSide where channelCount <= 7: .leftSurround
    case .rightSide where channelCount <= 7: .rightSurround
    default: speaker
    }
  }
}
