import AudioGraph
import Dispatch
import Foundation

extension AVAudioPlayerNode {
  // MARK: Buffers

  /// Schedules a buffer after those already scheduled. It must not change until its handler is called.
  ///
  /// - Parameters:
  ///   - buffer: Of as many channels as the node's output has; it is played at the output's rate.
  ///   - completionHandler: Called once it has been taken, or discarded.
  public func scheduleBuffer(_ buffer: AVAudioPCMBuffer, completionHandler: AVAudioNodeCompletionHandler? = nil) {
    scheduleBuffer(buffer, at: nil, options: [], completionHandler: completionHandler)
  }

  /// Schedules a buffer after those already scheduled.
  ///
  /// - Parameters:
  ///   - buffer: As with ``scheduleBuffer(_:completionHandler:)``.
  ///   - callbackType: The event at which the handler is called.
  ///   - completionHandler: Is given the kind.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    scheduleBuffer(
      buffer, at: nil, options: [], completionCallbackType: callbackType, completionHandler: completionHandler)
  }

  /// Schedules a buffer.
  ///
  /// - Parameters:
  ///   - buffer: As with ``scheduleBuffer(_:completionHandler:)``.
  ///   - when: A moment of the player's time line, or of the host's clock; `nil` for after the present ones.
  ///   - options: Its relation to other buffers.
  ///   - completionHandler: Called once it has been taken, or discarded; of one that loops only then.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    scheduleBuffer(
      buffer, at: when, options: options, completionCallbackType: .dataConsumed,
      completionHandler: Self.handler(completionHandler))
  }

  /// Schedules a buffer, with the event after which the handler is called.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    let start = EngineLock.held {
      require(owner != nil, "_engine != nil")
      require(
        currentFormat.channelCount == buffer.format.channelCount,
        "_outputFormat.channelCount == buffer.format.channelCount")
      require(buffer.format.commonFormat != .otherFormat, "buffer.format.commonFormat != AVAudioOtherFormat")
      return self.start(when)
    }
    schedule.schedule(
      ScheduledSound(
        .frames(BufferFrames(buffer)), at: start, options: SoundOptions(rawValue: options.rawValue),
        completion(callbackType, completionHandler)))
  }

  // MARK: Files

  /// Schedules a whole file from its first frame, whatever its present position. Converts its rate and channels to
  /// those of the output.
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    scheduleFile(
      file, at: when, completionCallbackType: .dataConsumed,
      completionHandler: Self.handler(completionHandler))
  }

  /// Schedules a whole file, with the event after which the handler is called.
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    scheduleStream(file, nil, at: when, completion(callbackType, completionHandler))
  }

  /// Schedules a part of a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - startFrame: The first frame, at the rate of its processing format.
  ///   - numberFrames: The number of frames.
  ///   - when: As with buffers.
  ///   - completionHandler: Called once it has been taken, or given up.
  /// - Precondition: The frames are more than none, and do not begin before the file.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionHandler: AVAudioNodeCompletionHandler? = nil
  ) {
    scheduleSegment(
      file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: .dataConsumed,
      completionHandler: Self.handler(completionHandler))
  }

  /// Schedules a part of a file, with the event after which the handler is called.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType,
    completionHandler: AVAudioPlayerNodeCompletionHandler? = nil
  ) {
    require(numberFrames > 0, "numberFrames > 0")
    require(startFrame >= 0, "startFrame >= 0")
    let (end, overflow) = startFrame.addingReportingOverflow(Int64(numberFrames))
    scheduleStream(
      file, startFrame..<(overflow ? .max : max(startFrame, end)), at: when,
      completion(callbackType, completionHandler))
  }

  private func scheduleStream(
    _ file: AVAudioFile, _ part: Range<Int64>?, at when: AVAudioTime?,
    _ completion: (report: ScheduledSound.Report, handler: @Sendable () -> Void)?
  ) {
    let (format, start) = EngineLock.held {
      require(owner != nil, "_engine != nil")
      return (currentFormat.graphFormat, self.start(when))
    }
    let url = file.url
    // Opened again, so that other readers of the file are not disturbed.
    let stream = SoundStream(channelCount: format.channelCount) { try SoundOrigin.file(url).open(part, as: format) }
    let handler = completion?.handler
    schedule.schedule(
      ScheduledSound(
        .stream(stream), at: start,
        (
          completion?.report ?? .rendered,
          {
            // There is no other way by which a player's caller learns of it.
            if let failure = stream.failure { NSLog("AVAudioPlayerNode: %@", "\(url.path): \(failure)") }
            handler?()
          }
        )))
  }

  /// Converts a handler without a callback type to one with it.
  private static func handler(_ handler: AVAudioNodeCompletionHandler?) -> AVAudioPlayerNodeCompletionHandler? {
    guard let handler else { return nil }
    return { _ in handler() }
  }

  /// Returns the function that reports the end of a sound.
  private func completion(
    _ kind: AVAudioPlayerNodeCompletionCallbackType, _ handler: AVAudioPlayerNodeCompletionHandler?
  ) -> (report: ScheduledSound.Report, handler: @Sendable () -> Void)? {
    guard let handler else { return nil }
    let queue = handlers
    return (kind == .dataPlayedBack ? .playedBack : .rendered, { queue.async { handler(kind) } })
  }
}

/// The frames of a buffer, if they are.
///
/// `@unchecked`: a buffer that is scheduled is not changed, and its memory stays as long as the buffer.
private final class BufferFrames: SoundFrames, @unchecked Sendable {
  private let buffer: AVAudioPCMBuffer
  private let layout: SampleLayout
  let frameCount: Int

  init(_ buffer: AVAudioPCMBuffer) {
    self.buffer = buffer
    layout = SampleLayout(buffer.format)
    frameCount = Int(buffer.frameLength)
  }

  func copy(channel: Int, from start: Int, into output: inout MutableSpan<Float>) {
    guard channel < layout.channelCount, start >= 0, output.count <= frameCount - start else { return }
    unsafe layout.read(buffer.channelMemory(channel), start, buffer.stride, into: &output)
  }
}

extension AVAudioPCMBuffer {
  /// Returns the address of a channel's samples.
  fileprivate func channelMemory(_ channel: Int) -> UnsafeMutableRawPointer {
    guard format.isInterleaved else { return unsafe memory.addresses[channel] }
    return unsafe memory.addresses[0] + channel * Int(format.stream.mBitsPerChannel / 8)
  }
}
