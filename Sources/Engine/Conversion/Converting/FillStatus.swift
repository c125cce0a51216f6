/// How far a batch was filled.
public enum FillStatus: Sendable, Equatable {
  /// As many packets as were wanted.
  case filled
  /// What the input was good for; about so many more frames of it are needed.
  case needsInput(frameCount: Int)
  /// The last packets: the input has ended, and nothing is left.
  case ended
}

/// How far a batch was filled by pulling.
public enum PullStatus<Failure: Error> {
  /// As many packets as were wanted.
  case filled
  /// The last packets: the input has ended, and nothing is left.
  case ended
  /// What was made until the supplier failed.
  case interrupted(Failure)
}
