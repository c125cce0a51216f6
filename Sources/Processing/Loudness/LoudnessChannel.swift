/// The weight of a channel in loudness: ITU-R BS.1770-4, annex 1, table 3.
public enum LoudnessChannel: Hashable, Sendable {
  /// Left, right, centre, and all others that are not beside the listener.
  case main
  /// Left and right surround, 60…120° from the front: 1.5 dB more.
  case surround
  /// Low-frequency effects: left out of the loudness, but not of the peaks.
  case lowFrequency

  /// The weight of the channel's mean square.
  public var weight: Double {
    switch self {
    case .main: 1
    case .surround: 1.41
    case .lowFrequency: 0
    }
  }
}
