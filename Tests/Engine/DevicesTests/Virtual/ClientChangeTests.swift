import AudioBase
import AudioDevices
import Synchronization
import TestSupport
import Testing

/// Counts its calls, and says whether one came after it was stopped.
private final class Counted: DeviceClient {
  let calls = Atomic<Int>(0)
  let isStopped = Atomic<Bool>(false)
  let wasCalledLate = Atomic<Bool>(false)
  private let body: @Sendable (Counted) -> DeviceClientState

  init(_ body: @escaping @Sendable (Counted) -> DeviceClientState = { _ in .running }) { self.body = body }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    if isStopped.load(ordering: .sequentiallyConsistent) { wasCalledLate.store(true, ordering: .relaxed) }
    calls.add(1, ordering: .relaxed)
    for index in samples.indices { samples[index] = 1 }
    return body(self)
  }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState { .finished }
}

@Suite("Clients that come and go")
struct ClientChangeTests {
  private let stereo = DeviceFormat(sampleRate: 48_000, channelCount: 2)

  private func wait(_ condition: () -> Bool) {
    for _ in 0..<5000 where !condition() { HostClock.sleep(until: HostClock.now + 1_000_000) }
  }

  @Test("a client that was stopped is called no more, whoever comes and goes meanwhile")
  func races() async throws {
    let device = VirtualDevice("test", stereo, pacing: .realTime, bufferFrameCount: 32)
    let lasting = Counted()
    try device.start(lasting, .output)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await onThread {
            var isRight = true
            for round in 0..<200 {
              let client = Counted()
              guard (try? device.start(client, .output)) != nil else { continue }
              if round % 4 == 0 { HostClock.sleep(until: HostClock.now + 1_000_000) }
              device.stop(client, .output)
              client.isStopped.store(true, ordering: .sequentiallyConsistent)
              HostClock.sleep(until: HostClock.now + 500_000)
              isRight = isRight && !client.wasCalledLate.load(ordering: .relaxed)
            }
            return isRight
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
    let before = lasting.calls.load(ordering: .relaxed)
    wait { lasting.calls.load(ordering: .relaxed) > before + 3 }
    expectGreater(lasting.calls.load(ordering: .relaxed), before + 3)
    device.stop(lasting, .output)
  }

  @Test("a client may take another one off the device, or itself, while it is called", .timeLimit(.minutes(15)))
  func withinACall() throws {
    let device = VirtualDevice("test", stereo, pacing: .realTime, bufferFrameCount: 64)
    let other = Counted()
    let client = Counted { client in
      device.stop(other, .output)
      device.stop(client, .output)
      return .running
    }
    // The other one first: who is not there yet cannot be taken off.
    try device.start(other, .output)
    try device.start(client, .output)
    wait { client.calls.load(ordering: .relaxed) > 0 }
    HostClock.sleep(until: HostClock.now + 20_000_000)
    expectEqual(client.calls.load(ordering: .relaxed), 1)
    let count = other.calls.load(ordering: .relaxed)
    HostClock.sleep(until: HostClock.now + 20_000_000)
    expectEqual(other.calls.load(ordering: .relaxed), count)
  }

  @Test("a client that has finished is not called again, and can be started again")
  func finishing() throws {
    let device = VirtualDevice("test", stereo, pacing: .stepped, bufferFrameCount: 64)
    let client = Counted { _ in .finished }
    try device.start(client, .output)
    device.advance(frameCount: 192)
    expectEqual(client.calls.load(ordering: .relaxed), 1)
    try device.start(client, .output)
    device.advance(frameCount: 192)
    expectEqual(client.calls.load(ordering: .relaxed), 2)
  }

  @Test(
    "the locks that a device's thread takes are counted, and its own are none",
    .enabled(if: RenderingThread.lockCount != nil), .ownThreads)
  func countedLocks() async {
    await #expect(processExitsWith: .success) {
      let device = VirtualDevice(
        "test", DeviceFormat(sampleRate: 48_000, channelCount: 2), pacing: .realTime, bufferFrameCount: 32)
      device.keepOutput(frameLimit: 1000)
      device.setInput([[1, 2, 3]])
      let (first, second) = (Counted(), Counted())
      try device.start(first, .output)
      try device.start(second, .output)
      try device.start(second, .input)
      for round in 0..<10_000 where round < 100 || first.calls.load(ordering: .relaxed) <= 50 {
        let other = Counted()
        try device.start(other, .output)
        HostClock.sleep(until: HostClock.now + 1_000_000)
        device.stop(other, .output)
      }
      expectGreater(first.calls.load(ordering: .relaxed), 50)
      expectEqual(RenderingThread.lockCount, 0)
      // Each cycle of this client takes one.
      let lock = Lock(0)
      let offender = Counted { _ in
        lock.withLock { $0 += 1 }
        return .running
      }
      try device.start(offender, .output)
      for _ in 0..<1000 where offender.calls.load(ordering: .relaxed) < 5 {
        HostClock.sleep(until: HostClock.now + 1_000_000)
      }
      device.stop(offender, .output)
      expectEqual(RenderingThread.lockCount, offender.calls.load(ordering: .relaxed))
    }
  }
}
