import AudioBase
import AudioConversion
import AudioDevices
import AudioPlayback
import TestSupport
import Testing

/// Floats of one channel, as a program lends them to a player.
private final class FloatBuffer: PlayedBuffer {
  let bytes: [UInt8]
  let descriptions: [PacketDescription] = []
  var byteCount: Int { bytes.count }

  init(_ samples: some Sequence<Float>) {
    bytes = samples.flatMap { sample in (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> (8 * $0)) } }
  }

  func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let bytes = bytes
    return try body(bytes.span.extracting(range))
  }
}

/// Keeps the events that a player has told.
private final class Heard: BufferPlayerListener {
  private let state = Lock<(taken: [ObjectIdentifier], gaps: Int, hasEnded: Bool)>(([], 0, false))
  /// Called when a buffer has been taken over, on the thread that tells so.
  private let whenTaken: @Sendable (_ takenCount: Int) -> Void

  init(whenTaken: @escaping @Sendable (_ takenCount: Int) -> Void = { _ in }) { self.whenTaken = whenTaken }

  func didTake(_ buffer: any PlayedBuffer) {
    let count = state.withLock { state in
      state.taken.append(ObjectIdentifier(buffer))
      return state.taken.count
    }
    whenTaken(count)
  }

  func didFail(_ error: AudioError?) { Issue.record("\(String(describing: error))") }
  func didBreakTimeline() { state.withLock { $0.gaps += 1 } }
  func didEnd() { state.withLock { $0.hasEnded = true } }
  func didLoseDevice() { Issue.record("the device has stopped") }
  func didWork() {}

  var taken: [ObjectIdentifier] { state.withLock { $0.taken } }
  var gaps: Int { state.withLock { $0.gaps } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
}

@Suite("Players of buffers")
struct BufferPlayerTests {
  private func makePlayer(on device: VirtualDevice, _ heard: Heard) throws -> BufferPlayer {
    let format = StreamFormat(.float32, sampleRate: device.format.sampleRate, channelsPerFrame: 1)
    let player = BufferPlayer(format, on: device)
    let samples = try PacketSamples(
      from: PacketInput(CodedStream(format: format)), for: (sampleRate: 0, channelCount: 0), codecs: [])
    player.withRenderer { $0.decoder.samples = samples }
    player.setListener(heard)
    return player
  }

  private func ramp(_ range: ClosedRange<Int>) -> [Float] { range.map(Float.init) }

  @Test("Where time is stepped, each cycle is made ready, and a buffer comes back with its last frame")
  func stepped() throws {
    let device = VirtualDevice(
      "stepped", DeviceFormat(sampleRate: 8000, channelCount: 1), pacing: .stepped, bufferFrameCount: 8)
    let heard = Heard()
    let player = try makePlayer(on: device, heard)
    let buffers = [FloatBuffer(ramp(1...12)), FloatBuffer(ramp(101...110))]
    expectEqual(player.enqueue(BufferEntry(buffers[0], trimAtStart: 2, trimAtEnd: 1), isStopped: true), 0)
    expectEqual(player.enqueue(BufferEntry(buffers[1]), isStopped: true), 9)
    device.keepOutput(frameLimit: 100)
    try player.begin(isNew: true, at: 3)
    try player.attach()
    device.advance(frameCount: 8)
    #expect(heard.taken.isEmpty)
    expectEqual(player.timeline(heardAt: device.currentTime.sampleTime), 5)
    device.advance(frameCount: 8)
    expectEqual(heard.taken, [ObjectIdentifier(buffers[0])])
    // Nothing is enqueued behind it: time goes on.
    device.advance(frameCount: 16)
    expectEqual(heard.taken, buffers.map(ObjectIdentifier.init))
    expectEqual(heard.gaps, 1)
    player.list.appendEnd()
    device.advance(frameCount: 8)
    #expect(heard.hasEnded)
    let silence = [Float](repeating: 0, count: 18)
    expectEqual(device.keptOutput[0], silence[..<3] + ramp(3...11) + ramp(101...110) + silence)
  }

  @Test("In real time a thread feeds the ring: every frame is played once and in its order, and the end is told")
  func realTime() async throws {
    let device = VirtualDevice(
      "timed", DeviceFormat(sampleRate: 48000, channelCount: 1), pacing: .realTime, bufferFrameCount: 64)
    let heard = Heard()
    let player = try makePlayer(on: device, heard)
    let buffers = (0..<20).map { FloatBuffer(ramp(($0 * 500 + 1)...($0 * 500 + 500))) }
    for buffer in buffers { _ = player.enqueue(BufferEntry(buffer), isStopped: true) }
    player.list.appendEnd()
    device.keepOutput(frameLimit: 1_000_000)
    try player.begin(isNew: true, at: nil)
    try player.attach()
    for _ in 0..<3000 where !heard.hasEnded { try await Task.sleep(for: .milliseconds(10)) }
    #expect(heard.hasEnded)
    player.detach()
    expectEqual(heard.taken, buffers.map(ObjectIdentifier.init))
    // Where the machine was too busy there is silence between.
    expectEqual(device.keptOutput[0].filter { $0 != 0 }, ramp(1...10000))
  }

  @Test("The end is told after the last buffer, where the device plays it while others are told of")
  func endIsLast() async throws {
    let device = VirtualDevice(
      "hurried", DeviceFormat(sampleRate: 48000, channelCount: 1), pacing: .realTime, bufferFrameCount: 64)
    let pastLast = Double(device.bufferFrameCount * 100)
    // The device thread plays the second buffer, 10 ms of sound, to its end while this one is told of.
    let heard = Heard { count in
      guard count == 1 else { return }
      let now = device.currentTime.sampleTime
      while device.currentTime.sampleTime < now + pastLast { HostClock.sleep(until: HostClock.now + 1_000_000) }
    }
    let player = try makePlayer(on: device, heard)
    let buffers = (0..<2).map { _ in FloatBuffer(ramp(1...480)) }
    for buffer in buffers { _ = player.enqueue(BufferEntry(buffer), isStopped: true) }
    player.list.appendEnd()
    try player.begin(isNew: true, at: nil)
    try player.attach()
    for _ in 0..<3000 where !heard.hasEnded { try await Task.sleep(for: .milliseconds(10)) }
    expectEqual(heard.taken, buffers.map(ObjectIdentifier.init))
    #expect(heard.hasEnded)
    player.detach()
  }

  @Test("Buffers come back before they are heard, as many as are made ready ahead")
  func early() async throws {
    let device = VirtualDevice(
      "early", DeviceFormat(sampleRate: 48000, channelCount: 1), pacing: .realTime, bufferFrameCount: 64)
    let heard = Heard()
    let player = try makePlayer(on: device, heard)
    let buffers = (0..<20).map { _ in FloatBuffer(ramp(1...480)) }
    for buffer in buffers { _ = player.enqueue(BufferEntry(buffer), isStopped: true) }
    // Nothing is heard for some hours.
    try player.begin(isNew: true, at: device.currentTime.sampleTime + 1e9)
    try player.attach()
    for _ in 0..<3000 where heard.taken.count < 4 { try await Task.sleep(for: .milliseconds(10)) }
    // 40 ms are made ready, and no more.
    try await Task.sleep(for: .milliseconds(50))
    expectEqual(heard.taken, buffers.prefix(4).map(ObjectIdentifier.init))
    expectEqual(
      player.reset(isAttached: true).map { ObjectIdentifier($0) }, buffers.dropFirst(4).map(ObjectIdentifier.init))
    player.detach()
  }

  @Test("A reset gives back in their order the buffers that were not taken over, and what follows is played")
  func reset() throws {
    let device = VirtualDevice(
      "reset", DeviceFormat(sampleRate: 8000, channelCount: 1), pacing: .stepped, bufferFrameCount: 8)
    let heard = Heard()
    let player = try makePlayer(on: device, heard)
    let buffers = (0..<3).map { _ in FloatBuffer(ramp(1...6)) }
    for buffer in buffers { _ = player.enqueue(BufferEntry(buffer), isStopped: true) }
    // The device is not started before frame 100, so that the first cycle's frames wait in the ring.
    try player.begin(isNew: true, at: 100)
    try player.attach()
    device.advance(frameCount: 8)
    let returned = player.reset(isAttached: true)
    expectEqual(returned.map { ObjectIdentifier($0) }, buffers.dropFirst().map(ObjectIdentifier.init))
    expectEqual(heard.taken, [ObjectIdentifier(buffers[0])])
    _ = player.enqueue(BufferEntry(FloatBuffer(ramp(21...23))), isStopped: false)
    device.advance(frameCount: 88)
    device.keepOutput(frameLimit: 8)
    device.advance(frameCount: 8)
    expectEqual(device.keptOutput[0], [0, 0, 0, 0, 21, 22, 23, 0])
  }
}
