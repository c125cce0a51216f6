/// The response of an equalizer's band.
public enum BandKind: UInt, Sendable, CaseIterable {
  /// Boosts or cuts a band around its frequency.
  case parametric = 0
  /// Passes frequencies below the band's: a second-order Butterworth filter.
  case lowPass
  /// Passes frequencies above the band's: a second-order Butterworth filter.
  case highPass
  /// Passes frequencies below the band's, with a peak there; its width is the bandwidth.
  case resonantLowPass
  /// Passes frequencies above the band's, with a peak there; its width is the bandwidth.
  case resonantHighPass
  /// Passes a band.
  case bandPass
  /// Removes a band.
  case bandStop
  /// Boosts or cuts frequencies below the band's.
  case lowShelf
  /// Boosts or cuts frequencies above the band's.
  case highShelf
  /// Like ``lowShelf``, with a slope set by the bandwidth.
  case resonantLowShelf
  /// Like ``highShelf``, with a slope set by the bandwidth.
  case resonantHighShelf
}

/// A band of an equalizer.
public struct EqualizerBand: Sendable, Hashable {
  /// The kind of response.
  public var kind = BandKind.parametric
  /// The frequency, in Hz.
  public var frequency: Float = 1000
  /// The bandwidth, in octaves.
  public var bandwidth: Float = 0.5
  /// The gain of parametric bands and shelves, in dB.
  public var gain: Float = 0
  /// True if the band is bypassed.
  public var isBypassed = true

  /// Creates a bypassed band at 1 kHz, half an octave wide.
  public init() {}
}
