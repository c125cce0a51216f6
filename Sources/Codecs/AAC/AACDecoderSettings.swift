/// What a user may choose about decoding AAC, beyond what the stream says.
public struct AACDecoderSettings: Sendable {
  /// How lost packets are replaced.
  public var concealment = ConcealmentSettings()

  /// The settings that change nothing of a whole stream.
  public init() {}
}

/// How the sound of lost packets fades when losses go on.
///
/// Nothing is delayed for it: what is decoded before and after a loss stands where it would without.
public struct ConcealmentSettings: Sendable, Equatable, BitwiseCopyable {
  /// Seconds of a loss that are filled at the full level.
  public var holdDuration: Double
  /// Seconds after which the sound has faded to silence, counted from the end of the hold.
  public var fadeDuration: Double

  /// Creates settings; by default 40 ms are filled, and 120 ms later there is silence.
  public init(holdDuration: Double = 0.04, fadeDuration: Double = 0.12) {
    self.holdDuration = max(holdDuration, 0)
    self.fadeDuration = max(fadeDuration, 0)
  }
}
