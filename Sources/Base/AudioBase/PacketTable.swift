/// The part of a decoded track that is the recording, between priming frames and remainder frames.
public struct PacketTable: Hashable, Sendable {
  /// `mPrimingFrames`: decoded frames before the first frame of the recording.
  public var primingFrames: Int64
  /// `mNumberValidFrames`: frames of the recording.
  public var validFrames: Int64
  /// `mRemainderFrames`: decoded frames after the last frame of the recording.
  public var remainderFrames: Int64
  /// The rate in which the three counts are given, in Hz: the track's time scale.
  public var timescale: Double

  /// Creates a table.
  public init(primingFrames: Int64, validFrames: Int64, remainderFrames: Int64, timescale: Double) {
    self.primingFrames = primingFrames
    self.validFrames = validFrames
    self.remainderFrames = remainderFrames
    self.timescale = timescale
  }
}
