/// What a band of an equalizer does.
public enum BandKind: UInt, Sendable, CaseIterable {
  /// Raises or lowers a band around its frequency.
  case parametric = 0
  /// Lets pass what is below the frequency: Butterworth's of the second order.
  case lowPass
  /// Lets pass what is above the frequency: Butterworth's of the second order.
  case highPass
  /// Lets pass what is below the frequency, with a peak there as narrow as the bandwidth.
  case resonantLowPass
  /// Lets pass what is above the frequency, with a peak there as narrow as the bandwidth.
  case resonantHighPass
  /// Lets a band pass.
  case bandPass
  /// Takes a band away.
  case bandStop
  /// Raises or lowers what is below the frequency.
  case lowShelf
  /// Raises or lowers what is above the frequency.
  case highShelf
  /// As ``lowShelf``, as steep as the bandwidth says.
  case resonantLowShelf
  /// As ``highShelf``, as steep as the bandwidth says.
  case resonantHighShelf
}

/// One band of an equalizer.
public struct EqualizerBand: Sendable, Hashable {
  /// What it does.
  public var kind = BandKind.parametric
  /// Hertz.
  public var frequency: Float = 1000
  /// Octaves.
  public var bandwidth: Float = 0.5
  /// Decibels, of parametric bands and shelves.
  public var gain: Float = 0
  /// True if it does nothing.
  public var isBypassed = true

  /// Creates a band that does nothing, at 1 kHz and half an octave wide.
  public init() {}
}
