import AudioBase

/// The streams that a player's events go to.
final class PlayerListeners: Sendable {
  private struct Table {
    var next = 0
    var streams: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
  }

  private let table = Lock(Table())

  /// The largest number of events that wait for a slow reader: older ones are discarded.
  private static let waitingLimit = 64

  /// Returns a stream of the events from now on.
  func makeStream() -> AsyncStream<PlayerEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: PlayerEvent.self, bufferingPolicy: .bufferingNewest(Self.waitingLimit))
    let key = table.withLock { table in
      table.next += 1
      table.streams[table.next] = continuation
      return table.next
    }
    continuation.onTermination = { [weak self] _ in self?.remove(key) }
    return stream
  }

  /// Sends an event to all streams.
  func tell(_ event: PlayerEvent) {
    for stream in table.withLock({ Array($0.streams.values) }) { stream.yield(event) }
  }

  /// Ends all streams.
  func finish() {
    for stream in table.withLock({ Array($0.streams.values) }) { stream.finish() }
  }

  private func remove(_ key: Int) { table.withLock { $0.streams[key] = nil } }
}
