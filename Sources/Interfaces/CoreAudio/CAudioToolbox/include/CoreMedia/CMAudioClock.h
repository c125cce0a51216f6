// Clocks of audio devices.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMAUDIOCLOCK_H
#define CA_COREMEDIA_CMAUDIOCLOCK_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMSync.h>
#include <CoreAudio/AudioHardware.h>

CA_HEADER_BEGIN

CF_EXPORT OSStatus CMAudioClockCreate(CFAllocatorRef _Nullable allocator,
    CF_RETURNS_RETAINED CMClockRef _Nullable * _Nonnull clockOut) CF_SWIFT_NAME(CMAudioClockCreate(allocator:clockOut:));

CF_EXPORT OSStatus CMAudioDeviceClockCreate(CFAllocatorRef _Nullable allocator,
    CFStringRef _Nullable deviceUid, CF_RETURNS_RETAINED CMClockRef _Nullable * _Nonnull clockOut) CF_SWIFT_NAME(CMAudioDeviceClockCreate(allocator:deviceUID:clockOut:));

CF_EXPORT OSStatus CMAudioDeviceClockCreateFromAudioDeviceID(CFAllocatorRef _Nullable allocator,
    AudioDeviceID deviceId, CF_RETURNS_RETAINED CMClockRef _Nullable * _Nonnull clockOut) CF_SWIFT_NAME(CMAudioDeviceClockCreateFromAudioDeviceID(allocator:deviceID:clockOut:));

CF_EXPORT OSStatus CMAudioDeviceClockSetAudioDeviceUID(CMClockRef clock,
    CFStringRef _Nullable deviceUid) CF_SWIFT_NAME(CMAudioDeviceClockSetAudioDeviceUID(_:deviceUID:));

CF_EXPORT OSStatus CMAudioDeviceClockSetAudioDeviceID(CMClockRef clock,
    AudioDeviceID deviceId) CF_SWIFT_NAME(CMAudioDeviceClockSetAudioDeviceID(_:deviceID:));

CF_EXPORT OSStatus CMAudioDeviceClockGetAudioDevice(CMClockRef clock,
    CFStringRef _Nullable * _Nullable deviceUidOut, AudioDeviceID * _Nullable deviceIdOut,
    Boolean * _Nullable trackingDefaultDeviceOut) CF_SWIFT_NAME(CMAudioDeviceClockGetAudioDevice(_:deviceUIDOut:deviceIDOut:trackingDefaultDeviceOut:));

CA_HEADER_END

#endif
