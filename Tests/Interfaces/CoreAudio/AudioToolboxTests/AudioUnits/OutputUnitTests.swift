import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Output units")
struct OutputUnitTests {
  private let sine = (0..<4000).map { UnitProgram.sample($0) }

  private func play(
    _ program: UnitProgram, _ format: AudioStreamBasicDescription, _ device: VirtualDevice, _ frameCount: Int = 4000
  ) throws -> [[Float]] {
    expectEqual(program.setDevice(device), noErr)
    expectEqual(program.set(kAudioUnitProperty_StreamFormat, format, kAudioUnitScope_Input), noErr)
    expectEqual(program.setRender(), noErr)
    expectEqual(AudioOutputUnitStart(program.unit), kAudioUnitErr_Uninitialized)
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    device.keepOutput(frameLimit: frameCount)
    expectEqual(AudioOutputUnitStart(program.unit), noErr)
    try expectEqual(program.get(kAudioOutputUnitProperty_IsRunning, UInt32(7)), 1)
    device.advance(frameCount: frameCount)
    expectEqual(AudioOutputUnitStop(program.unit), noErr)
    try expectEqual(program.get(kAudioOutputUnitProperty_IsRunning, UInt32(7)), 0)
    return device.keptOutput
  }

  @Test(
    "What the program gives is what the device plays",
    arguments: [
      kAudioUnitSubType_HALOutput, kAudioUnitSubType_RemoteIO, kAudioUnitSubType_VoiceProcessingIO,
    ], [true, false])
  func plain(subType: OSType, isPlanar: Bool) throws {
    let device = steppedDevice(rate: 48000)
    let program = try UnitProgram(subType)
    defer { withExtendedLifetime(program) {} }
    let format =
      isPlanar
      ? AudioStreamBasicDescription.planar(48000) : AudioStreamBasicDescription.floats(rate: 48000, channels: 2)
    let played = try play(program, format, device)
    expectEqual(played, [sine, sine])
    expectEqual(program.slices.map(\.time), [0, 512, 1024, 1536, 2048, 2560, 3072, 3584])
    // A start begins anew.
    program.slices = []
    expectEqual(AudioOutputUnitStart(program.unit), noErr)
    device.advance(frameCount: 512)
    expectEqual(AudioOutputUnitStop(program.unit), noErr)
    expectEqual(program.slices.map(\.time), [0])
  }

  @Test("Another rate is converted as an audio converter does")
  func rate() throws {
    let device = steppedDevice(rate: 48000)
    let program = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(program) {} }
    let played = try play(program, .planar(44100), device)
    // The same sound by a converter, offline.
    var (from, to) = (AudioStreamBasicDescription.planar(44100), AudioStreamBasicDescription.planar(48000))
    var made: AudioConverterRef?
    expectEqual(AudioConverterNew(&from, &to, &made), noErr)
    let converter = try required(made)
    defer { AudioConverterDispose(converter) }
    let source = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(source) {} }
    let supply: AudioConverterComplexInputDataProc = { _, count, list, _, context in
      var flags: AudioUnitRenderActionFlags = []
      var time = AudioTimeStamp()
      guard let context else { return kAudio_ParamError }
      return UnitProgram.render(context, &flags, &time, 0, count.pointee, list)
    }
    var offline: [Float] = []
    while offline.count < 4000 {
      let buffers = AudioBufferList.allocate(maximumBuffers: 2)
      defer { free(buffers.unsafeMutablePointer) }
      var memory = [Float](repeating: 0, count: 1024)
      var count = UInt32(min(512, 4000 - offline.count))
      let status = memory.withUnsafeMutableBufferPointer { memory in
        for index in 0..<2 {
          buffers[index] = AudioBuffer(
            mNumberChannels: 1, mDataByteSize: 2048,
            mData: UnsafeMutableRawPointer(memory.baseAddress! + index * 512))
        }
        return AudioConverterFillComplexBuffer(
          converter, supply, source.context, &count, buffers.unsafeMutablePointer, nil)
      }
      #expect(status == noErr && count > 0)
      guard status == noErr, count > 0 else { break }
      offline += memory.prefix(Int(count))
    }
    expectEqual(played[0], offline)
    expectEqual(played[1], offline)
  }

  @Test("Integers of one channel come to both sides")
  func monoIntegers() throws {
    let device = steppedDevice(rate: 48000)
    let program = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(program) {} }
    expectEqual(program.setDevice(device), noErr)
    let format = AudioStreamBasicDescription.pcm(16, rate: 48000, channels: 1)
    expectEqual(program.set(kAudioUnitProperty_StreamFormat, format, kAudioUnitScope_Input), noErr)
    let ramp: AURenderCallback = { _, _, time, _, frameCount, list in
      guard let data = list?.pointee.mBuffers.mData else { return kAudio_ParamError }
      let samples = data.assumingMemoryBound(to: Int16.self)
      for frame in 0..<Int(frameCount) { samples[frame] = Int16(Int(time.pointee.mSampleTime) + frame) }
      return noErr
    }
    let callback = AURenderCallbackStruct(inputProc: ramp, inputProcRefCon: nil)
    expectEqual(program.set(kAudioUnitProperty_SetRenderCallback, callback, kAudioUnitScope_Global), noErr)
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    device.keepOutput(frameLimit: 2000)
    expectEqual(AudioOutputUnitStart(program.unit), noErr)
    device.advance(frameCount: 2000)
    expectEqual(AudioOutputUnitStop(program.unit), noErr)
    let expected = (0..<2000).map { Float($0) / 32768 }
    expectEqual(device.keptOutput, [expected, expected])
  }

  @Test("Notifications, volume, failures and a stop in the callback")
  func rendering() throws {
    let device = steppedDevice(rate: 48000)
    let program = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(program) {} }
    expectEqual(AudioUnitAddRenderNotify(program.unit, UnitProgram.notify, program.context), noErr)
    expectEqual(AudioUnitSetParameter(program.unit, kHALOutputParam_Volume, kAudioUnitScope_Global, 0, 0.5, 0), noErr)
    let played = try play(program, .planar(48000), device, 512)
    expectEqual(played[0], sine.prefix(512).map { $0 * 0.5 })
    let (pre, post) = (
      AudioUnitRenderActionFlags.unitRenderAction_PreRender.rawValue,
      AudioUnitRenderActionFlags.unitRenderAction_PostRender.rawValue
    )
    expectEqual(program.notes, [pre, post])
    expectEqual(AudioUnitRemoveRenderNotify(program.unit, UnitProgram.notify, program.context), noErr)
    program.failure = -1234
    device.keepOutput(frameLimit: 512)
    expectEqual(AudioOutputUnitStart(program.unit), noErr)
    device.advance(frameCount: 512)
    expectEqual(device.keptOutput[0], [Float](repeating: 0, count: 512))
    expectEqual(program.notes, [pre, post])
    try expectEqual(program.get(kAudioUnitProperty_LastRenderError, OSStatus(0)), -1234)
    expectEqual(AudioOutputUnitStop(program.unit), noErr)
    let stopping: AURenderCallback = { context, _, _, _, _, _ in
      let program = Unmanaged<UnitProgram>.fromOpaque(context).takeUnretainedValue()
      program.slices.append((-1, 0))
      return AudioOutputUnitStop(program.unit)
    }
    program.slices = []
    let callback = AURenderCallbackStruct(inputProc: stopping, inputProcRefCon: program.context)
    expectEqual(program.set(kAudioUnitProperty_SetRenderCallback, callback, kAudioUnitScope_Input), noErr)
    expectEqual(AudioOutputUnitStart(program.unit), noErr)
    device.advance(frameCount: 2048)
    expectEqual(program.slices.count, 1)
    try expectEqual(program.get(kAudioOutputUnitProperty_IsRunning, UInt32(7)), 0)
  }

  @Test("The default output plays on the default device and tells what it is")
  func defaultOutput() throws {
    let program = try UnitProgram(kAudioUnitSubType_DefaultOutput)
    defer { withExtendedLifetime(program) {} }
    try expectEqual(program.format(kAudioUnitScope_Output).mSampleRate, DeviceList.standard.format.sampleRate)
    expectEqual(
      program.set(kAudioOutputUnitProperty_EnableIO, UInt32(1), kAudioUnitScope_Input, 1),
      kAudioUnitErr_PropertyNotWritable)
    // Programs set it to the device that it has, as mpv does; 1 is the number of no device.
    let device = try program.get(kAudioOutputUnitProperty_CurrentDevice, UInt32(0))
    expectEqual(program.set(kAudioOutputUnitProperty_CurrentDevice, device), noErr)
    expectEqual(program.set(kAudioOutputUnitProperty_CurrentDevice, UInt32(1)), kAudioUnitErr_InvalidPropertyValue)
    let component = try required(AudioComponentInstanceGetComponent(program.unit))
    var description = AudioComponentDescription()
    expectEqual(AudioComponentGetDescription(component, &description), noErr)
    expectEqual(description.componentSubType, kAudioUnitSubType_DefaultOutput)
    var version: UInt32 = 0
    #expect(AudioComponentGetVersion(component, &version) == noErr && version == 0x10000)
    #expect(AudioComponentInstanceCanDo(program.unit, 0x0201))
  }
}

@Suite("Units that record")
struct InputUnitTests {
  private let signal = (0..<4096).map { Float($0) / 4096 }

  private func recorder(_ device: VirtualDevice, rate: Double) throws -> UnitProgram {
    let program = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(program) {} }
    expectEqual(program.set(kAudioOutputUnitProperty_EnableIO, UInt32(1), kAudioUnitScope_Input, 1), noErr)
    expectEqual(program.set(kAudioOutputUnitProperty_EnableIO, UInt32(0), kAudioUnitScope_Output, 0), noErr)
    expectEqual(program.setDevice(device), noErr)
    let format = AudioStreamBasicDescription.planar(rate)
    expectEqual(program.set(kAudioUnitProperty_StreamFormat, format, kAudioUnitScope_Output, 1), noErr)
    let callback = AURenderCallbackStruct(inputProc: UnitProgram.input, inputProcRefCon: program.context)
    expectEqual(program.set(kAudioOutputUnitProperty_SetInputCallback, callback), noErr)
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    return program
  }

  @Test("What the device captures is what the program gets")
  func plain() throws {
    let device = steppedDevice(rate: 48000)
    device.setInput([signal, signal.map { -$0 }])
    let program = try recorder(device, rate: 48000)
    expectEqual(AudioOutputUnitStart(program.unit), noErr)
    device.advance(frameCount: 2000)
    expectEqual(AudioOutputUnitStop(program.unit), noErr)
    expectEqual(program.recorded, [Array(signal.prefix(2000)), signal.prefix(2000).map { -$0 }])
    expectEqual(program.inputStatuses, [0, 0, 0, 0])
  }

  @Test("At another rate it gets as many frames as that has, and a sine stays a sine")
  func rate() throws {
    let device = steppedDevice(rate: 48000)
    let sine = (0..<24000).map { Float(sin(Double($0) * 2 * .pi * 1000 / 48000)) }
    device.setInput([sine, sine])
    let program = try recorder(device, rate: 24000)
    expectEqual(AudioOutputUnitStart(program.unit), noErr)
    device.advance(frameCount: 24000)
    expectEqual(AudioOutputUnitStop(program.unit), noErr)
    let count = program.recorded[0].count
    #expect((11800...12000).contains(count))
    let worst = (1000..<11000).map { abs(Double(program.recorded[0][$0]) - sin(Double($0) * 2 * .pi / 24)) }.max()
    expectLess(worst ?? 1, 1e-4)
  }

  @Test("Captured frames can be played by the function that is asked for some")
  func throughput() throws {
    let device = steppedDevice(rate: 48000)
    device.setInput([signal, signal])
    let program = try UnitProgram(kAudioUnitSubType_RemoteIO)
    defer { withExtendedLifetime(program) {} }
    expectEqual(program.set(kAudioOutputUnitProperty_EnableIO, UInt32(1), kAudioUnitScope_Input, 1), noErr)
    expectEqual(program.setDevice(device), noErr)
    let through: AURenderCallback = { context, flags, time, _, frameCount, list in
      guard let list else { return kAudio_ParamError }
      let program = Unmanaged<UnitProgram>.fromOpaque(context).takeUnretainedValue()
      return AudioUnitRender(program.unit, flags, time, 1, frameCount, list)
    }
    let callback = AURenderCallbackStruct(inputProc: through, inputProcRefCon: program.context)
    expectEqual(program.set(kAudioUnitProperty_SetRenderCallback, callback, kAudioUnitScope_Input), noErr)
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    device.keepOutput(frameLimit: 2048)
    expectEqual(AudioOutputUnitStart(program.unit), noErr)
    device.advance(frameCount: 2048)
    expectEqual(AudioOutputUnitStop(program.unit), noErr)
    // What is captured in a cycle is played in the next one.
    expectEqual(device.keptOutput[0], [Float](repeating: 0, count: 512) + signal.prefix(1536))
  }
}
