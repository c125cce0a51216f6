/// Paces PCMs without a card by the host's clock: libasound's `null` and `file` take and return samples as fast as they
/// are called, so that no program could keep up.
///
/// A card is not slowed as long as it is no more than 2 % fast, measured over a whole buffer. One that is faster for
/// some consecutive cycles is not a card, and is held to its nominal rate.
package struct PCMPace {
  /// The nanoseconds of a cycle, and of a buffer.
  private let cycle: Double
  private let buffer: Double
  private let bufferFrameCount: Int
  /// The earliest time of the next cycle; 0 while the first buffer is filled.
  private var next = 0.0
  private var earlyCount = 0
  private var isHeld = false
  private var mayBeHeld = true

  package init(sampleRate: Int, _ parameters: PCMParameters, frameCount: Int) {
    cycle = Double(frameCount) * 1e9 / Double(sampleRate)
    buffer = Double(parameters.bufferFrameCount) * 1e9 / Double(sampleRate)
    bufferFrameCount = parameters.bufferFrameCount
  }

  /// Begins with an empty buffer.
  mutating func reset() { (next, earlyCount) = (0, 0) }

  /// Records that the PCM is a real sound card, because it has run dry.
  mutating func isCard() { (isHeld, mayBeHeld) = (false, false) }

  /// Returns the time to wait for before the next cycle; `nil` for none.
  ///
  /// - Parameter moved: Frames that were moved since the stream began.
  package mutating func due(at now: UInt64, moved: Int) -> UInt64? {
    guard mayBeHeld, moved >= bufferFrameCount || next > 0 else { return nil }
    let moment = Double(now)
    if next == 0 { next = moment }
    let wanted = next
    next = max(next, moment - buffer) + (isHeld ? cycle : cycle / 1.02)
    guard wanted > moment else {
      earlyCount = 0
      return nil
    }
    earlyCount += 1
    if earlyCount >= 8 { isHeld = true }
    return UInt64(wanted)
  }
}
