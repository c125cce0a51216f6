// Properties by which programs set the volume of a whole device.
#ifndef CA_AUDIOTOOLBOX_AUDIOSERVICES_H
#define CA_AUDIOTOOLBOX_AUDIOSERVICES_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudio/AudioHardware.h>

CA_HEADER_BEGIN

CF_ENUM(AudioObjectPropertySelector) {
    kAudioHardwareServiceProperty_ServiceRestarted = 0x73727374 /* 'srst' */,
    kAudioHardwareServiceDeviceProperty_VirtualMainVolume = 0x766d7663 /* 'vmvc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMasterVolume = 0x766d7663 /* 'vmvc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMainBalance = 0x766d6263 /* 'vmbc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMasterBalance = 0x766d6263 /* 'vmbc' */
};

CA_HEADER_END

#endif
