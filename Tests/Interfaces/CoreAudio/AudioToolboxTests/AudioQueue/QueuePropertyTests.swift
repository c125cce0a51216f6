import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Audio queues: properties, parameters, arguments")
struct QueuePropertyTests {
  private func size(_ queue: AudioQueueRef, _ property: AudioQueuePropertyID) -> (OSStatus, UInt32) {
    var size: UInt32 = 0
    return (AudioQueueGetPropertySize(queue, property, &size), size)
  }

  @Test("Each property has Apple's size, and a buffer too small is told the size that it takes")
  func sizes() throws {
    let player = try QueuePlayer(.floats(channels: 2))
    defer { player.dispose() }
    let sizes: [(AudioQueuePropertyID, UInt32)] = [
      (kAudioQueueProperty_IsRunning, 4), (kAudioQueueDeviceProperty_SampleRate, 8),
      (kAudioQueueDeviceProperty_NumberChannels, 4), (kAudioQueueProperty_CurrentDevice, 8),
      (kAudioQueueProperty_StreamDescription, 40), (kAudioQueueProperty_ChannelLayout, 32),
      (kAudioQueueProperty_EnableLevelMetering, 4), (kAudioQueueProperty_CurrentLevelMeter, 16),
      (kAudioQueueProperty_CurrentLevelMeterDB, 16), (kAudioQueueProperty_DecodeBufferSizeFrames, 4),
      (kAudioQueueProperty_ConverterError, 4), (kAudioQueueProperty_EnableTimePitch, 4),
      (kAudioQueueProperty_TimePitchAlgorithm, 4), (kAudioQueueProperty_TimePitchBypass, 4),
    ]
    for (property, expected) in sizes {
      let (status, size) = size(player.queue, property)
      expectEqual(status, noErr)
      expectEqual(size, expected)
      var memory = [UInt8](repeating: 0, count: 64)
      var room = expected - 1
      expectEqual(AudioQueueGetProperty(player.queue, property, &memory, &room), kAudioQueueErr_InvalidPropertySize)
      expectEqual(room, expected)
    }
    let absent: [AudioQueuePropertyID] = [
      kAudioQueueProperty_MagicCookie, kAudioQueueProperty_MaximumOutputPacketSize,
      kAudioQueueProperty_ChannelAssignments, kAudioQueueProperty_IntendedSpatialExperience, 0,
    ]
    for property in absent { expectEqual(size(player.queue, property).0, kAudioQueueErr_InvalidProperty) }
  }

  @Test("What can only be read cannot be set, and values are checked")
  func setting() throws {
    let player = try QueuePlayer(.floats(channels: 2))
    defer { player.dispose() }
    let fixed: [AudioQueuePropertyID] = [
      kAudioQueueProperty_IsRunning, kAudioQueueDeviceProperty_SampleRate, kAudioQueueDeviceProperty_NumberChannels,
      kAudioQueueProperty_StreamDescription, kAudioQueueProperty_CurrentLevelMeter,
      kAudioQueueProperty_ConverterError, kAudioQueueProperty_MaximumOutputPacketSize, 0,
    ]
    let zeros = [UInt8](repeating: 0, count: 40)
    for property in fixed { expectEqual(player.set(property, zeros), kAudioQueueErr_InvalidProperty) }
    let numbers: [AudioQueuePropertyID] = [
      kAudioQueueProperty_EnableLevelMetering, kAudioQueueProperty_DecodeBufferSizeFrames,
      kAudioQueueProperty_EnableTimePitch, kAudioQueueProperty_TimePitchBypass,
    ]
    for property in numbers {
      expectEqual(player.number(property), 0)
      expectEqual(player.set(property, [1, 0, 0, 0]), noErr)
      expectEqual(player.number(property), 1)
      expectEqual(player.set(property, [1, 0, 0]), kAudioQueueErr_InvalidPropertySize)
      expectEqual(player.set(property, []), kAudioQueueErr_InvalidPropertySize)
    }
    var algorithm = kAudioQueueTimePitchAlgorithm_Varispeed
    expectEqual(AudioQueueSetProperty(player.queue, kAudioQueueProperty_TimePitchAlgorithm, &algorithm, 4), noErr)
    algorithm = kAudioQueueTimePitchAlgorithm_Varispeed + 1
    expectEqual(
      AudioQueueSetProperty(player.queue, kAudioQueueProperty_TimePitchAlgorithm, &algorithm, 4),
      kAudioQueueErr_InvalidPropertyValue)
    expectEqual(player.number(kAudioQueueProperty_TimePitchAlgorithm), kAudioQueueTimePitchAlgorithm_Varispeed)
    var layout = AudioChannelLayout()
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Stereo
    expectEqual(AudioQueueSetProperty(player.queue, kAudioQueueProperty_ChannelLayout, &layout, 32), noErr)
    expectEqual(
      AudioQueueSetProperty(player.queue, kAudioQueueProperty_ChannelLayout, &layout, 4),
      kAudioQueueErr_InvalidPropertySize)
    layout.mChannelLayoutTag = kAudioChannelLayoutTag_Mono
    expectEqual(
      AudioQueueSetProperty(player.queue, kAudioQueueProperty_ChannelLayout, &layout, 32),
      kAudioQueueErr_InvalidPropertyValue)
  }

  @Test("Cookies are kept, and broken ones refused")
  func cookies() throws {
    let (_, cookie) = try Fixture.dump("lc_44100_st_128k_syn_burst")
    let player = try QueuePlayer(.coded(kAudioFormatMPEG4AAC, frames: 1024))
    defer { player.dispose() }
    expectEqual(player.set(kAudioQueueProperty_MagicCookie, []), kAudioQueueErr_InvalidPropertySize)
    expectEqual(player.set(kAudioQueueProperty_MagicCookie, [0xFF, 0xFF, 0xFF]), kAudioQueueErr_InvalidPropertyValue)
    expectEqual(player.set(kAudioQueueProperty_MagicCookie, cookie), noErr)
    #expect(size(player.queue, kAudioQueueProperty_MagicCookie) == (noErr, UInt32(cookie.count)))
    var memory = [UInt8](repeating: 0, count: cookie.count)
    var room = UInt32(cookie.count)
    expectEqual(AudioQueueGetProperty(player.queue, kAudioQueueProperty_MagicCookie, &memory, &room), noErr)
    expectEqual(memory, cookie)
  }

  @Test("The device is chosen by its name while the queue is stopped")
  func device() throws {
    let device = steppedDevice(rate: 8000, channels: 1)
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    expectEqual(setDevice(player.queue, device), noErr)
    var name: UInt = 0
    var room: UInt32 = 8
    expectEqual(AudioQueueGetProperty(player.queue, kAudioQueueProperty_CurrentDevice, &name, &room), noErr)
    let pointer = try required(UnsafeRawPointer(bitPattern: name))
    #expect(Unmanaged<NSString>.fromOpaque(pointer).takeRetainedValue() as String == device.identifier)
    var rate = 0.0
    expectEqual(AudioQueueGetProperty(player.queue, kAudioQueueDeviceProperty_SampleRate, &rate, &room), noErr)
    expectEqual(rate, 8000)
    expectEqual(player.number(kAudioQueueDeviceProperty_NumberChannels), 1)
    DeviceList.unregister(device)
    expectEqual(setDevice(player.queue, device), kAudioQueueErr_InvalidDevice)
    expectEqual(player.set(kAudioQueueProperty_CurrentDevice, [0, 0]), kAudioQueueErr_InvalidPropertySize)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    let none = [UInt8](repeating: 0, count: 8)
    expectEqual(player.set(kAudioQueueProperty_CurrentDevice, none), kAudioQueueErr_InvalidRunState)
    expectEqual(AudioQueueStop(player.queue, true), noErr)
    expectEqual(player.set(kAudioQueueProperty_CurrentDevice, none), noErr)
    expectEqual(player.number(kAudioQueueDeviceProperty_NumberChannels), 2)
  }

  @Test("Channels go where they are assigned")
  func assignments() throws {
    let device = steppedDevice(rate: 8000, channels: 3, buffer: 16)
    defer { DeviceList.unregister(device) }
    let player = try QueuePlayer(.floats(rate: 8000, channels: 2))
    player.onBuffer = { _, _ in }
    defer { player.dispose() }
    expectEqual(setDevice(player.queue, device), noErr)
    let name = Unmanaged.passRetained(device.identifier as NSString)
    defer { name.release() }
    let address = UInt(bitPattern: name.toOpaque())
    let property = kAudioQueueProperty_ChannelAssignments
    var words: [UInt] = [address, 3, address, 1]
    expectEqual(AudioQueueSetProperty(player.queue, property, &words, 32), noErr)
    expectEqual(AudioQueueSetProperty(player.queue, property, &words, 31), kAudioQueueErr_InvalidPropertySize)
    var outside: [UInt] = [address, 4, address, 1]
    expectEqual(AudioQueueSetProperty(player.queue, property, &outside, 32), kAudioQueueErr_InvalidPropertyValue)
    expectEqual(player.enqueue([1, 10, 2, 20], try player.allocate()).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    device.keepOutput(frameLimit: 2)
    device.advance(frameCount: 2)
    expectEqual(device.keptOutput, [[10, 20], [0, 0], [1, 2]])
  }

  @Test("Meters show mean and peak of what was played last")
  func meters() throws {
    let player = try QueuePlayer(.floats(channels: 2))
    player.onBuffer = { _, _ in }
    defer { player.dispose() }
    var format = AudioStreamBasicDescription.floats(channels: 2)
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    expectEqual(player.set(kAudioQueueProperty_EnableLevelMetering, [1, 0, 0, 0]), noErr)
    let wave = (0..<8000).flatMap { (frame: Int) -> [Float] in
      [frame % 2 == 0 ? Float(0.5) : -0.5, frame % 2 == 0 ? 1 : 0]
    }
    expectEqual(player.enqueue(wave, try player.allocate()).status, noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    try expectEqual(player.renderOffline(1000, bytesPerFrame: 8, calls: 1).count, 8000)
    var levels = [AudioQueueLevelMeterState](repeating: .init(mAveragePower: 9, mPeakPower: 9), count: 2)
    var room: UInt32 = 16
    expectEqual(AudioQueueGetProperty(player.queue, kAudioQueueProperty_CurrentLevelMeter, &levels, &room), noErr)
    expectEqual(levels.map(\.mPeakPower), [0.5, 1])
    expectLess(abs(levels[0].mAveragePower - 0.5), 1e-6)
    expectLess(abs(levels[1].mAveragePower - Float(0.5).squareRoot()), 1e-6)
    expectEqual(AudioQueueGetProperty(player.queue, kAudioQueueProperty_CurrentLevelMeterDB, &levels, &room), noErr)
    expectLess(abs(levels[0].mPeakPower + 6.0206), 1e-3)
    expectLess(abs(levels[1].mAveragePower + 3.0103), 1e-3)
    expectEqual(AudioQueueStop(player.queue, true), noErr)
    expectEqual(AudioQueueGetProperty(player.queue, kAudioQueueProperty_CurrentLevelMeterDB, &levels, &room), noErr)
    expectEqual(levels.map(\.mPeakPower), [-120, -120])
  }

  @Test("Parameters have Apple's values at the start, keep what is set, and refuse what cannot be")
  func parameters() throws {
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    let expected: [(AudioQueueParameterID, Float, Float, Float)] = [
      (kAudioQueueParam_Volume, 1, 0.25, -1), (kAudioQueueParam_PlayRate, 1, 1.5, 33),
      (kAudioQueueParam_Pitch, 0, -150, 2401), (kAudioQueueParam_VolumeRampTime, 0, 2, -1),
      (kAudioQueueParam_Pan, 0, -1, 1.5),
    ]
    for (parameter, first, wanted, wrong) in expected {
      var value: Float = 9
      expectEqual(AudioQueueGetParameter(player.queue, parameter, &value), noErr)
      expectEqual(value, first)
      expectEqual(AudioQueueSetParameter(player.queue, parameter, wanted), noErr)
      expectEqual(AudioQueueSetParameter(player.queue, parameter, wrong), kAudioQueueErr_InvalidParameter)
      expectEqual(AudioQueueSetParameter(player.queue, parameter, .nan), kAudioQueueErr_InvalidParameter)
      expectEqual(AudioQueueGetParameter(player.queue, parameter, &value), noErr)
      expectEqual(value, wanted)
    }
    var value: Float = 0
    expectEqual(AudioQueueGetParameter(player.queue, 99, &value), kAudioQueueErr_InvalidParameter)
    expectEqual(AudioQueueSetParameter(player.queue, 99, 0), kAudioQueueErr_InvalidParameter)
  }

  @Test("Listeners are called until they are removed")
  func listeners() throws {
    let log = Log()
    let data = Unmanaged.passUnretained(log).toOpaque()
    let listener: AudioQueuePropertyListenerProc = { userData, _, _ in
      guard let userData else { return }
      Unmanaged<Log>.fromOpaque(userData).takeUnretainedValue().append("called")
    }
    let player = try QueuePlayer(.floats())
    defer { player.dispose() }
    var format = AudioStreamBasicDescription.floats()
    expectEqual(AudioQueueSetOfflineRenderFormat(player.queue, &format, nil), noErr)
    expectEqual(AudioQueueAddPropertyListener(player.queue, kAudioQueueProperty_IsRunning, listener, data), noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(log.lines.count, 1)
    expectEqual(AudioQueueRemovePropertyListener(player.queue, kAudioQueueProperty_IsRunning, listener, nil), noErr)
    expectEqual(AudioQueueStop(player.queue, true), noErr)
    expectEqual(log.lines.count, 2)
    expectEqual(AudioQueueRemovePropertyListener(player.queue, kAudioQueueProperty_IsRunning, listener, data), noErr)
    expectEqual(AudioQueueStart(player.queue, nil), noErr)
    expectEqual(log.lines.count, 2)
  }

  @Test("Buffers are Apple's structs, and what is enqueued is checked")
  func buffers() throws {
    let player = try QueuePlayer(.coded(kAudioFormatMPEG4AAC, frames: 1024))
    defer { player.dispose() }
    player.onBuffer = { _, _ in }
    var made: AudioQueueBufferRef?
    expectEqual(AudioQueueAllocateBufferWithPacketDescriptions(player.queue, 100, 2, &made), noErr)
    let buffer = try required(made)
    expectEqual(buffer.pointee.mAudioDataBytesCapacity, 100)
    expectEqual(buffer.pointee.mAudioDataByteSize, 0)
    expectNil(buffer.pointee.mUserData)
    expectEqual(buffer.pointee.mPacketDescriptionCapacity, 2)
    expectEqual(buffer.pointee.mPacketDescriptionCount, 0)
    #expect(buffer.pointee.mPacketDescriptions != nil)
    expectEqual(AudioQueueAllocateBuffer(player.queue, 0, &made), kAudio_ParamError)
    expectNil(made)
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 0, nil), kAudioQueueErr_BufferEmpty)
    buffer.pointee.mAudioDataByteSize = 101
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 0, nil), kAudio_ParamError)
    buffer.pointee.mAudioDataByteSize = 10
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 0, nil), kAudio_ParamError)
    var place = AudioStreamPacketDescription(mStartOffset: 5, mVariableFramesInPacket: 0, mDataByteSize: 6)
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 1, &place), kAudio_ParamError)
    place.mStartOffset = -1
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 1, &place), kAudio_ParamError)
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 1, nil), kAudio_ParamError)
    // The buffer's own descriptions will do.
    buffer.pointee.mPacketDescriptions?[0] = AudioStreamPacketDescription(
      mStartOffset: 0, mVariableFramesInPacket: 0, mDataByteSize: 10)
    buffer.pointee.mPacketDescriptionCount = 1
    expectEqual(AudioQueueEnqueueBuffer(player.queue, buffer, 0, nil), noErr)
    expectEqual(AudioQueueStop(player.queue, true), noErr)
    expectEqual(player.returned, [buffer])
    let pcm = try QueuePlayer(.floats())
    defer { pcm.dispose() }
    let part = try pcm.allocate(8)
    part.pointee.mAudioDataByteSize = 3
    expectEqual(AudioQueueEnqueueBuffer(pcm.queue, part, 0, nil), kAudio_ParamError)
    expectEqual(AudioQueueEnqueueBuffer(pcm.queue, buffer, 0, nil), kAudioQueueErr_InvalidBuffer)
  }

  @Test("Formats that nothing decodes are refused")
  func formats() {
    var queue: AudioQueueRef?
    var broken = AudioStreamBasicDescription.floats()
    broken.mBytesPerFrame = 3
    for format in [
      AudioStreamBasicDescription.coded(0x3F3F_3F3F, frames: 1), .pcm(32, isFloat: true, isPlanar: true), broken,
      .floats(rate: .nan), .floats(rate: 0), AudioStreamBasicDescription(),
    ] {
      var format = format
      let status = AudioQueueNewOutput(&format, { _, _, _ in }, nil, nil, nil, 0, &queue)
      expectEqual(status, kAudioFormatUnsupportedDataFormatError)
      expectNil(queue)
    }
  }

  @Test("Time is translated between the device's frames and the host's clock")
  func deviceTime() throws {
    let device = steppedDevice(rate: 1000, channels: 1, buffer: 16)
    defer { DeviceList.unregister(device) }
    let player = try QueuePlayer(.floats(rate: 1000))
    defer { player.dispose() }
    expectEqual(setDevice(player.queue, device), noErr)
    var now = AudioTimeStamp()
    expectEqual(AudioQueueDeviceGetCurrentTime(player.queue, &now), noErr)
    expectEqual(now.mSampleTime, 0)
    #expect(now.mFlags.contains([.sampleTimeValid, .hostTimeValid, .rateScalarValid]))
    var asked = AudioTimeStamp()
    var answer = AudioTimeStamp()
    expectEqual(AudioQueueDeviceTranslateTime(player.queue, &asked, &answer), kAudio_ParamError)
    asked.mFlags = .hostTimeValid
    asked.mHostTime = now.mHostTime + 2_000_000_000
    expectEqual(AudioQueueDeviceTranslateTime(player.queue, &asked, &answer), noErr)
    expectEqual(answer.mSampleTime, 2000)
    asked.mFlags = .sampleTimeValid
    asked.mSampleTime = 500
    expectEqual(AudioQueueDeviceTranslateTime(player.queue, &asked, &answer), noErr)
    expectEqual(answer.mHostTime, now.mHostTime + 500_000_000)
    expectEqual(AudioQueueDeviceGetNearestStartTime(player.queue, &asked, 1), kAudio_ParamError)
    expectEqual(AudioQueueDeviceGetNearestStartTime(player.queue, &asked, 0), noErr)
    expectEqual(asked.mSampleTime, 500)
    asked.mSampleTime = -3
    expectEqual(AudioQueueDeviceGetNearestStartTime(player.queue, &asked, 0), noErr)
    expectEqual(asked.mSampleTime, 16)
    expectEqual(asked.mHostTime, now.mHostTime + 16_000_000)
    asked.mFlags = []
    expectEqual(AudioQueueDeviceGetNearestStartTime(player.queue, &asked, 0), kAudio_ParamError)
  }

  @Test("A queue that is disposed of, and a handle of another kind, are refused everywhere")
  func handles() throws {
    let player = try QueuePlayer(.floats())
    let buffer = try player.allocate()
    player.dispose()
    let converter = try makeConverter(.pcm(), .pcm())
    defer { AudioConverterDispose(converter) }
    for queue in [player.queue, converter] {
      var value: UInt32 = 4
      var level: Float = 0
      var time = AudioTimeStamp()
      var timeline: AudioQueueTimelineRef?
      var made: AudioQueueBufferRef?
      let property = kAudioQueueProperty_IsRunning
      let listener: AudioQueuePropertyListenerProc = { _, _, _ in }
      let statuses = [
        AudioQueueDispose(queue, true), AudioQueueDispose(queue, false), AudioQueueAllocateBuffer(queue, 4, &made),
        AudioQueueFreeBuffer(queue, buffer), AudioQueueEnqueueBuffer(queue, buffer, 0, nil),
        AudioQueueStart(queue, nil), AudioQueuePrime(queue, 0, nil), AudioQueueStop(queue, true),
        AudioQueuePause(queue), AudioQueueFlush(queue), AudioQueueReset(queue),
      ]
      expectEqual(statuses, Array(repeating: kAudio_ParamError, count: statuses.count))
      let more = [
        AudioQueueGetParameter(queue, 1, &level), AudioQueueSetParameter(queue, 1, 1),
        AudioQueueGetProperty(queue, property, &level, &value), AudioQueueSetProperty(queue, property, &level, 4),
        AudioQueueGetPropertySize(queue, property, &value),
        AudioQueueAddPropertyListener(queue, property, listener, nil),
        AudioQueueRemovePropertyListener(queue, property, listener, nil),
        AudioQueueCreateTimeline(queue, &timeline), AudioQueueGetCurrentTime(queue, nil, &time, nil),
        AudioQueueDeviceGetCurrentTime(queue, &time), AudioQueueDeviceGetNearestStartTime(queue, &time, 0),
        AudioQueueSetOfflineRenderFormat(queue, nil, nil), AudioQueueOfflineRender(queue, &time, buffer, 0),
      ]
      expectEqual(more, Array(repeating: kAudio_ParamError, count: more.count))
    }
  }
}
