CF_ENUM(AudioObjectPropertySelector) {
    kAudioHardwareServiceProperty_ServiceRestarted = 0x73727374 /* 'srst' */,
    kAudioHardwareServiceDeviceProperty_VirtualMainVolume = 0x766d7663 /* 'vmvc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMasterVolume = 0x766d7663 /* 'vmvc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMainBalance = 0x766d6263 /* 'vmbc' */,
    kAudioHardwareServiceDeviceProperty_VirtualMasterBalance = 0x766d6263 /* 'vmbc' */
};
