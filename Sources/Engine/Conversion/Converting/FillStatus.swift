/// The state of a batch after filling it.
public enum FillStatus: Sendable, Equatable {
  /// The batch has as many packets as requested.
  case filled
  /// The batch has as many packets as the input sufficed for; about this many more input frames are needed.
  case needsInput(frameCount: Int)
  /// The batch has the last packets: the input has ended.
  case ended
}

/// The state of a batch after filling it by pulling.
public enum PullStatus<Failure: Error> {
  /// The batch has as many packets as requested.
  case filled
  /// The batch has the last packets: the input has ended.
  case ended
  /// The batch has the packets that were made before the supplier failed.
  case interrupted(Failure)
}
