// Listeners to parameters and properties of audio units, and ways to show parameters.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOUNITUTILITIES_H
#define CA_AUDIOTOOLBOX_AUDIOUNITUTILITIES_H

#include <CAudioToolbox/Platform.h>
#include <AudioToolbox/AudioUnit.h>

CA_HEADER_BEGIN

typedef struct AudioUnitEvent AudioUnitEvent;
typedef UInt32 AudioUnitEventType;
typedef struct AUListenerBase *AUParameterListenerRef;
typedef AUParameterListenerRef AUEventListenerRef;

CF_ENUM(UInt32) {
    kAUParameterListener_AnyParameter = 0xffffffffu
};

CF_ENUM(UInt32) {
    kAudioUnitEvent_ParameterValueChange = 0,
    kAudioUnitEvent_BeginParameterChangeGesture = 1,
    kAudioUnitEvent_EndParameterChangeGesture = 2,
    kAudioUnitEvent_PropertyChange = 3
};

typedef void (*AUParameterListenerProc)(void * _Nullable inUserData, void * _Nullable inObject, const AudioUnitParameter *inParameter, AudioUnitParameterValue inValue);
typedef void (*AUEventListenerProc)(void * _Nullable inUserData, void * _Nullable inObject, const AudioUnitEvent *inEvent, UInt64 inEventHostTime, AudioUnitParameterValue inParameterValue);

#if defined(CA_HAVE_BLOCKS)
typedef void (^AUParameterListenerBlock)(void * _Nullable inObject, const AudioUnitParameter *inParameter, AudioUnitParameterValue inValue);
typedef void (^AUEventListenerBlock)(void * _Nullable inObject, const AudioUnitEvent *inEvent, UInt64 inEventHostTime, AudioUnitParameterValue inParameterValue);
#endif

struct AudioUnitEvent {
    AudioUnitEventType mEventType;
    union {
        AudioUnitParameter mParameter;
        AudioUnitProperty mProperty;
    } mArgument;
};

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus AUListenerCreateWithDispatchQueue(
    AUParameterListenerRef _Nullable * _Nonnull outListener, Float32 inNotificationInterval,
    dispatch_queue_t inDispatchQueue, AUParameterListenerBlock inBlock);
#endif

CF_EXPORT OSStatus AUListenerCreate(AUParameterListenerProc inProc, void *inUserData,
    CFRunLoopRef _Nullable inRunLoop, CFStringRef _Nullable inRunLoopMode, Float32 inNotificationInterval,
    AUParameterListenerRef _Nullable * _Nonnull outListener);

CF_EXPORT OSStatus AUListenerDispose(AUParameterListenerRef inListener);

CF_EXPORT OSStatus AUListenerAddParameter(AUParameterListenerRef inListener, void * _Nullable inObject,
    const AudioUnitParameter *inParameter);

CF_EXPORT OSStatus AUListenerRemoveParameter(AUParameterListenerRef inListener, void * _Nullable inObject,
    const AudioUnitParameter *inParameter);

CF_EXPORT OSStatus AUParameterSet(AUParameterListenerRef _Nullable inSendingListener,
    void * _Nullable inSendingObject, const AudioUnitParameter *inParameter,
    AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);

CF_EXPORT OSStatus AUParameterListenerNotify(AUParameterListenerRef _Nullable inSendingListener,
    void * _Nullable inSendingObject, const AudioUnitParameter *inParameter);

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus AUEventListenerCreateWithDispatchQueue(
    AUEventListenerRef _Nullable * _Nonnull outListener, Float32 inNotificationInterval,
    Float32 inValueChangeGranularity, dispatch_queue_t inDispatchQueue, AUEventListenerBlock inBlock);
#endif

CF_EXPORT OSStatus AUEventListenerCreate(AUEventListenerProc inProc, void * _Nullable inUserData,
    CFRunLoopRef _Nullable inRunLoop, CFStringRef _Nullable inRunLoopMode, Float32 inNotificationInterval,
    Float32 inValueChangeGranularity, AUEventListenerRef _Nullable * _Nonnull outListener);

CF_EXPORT OSStatus AUEventListenerAddEventType(AUEventListenerRef inListener, void * _Nullable inObject,
    const AudioUnitEvent *inEvent);

CF_EXPORT OSStatus AUEventListenerRemoveEventType(AUEventListenerRef inListener, void * _Nullable inObject,
    const AudioUnitEvent *inEvent);

CF_EXPORT OSStatus AUEventListenerNotify(AUEventListenerRef _Nullable inSendingListener,
    void * _Nullable inSendingObject, const AudioUnitEvent *inEvent);

CF_EXPORT AudioUnitParameterValue AUParameterValueFromLinear(Float32 inLinearValue,
    const AudioUnitParameter *inParameter);

CF_EXPORT Float32 AUParameterValueToLinear(AudioUnitParameterValue inParameterValue,
    const AudioUnitParameter *inParameter);

CF_EXPORT char *AUParameterFormatValue(Float64 inParameterValue, const AudioUnitParameter *inParameter,
    char *inTextBuffer, UInt32 inDigits);

CA_HEADER_END

#endif
