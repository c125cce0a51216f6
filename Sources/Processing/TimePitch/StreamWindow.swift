// Bound throughout: rates count as 768 kHz at most, so that a piece is at most 65,536 frames per channel.
// Holds throughout: TimePitchProcessor refuses zero channels, and callers check the room first.

extension [Float] {
  /// Takes the array out without copying it, so that several of a value's arrays can be written at once.
  mutating func taken() -> [Float] {
    var array: [Float] = []
    swap(&array, &self)
    return array
  }
}

/// The last frames of a planar stream, numbered from the first frame. Frames before the first are silent.
///
/// Memory is allocated once; frames that do not fit are not taken.
struct StreamWindow: Sendable {
  let channelCount: Int
  /// The frames that can be held.
  let capacity: Int
  private let history: Int
  private var samples: [Float]
  private var head = 0
  /// The number of the first frame that is held.
  private(set) var start: Int
  /// The frames that are held.
  private(set) var count: Int
  /// The samples that were NaN or infinite, and are held as silence.
  private(set) var replacedSampleCount = 0

  /// Creates an empty stream after the given number of frames of silence.
  init(channelCount: Int, capacity: Int, history: Int) {
    precondition(channelCount > 0 && history >= 0 && capacity > history)
    self.channelCount = channelCount
    self.capacity = capacity
    self.history = history
    // Twice as much, so that frames are moved down seldom.
    samples = Array(repeating: 0, count: 2 * capacity * channelCount)
    (start, count) = (-history, history)
  }

  /// The number of the next frame.
  var end: Int { start + count }
  /// The frames that can be taken.
  var room: Int { capacity - count }

  /// Clears the stream.
  mutating func reset() {
    (start, count, head, replacedSampleCount) = (-history, history, 0, 0)
    for channel in 0..<channelCount { clear(channel, head, history) }
  }

  private mutating func clear(_ channel: Int, _ offset: Int, _ frameCount: Int) {
    let base = channel * 2 * capacity + offset
    var all = samples.mutableSpan
    var part = all._mutatingExtracting(base..<(base + frameCount))
    for index in 0..<frameCount { part[index] = 0 }
  }

  /// Takes frames, channel by channel, from a function that writes them.
  mutating func append(_ frameCount: Int, _ fill: (_ channel: Int, _ samples: inout MutableSpan<Float>) -> Void) {
    precondition(frameCount <= room)
    makeRoom(frameCount)
    for channel in 0..<channelCount {
      let base = channel * 2 * capacity + head + count
      var all = samples.mutableSpan
      var part = all._mutatingExtracting(base..<(base + frameCount))
      fill(channel, &part)
      replacedSampleCount += NonNumbers.silence(&part)
    }
    count += frameCount
  }

  /// Takes silence.
  mutating func appendSilence(_ frameCount: Int) {
    precondition(frameCount <= room)
    makeRoom(frameCount)
    for channel in 0..<channelCount { clear(channel, head + count, frameCount) }
    count += frameCount
  }

  private mutating func makeRoom(_ frameCount: Int) {
    guard head + count + frameCount > 2 * capacity else { return }
    let (length, head, count) = (2 * capacity, head, count)
    for channel in 0..<channelCount {
      var all = samples.mutableSpan
      var plane = all._mutatingExtracting((channel * length)..<((channel + 1) * length))
      for index in 0..<count { plane[index] = plane[head + index] }
    }
    self.head = 0
  }

  /// Discards the frames before a number.
  mutating func drop(before number: Int) {
    let dropped = min(max(number - start, 0), count)
    start += dropped
    head += dropped
    count -= dropped
  }

  /// Returns frames of a channel; all of them must be held.
  @_lifetime(borrow self)
  func frames(_ channel: Int, _ range: Range<Int>) -> Span<Float> {
    precondition(range.lowerBound >= start && range.upperBound <= end)
    let base = channel * 2 * capacity + head - start
    return samples.span.extracting((base + range.lowerBound)..<(base + range.upperBound))
  }
}
