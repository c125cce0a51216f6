import AudioBase
import RTPPayloads

/// Converts the timestamps of a source to frames of the stream, counted without wrapping around.
struct StreamClock: Sendable {
  /// The number of consecutive packets that must agree before the clock's rate is taken for another than stated.
  private static let neededEvidence = 4

  let format: PayloadFormat
  private var extender = NumberExtender<UInt32>()
  /// The offset that lets a restarted source continue where it ended.
  private var base: Int64 = 0
  /// The first frame after all so far.
  private var end: Int64?
  /// True if the timestamps count frames, whatever clock was announced.
  private var countsFrames = false
  private var evidence = 0
  private var previous: (number: Int64, timestamp: Int64)?

  init(_ format: PayloadFormat) { self.format = format }

  /// Returns the packet's time in ticks, counted without wrapping around, for statistics and for parts of a unit.
  mutating func ticks(_ timestamp: UInt32) -> Int64 { extender.extend(timestamp) }

  /// Returns the packet's time in frames of the stream.
  func frames(ofTicks ticks: Int64) -> Int64 {
    base &+ (countsFrames ? ticks : format.frames(ofTicks: ticks))
  }

  /// Starts again with the next timestamp.
  mutating func restart(with timestamp: UInt32) {
    extender = NumberExtender()
    let first = extender.extended(timestamp)
    base = 0
    base = (end ?? 0) &- frames(ofTicks: first)
    previous = nil
  }

  /// Records the units of a packet.
  ///
  /// Linphone announces a clock of 48 kHz for AAC-ELD of 22.05 kHz, whatever the unit of its timestamps: if the steps
  /// of successive packets equal the frames of their units, timestamps count frames.
  mutating func note(number: Int64, ticks: Int64, frameCount: Int64) {
    end = max(end ?? .min, frames(ofTicks: ticks) &+ frameCount)
    defer { previous = (number, ticks) }
    guard !countsFrames, format.clockRate != Int(format.format.sampleRate), frameCount > 0 else { return }
    guard let previous, number == previous.number + 1 else { return }
    evidence = ticks &- previous.timestamp == frameCount ? evidence + 1 : 0
    guard evidence >= Self.neededEvidence else { return }
    let now = frames(ofTicks: ticks)
    countsFrames = true
    base = 0
    base = now &- frames(ofTicks: ticks)
  }
}
