import AudioDevices
import AudioToolbox
import Dispatch
import Foundation
import TestSupport
import Testing

/// What Audio Queue Services refuse; the list of functions is held against the facts of the API.
@Suite("Every function of the queues")
struct QueueRefusalTests {
  static let parameter = kAudio_ParamError
  private static let played: AudioQueueOutputCallback = { _, _, _ in }
  private static let filled: AudioQueueInputCallback = { _, _, _, _, _, _ in }
  private static let heard: AudioQueuePropertyListenerProc = { _, _, _ in }
  private static let tapped: AudioQueueProcessingTapCallback = { _, _, _, _, _, _, _ in }

  static func output(_ format: AudioStreamBasicDescription = .floats()) throws -> AudioQueueRef {
    var (format, queue) = (format, AudioQueueRef?.none)
    let status = AudioQueueNewOutput(&format, Self.played, nil, nil, nil, 0, &queue)
    guard status == noErr, let queue else { throw TestFailure(status: status) }
    return queue
  }

  static func input(_ format: AudioStreamBasicDescription = .floats()) throws -> AudioQueueRef {
    var (format, queue) = (format, AudioQueueRef?.none)
    let status = AudioQueueNewInput(&format, Self.filled, nil, nil, nil, 0, &queue)
    guard status == noErr, let queue else { throw TestFailure(status: status) }
    return queue
  }

  // MARK: Handles

  private static var making: [Refusal] {
    var format = AudioStreamBasicDescription.floats()
    var unknown = AudioStreamBasicDescription.coded(0x3F3F_3F3F, frames: 1)
    var queue: AudioQueueRef?
    let serial = DispatchQueue(label: "refused")
    let unsupported = kAudioFormatUnsupportedDataFormatError
    return [
      Refusal("AudioQueueNewOutput", "no format", parameter) {
        AudioQueueNewOutput(nothing(), played, nil, nil, nil, 0, &queue)
      },
      Refusal("AudioQueueNewOutput", "no function", parameter) {
        AudioQueueNewOutput(&format, nothing(), nil, nil, nil, 0, &queue)
      },
      Refusal("AudioQueueNewOutput", "no place", parameter) {
        AudioQueueNewOutput(&format, played, nil, nil, nil, 0, nothing())
      },
      Refusal("AudioQueueNewOutput", "unknown format", unsupported) {
        AudioQueueNewOutput(&unknown, played, nil, nil, nil, 0, &queue)
      },
      Refusal("AudioQueueNewInput", "no format", parameter) {
        AudioQueueNewInput(nothing(), filled, nil, nil, nil, 0, &queue)
      },
      Refusal("AudioQueueNewInput", "no function", parameter) {
        AudioQueueNewInput(&format, nothing(), nil, nil, nil, 0, &queue)
      },
      Refusal("AudioQueueNewInput", "no place", parameter) {
        AudioQueueNewInput(&format, filled, nil, nil, nil, 0, nothing())
      },
      Refusal("AudioQueueNewInput", "unknown format", unsupported) {
        AudioQueueNewInput(&unknown, filled, nil, nil, nil, 0, &queue)
      },
      Refusal("AudioQueueNewOutputWithDispatchQueue", "unknown format", unsupported) {
        AudioQueueNewOutputWithDispatchQueue(&queue, &unknown, 0, serial) { _, _ in }
      },
      Refusal("AudioQueueNewInputWithDispatchQueue", "unknown format", unsupported) {
        AudioQueueNewInputWithDispatchQueue(&queue, &unknown, 0, serial) { _, _, _, _, _ in }
      },
    ]
  }

  /// All functions of a queue's handle.
  private static func handles(_ handle: OpaquePointer) -> [Refusal] {
    var (number, level, time): (UInt32, Float, AudioTimeStamp) = (4, 0, AudioTimeStamp())
    var format = AudioStreamBasicDescription()
    var (timeline, buffer): (AudioQueueTimelineRef?, AudioQueueBufferRef?) = (nil, nil)
    var tap: AudioQueueProcessingTapRef?
    let stray = UnsafeMutablePointer<AudioQueueBuffer>(bitPattern: 0x7FFF_1230)!
    let running = kAudioQueueProperty_IsRunning
    let calls: [(String, () -> OSStatus)] = [
      ("AudioQueueDispose", { AudioQueueDispose(handle, false) }),
      ("AudioQueueAllocateBuffer", { AudioQueueAllocateBuffer(handle, 4, &buffer) }),
      (
        "AudioQueueAllocateBufferWithPacketDescriptions",
        {
          AudioQueueAllocateBufferWithPacketDescriptions(handle, 4, 1, &buffer)
        }
      ), ("AudioQueueFreeBuffer", { AudioQueueFreeBuffer(handle, stray) }),
      ("AudioQueueEnqueueBuffer", { AudioQueueEnqueueBuffer(handle, stray, 0, nil) }),
      (
        "AudioQueueEnqueueBufferWithParameters",
        {
          AudioQueueEnqueueBufferWithParameters(handle, stray, 0, nil, 0, 0, 0, nil, nil, nil)
        }
      ), ("AudioQueueStart", { AudioQueueStart(handle, nil) }),
      ("AudioQueuePrime", { AudioQueuePrime(handle, 0, nil) }), ("AudioQueueStop", { AudioQueueStop(handle, true) }),
      ("AudioQueuePause", { AudioQueuePause(handle) }), ("AudioQueueFlush", { AudioQueueFlush(handle) }),
      ("AudioQueueReset", { AudioQueueReset(handle) }),
      ("AudioQueueGetParameter", { AudioQueueGetParameter(handle, kAudioQueueParam_Volume, &level) }),
      ("AudioQueueSetParameter", { AudioQueueSetParameter(handle, kAudioQueueParam_Volume, 1) }),
      ("AudioQueueGetProperty", { AudioQueueGetProperty(handle, running, &level, &number) }),
      ("AudioQueueSetProperty", { AudioQueueSetProperty(handle, running, &level, 4) }),
      ("AudioQueueGetPropertySize", { AudioQueueGetPropertySize(handle, running, &number) }),
      ("AudioQueueAddPropertyListener", { AudioQueueAddPropertyListener(handle, running, heard, nil) }),
      ("AudioQueueRemovePropertyListener", { AudioQueueRemovePropertyListener(handle, running, heard, nil) }),
      ("AudioQueueCreateTimeline", { AudioQueueCreateTimeline(handle, &timeline) }),
      ("AudioQueueDisposeTimeline", { AudioQueueDisposeTimeline(handle, Refusal.stale) }),
      ("AudioQueueGetCurrentTime", { AudioQueueGetCurrentTime(handle, nil, &time, nil) }),
      ("AudioQueueDeviceGetCurrentTime", { AudioQueueDeviceGetCurrentTime(handle, &time) }),
      (
        "AudioQueueDeviceTranslateTime",
        {
          var answer = AudioTimeStamp()
          return AudioQueueDeviceTranslateTime(handle, &time, &answer)
        }
      ), ("AudioQueueDeviceGetNearestStartTime", { AudioQueueDeviceGetNearestStartTime(handle, &time, 0) }),
      ("AudioQueueSetOfflineRenderFormat", { AudioQueueSetOfflineRenderFormat(handle, nil, nil) }),
      ("AudioQueueOfflineRender", { AudioQueueOfflineRender(handle, &time, stray, 1) }),
      (
        "AudioQueueProcessingTapNew",
        {
          AudioQueueProcessingTapNew(handle, tapped, nil, .preEffects, &number, &format, &tap)
        }
      ),
    ]
    return calls.map { Refusal($0.0, "no queue", parameter, $0.1) }
  }

  private static func taps(_ handle: OpaquePointer) -> [Refusal] {
    var (time, flags): (AudioTimeStamp, AudioQueueProcessingTapFlags) = (AudioTimeStamp(), [])
    var (count, place): (UInt32, Double) = (0, 0)
    let buffer = OneBuffer(64)
    return [
      Refusal("AudioQueueProcessingTapDispose", "no tap", parameter) { AudioQueueProcessingTapDispose(handle) },
      Refusal("AudioQueueProcessingTapGetSourceAudio", "no tap", parameter) {
        AudioQueueProcessingTapGetSourceAudio(handle, 1, &time, &flags, &count, buffer.list)
      },
      Refusal("AudioQueueProcessingTapGetQueueTime", "no tap", parameter) {
        AudioQueueProcessingTapGetQueueTime(handle, &place, &count)
      },
    ]
  }

  @Test("Handles that are null, were never opened, are of another kind or were disposed of; formats that are none")
  func handles() throws {
    let converter = try makeConverter(.pcm(), .pcm())
    let gone = try Self.output()
    expectEqual(AudioQueueDispose(gone, true), noErr)
    for handle in [nothing(), Refusal.stale, converter, gone] {
      Refusal.check(Self.handles(handle) + Self.taps(handle))
    }
    Refusal.check(Self.making)
    expectEqual(AudioConverterDispose(converter), noErr)
  }

  @Test("No function of the header is left out", .needs(.api))
  func completeness() throws {
    let all = Self.making + Self.handles(Refusal.stale) + Self.taps(Refusal.stale)
    let covered = Set(all.map(\.function))
    for function in try APIFacts.functions(of: "AudioQueue") { #expect(covered.contains(function), "\(function)") }
  }

  @Test("A queue that is being disposed of does nothing any more")
  func disposing() throws {
    let device = steppedDevice(channels: 1)
    defer { DeviceList.unregister(device) }
    let queue = try Self.output()
    expectEqual(setDevice(queue, device), noErr)
    var made: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(queue, 4000, &made), noErr)
    let buffer = try required(made)
    buffer.pointee.mAudioDataByteSize = 4000
    expectEqual(AudioQueueEnqueueBuffer(queue, buffer, 0, nil), noErr)
    var other: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(queue, 4, &other), noErr)
    let spare = try required(other)
    spare.pointee.mAudioDataByteSize = 4
    expectEqual(AudioQueueStart(queue, nil), noErr)
    expectEqual(AudioQueueDispose(queue, false), noErr)
    var (number, format, tap): (UInt32, AudioStreamBasicDescription, AudioQueueProcessingTapRef?) = (1, .floats(), nil)
    var (time, value): (AudioTimeStamp, Float) = (AudioTimeStamp(), 1)
    let statuses = [
      AudioQueueDispose(queue, false), AudioQueueAllocateBuffer(queue, 4, &made),
      AudioQueueEnqueueBuffer(queue, spare, 0, nil), AudioQueueStart(queue, nil), AudioQueuePrime(queue, 0, nil),
      AudioQueueStop(queue, true), AudioQueuePause(queue), AudioQueueFlush(queue), AudioQueueReset(queue),
      AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 1),
      AudioQueueSetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &number, 4),
      AudioQueueSetOfflineRenderFormat(queue, &format, nil), AudioQueueOfflineRender(queue, &time, spare, 1),
      AudioQueueProcessingTapNew(queue, Self.tapped, nil, .preEffects, &number, &format, &tap),
    ]
    expectEqual(statuses, Array(repeating: kAudioQueueErr_DisposalPending, count: statuses.count))
    // What asks only is answered until the end has come.
    expectEqual(AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &value), noErr)
    expectEqual(value, 1)
    device.advance(frameCount: 2000)
    #expect(eventually { AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &value) == Self.parameter })
  }

  @Test("What only a queue that plays does, one that records refuses")
  func wrongKind() throws {
    let queue = try Self.input()
    defer { AudioQueueDispose(queue, true) }
    var made: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBuffer(queue, 4, &made), noErr)
    let buffer = try required(made)
    var (time, value, format): (AudioTimeStamp, Float, AudioStreamBasicDescription) = (AudioTimeStamp(), 0, .floats())
    let statuses = [
      AudioQueuePrime(queue, 0, nil), AudioQueueGetParameter(queue, kAudioQueueParam_Volume, &value),
      AudioQueueSetParameter(queue, kAudioQueueParam_Volume, 1), AudioQueueSetOfflineRenderFormat(queue, &format, nil),
      AudioQueueOfflineRender(queue, &time, buffer, 1),
    ]
    expectEqual(statuses, Array(repeating: kAudioQueueErr_InvalidQueueType, count: statuses.count))
  }
}
