package import AudioBase
package import SignalProcessing

extension Speaker {
  /// The weight of the channel in ITU-R BS.1770.
  package var loudnessChannel: LoudnessChannel {
    switch self {
    case .lowFrequency, .lowFrequency2: .lowFrequency
    case .leftSurround, .rightSurround, .leftSide, .rightSide, .leftRear, .rightRear: .surround
    default: .main
    }
  }
}
