// The hardware abstraction layer as programs before Mac OS X 10.6 used it. It knows the same devices.
#ifndef CA_COREAUDIO_AUDIOHARDWAREDEPRECATED_H
#define CA_COREAUDIO_AUDIOHARDWAREDEPRECATED_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudio/AudioHardware.h>

CA_HEADER_BEGIN

typedef UInt8 AudioDevicePropertySection;

enum {
    kAudioPropertyWildcardSection = 255
};

CF_ENUM(AudioObjectPropertySelector) {
    kAudioPropertyWildcardPropertyID = 0x2a2a2a2a /* '****' */
};

CF_ENUM(AudioObjectPropertyElement) {
    kAudioPropertyWildcardChannel = 0xffffffffu
};

typedef OSStatus (*AudioHardwarePropertyListenerProc)(
    AudioHardwarePropertyID inPropertyID, void *_Nullable inClientData);
typedef OSStatus (*AudioDevicePropertyListenerProc)(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    void *_Nullable inClientData);
typedef OSStatus (*AudioStreamPropertyListenerProc)(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, void *_Nullable inClientData);

CF_EXPORT OSStatus AudioHardwareAddRunLoopSource(CFRunLoopSourceRef inRunLoopSource);
CF_EXPORT OSStatus AudioHardwareRemoveRunLoopSource(CFRunLoopSourceRef inRunLoopSource);
CF_EXPORT OSStatus AudioHardwareGetPropertyInfo(
    AudioHardwarePropertyID inPropertyID, UInt32 *_Nullable outSize, Boolean *_Nullable outWritable);
CF_EXPORT OSStatus AudioHardwareGetProperty(
    AudioHardwarePropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);
CF_EXPORT OSStatus AudioHardwareSetProperty(
    AudioHardwarePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);
CF_EXPORT OSStatus AudioHardwareAddPropertyListener(
    AudioHardwarePropertyID inPropertyID, AudioHardwarePropertyListenerProc inProc, void *_Nullable inClientData);
CF_EXPORT OSStatus AudioHardwareRemovePropertyListener(
    AudioHardwarePropertyID inPropertyID, AudioHardwarePropertyListenerProc inProc);

CF_EXPORT OSStatus AudioDeviceAddIOProc(
    AudioDeviceID inDevice, AudioDeviceIOProc inProc, void *_Nullable inClientData);
CF_EXPORT OSStatus AudioDeviceRemoveIOProc(AudioDeviceID inDevice, AudioDeviceIOProc inProc);
CF_EXPORT OSStatus AudioDeviceRead(
    AudioDeviceID inDevice, const AudioTimeStamp *inStartTime, AudioBufferList *outData);
CF_EXPORT OSStatus AudioDeviceGetPropertyInfo(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    UInt32 *_Nullable outSize, Boolean *_Nullable outWritable);
CF_EXPORT OSStatus AudioDeviceGetProperty(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);
CF_EXPORT OSStatus AudioDeviceSetProperty(
    AudioDeviceID inDevice, const AudioTimeStamp *_Nullable inWhen, UInt32 inChannel, Boolean isInput,
    AudioDevicePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);
CF_EXPORT OSStatus AudioDeviceAddPropertyListener(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    AudioDevicePropertyListenerProc inProc, void *_Nullable inClientData);
CF_EXPORT OSStatus AudioDeviceRemovePropertyListener(
    AudioDeviceID inDevice, UInt32 inChannel, Boolean isInput, AudioDevicePropertyID inPropertyID,
    AudioDevicePropertyListenerProc inProc);

CF_EXPORT OSStatus AudioStreamGetPropertyInfo(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, UInt32 *_Nullable outSize,
    Boolean *_Nullable outWritable);
CF_EXPORT OSStatus AudioStreamGetProperty(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID, UInt32 *ioPropertyDataSize,
    void *outPropertyData);
CF_EXPORT OSStatus AudioStreamSetProperty(
    AudioStreamID inStream, const AudioTimeStamp *_Nullable inWhen, UInt32 inChannel,
    AudioDevicePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);
CF_EXPORT OSStatus AudioStreamAddPropertyListener(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID,
    AudioStreamPropertyListenerProc inProc, void *_Nullable inClientData);
CF_EXPORT OSStatus AudioStreamRemovePropertyListener(
    AudioStreamID inStream, UInt32 inChannel, AudioDevicePropertyID inPropertyID,
    AudioStreamPropertyListenerProc inProc);

CA_HEADER_END

#endif
