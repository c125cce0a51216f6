public import AudioBase

/// A stream of samples to pull from: a track of a file, the output of a converter, or a program's own source.
///
/// A player calls it from one thread at a time, ahead of the moment at which the samples are heard, so it may read
/// files, wait and allocate. If it gives nothing for longer than the player's queue lasts, silence is heard.
public protocol SampleSource {
  /// The sample rate of the output, in Hz.
  var sampleRate: Double { get }
  /// The number of channels that it gives.
  var channelCount: Int { get }
  /// The sample rate, in Hz, in which ``seek(toFrame:)`` and ``frameCount`` count: that of the recording, regardless of
  /// the output.
  var timelineRate: Double { get }
  /// The number of frames of the whole recording at ``timelineRate`` if that is known.
  var frameCount: Int64? { get }

  /// Fills memory with the next frames, from the first place on.
  ///
  /// - Parameter planes: Memory of ``channelCount`` channels.
  /// - Returns: The frames that were written; fewer than there is room for only where the stream has ended.
  mutating func read(into planes: inout some SamplePlanes<Float> & ~Copyable) throws(AudioError) -> Int

  /// Seeks to a frame, which is the next one that ``read(into:)`` returns. After the end there is nothing to read.
  ///
  /// - Parameter frame: Frames at ``timelineRate`` from the start of the recording, at least 0.
  mutating func seek(toFrame frame: Int64) throws(AudioError)
}

extension SampleSource {
  /// The rate of the returned frames.
  public var timelineRate: Double { sampleRate }
}
