public import SignalProcessing

/// A conversion's change of the sound in time: its speed, its pitch, its direction, and silence around it.
///
/// The sound is reversed first, then its speed and pitch are changed, then the silence is added.
public struct TimeChange: Hashable, Sendable {
  /// The factor of the speed, with which the pitch rises, as of a tape that runs faster.
  public var speed = 1.0
  /// The factor of the speed at which the pitch stays.
  public var tempo = 1.0
  /// The number of cents by which the pitch is raised at the same speed.
  public var pitch = 0.0
  /// The method for ``tempo`` and ``pitch``; `TimePitchMethod.varispeed` is refused.
  public var method = TimePitchMethod.spectral
  /// True if the sound runs from its end to its beginning.
  public var isReversed = false
  /// The seconds of silence before the sound.
  public var leadIn = 0.0
  /// The seconds of silence after the sound.
  public var leadOut = 0.0

  /// The durations of silence before and after the sound, in seconds.
  public static let silences = 0.0...1e6

  /// Creates a change that changes nothing.
  public init() {}

  /// True if nothing is changed.
  public var isNone: Bool { speed == 1 && !isStretched && !isReversed && leadIn == 0 && leadOut == 0 }

  /// True if samples are computed anew by ``method``.
  var isStretched: Bool { tempo != 1 || pitch != 0 }

  /// The reason why a number is out of its range, or `nil`.
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
