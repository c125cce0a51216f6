package import AudioBase

/// A buffer of packets that a program lends to a player until it has been played.
package protocol PlayedBuffer: AnyObject, Sendable {
  /// Bytes of all packets.
  var byteCount: Int { get }
  /// The packets, where they differ in size.
  var descriptions: [PacketDescription] { get }

  /// Lends the bytes of a range, which lies within ``byteCount``.
  func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

extension PlayedBuffer {
  /// The number of packets.
  package func packetCount(_ format: StreamFormat) -> Int {
    format.bytesPerPacket > 0 ? byteCount / format.bytesPerPacket : descriptions.count
  }

  /// Frames of all packets, as far as the format tells.
  package func frameCount(_ format: StreamFormat) -> Int {
    if format.bytesPerPacket > 0 { return packetCount(format) * max(1, format.framesPerPacket) }
    var count = 0
    for place in descriptions { count += place.frameCount > 0 ? place.frameCount : format.framesPerPacket }
    return count
  }
}

/// A buffer with what the program wants of it.
package struct BufferEntry: Sendable {
  package var buffer: any PlayedBuffer
  /// Frames of it that are not played.
  package var trimAtStart: Int
  package var trimAtEnd: Int
  /// What is set when it begins.
  package var changes: [ParameterChange] = []
  /// The frame of the time line at which it begins, or `nil` for "after the one before".
  package var startTime: Double?

  /// Plays a buffer but for so many frames at its ends.
  package init(_ buffer: any PlayedBuffer, trimAtStart: Int = 0, trimAtEnd: Int = 0) {
    self.buffer = buffer
    self.trimAtStart = trimAtStart
    self.trimAtEnd = trimAtEnd
  }
}

/// What waits to be played.
enum BufferItem {
  case buffer(BufferEntry)
  /// What follows has nothing to do with what precedes.
  case flush
  /// Playing ends here.
  case end
}

/// What waits to be played, to be taken by whoever makes frames.
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
  ///   - frameCount: What it is going to last.
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

  /// Lets what follows begin anew.
  package func appendFlush() { state.withLock { $0.items.append(.flush) } }

  /// Ends playing behind what waits.
  package func appendEnd() { state.withLock { $0.items.append(.end) } }

  /// True if nothing waits.
  package var isEmpty: Bool { state.withLock { $0.items.isEmpty } }

  /// What comes next; it stays in the list.
  var first: BufferItem? { state.withLock { $0.items.first } }

  /// Takes what comes next out of the list.
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

  /// Notes that the time line begins anew.
  package func restartTimeline() { state.withLock { $0.scheduledEnd = 0 } }
}
