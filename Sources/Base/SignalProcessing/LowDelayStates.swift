/// What one channel of the low-delay synthesis remembers: the transforms of its last four frames.
public struct LowDelaySynthesisState: Sendable {
  var frames: FrameHistory

  /// A silent past of frames of `frameLength` samples.
  public init(frameLength: Int) { frames = FrameHistory(frameLength: frameLength) }

  /// Forgets the past.
  public mutating func reset() { frames = FrameHistory(frameLength: frames.frameLength) }
}

/// What one channel of the low-delay analysis remembers: the samples of its last four frames.
public struct LowDelayAnalysisState: Sendable {
  var frames: FrameHistory

  /// A silent past of frames of `frameLength` samples.
  public init(frameLength: Int) { frames = FrameHistory(frameLength: frameLength) }

  /// Forgets the past.
  public mutating func reset() { frames = FrameHistory(frameLength: frames.frameLength) }
}

/// Four frames that change places instead of being copied.
struct FrameHistory: Sendable {
  var newest: [Float]
  var second: [Float]
  var third: [Float]
  var oldest: [Float]

  /// A silent past of frames of `frameLength` samples.
  init(frameLength: Int) {
    newest = Array(repeating: 0, count: frameLength)
    second = newest
    third = newest
    oldest = newest
  }

  var frameLength: Int { newest.count }

  /// Makes every frame one older, and the oldest one free.
  mutating func rotate() {
    swap(&oldest, &third)
    swap(&third, &second)
    swap(&second, &newest)
  }

  /// Stores a frame of samples as the newest one.
  mutating func setNewest(_ samples: Span<Float>) {
    var frame = newest.mutableSpan
    let count = samples.count
    precondition(frame.count == count)
    for index in 0..<count { frame[index] = samples[index] }
  }
}
