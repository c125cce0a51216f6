import AudioDevices
import Synchronization
import TestSupport
import Testing

/// Plays a ramp, and remembers what it hears.
private final class Ramp: DeviceClient {
  struct State {
    var next: Float = 0
    var heard: [Float] = []
    var times: [DeviceTime] = []
    var limit = Int.max
  }

  let state = Mutex(State())

  init(from start: Float = 0, limit: Int = .max) {
    state.withLock { state in
      state.next = start
      state.limit = limit
    }
  }

  func play(_ samples: inout MutableSpan<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    var next: Float = 0
    let isLast = state.withLock { state in
      next = state.next
      state.next += Float(cycle.frameCount)
      state.times.append(cycle.time)
      return state.times.count >= state.limit
    }
    for channel in 0..<cycle.channelCount {
      for frame in 0..<cycle.frameCount {
        samples[channel * cycle.frameCount + frame] = next + Float(frame) + 1000 * Float(channel)
      }
    }
    return isLast ? .finished : .running
  }

  func capture(_ samples: Span<Float>, _ cycle: DeviceCycle) -> DeviceClientState {
    state.withLock { state in
      for index in samples.indices { state.heard.append(samples[index]) }
      state.times.append(cycle.time)
    }
    return .running
  }
}

@Suite("Virtual device")
struct VirtualDeviceTests {
  private let stereo = DeviceFormat(sampleRate: 1000, channelCount: 2)

  @Test("Time stands still until it is moved, and runs at the rate of the device on the host's clock")
  func steppedTime() {
    let device = VirtualDevice("test", stereo, pacing: .stepped, bufferFrameCount: 16)
    let start = device.currentTime
    expectEqual(start.sampleTime, 0)
    device.advance(frameCount: 250)
    expectEqual(device.currentTime.sampleTime, 250)
    // 250 frames at 1000 Hz.
    expectEqual(device.currentTime.hostTime - start.hostTime, 250_000_000)
    expectEqual(device.time(atHostTime: start.hostTime + 1_000_000_000).sampleTime, 1000)
    expectEqual(device.time(atSampleTime: -10).hostTime, start.hostTime - 10_000_000)
    expectEqual(device.time(atSampleTime: -.infinity).hostTime, 0)
    expectEqual(device.time(atSampleTime: .infinity).hostTime, .max)
  }

  @Test("A cycle has no more frames than the buffer, and follows the one before")
  func cycles() {
    let device = VirtualDevice("test", stereo, pacing: .stepped, bufferFrameCount: 16)
    let ramp = Ramp()
    #expect(throws: Never.self) { try device.start(ramp, .output) }
    device.advance(frameCount: 40)
    expectEqual(ramp.state.withLock { $0.times.map(\.sampleTime) }, [0, 16, 32])
    device.advance(frameCount: 1)
    expectEqual(ramp.state.withLock { $0.times.map(\.sampleTime) }, [0, 16, 32, 40])
  }

  @Test("What clients play is added up and kept up to the limit")
  func mixing() throws {
    let device = VirtualDevice("test", stereo, pacing: .stepped, bufferFrameCount: 16)
    device.keepOutput(frameLimit: 20)
    let (first, second) = (Ramp(), Ramp(from: 100))
    try device.start(first, .output)
    try device.start(first, .output)
    try device.start(second, .output)
    device.advance(frameCount: 18)
    device.stop(second, .output)
    device.advance(frameCount: 18)
    let left = (0..<18).map { Float(100 + 2 * $0) } + [18, 19]
    expectEqual(device.keptOutput, [left, left.enumerated().map { $1 + ($0 < 18 ? 2000 : 1000) }])
  }

  @Test("A client that has finished is not called again, and may be started again")
  func finishing() throws {
    let device = VirtualDevice("test", stereo, pacing: .stepped, bufferFrameCount: 16)
    let ramp = Ramp(limit: 2)
    try device.start(ramp, .output)
    device.advance(frameCount: 64)
    expectEqual(ramp.state.withLock { $0.times.count }, 2)
    try device.start(ramp, .output)
    device.advance(frameCount: 16)
    expectEqual(ramp.state.withLock { $0.times.map(\.sampleTime) }, [0, 16, 64])
  }

  @Test("A signal is captured from the moment it is set, and silence after it")
  func capturing() throws {
    let device = VirtualDevice("test", stereo, pacing: .stepped, bufferFrameCount: 4)
    let ramp = Ramp()
    try device.start(ramp, .input)
    device.advance(frameCount: 2)
    device.setInput([[1, 2, 3, 4, 5]])
    device.advance(frameCount: 6)
    expectEqual(ramp.state.withLock { $0.heard }, [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 5, 0, 0, 0])
  }

  @Test("A thread keeps time by the host's clock until nobody listens, and again")
  func realTime() async throws {
    let device = VirtualDevice(
      "test", DeviceFormat(sampleRate: 48000, channelCount: 1), pacing: .realTime, bufferFrameCount: 480)
    for _ in 0..<2 {
      let ramp = Ramp(limit: 5)
      let begin = HostClock.now
      try device.start(ramp, .output)
      while ramp.state.withLock({ $0.times.count }) < 5 { try await Task.sleep(for: .milliseconds(2)) }
      // Four whole cycles of 10 ms lie between the first call and the fifth.
      expectGreaterOrEqual(HostClock.now - begin, 40_000_000)
      let times = ramp.state.withLock { $0.times.map(\.sampleTime) }
      #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 480 })
      #expect(times.allSatisfy { $0.truncatingRemainder(dividingBy: 480) == 0 })
      try await Task.sleep(for: .milliseconds(25))
      expectEqual(ramp.state.withLock { $0.times.count }, 5)
    }
  }
}

@Suite("Devices by name")
struct DeviceListTests {
  @Test("A device is found by its identifier until it is forgotten")
  func registering() {
    let device = VirtualDevice(
      "registered", DeviceFormat(sampleRate: 8000, channelCount: 1), pacing: .stepped, bufferFrameCount: 4)
    expectNil(DeviceList.device(identifier: "registered"))
    DeviceList.register(device)
    #expect(DeviceList.device(identifier: "registered") === device)
    DeviceList.unregister(device)
    expectNil(DeviceList.device(identifier: "registered"))
    #expect(DeviceList.device(identifier: DeviceList.standard.identifier) === DeviceList.standard)
  }
}
