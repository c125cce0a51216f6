package import AudioErrors

// The reasons why a stream cannot be received as requested.

extension AudioError {
  /// Returns the error for a number of frames per second, or per unit, that is out of range.
  package static func timing(sampleRate: Double, framesPerUnit: Int) -> AudioError {
    refused("there is no stream of \(sampleRate) Hz whose units have \(framesPerUnit) frames")
  }

  /// Returns the error for delays, in seconds, that are out of order or too long.
  package static func delays(minimum: Double, initial: Double, maximum: Double) -> AudioError {
    refused("delays of \(minimum) s at least, \(initial) s at first and \(maximum) s at most are not possible")
  }

  /// Returns the error for an option whose value is out of range.
  package static func option(_ name: StaticString, _ value: Double) -> AudioError {
    refused("\(name) cannot be \(value)")
  }

  private static func refused(_ rule: String) -> AudioError { AudioError(.option, .playback, rule) }
}
