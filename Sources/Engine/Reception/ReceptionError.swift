public import AudioConversion
public import AudioPlayback

/// Why a stream cannot be received as it is asked for.
public enum ReceptionError: Error, Sendable {
  /// So many frames a second, or frames of a unit, make no stream.
  case timing(sampleRate: Double, framesPerUnit: Int)
  /// The delays, in seconds, are not in order or too long.
  case delays(minimum: Double, initial: Double, maximum: Double)
  /// This option has a value that makes no sense.
  case option(_ name: StaticString, Double)
  /// The stream cannot be decoded, or not converted to what the device plays.
  case conversion(ConversionError)
  /// The device cannot play it.
  case playback(PlaybackError)
}

extension ReceptionError: CustomStringConvertible {
  /// What was wrong, in one line, for people.
  public var description: String {
    switch self {
    case .timing(let rate, let frames): "there is no stream of \(rate) Hz whose units have \(frames) frames"
    case .delays(let minimum, let initial, let maximum):
      "delays of \(minimum) s at least, \(initial) s at first and \(maximum) s at most are not possible"
    case .option(let name, let value): "\(name) cannot be \(value)"
    case .conversion(let error): error.description
    case .playback(let error): error.description
    }
  }
}
