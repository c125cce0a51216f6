import AudioBase
import AudioDevices
import AudioPlayback
import AudioToolbox
import Dispatch
import Foundation

/// The file of a recorder, which takes the frames that a device captures.
///
/// `@unchecked`: a recorder guarantees that one thread at a time writes the file; the other state has locks.
final class RecordedFile: SampleSink, @unchecked Sendable {
  let meter: LevelMeter
  private let file: AVAudioFile
  private let buffers: CapturedBuffers
  private let limit = Lock<(frameCount: Int, reached: @Sendable () -> Void)?>(nil)
  private var frameCount = 0

  init(_ file: AVAudioFile, _ device: DeviceFormat) throws {
    self.file = file
    meter = LevelMeter(channelCount: device.channelCount)
    guard let made = CapturedBuffers(device, to: file.processingFormat) else {
      throw NSError.ofFile(kAudioFileUnsupportedDataFormatError, call: "AVAudioRecorder.prepareToRecord")
    }
    buffers = made
  }

  /// Records up to `frameCount` frames, and calls `reached` when they are complete.
  func stop(after frameCount: Int, _ reached: @escaping @Sendable () -> Void) {
    limit.withLock { $0 = (frameCount, reached) }
  }

  func write(_ samples: Span<Float>, frameCount count: Int) throws(AudioError) {
    meter.measure(samples, frameCount: count)
    let wanted = limit.withLock { limit in limit.map { max(0, min(count, $0.frameCount - frameCount)) } } ?? count
    frameCount += wanted
    if wanted > 0 {
      guard let buffer = buffers.makeBuffer(frameCount: wanted) else {
        throw AudioError(.limitExceeded, .call, "there is no memory for what was captured")
      }
      for channel in 0..<Int(buffer.format.channelCount) {
        guard let plane = unsafe buffer.floatChannelData?[channel] else { continue }
        for index in 0..<wanted { unsafe plane[index] = samples[channel * count + index] }
      }
      try write(buffer)
    }
    let reached = limit.withLock { limit -> (@Sendable () -> Void)? in
      guard let present = limit, frameCount >= present.frameCount else { return nil }
      limit?.reached = {}
      return present.reached
    }
    if let reached { DispatchQueue.global().async { reached() } }
  }

  func finish() throws(AudioError) {
    try write(nil)
    file.close()
  }

  /// Writes a buffer, or the frames that a converter still holds.
  private func write(_ buffer: AVAudioPCMBuffer?) throws(AudioError) {
    do {
      try buffers.convert(buffer) { try file.write(from: $0) }
    } catch {
      throw AudioError(.inputOutput, .call, "the recording cannot be written: \(error)")
    }
  }
}
