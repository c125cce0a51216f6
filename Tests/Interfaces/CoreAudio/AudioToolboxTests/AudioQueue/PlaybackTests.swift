import AudioDevices
import AudioToolbox
import CoreFoundation
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite("Audio queues: playing on a device whose time is moved by the test")
struct PlaybackTests {
  private func mono(_ device: VirtualDevice) throws -> QueuePlayer {
    let player = try QueuePlayer(.floats(rate: device.format.sampleRate, channels: UInt32(device.format.channelCount)))
    player.onBuffer = { _, _ in }
    expectEqual(setDevice(player.queue, device), noErr)
    return player
  }

  @Test("A file sounds to the bit as the converter makes it, and the queue ends by itself")
  func equalsConverter() throws {
    let aac = AudioStreamBasicDescription.coded(kAudioFormatMPEG4AAC, frames: 1024)
    let (packets, cookie) = try Fixture.dump("lc_44100_st_128k_syn_burst")
    let device = steppedDevice()
    defer { DeviceList.unregister(device) }
    let player = try QueuePlayer(aac, packets, perBuffer: 6)
    defer { player.dispose() }
    expectEqual(setDevice(player.queue, device), noErr)
    expectEqual(player.set(kAudioQueueProperty_MagicCookie, cookie), noErr)
    for _ in 0..<3 { player.fill(try player.allocate()) }
    device.keepOutput(frameLimit: packets.count * 1024 + 4096)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    var played = 0
    while player.isRunning, played < packets.count * 1024 + 4096 {
      device.advance(frameCount: 512)
      played += 512
      // Buffers that are used up come back in time, while two others play.
      let due = min(played, packets.count * 1024) / (6 * 1024)
      #expect(eventually { player.returned.count >= due })
    }
    #expect(!player.isRunning)
    let expected = floats(try converted(packets, from: aac, cookie: cookie, to: .floats(channels: 2)))
    let left = (0..<(expected.count / 2)).map { expected[2 * $0] }
    let right = (0..<(expected.count / 2)).map { expected[2 * $0 + 1] }
    let kept = device.keptOutput
    expectEqual(Array(kept[0].prefix(left.count)), left)
    expectEqual(Array(kept[1].prefix(right.count)), right)
    #expect(kept[0].dropFirst(left.count).allSatisfy { $0 == 0 })
    #expect(eventually { player.properties.count == 2 })
  }

  @Test("Starting, pausing, going on and stopping follow the device's clock to the frame")
  func sequence() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let player = try mono(device)
    defer { player.dispose() }
    device.keepOutput(frameLimit: 1000)
    let ramp = (1...100).map(Float.init)
    let buffer = try player.allocate()
    expectNil(player.time)
    expectEqual(player.enqueue(ramp, buffer).status, noErr)
    device.advance(frameCount: 5)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    #expect(player.isRunning)
    device.advance(frameCount: 20)
    expectEqual(player.time, 20)
    expectEqual(AudioQueuePause(player.queue), noErr)
    #expect(player.isRunning)
    device.advance(frameCount: 10)
    expectEqual(player.time, 20)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    device.advance(frameCount: 30)
    expectEqual(player.time, 50)
    expectEqual(AudioQueueStop(player.queue, true), noErr)
    expectEqual(player.returned, [buffer])
    #expect(!player.isRunning)
    expectNil(player.time)
    device.advance(frameCount: 10)
    let zeros = [Float](repeating: 0, count: 10)
    var expected = Array(zeros.prefix(5))
    for part in [Array(ramp[0..<20]), zeros, Array(ramp[20..<50]), zeros] { expected += part }
    expectEqual(device.keptOutput, [expected])
    // And again, from the beginning.
    expectEqual(player.enqueue([7, 8], buffer).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(AudioQueueStop(player.queue, false), noErr)
    expectEqual(AudioQueueStop(player.queue, false), noErr)
    device.keepOutput(frameLimit: 4)
    device.advance(frameCount: 4)
    expectEqual(device.keptOutput, [[7, 8, 0, 0]])
    #expect(!player.isRunning)
    #expect(eventually { player.returned == [buffer, buffer] })
    let running = kAudioQueueProperty_IsRunning
    #expect(eventually { player.properties == [running, running, running, running] })
  }

  @Test("A queue starts at the frame that its start time names, by sample time or by host time")
  func startTime() throws {
    for usesHostTime in [false, true] {
      let device = steppedDevice(rate: 1000, channels: 1, buffer: 16)
      defer { DeviceList.unregister(device) }
      let player = try mono(device)
      defer { player.dispose() }
      device.keepOutput(frameLimit: 40)
      expectEqual(player.enqueue([1, 2, 3], try player.allocate()).status, noErr)
      var time = AudioTimeStamp()
      time.mFlags = usesHostTime ? .hostTimeValid : .sampleTimeValid
      time.mSampleTime = 21
      time.mHostTime = device.time(atSampleTime: 21).hostTime
      expectEqual(AudioQueueStart(player.queue, &time), noErr)
      device.advance(frameCount: 40)
      let before = [Float](repeating: 0, count: 21)
      let expected: [Float] = before + [1, 2, 3] + before.prefix(16)
      expectEqual(device.keptOutput, [expected])
      expectEqual(player.time, 19)
    }
  }

  @Test("Where nothing is enqueued time goes on in silence, and the time line is broken")
  func underrun() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let player = try mono(device)
    defer { player.dispose() }
    var timeline: AudioQueueTimelineRef?
    expectEqual(AudioQueueCreateTimeline(player.queue, &timeline), noErr)
    let line = try required(timeline)
    let buffer = try player.allocate()
    expectEqual(player.enqueue([Float](repeating: 1, count: 40), buffer).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    var time = AudioTimeStamp()
    var isBroken = false
    device.advance(frameCount: 32)
    expectEqual(AudioQueueGetCurrentTime(player.queue, line, &time, &isBroken), noErr)
    #expect(isBroken)
    expectEqual(time.mSampleTime, 32)
    #expect(time.mFlags.contains([.sampleTimeValid, .hostTimeValid]))
    expectEqual(time.mHostTime, device.currentTime.hostTime)
    expectEqual(AudioQueueGetCurrentTime(player.queue, line, &time, &isBroken), noErr)
    #expect(!isBroken)
    device.advance(frameCount: 32)
    expectEqual(AudioQueueGetCurrentTime(player.queue, line, nil, &isBroken), noErr)
    #expect(isBroken)
    #expect(eventually { player.returned == [buffer] })
    device.keepOutput(frameLimit: 10)
    let result = player.enqueue([5, 6], buffer, start: 68)
    expectEqual(result.start, 68)
    device.advance(frameCount: 10)
    expectEqual(device.keptOutput, [[0, 0, 0, 0, 5, 6, 0, 0, 0, 0]])
    expectEqual(AudioQueueGetCurrentTime(player.queue, nil, &time, &isBroken), noErr)
    #expect(!isBroken)
    expectEqual(time.mSampleTime, 74)
    expectEqual(AudioQueueDisposeTimeline(player.queue, line), noErr)
    expectEqual(AudioQueueDisposeTimeline(player.queue, line), kAudio_ParamError)
    expectEqual(AudioQueueGetCurrentTime(player.queue, line, &time, nil), kAudio_ParamError)
  }

  @Test("Two queues on one device are added up, mono goes to both sides")
  func mixing() throws {
    let device = steppedDevice(rate: 8000, buffer: 16)
    defer { DeviceList.unregister(device) }
    let players = try [1, 2].map { channels in
      let player = try QueuePlayer(.floats(rate: 8000, channels: UInt32(channels)))
      player.onBuffer = { _, _ in }
      expectEqual(setDevice(player.queue, device), noErr)
      return player
    }
    defer { for player in players { player.dispose() } }
    expectEqual(players[0].enqueue([1, 2], try players[0].allocate()).status, noErr)
    expectEqual(players[1].enqueue([10, 20, 30, 40], try players[1].allocate()).status, noErr)
    device.keepOutput(frameLimit: 3)
    for player in players { expectEqual(AudioQueueStart(player.queue, nil), noErr) }
    device.advance(frameCount: 3)
    expectEqual(device.keptOutput, [[11, 32, 0], [21, 42, 0]])
  }

  @Test("Another rate than the device's plays as long as it lasts, and time is told in the queue's frames")
  func otherRate() throws {
    let device = steppedDevice(rate: 48000, channels: 1, buffer: 480)
    defer { DeviceList.unregister(device) }
    let player = try QueuePlayer(.floats(rate: 24000))
    player.onBuffer = { _, _ in }
    defer { player.dispose() }
    expectEqual(setDevice(player.queue, device), noErr)
    let tone = (0..<24000).map { Float(sin(Double($0) * 0.1)) }
    expectEqual(player.enqueue(tone, try player.allocate(96000)).status, noErr)
    device.keepOutput(frameLimit: 48000)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(AudioQueueStop(player.queue, false), noErr)
    device.advance(frameCount: 4800)
    expectEqual(player.time, 2400)
    device.advance(frameCount: 43200)
    let kept = device.keptOutput[0]
    let error = (500..<47000).map { abs(kept[$0] - Float(sin(Double($0) * 0.05))) }
    expectLess(error.max() ?? 1, 1e-3)
    #expect(eventually { !player.returned.isEmpty })
    device.advance(frameCount: 1000)
    #expect(!player.isRunning)
  }

  @Test("Priming decodes ahead without playing")
  func priming() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let player = try mono(device)
    defer { player.dispose() }
    var prepared: UInt32 = 99
    expectEqual(AudioQueuePrime(player.queue, 0, &prepared), noErr)
    expectEqual(prepared, 0)
    expectEqual(player.enqueue([1, 2, 3], try player.allocate()).status, noErr)
    expectEqual(player.enqueue([4, 5], try player.allocate()).status, noErr)
    expectEqual(AudioQueuePrime(player.queue, 3, &prepared), noErr)
    expectGreaterOrEqual(prepared, 3)
    expectEqual(AudioQueuePrime(player.queue, 100, &prepared), noErr)
    expectEqual(prepared, 5)
    expectEqual(AudioQueuePrime(player.queue, 0, nil), noErr)
    #expect(player.returned.isEmpty)
    device.keepOutput(frameLimit: 6)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(AudioQueuePrime(player.queue, 0, nil), kAudioQueueErr_InvalidRunState)
    device.advance(frameCount: 6)
    expectEqual(device.keptOutput, [[1, 2, 3, 4, 5, 0]])
  }

  @Test("A reset gives all buffers back, which cannot be enqueued meanwhile, and the queue goes on")
  func resetting() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let player = try mono(device)
    defer { player.dispose() }
    player.onBuffer = { player, buffer in player.statuses.append(player.enqueue([9], buffer).status) }
    let buffers = try (0..<3).map { _ in try player.allocate() }
    for buffer in buffers {
      expectEqual(player.enqueue([Float](repeating: 1, count: 20), buffer).status, noErr)
    }
    expectEqual(player.enqueue([1], buffers[0]).status, kAudioQueueErr_BufferEnqueuedTwice)
    expectEqual(AudioQueueFreeBuffer(player.queue, buffers[0]), kAudioQueueErr_BufferInQueue)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    device.advance(frameCount: 10)
    expectEqual(AudioQueueReset(player.queue), noErr)
    expectEqual(player.returned, buffers)
    expectEqual(player.statuses, Array(repeating: kAudioQueueErr_EnqueueDuringReset, count: 3))
    #expect(player.isRunning)
    player.onBuffer = { _, _ in }
    expectEqual(player.enqueue([4, 5], buffers[1]).status, noErr)
    device.keepOutput(frameLimit: 3)
    device.advance(frameCount: 3)
    expectEqual(device.keptOutput, [[4, 5, 0]])
    expectEqual(AudioQueueFreeBuffer(player.queue, buffers[0]), noErr)
    expectEqual(AudioQueueFreeBuffer(player.queue, buffers[0]), kAudioQueueErr_InvalidBuffer)
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffers[0], 0, nil), kAudioQueueErr_InvalidBuffer)
  }

  @Test("Disposed of at its end, a queue plays what is enqueued, and answers nothing else")
  func disposingAfterwards() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let player = try mono(device)
    let buffer = try player.allocate()
    expectEqual(player.enqueue([1, 2, 3], buffer).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(AudioQueueDispose(player.queue, false), noErr)
    expectEqual(AudioQueueDispose(player.queue, false), kAudioQueueErr_DisposalPending)
    expectEqual(AudioQueueStart(player.queue, nil), kAudioQueueErr_DisposalPending)
    expectEqual(AudioQueueStop(player.queue, true), kAudioQueueErr_DisposalPending)
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 0, nil), kAudioQueueErr_BufferEnqueuedTwice)
    expectEqual(AudioQueueSetParameter(player.queue, kAudioQueueParam_Volume, 1), kAudioQueueErr_DisposalPending)
    device.keepOutput(frameLimit: 5)
    device.advance(frameCount: 5)
    expectEqual(device.keptOutput, [[1, 2, 3, 0, 0]])
    #expect(eventually { AudioQueuePause(player.queue) == kAudio_ParamError })
    expectEqual(player.returned, [buffer])
    player.dispose()
  }

  @Test("After it was disposed of no function of the program is called")
  func noLateCallbacks() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    for _ in 0..<50 {
      let player = try mono(device)
      for _ in 0..<4 { expectEqual(player.enqueue([1], try player.allocate(4)).status, noErr) }
      expectEqual(AudioQueueStart(player.queue, nil), noErr)
      device.advance(frameCount: 3)
      player.dispose()
      let count = player.returned.count
      usleep(200)
      expectEqual(player.returned.count, count)
    }
  }

  @Test("Stop and Dispose may be called from the buffer callback")
  func disposingInside() throws {
    for disposes in [false, true] {
      let device = steppedDevice(channels: 1, buffer: 16)
      defer { DeviceList.unregister(device) }
      let player = try mono(device)
      player.onBuffer = { player, _ in
        if player.returned.count > 1 { return }
        player.statuses.append(
          disposes ? AudioQueueDispose(player.queue, true) : AudioQueueStop(player.queue, true))
      }
      for _ in 0..<3 { expectEqual(player.enqueue([1, 2], try player.allocate(8)).status, noErr) }
      expectEqual(AudioQueueStart(player.queue, nil), noErr)
      device.advance(frameCount: 3)
      #expect(eventually { player.statuses == [noErr] })
      #expect(eventually { player.returned.count == (disposes ? 1 : 3) })
      player.dispose()
    }
  }
}

@Suite("Audio queues: where callbacks are called")
struct CallbackContextTests {
  @Test("On the run loop that was given, in its mode, and only while it runs")
  func runLoop() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    for mode in [nil, CFRunLoopMode.defaultMode.rawValue] {
      let player = try QueuePlayer(.floats(), runLoop: CFRunLoopGetCurrent(), mode: mode)
      defer { player.dispose() }
      player.onBuffer = { _, _ in }
      expectEqual(setDevice(player.queue, device), noErr)
      expectEqual(player.enqueue([1, 2], try player.allocate(8)).status, noErr)
      expectEqual(AudioQueueStart(player.queue, nil), noErr)
      device.advance(frameCount: 4)
      usleep(20000)
      #expect(player.returned.isEmpty)
      for _ in 0..<100 where player.returned.isEmpty { CFRunLoopRunInMode(.defaultMode, 0.02, true) }
      expectEqual(player.returned.count, 1)
      expectEqual(player.properties, [kAudioQueueProperty_IsRunning])
      expectEqual(player.threads, [UInt(pthread_self())])
    }
  }

  @Test("On a thread of the queue's own where no run loop was given")
  func internalThread() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    expectEqual(setDevice(player.queue, device), noErr)
    expectEqual(player.enqueue([1, 2], try player.allocate(8)).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    device.advance(frameCount: 4)
    #expect(eventually { player.returned.count == 1 })
    #expect(!player.threads.contains(UInt(pthread_self())))
  }

  @Test("On a dispatch queue")
  func dispatchQueue() throws {
    let device = steppedDevice(channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let key = DispatchSpecificKey<Int>()
    let serial = DispatchQueue(label: "test")
    serial.setSpecific(key: key, value: 5)
    let seen = Log()
    var queue: AudioQueueRef?
    var format = AudioStreamBasicDescription.floats()
    let made = AudioQueueNewOutputWithDispatchQueue(&queue, &format, 0, serial) { _, buffer in
      seen.append("\(DispatchQueue.getSpecific(key: key) ?? 0) \(buffer.pointee.mAudioDataByteSize)")
    }
    expectEqual(made, noErr)
    let handle = try required(queue)
    expectEqual(setDevice(handle, device), noErr)
    var buffer: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(handle, 12, &buffer), noErr)
    let memory = try required(buffer)
    memory.pointee.mAudioDataByteSize = 12
    expectEqual(AudioQueueEnqueueBuffer(handle, memory, 0, nil), noErr)
    expectEqual(AudioQueueStart(handle, nil), noErr)
    device.advance(frameCount: 4)
    #expect(eventually { seen.lines == ["5 12"] }, "\(seen.lines)")
    expectEqual(AudioQueueDispose(handle, true), noErr)
    format.mFormatID = 0x3F3F_3F3F
    let refused = AudioQueueNewOutputWithDispatchQueue(&queue, &format, 0, serial) { _, _ in }
    expectEqual(refused, kAudioFormatUnsupportedDataFormatError)
    expectNil(queue)
  }

  @Test("Out of the box a queue plays in real time into nothing")
  func realTime() throws {
    let player = try QueuePlayer(.floats(rate: 48000))
    defer { player.dispose() }
    player.onBuffer = { player, _ in AudioQueueStop(player.queue, false) }
    expectEqual(player.enqueue([Float](repeating: 0.1, count: 4800), try player.allocate()).status, noErr)
    let begin = Date()
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    #expect(eventually { !player.isRunning })
    // 100 ms of sound; how much later it ends the load of the machine decides.
    expectGreater(Date().timeIntervalSince(begin), 0.08)
    #expect(eventually { player.properties.count == 2 })
  }
}

/// What functions called elsewhere have noted.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var noted: [String] = []
  func append(_ line: String) { lock.withLock { noted.append(line) } }
  var lines: [String] { lock.withLock { noted } }
}
