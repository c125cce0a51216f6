import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("Mixers, converters and graphs")
struct MixerTests {
  private func sample(_ frame: Int) -> Float { UnitProgram.sample(frame) }

  private func mixer(_ inputs: Int) throws -> (mixer: UnitProgram, players: [UnitProgram]) {
    let mixer = try UnitProgram(kAudioUnitSubType_MultiChannelMixer, kAudioUnitType_Mixer)
    expectEqual(mixer.set(kAudioUnitProperty_ElementCount, UInt32(inputs), kAudioUnitScope_Input), noErr)
    let players = try (0..<inputs).map { _ in
      try UnitProgram(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter)
    }
    for (index, player) in players.enumerated() {
      let callback = AURenderCallbackStruct(inputProc: UnitProgram.render, inputProcRefCon: player.context)
      expectEqual(
        mixer.set(kAudioUnitProperty_SetRenderCallback, callback, kAudioUnitScope_Input, UInt32(index)), noErr)
    }
    mixer.sources = players
    return (mixer, players)
  }

  private func set(
    _ unit: AudioUnit, _ id: AudioUnitParameterID, _ scope: AudioUnitScope, _ element: UInt32, _ value: Float
  ) -> OSStatus { AudioUnitSetParameter(unit, id, scope, element, value, 0) }

  @Test("A mixer adds its inputs up by their volumes, places and switches")
  func mixing() throws {
    let (mixer, players) = try mixer(3)
    players[1].given = 100
    expectEqual(set(mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 0.5), noErr)
    expectEqual(set(mixer.unit, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, 1, 1), noErr)
    expectEqual(set(mixer.unit, kMultiChannelMixerParam_Enable, kAudioUnitScope_Input, 2, 0), noErr)
    expectEqual(AudioUnitInitialize(mixer.unit), noErr)
    let made = try mixer.render(512)
    expectEqual(made[0], (0..<512).map { sample($0) * 0.5 })
    expectEqual(made[1], (0..<512).map { sample($0) * 0.5 + sample($0 + 100) })
    var value: Float = 0
    expectEqual(AudioUnitGetParameter(mixer.unit, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, 1, &value), noErr)
    expectEqual(value, 1)
    expectEqual(set(mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Output, 0, 0), noErr)
    try expectEqual(mixer.render(16)[0], [Float](repeating: 0, count: 16))
  }

  @Test("Volumes change at the frame that was asked for")
  func schedule() throws {
    let (mixer, players) = try mixer(1)
    expectEqual(AudioUnitInitialize(mixer.unit), noErr)
    var ramp = AudioUnitParameterEvent()
    (ramp.scope, ramp.element, ramp.parameter) = (kAudioUnitScope_Input, 0, kMultiChannelMixerParam_Volume)
    ramp.eventType = .parameterEvent_Ramped
    ramp.eventValues.ramp = .init(startBufferOffset: 96, durationInFrames: 64, startValue: 1, endValue: 0)
    expectEqual(AudioUnitScheduleParameters(mixer.unit, &ramp, 1), noErr)
    let made = try mixer.render(128)[0] + mixer.render(128, at: 128)[0]
    let expected = (0..<256).map { frame in
      sample(frame) * (frame < 96 ? 1 : frame >= 160 ? 0 : 1 + (0 - 1) * Float(frame - 96) / 64)
    }
    expectEqual(made, expected)
    expectEqual(players[0].given, 256)
    expectEqual(
      AudioUnitSetParameter(mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 1, 10), noErr)
    let later = try mixer.render(20)[0]
    expectEqual(later, (0..<20).map { $0 < 10 ? 0 : sample(256 + $0) })
  }

  @Test("Changes of a slice take effect at their frames in whatever order they were asked for")
  func order() throws {
    let (mixer, _) = try mixer(1)
    expectEqual(AudioUnitInitialize(mixer.unit), noErr)
    for (offset, volume) in [(96, 0.5), (32, 0.25)] {
      let status = AudioUnitSetParameter(
        mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, Float(volume), UInt32(offset))
      expectEqual(status, noErr)
    }
    let made = try mixer.render(128)[0] + mixer.render(32)[0]
    expectEqual(made, (0..<160).map { sample($0) * ($0 < 32 ? 1 : $0 < 96 ? 0.25 : 0.5) })
  }

  @Test("A volume that is set ends the ramp that is under way, and a parameter tells where a ramp has come to")
  func settingWithinARamp() throws {
    let (mixer, _) = try mixer(1)
    expectEqual(AudioUnitInitialize(mixer.unit), noErr)
    var ramp = AudioUnitParameterEvent()
    (ramp.scope, ramp.element, ramp.parameter) = (kAudioUnitScope_Output, 0, kMultiChannelMixerParam_Volume)
    ramp.eventType = .parameterEvent_Ramped
    ramp.eventValues.ramp = .init(startBufferOffset: 0, durationInFrames: 128, startValue: 0, endValue: 1)
    expectEqual(AudioUnitScheduleParameters(mixer.unit, &ramp, 1), noErr)
    try expectEqual(mixer.render(65)[0], (0..<65).map { sample($0) * (Float($0) / 128) })
    var value: Float = 0
    expectEqual(
      AudioUnitGetParameter(mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Output, 0, &value), noErr)
    expectEqual(value, 0.5)
    expectEqual(set(mixer.unit, kMultiChannelMixerParam_Volume, kAudioUnitScope_Output, 0, 0.25), noErr)
    try expectEqual(mixer.render(64)[0], (65..<129).map { sample($0) * 0.25 })
  }

  @Test("A converter gives integers of one channel, and of other rates the right frames")
  func converter() throws {
    let program = try UnitProgram(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter)
    defer { withExtendedLifetime(program) {} }
    let mono = AudioStreamBasicDescription.planar(44100, 1)
    let stereo = AudioStreamBasicDescription.pcm(16, rate: 44100, channels: 2)
    expectEqual(program.set(kAudioUnitProperty_StreamFormat, mono, kAudioUnitScope_Input), noErr)
    expectEqual(program.set(kAudioUnitProperty_StreamFormat, stereo, kAudioUnitScope_Output), noErr)
    expectEqual(program.setRender(), noErr)
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    expectEqual(program.set(kAudioUnitProperty_StreamFormat, mono, kAudioUnitScope_Output), kAudioUnitErr_Initialized)
    var bytes = [Int16](repeating: 0, count: 400)
    let status = bytes.withUnsafeMutableBytes { bytes in
      var list = AudioBufferList(
        mNumberBuffers: 1,
        mBuffers: AudioBuffer(mNumberChannels: 2, mDataByteSize: 800, mData: bytes.baseAddress))
      var time = AudioTimeStamp()
      return AudioUnitRender(program.unit, nil, &time, 0, 200, &list)
    }
    expectEqual(status, noErr)
    let expected = (0..<200).flatMap { frame -> [Int16] in
      let value = Int16((sample(frame) * 32768).rounded(.toNearestOrEven))
      return [value, value]
    }
    #expect(zip(bytes, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    #expect(bytes.contains { $0 > 16000 })
  }

  @Test("A graph of two players, a mixer and an output plays their sum")
  func graph() throws {
    let device = steppedDevice(rate: 48000)
    var made: AUGraph?
    expectEqual(NewAUGraph(&made), noErr)
    let graph = try required(made)
    func node(_ type: OSType, _ subType: OSType) -> AUNode {
      var description = AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0)
      var node: AUNode = 0
      expectEqual(AUGraphAddNode(graph, &description, &node), noErr)
      return node
    }
    let output = node(kAudioUnitType_Output, kAudioUnitSubType_HALOutput)
    let mixer = node(kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer)
    expectEqual(AUGraphConnectNodeInput(graph, mixer, 0, output, 0), noErr)
    expectEqual(AUGraphConnectNodeInput(graph, mixer, 0, output, 0), kAUGraphErr_InvalidConnection)
    expectEqual(AUGraphConnectNodeInput(graph, output, 0, mixer, 0), kAUGraphErr_InvalidConnection)
    expectEqual(AUGraphInitialize(graph), kAUGraphErr_InvalidAudioUnit)
    expectEqual(AUGraphOpen(graph), noErr)
    var (outputUnit, mixerUnit): (AudioUnit?, AudioUnit?)
    expectEqual(AUGraphNodeInfo(graph, output, nil, &outputUnit), noErr)
    expectEqual(AUGraphNodeInfo(graph, mixer, nil, &mixerUnit), noErr)
    let (ends, mixes) = (try required(outputUnit), try required(mixerUnit))
    var id = hardwareID(device)
    expectEqual(
      AudioUnitSetProperty(ends, kAudioOutputUnitProperty_CurrentDevice, kAudioUnitScope_Global, 0, &id, 4), noErr)
    var format = AudioStreamBasicDescription.planar(48000)
    for (scope, element) in [(kAudioUnitScope_Input, 0), (kAudioUnitScope_Input, 1), (kAudioUnitScope_Output, 0)] {
      expectEqual(
        AudioUnitSetProperty(mixes, kAudioUnitProperty_StreamFormat, scope, UInt32(element), &format, 40), noErr)
    }
    let players = try (0..<2).map { _ in try UnitProgram(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter)
    }
    defer { withExtendedLifetime(players) {} }
    players[1].given = 50
    for (index, player) in players.enumerated() {
      var callback = AURenderCallbackStruct(inputProc: UnitProgram.render, inputProcRefCon: player.context)
      expectEqual(AUGraphSetNodeInputCallback(graph, mixer, UInt32(index), &callback), noErr)
    }
    expectEqual(AUGraphStart(graph), kAudioUnitErr_Uninitialized)
    expectEqual(AUGraphInitialize(graph), noErr)
    device.keepOutput(frameLimit: 2048)
    expectEqual(AUGraphStart(graph), noErr)
    device.advance(frameCount: 1024)
    // One of the players leaves while the graph runs.
    expectEqual(AUGraphDisconnectNodeInput(graph, mixer, 1), noErr)
    var isUpdated: DarwinBoolean = false
    #expect(AUGraphUpdate(graph, &isUpdated) == noErr && isUpdated.boolValue)
    device.advance(frameCount: 1024)
    var isRunning: DarwinBoolean = false
    #expect(AUGraphIsRunning(graph, &isRunning) == noErr && isRunning.boolValue)
    expectEqual(AUGraphStop(graph), noErr)
    let expected = (0..<2048).map { $0 < 1024 ? sample($0) + sample($0 + 50) : sample($0) }
    expectEqual(device.keptOutput, [expected, expected])
    var count: UInt32 = 0
    #expect(AUGraphGetNumberOfInteractions(graph, &count) == noErr && count == 2)
    #expect(AUGraphGetNodeCount(graph, &count) == noErr && count == 2)
    #expect(AUGraphCountNodeInteractions(graph, output, &count) == noErr && count == 1)
    var interaction = AUNodeInteraction()
    expectEqual(AUGraphGetInteractionInfo(graph, 0, &interaction), noErr)
    expectEqual(interaction.nodeInteraction.connection.sourceNode, mixer)
    var load: Float = -1
    #expect(AUGraphGetMaxCPULoad(graph, &load) == noErr && load > 0)
    expectEqual(AUGraphRemoveNode(graph, mixer), noErr)
    expectEqual(AUGraphRemoveNode(graph, mixer), kAUGraphErr_NodeNotFound)
    expectEqual(AudioUnitInitialize(mixes), kAudioComponentErr_InstanceInvalidated)
    expectEqual(DisposeAUGraph(graph), noErr)
    expectEqual(AudioOutputUnitStart(ends), kAudioComponentErr_InstanceInvalidated)
    expectEqual(DisposeAUGraph(graph), kAudio_ParamError)
  }
}
