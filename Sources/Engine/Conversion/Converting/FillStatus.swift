/// The state of a batch after filling it.
public enum FillStatus: Sendable, Equatable {
  /// It has as many packets as wanted.
  case filled
  /// The packets that the input sufficed for; about so many more frames of it are needed.
  case needsInput(frameCount: Int)
  /// The last packets: the input has ended, and nothing is left.
  case ended
}

/// The state of a batch after filling it by pulling.
public enum PullStatus<Failure: Error> {
  /// It has as many packets as wanted.
  case filled
  /// The last packets: the input has ended, and nothing is left.
  case ended
  /// The packets that were made until the supplier failed.
  case interrupted(Failure)
}
