/// What one channel of a low-delay filterbank remembers: its last four frames.
///
/// The synthesis keeps transforms, the analysis samples; a state belongs to one of them from its making on.
public struct LowDelayState: Sendable {
  var newest: [Float]
  var second: [Float]
  var third: [Float]
  var oldest: [Float]

  /// A silent past of frames of `frameLength` samples.
  public init(frameLength: Int) {
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

  /// Forgets the past.
  public mutating func reset() { self = LowDelayState(frameLength: frameLength) }
}
