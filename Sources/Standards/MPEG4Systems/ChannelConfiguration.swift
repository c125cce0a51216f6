public import AudioBase

/// A syntactic element that carries coded channels.
public enum ChannelElement: Sendable, BitwiseCopyable, Hashable {
  /// `single_channel_element()`: one channel.
  case single
  /// `channel_pair_element()`: two channels.
  case pair
  /// `lfe_channel_element()`: one low frequency channel.
  case lowFrequency

  /// The channels it carries.
  public var channelCount: Int { self == .pair ? 2 : 1 }
}

/// `channelConfiguration`: the elements of a stream in order, and the loudspeakers of their channels.
///
/// ISO/IEC 14496-3, Table 1.19. Configuration 7 is decoded with its front-wide pair named Lc and Rc, by the standard,
/// though many encoders use it for side channels.
public enum ChannelConfiguration {
  /// Returns the elements in the order of the bit stream, or `nil` for 0 (see the program configuration) and reserved
  /// values.
  public static func elements(_ configuration: Int) -> [ChannelElement]? {
    switch configuration {
    case 1: [.single]
    case 2: [.pair]
    case 3: [.single, .pair]
    case 4: [.single, .pair, .single]
    case 5: [.single, .pair, .pair]
    case 6: [.single, .pair, .pair, .lowFrequency]
    case 7, 12: [.single, .pair, .pair, .pair, .lowFrequency]
    case 11: [.single, .pair, .pair, .single, .lowFrequency]
    case 14: [.single, .pair, .pair, .lowFrequency, .pair]
    default: nil
    }
  }

  /// Returns the speakers of the channels in the order of the bit stream, or `nil` as ``elements(_:)``.
  public static func layout(_ configuration: Int) -> ChannelLayout? {
    let front: [Speaker] = [.center, .left, .right]
    let surround: [Speaker] = [.leftSurround, .rightSurround]
    switch configuration {
    case 1: return ChannelLayout([.center])
    case 2: return ChannelLayout([.left, .right])
    case 3: return ChannelLayout(front)
    case 4: return ChannelLayout(front + [.centerSurround])
    case 5: return ChannelLayout(front + surround)
    case 6: return ChannelLayout(front + surround + [.lowFrequency])
    case 7:
      return ChannelLayout([.center, .leftCenter, .rightCenter, .left, .right] + surround + [.lowFrequency])
    case 11: return ChannelLayout(front + surround + [.centerSurround, .lowFrequency])
    case 12:
      return ChannelLayout(front + [.leftSide, .rightSide, .leftRear, .rightRear, .lowFrequency])
    case 14: return ChannelLayout(front + surround + [.lowFrequency, .leftHeight, .rightHeight])
    default: return nil
    }
  }
}
