import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio queues: processing taps")
struct ProcessingTapTests {
  private final class Seen: @unchecked Sendable {
    var flags: [AudioQueueProcessingTapFlags] = []
    var frames: [UInt32] = []
    var first: [Float] = []
    var queueTimes: [Double] = []
    var statuses: [OSStatus] = []
  }

  /// Negates what comes, and notes it.
  private static let negate: AudioQueueProcessingTapCallback = { data, tap, count, time, flags, made, list in
    let seen = Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue()
    var told: AudioQueueProcessingTapFlags = []
    seen.statuses.append(AudioQueueProcessingTapGetSourceAudio(tap, count, time, &told, made, list))
    flags.pointee = told
    let buffers = UnsafeMutableAudioBufferListPointer(list)
    for buffer in buffers {
      let samples = UnsafeMutableBufferPointer<Float>(buffer)
      for index in samples.indices { samples[index] = -samples[index] }
    }
    let samples = UnsafeMutableBufferPointer<Float>(buffers[0])
    var place = (0.0, UInt32(0))
    seen.statuses.append(AudioQueueProcessingTapGetQueueTime(tap, &place.0, &place.1))
    if made.pointee > 0 {
      seen.queueTimes.append(place.0)
      seen.first.append(samples[0])
      seen.flags.append(told)
      seen.frames.append(made.pointee)
    }
  }

  private func tap(
    _ queue: AudioQueueRef, _ seen: Seen, _ flags: AudioQueueProcessingTapFlags
  ) -> (OSStatus, AudioQueueProcessingTapRef?, AudioStreamBasicDescription) {
    var tap: AudioQueueProcessingTapRef?
    var largest: UInt32 = 0
    var format = AudioStreamBasicDescription()
    let data = Unmanaged.passUnretained(seen).toOpaque()
    let status = AudioQueueProcessingTapNew(queue, Self.negate, data, flags, &largest, &format, &tap)
    if status == noErr { expectGreaterOrEqual(largest, 512) }
    return (status, tap, format)
  }

  @Test("A tap changes what is heard, before and after the effects, until it is disposed of")
  func changing() throws {
    let player = try QueuePlayer(.floats(rate: 8000, channels: 2))
    player.onBuffer = { _, _ in }
    defer { player.dispose() }
    var format = AudioStreamBasicDescription.floats(rate: 8000, channels: 2)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    let (before, after) = (Seen(), Seen())
    let (status, first, made) = tap(player.queue, before, .preEffects)
    expectEqual(status, noErr)
    expectEqual(made.mSampleRate, 8000)
    expectEqual(made.mChannelsPerFrame, 2)
    #expect(made.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0)
    expectEqual(made.mBytesPerFrame, 4)
    expectEqual(tap(player.queue, after, .preEffects).0, kAudioQueueErr_TooManyTaps)
    let samples = (0..<40).map(Float.init)
    expectEqual(player.enqueue(samples, try player.allocate()).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(floats(try player.renderOffline(5, bytesPerFrame: 8, calls: 1)), samples[0..<10].map { -$0 })
    let (second, other, _) = tap(player.queue, after, .postEffects)
    expectEqual(second, noErr)
    expectEqual(floats(try player.renderOffline(5, bytesPerFrame: 8, calls: 1)), Array(samples[10..<20]))
    expectEqual(AudioQueueProcessingTapDispose(try #require(first)), noErr)
    expectEqual(AudioQueueProcessingTapDispose(try #require(first)), kAudio_ParamError)
    expectEqual(floats(try player.renderOffline(5, bytesPerFrame: 8, calls: 1)), samples[20..<30].map { -$0 })
    expectEqual(AudioQueueProcessingTapDispose(try #require(other)), noErr)
    expectEqual(floats(try player.renderOffline(9, bytesPerFrame: 8)), Array(samples[30...]))
    #expect(before.statuses.allSatisfy { $0 == noErr })
    expectEqual(before.frames, [5, 5])
    expectEqual(before.queueTimes, [0, 5])
    #expect(before.flags[0].contains(.startOfStream))
    #expect(!before.flags[1].contains(.startOfStream))
  }

  @Test("A siphon sees everything and changes nothing")
  func siphon() throws {
    let player = try QueuePlayer(.floats(rate: 8000))
    player.onBuffer = { _, _ in }
    defer { player.dispose() }
    var format = AudioStreamBasicDescription.floats(rate: 8000)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    let seen = Seen()
    let (status, made, _) = tap(player.queue, seen, [.preEffects, .siphon])
    expectEqual(status, noErr)
    expectEqual(player.enqueue([1, 2, 3, 4], try player.allocate()).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(floats(try player.renderOffline(3, bytesPerFrame: 4)), [1, 2, 3, 4])
    expectEqual(seen.first, [-1, -4])
    expectEqual(seen.frames, [3, 1])
    expectEqual(AudioQueueProcessingTapDispose(try #require(made)), noErr)
  }

  @Test("Taps of no kind, and questions at the wrong time, are refused")
  func mistakes() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    let seen = Seen()
    for flags in [
      [], [.preEffects, .postEffects], .siphon, [.preEffects, .startOfStream],
      [.postEffects, AudioQueueProcessingTapFlags(rawValue: 1 << 20)],
    ] as [AudioQueueProcessingTapFlags] {
      expectEqual(tap(player.queue, seen, flags).0, kAudioQueueErr_InvalidTapType)
    }
    let handle = try required(tap(player.queue, seen, .postEffects).1)
    var time = AudioTimeStamp()
    var flags: AudioQueueProcessingTapFlags = []
    var count: UInt32 = 0
    var sampleTime = 0.0
    var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer())
    expectEqual(
      AudioQueueProcessingTapGetSourceAudio(handle, 1, &time, &flags, &count, &list), kAudioQueueErr_InvalidTapContext)
    expectEqual(AudioQueueProcessingTapGetQueueTime(handle, &sampleTime, &count), kAudioQueueErr_InvalidTapContext)
    expectEqual(AudioQueueProcessingTapDispose(handle), noErr)
    expectEqual(AudioQueueProcessingTapGetQueueTime(handle, &sampleTime, &count), kAudio_ParamError)
  }

  /// What a queue that records has handed over.
  private final class Taken: @unchecked Sendable {
    private let lock = NSLock()
    private var samples: [Float] = []

    static let function: AudioQueueInputCallback = { data, queue, buffer, _, _, _ in
      guard let data else { return }
      let taken = Unmanaged<Taken>.fromOpaque(data).takeUnretainedValue()
      let bytes = UnsafeRawBufferPointer(
        start: buffer.pointee.mAudioData, count: Int(buffer.pointee.mAudioDataByteSize))
      taken.lock.withLock { taken.samples += bytes.bindMemory(to: Float.self) }
    }

    var all: [Float] { lock.withLock { samples } }
  }

  private func recorder(_ device: VirtualDevice, _ taken: Taken) throws -> AudioQueueRef {
    var format = AudioStreamBasicDescription.floats(
      rate: device.format.sampleRate, channels: UInt32(device.format.channelCount))
    var made: AudioQueueRef?
    let data = Unmanaged.passUnretained(taken).toOpaque()
    expectEqual(AudioQueueNewInput(&format, Taken.function, data, nil, nil, 0, &made), noErr)
    let queue = try required(made)
    expectEqual(setDevice(queue, device), noErr)
    var buffer: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(queue, 4000, &buffer), noErr)
    expectEqual(AudioQueueEnqueueBuffer(queue, try #require(buffer), 0, nil), noErr)
    return queue
  }

  @Test("A tap on a queue that records changes what is recorded, until it is disposed of")
  func recording() throws {
    let device = steppedDevice(rate: 8000, channels: 2, buffer: 16)
    defer { DeviceList.unregister(device) }
    let taken = Taken()
    let queue = try recorder(device, taken)
    defer { AudioQueueDispose(queue, true) }
    let seen = Seen()
    let (status, made, format) = tap(queue, seen, .preEffects)
    expectEqual(status, noErr)
    expectEqual(format.mSampleRate, 8000)
    expectEqual(format.mChannelsPerFrame, 2)
    #expect(format.mFormatFlags & kAudioFormatFlagIsNonInterleaved != 0)
    expectEqual(tap(queue, Seen(), .postEffects).0, kAudioQueueErr_TooManyTaps)
    let (left, right) = ((0..<48).map(Float.init), (100..<148).map(Float.init))
    device.setInput([left, right])
    expectEqual(AudioQueueStart(queue, nil), noErr)
    device.advance(frameCount: 32)
    expectEqual(AudioQueueProcessingTapDispose(try #require(made)), noErr)
    device.advance(frameCount: 16)
    expectEqual(AudioQueueStop(queue, true), noErr)
    let expected = zip(left, right).enumerated().flatMap { index, pair in
      index < 32 ? [-pair.0, -pair.1] : [pair.0, pair.1]
    }
    expectEqual(taken.all, expected)
    #expect(seen.statuses.allSatisfy { $0 == noErr })
    expectEqual(seen.frames, [16, 16])
    expectEqual(seen.first, [0, -16])
    expectEqual(seen.queueTimes, [0, 16])
    #expect(seen.flags[0].contains(.startOfStream))
    #expect(!seen.flags[1].contains(.startOfStream))
  }

  @Test("A siphon on a queue that records sees everything and changes nothing")
  func recordingSiphon() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 10)
    defer { DeviceList.unregister(device) }
    let taken = Taken()
    let queue = try recorder(device, taken)
    defer { AudioQueueDispose(queue, true) }
    let seen = Seen()
    let (status, made, _) = tap(queue, seen, [.postEffects, .siphon])
    expectEqual(status, noErr)
    let signal = (0..<25).map(Float.init)
    device.setInput([signal])
    expectEqual(AudioQueueStart(queue, nil), noErr)
    device.advance(frameCount: 25)
    expectEqual(AudioQueueStop(queue, true), noErr)
    expectEqual(taken.all, signal)
    expectEqual(seen.frames, [10, 10, 5])
    expectEqual(seen.first, [0, -10, -20])
    // A start anew is the start of a stream.
    expectEqual(AudioQueueStart(queue, nil), noErr)
    device.advance(frameCount: 3)
    expectEqual(AudioQueueStop(queue, true), noErr)
    expectEqual(seen.frames.last, 3)
    expectEqual(seen.flags.last?.contains(.startOfStream), true)
    expectEqual(AudioQueueProcessingTapDispose(try #require(made)), noErr)
  }

  @Test("A tap's questions are answered only while its function is called, also on a queue that records")
  func recordingMistakes() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 10)
    defer { DeviceList.unregister(device) }
    let queue = try recorder(device, Taken())
    let seen = Seen()
    expectEqual(tap(queue, seen, .siphon).0, kAudioQueueErr_InvalidTapType)
    let handle = try required(tap(queue, seen, .preEffects).1)
    var (sampleTime, count) = (0.0, UInt32(0))
    expectEqual(AudioQueueProcessingTapGetQueueTime(handle, &sampleTime, &count), kAudioQueueErr_InvalidTapContext)
    // The queue may go first.
    expectEqual(AudioQueueDispose(queue, true), noErr)
    expectEqual(AudioQueueProcessingTapDispose(handle), noErr)
    expectEqual(AudioQueueProcessingTapDispose(handle), kAudio_ParamError)
  }
}
