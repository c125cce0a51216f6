import AudioBase

/// A buffer with what the program wants of it.
struct QueueEntry {
  var buffer: QueueBuffer
  /// Frames of it that are not played.
  var trimAtStart = 0
  var trimAtEnd = 0
  /// What is set when it begins.
  var parameters: [AudioQueueParameterEvent] = []
  /// The frame of the queue's time line at which it begins, or `nil` for "after the one before".
  var startTime: Double?
}

/// What waits in a queue.
enum QueueItem {
  case buffer(QueueEntry)
  /// `AudioQueueFlush`: what follows has nothing to do with what precedes.
  case flush
  /// `AudioQueueStop` that waits for what was enqueued.
  case end
}

/// What waits in a queue, to be taken by the thread that plays or records.
final class QueueList: Sendable {
  private struct State {
    var items: [QueueItem] = []
    /// The time line's frame at which all that waits will have been played, or nearly so.
    var scheduledEnd = 0.0
  }

  private let state: Lock<State>

  init() {
    var state = State()
    state.items.reserveCapacity(64)
    self.state = Lock(state)
  }

  /// Takes a buffer for the queue, before anything of it is read or changed: of two threads one gets it.
  ///
  /// - Throws: `failure` where the queue has it.
  func claim(_ buffer: QueueBuffer, orThrow failure: OSStatus) throws(Status) {
    let isNew = state.withLock { _ in
      let isNew = buffer.owner == .program
      if isNew { buffer.owner = .queue }
      return isNew
    }
    if !isNew { throw Status(failure) }
  }

  /// Adds a buffer that was claimed.
  ///
  /// - Parameters:
  ///   - frameCount: What it is going to last.
  ///   - position: The time line's frame that is played now.
  /// - Returns: The time line's frame at which it begins.
  func append(_ entry: QueueEntry, frameCount: Int, position: Double) -> Double {
    state.withLock { state in
      let start = max(entry.startTime ?? 0, state.scheduledEnd, position)
      state.scheduledEnd = start + Double(max(0, frameCount - entry.trimAtStart - entry.trimAtEnd))
      state.items.append(.buffer(entry))
      return start
    }
  }

  /// Adds a mark.
  func append(_ item: QueueItem) { state.withLock { $0.items.append(item) } }

  /// What comes next; it stays in the list.
  var first: QueueItem? { state.withLock { $0.items.first } }

  /// Takes what comes next out of the list.
  func removeFirst() { state.withLock { _ = $0.items.removeFirst() } }

  /// Empties the list.
  ///
  /// - Returns: The buffers that were there.
  func removeAll() -> [QueueBuffer] {
    state.withLock { state in
      var buffers: [QueueBuffer] = []
      for case .buffer(let entry) in state.items { buffers.append(entry.buffer) }
      state.items.removeAll(keepingCapacity: true)
      state.scheduledEnd = 0
      return buffers
    }
  }

  /// Whether a buffer waits to be played or filled.
  func isEnqueued(_ buffer: QueueBuffer) -> Bool { state.withLock { _ in buffer.owner == .queue } }

  /// Notes that a buffer was filled: the program may free it, but enqueue it only once it has been told what is in it.
  func handOver(_ buffer: QueueBuffer) { state.withLock { _ in buffer.owner = .delivery } }

  /// Notes that a buffer is the program's again.
  func release(_ buffer: QueueBuffer) { state.withLock { _ in buffer.owner = .program } }

  /// Notes that the time line begins anew.
  func restartTimeline() { state.withLock { $0.scheduledEnd = 0 } }
}
