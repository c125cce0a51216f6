import AudioBase

/// The state of a decoder's memory after a seek: settled if it equals that of a decoder that has decoded every packet.
///
/// ```
/// packets   … │ pre-roll: n in a row without a flaw │ wanted packets …
///             ▲ decoding begins                     ▲ from here on the memory is settled
/// ```
/// A flaw among the requested packets ends the trust: the replacement of a damaged packet depends on more than the
/// pre-roll.
struct SeekTrust {
  /// The verdict on a packet that has been decoded.
  enum Verdict {
    /// The sound equals that of decoding from the first packet, or is not requested.
    case settled
    /// Only decoding from the first packet shows the sound.
    case doubtful(StaticString)
  }

  /// The number of packets in a row without a flaw that settle the decoder's memory.
  private let neededCount: Int
  /// True if decoding may begin again at the first packet if there is doubt.
  let mayRestart: Bool
  private var flawlessCount = 0

  /// - Returns: `nil` where everything is trusted: quick seeking, or independent packets.
  init?(_ history: DecoderHistory, _ accuracy: SeekingAccuracy) {
    guard case .packets(let count) = history, count > 0, accuracy != .quick else { return nil }
    neededCount = count
    mayRestart = accuracy == .exact
  }

  /// Judges a packet.
  ///
  /// - Parameters:
  ///   - isWanted: True if any of its frames are.
  ///   - hasFlaw: True if it was damaged or remarked.
  ///   - history: The decoder's present dependence on earlier packets.
  mutating func note(isWanted: Bool, hasFlaw: Bool, _ history: DecoderHistory) -> Verdict {
    defer { flawlessCount = hasFlaw ? 0 : flawlessCount + 1 }
    if case .unbounded(let reason) = history { return .doubtful(reason) }
    guard isWanted else { return .settled }
    if hasFlaw { return .doubtful("the filling in of damage") }
    return flawlessCount >= neededCount ? .settled : .doubtful("a damaged packet")
  }
}
