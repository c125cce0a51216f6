import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What Audio Queue Services refuse about buffers, times, parameters and properties.
@Suite("Queues: arguments that are refused")
struct QueueBufferRefusalTests {
  private static let parameter = kAudio_ParamError

  @Test("Null pointers where a queue is asked for something")
  func nothings() throws {
    let queue = try QueueRefusalTests.output()
    defer { AudioQueueDispose(queue, true) }
    var (number, time, format): (UInt32, AudioTimeStamp, AudioStreamBasicDescription) = (4, AudioTimeStamp(), .floats())
    var tap: AudioQueueProcessingTapRef?
    let tapped: AudioQueueProcessingTapCallback = { _, _, _, _, _, _, _ in }
    let running = kAudioQueueProperty_IsRunning
    Refusal.check([
      Refusal("AudioQueueAllocateBuffer", "no place", Self.parameter) { AudioQueueAllocateBuffer(queue, 4, nothing()) },
      Refusal("AudioQueueGetParameter", "no place", Self.parameter) {
        AudioQueueGetParameter(queue, kAudioQueueParam_Volume, nothing())
      },
      Refusal("AudioQueueGetProperty", "no place", Self.parameter) {
        AudioQueueGetProperty(queue, running, nothing(), &number)
      },
      Refusal("AudioQueueGetProperty", "no size", Self.parameter) {
        AudioQueueGetProperty(queue, running, &number, nothing())
      },
      Refusal("AudioQueueSetProperty", "no value", Self.parameter) {
        AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, nothing(), 4)
      },
      Refusal("AudioQueueGetPropertySize", "no place", Self.parameter) {
        AudioQueueGetPropertySize(queue, running, nothing())
      },
      Refusal("AudioQueueAddPropertyListener", "no function", Self.parameter) {
        AudioQueueAddPropertyListener(queue, running, nothing(), nil)
      },
      Refusal("AudioQueueRemovePropertyListener", "no function", Self.parameter) {
        AudioQueueRemovePropertyListener(queue, running, nothing(), nil)
      },
      Refusal("AudioQueueCreateTimeline", "no place", Self.parameter) { AudioQueueCreateTimeline(queue, nothing()) },
      Refusal("AudioQueueDisposeTimeline", "null", Self.parameter) { AudioQueueDisposeTimeline(queue, nothing()) },
      Refusal("AudioQueueGetCurrentTime", "not running", kAudioQueueErr_InvalidRunState) {
        AudioQueueGetCurrentTime(queue, nil, &time, nil)
      },
      Refusal("AudioQueueGetCurrentTime", "no time line", Self.parameter) {
        AudioQueueGetCurrentTime(queue, Refusal.stale, &time, nil)
      },
      Refusal("AudioQueueDeviceGetCurrentTime", "no place", Self.parameter) {
        AudioQueueDeviceGetCurrentTime(queue, nothing())
      },
      Refusal("AudioQueueDeviceTranslateTime", "no time", Self.parameter) {
        AudioQueueDeviceTranslateTime(queue, nothing(), &time)
      },
      Refusal("AudioQueueDeviceTranslateTime", "no place", Self.parameter) {
        AudioQueueDeviceTranslateTime(queue, &time, nothing())
      },
      Refusal("AudioQueueDeviceGetNearestStartTime", "no place", Self.parameter) {
        AudioQueueDeviceGetNearestStartTime(queue, nothing(), 0)
      },
      Refusal("AudioQueueProcessingTapNew", "no function", Self.parameter) {
        AudioQueueProcessingTapNew(queue, nothing(), nil, .preEffects, &number, &format, &tap)
      },
      Refusal("AudioQueueProcessingTapNew", "no count", Self.parameter) {
        AudioQueueProcessingTapNew(queue, tapped, nil, .preEffects, nothing(), &format, &tap)
      },
      Refusal("AudioQueueProcessingTapNew", "no format", Self.parameter) {
        AudioQueueProcessingTapNew(queue, tapped, nil, .preEffects, &number, nothing(), &tap)
      },
      Refusal("AudioQueueProcessingTapNew", "no place", Self.parameter) {
        AudioQueueProcessingTapNew(queue, tapped, nil, .preEffects, &number, &format, nothing())
      },
    ])
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = 0x00F0_0002
    expectEqual(AudioQueueSetOfflineRenderFormat(queue, &format, &layout), Self.parameter)
    expectEqual(AudioQueueSetOfflineRenderFormat(queue, &format, nil), noErr)
    var made: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(queue, 4, &made), noErr)
    expectEqual(AudioQueueOfflineRender(queue, nothing(), try #require(made), 1), Self.parameter)
    expectEqual(AudioQueueOfflineRender(queue, &time, nothing(), 1), kAudioQueueErr_InvalidBuffer)
  }

  @Test("Buffers of no size, of other queues, that are enqueued or hold nothing")
  func buffers() throws {
    let queue = try QueueRefusalTests.output()
    defer { AudioQueueDispose(queue, true) }
    let other = try QueueRefusalTests.output()
    var made: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(other, 4, &made), noErr)
    let foreign = try required(made)
    expectEqual(AudioQueueAllocateBuffer(queue, 8, &made), noErr)
    let buffer = try required(made)
    let noBuffer = kAudioQueueErr_InvalidBuffer
    Refusal.check([
      Refusal("AudioQueueAllocateBuffer", "no size", Self.parameter) { AudioQueueAllocateBuffer(queue, 0, &made) },
      Refusal("AudioQueueAllocateBufferWithPacketDescriptions", "no size", Self.parameter) {
        AudioQueueAllocateBufferWithPacketDescriptions(queue, 0, 4, &made)
      },
      Refusal("AudioQueueFreeBuffer", "null", noBuffer) { AudioQueueFreeBuffer(queue, nothing()) },
      Refusal("AudioQueueFreeBuffer", "another queue's", noBuffer) { AudioQueueFreeBuffer(queue, foreign) },
      Refusal("AudioQueueEnqueueBuffer", "null", noBuffer) { AudioQueueEnqueueBuffer(queue, nothing(), 0, nil) },
      Refusal("AudioQueueEnqueueBuffer", "another queue's", noBuffer) {
        AudioQueueEnqueueBuffer(queue, foreign, 0, nil)
      },
      Refusal("AudioQueueEnqueueBuffer", "empty", kAudioQueueErr_BufferEmpty) {
        AudioQueueEnqueueBuffer(queue, buffer, 0, nil)
      },
    ])
    expectNil(made)
    buffer.pointee.mAudioDataByteSize = 8
    var event = AudioQueueParameterEvent(mID: kAudioQueueParam_Volume, mValue: -1)
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    time.mSampleTime = .nan
    func enqueue(_ count: UInt32, _ events: UnsafePointer<AudioQueueParameterEvent>?, at start: Bool) -> OSStatus {
      withUnsafePointer(to: &time) { time in
        AudioQueueEnqueueBufferWithParameters(queue, buffer, 0, nil, 0, 0, count, events, start ? time : nil, nil)
      }
    }
    expectEqual(enqueue(1, nil, at: false), Self.parameter)
    expectEqual(enqueue(1, &event, at: false), kAudioQueueErr_InvalidParameter)
    expectEqual(enqueue(0, nil, at: true), Self.parameter)
    expectEqual(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), noErr)
    expectEqual(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), kAudioQueueErr_BufferEnqueuedTwice)
    expectEqual(AudioQueueFreeBuffer(queue, buffer), kAudioQueueErr_BufferInQueue)
    expectEqual(AudioQueueReset(queue), noErr)
    expectEqual(AudioQueueFreeBuffer(queue, buffer), noErr)
    expectEqual(AudioQueueFreeBuffer(queue, buffer), noBuffer)
    expectEqual(AudioQueueDispose(other, true), noErr)
  }

  @Test("Time lines of other queues, and those that were disposed of")
  func timelines() throws {
    let (queue, other) = (try QueueRefusalTests.output(), try QueueRefusalTests.output())
    defer { for queue in [queue, other] { AudioQueueDispose(queue, true) } }
    var made: AudioQueueTimelineRef?
    expectEqual(AudioQueueCreateTimeline(queue, &made), noErr)
    let timeline = try required(made)
    var time = AudioTimeStamp()
    expectEqual(AudioQueueGetCurrentTime(other, timeline, &time, nil), Self.parameter)
    expectEqual(AudioQueueDisposeTimeline(other, timeline), Self.parameter)
    expectEqual(AudioQueueDisposeTimeline(queue, timeline), noErr)
    expectEqual(AudioQueueDisposeTimeline(queue, timeline), Self.parameter)
    expectEqual(AudioQueueGetCurrentTime(queue, timeline, &time, nil), Self.parameter)
  }

  @Test("Parameters that there are not, and values that none of them has")
  func parameters() throws {
    let queue = try QueueRefusalTests.output()
    defer { AudioQueueDispose(queue, true) }
    let rows: [(AudioQueueParameterID, [Float])] = [
      (kAudioQueueParam_Volume, [-0.1, .nan, .infinity]), (kAudioQueueParam_PlayRate, [0, -1, 1e9, .nan]),
      (kAudioQueueParam_Pitch, [-2401, 2401, .nan]), (kAudioQueueParam_VolumeRampTime, [-1, .infinity]),
      (kAudioQueueParam_Pan, [-1.1, 1.1, .nan]), (0, [0, 1]), (.max, [0]),
    ]
    for (parameter, values) in rows {
      for value in values {
        let status = AudioQueueSetParameter(queue, parameter, value)
        expectEqual(status, kAudioQueueErr_InvalidParameter, "\(parameter), \(value)")
      }
    }
    var value: Float = 0
    expectEqual(AudioQueueGetParameter(queue, 0, &value), kAudioQueueErr_InvalidParameter)
    for (parameter, usual) in [(kAudioQueueParam_Volume, 1), (kAudioQueueParam_Pan, 0)] as [(UInt32, Float)] {
      expectEqual(AudioQueueGetParameter(queue, parameter, &value), noErr)
      expectEqual(value, usual)
    }
  }

  @Test("Start times, ramps and frame counts without end stop nothing", arguments: [-1e300, -1e19, 1e19, 1e300])
  func endlessTimes(start: Double) throws {
    let device = steppedDevice(channels: 1, buffer: 64)
    defer { DeviceList.unregister(device) }
    let (output, input) = (try QueueRefusalTests.output(), try QueueRefusalTests.input())
    defer { for queue in [output, input] { AudioQueueDispose(queue, true) } }
    var time = AudioTimeStamp()
    time.mFlags = .sampleTimeValid
    time.mSampleTime = start
    for queue in [output, input] {
      expectEqual(setDevice(queue, device), noErr)
      var made: AudioQueueBufferRef?
      expectEqual(AudioQueueAllocateBuffer(queue, 400, &made), noErr)
      let buffer = try required(made)
      buffer.pointee.mAudioDataByteSize = 400
      let status = AudioQueueEnqueueBufferWithParameters(
        queue, buffer, 0, nil, .max, .max, 0, nil, &time, nil)
      expectEqual(status, noErr)
      expectEqual(AudioQueueStart(queue, &time), noErr)
    }
    expectEqual(AudioQueueSetParameter(output, kAudioQueueParam_VolumeRampTime, 1e38), noErr)
    expectEqual(AudioQueueSetParameter(output, kAudioQueueParam_Volume, 0.5), noErr)
    device.advance(frameCount: 200)
    var answer = AudioTimeStamp()
    expectEqual(AudioQueueGetCurrentTime(output, nil, &answer, nil), noErr)
    expectEqual(AudioQueueDeviceTranslateTime(output, &time, &answer), noErr)
    expectEqual(AudioQueueDeviceGetNearestStartTime(output, &time, 0), noErr)
    expectEqual(AudioQueueStop(output, true), noErr)
    expectEqual(AudioQueuePrime(output, .max, nil), noErr)
  }

  @Test("Properties of a queue that records: sizes, values and what can only be read")
  func inputProperties() throws {
    let queue = try QueueRefusalTests.input(.floats(channels: 2))
    defer { AudioQueueDispose(queue, true) }
    func set(_ property: AudioQueuePropertyID, _ bytes: [UInt8]) -> OSStatus {
      AudioQueueSetProperty(queue, property, bytes, UInt32(bytes.count))
    }
    let (wrongSize, absent) = (kAudioQueueErr_InvalidPropertySize, kAudioQueueErr_InvalidProperty)
    let mono = withUnsafeBytes(of: (kAudioChannelLayoutTag_Mono, UInt32(0), UInt32(0))) { Array($0) }
    let stereo = withUnsafeBytes(of: (kAudioChannelLayoutTag_Stereo, UInt32(0), UInt32(0))) { Array($0) }
    let zero = [UInt8](repeating: 0, count: 4)
    let rows: [(AudioQueuePropertyID, [UInt8], OSStatus)] = [
      (kAudioQueueProperty_ChannelLayout, zero, wrongSize),
      (kAudioQueueProperty_ChannelLayout, mono, kAudioQueueErr_InvalidPropertyValue),
      (kAudioQueueProperty_ChannelLayout, stereo, noErr), (kAudioQueueProperty_EnableLevelMetering, [], wrongSize),
      (kAudioQueueProperty_EnableLevelMetering, zero, noErr), (kAudioQueueProperty_CurrentDevice, zero, wrongSize),
      (kAudioQueueProperty_MagicCookie, zero, absent), (kAudioQueueProperty_EnableTimePitch, zero, absent),
      (kAudioQueueProperty_DecodeBufferSizeFrames, zero, absent),
      (kAudioQueueProperty_MaximumOutputPacketSize, zero, absent), (kAudioQueueProperty_IsRunning, zero, absent),
    ]
    for (property, value, expected) in rows { expectEqual(set(property, value), expected, "\(property), \(value)") }
    let number = NSNumber(value: 1)
    var address = UInt(bitPattern: Unmanaged.passUnretained(number).toOpaque())
    expectEqual(
      AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &address, 8), kAudioQueueErr_InvalidDevice)
    withExtendedLifetime(number) {}
    var size: UInt32 = 0
    for property in [kAudioQueueProperty_DecodeBufferSizeFrames, kAudioQueueProperty_EnableTimePitch, 0] {
      expectEqual(AudioQueueGetPropertySize(queue, property, &size), absent, "\(property)")
    }
  }

  @Test("Channels of a queue go only to channels that the device has")
  func assignments() throws {
    let queue = try QueueRefusalTests.output(.floats(channels: 2))
    defer { AudioQueueDispose(queue, true) }
    func assign(_ numbers: [UInt64]) -> OSStatus {
      // A device and a channel for each of the queue's; null is the queue's own device.
      let words: [UInt64] = numbers.flatMap { number -> [UInt64] in [0, number] }
      return AudioQueueSetProperty(
        queue, kAudioQueueProperty_ChannelAssignments, words, UInt32(words.count * MemoryLayout<UInt64>.size))
    }
    expectEqual(assign([1]), kAudioQueueErr_InvalidPropertySize)
    expectEqual(assign([1, 1000]), kAudioQueueErr_InvalidPropertyValue)
    expectEqual(assign([2, 1]), noErr)
    expectEqual(assign([0, 0]), noErr)
    var format = AudioStreamBasicDescription.floats(channels: 2)
    expectEqual(AudioQueueSetOfflineRenderFormat(queue, &format, nil), noErr)
    expectEqual(assign([2, 1]), kAudioQueueErr_InvalidOfflineMode)
  }

  /// A device that does not start.
  private final class BrokenDevice: AudioDevice {
    let identifier = UUID().uuidString
    let name = "Broken"
    let format = DeviceFormat(sampleRate: 44100, channelCount: 1)
    let bufferFrameCount = 512
    var currentTime: DeviceTime { DeviceTime(sampleTime: 0, hostTime: 0) }
    func start(_ client: any DeviceClient, _ direction: DeviceDirection) throws(DeviceError) { throw .cannotStart }
    func stop(_ client: any DeviceClient, _ direction: DeviceDirection) {}
    func time(atHostTime hostTime: UInt64) -> DeviceTime { currentTime }
    func time(atSampleTime sampleTime: Double) -> DeviceTime { currentTime }
  }

  @Test("A device that does not start leaves the queue stopped")
  func brokenDevice() throws {
    let device = BrokenDevice()
    DeviceList.register(device)
    defer { DeviceList.unregister(device) }
    for queue in [try QueueRefusalTests.output(), try QueueRefusalTests.input()] {
      let name = device.identifier as NSString
      var address = UInt(bitPattern: Unmanaged.passUnretained(name).toOpaque())
      expectEqual(AudioQueueSetProperty(queue, kAudioQueueProperty_CurrentDevice, &address, 8), noErr)
      withExtendedLifetime(name) {}
      expectEqual(AudioQueueStart(queue, nil), kAudioQueueErr_CannotStart)
      var (size, isRunning): (UInt32, UInt32) = (4, 9)
      expectEqual(AudioQueueGetProperty(queue, kAudioQueueProperty_IsRunning, &isRunning, &size), noErr)
      expectEqual(isRunning, 0)
      expectEqual(AudioQueueDispose(queue, true), noErr)
    }
  }
}
