// Bound throughout: devices have at most 64 channels (DeviceChoice), and cycles that fit their buffers.

/// The clients of a device: who is called in each cycle, and the samples that they give. Nothing is allocated there.
struct DeviceClients: Sendable {
  private struct Entry: Sendable {
    var client: any DeviceClient
    var direction: DeviceDirection
  }

  private let channelCount: Int
  private var entries: [Entry] = []
  /// Samples of one client.
  private var block: [Float]
  /// What all clients gave in the last cycle, added up: one channel after the other, as many frames as the cycle has.
  private(set) var sum: [Float]

  /// - Parameter capacity: Frames of a cycle at most.
  init(channelCount: Int, capacity: Int) {
    self.channelCount = channelCount
    block = Array(repeating: 0, count: channelCount * capacity)
    sum = Array(repeating: 0, count: channelCount * capacity)
    entries.reserveCapacity(16)
  }

  /// True if nobody wants to be called.
  var isEmpty: Bool { entries.isEmpty }

  /// The clients, in the order in which they came; one that plays and captures is there twice.
  var all: [any DeviceClient] { entries.map(\.client) }

  /// Calls a client from the next cycle on.
  mutating func add(_ client: any DeviceClient, _ direction: DeviceDirection) {
    guard !entries.contains(where: { $0.client === client && $0.direction == direction }) else { return }
    entries.append(Entry(client: client, direction: direction))
  }

  /// Calls a client no more.
  mutating func remove(_ client: any DeviceClient, _ direction: DeviceDirection) {
    entries.removeAll { $0.client === client && $0.direction == direction }
  }

  /// Tells all clients that the device has stopped by itself, and forgets them.
  mutating func end(_ reason: DeviceError) {
    for entry in entries { entry.client.deviceStopped(reason) }
    entries.removeAll(keepingCapacity: true)
  }

  /// Asks all clients that play for their samples, and adds them up in ``sum``.
  mutating func play(_ cycle: DeviceCycle) {
    let count = cycle.frameCount * channelCount
    for index in 0..<count { sum[index] = 0 }
    var isFirst = true
    forEach(.output) { client, clients in
      // The samples of a client that plays alone stay as they are, bit for bit.
      defer { isFirst = false }
      if isFirst { return Self.call(client, &clients.sum, count, cycle) }
      for index in 0..<count { clients.block[index] = 0 }
      let state = Self.call(client, &clients.block, count, cycle)
      for index in 0..<count { clients.sum[index] += clients.block[index] }
      return state
    }
  }

  private static func call(
    _ client: any DeviceClient, _ samples: inout [Float], _ count: Int, _ cycle: DeviceCycle
  ) -> DeviceClientState {
    var all = samples.mutableSpan
    var part = all._mutatingExtracting(0..<count)
    return client.play(&part, cycle)
  }

  /// Hands samples to all clients that capture.
  ///
  /// - Parameter samples: One channel after the other, as many frames as the cycle has.
  mutating func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) {
    var index = 0
    while index < entries.count {
      let isFinished =
        entries[index].direction == .input && entries[index].client.capture(samples, cycle) == .finished
      if isFinished { entries.remove(at: index) } else { index += 1 }
    }
  }

  /// Calls the clients of a direction in their order, and forgets those that have finished.
  private mutating func forEach(
    _ direction: DeviceDirection, _ body: (any DeviceClient, inout DeviceClients) -> DeviceClientState
  ) {
    var index = 0
    while index < entries.count {
      let entry = entries[index]
      let isFinished = entry.direction == direction && body(entry.client, &self) == .finished
      if isFinished { entries.remove(at: index) } else { index += 1 }
    }
  }
}
