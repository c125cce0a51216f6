/// What a user may choose about decoding AAC, beyond what the stream says.
public struct AACDecoderSettings: Sendable {
  /// How lost packets are replaced.
  public var concealment = ConcealmentSettings()
  /// How the stream's dynamic range data are applied; `nil`, the default, leaves them aside.
  public var dynamicRange: DynamicRangeSettings?

  /// The settings that change nothing of a whole stream.
  public init() {}
}

/// How lost packets are replaced, and how their sound fades when losses go on.
///
/// By default nothing is delayed: what is decoded before and after a loss stands where it would without.
public struct ConcealmentSettings: Sendable, Equatable, BitwiseCopyable {
  /// What may be known of the packets behind a lost one when it is replaced.
  public enum LookAhead: Sendable, BitwiseCopyable {
    /// Nothing. The output is not delayed.
    case none
    /// The next packet. Each call gives the sound of the packet before, so that levels between those of both sides can
    /// be taken. ``PacketDecoder/delay`` grows by the frames of a packet; one call of ``PacketDecoder/conceal(into:)``
    /// behind the last packet hands out its sound.
    case onePacket
  }

  /// Seconds of a loss that are filled at the full level.
  public var holdDuration: Double
  /// Seconds after which the sound has faded to silence, counted from the end of the hold.
  public var fadeDuration: Double
  /// Whether the next packet is waited for.
  public var lookAhead = LookAhead.none

  /// Creates settings; by default 40 ms are filled, 120 ms later there is silence, and nothing is waited for.
  public init(holdDuration: Double = 0.04, fadeDuration: Double = 0.12, lookAhead: LookAhead = .none) {
    self.holdDuration = max(0, holdDuration)
    self.fadeDuration = max(0, fadeDuration)
    self.lookAhead = lookAhead
  }
}

/// How far the dynamic range data of a stream (MPEG-4 DRC) are followed.
public struct DynamicRangeSettings: Sendable, Equatable, BitwiseCopyable {
  /// The level that programmes are brought to, in dB of full scale, such as −20; `nil` leaves the level as it is. It
  /// matters where the stream states its own, `prog_ref_level`.
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
