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

/// Of ours: how a decoder fills in what is lost, and how far it follows a stream's dynamic range data. To be set before the
/// first packet; set later, the decoder is made anew, as by AudioConverterReset, and keeps what has been set. Where the input
/// is of a codec that does not know one, it is kAudioConverterErr_PropertyNotSupported.
/// - Boost, Cut: Float32, 0 up to 1: the parts of the gains above and below 0 dB that are applied while
///   kAudioCodecPropertyDynamicRangeControlMode is kDynamicRangeControlMode_Light; 1 unless set. kDynamicRangeControlMode_Heavy
///   is refused with kAudioCodecUnsupportedFormatError. kAudioCodecPropertyProgramTargetLevel is a Float32 in dB of full scale,
///   -31.75 up to 0; 0, as when nothing is set, leaves it to kAudioCodecPropertyProgramTargetLevelConstant. Both have the
///   effect of kAudioCodecPropertyAdjustTargetLevel, ...Constant. kAudioCodecPropertyAdjustCompressionProfile, a UInt32 of
///   kDynamicRangeCompressionProfile_..., chooses one of the sets of gains of xHE-AAC, and applies it with these parts.
/// - Concealment: UInt32. 1: packets that cannot be decoded, and packets of 0 bytes, which stand for lost ones, are filled in.
///   0, as when nothing is set: they end the conversion with kAudioCodecBadDataError. Every decoder has this one.
/// - ConcealmentHoldTime, ConcealmentFadeTime: Float64, seconds of a loss that are filled at full level, and seconds from then to
///   silence, while Concealment is 1.
/// - LookAhead: UInt32, packets that are waited for so that a loss is filled in from both sides, 0 or 1. The output has the same
///   frames, which need one packet more of input.
/// - Latency: Float64, read only: seconds by which that delays the output.
CF_ENUM(AudioConverterPropertyID) {
    kAudioConverterDecoderDynamicRangeBoost = 0x64726262 /* 'drbb' */,
    kAudioConverterDecoderDynamicRangeCut = 0x64726363 /* 'drcc' */,
    kAudioConverterDecoderConcealment = 0x64636e63 /* 'dcnc' */,
    kAudioConverterDecoderConcealmentHoldTime = 0x64636874 /* 'dcht' */,
    kAudioConverterDecoderConcealmentFadeTime = 0x64636674 /* 'dcft' */,
    kAudioConverterDecoderLookAhead = 0x646c6b61 /* 'dlka' */,
    kAudioConverterDecoderLatency = 0x646c6174 /* 'dlat' */
};
