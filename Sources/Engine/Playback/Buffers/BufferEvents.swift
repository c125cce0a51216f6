package import AudioConversion

/// A listener of a player of buffers: it is notified of events, from the thread that makes frames.
package protocol BufferPlayerListener: AnyObject, Sendable {
  /// Called when the last frame of a buffer has been taken by the device.
  func didPlay(_ buffer: any PlayedBuffer)
  /// Called when a packet could not be decoded; `nil` where there is no decoder yet.
  func didFail(_ error: AudioError?)
  /// Called when the time line was broken: nothing was enqueued in time.
  func didBreakTimeline()
  /// Called when the end has been played.
  func didEnd()
  /// Called when the device has stopped by itself: it was unplugged, or failed. Frames not played stay enqueued.
  func didLoseDevice()
  /// Called when a round of work has ended, in which the other functions may have been called.
  func didWork()
}

/// The events in a player of buffers, with the buffers whose frames are in its ring.
final class BufferEvents: BufferObserver {
  private struct Return {
    var buffer: any PlayedBuffer
    /// The place in the ring at which it has been played; `nil` until that is known.
    var place: Int?
  }

  let parameters: SharedParameters
  weak var listener: (any BufferPlayerListener)?
  private var returns: [Return] = []

  init(_ parameters: SharedParameters) {
    self.parameters = parameters
    returns.reserveCapacity(64)
  }

  func make(_ change: ParameterChange) { parameters.make(change) }

  func didConsume(_ buffer: any PlayedBuffer) { returns.append(Return(buffer: buffer)) }

  func didFail(_ error: AudioError?) { listener?.didFail(error) }

  /// Notes that all frames of the buffers that were read lie before a place.
  func place(at end: Int) {
    for index in returns.indices where returns[index].place == nil { returns[index].place = end }
  }

  /// Returns the buffers that have been played up to a place to the program.
  func giveBack(playedTo place: Int) {
    while let first = returns.first, let end = first.place, end <= place {
      returns.removeFirst()
      listener?.didPlay(first.buffer)
    }
  }

  /// Removes the buffers that wait to be returned, and returns them.
  func takeAll() -> [any PlayedBuffer] {
    let buffers = returns.map(\.buffer)
    returns.removeAll(keepingCapacity: true)
    return buffers
  }
}
