package import AudioErrors

// The reasons why something cannot be played or recorded, or why it ended early.

extension AudioError {
  /// Returns the refusal of a source that gives frames at the one rate, in hertz, to a device that plays at the other.
  package static func rate(source: Double, device: Double) -> AudioError {
    refused("the source gives \(source) Hz, the device plays \(device) Hz")
  }

  /// Returns the refusal of a source that has another number of channels than the device.
  package static func channels(source: Int, device: Int) -> AudioError {
    refused("the source gives \(source) channels, the device plays \(device)")
  }

  /// Returns the refusal of a volume that is not a number of 0 or more, or of a ramp that is not 0 to 3,600 seconds
  /// long.
  package static func volume(_ volume: Float, seconds: Double) -> AudioError {
    refused("a volume of \(volume) within \(seconds) s is not possible")
  }

  /// Returns the refusal of a rate outside the range of a player's time-pitch stage, or of any rate without a stage:
  /// see ``PlayerOptions/timePitch``.
  package static func playRate(_ rate: Double) -> AudioError {
    refused("a rate of \(rate) is not possible with this player")
  }

  /// The refusal of a seek to a place before the beginning, or not a number.
  package static var position: AudioError { refused("the place lies before the beginning") }

  /// Returns the refusal of a queue that is not 0.002 to 60 seconds long.
  package static func queueLength(_ seconds: Double) -> AudioError {
    refused("a queue of \(seconds) s is not possible")
  }

  /// The refusal to add to a recording that has been finished.
  package static var isFinished: AudioError { AudioError(.invalidState, .playback, "the recording is finished") }

  private static func refused(_ rule: String) -> AudioError { AudioError(.option, .playback, rule) }
}
