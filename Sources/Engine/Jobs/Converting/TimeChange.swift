public import SignalProcessing

/// A change of speed, pitch or direction, and silence around the sound.
///
/// The sound is reversed first, then its speed and pitch are changed, then the silence is added.
public struct TimeChange: Hashable, Sendable {
  /// The speed factor; the pitch rises with it, as on a faster tape.
  public var speed = 1.0
  /// The speed factor at unchanged pitch.
  public var tempo = 1.0
  /// The pitch change at unchanged speed, in cents.
  public var pitch = 0.0
  /// The method for ``tempo`` and ``pitch``; `TimePitchMethod.varispeed` is refused.
  public var method = TimePitchMethod.spectral
  /// True if the sound runs backwards.
  public var isReversed = false
  /// The seconds of silence before the sound.
  public var leadIn = 0.0
  /// The seconds of silence after the sound.
  public var leadOut = 0.0

  /// The allowed durations of silence before and after the sound, in seconds.
  public static let silences = 0.0...1e6

  /// Creates a change without effect.
  public init() {}

  /// True if nothing is changed.
  public var isNone: Bool { speed == 1 && !isStretched && !isReversed && leadIn == 0 && leadOut == 0 }

  /// True if samples are recomputed by ``method``.
  var isStretched: Bool { tempo != 1 || pitch != 0 }

  /// True if the times of the recording or its length change: for all but a change of pitch alone.
  var movesTimes: Bool { speed != 1 || tempo != 1 || isReversed || leadIn != 0 || leadOut != 0 }

  /// The reason for which a number is out of its range, or `nil`.
  var refusal: StaticString? {
    if !TimePitchProcessor.rates.contains(speed) { return "the speed is not within 1/32 and 32" }
    if !TimePitchProcessor.rates.contains(tempo) { return "the tempo is not within 1/32 and 32" }
    if !TimePitchProcessor.pitches.contains(pitch) { return "the pitch is not within 2400 cents down and up" }
    if !Self.silences.contains(leadIn) || !Self.silences.contains(leadOut) {
      return "the silence is not 0 to 1,000,000 s"
    }
    if isStretched, method == .varispeed { return "a tempo and a pitch have no method that couples them" }
    return nil
  }
}
