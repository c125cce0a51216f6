/// A setting of ``DecoderSettings`` that a decoder cannot apply to a stream, or only in part.
public enum UnmetSetting: Sendable, Hashable {
  /// A set of gains that is not applied although it may be the requested one: its number, and the reason.
  case dynamicRangeSet(Int, reason: String)
  /// No gains are applied; the reason.
  case dynamicRange(reason: String)
  /// The level stays this many dB below ``DecoderSettings/targetLevel``, because peaks would exceed full scale.
  case levelLowered(by: Double)
  /// The level is unchanged, because the stream does not state its own.
  case levelUnknown
}

extension UnmetSetting: CustomStringConvertible {
  /// The setting and the reason in words.
  public var description: String {
    switch self {
    case .dynamicRangeSet(let number, let reason): "set \(number) of dynamic range control is not applied: \(reason)"
    case .dynamicRange(let reason): "no dynamic range control is applied: \(reason)"
    case .levelLowered(let change):
      "the level stays \((change * 100).rounded() / 100) dB below the target, so that peaks stay within full scale"
    case .levelUnknown: "the level stays as it is, because the stream does not state its own"
    }
  }
}
