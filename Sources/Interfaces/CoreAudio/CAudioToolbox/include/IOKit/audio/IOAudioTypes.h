// The codes by which drivers of IOKit name the connectors of a device: values of kAudioDevicePropertyDataSource. They are those
// of IOAudioFamily's header of this name, whose other declarations are for drivers.
#ifndef CA_IOKIT_AUDIO_IOAUDIOTYPES_H
#define CA_IOKIT_AUDIO_IOAUDIOTYPES_H

enum {
    kIOAudioOutputPortSubTypeInternalSpeaker = 0x6973706b /* 'ispk' */,
    kIOAudioOutputPortSubTypeExternalSpeaker = 0x6573706b /* 'espk' */,
    kIOAudioOutputPortSubTypeHeadphones = 0x6864706e /* 'hdpn' */,
    kIOAudioOutputPortSubTypeLine = 0x6c696e65 /* 'line' */,
    kIOAudioOutputPortSubTypeSPDIF = 0x73706466 /* 'spdf' */,
    kIOAudioInputPortSubTypeInternalMicrophone = 0x696d6963 /* 'imic' */,
    kIOAudioInputPortSubTypeExternalMicrophone = 0x656d6963 /* 'emic' */,
    kIOAudioInputPortSubTypeCD = 0x63642020 /* 'cd  ' */,
    kIOAudioInputPortSubTypeLine = 0x6c696e65 /* 'line' */,
    kIOAudioInputPortSubTypeSPDIF = 0x73706466 /* 'spdf' */
};

#endif
