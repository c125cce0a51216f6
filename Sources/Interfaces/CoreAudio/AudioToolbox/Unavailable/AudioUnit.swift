// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AUComponent.h>, <AudioToolbox/AudioOutputUnit.h>: there are no audio components, so that no instance of
// one can come here.

@c(AudioUnitInitialize)
public func audioUnitInitialize(_ inUnit: UnsafeRawPointer?) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitUninitialize)
public func audioUnitUninitialize(_ inUnit: UnsafeRawPointer?) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitGetPropertyInfo)
public func audioUnitGetPropertyInfo(
  _ inUnit: UnsafeRawPointer?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32,
  _ outDataSize: UnsafeRawPointer?, _ outWritable: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitGetProperty)
public func audioUnitGetProperty(
  _ inUnit: UnsafeRawPointer?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32, _ outData: UnsafeRawPointer?,
  _ ioDataSize: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitSetProperty)
public func audioUnitSetProperty(
  _ inUnit: UnsafeRawPointer?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32, _ inData: UnsafeRawPointer?,
  _ inDataSize: UInt32
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitAddPropertyListener)
public func audioUnitAddPropertyListener(
  _ inUnit: UnsafeRawPointer?, _ inID: UInt32, _ inProc: UnsafeRawPointer?, _ inProcUserData: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitRemovePropertyListenerWithUserData)
public func audioUnitRemovePropertyListenerWithUserData(
  _ inUnit: UnsafeRawPointer?, _ inID: UInt32, _ inProc: UnsafeRawPointer?, _ inProcUserData: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitAddRenderNotify)
public func audioUnitAddRenderNotify(
  _ inUnit: UnsafeRawPointer?, _ inProc: UnsafeRawPointer?, _ inProcUserData: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitRemoveRenderNotify)
public func audioUnitRemoveRenderNotify(
  _ inUnit: UnsafeRawPointer?, _ inProc: UnsafeRawPointer?, _ inProcUserData: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitGetParameter)
public func audioUnitGetParameter(
  _ inUnit: UnsafeRawPointer?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32, _ outValue: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitSetParameter)
public func audioUnitSetParameter(
  _ inUnit: UnsafeRawPointer?, _ inID: UInt32, _ inScope: UInt32, _ inElement: UInt32, _ inValue: Float32,
  _ inBufferOffsetInFrames: UInt32
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitRender)
public func audioUnitRender(
  _ inUnit: UnsafeRawPointer?, _ ioActionFlags: UnsafeRawPointer?, _ inTimeStamp: UnsafeRawPointer?,
  _ inOutputBusNumber: UInt32, _ inNumberFrames: UInt32, _ ioData: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitProcess)
public func audioUnitProcess(
  _ inUnit: UnsafeRawPointer?, _ ioActionFlags: UnsafeRawPointer?, _ inTimeStamp: UnsafeRawPointer?,
  _ inNumberFrames: UInt32, _ ioData: UnsafeRawPointer?
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioUnitReset)
public func audioUnitReset(
  _ inUnit: UnsafeRawPointer?, _ inScope: UInt32, _ inElement: UInt32
) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioOutputUnitStart)
public func audioOutputUnitStart(_ inUnit: UnsafeRawPointer?) -> OSStatus { kAudioComponentErr_InstanceInvalidated }

@c(AudioOutputUnitStop)
public func audioOutputUnitStop(_ inUnit: UnsafeRawPointer?) -> OSStatus { kAudioComponentErr_InstanceInvalidated }
