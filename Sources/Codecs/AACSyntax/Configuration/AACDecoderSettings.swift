package import AudioBase

/// The settings of an AAC decoder: ``DecoderSettings``, completed by the codec's defaults.
package struct AACDecoderSettings: Sendable {
  /// The settings of the concealment.
  package var concealment = ConcealmentSettings()
  /// The use of the stream's dynamic range data; `nil`, the default, ignores them.
  package var dynamicRange: DynamicRangeSettings?
  /// The factor that scales the stream from its stated loudness to the target level, 1 without a target.
  package var gain: Float = 1

  /// Creates settings that change nothing in an undamaged stream.
  package init() {}

  /// Creates settings from a user's settings.
  ///
  /// A loudness that the container states (MPEG-D DRC, ISO/IEC 23003-4) goes before the level that packets state.
  package init(_ settings: DecoderSettings, _ loudness: StatedLoudnessSet? = nil) {
    if let times = settings.concealment {
      concealment = ConcealmentSettings(holdDuration: times.hold, fadeDuration: times.fade)
    }
    if settings.lookAhead == .onePacket { concealment.lookAhead = .onePacket }
    let scale = settings.dynamicRange ?? .off
    var targetLevel = settings.targetLevel
    if let target = targetLevel, let level = loudness?.level(settings.loudnessScope ?? .track) {
      gain = Float(Decibels.amplitude(ofLevel: target - level))
      targetLevel = nil
    }
    guard scale != .off || targetLevel != nil else { return }
    dynamicRange = DynamicRangeSettings(targetLevel: targetLevel, boost: scale.boost, cut: scale.cut)
  }
}

/// The settings by which lost packets are concealed and longer losses fade out.
///
/// By default nothing is delayed: the sound before and after a loss keeps its place.
package struct ConcealmentSettings: Sendable, Equatable, BitwiseCopyable {
  /// The number of packets after a lost one that are known during its concealment.
  package enum LookAhead: Sendable, BitwiseCopyable {
    /// No packet. The output is not delayed.
    case none
    /// The next packet. Each call returns the sound of the previous packet, so that levels can be interpolated between
    /// both sides. ``PacketDecoder/delay`` grows by the frames of a packet; one call of
    /// ``PacketDecoder/conceal(into:)`` after the last packet returns its sound.
    case onePacket
  }

  /// The duration for which a loss is filled at full level, in seconds.
  package var holdDuration: Double
  /// The seconds from the end of the hold to silence.
  package var fadeDuration: Double
  /// The packets awaited before a lost one is replaced.
  package var lookAhead = LookAhead.none

  /// Creates settings; by default losses are filled for 40 ms and fade to silence in 120 ms more, without look-ahead.
  package init(holdDuration: Double = 0.04, fadeDuration: Double = 0.12, lookAhead: LookAhead = .none) {
    self.holdDuration = max(0, holdDuration)
    self.fadeDuration = max(0, fadeDuration)
    self.lookAhead = lookAhead
  }
}

/// The degree to which the dynamic range data of a stream (MPEG-4 DRC) are applied.
package struct DynamicRangeSettings: Sendable, Equatable, BitwiseCopyable {
  /// The level that programmes are brought to, in dB of full scale, such as −20; `nil` leaves the level unchanged. It
  /// has an effect only if the stream states its level, `prog_ref_level`.
  package var targetLevel: Double?
  /// The fraction of each gain above 0 dB to apply, 0…1.
  package var boost: Double
  /// The fraction of each gain below 0 dB to apply, 0…1.
  package var cut: Double

  /// Creates settings; by default the gains are applied in full.
  package init(targetLevel: Double? = nil, boost: Double = 1, cut: Double = 1) {
    self.targetLevel = targetLevel
    self.boost = min(max(boost, 0), 1)
    self.cut = min(max(cut, 0), 1)
  }
}
