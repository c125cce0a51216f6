import AudioDevices
import AudioToolbox
import Dispatch
import Foundation
import TestSupport
import Testing

/// A program that records.
private final class Recorder: @unchecked Sendable {
  struct Take: Equatable {
    var bytes: [UInt8]
    var packets: [Int]
    var start: Double
    var count: UInt32
  }

  let queue: AudioQueueRef
  private let lock = NSLock()
  private var taken: [Take] = []
  private var answers: [OSStatus] = []
  private let box: UnsafeMutablePointer<Recorder?>

  private static let input: AudioQueueInputCallback = { userData, queue, buffer, time, count, places in
    guard let recorder = userData?.assumingMemoryBound(to: Recorder?.self).pointee else { return }
    let data = buffer.pointee
    let bytes = [UInt8](UnsafeRawBufferPointer(start: data.mAudioData, count: Int(data.mAudioDataByteSize)))
    let sizes = places.map { places in (0..<Int(count)).map { Int(places[$0].mDataByteSize) } } ?? []
    recorder.lock.withLock {
      recorder.taken.append(Take(bytes: bytes, packets: sizes, start: time.pointee.mSampleTime, count: count))
    }
    let status = AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
    recorder.lock.withLock { recorder.answers.append(status) }
  }

  init(_ format: AudioStreamBasicDescription, on device: VirtualDevice) throws {
    var format = format
    var made: AudioQueueRef?
    box = .allocate(capacity: 1)
    box.initialize(to: nil)
    let status = AudioQueueNewInput(&format, Recorder.input, box, nil, nil, 0, &made)
    guard status == noErr, let made else { throw TestFailure(status: status) }
    queue = made
    box.pointee = self
    expectEqual(setDevice(queue, device), noErr)
  }

  func dispose() {
    AudioQueueDispose(queue, true)
    box.deinitialize(count: 1)
    box.deallocate()
  }

  // Copies of their own: ThreadSanitizer does not see that a shared one was let go before the next element is added.
  var takes: [Take] { lock.withLock { taken.map { $0 } } }
  /// What enqueuing a buffer again was answered with.
  var enqueued: [OSStatus] { lock.withLock { answers.map { $0 } } }
  var bytes: [UInt8] { takes.flatMap(\.bytes) }

  func add(_ size: UInt32, descriptions: UInt32 = 0) throws -> AudioQueueBufferRef {
    var buffer: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBufferWithPacketDescriptions(queue, size, descriptions, &buffer), noErr)
    let made = try required(buffer)
    expectEqual(AudioQueueEnqueueBuffer(queue, made, 0, nil), noErr)
    return made
  }

  func number(_ property: AudioQueuePropertyID) -> UInt32? {
    var value: UInt32 = 0
    var size: UInt32 = 4
    return AudioQueueGetProperty(queue, property, &value, &size) == noErr ? value : nil
  }

  func data(_ property: AudioQueuePropertyID) -> [UInt8] {
    var size: UInt32 = 0
    guard AudioQueueGetPropertySize(queue, property, &size) == noErr else { return [] }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    return AudioQueueGetProperty(queue, property, &bytes, &size) == noErr ? bytes : []
  }
}

@Suite("Audio queues: recording from a device whose time is moved by the test")
struct RecordingTests {
  @Test("What is captured fills one buffer after the other, and stopping gives the last one and the empty ones")
  func samples() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let ramp = (0..<100).map(Float.init)
    let recorder = try Recorder(.floats(rate: 8000), on: device)
    defer { recorder.dispose() }
    for _ in 0..<3 { _ = try recorder.add(40) }
    expectEqual(AudioQueueStart(recorder.queue, nil), noErr)
    expectEqual(recorder.number(kAudioQueueProperty_IsRunning), 1)
    device.setInput([ramp])
    device.advance(frameCount: 20)
    #expect(eventually { recorder.takes.count == 2 && recorder.enqueued.count == 2 })
    device.advance(frameCount: 4)
    var time = AudioTimeStamp()
    expectEqual(AudioQueueGetCurrentTime(recorder.queue, nil, &time, nil), noErr)
    expectEqual(time.mSampleTime, 24)
    expectEqual(AudioQueuePause(recorder.queue), noErr)
    device.advance(frameCount: 1)
    expectEqual(AudioQueueStart(recorder.queue, nil), noErr)
    device.advance(frameCount: 1)
    expectEqual(AudioQueueStop(recorder.queue, true), noErr)
    expectEqual(recorder.takes.map(\.count), [10, 10, 5, 0, 0])
    expectEqual(floats(recorder.bytes), ramp[0..<24] + [25])
    expectEqual(recorder.takes.map(\.start), [0, 10, 20, 25, 25])
    expectEqual(recorder.enqueued, [noErr, noErr] + Array(repeating: kAudioQueueErr_EnqueueDuringReset, count: 3))
    expectEqual(recorder.number(kAudioQueueProperty_IsRunning), 0)
    expectEqual(AudioQueueGetCurrentTime(recorder.queue, nil, &time, nil), kAudioQueueErr_InvalidRunState)
  }

  @Test("Samples come at the queue's rate and in its format")
  func otherFormat() throws {
    let device = steppedDevice(rate: 48000, channels: 2, buffer: 480)
    defer { DeviceList.unregister(device) }
    let tone = (0..<48000).map { Float(0.5 * sin(Double($0) * 0.05)) }
    let recorder = try Recorder(.pcm(16, rate: 24000, channels: 1), on: device)
    defer { recorder.dispose() }
    _ = try recorder.add(48000)
    device.setInput([tone, tone])
    expectEqual(AudioQueueStart(recorder.queue, nil), noErr)
    device.advance(frameCount: 48000)
    expectEqual(AudioQueueStop(recorder.queue, true), noErr)
    let made = recorder.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    expectEqual(made.count, 24000)
    let error = (200..<23800).map { frame -> Double in
      let expected: Double = 0.5 * sin(Double(frame) * 0.1)
      return abs(Double(made[frame]) / 32768 - expected)
    }
    expectLess(error.max() ?? 1, 1e-3)
  }

  @Test(
    "Packets are those of the converter, with their descriptions and their cookie",
    arguments: [
      (kAudioFormatMPEG4AAC, UInt32(1024)), (kAudioFormatAppleLossless, UInt32(4096)),
      (kAudioFormatMPEG4AAC_ELD, UInt32(512)),
    ])
  func packets(formatID: AudioFormatID, frames: UInt32) throws {
    let device = steppedDevice(rate: 44100, channels: 2, buffer: 500)
    defer { DeviceList.unregister(device) }
    var generator = SplitMix64(seed: 3)
    let left = (0..<30000).map { Float(0.3 * sin(Double($0) * 0.03)) }
    let right = (0..<30000).map { _ in Float(Int16(truncatingIfNeeded: generator.next())) / 65536 }
    let format = AudioStreamBasicDescription.coded(formatID, frames: frames)
    let recorder = try Recorder(format, on: device)
    defer { recorder.dispose() }
    let largest = try required(recorder.number(kAudioQueueProperty_MaximumOutputPacketSize))
    // As many as the whole recording takes: the thread of the callbacks may come late.
    for index in 0..<24 { _ = try recorder.add(largest * 3, descriptions: index == 0 ? 0 : 8) }
    device.setInput([left, right])
    expectEqual(AudioQueueStart(recorder.queue, nil), noErr)
    for _ in 0..<60 {
      device.advance(frameCount: 500)
      #expect(eventually { recorder.enqueued.count == recorder.takes.count })
    }
    let cookie = recorder.data(kAudioQueueProperty_MagicCookie)
    #expect(!cookie.isEmpty)
    expectEqual(AudioQueueStop(recorder.queue, true), noErr)
    expectEqual(recorder.number(kAudioQueueProperty_ConverterError), 0)

    let converter = try makeConverter(.pcm(32, isFloat: true), format)
    defer { AudioConverterDispose(converter) }
    let interleaved = (0..<30000).flatMap { [left[$0], right[$0]] }
    let feed = PacketFeed([interleaved.withUnsafeBytes { Array($0) }])
    feed.bytesPerPacket = 8
    var expected: [[UInt8]] = []
    while true {
      let result = fill(converter, feed, packets: 1, room: 1 << 16)
      if result.packets == 0 { break }
      expected.append(result.bytes)
    }
    expectEqual(recorder.takes.flatMap(\.packets), expected.map(\.count))
    expectEqual(recorder.bytes, expected.flatMap(\.self))
    for take in recorder.takes where take.count > 0 {
      expectEqual(take.start.truncatingRemainder(dividingBy: Double(frames)), 0)
    }
  }

  @Test("Without a buffer what is captured is lost, and that is told")
  func underrun() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let recorder = try Recorder(.floats(rate: 8000), on: device)
    defer { recorder.dispose() }
    let log = Log()
    let listener: AudioQueuePropertyListenerProc = { userData, _, property in
      guard let userData else { return }
      Unmanaged<Log>.fromOpaque(userData).takeUnretainedValue().append("\(property)")
    }
    let data = Unmanaged.passUnretained(log).toOpaque()
    let property = kAudioQueueProperty_ConverterError
    expectEqual(AudioQueueAddPropertyListener(recorder.queue, property, listener, data), noErr)
    device.setInput([(0..<100).map(Float.init)])
    expectEqual(AudioQueueStart(recorder.queue, nil), noErr)
    device.advance(frameCount: 64)
    expectEqual(recorder.number(property), UInt32(bitPattern: kAudioQueueErr_RecordUnderrun))
    #expect(eventually { log.lines == ["\(property)"] })
    _ = try recorder.add(16)
    device.advance(frameCount: 16)
    #expect(eventually { !recorder.takes.isEmpty })
    expectEqual(floats(recorder.takes[0].bytes), [64, 65, 66, 67])
    expectEqual(recorder.takes[0].start, 64)
  }

  @Test("A flush hands over what there is, a reset throws it away")
  func flushing() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let recorder = try Recorder(.floats(rate: 8000), on: device)
    defer { recorder.dispose() }
    _ = try recorder.add(400)
    device.setInput([(0..<100).map(Float.init)])
    expectEqual(AudioQueueStart(recorder.queue, nil), noErr)
    device.advance(frameCount: 3)
    expectEqual(AudioQueueFlush(recorder.queue), noErr)
    #expect(eventually { recorder.takes.map(\.count) == [3] && recorder.enqueued.count == 1 })
    device.advance(frameCount: 3)
    expectEqual(AudioQueueReset(recorder.queue), noErr)
    expectEqual(recorder.takes.map(\.count), [3, 0])
    expectEqual(AudioQueueStop(recorder.queue, false), noErr)
  }

  @Test("Recording starts at the frame that its start time names")
  func startTime() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let recorder = try Recorder(.floats(rate: 8000), on: device)
    defer { recorder.dispose() }
    _ = try recorder.add(12)
    device.setInput([(0..<100).map(Float.init)])
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    time.mSampleTime = 37
    expectEqual(AudioQueueStart(recorder.queue, &time), noErr)
    device.advance(frameCount: 64)
    #expect(eventually { !recorder.takes.isEmpty })
    expectEqual(floats(recorder.takes[0].bytes), [37, 38, 39])
    expectEqual(recorder.takes[0].start, 0)
  }

  @Test("A block on a dispatch queue records as well")
  func dispatchQueue() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let log = Log()
    var queue: AudioQueueRef?
    var format = AudioStreamBasicDescription.floats(rate: 8000)
    let made = AudioQueueNewInputWithDispatchQueue(&queue, &format, 0, DispatchQueue(label: "test")) {
      _, buffer, _, count, places in
      log.append("\(buffer.pointee.mAudioDataByteSize) \(count) \(places == nil)")
    }
    expectEqual(made, noErr)
    let handle = try required(queue)
    expectEqual(setDevice(handle, device), noErr)
    var buffer: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(handle, 15, &buffer), noErr)
    expectEqual(AudioQueueEnqueueBuffer(handle, try #require(buffer), 0, nil), noErr)
    expectEqual(AudioQueueStart(handle, nil), noErr)
    device.advance(frameCount: 16)
    // Three whole frames have room in 15 bytes.
    #expect(eventually { log.lines == ["12 3 true"] }, "\(log.lines)")
    expectEqual(AudioQueueDispose(handle, true), noErr)
  }

  @Test("A buffer that is full is the program's when it is told of it, and not before")
  func fullBuffer() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let log = Log()
    var queue: AudioQueueRef?
    var format = AudioStreamBasicDescription.floats(rate: 8000)
    let callbacks = DispatchQueue(label: "test")
    callbacks.suspend()
    let made = AudioQueueNewInputWithDispatchQueue(&queue, &format, 0, callbacks) { queue, buffer, _, count, _ in
      log.append("\(count) \(AudioQueueEnqueueBuffer(queue, buffer, 0, nil))")
    }
    expectEqual(made, noErr)
    let handle = try required(queue)
    expectEqual(setDevice(handle, device), noErr)
    var allocated: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(handle, 16, &allocated), noErr)
    let buffer = try required(allocated)
    expectEqual(AudioQueueEnqueueBuffer(handle, buffer, 0, nil), noErr)
    expectEqual(AudioQueueStart(handle, nil), noErr)
    device.setInput([(0..<100).map(Float.init)])
    device.advance(frameCount: 4)
    // It is full; whoever had it filled again now would change what the callback is about to tell.
    expectEqual(AudioQueueEnqueueBuffer(handle, buffer, 0, nil), kAudioQueueErr_BufferEnqueuedTwice)
    callbacks.resume()
    #expect(eventually { log.lines == ["4 0"] }, "\(log.lines)")
    expectEqual(AudioQueueEnqueueBuffer(handle, buffer, 0, nil), kAudioQueueErr_BufferEnqueuedTwice)
    expectEqual(AudioQueueDispose(handle, true), noErr)
  }

  @Test("Formats that nothing encodes, and what belongs to players, are refused")
  func mistakes() throws {
    let device = steppedDevice(rate: 8000, channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    var queue: AudioQueueRef?
    for format in [
      AudioStreamBasicDescription.coded(0x3F3F_3F3F, frames: 1),
      .pcm(32, isFloat: true, isPlanar: true), .coded(kAudioFormatMPEGLayer3, frames: 1152),
    ] {
      var format = format
      let status = AudioQueueNewInput(&format, { _, _, _, _, _, _ in }, nil, nil, nil, 0, &queue)
      expectEqual(status, kAudioFormatUnsupportedDataFormatError)
      expectNil(queue)
    }
    let recorder = try Recorder(.floats(rate: 8000), on: device)
    defer { recorder.dispose() }
    var value: Float = 0
    var time = AudioTimeStamp()
    let buffer = try recorder.add(16)
    expectEqual(AudioQueuePrime(recorder.queue, 0, nil), kAudioQueueErr_InvalidQueueType)
    expectEqual(AudioQueueGetParameter(recorder.queue, 1, &value), kAudioQueueErr_InvalidQueueType)
    expectEqual(AudioQueueSetParameter(recorder.queue, 1, 1), kAudioQueueErr_InvalidQueueType)
    expectEqual(AudioQueueOfflineRender(recorder.queue, &time, buffer, 0), kAudioQueueErr_InvalidQueueType)
    expectEqual(AudioQueueSetOfflineRenderFormat(recorder.queue, nil, nil), kAudioQueueErr_InvalidQueueType)
    expectEqual(AudioQueueEnqueueBuffer(recorder.queue, buffer, 0, nil), kAudioQueueErr_BufferEnqueuedTwice)
    var small: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(recorder.queue, 3, &small), noErr)
    expectEqual(AudioQueueEnqueueBuffer(recorder.queue, try #require(small), 0, nil), kAudio_ParamError)
    expectEqual(AudioQueueDispose(recorder.queue, false), noErr)
    expectEqual(AudioQueueStart(recorder.queue, nil), kAudio_ParamError)
  }
}
