/// The places of a frame's channels in arrays: five of full bandwidth, the coupling channel, and the LFE.
enum Slots {
  static let coupling = 5
  static let lowFrequency = 6
  static let count = 7
  /// Frequency lines of a block.
  static let lineCount = 256
  /// The number of lines of the LFE.
  static let lowFrequencyEnd = 7
}
