public import AudioBase
public import AudioConversion
public import AudioDevices
public import AudioFiles

/// The reason why something cannot be played or recorded, or why it ended early.
public enum PlaybackError: Error, Sendable {
  /// The device did not start, or stopped by itself.
  case device(DeviceError)
  /// The file could not be opened or made.
  case file(FileError)
  /// The file has no audio track.
  case noAudioTrack
  /// A source gives frames at the one rate, in hertz, and the device plays at the other.
  case rate(source: Double, device: Double)
  /// A source gives so many channels, and the device plays so many.
  case channels(source: Int, device: Int)
  /// Decoding, converting or encoding failed.
  case conversion(ConversionError)
  /// The recorded samples could not be written.
  case writing(ContainerError)
  /// The volume is not a number of 0 or more, or the ramp's length is not one of 0 up to 3,600 seconds.
  case volume(Float, seconds: Double)
  /// The player was made without a time-pitch stage, or this rate is not one of its own: see
  /// ``PlayerOptions/timePitch``.
  case playRate(Double)
  /// The target of a seek is before the beginning, or not a number.
  case position
  /// The queue's length in seconds is not one of 0.002 up to 60.
  case queueLength(Double)
  /// The recording has been finished, so that nothing can be added to it.
  case isFinished
}

extension PlaybackError: CustomStringConvertible {
  /// The error, in one line, for people.
  public var description: String {
    switch self {
    case .device(let error): error.description
    case .file(let error): error.description
    case .noAudioTrack: "there is no audio track"
    case .rate(let source, let device): "the source gives \(source) Hz, the device plays \(device) Hz"
    case .channels(let source, let device): "the source gives \(source) channels, the device plays \(device)"
    case .conversion(let error): error.description
    case .writing(let error): "what was recorded cannot be written: \(error)"
    case .volume(let volume, let seconds): "a volume of \(volume) within \(seconds) s is not possible"
    case .playRate(let rate): "a rate of \(rate) is not possible with this player"
    case .position: "the place lies before the beginning"
    case .queueLength(let seconds): "a queue of \(seconds) s is not possible"
    case .isFinished: "the recording is finished"
    }
  }
}
