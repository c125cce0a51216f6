// Bound throughout: frames have 480 or 512 samples.
// Holds throughout: spans are cut to the plan's own size, which is a constant of the codec that made it.

/// The memory of one channel of the low-delay synthesis: the transforms of its last four frames.
public struct LowDelaySynthesisState: Sendable {
  var frames: FrameHistory

  /// Creates a silent history for frames of `frameLength` samples.
  public init(frameLength: Int) { frames = FrameHistory(frameLength: frameLength) }

  /// Clears the history.
  public mutating func reset() { frames = FrameHistory(frameLength: frames.frameLength) }

  /// Copies the history of another channel of the same frame length, without allocating.
  public mutating func copy(_ other: borrowing LowDelaySynthesisState) { frames.copy(other.frames) }
}

/// The memory of one channel of the low-delay analysis: the samples of its last four frames.
public struct LowDelayAnalysisState: Sendable {
  var frames: FrameHistory

  /// Creates a silent history for frames of `frameLength` samples.
  public init(frameLength: Int) { frames = FrameHistory(frameLength: frameLength) }

  /// Clears the history.
  public mutating func reset() { frames = FrameHistory(frameLength: frames.frameLength) }
}

/// Four frames that change places instead of being copied.
struct FrameHistory: Sendable {
  var newest: [Float]
  var second: [Float]
  var third: [Float]
  var oldest: [Float]

  /// Creates a silent past of frames of `frameLength` samples.
  init(frameLength: Int) {
    newest = Array(repeating: 0, count: frameLength)
    second = Array(repeating: 0, count: frameLength)
    third = Array(repeating: 0, count: frameLength)
    oldest = Array(repeating: 0, count: frameLength)
  }

  var frameLength: Int { newest.count }

  /// Ages every frame by one, and makes the oldest one free.
  mutating func rotate() {
    swap(&oldest, &third)
    swap(&third, &second)
    swap(&second, &newest)
  }

  /// Copies the values of another history.
  mutating func copy(_ other: borrowing FrameHistory) {
    precondition(frameLength == other.frameLength)
    newest.copy(other.newest)
    second.copy(other.second)
    third.copy(other.third)
    oldest.copy(other.oldest)
  }

  /// Stores a frame of samples as the newest one.
  mutating func setNewest(_ samples: Span<Float>) {
    var frame = newest.mutableSpan
    let count = samples.count
    precondition(frame.count == count)
    for index in 0..<count { frame[index] = samples[index] }
  }
}

extension [Float] {
  /// Copies the values of an array with the same count into the existing memory.
  fileprivate mutating func copy(_ other: [Float]) {
    precondition(count == other.count)
    for index in indices { self[index] = other[index] }
  }
}
