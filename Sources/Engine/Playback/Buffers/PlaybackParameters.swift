import AudioBase
import SignalProcessing

/// A parameter that can be changed during playback.
package enum PlaybackParameter: Sendable {
  /// The gain: 0 or more.
  case volume
  /// The rate of playing: seconds of the recording per second, if the player has a time-pitch stage.
  case rate
  /// The change of pitch, in cents.
  case pitch
  /// The duration of the next change of the volume, in seconds.
  case volumeRampTime
  /// The balance of two channels: −1 for left, 1 for right.
  case pan
}

/// A new value of a parameter.
package struct ParameterChange: Sendable {
  package var parameter: PlaybackParameter
  package var value: Float

  /// Creates a change, which must satisfy ``PlaybackParameters/accepts(_:)``.
  package init(_ parameter: PlaybackParameter, to value: Float) {
    self.parameter = parameter
    self.value = value
  }
}

/// The values of all parameters.
package struct PlaybackParameters: Sendable {
  var volume: Float = 1
  var rate: Float = 1
  var pitch: Float = 0
  var volumeRampTime: Float = 0
  var pan: Float = 0

  /// The value of a parameter.
  package subscript(parameter: PlaybackParameter) -> Float {
    switch parameter {
    case .volume: volume
    case .rate: rate
    case .pitch: pitch
    case .volumeRampTime: volumeRampTime
    case .pan: pan
    }
  }

  /// Returns true if a parameter can have a value.
  package static func accepts(_ change: ParameterChange) -> Bool {
    let value = change.value
    guard value.isFinite else { return false }
    switch change.parameter {
    case .volume, .volumeRampTime: return value >= 0
    case .rate: return TimePitchProcessor.rates.contains(Double(value))
    case .pitch: return TimePitchProcessor.pitches.contains(Double(value))
    case .pan: return (-1...1).contains(value)
    }
  }

  /// Makes a change that is accepted.
  mutating func make(_ change: ParameterChange) {
    switch change.parameter {
    case .volume: volume = change.value
    case .rate: rate = change.value
    case .pitch: pitch = change.value
    case .volumeRampTime: volumeRampTime = change.value
    case .pan: pan = change.value
    }
  }
}

/// Parameters that a program sets while a player reads them. The device's thread does not read them.
package final class SharedParameters: Sendable {
  private let parameters = Lock(PlaybackParameters())

  /// The current values.
  package var current: PlaybackParameters { parameters.withLock { $0 } }

  /// Makes an acceptable change.
  package func make(_ change: ParameterChange) { parameters.withLock { $0.make(change) } }
}
