// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <CoreAudio/AudioHardware.h>, of devices and streams, and <CoreAudio/AudioHardwareDeprecated.h>: the system object has
// none.

@c(AudioDeviceDestroyIOProcID)
public func audioDeviceDestroyIOProcID(
  _ inDevice: UInt32, _ inIOProcID: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceStart)
public func audioDeviceStart(
  _ inDevice: UInt32, _ inProcID: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceStartAtTime)
public func audioDeviceStartAtTime(
  _ inDevice: UInt32, _ inProcID: UnsafeRawPointer?, _ ioRequestedStartTime: UnsafeRawPointer?, _ inFlags: UInt32
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceStop)
public func audioDeviceStop(
  _ inDevice: UInt32, _ inProcID: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceGetCurrentTime)
public func audioDeviceGetCurrentTime(
  _ inDevice: UInt32, _ outTime: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceTranslateTime)
public func audioDeviceTranslateTime(
  _ inDevice: UInt32, _ inTime: UnsafeRawPointer?, _ outTime: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceGetNearestStartTime)
public func audioDeviceGetNearestStartTime(
  _ inDevice: UInt32, _ ioRequestedStartTime: UnsafeRawPointer?, _ inFlags: UInt32
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceAddIOProc)
public func audioDeviceAddIOProc(
  _ inDevice: UInt32, _ inProc: UnsafeRawPointer?, _ inClientData: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceRemoveIOProc)
public func audioDeviceRemoveIOProc(
  _ inDevice: UInt32, _ inProc: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceRead)
public func audioDeviceRead(
  _ inDevice: UInt32, _ inStartTime: UnsafeRawPointer?, _ outData: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceGetPropertyInfo)
public func audioDeviceGetPropertyInfo(
  _ inDevice: UInt32, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32, _ outSize: UnsafeRawPointer?,
  _ outWritable: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceGetProperty)
public func audioDeviceGetProperty(
  _ inDevice: UInt32, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32,
  _ ioPropertyDataSize: UnsafeRawPointer?, _ outPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceSetProperty)
public func audioDeviceSetProperty(
  _ inDevice: UInt32, _ inWhen: UnsafeRawPointer?, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32,
  _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceAddPropertyListener)
public func audioDeviceAddPropertyListener(
  _ inDevice: UInt32, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32, _ inProc: UnsafeRawPointer?,
  _ inClientData: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioDeviceRemovePropertyListener)
public func audioDeviceRemovePropertyListener(
  _ inDevice: UInt32, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32, _ inProc: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadDeviceError }

@c(AudioStreamGetPropertyInfo)
public func audioStreamGetPropertyInfo(
  _ inStream: UInt32, _ inChannel: UInt32, _ inPropertyID: UInt32, _ outSize: UnsafeRawPointer?,
  _ outWritable: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadStreamError }

@c(AudioStreamGetProperty)
public func audioStreamGetProperty(
  _ inStream: UInt32, _ inChannel: UInt32, _ inPropertyID: UInt32, _ ioPropertyDataSize: UnsafeRawPointer?,
  _ outPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadStreamError }

@c(AudioStreamSetProperty)
public func audioStreamSetProperty(
  _ inStream: UInt32, _ inWhen: UnsafeRawPointer?, _ inChannel: UInt32, _ inPropertyID: UInt32,
  _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadStreamError }

@c(AudioStreamAddPropertyListener)
public func audioStreamAddPropertyListener(
  _ inStream: UInt32, _ inChannel: UInt32, _ inPropertyID: UInt32, _ inProc: UnsafeRawPointer?,
  _ inClientData: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadStreamError }

@c(AudioStreamRemovePropertyListener)
public func audioStreamRemovePropertyListener(
  _ inStream: UInt32, _ inChannel: UInt32, _ inPropertyID: UInt32, _ inProc: UnsafeRawPointer?
) -> OSStatus { kAudioHardwareBadStreamError }

@c(AudioDeviceCreateIOProcID)
public func audioDeviceCreateIOProcID(
  _ inDevice: UInt32, _ inProc: UnsafeRawPointer?, _ inClientData: UnsafeRawPointer?,
  _ outIOProcID: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  if let outIOProcID = unsafe outIOProcID { unsafe outIOProcID.pointee = nil }
  return kAudioHardwareBadDeviceError
}

@c(AudioHardwareCreateAggregateDevice)
public func audioHardwareCreateAggregateDevice(
  _ inDescription: UnsafeRawPointer?, _ outDeviceID: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  if let outDeviceID = unsafe outDeviceID { unsafe outDeviceID.pointee = 0 }
  return kAudioHardwareUnsupportedOperationError
}

@c(AudioHardwareDestroyAggregateDevice)
public func audioHardwareDestroyAggregateDevice(_ inDeviceID: UInt32) -> OSStatus { kAudioHardwareBadDeviceError }
