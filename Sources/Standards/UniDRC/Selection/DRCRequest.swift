package import AudioBase

/// A listener's requests for dynamic range control and loudness.
package struct DRCRequest: Sendable, Equatable {
  /// The target loudness in LKFS; `nil` leaves the level unchanged.
  package var targetLevel: Double?
  /// The purpose of the gains to apply; `nil` applies none.
  package var effect: DynamicRangeEffect?
  /// The fractions of the gains to apply.
  package var scale = DynamicRangeScale.whole
  /// The recording whose loudness is brought to the target.
  package var scope = LoudnessScope.track

  /// Creates a request from decoder settings; `nil` if they request nothing.
  ///
  /// Gains without a purpose are those of general compression.
  package init?(_ settings: DecoderSettings) {
    let scale = settings.dynamicRange ?? .whole
    if scale != .off, settings.dynamicRange != nil || settings.dynamicRangeEffect != nil {
      effect = settings.dynamicRangeEffect ?? .general
      self.scale = scale
    }
    targetLevel = settings.targetLevel
    scope = settings.loudnessScope ?? .track
    if effect == nil, targetLevel == nil { return nil }
  }
}
