import AudioDevices
import AudioPlayback

/// What is to be linked, and how.
struct Options {
  /// libasound's names of the microphone and of the loudspeaker.
  var (mouth, ear) = ("", "")
  /// Frames of a cycle of either, and of its buffer.
  var (period, buffer) = (128, 384)
  /// Seconds that the loudspeaker's queue holds, and that the jitter buffer delays.
  var (queue, jitter) = (0.01, 0.02)
  /// Frames of an access unit: 480, or 240 and 120 with reduced delay.
  var frames = 480
  /// Bits a second.
  var bitRate = 128_000
  /// Seconds for which the link runs.
  var seconds = 10.0

  static let usage = """
    mouth-to-ear MICROPHONE LOUDSPEAKER [--frames N] [--period FRAMES] [--buffer FRAMES] [--queue MS]
                 [--jitter MS] [--rate BITS] [--seconds N]
    """

  /// Reads the command line; `nil` where it makes no sense.
  init?(_ arguments: [String]) {
    var names: [String] = []
    var index = 0
    while index < arguments.count {
      let word = arguments[index]
      guard word.hasPrefix("--") else {
        names.append(word)
        index += 1
        continue
      }
      guard index + 1 < arguments.count, let value = Double(arguments[index + 1]), (0.001...1e6).contains(value)
      else { return nil }
      switch word {
      case "--frames": frames = Int(value)
      case "--period": period = Int(value)
      case "--buffer": buffer = Int(value)
      case "--queue": queue = value / 1000
      case "--jitter": jitter = value / 1000
      case "--rate": bitRate = Int(value)
      case "--seconds": seconds = value
      default: return nil
      }
      index += 2
    }
    guard names.count == 2 else { return nil }
    (mouth, ear) = (names[0], names[1])
  }

  /// Opens one of the two.
  func device(_ name: String, _ direction: DeviceDirection) throws -> ALSADevice {
    var settings = ALSADevice.Settings()
    (settings.sampleRate, settings.channelCount) = (48_000, 2)
    (settings.periodFrameCount, settings.bufferFrameCount) = (period, buffer)
    settings.direction = direction
    return try ALSADevice(name, settings)
  }
}
