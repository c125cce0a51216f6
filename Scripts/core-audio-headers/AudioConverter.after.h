/// Of iOS, where hardware codecs can be interrupted. Nothing here ever is.
CF_ENUM(AudioConverterPropertyID) {
    kAudioConverterPropertyCanResumeFromInterruption = 0x63726669 /* 'crfi' */
};
CF_ENUM(OSStatus) {
    kAudioConverterErr_HardwareInUse = 0x68776975 /* 'hwiu' */,
    kAudioConverterErr_NoHardwarePermission = 0x7065726d /* 'perm' */
};
