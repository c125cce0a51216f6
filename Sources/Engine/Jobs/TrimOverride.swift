import AudioBase

/// The priming and remainder that an output states instead of the known ones.
public struct TrimOverride: Sendable, Hashable {
  /// The number of frames before the recording, 0 or more.
  public var primingFrames: Int64
  /// The number of frames behind the recording, 0 or more.
  public var remainderFrames: Int64

  /// Creates an override.
  public init(primingFrames: Int64, remainderFrames: Int64) {
    self.primingFrames = primingFrames
    self.remainderFrames = remainderFrames
  }

  /// Returns the table of packets that decode to the given number of frames.
  func table(frameCount: Int64, sampleRate: Double) throws(ContainerError) -> PacketTable {
    let (trimmed, overflow) = primingFrames.addingReportingOverflow(remainderFrames)
    guard !overflow, trimmed <= frameCount else {
      throw ContainerError(.invalidState, "priming and remainder are longer than the recording", at: 0)
    }
    return PacketTable(
      primingFrames: primingFrames, validFrames: frameCount - trimmed, remainderFrames: remainderFrames,
      timescale: sampleRate)
  }
}
