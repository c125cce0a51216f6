public import AudioBase

extension ChannelLayout {
  /// Creates the usual loudspeakers of a number of channels, in the order of WAVE.
  public init(usualFor count: Int) {
    switch count {
    case 3: self.init([.left, .right, .center])
    case 4: self.init([.left, .right, .leftSurround, .rightSurround])
    case 5: self.init([.left, .right, .center, .leftSurround, .rightSurround])
    case 6: self.init([.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround])
    case 7: self.init([.left, .right, .center, .lowFrequency, .centerSurround, .leftSide, .rightSide])
    case 8: self.init([.left, .right, .center, .lowFrequency, .leftRear, .rightRear, .leftSide, .rightSide])
    default: self.init(unlabelledChannelCount: count)
    }
  }
}
