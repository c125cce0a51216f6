public import AudioErrors

/// A receiver of recorded samples: a file, or an object of the program.
///
/// A recorder calls it from one thread at a time, after the moment at which the samples were captured, so it may write
/// files, wait and allocate. If it takes longer than the recorder's queue lasts, frames are lost and counted.
public protocol SampleSink {
  /// Takes frames.
  ///
  /// - Parameters:
  ///   - samples: One channel after the other, `frameCount` samples each, full scale from −1 to 1.
  ///   - frameCount: Frames, at least 1.
  mutating func write(_ samples: Span<Float>, frameCount: Int) throws(AudioError)

  /// Completes the sink. It is the last call.
  mutating func finish() throws(AudioError)
}
