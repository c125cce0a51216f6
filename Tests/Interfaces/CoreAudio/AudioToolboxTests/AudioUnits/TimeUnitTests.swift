import AudioToolbox
import Foundation
import SignalProcessing
import TestSupport
import Testing

@Suite("Varispeed and time-pitch units, and their presets")
struct TimeUnitTests {
  private static let type = kAudioUnitType_FormatConverter

  /// What the stretching gives of the sines that render functions give, a call for all.
  private func stretched(_ method: TimePitchMethod, rate: Double, pitch: Double, _ count: Int) -> [Float] {
    var processor = TimePitchProcessor(sampleRate: 44100, channelCount: 2, method: method)
    (processor.rate, processor.pitch) = (rate, pitch)
    var made: [Float] = []
    var next = 0
    while made.count < count {
      let given = processor.pull(count - made.count) { channel, _, samples in
        if channel == 1 { for index in samples.indices { made.append(samples[index]) } }
      }
      guard given < count, made.count < count else { break }
      let wanted = min(max(1, processor.wantedInputFrameCount), processor.inputRoom)
      processor.push(wanted) { _, samples in
        for index in 0..<wanted { samples[index] = UnitProgram.sample(next + index) }
      }
      next += wanted
    }
    return made
  }

  private func set(_ program: UnitProgram, _ id: AudioUnitParameterID, _ value: Float) -> OSStatus {
    AudioUnitSetParameter(program.unit, id, kAudioUnitScope_Global, 0, value, 0)
  }

  private func get(_ program: UnitProgram, _ id: AudioUnitParameterID) -> Float {
    var value: Float = -1
    expectEqual(AudioUnitGetParameter(program.unit, id, kAudioUnitScope_Global, 0, &value), noErr)
    return value
  }

  @Test(
    "Units give the samples of the stretching itself, however they are cut into slices",
    arguments: [
      (kAudioUnitSubType_Varispeed, TimePitchMethod.varispeed, Float(1.5), Float(0)),
      (kAudioUnitSubType_Varispeed, .varispeed, 0.75, 0),
      (kAudioUnitSubType_NewTimePitch, .spectral, 1.25, 300),
      (kAudioUnitSubType_NewTimePitch, .spectral, 1, 0),
      (kAudioUnitSubType_TimePitch, .timeDomain, 0.8, 0),
      (kAudioUnitSubType_TimePitch, .timeDomain, 2, -500),
    ])
  func samples(_ subType: OSType, _ method: TimePitchMethod, _ rate: Float, _ pitch: Float) throws {
    let program = try UnitProgram(subType, Self.type)
    defer { withExtendedLifetime(program) {} }
    expectEqual(set(program, 0, rate), noErr)
    if method != .varispeed { expectEqual(set(program, 1, pitch), noErr) }
    expectEqual(program.setRender(), noErr)
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    var made: [Float] = []
    for count in [512, 100, 1156, 1, 700, 1024] { made += try program.render(count, at: Double(made.count))[1] }
    expectEqual(made, stretched(method, rate: Double(rate), pitch: Double(pitch), made.count))
    #expect(made.contains { abs($0) > 0.2 })
    // The input's time line is its own.
    expectEqual(program.slices.first?.time, 0)
    #expect(zip(program.slices, program.slices.dropFirst()).allSatisfy { $0.time + Double($0.frameCount) == $1.time })
  }

  @Test("A rate of 1 by varispeed, and a bypassed unit, give the input's own samples")
  func unchanged() throws {
    for bypasses in [false, true] {
      let program = try UnitProgram(kAudioUnitSubType_Varispeed, Self.type)
      defer { withExtendedLifetime(program) {} }
      if bypasses {
        expectEqual(set(program, kVarispeedParam_PlaybackRate, 2), noErr)
        expectEqual(program.set(kAudioUnitProperty_BypassEffect, UInt32(1)), noErr)
        try expectEqual(program.get(kAudioUnitProperty_BypassEffect, UInt32(0)), 1)
      }
      #expect(program.setRender() == noErr && AudioUnitInitialize(program.unit) == noErr)
      try expectEqual(program.render(1000)[0], (0..<1000).map { UnitProgram.sample($0) })
    }
  }

  @Test("A varispeed's rate and cents are one setting, and values keep to their range")
  func coupling() throws {
    let program = try UnitProgram(kAudioUnitSubType_Varispeed, Self.type)
    defer { withExtendedLifetime(program) {} }
    expectEqual(set(program, kVarispeedParam_PlaybackCents, 1200), noErr)
    expectEqual(get(program, kVarispeedParam_PlaybackRate), 2)
    expectEqual(set(program, kVarispeedParam_PlaybackRate, 0.5), noErr)
    expectEqual(get(program, kVarispeedParam_PlaybackCents), -1200)
    expectEqual(set(program, kVarispeedParam_PlaybackRate, 100), noErr)
    expectEqual(get(program, kVarispeedParam_PlaybackRate), 4)
    expectEqual(set(program, kVarispeedParam_PlaybackRate, .nan), kAudioUnitErr_InvalidParameterValue)
    expectEqual(set(program, 7, 1), kAudioUnitErr_InvalidParameter)
    expectEqual(AudioUnitSetParameter(program.unit, 0, kAudioUnitScope_Input, 0, 1, 0), kAudioUnitErr_InvalidScope)
    expectEqual(AudioUnitSetParameter(program.unit, 0, kAudioUnitScope_Global, 1, 1, 0), kAudioUnitErr_InvalidElement)
    // An offset into the slice counts as its beginning; a ramp cannot be had.
    expectEqual(AudioUnitSetParameter(program.unit, 0, kAudioUnitScope_Global, 0, 3, 64), noErr)
    expectEqual(get(program, kVarispeedParam_PlaybackRate), 3)
    var ramp = AudioUnitParameterEvent()
    (ramp.scope, ramp.parameter, ramp.eventType) = (kAudioUnitScope_Global, 0, .parameterEvent_Ramped)
    expectEqual(AudioUnitScheduleParameters(program.unit, &ramp, 1), kAudioUnitErr_InvalidParameter)
  }

  @Test("Parameters are listed with their ranges")
  func parameterList() throws {
    for (subType, ids) in [
      (kAudioUnitSubType_Varispeed, [UInt32(0), 1]), (kAudioUnitSubType_NewTimePitch, [0, 1, 4, 6, 7]),
      (kAudioUnitSubType_TimePitch, [0, 1]),
    ] {
      let program = try UnitProgram(subType, Self.type)
      defer { withExtendedLifetime(program) {} }
      var list = [UInt32](repeating: 0, count: 8)
      var size: UInt32 = 32
      expectEqual(AudioUnitGetProperty(program.unit, kAudioUnitProperty_ParameterList, 0, 0, &list, &size), noErr)
      expectEqual(Array(list.prefix(Int(size) / 4)), ids)
      for id in ids {
        let info = try program.get(kAudioUnitProperty_ParameterInfo, AudioUnitParameterInfo(), 0, id)
        #expect(info.minValue < info.maxValue && (info.minValue...info.maxValue).contains(info.defaultValue))
        expectEqual(get(program, id), info.defaultValue)
      }
    }
  }

  @Test("All elements have one format: 32-bit floats, channels apart")
  func formats() throws {
    let program = try UnitProgram(kAudioUnitSubType_NewTimePitch, Self.type)
    defer { withExtendedLifetime(program) {} }
    expectEqual(
      program.set(kAudioUnitProperty_StreamFormat, AudioStreamBasicDescription.planar(48000, 1), kAudioUnitScope_Input),
      noErr)
    let output = try program.format(kAudioUnitScope_Output)
    #expect(output.mSampleRate == 48000 && output.mChannelsPerFrame == 1)
    let integers = AudioStreamBasicDescription.pcm(16, rate: 44100, channels: 2)
    expectEqual(
      program.set(kAudioUnitProperty_StreamFormat, integers, kAudioUnitScope_Output), kAudioUnitErr_FormatNotSupported)
    let counts = try program.get(kAudioUnitProperty_SupportedNumChannels, AUChannelInfo())
    #expect(counts.inChannels == -1 && counts.outChannels == -1)
  }

  @Test("What an input answers is what rendering answers, and sound goes on behind it")
  func failure() throws {
    let program = try UnitProgram(kAudioUnitSubType_Varispeed, Self.type)
    defer { withExtendedLifetime(program) {} }
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    #expect(throws: TestFailure.self) { try program.render(64) }
    try expectEqual(program.get(kAudioUnitProperty_LastRenderError, OSStatus(0)), kAudioUnitErr_NoConnection)
    expectEqual(program.setRender(), noErr)
    program.failure = -7
    #expect(throws: TestFailure.self) { try program.render(64) }
    try expectEqual(program.get(kAudioUnitProperty_LastRenderError, OSStatus(0)), -7)
    program.failure = noErr
    expectEqual(AudioUnitReset(program.unit, kAudioUnitScope_Global, 0), noErr)
    try expectEqual(program.render(64)[0], (0..<64).map { UnitProgram.sample($0) })
  }

  // MARK: Presets

  private func classInfo(_ program: UnitProgram) throws -> NSDictionary {
    let address = try program.get(kAudioUnitProperty_ClassInfo, UInt(0))
    let pointer = try required(UnsafeRawPointer(bitPattern: address))
    return try required(Unmanaged<AnyObject>.fromOpaque(pointer).takeRetainedValue() as? NSDictionary)
  }

  private func setClassInfo(_ program: UnitProgram, _ list: NSDictionary) -> OSStatus {
    withExtendedLifetime(list) {
      program.set(kAudioUnitProperty_ClassInfo, UInt(bitPattern: Unmanaged.passUnretained(list).toOpaque()))
    }
  }

  @Test("A unit's state goes to another one by its property list, and to none of another kind")
  func propertyLists() throws {
    let programs = try (0..<2).map { _ in try UnitProgram(kAudioUnitSubType_NewTimePitch, Self.type) }
    defer { withExtendedLifetime(programs) {} }
    expectEqual(set(programs[0], kNewTimePitchParam_Rate, 1.75), noErr)
    expectEqual(set(programs[0], kNewTimePitchParam_Pitch, -123), noErr)
    let name = "mine" as NSString
    let preset = AUPreset(presetNumber: -1, presetName: unsafeBitCast(name, to: CFString.self).unmanaged)
    expectEqual(withExtendedLifetime(name) { programs[0].set(kAudioUnitProperty_PresentPreset, preset) }, noErr)
    let list = try classInfo(programs[0])
    #expect(list["name"] as? String == "mine")
    expectEqual((list["subtype"] as? NSNumber)?.uint32Value, kAudioUnitSubType_NewTimePitch)
    // Scope, element, five parameters, and the first of them: number 0, 1.75, big end first.
    let data = try required(list["data"] as? Data)
    expectEqual(Array(data.prefix(20)), [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0x3F, 0xE0, 0, 0])
    expectEqual(setClassInfo(programs[1], list), noErr)
    #expect(get(programs[1], kNewTimePitchParam_Rate) == 1.75 && get(programs[1], kNewTimePitchParam_Pitch) == -123)
    try expectEqual(classInfo(programs[1]), list)
    let other = try UnitProgram(kAudioUnitSubType_Varispeed, Self.type)
    defer { withExtendedLifetime(other) {} }
    expectEqual(setClassInfo(other, list), kAudioUnitErr_InvalidPropertyValue)
    let broken = NSMutableDictionary()
    broken.addEntries(from: list as? [AnyHashable: Any] ?? [:])
    broken["data"] = Data([0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF])
    expectEqual(setClassInfo(programs[1], broken), kAudioUnitErr_InvalidPropertyValue)
    expectEqual(setClassInfo(programs[1], NSDictionary()), kAudioUnitErr_InvalidPropertyValue)
    expectEqual(programs[1].set(kAudioUnitProperty_ClassInfo, UInt32(0)), kAudioUnitErr_InvalidPropertyValue)
  }

  @Test("No unit has presets of its own")
  func factoryPresets() throws {
    let program = try UnitProgram(kAudioUnitSubType_TimePitch, Self.type)
    defer { withExtendedLifetime(program) {} }
    var size: UInt32 = 8
    var place: UInt = 0
    expectEqual(
      AudioUnitGetProperty(program.unit, kAudioUnitProperty_FactoryPresets, 0, 0, &place, &size),
      kAudioUnitErr_InvalidProperty)
    let present = try program.get(kAudioUnitProperty_PresentPreset, [UInt64](repeating: 0, count: 2).pair)
    expectEqual(Int32(truncatingIfNeeded: present.0), -1)
    let name = try required(UnsafeRawPointer(bitPattern: UInt(present.1)))
    expectEqual(Unmanaged<NSString>.fromOpaque(name).takeRetainedValue(), "Untitled")
    expectEqual(
      program.set(kAudioUnitProperty_PresentPreset, AUPreset(presetNumber: 0, presetName: nil)),
      kAudioUnitErr_InvalidPropertyValue)
    expectEqual(
      program.set(kAudioUnitProperty_PresentPreset, AUPreset(presetNumber: -1, presetName: nil)),
      kAudioUnitErr_InvalidPropertyValue)
  }

  @Test("Mixers in space and some effects are not found")
  func absent() throws {
    for (type, subType) in [
      (kAudioUnitType_Mixer, kAudioUnitSubType_3DMixer), (kAudioUnitType_Mixer, kAudioUnitSubType_AU3DMixerEmbedded),
      (kAudioUnitType_Mixer, kAudioUnitSubType_SpatialMixer),
      (kAudioUnitType_Effect, kAudioUnitSubType_MatrixReverb), (kAudioUnitType_Effect, kAudioUnitSubType_GraphicEQ),
    ] {
      var wanted = AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
      #expect(AudioComponentFindNext(nil, &wanted) == nil && AudioComponentCount(&wanted) == 0)
      var made: AUGraph?
      expectEqual(NewAUGraph(&made), noErr)
      let graph = try required(made)
      var node: AUNode = 0
      expectEqual(AUGraphAddNode(graph, &wanted, &node), kAUGraphErr_InvalidAudioUnit)
      expectEqual(DisposeAUGraph(graph), noErr)
    }
  }
}

extension CFString {
  fileprivate var unmanaged: Unmanaged<CFString> { Unmanaged.passUnretained(self) }
}

extension [UInt64] {
  fileprivate var pair: (UInt64, UInt64) { (self[0], self[1]) }
}
