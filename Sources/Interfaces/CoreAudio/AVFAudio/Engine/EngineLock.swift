import AudioGraph
import AudioToolbox
import Foundation

/// The lock over how all engines' nodes are connected. Nodes move between engines, so that engines share it. No
/// rendering thread takes it, and no block of a program's is called with it held.
enum EngineLock {
  private static let lock = NSRecursiveLock()

  /// Works on engines and nodes while no other thread does.
  static func held<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

/// Ends the process as an exception of Apple's does that nobody catches, with the same text.
///
/// Swift programs cannot catch those, and what is asked for can be given by no value that is returned.
func require(_ condition: @autoclosure () -> Bool, _ text: @autoclosure () -> String) {
  precondition(condition(), "com.apple.coreaudio.avfaudio: required condition is false: \(text())")
}

/// A value that goes to another thread and is used there alone.
struct Handover<Value>: @unchecked Sendable {
  let value: Value
}

extension NSError {
  /// What an engine throws: a status under AVFAudio's own domain, and the reason in words.
  static func ofEngine(_ status: OSStatus, _ reason: String, call: String) -> NSError {
    NSError(
      domain: "com.apple.coreaudio.avfaudio", code: Int(status),
      userInfo: [
        "failed call": call, NSLocalizedDescriptionKey: reason, NSUnderlyingErrorKey: ofConverter(status),
      ])
  }

  /// Why a graph cannot be rendered.
  static func ofGraph(_ error: GraphError, call: String) -> NSError {
    let status =
      if case .notMade = error { OSStatus(kAudio_UnimplementedError) } else {
        OSStatus(kAudioUnitErr_FormatNotSupported)
      }
    return ofEngine(status, error.description, call: call)
  }
}

extension AVAudioFormat {
  /// What the stages of a graph have of it.
  var graphFormat: GraphFormat { GraphFormat(sampleRate: sampleRate, channelCount: Int(channelCount)) }

  /// The format of nodes that were never told one, as audio units have it.
  static let ofNodes = AVAudioFormat(graph: GraphFormat(sampleRate: 44100, channelCount: 2))

  /// Floats with channels apart, with unnamed loudspeakers where there are more than two.
  convenience init(graph: GraphFormat) {
    let count = UInt32(clamping: graph.channelCount)
    self.init(
      description: AudioStreamBasicDescription(
        .pcmFormatFloat32, sampleRate: graph.sampleRate, channels: count, interleaved: false),
      layout: .unnamed(count))
  }
}
