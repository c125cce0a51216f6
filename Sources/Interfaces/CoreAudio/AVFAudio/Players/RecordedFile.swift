import AudioBase
import AudioConversion
import AudioDevices
import AudioGraph
import AudioPlayback
import AudioToolbox
import Dispatch
import Foundation

/// The file of a recorder, which takes the frames that a device captures.
///
/// `@unchecked`: the file is written by one thread at a time, as a recorder promises; the other state has locks.
final class RecordedFile: SampleSink, @unchecked Sendable {
  let meter: LevelMeter
  private let file: AVAudioFile
  private let captured: AVAudioFormat
  private let converter: AVAudioConverter?
  private let limit = Lock<(frameCount: Int, reached: @Sendable () -> Void)?>(nil)
  private var frameCount = 0

  init(_ file: AVAudioFile, _ device: DeviceFormat) throws {
    self.file = file
    captured = AVAudioFormat(
      graph: GraphFormat(sampleRate: device.sampleRate, channelCount: device.channelCount))
    meter = LevelMeter(channelCount: device.channelCount)
    guard captured != file.processingFormat else {
      converter = nil
      return
    }
    guard let made = AVAudioConverter(from: captured, to: file.processingFormat) else {
      throw NSError.ofFile(kAudioFileUnsupportedDataFormatError, call: "AVAudioRecorder.prepareToRecord")
    }
    converter = made
  }

  /// Takes up to `frameCount` frames, and calls `reached` once they are complete.
  func stop(after frameCount: Int, _ reached: @escaping @Sendable () -> Void) {
    limit.withLock { $0 = (frameCount, reached) }
  }

  func write(_ samples: Span<Float>, frameCount count: Int) throws(AudioError) {
    meter.measure(samples, frameCount: count)
    let wanted = limit.withLock { limit in limit.map { max(0, min(count, $0.frameCount - frameCount)) } } ?? count
    frameCount += wanted
    if wanted > 0 {
      guard let buffer = AVAudioPCMBuffer(pcmFormat: captured, frameCapacity: AVAudioFrameCount(wanted)) else {
        throw AudioError(.limitExceeded, .call, "there is no memory for what was captured")
      }
      buffer.frameLength = AVAudioFrameCount(wanted)
      for channel in 0..<Int(captured.channelCount) {
        guard let plane = unsafe buffer.floatChannelData?[channel] else { continue }
        for index in 0..<wanted { unsafe plane[index] = samples[channel * count + index] }
      }
      try write(buffer, isLast: false)
    }
    let reached = limit.withLock { limit -> (@Sendable () -> Void)? in
      guard let present = limit, frameCount >= present.frameCount else { return nil }
      limit?.reached = {}
      return present.reached
    }
    if let reached { DispatchQueue.global().async { reached() } }
  }

  func finish() throws(AudioError) {
    if converter != nil { try write(nil, isLast: true) }
    file.close()
  }

  /// Writes a buffer, or the frames that a converter still holds.
  private func write(_ buffer: AVAudioPCMBuffer?, isLast: Bool) throws(AudioError) {
    do {
      guard let converter else {
        if let buffer { try file.write(from: buffer) }
        return
      }
      let input = Handover(value: Once(buffer))
      while true {
        guard let output = AVAudioPCMBuffer(pcmFormat: file.processingFormat, frameCapacity: 8192) else { return }
        var failure: NSError?
        let status = unsafe converter.convert(to: output, error: &failure) { _, status in
          let next = input.value.take()
          unsafe status.pointee = next != nil ? .haveData : isLast ? .endOfStream : .noDataNow
          return next
        }
        if let failure { throw failure }
        if output.frameLength > 0 { try file.write(from: output) }
        if status != .haveData || output.frameLength == 0 { return }
      }
    } catch {
      throw AudioError(.inputOutput, .call, "the recording cannot be written: \(error)")
    }
  }
}

/// A buffer that is given once.
private final class Once {
  private var buffer: AVAudioPCMBuffer?
  init(_ buffer: AVAudioPCMBuffer?) { self.buffer = buffer }
  func take() -> AVAudioPCMBuffer? {
    defer { buffer = nil }
    return buffer
  }
}
