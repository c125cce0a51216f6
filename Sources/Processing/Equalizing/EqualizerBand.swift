/// The response of an equalizer's band.
public enum BandKind: UInt, Sendable, CaseIterable {
  /// Raises or lowers a band around its frequency.
  case parametric = 0
  /// Passes frequencies below the band's: Butterworth's of the second order.
  case lowPass
  /// Passes frequencies above the band's: Butterworth's of the second order.
  case highPass
  /// Passes frequencies below the band's, with a peak there as narrow as the bandwidth.
  case resonantLowPass
  /// Passes frequencies above the band's, with a peak there as narrow as the bandwidth.
  case resonantHighPass
  /// Passes a band.
  case bandPass
  /// Takes a band away.
  case bandStop
  /// Raises or lowers frequencies below the band's.
  case lowShelf
  /// Raises or lowers frequencies above the band's.
  case highShelf
  /// As ``lowShelf``, with the steepness of the bandwidth.
  case resonantLowShelf
  /// As ``highShelf``, with the steepness of the bandwidth.
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
  /// True if it does nothing.
  public var isBypassed = true

  /// Creates a band that does nothing, at 1 kHz and half an octave wide.
  public init() {}
}
