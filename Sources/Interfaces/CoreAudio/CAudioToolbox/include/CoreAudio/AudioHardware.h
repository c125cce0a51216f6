// The hardware abstraction layer: the devices that audio queues and output units use too, each with a stream a direction.
#ifndef CA_COREAUDIO_AUDIOHARDWARE_H
#define CA_COREAUDIO_AUDIOHARDWARE_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudio/AudioHardwareBase.h>

CA_HEADER_BEGIN

typedef OSStatus (*AudioObjectPropertyListenerProc)(
    AudioObjectID inObjectID, UInt32 inNumberAddresses, const AudioObjectPropertyAddress *inAddresses,
    void *_Nullable inClientData);
typedef OSStatus (*AudioDeviceIOProc)(
    AudioObjectID inDevice, const AudioTimeStamp *inNow, const AudioBufferList *inInputData,
    const AudioTimeStamp *inInputTime, AudioBufferList *outOutputData, const AudioTimeStamp *inOutputTime,
    void *_Nullable inClientData);
typedef AudioDeviceIOProc AudioDeviceIOProcID;
#if defined(CA_HAVE_BLOCKS)
typedef void (^AudioObjectPropertyListenerBlock)(
    UInt32 inNumberAddresses, const AudioObjectPropertyAddress *inAddresses);
typedef void (^AudioDeviceIOBlock)(
    const AudioTimeStamp *inNow, const AudioBufferList *inInputData, const AudioTimeStamp *inInputTime,
    AudioBufferList *outOutputData, const AudioTimeStamp *inOutputTime);
#endif

CF_EXPORT void AudioObjectShow(AudioObjectID inObjectID);
CF_EXPORT Boolean AudioObjectHasProperty(AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress);
CF_EXPORT OSStatus AudioObjectIsPropertySettable(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, Boolean *outIsSettable);
CF_EXPORT OSStatus AudioObjectGetPropertyDataSize(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *outDataSize);
CF_EXPORT OSStatus AudioObjectGetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *ioDataSize, void *outData);
CF_EXPORT OSStatus AudioObjectSetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 inDataSize, const void *inData);
CF_EXPORT OSStatus AudioObjectAddPropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, AudioObjectPropertyListenerProc inListener,
    void *_Nullable inClientData);
CF_EXPORT OSStatus AudioObjectRemovePropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, AudioObjectPropertyListenerProc inListener,
    void *_Nullable inClientData);
#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus AudioObjectAddPropertyListenerBlock(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, dispatch_queue_t _Nullable inDispatchQueue,
    AudioObjectPropertyListenerBlock inListener);
CF_EXPORT OSStatus AudioObjectRemovePropertyListenerBlock(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, dispatch_queue_t _Nullable inDispatchQueue,
    AudioObjectPropertyListenerBlock inListener);
#endif

// The keys of the dictionaries that describe aggregate devices and their parts.
#define kAudioAggregateDeviceUIDKey "uid"
#define kAudioAggregateDeviceNameKey "name"
#define kAudioAggregateDeviceSubDeviceListKey "subdevices"
#define kAudioAggregateDeviceMainSubDeviceKey "master"
#define kAudioAggregateDeviceMasterSubDeviceKey "master"
#define kAudioAggregateDeviceClockDeviceKey "clock"
#define kAudioAggregateDeviceIsPrivateKey "private"
#define kAudioAggregateDeviceIsStackedKey "stacked"
#define kAudioSubDeviceUIDKey "uid"
#define kAudioSubDeviceNameKey "name"
#define kAudioSubDeviceInputChannelsKey "channels-in"
#define kAudioSubDeviceOutputChannelsKey "channels-out"
#define kAudioSubDeviceExtraInputLatencyKey "latency-in"
#define kAudioSubDeviceExtraOutputLatencyKey "latency-out"
#define kAudioSubDeviceDriftCompensationKey "drift"
#define kAudioSubDeviceDriftCompensationQualityKey "drift quality"

CF_EXPORT OSStatus AudioHardwareUnload(void);
CF_EXPORT OSStatus AudioHardwareCreateAggregateDevice(CFDictionaryRef inDescription, AudioObjectID *outDeviceID);
CF_EXPORT OSStatus AudioHardwareDestroyAggregateDevice(AudioObjectID inDeviceID);

CF_EXPORT OSStatus AudioDeviceCreateIOProcID(
    AudioObjectID inDevice, AudioDeviceIOProc inProc, void *_Nullable inClientData,
    AudioDeviceIOProcID _Nullable *_Nonnull outIOProcID);
#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus AudioDeviceCreateIOProcIDWithBlock(
    AudioDeviceIOProcID _Nullable *_Nonnull outIOProcID, AudioObjectID inDevice,
    dispatch_queue_t _Nullable inDispatchQueue, AudioDeviceIOBlock inIOBlock);
#endif
CF_EXPORT OSStatus AudioDeviceDestroyIOProcID(AudioObjectID inDevice, AudioDeviceIOProcID inIOProcID);
CF_EXPORT OSStatus AudioDeviceStart(AudioObjectID inDevice, AudioDeviceIOProcID _Nullable inProcID);
CF_EXPORT OSStatus AudioDeviceStartAtTime(
    AudioObjectID inDevice, AudioDeviceIOProcID _Nullable inProcID, AudioTimeStamp *ioRequestedStartTime,
    UInt32 inFlags);
CF_EXPORT OSStatus AudioDeviceStop(AudioObjectID inDevice, AudioDeviceIOProcID _Nullable inProcID);
CF_EXPORT OSStatus AudioDeviceGetCurrentTime(AudioObjectID inDevice, AudioTimeStamp *outTime);
CF_EXPORT OSStatus AudioDeviceTranslateTime(
    AudioObjectID inDevice, const AudioTimeStamp *inTime, AudioTimeStamp *outTime);
CF_EXPORT OSStatus AudioDeviceGetNearestStartTime(
    AudioObjectID inDevice, AudioTimeStamp *ioRequestedStartTime, UInt32 inFlags);

CA_HEADER_END

#include <CoreAudio/AudioHardwareDeprecated.h>

#endif
