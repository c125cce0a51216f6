package import AudioBase

/// The loudspeakers of Vorbis by the number of channels, Vorbis I, 4.3.9; those of Opus are the same, RFC 7845,
/// 5.1.1.2.
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

  /// Returns the loudspeakers of `layout` in the order of Vorbis; `nil` if Vorbis does not have the set. Side and back
  /// surround count as equal.
  package static func order(for layout: ChannelLayout) -> ChannelLayout? {
    orders.first { $0.count == layout.channelCount }.flatMap { layout.ordered(as: ChannelLayout($0)) }
  }
}
