import AudioBase

/// The rule for mixing the sound of a loudspeaker that the output lacks. ITU-R BS.775-3, Annex 4, and the same idea for
/// positions that the standard does not cover.
enum MixingRule {
  /// 3 dB down: the power of one is shared by two.
  private static let half = 0.5.squareRoot()

  /// A part of a channel: which output channel, and how loud.
  struct Share {
    var output: Int
    var gain: Double
  }

  private typealias Part = (speaker: Speaker, gain: Double)

  /// Returns the alternatives for each missing position; the first alternative whose positions the output has is used.
  private static func alternatives(_ speaker: Speaker) -> [[Part]] {
    switch speaker {
    case .center: [[(.left, half), (.right, half)]]
    case .left, .right: [[(.center, half)]]
    case .leftSurround:
      [[(.leftSide, 1)], [(.leftRear, 1)], [(.centerSurround, half)], [(.left, half)], [(.center, 0.5)]]
    case .rightSurround:
      [[(.rightSide, 1)], [(.rightRear, 1)], [(.centerSurround, half)], [(.right, half)], [(.center, 0.5)]]
    case .leftSide: [[(.leftSurround, 1)], [(.leftRear, 1)], [(.left, half)], [(.center, 0.5)]]
    case .rightSide: [[(.rightSurround, 1)], [(.rightRear, 1)], [(.right, half)], [(.center, 0.5)]]
    case .leftRear:
      [[(.leftSurround, 1)], [(.leftSide, 1)], [(.centerSurround, half)], [(.left, half)], [(.center, 0.5)]]
    case .rightRear:
      [[(.rightSurround, 1)], [(.rightSide, 1)], [(.centerSurround, half)], [(.right, half)], [(.center, 0.5)]]
    case .centerSurround:
      [
        [(.leftSurround, half), (.rightSurround, half)], [(.leftRear, half), (.rightRear, half)],
        [(.left, 0.5), (.right, 0.5)], [(.center, 0.5)],
      ]
    case .leftCenter: [[(.left, half), (.center, half)], [(.left, 1)], [(.center, half)]]
    case .rightCenter: [[(.right, half), (.center, half)], [(.right, 1)], [(.center, half)]]
    case .leftHeight: [[(.left, half)], [(.center, 0.5)]]
    case .rightHeight: [[(.right, half)], [(.center, 0.5)]]
    case .leftTopRear: [[(.leftHeight, 1)], [(.leftSurround, half)], [(.left, 0.5)], [(.center, 0.5)]]
    case .rightTopRear: [[(.rightHeight, 1)], [(.rightSurround, half)], [(.right, 0.5)], [(.center, 0.5)]]
    case .centerHeight: [[(.center, half)], [(.left, 0.5), (.right, 0.5)]]
    case .centerTopRear:
      [
        [(.centerSurround, half)], [(.leftSurround, 0.5), (.rightSurround, 0.5)], [(.left, 0.5), (.right, 0.5)],
        [(.center, 0.5)],
      ]
    case .topCenter: [[(.left, 0.5), (.right, 0.5)], [(.center, half)]]
    case .leftWide: [[(.left, 1)], [(.center, half)]]
    case .rightWide: [[(.right, 1)], [(.center, half)]]
    case .lowFrequency2: [[(.lowFrequency, 1)]]
    default: []
    }
  }

  /// The pairs of loudspeakers that one pair of the output represents: sounds of both at full power are attenuated.
  private static let sharers: [Speaker: Speaker] = [
    .leftSide: .leftRear, .leftRear: .leftSide, .rightSide: .rightRear, .rightRear: .rightSide,
  ]

  /// Returns the parts of one input channel; loudspeakers are named as in `ChannelLayout.places`.
  static func shares(of speaker: Speaker, from input: [Speaker], to output: [Speaker]) -> [Share] {
    if let same = output.firstIndex(of: speaker) { return [Share(output: same, gain: 1)] }
    // The mean of two channels, which cannot overload.
    if input.count == 2, output.count == 1, speaker == .left || speaker == .right {
      return [Share(output: 0, gain: 0.5)]
    }
    for parts in alternatives(speaker) {
      let found = parts.compactMap { part in
        output.firstIndex(of: part.speaker).map { index in
          // Two sounds of full power in one place are each made weaker; one that only changes its name is not.
          let isShared = input.contains(part.speaker) || sharers[speaker].map(input.contains) ?? false
          return Share(output: index, gain: part.gain == 1 && isShared ? half : part.gain)
        }
      }
      if found.count == parts.count { return found }
    }
    return []
  }
}
