/// The last output of a channel, which a lost packet is continued from.
struct OutputRing: Sendable {
  private let frameLength: Int
  private var samples: [Float]
  /// Where the oldest frame is, and the next one goes.
  private var next = 0

  /// Seconds that are kept, at least: enough for some periods of a deep voice.
  private static let duration = 0.06

  /// Samples that are kept of a channel: whole frames.
  static func count(_ configuration: AACConfiguration) -> Int {
    let frameLength = configuration.frameLength
    let frames = Int((duration * configuration.coreRate / Double(frameLength)).rounded(.up))
    return min(max(frames, 3), 16) * frameLength
  }

  init(frameLength: Int, count: Int) {
    self.frameLength = frameLength
    samples = Array(repeating: 0, count: count)
  }

  var isEmpty: Bool { samples.isEmpty }
  var count: Int { samples.count }

  /// Takes in a frame of output.
  mutating func append(_ frame: Span<Float>) {
    guard !samples.isEmpty else { return }
    precondition(frame.count == frameLength)
    let start = next
    var all = samples.mutableSpan
    var part = all._mutatingExtracting(start..<(start + frame.count))
    precondition(part.count == frame.count)
    for n in frame.indices { part[n] = frame[n] }
    next += frameLength
    if next == samples.count { next = 0 }
  }

  /// Calls `body` with the samples in order.
  func forEach(_ body: (_ place: Int, _ sample: Float) -> Void) {
    for place in samples.indices {
      let index = next + place
      body(place, samples[index < samples.count ? index : index - samples.count])
    }
  }
}
