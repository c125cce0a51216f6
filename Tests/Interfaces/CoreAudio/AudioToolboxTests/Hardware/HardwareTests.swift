import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("The hardware layer")
struct HardwareTests {
  private let system = AudioObjectID(kAudioObjectSystemObject)

  private func address(
    _ selector: AudioObjectPropertySelector, _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
  ) -> AudioObjectPropertyAddress {
    AudioObjectPropertyAddress(mSelector: selector, mScope: scope, mElement: kAudioObjectPropertyElementMain)
  }

  private func get<Value: BitwiseCopyable>(
    _ object: AudioObjectID, _ selector: AudioObjectPropertySelector, _ initial: Value,
    _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
  ) throws -> Value {
    var (address, value, size) = (address(selector, scope), initial, UInt32(MemoryLayout<Value>.size))
    let status = AudioObjectGetPropertyData(object, &address, 0, nil, &size, &value)
    guard status == noErr else { throw TestFailure(status: status) }
    expectEqual(size, UInt32(MemoryLayout<Value>.size))
    return value
  }

  private func list(
    _ object: AudioObjectID, _ selector: AudioObjectPropertySelector,
    _ scope: AudioObjectPropertyScope = kAudioObjectPropertyScopeGlobal
  ) -> [AudioObjectID] {
    var (address, size) = (address(selector, scope), UInt32(0))
    expectEqual(AudioObjectGetPropertyDataSize(object, &address, 0, nil, &size), noErr)
    var list = [AudioObjectID](repeating: 0, count: Int(size) / 4)
    expectEqual(AudioObjectGetPropertyData(object, &address, 0, nil, &size, &list), noErr)
    return Array(list.prefix(Int(size) / 4))
  }

  private func text(_ object: AudioObjectID, _ selector: AudioObjectPropertySelector) throws -> String {
    let pointer = try required(UnsafeRawPointer(bitPattern: get(object, selector, UInt(0))))
    return Unmanaged<NSString>.fromOpaque(pointer).takeRetainedValue() as String
  }

  @Test("Devices are listed, and one of them is the default")
  func devices() throws {
    let device = steppedDevice(rate: 48000)
    let all = list(system, kAudioHardwarePropertyDevices)
    #expect(all.contains(hardwareID(device)) && Set(all).count == all.count)
    let standard = try get(system, kAudioHardwarePropertyDefaultOutputDevice, AudioObjectID(0))
    #expect(all.contains(standard))
    try expectEqual(text(standard, kAudioDevicePropertyDeviceUID), DeviceList.standard.identifier)
    var property = address(kAudioHardwarePropertyDefaultOutputDevice)
    var (value, isSettable): (AudioDeviceID, DarwinBoolean) = (9, true)
    #expect(AudioObjectIsPropertySettable(system, &property, &isSettable) == noErr && !isSettable.boolValue)
    expectEqual(
      AudioObjectSetPropertyData(system, &property, 0, nil, 4, &value), kAudioHardwareUnsupportedOperationError)
    var size: UInt32 = 3
    expectEqual(
      AudioObjectGetPropertyData(system, &property, 0, nil, &size, &value), kAudioHardwareBadPropertySizeError)
  }

  @Test("A device tells what it is, and its streams what they carry")
  func properties() throws {
    let device = steppedDevice(rate: 48000, channels: 3, buffer: 512)
    let id = hardwareID(device)
    try expectEqual(text(id, kAudioObjectPropertyName), "Virtual device")
    try expectEqual(text(id, kAudioDevicePropertyDeviceUID), device.identifier)
    try expectEqual(get(id, kAudioDevicePropertyTransportType, UInt32(0)), kAudioDeviceTransportTypeVirtual)
    try expectEqual(get(id, kAudioDevicePropertyDeviceIsAlive, UInt32(0)), 1)
    try expectEqual(get(id, kAudioDevicePropertyNominalSampleRate, 0.0), 48000)
    try expectEqual(get(id, kAudioDevicePropertyBufferFrameSize, UInt32(0)), 512)
    let range = try get(id, kAudioDevicePropertyBufferFrameSizeRange, AudioValueRange())
    #expect(range.mMinimum == 16 && range.mMaximum == 512)
    let streams = list(id, kAudioDevicePropertyStreams, kAudioObjectPropertyScopeInput)
    #expect(streams.count == 1 && list(id, kAudioDevicePropertyStreams).count == 2)
    try expectEqual(get(streams[0], kAudioStreamPropertyDirection, UInt32(7)), 1)
    try expectEqual(get(streams[0], kAudioStreamPropertyOwningDevice, UInt32(7)), id)
    var format = try get(streams[0], kAudioStreamPropertyVirtualFormat, AudioStreamBasicDescription())
    #expect(format.mSampleRate == 48000 && format.mChannelsPerFrame == 3 && format.mBytesPerFrame == 12)
    var property = address(kAudioStreamPropertyVirtualFormat)
    expectEqual(AudioObjectSetPropertyData(streams[0], &property, 0, nil, 40, &format), noErr)
    format.mSampleRate = 44100
    expectEqual(
      AudioObjectSetPropertyData(streams[0], &property, 0, nil, 40, &format), kAudioDeviceUnsupportedFormatError)
    let configuration = try get(
      id, kAudioDevicePropertyStreamConfiguration, AudioBufferList(), kAudioObjectPropertyScopeOutput)
    #expect(configuration.mNumberBuffers == 1 && configuration.mBuffers.mNumberChannels == 3)
    DeviceList.unregister(device)
    try expectEqual(get(id, kAudioDevicePropertyDeviceIsAlive, UInt32(7)), 0)
    property = address(kAudioDevicePropertyNominalSampleRate)
    var (rate, size) = (0.0, UInt32(8))
    expectEqual(AudioObjectGetPropertyData(id, &property, 0, nil, &size, &rate), kAudioHardwareBadDeviceError)
    // What is not there, or does not open, has no streams: that is no error, for programs ask every device.
    #expect(list(id, kAudioDevicePropertyStreams).isEmpty)
    let none = try get(
      id, kAudioDevicePropertyStreamConfiguration, AudioBufferList(), kAudioObjectPropertyScopeOutput)
    expectEqual(none.mNumberBuffers, 0)
    property = address(kAudioDevicePropertyPreferredChannelLayout)
    let listener: AudioObjectPropertyListenerProc = { _, _, _, _ in noErr }
    expectEqual(AudioObjectAddPropertyListener(id, &property, listener, nil), noErr)
    expectEqual(AudioObjectRemovePropertyListener(id, &property, listener, nil), noErr)
  }

  /// What an IOProc has seen.
  private final class Procedure {
    var frame = 0
    var heard: [Float] = []
    var counts: [Int] = []
    var told: [AudioObjectPropertySelector] = []

    static let call: AudioDeviceIOProc = { _, _, input, _, output, _, context in
      guard let context else { return kAudio_ParamError }
      let procedure = Unmanaged<Procedure>.fromOpaque(context).takeUnretainedValue()
      let (given, wanted) = (input.pointee.mBuffers, output.pointee.mBuffers)
      guard let from = given.mData, let to = wanted.mData else { return kAudio_ParamError }
      let count = Int(wanted.mDataByteSize) / 8
      procedure.counts.append(count)
      for index in 0..<count {
        procedure.heard.append(from.assumingMemoryBound(to: Float.self)[2 * index + 1])
        to.assumingMemoryBound(to: Float.self)[2 * index] = Float(procedure.frame)
        to.assumingMemoryBound(to: Float.self)[2 * index + 1] = -Float(procedure.frame)
        procedure.frame += 1
      }
      return noErr
    }

    static let listener: AudioObjectPropertyListenerProc = { _, count, addresses, context in
      guard let context, count == 1 else { return kAudio_ParamError }
      Unmanaged<Procedure>.fromOpaque(context).takeUnretainedValue().told.append(addresses.pointee.mSelector)
      return noErr
    }
  }

  @Test("An IOProc plays and records in cycles of the length that was asked for")
  func procedures() throws {
    let device = steppedDevice(rate: 48000)
    let id = hardwareID(device)
    let signal = (0..<2048).map { Float($0) }
    device.setInput([[], signal])
    let procedure = Procedure()
    let context = Unmanaged.passUnretained(procedure).toOpaque()
    var running = address(kAudioDevicePropertyDeviceIsRunning)
    expectEqual(AudioObjectAddPropertyListener(id, &running, Procedure.listener, context), noErr)
    var made: AudioDeviceIOProcID?
    expectEqual(AudioDeviceCreateIOProcID(id, Procedure.call, context, &made), noErr)
    let number = try required(made)
    var (length, frames) = (address(kAudioDevicePropertyBufferFrameSize), UInt32(100))
    expectEqual(AudioObjectSetPropertyData(id, &length, 0, nil, 4, &frames), kAudioHardwareIllegalOperationError)
    frames = 128
    expectEqual(AudioObjectSetPropertyData(id, &length, 0, nil, 4, &frames), noErr)
    device.keepOutput(frameLimit: 2048)
    expectEqual(AudioDeviceStart(id, number), noErr)
    try expectEqual(get(id, kAudioDevicePropertyDeviceIsRunning, UInt32(0)), 1)
    device.advance(frameCount: 1024)
    expectEqual(AudioDeviceStop(id, number), noErr)
    device.advance(frameCount: 512)
    expectEqual(procedure.counts, [Int](repeating: 128, count: 8))
    let played = (0..<1024).map { Float($0) } + [Float](repeating: 0, count: 512)
    expectEqual(device.keptOutput, [played, played.map { -$0 }])
    expectEqual(procedure.heard, [Float](repeating: 0, count: 512) + signal.prefix(512))
    expectEqual(procedure.told, [kAudioDevicePropertyDeviceIsRunning, kAudioDevicePropertyDeviceIsRunning])
    expectEqual(AudioObjectRemovePropertyListener(id, &running, Procedure.listener, context), noErr)
    expectEqual(AudioDeviceDestroyIOProcID(id, number), noErr)
    expectEqual(AudioDeviceStart(id, number), kAudioHardwareIllegalOperationError)
    var time = AudioTimeStamp()
    #expect(AudioDeviceGetCurrentTime(id, &time) == noErr && time.mSampleTime == 1536)
  }

  @Test("A device's thread asks for times without a lock", .enabled(if: RenderingThread.lockCount != nil), .ownThreads)
  func timesWithoutLocks() async {
    await #expect(processExitsWith: .success) {
      let id = hardwareID(steppedDevice())
      var (now, translated, failures) = (AudioTimeStamp(), AudioTimeStamp(), noErr)
      RenderingThread.enter {
        for _ in 0..<20 {
          failures |= AudioDeviceGetCurrentTime(id, &now)
          failures |= AudioDeviceTranslateTime(id, &now, &translated)
        }
      }
      #expect(failures == noErr && RenderingThread.lockCount == 0)
    }
  }

  @Test("A device answers for its stream of a scope, as RtAudio and miniaudio ask")
  func streamsOfDevices() throws {
    let device = steppedDevice(rate: 48000, channels: 3)
    let id = hardwareID(device)
    let output = kAudioObjectPropertyScopeOutput
    let stream = try required(list(id, kAudioDevicePropertyStreams, output).first)
    for selector in [kAudioStreamPropertyVirtualFormat, kAudioStreamPropertyPhysicalFormat] {
      let (own, streams) = (
        try get(id, selector, AudioStreamBasicDescription(), output),
        try get(stream, selector, AudioStreamBasicDescription())
      )
      #expect(own.mSampleRate == 48000 && own.mChannelsPerFrame == 3 && own.mBytesPerFrame == streams.mBytesPerFrame)
      var (property, format) = (address(selector, output), own)
      expectEqual(AudioObjectSetPropertyData(id, &property, 0, nil, 40, &format), noErr)
      format.mChannelsPerFrame = 2
      expectEqual(AudioObjectSetPropertyData(id, &property, 0, nil, 40, &format), kAudioDeviceUnsupportedFormatError)
    }
    for selector in [kAudioStreamPropertyAvailableVirtualFormats, kAudioStreamPropertyAvailablePhysicalFormats] {
      let ranged = try get(id, selector, AudioStreamRangedDescription(), output)
      #expect(ranged.mSampleRateRange.mMinimum == 48000 && ranged.mSampleRateRange.mMaximum == 48000)
    }
    try expectEqual(get(id, kAudioStreamPropertyTerminalType, UInt32(0), output), kAudioStreamTerminalTypeSpeaker)
    var direction = address(kAudioStreamPropertyDirection, output)
    #expect(!AudioObjectHasProperty(id, &direction))
  }

  @Test("A program has a device for itself until it gives it back, as RtAudio and mpv ask")
  func hogMode() throws {
    let id = hardwareID(steppedDevice())
    var (property, isSettable) = (address(kAudioDevicePropertyHogMode), DarwinBoolean(false))
    #expect(AudioObjectIsPropertySettable(id, &property, &isSettable) == noErr && isSettable.boolValue)
    try expectEqual(get(id, kAudioDevicePropertyHogMode, pid_t(7)), -1)
    var owner = getpid()
    expectEqual(AudioObjectSetPropertyData(id, &property, 0, nil, 4, &owner), noErr)
    try expectEqual(get(id, kAudioDevicePropertyHogMode, pid_t(7)), getpid())
    owner = 1
    expectEqual(AudioObjectSetPropertyData(id, &property, 0, nil, 4, &owner), kAudioHardwareIllegalOperationError)
    owner = -1
    expectEqual(AudioObjectSetPropertyData(id, &property, 0, nil, 4, &owner), noErr)
    try expectEqual(get(id, kAudioDevicePropertyHogMode, pid_t(7)), -1)
  }

  @Test("Listeners to changes that never come are taken, as libsoundio has them")
  func listenersToNothing() {
    let id = hardwareID(steppedDevice())
    let listener: AudioObjectPropertyListenerProc = { _, _, _, _ in noErr }
    for (object, selector) in [
      (system, kAudioHardwarePropertyServiceRestarted), (id, kAudioDevicePropertyDeviceHasChanged),
    ] {
      var property = address(selector)
      #expect(AudioObjectHasProperty(object, &property))
      expectEqual(AudioObjectAddPropertyListener(object, &property, listener, nil), noErr)
      expectEqual(AudioObjectRemovePropertyListener(object, &property, listener, nil), noErr)
    }
  }

  @Test("Other properties and other objects are unknown")
  func unknown() {
    var (size, id): (UInt32, AudioObjectID) = (0, hardwareID(steppedDevice()))
    var volume = address(kAudioDevicePropertyVolumeScalar)
    #expect(!AudioObjectHasProperty(system, &volume) && !AudioObjectHasProperty(id, &volume))
    expectEqual(AudioObjectGetPropertyDataSize(system, &volume, 0, nil, &size), kAudioHardwareUnknownPropertyError)
    var devices = address(kAudioHardwarePropertyDevices)
    #expect(!AudioObjectHasProperty(7, &devices))
    expectEqual(AudioObjectGetPropertyDataSize(7, &devices, 0, nil, &size), kAudioHardwareBadObjectError)
    expectEqual(AudioObjectSetPropertyData(7, &devices, 0, nil, 4, &size), kAudioHardwareBadObjectError)
    let listener: AudioObjectPropertyListenerProc = { _, _, _, _ in noErr }
    expectEqual(AudioObjectAddPropertyListener(5, &devices, listener, nil), kAudioHardwareBadObjectError)
    expectEqual(AudioObjectAddPropertyListener(system, &volume, listener, nil), kAudioHardwareUnknownPropertyError)
    expectEqual(AudioDeviceStart(5, nil), kAudioHardwareBadDeviceError)
    expectEqual(AudioDeviceStop(5, nil), kAudioHardwareBadDeviceError)
    var made: AudioDeviceIOProcID?
    let tick: AudioDeviceIOProc = { _, _, _, _, _, _, _ in noErr }
    #expect(AudioDeviceCreateIOProcID(5, tick, nil, &made) == kAudioHardwareBadDeviceError && made == nil)
    let empty = unsafeBitCast([:] as NSDictionary, to: CFDictionary.self)
    expectEqual(AudioHardwareCreateAggregateDevice(empty, &id), kAudioHardwareUnsupportedOperationError)
  }

  @Test("A run loop can be set, and the older calls say the same")
  func olderCalls() throws {
    var property = address(kAudioHardwarePropertyRunLoop)
    var loop: UInt = 0
    expectEqual(AudioObjectSetPropertyData(system, &property, 0, nil, 8, &loop), noErr)
    var (size, isWritable): (UInt32, DarwinBoolean) = (9, true)
    expectEqual(AudioHardwareGetPropertyInfo(kAudioHardwarePropertyDevices, &size, &isWritable), noErr)
    #expect(size > 0 && size % 4 == 0 && !isWritable.boolValue)
    expectEqual(AudioHardwareGetPropertyInfo(0, nil, nil), kAudioHardwareUnknownPropertyError)
    let device = steppedDevice(rate: 32000)
    var rate = 0.0
    size = 8
    expectEqual(
      AudioDeviceGetProperty(hardwareID(device), 0, false, kAudioDevicePropertyNominalSampleRate, &size, &rate), noErr)
    expectEqual(rate, 32000)
  }

  @Test("The host's clock counts nanoseconds, and never goes back")
  func hostClock() {
    let first = AudioGetCurrentHostTime()
    expectGreaterOrEqual(AudioGetCurrentHostTime(), first)
    expectEqual(AudioGetHostClockFrequency(), 1e9)
    expectEqual(AudioConvertHostTimeToNanos(AudioConvertNanosToHostTime(12_345)), 12_345)
  }
}
