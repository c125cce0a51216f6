import Foundation

// The forms that return when the handler would be called.

extension AVAudioPlayerNode {
  /// Schedules a buffer after those already scheduled, and returns when it has been read or discarded.
  public func scheduleBuffer(_ buffer: AVAudioPCMBuffer) async {
    await scheduleBuffer(buffer, at: nil, options: [])
  }

  /// Schedules a buffer after those already scheduled, and returns after the event of this callback type.
  @discardableResult
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await scheduleBuffer(buffer, at: nil, options: [], completionCallbackType: callbackType)
  }

  /// Schedules a buffer, and returns when it has been read or discarded.
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = []
  ) async {
    await scheduleBuffer(buffer, at: when, options: options, completionCallbackType: .dataConsumed)
  }

  /// Schedules a buffer, and returns after the event of this callback type.
  @discardableResult
  public func scheduleBuffer(
    _ buffer: AVAudioPCMBuffer, at when: AVAudioTime?, options: AVAudioPlayerNodeBufferOptions = [],
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { continuation in
      scheduleBuffer(buffer, at: when, options: options, completionCallbackType: callbackType) {
        continuation.resume(returning: $0)
      }
    }
  }

  /// Schedules a whole file, and returns when it has been read or discarded.
  public func scheduleFile(_ file: AVAudioFile, at when: AVAudioTime?) async {
    await scheduleFile(file, at: when, completionCallbackType: .dataConsumed)
  }

  /// Schedules a whole file, and returns after the event of this callback type.
  @discardableResult
  public func scheduleFile(
    _ file: AVAudioFile, at when: AVAudioTime?,
    completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { continuation in
      scheduleFile(file, at: when, completionCallbackType: callbackType) { continuation.resume(returning: $0) }
    }
  }

  /// Schedules a part of a file, and returns when it has been read or discarded.
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?
  ) async {
    await scheduleSegment(
      file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: .dataConsumed)
  }

  /// Schedules a part of a file, and returns after the event of this callback type.
  @discardableResult
  public func scheduleSegment(
    _ file: AVAudioFile, startingFrame startFrame: AVAudioFramePosition, frameCount numberFrames: AVAudioFrameCount,
    at when: AVAudioTime?, completionCallbackType callbackType: AVAudioPlayerNodeCompletionCallbackType
  ) async -> AVAudioPlayerNodeCompletionCallbackType {
    await withCheckedContinuation { continuation in
      scheduleSegment(
        file, startingFrame: startFrame, frameCount: numberFrames, at: when, completionCallbackType: callbackType
      ) { continuation.resume(returning: $0) }
    }
  }
}
