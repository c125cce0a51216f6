// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AUGraph.h>, <AudioToolbox/MusicDevice.h>: without audio units there are no graphs of them and none that
// plays notes.

@c(NewAUGraph)
public func newAUGraph(_ outGraph: UnsafeMutablePointer<UnsafeRawPointer?>?) -> OSStatus {
  guard let outGraph = unsafe outGraph else { return kAudio_ParamError }
  unsafe outGraph.pointee = nil
  return kAudio_UnimplementedError
}

@c(DisposeAUGraph)
public func disposeAUGraph(_ inGraph: UnsafeRawPointer?) -> OSStatus { kAudio_ParamError }

@c(AUGraphAddNode)
public func auGraphAddNode(
  _ inGraph: UnsafeRawPointer?, _ inDescription: UnsafeRawPointer?, _ outNode: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphRemoveNode)
public func auGraphRemoveNode(_ inGraph: UnsafeRawPointer?, _ inNode: Int32) -> OSStatus { kAudio_ParamError }

@c(AUGraphGetNodeCount)
public func auGraphGetNodeCount(
  _ inGraph: UnsafeRawPointer?, _ outNumberOfNodes: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphGetIndNode)
public func auGraphGetIndNode(
  _ inGraph: UnsafeRawPointer?, _ inIndex: UInt32, _ outNode: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphNodeInfo)
public func auGraphNodeInfo(
  _ inGraph: UnsafeRawPointer?, _ inNode: Int32, _ outDescription: UnsafeRawPointer?,
  _ outAudioUnit: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphConnectNodeInput)
public func auGraphConnectNodeInput(
  _ inGraph: UnsafeRawPointer?, _ inSourceNode: Int32, _ inSourceOutputNumber: UInt32, _ inDestNode: Int32,
  _ inDestInputNumber: UInt32
) -> OSStatus { kAudio_ParamError }

@c(AUGraphSetNodeInputCallback)
public func auGraphSetNodeInputCallback(
  _ inGraph: UnsafeRawPointer?, _ inDestNode: Int32, _ inDestInputNumber: UInt32,
  _ inInputCallback: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphDisconnectNodeInput)
public func auGraphDisconnectNodeInput(
  _ inGraph: UnsafeRawPointer?, _ inDestNode: Int32, _ inDestInputNumber: UInt32
) -> OSStatus { kAudio_ParamError }

@c(AUGraphClearConnections)
public func auGraphClearConnections(_ inGraph: UnsafeRawPointer?) -> OSStatus { kAudio_ParamError }

@c(AUGraphGetNumberOfInteractions)
public func auGraphGetNumberOfInteractions(
  _ inGraph: UnsafeRawPointer?, _ outNumInteractions: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphGetInteractionInfo)
public func auGraphGetInteractionInfo(
  _ inGraph: UnsafeRawPointer?, _ inInteractionIndex: UInt32, _ outInteraction: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphCountNodeInteractions)
public func auGraphCountNodeInteractions(
  _ inGraph: UnsafeRawPointer?, _ inNode: Int32, _ outNumInteractions: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphGetNodeInteractions)
public func auGraphGetNodeInteractions(
  _ inGraph: UnsafeRawPointer?, _ inNode: Int32, _ ioNumInteractions: UnsafeRawPointer?,
  _ outInteractions: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphUpdate)
public func auGraphUpdate(
  _ inGraph: UnsafeRawPointer?, _ outIsUpdated: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphOpen)
public func auGraphOpen(_ inGraph: UnsafeRawPointer?) -> OSStatus { kAudio_ParamError }

@c(AUGraphClose)
public func auGraphClose(_ inGraph: UnsafeRawPointer?) -> OSStatus { kAudio_ParamError }

@c(AUGraphInitialize)
public func auGraphInitialize(_ inGraph: UnsafeRawPointer?) -> OSStatus { kAudio_ParamError }

@c(AUGraphUninitialize)
public func auGraphUninitialize(_ inGraph: UnsafeRawPointer?) -> OSStatus { kAudio_ParamError }

@c(AUGraphStart)
public func auGraphStart(_ inGraph: UnsafeRawPointer?) -> OSStatus { kAudio_ParamError }

@c(AUGraphStop)
public func auGraphStop(_ inGraph: UnsafeRawPointer?) -> OSStatus { kAudio_ParamError }

@c(AUGraphIsOpen)
public func auGraphIsOpen(
  _ inGraph: UnsafeRawPointer?, _ outIsOpen: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphIsInitialized)
public func auGraphIsInitialized(
  _ inGraph: UnsafeRawPointer?, _ outIsInitialized: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphIsRunning)
public func auGraphIsRunning(
  _ inGraph: UnsafeRawPointer?, _ outIsRunning: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphGetCPULoad)
public func auGraphGetCPULoad(
  _ inGraph: UnsafeRawPointer?, _ outAverageCPULoad: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphGetMaxCPULoad)
public func auGraphGetMaxCPULoad(
  _ inGraph: UnsafeRawPointer?, _ outMaxLoad: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphAddRenderNotify)
public func auGraphAddRenderNotify(
  _ inGraph: UnsafeRawPointer?, _ inCallback: UnsafeRawPointer?, _ inRefCon: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(AUGraphRemoveRenderNotify)
public func auGraphRemoveRenderNotify(
  _ inGraph: UnsafeRawPointer?, _ inCallback: UnsafeRawPointer?, _ inRefCon: UnsafeRawPointer?
) -> OSStatus { kAudio_ParamError }

@c(MusicDeviceMIDIEvent)
public func musicDeviceMIDIEvent(
  _ inUnit: UnsafeRawPointer?, _ inStatus: UInt32, _ inData1: UInt32, _ inData2: UInt32,
  _ inOffsetSampleFrame: UInt32
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(MusicDeviceSysEx)
public func musicDeviceSysEx(
  _ inUnit: UnsafeRawPointer?, _ inData: UnsafeRawPointer?, _ inLength: UInt32
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(MusicDeviceStartNote)
public func musicDeviceStartNote(
  _ inUnit: UnsafeRawPointer?, _ inInstrument: UInt32, _ inGroupID: UInt32, _ outNoteInstanceID: UnsafeRawPointer?,
  _ inOffsetSampleFrame: UInt32, _ inParams: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(MusicDeviceStopNote)
public func musicDeviceStopNote(
  _ inUnit: UnsafeRawPointer?, _ inGroupID: UInt32, _ inNoteInstanceID: UInt32, _ inOffsetSampleFrame: UInt32
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }
