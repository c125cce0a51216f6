import AudioToolbox
import Foundation
import Testing

@Suite("The hardware layer of a machine without sound hardware")
struct HardwareTests {
  private let system = AudioObjectID(kAudioObjectSystemObject)

  private func address(_ selector: AudioObjectPropertySelector) -> AudioObjectPropertyAddress {
    AudioObjectPropertyAddress(
      mSelector: selector, mScope: kAudioObjectPropertyScopeGlobal, mElement: kAudioObjectPropertyElementMain)
  }

  @Test("There are no devices, which a program finds by asking for the size of their list")
  func noDevices() {
    var devices = address(kAudioHardwarePropertyDevices)
    var size: UInt32 = 99
    #expect(AudioObjectHasProperty(system, &devices))
    #expect(AudioObjectGetPropertyDataSize(system, &devices, 0, nil, &size) == noErr)
    #expect(size == 0)
    var list: [AudioDeviceID] = [7, 7]
    size = 8
    #expect(AudioObjectGetPropertyData(system, &devices, 0, nil, &size, &list) == noErr)
    #expect(size == 0 && list == [7, 7])
  }

  @Test(
    "The default devices are none",
    arguments: [
      kAudioHardwarePropertyDefaultInputDevice, kAudioHardwarePropertyDefaultOutputDevice,
      kAudioHardwarePropertyDefaultSystemOutputDevice,
    ])
  func defaultDevices(selector: AudioObjectPropertySelector) {
    var property = address(selector)
    var device: AudioDeviceID = 9
    var size = UInt32(MemoryLayout<AudioDeviceID>.size)
    #expect(AudioObjectGetPropertyData(system, &property, 0, nil, &size, &device) == noErr)
    #expect(device == kAudioObjectUnknown && size == 4)
    size = 3
    #expect(AudioObjectGetPropertyData(system, &property, 0, nil, &size, &device) == kAudioHardwareBadPropertySizeError)
    var isSettable = true
    #expect(AudioObjectIsPropertySettable(system, &property, &isSettable) == noErr)
    #expect(!isSettable)
    #expect(
      AudioObjectSetPropertyData(system, &property, 0, nil, 4, &device) == kAudioHardwareUnsupportedOperationError)
  }

  @Test("Other properties and other objects are unknown")
  func unknown() {
    var size: UInt32 = 0
    var volume = address(kAudioDevicePropertyVolumeScalar)
    #expect(!AudioObjectHasProperty(system, &volume))
    #expect(
      AudioObjectGetPropertyDataSize(system, &volume, 0, nil, &size) == kAudioHardwareUnknownPropertyError)
    var devices = address(kAudioHardwarePropertyDevices)
    #expect(!AudioObjectHasProperty(77, &devices))
    #expect(AudioObjectGetPropertyDataSize(77, &devices, 0, nil, &size) == kAudioHardwareBadObjectError)
    #expect(AudioObjectSetPropertyData(77, &devices, 0, nil, 4, &size) == kAudioHardwareBadObjectError)
  }

  @Test("A run loop can be set, and changes listened to that never come")
  func runLoop() {
    var property = address(kAudioHardwarePropertyRunLoop)
    var loop: UInt = 0
    #expect(AudioObjectSetPropertyData(system, &property, 0, nil, 8, &loop) == noErr)
    var devices = address(kAudioHardwarePropertyDevices)
    let listener: AudioObjectPropertyListenerProc = { _, _, _, _ in noErr }
    #expect(AudioObjectAddPropertyListener(system, &devices, listener, nil) == noErr)
    #expect(AudioObjectRemovePropertyListener(system, &devices, listener, nil) == noErr)
    #expect(AudioObjectAddPropertyListener(5, &devices, listener, nil) == kAudioHardwareBadObjectError)
    var volume = address(kAudioDevicePropertyVolumeScalar)
    #expect(AudioObjectAddPropertyListener(system, &volume, listener, nil) == kAudioHardwareUnknownPropertyError)
  }

  @Test("The older calls say the same")
  func olderCalls() {
    var size: UInt32 = 9
    var isWritable = true
    #expect(AudioHardwareGetPropertyInfo(kAudioHardwarePropertyDevices, &size, &isWritable) == noErr)
    #expect(size == 0 && !isWritable)
    var device: AudioDeviceID = 9
    size = 4
    #expect(AudioHardwareGetProperty(kAudioHardwarePropertyDefaultOutputDevice, &size, &device) == noErr)
    #expect(device == kAudioObjectUnknown)
    #expect(AudioHardwareGetPropertyInfo(0, nil, nil) == kAudioHardwareUnknownPropertyError)
    #expect(AudioDeviceStart(device, nil) == kAudioHardwareBadDeviceError)
    #expect(AudioDeviceStop(device, nil) == kAudioHardwareBadDeviceError)
    let tick: AudioDeviceIOProc = { _, _, _, _, _, _, _ in noErr }
    var made: AudioDeviceIOProcID?
    #expect(AudioDeviceCreateIOProcID(device, tick, nil, &made) == kAudioHardwareBadDeviceError)
    #expect(made == nil)
  }

  @Test("The host's clock counts nanoseconds, and never goes back")
  func hostClock() {
    let first = AudioGetCurrentHostTime()
    #expect(AudioGetCurrentHostTime() >= first)
    #expect(AudioGetHostClockFrequency() == 1e9)
    #expect(AudioConvertHostTimeToNanos(AudioConvertNanosToHostTime(12_345)) == 12_345)
  }
}

@Suite("Audio components where none is installed")
struct ComponentTests {
  @Test("None is found, and none can be opened")
  func none() {
    var wanted = AudioComponentDescription(
      componentType: kAudioUnitType_Output, componentSubType: kAudioUnitSubType_DefaultOutput,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
    #expect(AudioComponentFindNext(nil, &wanted) == nil)
    #expect(AudioComponentCount(&wanted) == 0)
  }

  @Test("What is no instance is told so")
  func noInstance() throws {
    let unit = try #require(AudioUnit(bitPattern: 0x40))
    #expect(AudioUnitInitialize(unit) == kAudioComponentErr_InstanceInvalidated)
    #expect(AudioUnitUninitialize(unit) == kAudioComponentErr_InstanceInvalidated)
    #expect(AudioOutputUnitStart(unit) == kAudioComponentErr_InstanceInvalidated)
    #expect(AudioOutputUnitStop(unit) == kAudioComponentErr_InstanceInvalidated)
    #expect(AudioComponentInstanceDispose(unit) == kAudioComponentErr_InstanceInvalidated)
    var format = AudioStreamBasicDescription()
    var size = UInt32(MemoryLayout<AudioStreamBasicDescription>.size)
    #expect(
      AudioUnitGetProperty(unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, &size)
        == kAudioComponentErr_InstanceInvalidated)
    let component = try #require(AudioComponent(bitPattern: 0x40))
    var made: AudioComponentInstance?
    #expect(AudioComponentInstanceNew(component, &made) == kAudio_ParamError)
    #expect(made == nil)
  }

  @Test("There are no graphs of audio units, and none that plays notes")
  func noGraph() throws {
    var made = AUGraph(bitPattern: 0x40)
    #expect(NewAUGraph(&made) == kAudio_UnimplementedError)
    #expect(made == nil)
    let graph = try #require(AUGraph(bitPattern: 0x40))
    var (node, count, flag, load): (AUNode, UInt32, DarwinBoolean, Float32) = (7, 7, true, 7)
    var description = AudioComponentDescription()
    var callback = AURenderCallbackStruct()
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
    let device = try #require(MusicDeviceComponent(bitPattern: 0x40))
    var (notes, bytes): (MusicDeviceNoteParams, [UInt8]) = (MusicDeviceNoteParams(), [0xF0, 0xF7])
    let refused = kAudioComponentErr_InstanceInvalidated
    #expect(MusicDeviceMIDIEvent(device, 0x90, 60, 100, 0) == refused)
    #expect(MusicDeviceSysEx(device, &bytes, 2) == refused)
    #expect(MusicDeviceStartNote(device, 0, 0, &count, 0, &notes) == refused)
    #expect(MusicDeviceStopNote(device, 0, 0, 0) == refused)
  }
}
