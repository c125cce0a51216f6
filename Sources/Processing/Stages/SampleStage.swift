public import AudioBase

/// A step of sample processing: takes lent frames, and writes frames into lent memory.
///
/// ```
/// a block ─► process ─► planes
/// frames that wait, those   room, filled from its
/// that were taken left out  first place on
/// ```
/// Stages are values. Each is made once, keeps its own state, and then allocates nothing: a file's reader, a device's
/// thread and a program call it alike. All channels take and give as many frames. The output does not depend on how
/// frames are cut into calls.
public protocol SampleStage<Sample>: ~Copyable {
  /// The type of the samples.
  associatedtype Sample: PlaneSample

  /// The delay of the output, in seconds.
  var latency: Double { get }

  /// Returns the smallest number of frames that must be taken before the given number of frames can be returned.
  func inputFrameCount(forOutput count: Int) -> Int

  /// Takes frames and gives frames, as far as there are frames and room.
  ///
  /// - Parameters:
  ///   - input: A block of as many channels as the stage takes.
  ///   - frames: The waiting frames of it; those that were taken are removed from the range. Empty for a stage whose
  ///     input has ended.
  ///   - output: Memory of as many channels as the stage gives.
  ///   - room: The places to fill, from the first one on.
  /// - Returns: The number of frames given.
  mutating func process(
    _ input: borrowing SampleBlock<Sample>, _ frames: inout Range<Int>,
    into output: inout some SamplePlanes<Sample> & ~Copyable, _ room: Range<Int>
  ) -> Int

  /// Ends the input: frames held back can be given.
  mutating func endInput()

  /// Clears all frames, as if newly created.
  mutating func reset()
}

/// A stage with one output frame for each input frame, without delay, so that frames may be changed in place.
public protocol InPlaceStage<Sample>: SampleStage, ~Copyable {
  /// Changes, or examines, frames in place.
  ///
  /// - Parameters:
  ///   - planes: Memory of the stage's channels.
  ///   - frames: Places in it; they follow those of the last call.
  mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>)
}

extension InPlaceStage where Self: ~Copyable {
  /// Zero: the output is not delayed.
  public var latency: Double { 0 }

  /// Returns the requested number of output frames unchanged.
  public func inputFrameCount(forOutput count: Int) -> Int { count }

  /// Copies frames, and processes the copies in place.
  public mutating func process(
    _ input: borrowing SampleBlock<Sample>, _ frames: inout Range<Int>,
    into output: inout some SamplePlanes<Sample> & ~Copyable, _ room: Range<Int>
  ) -> Int {
    let count = min(frames.count, room.count)
    let taken = frames.prefix(count)
    output.copy(taken, of: input, to: room.lowerBound)
    frames = taken.upperBound..<frames.upperBound
    process(&output, room.lowerBound..<(room.lowerBound + count))
    return count
  }

  /// Does nothing: no frames are held back.
  public mutating func endInput() {}
}
