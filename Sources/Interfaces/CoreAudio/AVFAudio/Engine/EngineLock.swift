import AudioErrors
import AudioGraph
import AudioToolbox
import Foundation

/// The lock for the connections of all engines' nodes. Nodes move between engines, so that engines share the lock. No
/// rendering thread takes it, and no block of the program is called while it is held. Units of the program's own
/// classes are asked for their busses and resources while it is held.
enum EngineLock {
  private static let lock = NSRecursiveLock()

  /// Runs `body` while no other thread works on engines and nodes.
  static func held<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

/// Ends the process like an uncaught exception of Apple's, with the same text.
///
/// Swift programs cannot catch those, and no return value could express the failure.
func require(_ condition: @autoclosure () -> Bool, _ text: @autoclosure () -> String) {
  precondition(condition(), "com.apple.coreaudio.avfaudio: required condition is false: \(text())")
}

/// A value passed to another thread, which alone uses it.
struct Handover<Value>: @unchecked Sendable {
  let value: Value
}

extension NSError {
  /// Returns an engine's error: a status under AVFAudio's own domain, and the reason in words.
  static func ofEngine(_ status: OSStatus, _ reason: String, call: String) -> NSError {
    NSError(
      domain: "com.apple.coreaudio.avfaudio", code: Int(status),
      userInfo: [
        "failed call": call, NSLocalizedDescriptionKey: reason, NSUnderlyingErrorKey: ofConverter(status),
      ])
  }

  /// Returns the error for a graph that cannot be rendered.
  static func ofGraph(_ error: AudioError, call: String) -> NSError {
    let status = error.kind == .unsupported ? kAudio_UnimplementedError : kAudioUnitErr_FormatNotSupported
    return ofEngine(OSStatus(status), error.text, call: call)
  }
}

extension AVAudioFormat {
  /// The graph's view of the format.
  var graphFormat: GraphFormat { GraphFormat(sampleRate: sampleRate, channelCount: Int(channelCount)) }

  /// The format of nodes without a format of their own, such as audio units.
  static let ofNodes = AVAudioFormat(graph: GraphFormat(sampleRate: 44100, channelCount: 2))

  /// Floats with channels apart, with unnamed loudspeakers if there are more than two.
  convenience init(graph: GraphFormat) {
    let count = UInt32(clamping: graph.channelCount)
    self.init(
      description: AudioStreamBasicDescription(
        .pcmFormatFloat32, sampleRate: graph.sampleRate, channels: count, interleaved: false),
      layout: .unnamed(count))
  }
}
