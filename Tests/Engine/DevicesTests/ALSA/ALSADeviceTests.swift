import AudioBase
import AudioDevices
import Synchronization
import TestSupport
import Testing

/// Plays frames numbered from 1 on, and remembers what it hears and when.
private final class Counter: DeviceClient {
  struct State {
    var next = 1
    var limit = Int.max
    var times: [DeviceTime] = []
    var frameCounts: [Int] = []
    var heard: [[Float]] = []
    var stops: [DeviceError] = []
  }

  let state = Mutex(State())

  init(limit: Int = .max) { state.withLock { $0.limit = limit } }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    let (first, isLast) = state.withLock { state in
      let first = state.next
      state.next += cycle.frameCount
      state.times.append(cycle.time)
      state.frameCounts.append(cycle.frameCount)
      return (first, state.next > state.limit)
    }
    for channel in 0..<cycle.channelCount {
      for frame in 0..<cycle.frameCount {
        samples[channel * cycle.frameCount + frame] = Float(first + frame) * (channel == 0 ? 1 : -1)
      }
    }
    return isLast ? .finished : .running
  }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    state.withLock { state in
      while state.heard.count < cycle.channelCount { state.heard.append([]) }
      for channel in 0..<cycle.channelCount {
        for frame in 0..<cycle.frameCount {
          state.heard[channel].append(samples[channel * cycle.frameCount + frame])
        }
      }
      state.next += cycle.frameCount
      state.times.append(cycle.time)
      state.frameCounts.append(cycle.frameCount)
      return state.next > state.limit ? .finished : .running
    }
  }

  func deviceStopped(_ reason: DeviceError) { state.withLock { $0.stops.append(reason) } }
}

/// Waits until something is so; ten seconds at most.
private func wait(until isSo: () -> Bool) async throws {
  for _ in 0..<5000 where !isSo() { try await Task.sleep(for: .milliseconds(2)) }
  try required(isSo())
}

@Suite("Sound cards, by a card in memory", .timeLimit(.minutes(15)))
struct ALSADeviceTests {
  /// Plays so many frames through a card, and waits until the card is let go.
  private func play(_ frameCount: Int, _ card: FakeCard) async throws -> Counter {
    let device = try card.device()
    let client = Counter(limit: frameCount)
    try device.start(client, .output)
    try await wait { card.state.withLock { $0.openCount == $0.closeCount } }
    return client
  }

  @Test(
    "What a client plays comes to the card frame by frame, silence behind it, and the card is let go"
  )
  func playing() async throws {
    let card = FakeCard()
    let client = try await play(4096, card)
    expectEqual(client.state.withLock { $0.next }, 4097)
    for channel in 0..<2 {
      let played = card.played(channel)
      #expect(
        played.prefix(4096).elementsEqual((1...4096).map { Float($0) * (channel == 0 ? 1 : -1) }))
      // A buffer of silence has pushed out the last of them.
      #expect(played.count >= 4096 + 1024 && played.dropFirst(4096).allSatisfy { $0 == 0 })
    }
    // Both directions were looked at, and one of them was used.
    #expect(card.state.withLock { ($0.openCount, $0.closeCount) } == (3, 3))
  }

  @Test("Cycles follow each other on the device's clock, at the time at which they are heard")
  func times() async throws {
    let card = FakeCard(extraDelay: 480)
    let device = try card.device()
    let client = Counter(limit: 96_000)
    try device.start(client, .output)
    try await wait { card.state.withLock { $0.openCount == $0.closeCount } }
    let times = client.state.withLock { $0.times }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1.sampleTime - $0.sampleTime == 256 })
    // Where the card runs, a full buffer and what lies behind it come before what is given now.
    expectGreaterOrEqual(device.report(.output).latencyFrameCount, 1024 - 256 - 48 + 480)
    expectLessOrEqual(device.report(.output).latencyFrameCount, 1024 + 480)
    expectEqual(device.report(.output).xrunCount, 0)
    let last = try required(times.last)
    expectLess(abs(device.time(atSampleTime: last.sampleTime).sampleTime - last.sampleTime), 1)
  }

  @Test("The real rate is measured to some parts in a million", arguments: [0.9997, 1.0, 1.00025])
  func rate(_ speed: Double) async throws {
    let card = FakeCard(speed: speed)
    let device = try card.device()
    // 40 seconds of the card's time, which pass at once.
    let client = Counter(limit: 48_000 * 40)
    try device.start(client, .output)
    try await wait { card.state.withLock { $0.openCount == $0.closeCount } }
    expectLess(abs(device.report(.output).rateScalar - speed), 8e-6)
    let times = client.state.withLock { $0.times }
    let last = try required(times.last)
    expectLess(abs(last.rateScalar - speed), 8e-6)
  }

  @Test("A gap is counted and nothing is lost: what was not written is written behind it")
  func gaps() async throws {
    let card = FakeCard()
    for frames in [1000, 3000, 3001, 7000] {
      card.inject(.status(PCMStatus.brokenPipe, afterFrames: frames))
    }
    let device = try card.device()
    let client = Counter(limit: 16_384)
    try device.start(client, .output)
    try await wait { card.state.withLock { $0.openCount == $0.closeCount } }
    expectEqual(device.report(.output).xrunCount, 4)
    #expect(card.played(0).prefix(16_384).elementsEqual((1...16_384).map { Float($0) }))
    let times = client.state.withLock { $0.times.map(\.sampleTime) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 256 })
  }

  @Test("A card that was asleep is woken, and a call that was interrupted is made again")
  func sleeping() async throws {
    let card = FakeCard()
    card.inject(
      .status(PCMStatus.suspended, afterFrames: 2000),
      .status(PCMStatus.interrupted, afterFrames: 2500),
      .status(PCMStatus.tryAgain, afterFrames: 2600))
    _ = try await play(8192, card)
    expectEqual(card.state.withLock { $0.resumeTries }, 3)
    #expect(card.played(0).prefix(8192).elementsEqual((1...8192).map { Float($0) }))
  }

  @Test("A card that is unplugged ends its clients, once, and can be asked for again")
  func unplugging() async throws {
    let card = FakeCard()
    let device = try card.device()
    card.inject(.unplugged(afterFrames: 2000))
    let client = Counter()
    try device.start(client, .output)
    try await wait { client.state.withLock { !$0.stops.isEmpty } }
    expectEqual(client.state.withLock { $0.stops }, [.disconnected])
    let calls = card.state.withLock { $0.calls }
    try await Task.sleep(for: .milliseconds(20))
    expectEqual(card.state.withLock { $0.calls }, calls)
    #expect(card.state.withLock { $0.openCount == $0.closeCount })
    #expect(throws: DeviceError.cannotOpen(device: "fake", systemError: 19)) {
      try device.start(client, .output)
    }
    card.state.withLock { state in
      state.isUnplugged = false
      state.failures = []
    }
    let other = Counter(limit: 1024)
    try device.start(other, .output)
    try await wait { card.state.withLock { $0.openCount == $0.closeCount } }
    expectEqual(other.state.withLock { $0.next }, 1025)
  }

  @Test("A card that takes nothing any more is given up after five seconds of its time")
  func stuck() async throws {
    let card = FakeCard()
    let device = try card.device()
    card.inject(.stuck(afterFrames: 2000))
    let client = Counter()
    let begin = card.state.withLock { $0.now }
    try device.start(client, .output)
    try await wait { client.state.withLock { !$0.stops.isEmpty } }
    expectEqual(client.state.withLock { $0.stops }, [.notResponding])
    expectLess(card.state.withLock { $0.now } - begin, 7_000_000_000)
  }

  @Test("A failure that comes again and again ends the clients with its number")
  func failing() async throws {
    let card = FakeCard()
    let device = try card.device()
    for _ in 0..<20 { card.inject(.status(PCMStatus.ioError, afterFrames: 2000)) }
    let client = Counter()
    try device.start(client, .output)
    try await wait { client.state.withLock { !$0.stops.isEmpty } }
    expectEqual(client.state.withLock { $0.stops }, [.failed(systemError: 5)])
    expectLessOrEqual(card.state.withLock { $0.preparations }, 8)
  }

  @Test("What the card captures comes to the client frame by frame")
  func capturing() async throws {
    let card = FakeCard()
    let device = try card.device()
    let client = Counter(limit: 8192)
    try device.start(client, .input)
    try await wait { card.state.withLock { $0.openCount == $0.closeCount } }
    client.state.withLock { state in
      for channel in 0..<2 {
        #expect(state.heard[channel].elementsEqual((0..<8192).map { FakeCard.sample($0, channel) }))
      }
      let times = state.times.map(\.sampleTime)
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 256 })
    }
    expectGreaterOrEqual(device.report(.input).latencyFrameCount, 256)
  }

  @Test("A gap while capturing is counted, and what follows it is whole")
  func capturingGap() async throws {
    let card = FakeCard()
    let device = try card.device()
    card.inject(.status(PCMStatus.brokenPipe, afterFrames: 2000))
    let client = Counter(limit: 8192)
    try device.start(client, .input)
    try await wait { card.state.withLock { $0.openCount == $0.closeCount } }
    expectEqual(device.report(.input).xrunCount, 1)
    expectEqual(client.state.withLock { $0.heard[0].count }, 8192)
  }

  @Test("A device without a microphone says so, and one that is busy says why")
  func directions() throws {
    let card = FakeCard()
    card.state.withLock { $0.refusals[.input] = 2 }
    let device = try card.device()
    #expect(device.supports(.output) && !device.supports(.input))
    #expect(throws: DeviceError.noDirection(device: "fake", .input)) {
      try device.start(Counter(), .input)
    }
    card.state.withLock { $0.refusals[.output] = 16 }
    #expect(throws: DeviceError.cannotOpen(device: "fake", systemError: 16)) {
      try device.start(Counter(), .output)
    }
    #expect(throws: DeviceError.cannotOpen(device: "fake", systemError: 16)) { try card.device() }
    expectEqual(
      DeviceError.cannotOpen(device: "fake", systemError: 16).description,
      "the device 'fake' cannot be opened: Device or resource busy")
  }

  @Test("Settings beyond all bounds are refused by name")
  func settings() {
    let card = FakeCard()
    #expect(throws: DeviceError.refused(device: "fake", "periods of 0 frames")) {
      try card.device { $0.periodFrameCount = 0 }
    }
    #expect(throws: DeviceError.refused(device: "fake", "a buffer of 600 frames")) {
      try card.device { $0.bufferFrameCount = 600 }
    }
    #expect(throws: DeviceError.refused(device: "fake", "a rate of 1 Hz")) {
      try card.device { $0.sampleRate = 1 }
    }
    #expect(throws: DeviceError.refused(device: "fake", "a rate of 44100 Hz")) {
      try card.device { $0.sampleRate = 44_100 }
    }
    #expect(throws: DeviceError.refused(device: "fake", "65 channels")) {
      try card.device { $0.channelCount = 65 }
    }
  }
}
