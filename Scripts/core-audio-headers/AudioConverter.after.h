/// Of iOS, where hardware codecs can be interrupted. Nothing here ever is.
CF_ENUM(AudioConverterPropertyID) {
    kAudioConverterPropertyCanResumeFromInterruption = 0x63726669 /* 'crfi' */
};
CF_ENUM(OSStatus) {
    kAudioConverterErr_HardwareInUse = 0x68776975 /* 'hwiu' */,
    kAudioConverterErr_NoHardwarePermission = 0x7065726d /* 'perm' */
};

/// Of ours: when a rate conversion of normal or mastering complexity gives its frames. A UInt32, one of the three below, to be
/// set before the first packet. The two ways may differ in the last bits; which one is automatic's is decided by the first
/// amount, a request for or input of up to 4,096 frames or more, until AudioConverterReset.
/// The latency is a Float64 to be read: by how many seconds output of a steady flow is behind its input, which for prompt
/// delivery is that of the trailing frames of kAudioConverterPrimeInfo, and for
/// kAudioConverterSampleRateConverterComplexity_MinimumPhase, the choice for a latency of less than a millisecond, its delay.
CF_ENUM(AudioConverterPropertyID) {
    kAudioConverterSampleRateConverterDelivery = 0x73726364 /* 'srcd' */,
    kAudioConverterSampleRateConverterLatency = 0x7372636c /* 'srcl' */
};
CF_ENUM(UInt32) {
    kAudioConverterSampleRateConverterDelivery_Automatic = 0x6175746f /* 'auto' */,
    kAudioConverterSampleRateConverterDelivery_Blocks = 0x626c6b73 /* 'blks' */,
    kAudioConverterSampleRateConverterDelivery_Prompt = 0x70726d74 /* 'prmt' */
};
