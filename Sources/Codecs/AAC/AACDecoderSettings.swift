package import AudioBase

/// What a decoder of AAC is made by, beyond what the stream says: ``DecoderSettings`` with the codec's own choice in
/// the place of what they leave open.
package struct AACDecoderSettings: Sendable {
  /// How lost packets are replaced.
  package var concealment = ConcealmentSettings()
  /// How the stream's dynamic range data are applied; `nil`, the default, leaves them aside.
  package var dynamicRange: DynamicRangeSettings?

  /// The settings that change nothing of a whole stream.
  package init() {}

  /// Creates settings from those of a user.
  package init(_ settings: DecoderSettings) {
    if let times = settings.concealment {
      concealment = ConcealmentSettings(holdDuration: times.hold, fadeDuration: times.fade)
    }
    if settings.lookAhead == .onePacket { concealment.lookAhead = .onePacket }
    let scale = settings.dynamicRange ?? .off
    guard scale != .off || settings.targetLevel != nil else { return }
    dynamicRange = DynamicRangeSettings(targetLevel: settings.targetLevel, boost: scale.boost, cut: scale.cut)
  }
}

/// How lost packets are replaced, and how their sound fades when losses go on.
///
/// By default nothing is delayed: what is decoded before and after a loss stands where it would without.
package struct ConcealmentSettings: Sendable, Equatable, BitwiseCopyable {
  /// What may be known of the packets behind a lost one when it is replaced.
  package enum LookAhead: Sendable, BitwiseCopyable {
    /// Nothing. The output is not delayed.
    case none
    /// The next packet. Each call gives the sound of the packet before, so that levels between those of both sides can
    /// be taken. ``PacketDecoder/delay`` grows by the frames of a packet; one call of ``PacketDecoder/conceal(into:)``
    /// behind the last packet hands out its sound.
    case onePacket
  }

  /// Seconds of a loss that are filled at the full level.
  package var holdDuration: Double
  /// Seconds after which the sound has faded to silence, counted from the end of the hold.
  package var fadeDuration: Double
  /// Whether the next packet is waited for.
  package var lookAhead = LookAhead.none

  /// Creates settings; by default 40 ms are filled, 120 ms later there is silence, and nothing is waited for.
  package init(holdDuration: Double = 0.04, fadeDuration: Double = 0.12, lookAhead: LookAhead = .none) {
    self.holdDuration = max(0, holdDuration)
    self.fadeDuration = max(0, fadeDuration)
    self.lookAhead = lookAhead
  }
}

/// How far the dynamic range data of a stream (MPEG-4 DRC) are followed.
package struct DynamicRangeSettings: Sendable, Equatable, BitwiseCopyable {
  /// The level that programmes are brought to, in dB of full scale, such as −20; `nil` leaves the level as it is. It
  /// matters where the stream states its own, `prog_ref_level`.
  package var targetLevel: Double?
  /// The part of each gain above 0 dB that is applied, 0…1.
  package var boost: Double
  /// The part of each gain below 0 dB that is applied, 0…1.
  package var cut: Double

  /// Creates settings; by default the gains are applied whole.
  package init(targetLevel: Double? = nil, boost: Double = 1, cut: Double = 1) {
    self.targetLevel = targetLevel
    self.boost = min(max(boost, 0), 1)
    self.cut = min(max(cut, 0), 1)
  }
}
