import AudioBase
import SignalProcessing

/// The position at which to enter a rate-converted recording so that its frames equal those of converting it from the
/// start.
///
/// Frames of input and output coincide only at intervals: for 44,100 and 48,000 Hz every 147 and 160 frames. A
/// conversion that begins anywhere else returns samples of other times; and one that begins at the requested frames
/// takes the earlier ones for silence.
package struct ConversionEntry: Equatable {
  /// The frame to seek to, at the rate of the recording.
  package let inputFrame: Int64
  /// The number of converted frames to drop from there on.
  package let droppedFrameCount: Int64

  /// The longest period of coinciding frames, in output frames, for which frames are converted and dropped; with longer
  /// periods the nearest frame of the recording is used.
  private static var longestPeriod: Int { 1 << 23 }

  /// - Parameters:
  ///   - frame: A converted frame, 0 or more.
  ///   - leadingFrameCount: The number of earlier input frames that a frame depends on.
  init(frame: Int64, from inputRate: Double, to outputRate: Double, leadingFrameCount: Int) {
    guard inputRate != outputRate else {
      (inputFrame, droppedFrameCount) = (frame, 0)
      return
    }
    guard let ratio = RateRatio(inputRate: inputRate, outputRate: outputRate), ratio.output <= Self.longestPeriod else {
      inputFrame = Int64(saturating: (Double(frame) * inputRate / outputRate).rounded())
      droppedFrameCount = 0
      return
    }
    let (input, output) = (Int64(ratio.input), Int64(ratio.output))
    let before = min(frame / output, (Int64(leadingFrameCount) + input - 1) / input)
    let (start, overflows) = (frame / output - before).multipliedReportingOverflow(by: input)
    inputFrame = overflows ? .max : start
    droppedFrameCount = before * output + frame % output
  }
}
