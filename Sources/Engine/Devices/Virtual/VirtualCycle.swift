// Bound throughout: DeviceChoice accepts 64 channels at most; what is kept is a test's own number.

/// What a virtual device does in a cycle. Nothing is allocated there.
struct VirtualCycle: Sendable {
  /// True while a thread runs cycles.
  var hasThread = false
  private let channelCount: Int
  private var clients: DeviceClients
  /// What is captured in a cycle.
  private var block: [Float]
  /// What was played, and how much of it is kept at most.
  private(set) var kept: [[Float]]
  private var keptLimit = 0
  /// What is captured, and how far it has come.
  private var signal: [[Float]] = []
  private var signalPosition = 0

  init(channelCount: Int, capacity: Int) {
    self.channelCount = channelCount
    clients = DeviceClients(channelCount: channelCount, capacity: capacity)
    block = Array(repeating: 0, count: channelCount * capacity)
    kept = Array(repeating: [], count: channelCount)
  }

  /// True if nobody wants to be called.
  var isEmpty: Bool { clients.isEmpty }

  /// Calls a client from the next cycle on.
  mutating func add(_ client: any DeviceClient, _ direction: DeviceDirection) { clients.add(client, direction) }

  /// Calls a client no more.
  mutating func remove(_ client: any DeviceClient, _ direction: DeviceDirection) {
    clients.remove(client, direction)
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
    let present = clients.all
    for client in present { client.prepare(frameCount) }
    run(time, frameCount: frameCount)
    for client in present { client.settle() }
  }

  /// Calls all clients, those that play first.
  mutating func run(_ time: DeviceTime, frameCount: Int) {
    let cycle = DeviceCycle(time: time, frameCount: frameCount, channelCount: channelCount)
    clients.play(cycle)
    readSignal(frameCount)
    Self.capture(&clients, block, cycle)
    keep(frameCount)
    signalPosition += frameCount
  }

  private static func capture(_ clients: inout DeviceClients, _ block: [Float], _ cycle: DeviceCycle) {
    clients.capture(block.span.extracting(0..<(cycle.frameCount * cycle.channelCount)), cycle)
  }

  private mutating func readSignal(_ frameCount: Int) {
    for channel in 0..<channelCount {
      for frame in 0..<frameCount {
        let position = signalPosition + frame
        let isThere = channel < signal.count && position < signal[channel].count
        block[channel * frameCount + frame] = isThere ? signal[channel][position] : 0
      }
    }
  }

  private mutating func keep(_ frameCount: Int) {
    for channel in kept.indices {
      let count = min(frameCount, keptLimit - kept[channel].count)
      guard count > 0 else { continue }
      let start = channel * frameCount
      kept[channel].append(contentsOf: clients.sum[start..<(start + count)])
    }
  }
}
