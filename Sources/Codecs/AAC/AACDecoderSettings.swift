/// What a user may choose about decoding AAC, beyond what the stream says.
public struct AACDecoderSettings: Sendable {
  /// How lost packets are replaced.
  public var concealment = ConcealmentSettings()
  /// How the stream's dynamic range data are applied; `nil`, the default, leaves them aside.
  public var dynamicRange: DynamicRangeSettings?

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

/// How far the dynamic range data of a stream (MPEG-4 DRC) are followed.
public struct DynamicRangeSettings: Sendable, Equatable, BitwiseCopyable {
  /// The level that programmes are brought to, in dB of full scale, such as −20; `nil` leaves the level as it is. It matters
  /// where the stream states its own, `prog_ref_level`.
  public var targetLevel: Double?
  /// The part of each gain above 0 dB that is applied, 0…1.
  public var boost: Double
  /// The part of each gain below 0 dB that is applied, 0…1.
  public var cut: Double

  /// Creates settings; by default the gains are applied whole.
  public init(targetLevel: Double? = nil, boost: Double = 1, cut: Double = 1) {
    self.targetLevel = targetLevel
    self.boost = min(max(boost, 0), 1)
    self.cut = min(max(cut, 0), 1)
  }
}
