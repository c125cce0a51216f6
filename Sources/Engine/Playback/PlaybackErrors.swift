package import AudioErrors

// The reasons why something cannot be played or recorded, or why it ended early.

extension AudioError {
  /// Returns the error for a source whose rate, in Hz, differs from the device's.
  package static func rate(source: Double, device: Double) -> AudioError {
    refused("the source gives \(source) Hz, the device plays \(device) Hz")
  }

  /// Returns the error for a source whose number of channels differs from the device's.
  package static func channels(source: Int, device: Int) -> AudioError {
    refused("the source gives \(source) channels, the device plays \(device)")
  }

  /// Returns the error for a volume that is not a number of 0 or more, or a ramp that is not 0 to 3,600 seconds long.
  package static func volume(_ volume: Float, seconds: Double) -> AudioError {
    refused("a volume of \(volume) within \(seconds) s is not possible")
  }

  /// Returns the error for a rate outside the range of a player's time-pitch stage, or for any rate without a stage:
  /// see ``PlayerOptions/timePitch``.
  package static func playRate(_ rate: Double) -> AudioError {
    refused("a rate of \(rate) is not possible with this player")
  }

  /// The error for a seek to a time before the beginning, or to NaN.
  package static var position: AudioError { refused("the place lies before the beginning") }

  /// Returns the error for a queue that is not 0.002 to 60 seconds long.
  package static func queueLength(_ seconds: Double) -> AudioError {
    refused("a queue of \(seconds) s is not possible")
  }

  /// The error for adding to a finished recording.
  package static var isFinished: AudioError { AudioError(.invalidState, .playback, "the recording is finished") }

  private static func refused(_ rule: String) -> AudioError { AudioError(.option, .playback, rule) }
}
