// Audio Queue Services: playback and capture by buffers.
//
// Threads: any thread may use a queue at any time, and callbacks may do everything with theirs but render it offline. The
// function of a processing tap is part of the rendering: what would have to wait for its end, such as stopping the queue,
// answers kAudioQueueErr_InvalidTapContext.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOQUEUE_H
#define CA_AUDIOTOOLBOX_AUDIOQUEUE_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <AudioToolbox/AudioFile.h>

CA_HEADER_BEGIN

typedef struct AudioQueueBuffer AudioQueueBuffer;
typedef struct AudioQueueParameterEvent AudioQueueParameterEvent;
typedef struct AudioQueueLevelMeterState AudioQueueLevelMeterState;
typedef struct AudioQueueChannelAssignment AudioQueueChannelAssignment;
typedef UInt32 AudioQueuePropertyID;
typedef UInt32 AudioQueueParameterID;
typedef Float32 AudioQueueParameterValue;
typedef struct OpaqueAudioQueue *AudioQueueRef;
typedef struct OpaqueAudioQueueTimeline *AudioQueueTimelineRef;
typedef AudioQueueBuffer *AudioQueueBufferRef;
typedef struct OpaqueAudioQueueProcessingTap *AudioQueueProcessingTapRef;

CF_ENUM(OSStatus) {
    kAudioQueueErr_InvalidBuffer = -66687,
    kAudioQueueErr_BufferEmpty = -66686,
    kAudioQueueErr_DisposalPending = -66685,
    kAudioQueueErr_InvalidProperty = -66684,
    kAudioQueueErr_InvalidPropertySize = -66683,
    kAudioQueueErr_InvalidParameter = -66682,
    kAudioQueueErr_CannotStart = -66681,
    kAudioQueueErr_InvalidDevice = -66680,
    kAudioQueueErr_BufferInQueue = -66679,
    kAudioQueueErr_InvalidRunState = -66678,
    kAudioQueueErr_InvalidQueueType = -66677,
    kAudioQueueErr_Permissions = -66676,
    kAudioQueueErr_InvalidPropertyValue = -66675,
    kAudioQueueErr_PrimeTimedOut = -66674,
    kAudioQueueErr_CodecNotFound = -66673,
    kAudioQueueErr_InvalidCodecAccess = -66672,
    kAudioQueueErr_QueueInvalidated = -66671,
    kAudioQueueErr_TooManyTaps = -66670,
    kAudioQueueErr_InvalidTapContext = -66669,
    kAudioQueueErr_RecordUnderrun = -66668,
    kAudioQueueErr_InvalidTapType = -66667,
    kAudioQueueErr_BufferEnqueuedTwice = -66666,
    kAudioQueueErr_CannotStartYet = -66665,
    kAudioQueueErr_EnqueueDuringReset = -66632,
    kAudioQueueErr_InvalidOfflineMode = -66626
};

CF_ENUM(AudioQueuePropertyID) {
    kAudioQueueProperty_IsRunning = 0x6171726e /* 'aqrn' */,
    kAudioQueueDeviceProperty_SampleRate = 0x61717372 /* 'aqsr' */,
    kAudioQueueDeviceProperty_NumberChannels = 0x61716463 /* 'aqdc' */,
    kAudioQueueProperty_CurrentDevice = 0x61716364 /* 'aqcd' */,
    kAudioQueueProperty_MagicCookie = 0x61716d63 /* 'aqmc' */,
    kAudioQueueProperty_MaximumOutputPacketSize = 0x786f7073 /* 'xops' */,
    kAudioQueueProperty_StreamDescription = 0x61716674 /* 'aqft' */,
    kAudioQueueProperty_ChannelLayout = 0x6171636c /* 'aqcl' */,
    kAudioQueueProperty_EnableLevelMetering = 0x61716d65 /* 'aqme' */,
    kAudioQueueProperty_CurrentLevelMeter = 0x61716d76 /* 'aqmv' */,
    kAudioQueueProperty_CurrentLevelMeterDB = 0x61716d64 /* 'aqmd' */,
    kAudioQueueProperty_DecodeBufferSizeFrames = 0x64636266 /* 'dcbf' */,
    kAudioQueueProperty_ConverterError = 0x71637665 /* 'qcve' */,
    kAudioQueueProperty_EnableTimePitch = 0x715f7470 /* 'q_tp' */,
    kAudioQueueProperty_TimePitchAlgorithm = 0x71747061 /* 'qtpa' */,
    kAudioQueueProperty_TimePitchBypass = 0x71747062 /* 'qtpb' */,
    kAudioQueueProperty_IntendedSpatialExperience = 0x6973656f /* 'iseo' */
};

CF_ENUM(UInt32) {
    kAudioQueueTimePitchAlgorithm_Spectral = 0x73706563 /* 'spec' */,
    kAudioQueueTimePitchAlgorithm_TimeDomain = 0x7469646f /* 'tido' */,
    kAudioQueueTimePitchAlgorithm_Varispeed = 0x76737064 /* 'vspd' */
};

CF_ENUM(AudioQueuePropertyID) {
    kAudioQueueProperty_ChannelAssignments = 0x61716361 /* 'aqca' */
};

CF_ENUM(AudioQueueParameterID) {
    kAudioQueueParam_Volume = 1,
    kAudioQueueParam_PlayRate = 2,
    kAudioQueueParam_Pitch = 3,
    kAudioQueueParam_VolumeRampTime = 4,
    kAudioQueueParam_Pan = 13
};

typedef CF_OPTIONS(UInt32, AudioQueueProcessingTapFlags) {
    kAudioQueueProcessingTap_PreEffects = 1,
    kAudioQueueProcessingTap_PostEffects = 2,
    kAudioQueueProcessingTap_Siphon = 4,
    kAudioQueueProcessingTap_StartOfStream = 256,
    kAudioQueueProcessingTap_EndOfStream = 512
};

typedef void (*AudioQueueOutputCallback)(void * _Nullable inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);
typedef void (*AudioQueueInputCallback)(void * _Nullable inUserData, AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, const AudioTimeStamp *inStartTime, UInt32 inNumberPacketDescriptions, const AudioStreamPacketDescription * _Nullable inPacketDescs);
typedef void (*AudioQueuePropertyListenerProc)(void * _Nullable inUserData, AudioQueueRef inAQ, AudioQueuePropertyID inID);
typedef void (*AudioQueueProcessingTapCallback)(void *inClientData, AudioQueueProcessingTapRef inAQTap, UInt32 inNumberFrames, AudioTimeStamp *ioTimeStamp, AudioQueueProcessingTapFlags *ioFlags, UInt32 *outNumberFrames, AudioBufferList *ioData);

#if defined(CA_HAVE_BLOCKS)
typedef void (^AudioQueueOutputCallbackBlock)(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);
typedef void (^AudioQueueInputCallbackBlock)(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer, const AudioTimeStamp *inStartTime, UInt32 inNumberPacketDescriptions, const AudioStreamPacketDescription * _Nullable inPacketDescs);
#endif

struct AudioQueueBuffer {
    const UInt32 mAudioDataBytesCapacity;
    void * const mAudioData;
    UInt32 mAudioDataByteSize;
    void * _Nullable mUserData;
    const UInt32 mPacketDescriptionCapacity;
    AudioStreamPacketDescription * _Nullable const mPacketDescriptions;
    UInt32 mPacketDescriptionCount;
};

struct AudioQueueParameterEvent {
    AudioQueueParameterID mID;
    AudioQueueParameterValue mValue;
};

struct AudioQueueLevelMeterState {
    Float32 mAveragePower;
    Float32 mPeakPower;
};

struct AudioQueueChannelAssignment {
    CFStringRef mDeviceUID;
    UInt32 mChannelNumber;
};

CF_EXPORT OSStatus AudioQueueNewOutput(const AudioStreamBasicDescription *inFormat,
    AudioQueueOutputCallback inCallbackProc, void * _Nullable inUserData,
    CFRunLoopRef _Nullable inCallbackRunLoop, CFStringRef _Nullable inCallbackRunLoopMode, UInt32 inFlags,
    AudioQueueRef _Nullable * _Nonnull outAQ);

CF_EXPORT OSStatus AudioQueueNewInput(const AudioStreamBasicDescription *inFormat,
    AudioQueueInputCallback inCallbackProc, void * _Nullable inUserData,
    CFRunLoopRef _Nullable inCallbackRunLoop, CFStringRef _Nullable inCallbackRunLoopMode, UInt32 inFlags,
    AudioQueueRef _Nullable * _Nonnull outAQ);

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus AudioQueueNewOutputWithDispatchQueue(AudioQueueRef _Nullable * _Nonnull outAQ,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags, dispatch_queue_t inCallbackDispatchQueue,
    AudioQueueOutputCallbackBlock inCallbackBlock);
#endif

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus AudioQueueNewInputWithDispatchQueue(AudioQueueRef _Nullable * _Nonnull outAQ,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags, dispatch_queue_t inCallbackDispatchQueue,
    AudioQueueInputCallbackBlock inCallbackBlock);
#endif

CF_EXPORT OSStatus AudioQueueDispose(AudioQueueRef inAQ, Boolean inImmediate);

CF_EXPORT OSStatus AudioQueueAllocateBuffer(AudioQueueRef inAQ, UInt32 inBufferByteSize,
    AudioQueueBufferRef _Nullable * _Nonnull outBuffer);

CF_EXPORT OSStatus AudioQueueAllocateBufferWithPacketDescriptions(AudioQueueRef inAQ,
    UInt32 inBufferByteSize, UInt32 inNumberPacketDescriptions,
    AudioQueueBufferRef _Nullable * _Nonnull outBuffer);

CF_EXPORT OSStatus AudioQueueFreeBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer);

CF_EXPORT OSStatus AudioQueueEnqueueBuffer(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer,
    UInt32 inNumPacketDescs, const AudioStreamPacketDescription * _Nullable inPacketDescs);

CF_EXPORT OSStatus AudioQueueEnqueueBufferWithParameters(AudioQueueRef inAQ, AudioQueueBufferRef inBuffer,
    UInt32 inNumPacketDescs, const AudioStreamPacketDescription * _Nullable inPacketDescs,
    UInt32 inTrimFramesAtStart, UInt32 inTrimFramesAtEnd, UInt32 inNumParamValues,
    const AudioQueueParameterEvent * _Nullable inParamValues, const AudioTimeStamp * _Nullable inStartTime,
    AudioTimeStamp * _Nullable outActualStartTime);

CF_EXPORT OSStatus AudioQueueStart(AudioQueueRef inAQ, const AudioTimeStamp * _Nullable inStartTime);

CF_EXPORT OSStatus AudioQueuePrime(AudioQueueRef inAQ, UInt32 inNumberOfFramesToPrepare,
    UInt32 * _Nullable outNumberOfFramesPrepared);

CF_EXPORT OSStatus AudioQueueStop(AudioQueueRef inAQ, Boolean inImmediate);

CF_EXPORT OSStatus AudioQueuePause(AudioQueueRef inAQ);

CF_EXPORT OSStatus AudioQueueFlush(AudioQueueRef inAQ);

CF_EXPORT OSStatus AudioQueueReset(AudioQueueRef inAQ);

CF_EXPORT OSStatus AudioQueueGetParameter(AudioQueueRef inAQ, AudioQueueParameterID inParamID,
    AudioQueueParameterValue *outValue);

CF_EXPORT OSStatus AudioQueueSetParameter(AudioQueueRef inAQ, AudioQueueParameterID inParamID,
    AudioQueueParameterValue inValue);

CF_EXPORT OSStatus AudioQueueGetProperty(AudioQueueRef inAQ, AudioQueuePropertyID inID, void *outData,
    UInt32 *ioDataSize);

CF_EXPORT OSStatus AudioQueueSetProperty(AudioQueueRef inAQ, AudioQueuePropertyID inID, const void *inData,
    UInt32 inDataSize);

CF_EXPORT OSStatus AudioQueueGetPropertySize(AudioQueueRef inAQ, AudioQueuePropertyID inID,
    UInt32 *outDataSize);

CF_EXPORT OSStatus AudioQueueAddPropertyListener(AudioQueueRef inAQ, AudioQueuePropertyID inID,
    AudioQueuePropertyListenerProc inProc, void * _Nullable inUserData);

CF_EXPORT OSStatus AudioQueueRemovePropertyListener(AudioQueueRef inAQ, AudioQueuePropertyID inID,
    AudioQueuePropertyListenerProc inProc, void * _Nullable inUserData);

CF_EXPORT OSStatus AudioQueueCreateTimeline(AudioQueueRef inAQ,
    AudioQueueTimelineRef _Nullable * _Nonnull outTimeline);

CF_EXPORT OSStatus AudioQueueDisposeTimeline(AudioQueueRef inAQ, AudioQueueTimelineRef inTimeline);

CF_EXPORT OSStatus AudioQueueGetCurrentTime(AudioQueueRef inAQ, AudioQueueTimelineRef _Nullable inTimeline,
    AudioTimeStamp * _Nullable outTimeStamp, Boolean * _Nullable outTimelineDiscontinuity);

CF_EXPORT OSStatus AudioQueueDeviceGetCurrentTime(AudioQueueRef inAQ, AudioTimeStamp *outTimeStamp);

CF_EXPORT OSStatus AudioQueueDeviceTranslateTime(AudioQueueRef inAQ, const AudioTimeStamp *inTime,
    AudioTimeStamp *outTime);

CF_EXPORT OSStatus AudioQueueDeviceGetNearestStartTime(AudioQueueRef inAQ,
    AudioTimeStamp *ioRequestedStartTime, UInt32 inFlags);

CF_EXPORT OSStatus AudioQueueSetOfflineRenderFormat(AudioQueueRef inAQ,
    const AudioStreamBasicDescription * _Nullable inFormat, const AudioChannelLayout * _Nullable inLayout);

CF_EXPORT OSStatus AudioQueueOfflineRender(AudioQueueRef inAQ, const AudioTimeStamp *inTimestamp,
    AudioQueueBufferRef ioBuffer, UInt32 inNumberFrames);

CF_EXPORT OSStatus AudioQueueProcessingTapNew(AudioQueueRef inAQ,
    AudioQueueProcessingTapCallback inCallback, void * _Nullable inClientData,
    AudioQueueProcessingTapFlags inFlags, UInt32 *outMaxFrames,
    AudioStreamBasicDescription *outProcessingFormat,
    AudioQueueProcessingTapRef _Nullable * _Nonnull outAQTap);

CF_EXPORT OSStatus AudioQueueProcessingTapDispose(AudioQueueProcessingTapRef inAQTap);

CF_EXPORT OSStatus AudioQueueProcessingTapGetSourceAudio(AudioQueueProcessingTapRef inAQTap,
    UInt32 inNumberFrames, AudioTimeStamp *ioTimeStamp, AudioQueueProcessingTapFlags *outFlags,
    UInt32 *outNumberFrames, AudioBufferList *ioData);

CF_EXPORT OSStatus AudioQueueProcessingTapGetQueueTime(AudioQueueProcessingTapRef inAQTap,
    Float64 *outQueueSampleTime, UInt32 *outQueueFrameCount);

CA_HEADER_END

#endif
