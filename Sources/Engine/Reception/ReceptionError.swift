public import AudioConversion
public import AudioPlayback

/// The reason why a stream cannot be received as requested.
public enum ReceptionError: Error, Sendable {
  /// The number of frames per second, or of frames per unit, is out of range.
  case timing(sampleRate: Double, framesPerUnit: Int)
  /// The delays, in seconds, are not in order or too long.
  case delays(minimum: Double, initial: Double, maximum: Double)
  /// An option has a value that is out of range.
  case option(_ name: StaticString, Double)
  /// The stream cannot be decoded, or not converted to the device's format.
  case conversion(ConversionError)
  /// The device cannot play it.
  case playback(PlaybackError)
}

extension ReceptionError: CustomStringConvertible {
  /// The error, in one line, for people.
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
