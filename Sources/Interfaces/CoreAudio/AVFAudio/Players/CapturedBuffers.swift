package import AudioDevices
import AudioGraph
import AudioToolbox
import Foundation

/// Converts the frames that a device captures into buffers of another format, in small portions.
///
/// It belongs to one thread at a time.
package final class CapturedBuffers {
  /// The format of the buffers.
  package let output: AVAudioFormat
  private let captured: AVAudioFormat
  private let converter: AVAudioConverter?

  /// The most frames of a buffer.
  private static let frameCapacity: AVAudioFrameCount = 8192

  /// Prepares to convert.
  ///
  /// - Returns: `nil` if the conversion is not supported.
  package init?(_ device: DeviceFormat, to output: AVAudioFormat) {
    self.output = output
    captured = AVAudioFormat(graph: GraphFormat(sampleRate: device.sampleRate, channelCount: device.channelCount))
    guard captured != output else {
      converter = nil
      return
    }
    guard let made = AVAudioConverter(from: captured, to: output) else { return nil }
    converter = made
  }

  /// Returns a buffer for captured frames: floats, one plane for each channel; `nil` without memory.
  package func makeBuffer(frameCount: Int) -> AVAudioPCMBuffer? {
    let buffer = AVAudioPCMBuffer(pcmFormat: captured, frameCapacity: AVAudioFrameCount(frameCount))
    buffer?.frameLength = AVAudioFrameCount(frameCount)
    return buffer
  }

  /// Converts a buffer.
  ///
  /// - Parameters:
  ///   - buffer: The captured frames; `nil` for the frames that a converter still holds, at the end.
  ///   - body: Is called with each buffer of the output.
  package func convert(_ buffer: AVAudioPCMBuffer?, _ body: (AVAudioPCMBuffer) throws -> Void) throws {
    guard let converter else {
      if let buffer { try body(buffer) }
      return
    }
    let (input, isLast) = (Handover(value: Once(buffer)), buffer == nil)
    while true {
      guard let made = AVAudioPCMBuffer(pcmFormat: output, frameCapacity: Self.frameCapacity) else {
        throw NSError.ofConverter(kAudio_MemFullError)
      }
      var failure: NSError?
      let status = unsafe converter.convert(to: made, error: &failure) { _, status in
        let next = input.value.take()
        unsafe status.pointee = next != nil ? .haveData : isLast ? .endOfStream : .noDataNow
        return next
      }
      if let failure { throw failure }
      if made.frameLength > 0 { try body(made) }
      if status != .haveData || made.frameLength == 0 { return }
    }
  }
}

/// A buffer that is supplied once.
private final class Once {
  private var buffer: AVAudioPCMBuffer?
  init(_ buffer: AVAudioPCMBuffer?) { self.buffer = buffer }
  func take() -> AVAudioPCMBuffer? {
    defer { buffer = nil }
    return buffer
  }
}
