import AudioDevices
import AudioToolbox
import Foundation
import TestSupport
import Testing

@Suite("What audio units refuse")
struct UnitRefusalTests {
  @Test("No other component is found, and none can be made of nothing")
  func components() throws {
    var wanted = AudioComponentDescription(
      componentType: kAudioUnitType_Effect, componentSubType: kAudioUnitSubType_MatrixReverb,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
    #expect(AudioComponentFindNext(nil, &wanted) == nil && AudioComponentCount(&wanted) == 0)
    wanted.componentType = kAudioUnitType_Output
    wanted.componentSubType = 0
    var found: [AudioComponent] = []
    while let next = AudioComponentFindNext(found.last, &wanted) { found.append(next) }
    #expect(found.count == 6 && AudioComponentCount(&wanted) == 6 && Set(found).count == 6)
    let component = try required(AudioComponent(bitPattern: 0x45))
    var made: AudioComponentInstance?
    #expect(AudioComponentInstanceNew(component, &made) == kAudio_ParamError && made == nil)
  }

  @Test("What is no instance is told so")
  func noInstance() throws {
    let unit = try required(AudioUnit(bitPattern: 0x40))
    let refused = kAudioComponentErr_InstanceInvalidated
    #expect(AudioUnitInitialize(unit) == refused && AudioUnitUninitialize(unit) == refused)
    #expect(AudioOutputUnitStart(unit) == refused && AudioOutputUnitStop(unit) == refused)
    #expect(AudioComponentInstanceDispose(unit) == refused && AudioUnitReset(unit, 0, 0) == refused)
    var (format, size) = (AudioStreamBasicDescription(), UInt32(40))
    expectEqual(
      AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, &size), refused)
    var value: Float = 0
    expectEqual(AudioUnitGetParameter(unit, 0, 0, 0, &value), refused)
    expectEqual(AudioUnitSetParameter(unit, 0, 0, 0, 0, 0), refused)
    let device = try required(MusicDeviceComponent(bitPattern: 0x40))
    expectEqual(MusicDeviceMIDIEvent(device, 0x90, 60, 100, 0), refused)
  }

  @Test("Properties, scopes, elements, sizes and values that there are not")
  func properties() throws {
    let program = try UnitProgram(kAudioUnitSubType_HALOutput)
    defer { withExtendedLifetime(program) {} }
    let unit = program.unit
    var format = AudioStreamBasicDescription.planar(48000)
    func set(_ property: UInt32, _ scope: UInt32, _ element: UInt32, _ size: UInt32 = 40) -> OSStatus {
      AudioUnitSetProperty(unit, property, scope, element, &format, size)
    }
    expectEqual(set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 2), kAudioUnitErr_InvalidElement)
    expectEqual(set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Group, 0), kAudioUnitErr_InvalidScope)
    expectEqual(set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, 39), kAudioUnitErr_InvalidPropertyValue)
    expectEqual(set(kAudioUnitProperty_FactoryPresets, 0, 0), kAudioUnitErr_InvalidProperty)
    expectEqual(set(kAudioUnitProperty_LastRenderError, 0, 0, 4), kAudioUnitErr_PropertyNotWritable)
    format.mFormatID = kAudioFormatMPEG4AAC
    expectEqual(set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0), kAudioUnitErr_FormatNotSupported)
    format = .planar(.nan)
    expectEqual(set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0), kAudioUnitErr_FormatNotSupported)
    format = .planar(96000)
    expectEqual(set(kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0), kAudioUnitErr_PropertyNotWritable)
    expectEqual(program.set(kAudioOutputUnitProperty_CurrentDevice, UInt32(5)), kAudioUnitErr_InvalidPropertyValue)
    expectEqual(program.set(kAudioUnitProperty_MaximumFramesPerSlice, UInt32(0)), kAudioUnitErr_InvalidPropertyValue)
    expectEqual(
      AudioUnitSetProperty(unit, kAudioUnitProperty_StreamFormat, 1, 0, nil, 0), kAudioUnitErr_InvalidPropertyValue)
    var (size, isWritable): (UInt32, DarwinBoolean) = (0, false)
    expectEqual(AudioUnitGetPropertyInfo(unit, kAudioUnitProperty_StreamFormat, 1, 0, &size, &isWritable), noErr)
    #expect(size == 40 && isWritable.boolValue)
    // Only an object is not handed over in parts.
    size = 8
    let preset = kAudioUnitProperty_PresentPreset
    expectEqual(AudioUnitGetProperty(unit, preset, 0, 0, &format, &size), kAudioUnitErr_InvalidPropertyValue)
    expectEqual(size, 16)
    var value: Float = 0
    expectEqual(AudioUnitGetParameter(unit, 99, 0, 0, &value), kAudioUnitErr_InvalidParameter)
    expectEqual(AudioUnitGetParameter(unit, kHALOutputParam_Volume, 0, 1, &value), kAudioUnitErr_InvalidElement)
  }

  @Test("Voice processing cannot be switched on")
  func voice() throws {
    let program = try UnitProgram(kAudioUnitSubType_VoiceProcessingIO)
    defer { withExtendedLifetime(program) {} }
    expectEqual(program.set(kAUVoiceIOProperty_BypassVoiceProcessing, UInt32(1)), noErr)
    expectEqual(program.set(kAUVoiceIOProperty_BypassVoiceProcessing, UInt32(0)), kAudioUnitErr_InvalidPropertyValue)
    try expectEqual(program.get(kAUVoiceIOProperty_VoiceProcessingEnableAGC, UInt32(7)), 0)
  }

  @Test("Calls of a render function's own unit, and slices that are too long")
  func rendering() throws {
    let program = try UnitProgram(kAudioUnitSubType_AUConverter, kAudioUnitType_FormatConverter)
    defer { withExtendedLifetime(program) {} }
    #expect(throws: TestFailure.self) { try program.render(16) }
    let again: AURenderCallback = { context, flags, time, _, frameCount, list in
      let program = Unmanaged<UnitProgram>.fromOpaque(context).takeUnretainedValue()
      program.notes.append(UInt32(bitPattern: AudioUnitRender(program.unit, flags, time, 0, frameCount, list!)))
      return noErr
    }
    let callback = AURenderCallbackStruct(inputProc: again, inputProcRefCon: program.context)
    expectEqual(program.set(kAudioUnitProperty_SetRenderCallback, callback, kAudioUnitScope_Input), noErr)
    expectEqual(AudioUnitInitialize(program.unit), noErr)
    _ = try program.render(16)
    expectEqual(program.notes, [UInt32(bitPattern: kAudioUnitErr_CannotDoInCurrentContext)])
    #expect(throws: TestFailure.self) { try program.render(2000) }
    try expectEqual(program.get(kAudioUnitProperty_LastRenderError, OSStatus(9)), noErr)
  }

  @Test("Graphs that there are not")
  func noGraph() throws {
    let graph = try required(AUGraph(bitPattern: 0x40))
    var (node, count, flag, load): (AUNode, UInt32, DarwinBoolean, Float32) = (7, 7, true, 7)
    var (description, callback) = (AudioComponentDescription(), AURenderCallbackStruct())
    var interaction = AUNodeInteraction()
    let renderer: AURenderCallback = { _, _, _, _, _, _ in noErr }
    let answers = [
      AUGraphAddNode(graph, &description, &node), AUGraphRemoveNode(graph, node), AUGraphGetNodeCount(graph, &count),
      AUGraphGetIndNode(graph, 0, &node), AUGraphNodeInfo(graph, node, &description, nil),
      AUGraphConnectNodeInput(graph, node, 0, node, 0), AUGraphSetNodeInputCallback(graph, node, 0, &callback),
      AUGraphDisconnectNodeInput(graph, node, 0), AUGraphClearConnections(graph),
      AUGraphGetNumberOfInteractions(graph, &count), AUGraphGetInteractionInfo(graph, 0, &interaction),
      AUGraphCountNodeInteractions(graph, node, &count),
      AUGraphGetNodeInteractions(graph, node, &count, &interaction), AUGraphUpdate(graph, nil), AUGraphOpen(graph),
      AUGraphClose(graph), AUGraphInitialize(graph), AUGraphUninitialize(graph), AUGraphStart(graph),
      AUGraphStop(graph), AUGraphIsOpen(graph, &flag), AUGraphIsInitialized(graph, &flag),
      AUGraphIsRunning(graph, &flag), AUGraphGetCPULoad(graph, &load), AUGraphGetMaxCPULoad(graph, &load),
      AUGraphAddRenderNotify(graph, renderer, nil), AUGraphRemoveRenderNotify(graph, renderer, nil),
      DisposeAUGraph(graph),
    ]
    #expect(answers.allSatisfy { $0 == kAudio_ParamError })
    #expect(node == 7 && count == 7 && load == 7)
  }
}
