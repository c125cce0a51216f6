import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

/// What audio back ends of other programs ask of units, and Apple's answer (AudioUnitSDK: AUBase, AUPlugInDispatch).
@Suite("What units grant")
struct LenientUnitTests {
  @Test("A small place gets a value's first bytes")
  func partialValues() throws {
    let program = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(program) {} }
    let device = steppedDevice(rate: 48000)
    #expect(program.setDevice(device) == noErr && program.setRender() == noErr)
    #expect(AudioUnitInitialize(program.unit) == noErr && AudioOutputUnitStart(program.unit) == noErr)
    // PortAudio has a Boolean for it.
    try expectEqual(program.get(kAudioOutputUnitProperty_IsRunning, UInt8(7)), 1)
    expectEqual(AudioOutputUnitStop(program.unit), noErr)
    try expectEqual(program.get(kAudioOutputUnitProperty_IsRunning, UInt8(7)), 0)
    try expectEqual(program.get(kAudioUnitProperty_StreamFormat, 0.0, kAudioUnitScope_Output), 48000)
    var (size, value): (UInt32, UInt64) = (0, 9)
    let unit = program.unit
    expectEqual(AudioUnitGetProperty(unit, kAudioUnitProperty_Latency, 0, 0, &value, &size), kAudio_ParamError)
    expectEqual(value, 9)
  }

  @Test("PortAudio's scopes: functions in the output's, slices in any")
  func scopes() throws {
    let program = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(program) {} }
    let device = steppedDevice(rate: 48000)
    expectEqual(program.setDevice(device), noErr)
    let slice = kAudioUnitProperty_MaximumFramesPerSlice
    expectEqual(program.set(slice, UInt32(700), kAudioUnitScope_Input), noErr)
    try expectEqual(program.get(slice, UInt32(0)), 700)
    expectEqual(program.set(slice, UInt32(800), kAudioUnitScope_Output, 1), noErr)
    try expectEqual(program.get(slice, UInt32(0)), 800)
    let function = AURenderCallbackStruct(inputProc: UnitProgram.render, inputProcRefCon: program.context)
    expectEqual(program.set(kAudioUnitProperty_SetRenderCallback, function, kAudioUnitScope_Output), noErr)
    expectEqual(
      program.set(kAudioUnitProperty_SetRenderCallback, function, kAudioUnitScope_Output, 7),
      kAudioUnitErr_InvalidElement)
    #expect(AudioUnitInitialize(program.unit) == noErr && AudioOutputUnitStart(program.unit) == noErr)
    device.advance(frameCount: 512)
    #expect(AudioOutputUnitStop(program.unit) == noErr && program.given == 512)
  }

  @Test("PortAudio's render quality is kept, within its range", arguments: [true, false])
  func quality(isOutput: Bool) throws {
    let program =
      try isOutput
      ? UnitProgram(kAudioUnitSubType_HALOutput)
      : UnitProgram(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter)
    defer { withExtendedLifetime(program) {} }
    try expectEqual(program.get(kAudioUnitProperty_RenderQuality, UInt32(0)), UInt32(kRenderQuality_Max))
    expectEqual(program.set(kAudioUnitProperty_RenderQuality, UInt32(kRenderQuality_Low)), noErr)
    try expectEqual(program.get(kAudioUnitProperty_RenderQuality, UInt32(0)), UInt32(kRenderQuality_Low))
    expectEqual(program.set(kAudioUnitProperty_RenderQuality, UInt32(128)), kAudioUnitErr_InvalidPropertyValue)
    let mixer = try UnitProgram(kAudioUnitSubType_MultiChannelMixer, kAudioUnitType_Mixer)
    defer { withExtendedLifetime(mixer) {} }
    expectEqual(mixer.set(kAudioUnitProperty_RenderQuality, UInt32(0)), kAudioUnitErr_InvalidProperty)
  }

  /// The bytes of a layout of labels.
  private func layout(_ labels: [AudioChannelLabel]) -> [UInt32] {
    [kAudioChannelLayoutTag_UseChannelDescriptions, 0, UInt32(labels.count)]
      + labels.flatMap { [$0, 0, 0, 0, 0] }
  }

  private func setLayout(_ program: UnitProgram, _ layout: [UInt32], _ element: UInt32 = 0) -> OSStatus {
    AudioUnitSetProperty(
      program.unit, kAudioUnitProperty_AudioChannelLayout, kAudioUnitScope_Input, element, layout,
      UInt32(4 * layout.count))
  }

  @Test("Channels go to the places that a layout names, as GStreamer, cubeb and mpv set one")
  func layouts() throws {
    let program = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(program) {} }
    let device = steppedDevice(rate: 48000)
    expectEqual(program.setDevice(device), noErr)
    let property = kAudioUnitProperty_AudioChannelLayout
    let format = AudioStreamBasicDescription.planar(48000, 4)
    expectEqual(program.set(kAudioUnitProperty_StreamFormat, format, kAudioUnitScope_Input), noErr)
    var (size, isWritable): (UInt32, DarwinBoolean) = (0, false)
    expectEqual(AudioUnitGetPropertyInfo(program.unit, property, kAudioUnitScope_Output, 0, &size, &isWritable), noErr)
    #expect(size == 32 && !isWritable.boolValue)
    try expectEqual(program.get(property, UInt32(0), kAudioUnitScope_Output), kAudioChannelLayoutTag_Stereo)
    let labels = [
      kAudioChannelLabel_LeftSurround, kAudioChannelLabel_Right, kAudioChannelLabel_RightSurround,
      kAudioChannelLabel_Left,
    ]
    expectEqual(setLayout(program, layout(Array(labels.prefix(2)))), kAudioUnitErr_InvalidPropertyValue)
    expectEqual(setLayout(program, layout(labels), 2), kAudioUnitErr_InvalidElement)
    expectEqual(setLayout(program, [0, 0]), kAudioUnitErr_InvalidPropertyValue)
    expectEqual(setLayout(program, layout(labels)), noErr)
    expectEqual(
      program.set(property, kAudioChannelLayoutTag_Stereo, kAudioUnitScope_Output), kAudioUnitErr_PropertyNotWritable)
    // Channel n of the program is n + 1 everywhere.
    let numbers: AURenderCallback = { _, _, _, _, frameCount, list in
      guard let list else { return kAudio_ParamError }
      for (channel, buffer) in UnsafeMutableAudioBufferListPointer(list).enumerated() {
        let samples = buffer.mData?.assumingMemoryBound(to: Float.self)
        for frame in 0..<Int(frameCount) { samples?[frame] = Float(channel + 1) / 8 }
      }
      return noErr
    }
    let function = AURenderCallbackStruct(inputProc: numbers, inputProcRefCon: nil)
    expectEqual(program.set(kAudioUnitProperty_SetRenderCallback, function, kAudioUnitScope_Input), noErr)
    func played() -> [Float?] {
      device.keepOutput(frameLimit: 64)
      expectEqual(AudioOutputUnitStart(program.unit), noErr)
      device.advance(frameCount: 64)
      expectEqual(AudioOutputUnitStop(program.unit), noErr)
      return device.keptOutput.map(\.last)
    }
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    expectEqual(played(), [4 / 8, 2 / 8])
    // A map of the program's comes first.
    let map: [Int32] = [2, 0]
    expectEqual(
      AudioUnitSetProperty(program.unit, kAudioOutputUnitProperty_ChannelMap, kAudioUnitScope_Output, 0, map, 8), noErr)
    expectEqual(played(), [3 / 8, 1 / 8])
    // mpv sets a layout as a map, in the global scope: it has no effect, but a map has.
    func setMap(_ words: [UInt32], _ scope: AudioUnitScope) -> OSStatus {
      AudioUnitSetProperty(
        program.unit, kAudioOutputUnitProperty_ChannelMap, scope, 0, words, UInt32(4 * words.count))
    }
    let stereo = [kAudioChannelLayoutTag_Stereo, 0, 0, 0, 0, 0, 0, 0]
    #expect(setMap(stereo, kAudioUnitScope_Global) == noErr && played() == [3 / 8, 1 / 8])
    expectEqual(setMap(stereo, kAudioUnitScope_Input), kAudioUnitErr_InvalidPropertyValue)
    #expect(setMap([1, 3], kAudioUnitScope_Global) == noErr && played() == [2 / 8, 4 / 8])
  }

  @Test("A sound's host time is when it is heard, or was recorded")
  func hostTimes() throws {
    // cubeb subtracts the clock from it, as a number without a sign.
    let device = VirtualDevice(
      "host-times", DeviceFormat(sampleRate: 48000, channelCount: 2), pacing: .realTime, bufferFrameCount: 4800)
    DeviceList.register(device)
    defer { DeviceList.unregister(device) }
    expectEqual(device.report(.output).latencyFrameCount, 4800)
    let times = Times()
    let id = hardwareID(device)
    var made: AudioDeviceIOProcID?
    let context = Unmanaged.passUnretained(times).toOpaque()
    let procedure: AudioDeviceIOProc = { _, now, _, input, _, output, context in
      guard let context else { return kAudio_ParamError }
      Unmanaged<Times>.fromOpaque(context).takeUnretainedValue().note(
        now.pointee, input.pointee, output.pointee, AudioGetCurrentHostTime())
      return noErr
    }
    expectEqual(AudioDeviceCreateIOProcID(id, procedure, context, &made), noErr)
    expectEqual(AudioDeviceStart(id, made), noErr)
    let limit = Date(timeIntervalSinceNow: 10)
    while times.count < 4, Date() < limit { Thread.sleep(forTimeInterval: 0.02) }
    #expect(AudioDeviceStop(id, made) == noErr && AudioDeviceDestroyIOProcID(id, made!) == noErr)
    withExtendedLifetime(times) {
      #expect(times.count >= 4 && times.faults == [])
    }
  }

  /// The time stamps of an IOProc.
  private final class Times {
    var count = 0
    var faults: [String] = []

    func note(_ now: AudioTimeStamp, _ input: AudioTimeStamp, _ output: AudioTimeStamp, _ clock: UInt64) {
      count += 1
      // Unless the machine is late by a whole cycle.
      if clock > now.mHostTime + 90_000_000 { return }
      // Two cycles of 100 ms lie between the capture of a frame and the moment at which a frame is heard; another one
      // passes, for the frames of the last cycle are given to the next.
      let distance = Int64(output.mHostTime) - Int64(input.mHostTime)
      if count > 1, abs(distance - 300_000_000) > 1000 { faults.append("\(distance) ns from input to output") }
      if input.mHostTime > clock { faults.append("captured in the future") }
      if output.mHostTime < now.mHostTime { faults.append("heard in the past") }
    }
  }
}
