package import AudioConversion

/// A listener of a buffer player, which is notified from the thread that makes frames.
package protocol BufferPlayerListener: AnyObject, Sendable {
  /// Called when a buffer's frames have all been taken over, before the last of them are heard.
  func didTake(_ buffer: any PlayedBuffer)
  /// Called when a packet could not be decoded; `nil` if there is no decoder yet.
  func didFail(_ error: AudioError?)
  /// Called when the time line was broken: nothing was enqueued in time.
  func didBreakTimeline()
  /// Called when the end has been played.
  func didEnd()
  /// Called when the device has stopped by itself: it was unplugged, or failed. Frames not played stay enqueued.
  func didLoseDevice()
  /// Called at the end of a round of work in which the other functions may have been called.
  func didWork()
}

/// Passes on what happens in a decoder.
final class BufferEvents: BufferObserver {
  let parameters: SharedParameters
  weak var listener: (any BufferPlayerListener)?

  init(_ parameters: SharedParameters) { self.parameters = parameters }

  func make(_ change: ParameterChange) { parameters.make(change) }

  func didConsume(_ buffer: any PlayedBuffer) { listener?.didTake(buffer) }

  func didFail(_ error: AudioError?) { listener?.didFail(error) }
}
