package import AudioBase

/// A listener's wishes, as far as dynamic range control and loudness are concerned.
package struct DRCRequest: Sendable, Equatable {
  /// The loudness to which the stream is brought, in LKFS; `nil` leaves it as it is.
  package var targetLevel: Double?
  /// The purpose of the gains that are applied; `nil` applies none.
  package var effect: DynamicRangeEffect?
  /// The parts of these gains.
  package var scale = DynamicRangeScale.whole
  /// The recording whose loudness is brought to the target.
  package var scope = LoudnessScope.track

  /// Creates the wishes that settings of a decoder are; `nil` where they want nothing.
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
