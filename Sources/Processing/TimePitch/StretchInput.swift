// Holds throughout: windows have room for what a block needs at the highest rate.

/// What a stretcher reads: the stream, its attacks and its end.
struct StretchInput: Sendable {
  private(set) var frames: StreamWindow
  var schedule: TransientSchedule
  /// Frames of the whole stream, once that is known.
  private(set) var frameCount: Int?
  /// Frames before this number are not needed any more.
  private var firstNeeded = Int.min

  init(sampleRate: Double, channelCount: Int, capacity: Int, history: Int) {
    frames = StreamWindow(channelCount: channelCount, capacity: capacity, history: history)
    schedule = TransientSchedule(sampleRate: sampleRate, channelCount: channelCount)
  }

  /// Frames that can be taken.
  var room: Int { frames.room }

  /// Forgets the stream.
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

  /// States that nothing more comes.
  mutating func end() { if frameCount == nil { frameCount = frames.end } }

  /// Forgets frames.
  mutating func drop(before number: Int) {
    firstNeeded = number
    frames.drop(before: number)
  }

  /// Whether the frames up to a number are there; after the end silence is.
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
