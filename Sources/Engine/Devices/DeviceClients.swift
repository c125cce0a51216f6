import AudioBase
import Synchronization

// Bound throughout: devices have at most 64 channels (DeviceChoice), and cycles that fit their buffers.

/// The clients of a device: who is called in each cycle.
///
/// The device's thread walks over a list that never changes; a thread that adds or removes a client replaces the list.
/// In a cycle nothing is allocated, freed or locked.
final class DeviceClients: Sendable {
  private final class Entry: Sendable {
    let client: any DeviceClient
    let direction: DeviceDirection
    /// True after the client has finished: it is no longer called, and is removed with the next list.
    let isOver = Atomic<Bool>(false)

    init(_ client: any DeviceClient, _ direction: DeviceDirection) {
      (self.client, self.direction) = (client, direction)
    }

    var isPresent: Bool { !isOver.load(ordering: .relaxed) }
  }

  private final class List: Sendable {
    let entries: [Entry]

    init(_ entries: [Entry]) { self.entries = entries }
  }

  private let list = SwappedReference(List([]))

  // MARK: Any thread

  /// The clients, in the order in which they were added; a client that plays and captures is listed twice.
  var all: [any DeviceClient] { list.present.entries.filter(\.isPresent).map(\.client) }

  /// Calls a client from the next cycle on.
  func add(_ client: any DeviceClient, _ direction: DeviceDirection) {
    change { entries in
      guard !entries.contains(where: { $0.client === client && $0.direction == direction }) else { return }
      entries.append(Entry(client, direction))
    }
  }

  /// Calls a client no more; a cycle that runs on another thread has ended when this returns.
  func remove(_ client: any DeviceClient, _ direction: DeviceDirection) {
    change { $0.removeAll { $0.client === client && $0.direction == direction } }
  }

  /// Removes the clients that have finished.
  func removeFinished() { change { _ in } }

  /// Removes all clients, and returns them.
  func removeAll() -> [any DeviceClient] {
    var present: [Entry] = []
    change { swap(&present, &$0) }
    return present.map(\.client)
  }

  /// Replaces the list by a changed copy of the present clients.
  private func change(_ body: (inout [Entry]) -> Void) {
    list.replace { old in
      var entries = old.entries.filter(\.isPresent)
      body(&entries)
      return List(entries)
    }
    list.settle()
  }

  // MARK: The device's thread

  /// True if no client wants to be called.
  var isEmpty: Bool { list.use { list in !list.entries.contains { $0.isPresent } } }

  /// Calls all playing clients, and adds up their samples.
  ///
  /// - Parameters:
  ///   - sum: Gets one channel after the other, as many frames as the cycle has.
  ///   - block: Room for as much.
  func play(_ cycle: DeviceCycle, into sum: inout [Float], by block: inout [Float]) {
    var planes = sum.mutableSpan
    var spare = block.mutableSpan
    var mix = planes._mutatingExtracting(first: cycle.frameCount * cycle.channelCount)
    var part = spare._mutatingExtracting(first: cycle.frameCount * cycle.channelCount)
    mix.clear()
    var isFirst = true
    forEach(.output) { client in
      // The samples of a client that plays alone stay as they are, bit for bit.
      defer { isFirst = false }
      if isFirst { return client.play(&mix, cycle) }
      part.clear()
      let state = client.play(&part, cycle)
      mix.add(part.span)
      return state
    }
  }

  /// Hands samples to all clients that capture.
  ///
  /// - Parameter samples: One channel after the other, as many frames as the cycle has.
  func capture(_ samples: [Float], _ cycle: DeviceCycle) {
    let count = cycle.frameCount * cycle.channelCount
    forEach(.input) { $0.capture(samples.span.extracting(0..<count), cycle) }
  }

  /// Calls the clients of a direction in their order, without those that have finished.
  private func forEach(_ direction: DeviceDirection, _ body: (any DeviceClient) -> DeviceClientState) {
    list.use { list in
      for entry in list.entries where entry.direction == direction && entry.isPresent {
        if body(entry.client) == .finished { entry.isOver.store(true, ordering: .relaxed) }
      }
    }
  }
}
