// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/CoreAudioClock.h>: clocks of beats and MIDI. None can be made, so that none can come here.

@c(CAClockNew)
public func caClockNew(
  _ inReservedFlags: UInt32, _ outCAClock: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockDispose)
public func caClockDispose(_ inCAClock: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockGetPropertyInfo)
public func caClockGetPropertyInfo(
  _ inCAClock: UnsafeRawPointer?, _ inPropertyID: UInt32, _ outSize: UnsafeRawPointer?, _ outWritable: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockGetProperty)
public func caClockGetProperty(
  _ inCAClock: UnsafeRawPointer?, _ inPropertyID: UInt32, _ ioPropertyDataSize: UnsafeRawPointer?,
  _ outPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockSetProperty)
public func caClockSetProperty(
  _ inCAClock: UnsafeRawPointer?, _ inPropertyID: UInt32, _ inPropertyDataSize: UInt32,
  _ inPropertyData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockAddListener)
public func caClockAddListener(
  _ inCAClock: UnsafeRawPointer?, _ inListenerProc: UnsafeRawPointer?, _ inUserData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockRemoveListener)
public func caClockRemoveListener(
  _ inCAClock: UnsafeRawPointer?, _ inListenerProc: UnsafeRawPointer?, _ inUserData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockSetCurrentTime)
public func caClockSetCurrentTime(
  _ inCAClock: UnsafeRawPointer?, _ inTime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockGetCurrentTime)
public func caClockGetCurrentTime(
  _ inCAClock: UnsafeRawPointer?, _ inTimeFormat: UInt32, _ outTime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockGetStartTime)
public func caClockGetStartTime(
  _ inCAClock: UnsafeRawPointer?, _ inTimeFormat: UInt32, _ outTime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockTranslateTime)
public func caClockTranslateTime(
  _ inCAClock: UnsafeRawPointer?, _ inTime: UnsafeRawPointer?, _ inOutputTimeFormat: UInt32,
  _ outTime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockStart)
public func caClockStart(_ inCAClock: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockStop)
public func caClockStop(_ inCAClock: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockArm)
public func caClockArm(_ inCAClock: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockDisarm)
public func caClockDisarm(_ inCAClock: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockSetPlayRate)
public func caClockSetPlayRate(
  _ inCAClock: UnsafeRawPointer?, _ inPlayRate: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockGetPlayRate)
public func caClockGetPlayRate(
  _ inCAClock: UnsafeRawPointer?, _ outPlayRate: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockGetCurrentTempo)
public func caClockGetCurrentTempo(
  _ inCAClock: UnsafeRawPointer?, _ outTempo: UnsafeRawPointer?, _ outTimestamp: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockSetCurrentTempo)
public func caClockSetCurrentTempo(
  _ inCAClock: UnsafeRawPointer?, _ inTempo: Float64, _ inTimestamp: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockSecondsToSMPTETime)
public func caClockSecondsToSMPTETime(
  _ inCAClock: UnsafeRawPointer?, _ inSeconds: Float64, _ inSubframeDivisor: UInt16, _ outSMPTETime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockSMPTETimeToSeconds)
public func caClockSMPTETimeToSeconds(
  _ inCAClock: UnsafeRawPointer?, _ inSMPTETime: UnsafeRawPointer?, _ outSeconds: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockBeatsToBarBeatTime)
public func caClockBeatsToBarBeatTime(
  _ inCAClock: UnsafeRawPointer?, _ inBeats: Float64, _ inSubbeatDivisor: UInt16, _ outBarBeatTime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockBarBeatTimeToBeats)
public func caClockBarBeatTimeToBeats(
  _ inCAClock: UnsafeRawPointer?, _ inBarBeatTime: UnsafeRawPointer?, _ outBeats: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(CAClockParseMIDI)
public func caClockParseMIDI(
  _ inCAClock: UnsafeRawPointer?, _ inMIDIPacketList: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }
