// System sounds, and properties by which programs set the volume of a whole device.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOSERVICES_H
#define CA_AUDIOTOOLBOX_AUDIOSERVICES_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreAudio/AudioHardware.h>

CA_HEADER_BEGIN

CF_ENUM(AudioObjectPropertySelector) {
    kAudioHardwareServiceProperty_ServiceRestarted = 0x73727374 /* 'srst' */,
    kAudioHardwareServiceDeviceProperty_VirtualMainVolume = 0x766d7663 /* 'vmvc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMasterVolume = 0x766d7663 /* 'vmvc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMainBalance = 0x766d6263 /* 'vmbc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMasterBalance = 0x766d6263 /* 'vmbc' */
};

typedef UInt32 SystemSoundID;
typedef UInt32 AudioServicesPropertyID;

CF_ENUM(OSStatus) {
    kAudioServicesNoError = 0,
    kAudioServicesUnsupportedPropertyError = 0x7074793f /* 'pty?' */,
    kAudioServicesBadPropertySizeError = 0x2173697a /* '!siz' */,
    kAudioServicesBadSpecifierSizeError = 0x21737063 /* '!spc' */,
    kAudioServicesSystemSoundUnspecifiedError = -1500,
    kAudioServicesSystemSoundClientTimedOutError = -1501,
    kAudioServicesSystemSoundExceededMaximumDurationError = -1502
};

CF_ENUM(UInt32) {
    kSystemSoundID_UserPreferredAlert = 4096,
    kSystemSoundID_FlashScreen = 4094,
    kUserPreferredAlert = 4096
};

CF_ENUM(UInt32) {
    kSystemSoundID_Vibrate = 4095
};

CF_ENUM(UInt32) {
    kAudioServicesPropertyIsUISound = 0x69737569 /* 'isui' */,
    kAudioServicesPropertyCompletePlaybackIfAppDies = 0x69666469 /* 'ifdi' */
};

typedef void (*AudioServicesSystemSoundCompletionProc)(SystemSoundID ssID, void * _Nullable clientData);

CF_EXPORT OSStatus AudioServicesCreateSystemSoundID(CFURLRef inFileURL, SystemSoundID *outSystemSoundID);

CF_EXPORT OSStatus AudioServicesDisposeSystemSoundID(SystemSoundID inSystemSoundID);

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT void AudioServicesPlayAlertSoundWithCompletion(SystemSoundID inSystemSoundID,
    void (^ _Nullable inCompletionBlock)(void));
#endif

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT void AudioServicesPlaySystemSoundWithCompletion(SystemSoundID inSystemSoundID,
    void (^ _Nullable inCompletionBlock)(void));
#endif

CF_EXPORT OSStatus AudioServicesGetPropertyInfo(AudioServicesPropertyID inPropertyID,
    UInt32 inSpecifierSize, const void * _Nullable inSpecifier, UInt32 * _Nullable outPropertyDataSize,
    Boolean * _Nullable outWritable);

CF_EXPORT OSStatus AudioServicesGetProperty(AudioServicesPropertyID inPropertyID, UInt32 inSpecifierSize,
    const void * _Nullable inSpecifier, UInt32 *ioPropertyDataSize, void * _Nullable outPropertyData);

CF_EXPORT OSStatus AudioServicesSetProperty(AudioServicesPropertyID inPropertyID, UInt32 inSpecifierSize,
    const void * _Nullable inSpecifier, UInt32 inPropertyDataSize, const void *inPropertyData);

CF_EXPORT void AudioServicesPlayAlertSound(SystemSoundID inSystemSoundID);

CF_EXPORT void AudioServicesPlaySystemSound(SystemSoundID inSystemSoundID);

CF_EXPORT OSStatus AudioServicesAddSystemSoundCompletion(SystemSoundID inSystemSoundID,
    CFRunLoopRef _Nullable inRunLoop, CFStringRef _Nullable inRunLoopMode,
    AudioServicesSystemSoundCompletionProc inCompletionRoutine, void * _Nullable inClientData);

CF_EXPORT void AudioServicesRemoveSystemSoundCompletion(SystemSoundID inSystemSoundID);

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT void AudioServicesPlaySystemSoundWithDetails(SystemSoundID inSystemSoundId,
    CFDictionaryRef _Nullable inDetails, void (^ _Nullable inCompletionBlock)(void));
#endif

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT void AudioServicesPlayAlertSoundWithDetails(SystemSoundID inSystemSoundId,
    CFDictionaryRef _Nullable inDetails, void (^ _Nullable inCompletionBlock)(void));
#endif

CA_HEADER_END

#endif
