package import AudioBase

/// A buffer of packets that a program lends to a player until it has been played.
package protocol PlayedBuffer: AnyObject, Sendable {
  /// The number of bytes of all packets.
  var byteCount: Int { get }
  /// The packets, where they differ in size.
  var descriptions: [PacketDescription] { get }

  /// Lends the bytes of a range, which lies within ``byteCount``.
  func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension PlayedBuffer {
  /// Returns the number of packets.
  package func packetCount(_ format: StreamFormat) -> Int {
    format.bytesPerPacket > 0 ? byteCount / format.bytesPerPacket : descriptions.count
  }

  /// Returns the number of frames of all packets, if the format states it.
  package func frameCount(_ format: StreamFormat) -> Int {
    if format.bytesPerPacket > 0 { return packetCount(format) * max(1, format.framesPerPacket) }
    var count = 0
    for place in descriptions { count += place.frameCount > 0 ? place.frameCount : format.framesPerPacket }
    return count
  }
}

/// A buffer with the program's options for it.
package struct BufferEntry: Sendable {
  package var buffer: any PlayedBuffer
  /// The number of frames to skip at the start.
  package var trimAtStart: Int
  package var trimAtEnd: Int
  /// The parameters to set when the buffer begins.
  package var changes: [ParameterChange] = []
  /// The frame of the time line at which the buffer begins, or `nil` to follow the preceding one.
  package var startTime: Double?

  /// Creates an entry that skips numbers of frames at both ends.
  package init(_ buffer: any PlayedBuffer, trimAtStart: Int = 0, trimAtEnd: Int = 0) {
    self.buffer = buffer
    self.trimAtStart = trimAtStart
    self.trimAtEnd = trimAtEnd
  }
}

/// An item that waits to be played.
enum BufferItem {
  case buffer(BufferEntry)
  /// A flush: the following items are unrelated to those before.
  case flush
  /// The end of playing.
  case end
}

/// The items that wait to be played, taken by the thread that makes frames.
package final class BufferList: Sendable {
  private struct State {
    var items: [BufferItem] = []
    /// The time line's frame at which all that waits will have been played, or nearly so.
    var scheduledEnd = 0.0
  }

  private let state: Lock<State>

  init() {
    var state = State()
    state.items.reserveCapacity(64)
    self.state = Lock(state)
  }

  /// Adds a buffer.
  ///
  /// - Parameters:
  ///   - frameCount: Its duration, in frames.
  ///   - position: The time line's frame that is played now.
  /// - Returns: The time line's frame at which it begins.
  func append(_ entry: BufferEntry, frameCount: Int, position: Double) -> Double {
    state.withLock { state in
      let start = max(entry.startTime ?? 0, state.scheduledEnd, position)
      state.scheduledEnd = start + Double(max(0, frameCount - entry.trimAtStart - entry.trimAtEnd))
      state.items.append(.buffer(entry))
      return start
    }
  }

  /// Appends a flush, after which decoding begins again.
  package func appendFlush() { state.withLock { $0.items.append(.flush) } }

  /// Ends playing after the waiting buffers.
  package func appendEnd() { state.withLock { $0.items.append(.end) } }

  /// True if nothing waits.
  package var isEmpty: Bool { state.withLock { $0.items.isEmpty } }

  /// The next item; it stays in the list.
  var first: BufferItem? { state.withLock { $0.items.first } }

  /// Removes the next item from the list.
  func removeFirst() { state.withLock { _ = $0.items.removeFirst() } }

  /// Empties the list, and returns the buffers that were there.
  func removeAll() -> [any PlayedBuffer] {
    state.withLock { state in
      var buffers: [any PlayedBuffer] = []
      for case .buffer(let entry) in state.items { buffers.append(entry.buffer) }
      state.items.removeAll(keepingCapacity: true)
      state.scheduledEnd = 0
      return buffers
    }
  }

  /// Records that the time line begins again.
  package func restartTimeline() { state.withLock { $0.scheduledEnd = 0 } }
}
