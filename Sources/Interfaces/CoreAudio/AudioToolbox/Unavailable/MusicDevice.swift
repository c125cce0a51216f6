// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/MusicDevice.h>: there is no unit that plays notes.

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

@c(MusicDeviceMIDIEventList)
public func musicDeviceMIDIEventList(
  _ inUnit: UnsafeRawPointer?, _ inOffsetSampleFrame: UInt32, _ evtList: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(MusicDevicePrepareInstrument)
public func musicDevicePrepareInstrument(
  _ inUnit: UnsafeRawPointer?, _ inInstrument: UInt32
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(MusicDeviceReleaseInstrument)
public func musicDeviceReleaseInstrument(
  _ inUnit: UnsafeRawPointer?, _ inInstrument: UInt32
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }
