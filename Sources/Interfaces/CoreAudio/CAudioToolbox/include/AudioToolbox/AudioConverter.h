// Audio Converter Services: any format into any other.
//
// Threads: one thread at a time is inside an AudioConverterRef; others wait until it has left. An input function may ask its
// converter for properties and dispose of it; whatever would change it or make it convert answers
// kAudioConverterErr_OperationNotSupported. Disposing does not wait for a thread that is inside: the input function is called
// no more, and the converter lives until that one has left.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOCONVERTER_H
#define CA_AUDIOTOOLBOX_AUDIOCONVERTER_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

typedef struct AudioConverterPrimeInfo AudioConverterPrimeInfo;
typedef struct OpaqueAudioConverter *AudioConverterRef;
typedef UInt32 AudioConverterPropertyID;

CF_ENUM(AudioConverterPropertyID) {
    kAudioConverterPropertyMinimumInputBufferSize = 0x6d696273 /* 'mibs' */,
    kAudioConverterPropertyMinimumOutputBufferSize = 0x6d6f6273 /* 'mobs' */,
    kAudioConverterPropertyMaximumInputPacketSize = 0x78697073 /* 'xips' */,
    kAudioConverterPropertyMaximumOutputPacketSize = 0x786f7073 /* 'xops' */,
    kAudioConverterPropertyCalculateInputBufferSize = 0x63696273 /* 'cibs' */,
    kAudioConverterPropertyCalculateOutputBufferSize = 0x636f6273 /* 'cobs' */,
    kAudioConverterPropertyInputCodecParameters = 0x69636470 /* 'icdp' */,
    kAudioConverterPropertyOutputCodecParameters = 0x6f636470 /* 'ocdp' */,
    kAudioConverterSampleRateConverterComplexity = 0x73726361 /* 'srca' */,
    kAudioConverterSampleRateConverterQuality = 0x73726371 /* 'srcq' */,
    kAudioConverterSampleRateConverterInitialPhase = 0x73726370 /* 'srcp' */,
    kAudioConverterCodecQuality = 0x63647175 /* 'cdqu' */,
    kAudioConverterPrimeMethod = 0x70726d6d /* 'prmm' */,
    kAudioConverterPrimeInfo = 0x7072696d /* 'prim' */,
    kAudioConverterChannelMap = 0x63686d70 /* 'chmp' */,
    kAudioConverterDecompressionMagicCookie = 0x646d6763 /* 'dmgc' */,
    kAudioConverterCompressionMagicCookie = 0x636d6763 /* 'cmgc' */,
    kAudioConverterEncodeBitRate = 0x62726174 /* 'brat' */,
    kAudioConverterEncodeAdjustableSampleRate = 0x616a7372 /* 'ajsr' */,
    kAudioConverterInputChannelLayout = 0x69636c20 /* 'icl ' */,
    kAudioConverterOutputChannelLayout = 0x6f636c20 /* 'ocl ' */,
    kAudioConverterApplicableEncodeBitRates = 0x61656272 /* 'aebr' */,
    kAudioConverterAvailableEncodeBitRates = 0x76656272 /* 'vebr' */,
    kAudioConverterApplicableEncodeSampleRates = 0x61657372 /* 'aesr' */,
    kAudioConverterAvailableEncodeSampleRates = 0x76657372 /* 'vesr' */,
    kAudioConverterAvailableEncodeChannelLayoutTags = 0x6165636c /* 'aecl' */,
    kAudioConverterCurrentOutputStreamDescription = 0x61636f64 /* 'acod' */,
    kAudioConverterCurrentInputStreamDescription = 0x61636964 /* 'acid' */,
    kAudioConverterPropertySettings = 0x61637073 /* 'acps' */,
    kAudioConverterPropertyBitDepthHint = 0x61636264 /* 'acbd' */,
    kAudioConverterPropertyFormatList = 0x666c7374 /* 'flst' */,
    kAudioConverterPropertyPerformDownmix = 0x646d6978 /* 'dmix' */,
    kAudioConverterPropertyChannelMixMap = 0x6d6d6170 /* 'mmap' */
};

CF_ENUM(AudioConverterPropertyID) {
    kAudioConverterPropertyDithering = 0x64697468 /* 'dith' */,
    kAudioConverterPropertyDitherBitDepth = 0x64626974 /* 'dbit' */
};

CF_ENUM(UInt32) {
    kDitherAlgorithm_TPDF = 1,
    kDitherAlgorithm_NoiseShaping = 2
};

CF_ENUM(UInt32) {
    kAudioConverterQuality_Max = 127,
    kAudioConverterQuality_High = 96,
    kAudioConverterQuality_Medium = 64,
    kAudioConverterQuality_Low = 32,
    kAudioConverterQuality_Min = 0
};

CF_ENUM(UInt32) {
    kAudioConverterSampleRateConverterComplexity_Linear = 0x6c696e65 /* 'line' */,
    kAudioConverterSampleRateConverterComplexity_Normal = 0x6e6f726d /* 'norm' */,
    kAudioConverterSampleRateConverterComplexity_Mastering = 0x62617473 /* 'bats' */,
    kAudioConverterSampleRateConverterComplexity_MinimumPhase = 0x6d696e70 /* 'minp' */
};

CF_ENUM(UInt32) {
    kConverterPrimeMethod_Pre = 0,
    kConverterPrimeMethod_Normal = 1,
    kConverterPrimeMethod_None = 2
};

CF_ENUM(OSStatus) {
    kAudioConverterErr_FormatNotSupported = 0x666d743f /* 'fmt?' */,
    kAudioConverterErr_OperationNotSupported = 0x6f703f3f,
    kAudioConverterErr_PropertyNotSupported = 0x70726f70 /* 'prop' */,
    kAudioConverterErr_InvalidInputSize = 0x696e737a /* 'insz' */,
    kAudioConverterErr_InvalidOutputSize = 0x6f74737a /* 'otsz' */,
    kAudioConverterErr_UnspecifiedError = 0x77686174 /* 'what' */,
    kAudioConverterErr_BadPropertySizeError = 0x2173697a /* '!siz' */,
    kAudioConverterErr_RequiresPacketDescriptionsError = 0x21706b64 /* '!pkd' */,
    kAudioConverterErr_InputSampleRateOutOfRange = 0x21697372 /* '!isr' */,
    kAudioConverterErr_OutputSampleRateOutOfRange = 0x216f7372 /* '!osr' */
};

CF_ENUM(AudioConverterPropertyID) {
    kAudioConverterPropertyMaximumInputBufferSize = 0x78696273 /* 'xibs' */,
    kAudioConverterSampleRateConverterAlgorithm = 0x73726369 /* 'srci' */
};

typedef CF_OPTIONS(UInt32, AudioConverterOptions) {
    kAudioConverterOption_Unbuffered = 0x00010000
};

/// Gives input: sets the buffers, the number of packets and, for packets of variable size, the descriptions. They must stay until the next call.
typedef OSStatus (*AudioConverterComplexInputDataProc)(AudioConverterRef inAudioConverter, UInt32 *ioNumberDataPackets, AudioBufferList *ioData, AudioStreamPacketDescription * _Nullable * _Nullable outDataPacketDescription, void * _Nullable inUserData);
typedef OSStatus (*AudioConverterInputDataProc)(AudioConverterRef inAudioConverter, UInt32 *ioDataSize, void * _Nonnull * _Nonnull outData, void * _Nullable inUserData);
typedef OSStatus (*AudioConverterComplexInputDataProcRealtimeSafe)(AudioConverterRef, UInt32 *, AudioBufferList *, AudioStreamPacketDescription * _Nullable * _Nullable, void * _Nullable);

struct AudioConverterPrimeInfo {
    UInt32 leadingFrames;
    UInt32 trailingFrames;
};

/// Makes a converter. Both formats are copied.
CF_EXPORT OSStatus AudioConverterNew(const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat,
    AudioConverterRef _Nullable * _Nonnull outAudioConverter);

/// Makes a converter from one of the codecs described.
CF_EXPORT OSStatus AudioConverterNewSpecific(const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat, UInt32 inNumberClassDescriptions,
    const AudioClassDescription *inClassDescriptions,
    AudioConverterRef _Nullable * _Nonnull outAudioConverter);

CF_EXPORT OSStatus AudioConverterDispose(AudioConverterRef inAudioConverter);

/// Forgets what is in flight. After the end of the input a converter starts afresh by this.
CF_EXPORT OSStatus AudioConverterReset(AudioConverterRef inAudioConverter);

CF_EXPORT OSStatus AudioConverterGetPropertyInfo(AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID, UInt32 * _Nullable outSize, Boolean * _Nullable outWritable);

CF_EXPORT OSStatus AudioConverterGetProperty(AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);

CF_EXPORT OSStatus AudioConverterSetProperty(AudioConverterRef inAudioConverter,
    AudioConverterPropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

CF_EXPORT OSStatus AudioConverterConvertBuffer(AudioConverterRef inAudioConverter, UInt32 inInputDataSize,
    const void *inInputData, UInt32 *ioOutputDataSize, void *outOutputData);

/// Converts: calls back for input until the output is full, the input ends (0 packets, noErr) or the callback reports a status, which is returned with what was made.
CF_EXPORT OSStatus AudioConverterFillComplexBuffer(AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProc inInputDataProc, void * _Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataPacketSize, AudioBufferList *outOutputData,
    AudioStreamPacketDescription * _Nullable outPacketDescription);

CF_EXPORT OSStatus AudioConverterConvertComplexBuffer(AudioConverterRef inAudioConverter,
    UInt32 inNumberPCMFrames, const AudioBufferList *inInputData, AudioBufferList *outOutputData);

CF_EXPORT OSStatus AudioConverterFillBuffer(AudioConverterRef inAudioConverter,
    AudioConverterInputDataProc inInputDataProc, void * _Nullable inInputDataProcUserData,
    UInt32 *ioOutputDataSize, void *outOutputData);

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT void AudioConverterPrepare(UInt32 inFlags, void * _Nullable ioReserved,
    void (^ _Nullable inCompletionBlock)(OSStatus));
#endif

CF_EXPORT OSStatus AudioConverterNewWithOptions(const AudioStreamBasicDescription *inSourceFormat,
    const AudioStreamBasicDescription *inDestinationFormat, AudioConverterOptions inOptions,
    AudioConverterRef _Nullable * _Nonnull outAudioConverter);

CF_EXPORT OSStatus AudioConverterFillComplexBufferRealtimeSafe(AudioConverterRef inAudioConverter,
    AudioConverterComplexInputDataProcRealtimeSafe inInputDataProc,
    void * _Nullable inInputDataProcUserData, UInt32 *ioOutputDataPacketSize,
    AudioBufferList *outOutputData, AudioStreamPacketDescription * _Nullable outPacketDescription);

CF_EXPORT OSStatus AudioConverterFillComplexBufferWithPacketDependencies(AudioConverterRef inAudioConverter, AudioConverterComplexInputDataProc inInputDataProc, void * _Nullable inInputDataProcUserData, UInt32 *ioOutputDataPacketSize, AudioBufferList *outOutputData, AudioStreamPacketDescription * _Nullable outPacketDescriptions, AudioStreamPacketDependencyDescription *outPacketDependencies);

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

CA_HEADER_END

#endif
