package import AudioConversion

/// Who plays buffers: is told what comes to pass, from the thread that makes frames.
package protocol BufferPlayerListener: AnyObject, Sendable {
  /// The last frame of a buffer has been taken by the device.
  func didPlay(_ buffer: any PlayedBuffer)
  /// A packet could not be decoded; `nil` where there is no decoder yet.
  func didFail(_ error: ConversionError?)
  /// The time line was broken: nothing was enqueued in time.
  func didBreakTimeline()
  /// The end has been played.
  func didEnd()
  /// The device has stopped by itself: it was unplugged, or failed. What has not been played stays enqueued.
  func didLoseDevice()
  /// A round is over, in which the others may have been called.
  func didWork()
}

/// What a player of buffers comes across, with the buffers whose frames lie in its ring.
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

  func didFail(_ error: ConversionError?) { listener?.didFail(error) }

  /// Takes note that all frames of the buffers that were read lie before a place.
  func place(at end: Int) {
    for index in returns.indices where returns[index].place == nil { returns[index].place = end }
  }

  /// Gives those buffers back that have been played up to a place.
  func giveBack(playedTo place: Int) {
    while let first = returns.first, let end = first.place, end <= place {
      returns.removeFirst()
      listener?.didPlay(first.buffer)
    }
  }

  /// Forgets the buffers that wait to be given back, and returns them.
  func takeAll() -> [any PlayedBuffer] {
    let buffers = returns.map(\.buffer)
    returns.removeAll(keepingCapacity: true)
    return buffers
  }
}
