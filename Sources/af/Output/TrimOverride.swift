import AudioBase
import AudioFiles

/// Priming and remainder that an output is to state in place of what is known of it: `--prime-override`.
struct TrimOverride {
  /// Frames before the recording.
  var primingFrames: Int64
  /// Frames behind it.
  var remainderFrames: Int64

  /// The table of packets that decode to so many frames.
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
