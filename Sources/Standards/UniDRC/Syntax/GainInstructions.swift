import AudioBase
import Bitstream

/// `drcInstructionsUniDrc()`: a set of dynamic range control, which assigns gains to channels.
///
/// ISO/IEC 23003-4, 7.3.
struct GainInstructions: Sendable {
  /// The bits of `drcSetEffect`.
  struct Effects: OptionSet, Sendable, Hashable {
    let rawValue: Int

    static let general = Effects(rawValue: 1 << 5)
    static let clipping = Effects(rawValue: 1 << 8)
    static let fade = Effects(rawValue: 1 << 9)
    static let duckOther = Effects(rawValue: 1 << 10)
    static let duckSelf = Effects(rawValue: 1 << 11)
    static let ducking: Effects = [.duckOther, .duckSelf]

    /// The purposes that a listener may ask for, with expansion and artistic effects.
    static let purposes = Effects(rawValue: 0xFF)
  }

  /// Channels of the same gains, and what is done to these.
  struct Group: Sendable {
    /// The set of gains.
    var gainSet: Int
    /// The channels; empty means all of them.
    var channels: [Int] = []
    var modification = GainModification()
  }

  /// `drcSetId`.
  var identifier = 0
  /// `downmixId` of each mixture for which the set is: 0 the channels of the stream, 127 any.
  var downmixes = [0]
  var location = 0
  var effects = Effects()
  /// `limiterPeakTarget` in dB of full scale, if it is stated.
  var limiterPeakTarget: Double?
  /// The target levels for which the set is meant, in LKFS: above the first, up to the second.
  var targetRange: (lower: Double, upper: Double)?
  /// `dependsOnDrcSet` if there is one.
  var dependency: Int?
  /// `noIndependentUse`.
  var isDependent = false
  /// `requiresEq`.
  var requiresEqualizer = false
  var groups: [Group] = []
}

/// `gainModification()`: the change of a set's gains for some channels.
struct GainModification: Sendable {
  /// The factors of gains below and above 0 dB.
  var scaling: (attenuation: Double, amplification: Double)?
  /// `gainOffset` in dB.
  var offset = 0.0
  /// `duckingScaling`.
  var ducking = 1.0
  /// True if the gains are to be converted to another characteristic or filter, which is not implemented.
  var isTransformed = false
}
