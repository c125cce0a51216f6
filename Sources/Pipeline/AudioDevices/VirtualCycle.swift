// Bound throughout: DeviceList accepts 64 channels at most; what is kept is a test's own number.

/// What a virtual device does in a cycle. Nothing is allocated there.
struct VirtualCycle: Sendable {
  private struct Entry: Sendable {
    var client: any DeviceClient
    var direction: DeviceDirection
  }

  /// Whether a thread runs cycles.
  var hasThread = false
  private let channelCount: Int
  private var entries: [Entry] = []
  /// Samples of one client, and the sum of all.
  private var block: [Float]
  private var sum: [Float]
  /// What was played, and how much of it is kept at most.
  private(set) var kept: [[Float]]
  private var keptLimit = 0
  /// What is captured, and how far it has come.
  private var signal: [[Float]] = []
  private var signalPosition = 0

  init(channelCount: Int, capacity: Int) {
    self.channelCount = channelCount
    block = Array(repeating: 0, count: channelCount * capacity)
    sum = Array(repeating: 0, count: channelCount * capacity)
    kept = Array(repeating: [], count: channelCount)
    entries.reserveCapacity(16)
  }

  /// Whether nobody wants to be called.
  var isEmpty: Bool { entries.isEmpty }

  /// Calls a client from the next cycle on.
  mutating func add(_ client: any DeviceClient, _ direction: DeviceDirection) {
    guard !entries.contains(where: { $0.client === client && $0.direction == direction }) else { return }
    entries.append(Entry(client: client, direction: direction))
  }

  /// Calls a client no more.
  mutating func remove(_ client: any DeviceClient, _ direction: DeviceDirection) {
    entries.removeAll { $0.client === client && $0.direction == direction }
  }

  /// Keeps what is played, up to so many frames.
  mutating func keepOutput(frameLimit: Int) {
    keptLimit = frameLimit
    for channel in kept.indices {
      kept[channel].removeAll()
      kept[channel].reserveCapacity(frameLimit)
    }
  }

  /// Captures a signal, and silence after it.
  mutating func setInput(_ signal: [[Float]]) {
    self.signal = signal
    signalPosition = 0
  }

  /// Calls all clients, and lets them prepare and settle the cycle. Those allocate as they like.
  mutating func step(_ time: DeviceTime, frameCount: Int) {
    let clients = entries.map(\.client)
    for client in clients { client.prepare(frameCount) }
    run(time, frameCount: frameCount)
    for client in clients { client.settle() }
  }

  /// Calls all clients.
  mutating func run(_ time: DeviceTime, frameCount: Int) {
    let cycle = DeviceCycle(time: time, frameCount: frameCount, channelCount: channelCount)
    for index in 0..<(frameCount * channelCount) { sum[index] = 0 }
    var index = 0
    while index < entries.count {
      let state: DeviceClientState
      switch entries[index].direction {
      case .output: state = play(entries[index].client, cycle)
      case .input: state = capture(entries[index].client, cycle)
      }
      if state == .finished { entries.remove(at: index) } else { index += 1 }
    }
    keep(frameCount)
    signalPosition += frameCount
  }

  private mutating func play(_ client: any DeviceClient, _ cycle: DeviceCycle) -> DeviceClientState {
    let count = cycle.frameCount * channelCount
    for index in 0..<count { block[index] = 0 }
    var all = block.mutableSpan
    var part = all._mutatingExtracting(0..<count)
    let state = client.play(&part, cycle)
    for index in 0..<count { sum[index] += block[index] }
    return state
  }

  private mutating func capture(_ client: any DeviceClient, _ cycle: DeviceCycle) -> DeviceClientState {
    for channel in 0..<channelCount {
      for frame in 0..<cycle.frameCount {
        let position = signalPosition + frame
        let isThere = channel < signal.count && position < signal[channel].count
        block[channel * cycle.frameCount + frame] = isThere ? signal[channel][position] : 0
      }
    }
    return client.capture(block.span.extracting(0..<(cycle.frameCount * channelCount)), cycle)
  }

  private mutating func keep(_ frameCount: Int) {
    for channel in kept.indices {
      let count = min(frameCount, keptLimit - kept[channel].count)
      guard count > 0 else { continue }
      let start = channel * frameCount
      kept[channel].append(contentsOf: sum[start..<(start + count)])
    }
  }
}
