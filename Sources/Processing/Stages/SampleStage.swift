public import AudioBase

/// One step on the way of samples: it takes frames that are lent, and gives frames into memory that is lent.
///
/// ```
/// a block ─► process ─► planes
/// frames that wait, those   room, filled from its
/// that were taken left out  first place on
/// ```
/// Stages are values. Each is made once, keeps its own state, and then allocates nothing: a file's reader, a device's
/// thread and a program call it alike. All channels take and give as many frames. How frames are cut into calls does
/// not change what comes out.
public protocol SampleStage<Sample>: ~Copyable {
  /// What samples are computed in.
  associatedtype Sample: PlaneSample

  /// Seconds by which what comes out is behind what goes in.
  var latency: Double { get }

  /// Returns the fewest frames that must be taken before so many more can be given.
  func inputFrameCount(forOutput count: Int) -> Int

  /// Takes frames and gives frames, as far as there are any and there is room.
  ///
  /// - Parameters:
  ///   - input: A block of as many channels as the stage takes.
  ///   - frames: The frames of it that wait; those that were taken are left out afterwards. None are given to a stage
  ///     whose input has ended.
  ///   - output: Memory of as many channels as the stage gives.
  ///   - room: The places to fill, from the first one on.
  /// - Returns: The frames that were given.
  mutating func process(
    _ input: borrowing SampleBlock<Sample>, _ frames: inout Range<Int>,
    into output: inout some SamplePlanes<Sample> & ~Copyable, _ room: Range<Int>
  ) -> Int

  /// States that no more frames come: what is held back can be given.
  mutating func endInput()

  /// Forgets all frames, as if newly made.
  mutating func reset()
}

/// A stage that gives a frame for each that it takes, at once: frames may be changed where they are.
public protocol InPlaceStage<Sample>: SampleStage, ~Copyable {
  /// Changes, or looks at, frames where they are.
  ///
  /// - Parameters:
  ///   - planes: Memory of the stage's channels.
  ///   - frames: Places in it; they follow those of the last call.
  mutating func process(_ planes: inout some SamplePlanes<Sample> & ~Copyable, _ frames: Range<Int>)
}

extension InPlaceStage where Self: ~Copyable {
  /// Nothing comes late.
  public var latency: Double { 0 }

  /// As many as are wanted.
  public func inputFrameCount(forOutput count: Int) -> Int { count }

  /// Copies frames, and changes them where they then are.
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

  /// Nothing is held back.
  public mutating func endInput() {}
}
