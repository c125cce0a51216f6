// Bound throughout: 64 frames of at most 1,024 samples: see count(_:).
// Holds throughout: frames and lines are made for the same configuration, once.

package import AACSyntax

/// The last output of a channel, from which a lost packet is concealed.
package struct OutputRing: Sendable {
  private let frameLength: Int
  private var samples: [Float]
  /// The position of the oldest frame, which the next one overwrites.
  private var next = 0
  /// The number of samples received since the start, up to the ring's capacity.
  package private(set) var filledCount = 0

  /// The minimum duration that is kept, in seconds: enough to distinguish a steady sound from a changing one.
  private static let duration = 0.4

  /// Returns the number of samples kept for a channel: whole frames.
  package static func count(_ configuration: AACConfiguration) -> Int {
    count(
      frameLength: configuration.frameLength, sampleRate: configuration.coreRate,
      mostFrames: 64 * configuration.downscaleFactor)
  }

  /// Returns the same number for frames at a core rate.
  package static func count(frameLength: Int, sampleRate: Double, mostFrames: Int = 64) -> Int {
    let frames = Int((duration * sampleRate / Double(frameLength)).rounded(.up))
    return min(max(frames, 3), mostFrames) * frameLength
  }

  package init(frameLength: Int, count: Int) {
    self.frameLength = frameLength
    samples = Array(repeating: 0, count: count)
  }

  var isEmpty: Bool { samples.isEmpty }
  var count: Int { samples.count }

  /// Adds a frame of output.
  package mutating func append(_ frame: Span<Float>) {
    guard !samples.isEmpty else { return }
    precondition(frame.count == frameLength)
    let start = next
    var all = samples.mutableSpan
    var part = all._mutatingExtracting(start..<(start + frame.count))
    precondition(part.count == frame.count)
    for n in frame.indices { part[n] = frame[n] }
    next += frameLength
    filledCount = min(filledCount + frameLength, samples.count)
    if next == samples.count { next = 0 }
  }

  /// Writes the samples in order into an array of the same count.
  package func copy(into line: inout [Float]) {
    precondition(line.count == samples.count)
    let older = samples.count - next
    for n in 0..<older { line[n] = samples[next + n] }
    for n in 0..<next { line[older + n] = samples[n] }
  }
}
