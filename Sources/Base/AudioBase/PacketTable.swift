/// The frames of a decoded track that are the recording: priming before them and remainder after them are cut.
public struct PacketTable: Hashable, Sendable {
  /// `mPrimingFrames`: decoded frames before the first frame of the recording.
  public var primingFrames: Int64
  /// `mNumberValidFrames`: frames of the recording.
  public var validFrames: Int64
  /// `mRemainderFrames`: decoded frames after the last frame of the recording.
  public var remainderFrames: Int64
  /// The rate, in Hz, in which the three counts are given: the track's time scale.
  public var timescale: Double

  /// Creates a table.
  public init(primingFrames: Int64, validFrames: Int64, remainderFrames: Int64, timescale: Double) {
    self.primingFrames = primingFrames
    self.validFrames = validFrames
    self.remainderFrames = remainderFrames
    self.timescale = timescale
  }
}
