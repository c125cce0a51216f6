// Holds throughout: windows have room for the needs of a block at the highest rate.

/// The input of a stretcher: the stream, its attacks and its end.
struct StretchInput: Sendable {
  private(set) var frames: StreamWindow
  var schedule: TransientSchedule
  /// The frames of the whole stream, once that is known.
  private(set) var frameCount: Int?
  /// The first frame that is still needed.
  private var firstNeeded = Int.min

  init(sampleRate: Double, channelCount: Int, capacity: Int, history: Int) {
    frames = StreamWindow(channelCount: channelCount, capacity: capacity, history: history)
    schedule = TransientSchedule(sampleRate: sampleRate, channelCount: channelCount)
  }

  /// The frames that can be taken.
  var room: Int { frames.room }

  /// Clears the stream.
  mutating func reset() {
    frames.reset()
    schedule.reset()
    (frameCount, firstNeeded) = (nil, .min)
  }

  /// Takes frames.
  mutating func append(_ count: Int, _ fill: (_ channel: Int, _ samples: inout MutableSpan<Float>) -> Void) {
    frames.append(count, fill)
    schedule.scan(frames)
    frames.drop(before: firstNeeded)
  }

  /// Ends the input.
  mutating func end() { if frameCount == nil { frameCount = frames.end } }

  /// Discards the frames before a number.
  mutating func drop(before number: Int) {
    firstNeeded = number
    frames.drop(before: number)
  }

  /// Returns true if the frames up to a number are available; after the end they are silence.
  mutating func provide(upTo number: Int) -> Bool {
    if frames.end >= number { return true }
    guard frameCount != nil else { return false }
    while frames.end < number {
      let count = min(number - frames.end, frames.room)
      precondition(count > 0, "the window is too small")
      frames.appendSilence(count)
      schedule.scan(frames)
      frames.drop(before: firstNeeded)
    }
    return true
  }
}
