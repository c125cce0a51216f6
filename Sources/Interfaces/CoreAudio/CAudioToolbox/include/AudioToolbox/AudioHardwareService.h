// The properties of the hardware layer, with those of whole devices that software adds. Here it adds none.
#ifndef CA_AUDIOTOOLBOX_AUDIOHARDWARESERVICE_H
#define CA_AUDIOTOOLBOX_AUDIOHARDWARESERVICE_H

#include <AudioToolbox/AudioServices.h>
#include <CAudioToolbox/Platform.h>
#include <CoreAudio/AudioHardware.h>

CA_HEADER_BEGIN

CF_EXPORT Boolean AudioHardwareServiceHasProperty(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress);
CF_EXPORT OSStatus AudioHardwareServiceIsPropertySettable(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, Boolean *outIsSettable);
CF_EXPORT OSStatus AudioHardwareServiceGetPropertyDataSize(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *outDataSize);
CF_EXPORT OSStatus AudioHardwareServiceGetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 *ioDataSize, void *outData);
CF_EXPORT OSStatus AudioHardwareServiceSetPropertyData(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, UInt32 inQualifierDataSize,
    const void *_Nullable inQualifierData, UInt32 inDataSize, const void *inData);
CF_EXPORT OSStatus AudioHardwareServiceAddPropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, AudioObjectPropertyListenerProc inListener,
    void *_Nullable inClientData);
CF_EXPORT OSStatus AudioHardwareServiceRemovePropertyListener(
    AudioObjectID inObjectID, const AudioObjectPropertyAddress *inAddress, AudioObjectPropertyListenerProc inListener,
    void *_Nullable inClientData);

CA_HEADER_END

#endif
