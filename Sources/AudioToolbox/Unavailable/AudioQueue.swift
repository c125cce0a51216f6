// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioQueue.h>: there is no device to play to or to record from yet. No queue can be made, so that no queue
// can come here.

@c(AudioQueueNewOutput)
public func audioQueueNewOutput(
  _ inFormat: UnsafeRawPointer?, _ inCallbackProc: UnsafeRawPointer?, _ inUserData: UnsafeRawPointer?,
  _ inCallbackRunLoop: UnsafeRawPointer?, _ inCallbackRunLoopMode: UnsafeRawPointer?, _ inFlags: UInt32,
  _ outAQ: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueNewInput)
public func audioQueueNewInput(
  _ inFormat: UnsafeRawPointer?, _ inCallbackProc: UnsafeRawPointer?, _ inUserData: UnsafeRawPointer?,
  _ inCallbackRunLoop: UnsafeRawPointer?, _ inCallbackRunLoopMode: UnsafeRawPointer?, _ inFlags: UInt32,
  _ outAQ: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueNewOutputWithDispatchQueue)
public func audioQueueNewOutputWithDispatchQueue(
  _ outAQ: UnsafeRawPointer?, _ inFormat: UnsafeRawPointer?, _ inFlags: UInt32,
  _ inCallbackDispatchQueue: UnsafeRawPointer?, _ inCallbackBlock: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueNewInputWithDispatchQueue)
public func audioQueueNewInputWithDispatchQueue(
  _ outAQ: UnsafeRawPointer?, _ inFormat: UnsafeRawPointer?, _ inFlags: UInt32,
  _ inCallbackDispatchQueue: UnsafeRawPointer?, _ inCallbackBlock: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueDispose)
public func audioQueueDispose(_ inAQ: UnsafeRawPointer?, _ inImmediate: Bool) -> OSStatus {
  kAudioQueueErr_InvalidDevice
}

@c(AudioQueueAllocateBuffer)
public func audioQueueAllocateBuffer(
  _ inAQ: UnsafeRawPointer?, _ inBufferByteSize: UInt32, _ outBuffer: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueAllocateBufferWithPacketDescriptions)
public func audioQueueAllocateBufferWithPacketDescriptions(
  _ inAQ: UnsafeRawPointer?, _ inBufferByteSize: UInt32, _ inNumberPacketDescriptions: UInt32,
  _ outBuffer: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueFreeBuffer)
public func audioQueueFreeBuffer(_ inAQ: UnsafeRawPointer?, _ inBuffer: UnsafeRawPointer?) -> OSStatus {
  kAudioQueueErr_InvalidDevice
}

@c(AudioQueueEnqueueBuffer)
public func audioQueueEnqueueBuffer(
  _ inAQ: UnsafeRawPointer?, _ inBuffer: UnsafeRawPointer?, _ inNumPacketDescs: UInt32,
  _ inPacketDescs: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueEnqueueBufferWithParameters)
public func audioQueueEnqueueBufferWithParameters(
  _ inAQ: UnsafeRawPointer?, _ inBuffer: UnsafeRawPointer?, _ inNumPacketDescs: UInt32,
  _ inPacketDescs: UnsafeRawPointer?, _ inTrimFramesAtStart: UInt32, _ inTrimFramesAtEnd: UInt32,
  _ inNumParamValues: UInt32, _ inParamValues: UnsafeRawPointer?, _ inStartTime: UnsafeRawPointer?,
  _ outActualStartTime: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueStart)
public func audioQueueStart(_ inAQ: UnsafeRawPointer?, _ inStartTime: UnsafeRawPointer?) -> OSStatus {
  kAudioQueueErr_InvalidDevice
}

@c(AudioQueuePrime)
public func audioQueuePrime(
  _ inAQ: UnsafeRawPointer?, _ inNumberOfFramesToPrepare: UInt32, _ outNumberOfFramesPrepared: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueStop)
public func audioQueueStop(_ inAQ: UnsafeRawPointer?, _ inImmediate: Bool) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueuePause)
public func audioQueuePause(_ inAQ: UnsafeRawPointer?) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueFlush)
public func audioQueueFlush(_ inAQ: UnsafeRawPointer?) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueReset)
public func audioQueueReset(_ inAQ: UnsafeRawPointer?) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueGetParameter)
public func audioQueueGetParameter(_ inAQ: UnsafeRawPointer?, _ inParamID: UInt32, _ outValue: UnsafeRawPointer?)
  -> OSStatus
{ kAudioQueueErr_InvalidDevice }

@c(AudioQueueSetParameter)
public func audioQueueSetParameter(_ inAQ: UnsafeRawPointer?, _ inParamID: UInt32, _ inValue: Float32) -> OSStatus {
  kAudioQueueErr_InvalidDevice
}

@c(AudioQueueGetProperty)
public func audioQueueGetProperty(
  _ inAQ: UnsafeRawPointer?, _ inID: UInt32, _ outData: UnsafeRawPointer?, _ ioDataSize: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueSetProperty)
public func audioQueueSetProperty(
  _ inAQ: UnsafeRawPointer?, _ inID: UInt32, _ inData: UnsafeRawPointer?, _ inDataSize: UInt32
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueGetPropertySize)
public func audioQueueGetPropertySize(_ inAQ: UnsafeRawPointer?, _ inID: UInt32, _ outDataSize: UnsafeRawPointer?)
  -> OSStatus
{ kAudioQueueErr_InvalidDevice }

@c(AudioQueueAddPropertyListener)
public func audioQueueAddPropertyListener(
  _ inAQ: UnsafeRawPointer?, _ inID: UInt32, _ inProc: UnsafeRawPointer?, _ inUserData: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueRemovePropertyListener)
public func audioQueueRemovePropertyListener(
  _ inAQ: UnsafeRawPointer?, _ inID: UInt32, _ inProc: UnsafeRawPointer?, _ inUserData: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueCreateTimeline)
public func audioQueueCreateTimeline(_ inAQ: UnsafeRawPointer?, _ outTimeline: UnsafeRawPointer?) -> OSStatus {
  kAudioQueueErr_InvalidDevice
}

@c(AudioQueueDisposeTimeline)
public func audioQueueDisposeTimeline(_ inAQ: UnsafeRawPointer?, _ inTimeline: UnsafeRawPointer?) -> OSStatus {
  kAudioQueueErr_InvalidDevice
}

@c(AudioQueueGetCurrentTime)
public func audioQueueGetCurrentTime(
  _ inAQ: UnsafeRawPointer?, _ inTimeline: UnsafeRawPointer?, _ outTimeStamp: UnsafeRawPointer?,
  _ outTimelineDiscontinuity: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueDeviceGetCurrentTime)
public func audioQueueDeviceGetCurrentTime(_ inAQ: UnsafeRawPointer?, _ outTimeStamp: UnsafeRawPointer?) -> OSStatus {
  kAudioQueueErr_InvalidDevice
}

@c(AudioQueueDeviceTranslateTime)
public func audioQueueDeviceTranslateTime(
  _ inAQ: UnsafeRawPointer?, _ inTime: UnsafeRawPointer?, _ outTime: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueDeviceGetNearestStartTime)
public func audioQueueDeviceGetNearestStartTime(
  _ inAQ: UnsafeRawPointer?, _ ioRequestedStartTime: UnsafeRawPointer?, _ inFlags: UInt32
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueSetOfflineRenderFormat)
public func audioQueueSetOfflineRenderFormat(
  _ inAQ: UnsafeRawPointer?, _ inFormat: UnsafeRawPointer?, _ inLayout: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueOfflineRender)
public func audioQueueOfflineRender(
  _ inAQ: UnsafeRawPointer?, _ inTimestamp: UnsafeRawPointer?, _ ioBuffer: UnsafeRawPointer?, _ inNumberFrames: UInt32
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueProcessingTapNew)
public func audioQueueProcessingTapNew(
  _ inAQ: UnsafeRawPointer?, _ inCallback: UnsafeRawPointer?, _ inClientData: UnsafeRawPointer?, _ inFlags: UInt32,
  _ outMaxFrames: UnsafeRawPointer?, _ outProcessingFormat: UnsafeRawPointer?, _ outAQTap: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueProcessingTapDispose)
public func audioQueueProcessingTapDispose(_ inAQTap: UnsafeRawPointer?) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueProcessingTapGetSourceAudio)
public func audioQueueProcessingTapGetSourceAudio(
  _ inAQTap: UnsafeRawPointer?, _ inNumberFrames: UInt32, _ ioTimeStamp: UnsafeRawPointer?,
  _ outFlags: UnsafeRawPointer?, _ outNumberFrames: UnsafeRawPointer?, _ ioData: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }

@c(AudioQueueProcessingTapGetQueueTime)
public func audioQueueProcessingTapGetQueueTime(
  _ inAQTap: UnsafeRawPointer?, _ outQueueSampleTime: UnsafeRawPointer?, _ outQueueFrameCount: UnsafeRawPointer?
) -> OSStatus { kAudioQueueErr_InvalidDevice }
