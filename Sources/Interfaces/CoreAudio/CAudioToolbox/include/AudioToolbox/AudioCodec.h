// Codec properties, most of which a converter passes on to its codec.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOCODEC_H
#define CA_AUDIOTOOLBOX_AUDIOCODEC_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <AudioToolbox/AudioComponent.h>

CA_HEADER_BEGIN

typedef struct AudioCodecMagicCookieInfo AudioCodecMagicCookieInfo;
typedef struct AudioCodecPrimeInfo AudioCodecPrimeInfo;
typedef AudioComponentInstance AudioCodec;
typedef UInt32 AudioCodecPropertyID;
typedef struct AudioCodecMagicCookieInfo MagicCookieInfo;

CF_ENUM(UInt32) {
    kAudioDecoderComponentType = 0x61646563 /* 'adec' */,
    kAudioEncoderComponentType = 0x61656e63 /* 'aenc' */,
    kAudioUnityCodecComponentType = 0x61636463 /* 'acdc' */
};

CF_ENUM(AudioCodecPropertyID) {
    kAudioCodecPropertySupportedInputFormats = 0x69666d23 /* 'ifm#' */,
    kAudioCodecPropertySupportedOutputFormats = 0x6f666d23 /* 'ofm#' */,
    kAudioCodecPropertyAvailableInputSampleRates = 0x61697372 /* 'aisr' */,
    kAudioCodecPropertyAvailableOutputSampleRates = 0x616f7372 /* 'aosr' */,
    kAudioCodecPropertyAvailableBitRateRange = 0x61627274 /* 'abrt' */,
    kAudioCodecPropertyMinimumNumberInputPackets = 0x6d6e6970 /* 'mnip' */,
    kAudioCodecPropertyMinimumNumberOutputPackets = 0x6d6e6f70 /* 'mnop' */,
    kAudioCodecPropertyAvailableNumberChannels = 0x636d6e63 /* 'cmnc' */,
    kAudioCodecPropertyDoesSampleRateConversion = 0x6c6d7263 /* 'lmrc' */,
    kAudioCodecPropertyAvailableInputChannelLayoutTags = 0x6169636c /* 'aicl' */,
    kAudioCodecPropertyAvailableOutputChannelLayoutTags = 0x616f636c /* 'aocl' */,
    kAudioCodecPropertyInputFormatsForOutputFormat = 0x6966346f /* 'if4o' */,
    kAudioCodecPropertyOutputFormatsForInputFormat = 0x6f663469 /* 'of4i' */,
    kAudioCodecPropertyFormatInfo = 0x61636669 /* 'acfi' */,
    kAudioCodecPropertyDynamicRangeControlConfiguration = 0x63647263 /* 'cdrc' */,
    kAudioCodecPropertyContentSource = 0x63737263 /* 'csrc' */,
    kAudioCodecPropertyASPFrequency = 0x61737066 /* 'aspf' */
};

CF_ENUM(AudioCodecPropertyID) {
    kAudioCodecPropertyInputBufferSize = 0x74627566 /* 'tbuf' */,
    kAudioCodecPropertyPacketFrameSize = 0x70616b66 /* 'pakf' */,
    kAudioCodecPropertyHasVariablePacketByteSizes = 0x76706b3f /* 'vpk?' */,
    kAudioCodecPropertyEmploysDependentPackets = 0x64706b3f /* 'dpk?' */,
    kAudioCodecPropertyMaximumPacketByteSize = 0x70616b62 /* 'pakb' */,
    kAudioCodecPropertyPacketSizeLimitForVBR = 0x70616b6c /* 'pakl' */,
    kAudioCodecPropertyCurrentInputFormat = 0x69666d74 /* 'ifmt' */,
    kAudioCodecPropertyCurrentOutputFormat = 0x6f666d74 /* 'ofmt' */,
    kAudioCodecPropertyMagicCookie = 0x6b756b69 /* 'kuki' */,
    kAudioCodecPropertyUsedInputBufferSize = 0x75627566 /* 'ubuf' */,
    kAudioCodecPropertyIsInitialized = 0x696e6974 /* 'init' */,
    kAudioCodecPropertyCurrentTargetBitRate = 0x62726174 /* 'brat' */,
    kAudioCodecPropertyCurrentInputSampleRate = 0x63697372 /* 'cisr' */,
    kAudioCodecPropertyCurrentOutputSampleRate = 0x636f7372 /* 'cosr' */,
    kAudioCodecPropertyQualitySetting = 0x73726371 /* 'srcq' */,
    kAudioCodecPropertyApplicableBitRateRange = 0x62727461 /* 'brta' */,
    kAudioCodecPropertyRecommendedBitRateRange = 0x62727472 /* 'brtr' */,
    kAudioCodecPropertyApplicableInputSampleRates = 0x69737261 /* 'isra' */,
    kAudioCodecPropertyApplicableOutputSampleRates = 0x6f737261 /* 'osra' */,
    kAudioCodecPropertyPaddedZeros = 0x70616430 /* 'pad0' */,
    kAudioCodecPropertyPrimeMethod = 0x70726d6d /* 'prmm' */,
    kAudioCodecPropertyPrimeInfo = 0x7072696d /* 'prim' */,
    kAudioCodecPropertyCurrentInputChannelLayout = 0x69636c20 /* 'icl ' */,
    kAudioCodecPropertyCurrentOutputChannelLayout = 0x6f636c20 /* 'ocl ' */,
    kAudioCodecPropertySettings = 0x61637320 /* 'acs ' */,
    kAudioCodecPropertyFormatList = 0x6163666c /* 'acfl' */,
    kAudioCodecPropertyBitRateControlMode = 0x61636266 /* 'acbf' */,
    kAudioCodecPropertySoundQualityForVBR = 0x76627271 /* 'vbrq' */,
    kAudioCodecPropertyBitRateForVBR = 0x76627262 /* 'vbrb' */,
    kAudioCodecPropertyDelayMode = 0x646d6f64 /* 'dmod' */,
    kAudioCodecPropertyAdjustLocalQuality = 0x5e71616c /* '^qal' */,
    kAudioCodecPropertyDynamicRangeControlMode = 0x6d647263 /* 'mdrc' */,
    kAudioCodecPropertyAdjustCompressionProfile = 0x5e70726f /* '^pro' */,
    kAudioCodecPropertyProgramTargetLevelConstant = 0x70746c63 /* 'ptlc' */,
    kAudioCodecPropertyAdjustTargetLevelConstant = 0x5e746c63 /* '^tlc' */,
    kAudioCodecPropertyProgramTargetLevel = 0x7070746c /* 'pptl' */,
    kAudioCodecPropertyAdjustTargetLevel = 0x5e70746c /* '^ptl' */
};

CF_ENUM(UInt32) {
    kAudioCodecQuality_Max = 127,
    kAudioCodecQuality_High = 96,
    kAudioCodecQuality_Medium = 64,
    kAudioCodecQuality_Low = 32,
    kAudioCodecQuality_Min = 0
};

CF_ENUM(UInt32) {
    kAudioCodecPrimeMethod_Pre = 0,
    kAudioCodecPrimeMethod_Normal = 1,
    kAudioCodecPrimeMethod_None = 2
};

CF_ENUM(UInt32) {
    kAudioCodecBitRateControlMode_Constant = 0,
    kAudioCodecBitRateControlMode_LongTermAverage = 1,
    kAudioCodecBitRateControlMode_VariableConstrained = 2,
    kAudioCodecBitRateControlMode_Variable = 3
};

CF_ENUM(UInt32) {
    kAudioCodecDelayMode_Compatibility = 0,
    kAudioCodecDelayMode_Minimum = 1,
    kAudioCodecDelayMode_Optimal = 2
};

CF_ENUM(UInt32) {
    kProgramTargetLevel_None = 0,
    kProgramTargetLevel_Minus31dB = 1,
    kProgramTargetLevel_Minus23dB = 2,
    kProgramTargetLevel_Minus20dB = 3
};

CF_ENUM(UInt32) {
    kDynamicRangeControlMode_None = 0,
    kDynamicRangeControlMode_Light = 1,
    kDynamicRangeControlMode_Heavy = 2
};

CF_ENUM(UInt32) {
    kDynamicRangeCompressionProfile_None = 0,
    kDynamicRangeCompressionProfile_LateNight = 1,
    kDynamicRangeCompressionProfile_NoisyEnvironment = 2,
    kDynamicRangeCompressionProfile_LimitedPlaybackRange = 3,
    kDynamicRangeCompressionProfile_GeneralCompression = 6
};

typedef CF_OPTIONS(UInt32, AudioSettingsFlags) {
    kAudioSettingsFlags_ExpertParameter = 1,
    kAudioSettingsFlags_InvisibleParameter = 2,
    kAudioSettingsFlags_MetaParameter = 4,
    kAudioSettingsFlags_UserInterfaceParameter = 8
};

CF_ENUM(UInt32) {
    kAudioCodecProduceOutputPacketFailure = 1,
    kAudioCodecProduceOutputPacketSuccess = 2,
    kAudioCodecProduceOutputPacketSuccessHasMore = 3,
    kAudioCodecProduceOutputPacketNeedsMoreInputData = 4,
    kAudioCodecProduceOutputPacketAtEOF = 5,
    kAudioCodecProduceOutputPacketSuccessConcealed = 6
};

CF_ENUM(UInt32) {
    kAudioCodecGetPropertyInfoSelect = 1,
    kAudioCodecGetPropertySelect = 2,
    kAudioCodecSetPropertySelect = 3,
    kAudioCodecInitializeSelect = 4,
    kAudioCodecUninitializeSelect = 5,
    kAudioCodecAppendInputDataSelect = 6,
    kAudioCodecProduceOutputDataSelect = 7,
    kAudioCodecResetSelect = 8,
    kAudioCodecAppendInputBufferListSelect = 9,
    kAudioCodecProduceOutputBufferListSelect = 10
};

CF_ENUM(OSStatus) {
    kAudioCodecNoError = 0,
    kAudioCodecUnspecifiedError = 0x77686174 /* 'what' */,
    kAudioCodecUnknownPropertyError = 0x77686f3f /* 'who?' */,
    kAudioCodecBadPropertySizeError = 0x2173697a /* '!siz' */,
    kAudioCodecIllegalOperationError = 0x6e6f7065 /* 'nope' */,
    kAudioCodecUnsupportedFormatError = 0x21646174 /* '!dat' */,
    kAudioCodecStateError = 0x21737474 /* '!stt' */,
    kAudioCodecNotEnoughBufferSpaceError = 0x21627566 /* '!buf' */,
    kAudioCodecBadDataError = 0x62616461 /* 'bada' */
};

CF_ENUM(AudioCodecPropertyID) {
    kAudioCodecPropertyMinimumDelayMode = 0x6d64656c /* 'mdel' */
};

CF_ENUM(AudioCodecPropertyID) {
    kAudioCodecPropertyNameCFString = 0x6c6e616d /* 'lnam' */,
    kAudioCodecPropertyManufacturerCFString = 0x6c6d616b /* 'lmak' */,
    kAudioCodecPropertyFormatCFString = 0x6c666f72 /* 'lfor' */
};

CF_ENUM(AudioCodecPropertyID) {
    kAudioCodecPropertyRequiresPacketDescription = 0x70616b64 /* 'pakd' */,
    kAudioCodecPropertyAvailableBitRates = 0x62727423 /* 'brt#' */,
    kAudioCodecExtendFrequencies = 0x61636566 /* 'acef' */,
    kAudioCodecUseRecommendedSampleRate = 0x75727372 /* 'ursr' */,
    kAudioCodecOutputPrecedence = 0x6f707072 /* 'oppr' */,
    kAudioCodecBitRateFormat = 0x61636266,
    kAudioCodecDoesSampleRateConversion = 0x6c6d7263,
    kAudioCodecInputFormatsForOutputFormat = 0x6966346f,
    kAudioCodecOutputFormatsForInputFormat = 0x6f663469,
    kAudioCodecPropertyInputChannelLayout = 0x69636c20,
    kAudioCodecPropertyOutputChannelLayout = 0x6f636c20,
    kAudioCodecPropertyAvailableInputChannelLayouts = 0x6169636c,
    kAudioCodecPropertyAvailableOutputChannelLayouts = 0x616f636c,
    kAudioCodecPropertyZeroFramesPadded = 0x70616430
};

CF_ENUM(UInt32) {
    kAudioCodecBitRateFormat_CBR = 0,
    kAudioCodecBitRateFormat_ABR = 1,
    kAudioCodecBitRateFormat_VBR = 2
};

CF_ENUM(UInt32) {
    kAudioCodecOutputPrecedenceNone = 0,
    kAudioCodecOutputPrecedenceBitRate = 1,
    kAudioCodecOutputPrecedenceSampleRate = 2
};

CF_ENUM(UInt32) {
    kHintBasic = 0,
    kHintAdvanced = 1,
    kHintHidden = 2
};

CF_ENUM(UInt32) {
    kAudioCodecDynamicRangeControlConfiguration_None = 0,
    kAudioCodecDynamicRangeControlConfiguration_Music = 1,
    kAudioCodecDynamicRangeControlConfiguration_Speech = 2,
    kAudioCodecDynamicRangeControlConfiguration_Movie = 3,
    kAudioCodecDynamicRangeControlConfiguration_Capture = 4
};

CF_ENUM(SInt32) {
    kAudioCodecContentSource_Unspecified = -1,
    kAudioCodecContentSource_Reserved = 0,
    kAudioCodecContentSource_AppleCapture_Traditional = 1,
    kAudioCodecContentSource_AppleCapture_Spatial = 2,
    kAudioCodecContentSource_AppleCapture_Spatial_Enhanced = 3,
    kAudioCodecContentSource_AppleMusic_Traditional = 4,
    kAudioCodecContentSource_AppleMusic_Spatial = 5,
    kAudioCodecContentSource_AppleAV_Traditional_Offline = 6,
    kAudioCodecContentSource_AppleAV_Spatial_Offline = 7,
    kAudioCodecContentSource_AppleAV_Traditional_Live = 8,
    kAudioCodecContentSource_AppleAV_Spatial_Live = 9,
    kAudioCodecContentSource_ApplePassthrough = 10,
    kAudioCodecContentSource_Capture_Traditional = 33,
    kAudioCodecContentSource_Capture_Spatial = 34,
    kAudioCodecContentSource_Capture_Spatial_Enhanced = 35,
    kAudioCodecContentSource_Music_Traditional = 36,
    kAudioCodecContentSource_Music_Spatial = 37,
    kAudioCodecContentSource_AV_Traditional_Offline = 38,
    kAudioCodecContentSource_AV_Spatial_Offline = 39,
    kAudioCodecContentSource_AV_Traditional_Live = 40,
    kAudioCodecContentSource_AV_Spatial_Live = 41,
    kAudioCodecContentSource_Passthrough = 42
};

typedef OSStatus (*AudioCodecGetPropertyInfoProc)(void *self, AudioCodecPropertyID inPropertyID, UInt32 * _Nullable outSize, Boolean * _Nullable outWritable);
typedef OSStatus (*AudioCodecGetPropertyProc)(void *self, AudioCodecPropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);
typedef OSStatus (*AudioCodecSetPropertyProc)(void *self, AudioCodecPropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);
typedef OSStatus (*AudioCodecInitializeProc)(void *self, const AudioStreamBasicDescription * _Nullable inInputFormat, const AudioStreamBasicDescription * _Nullable inOutputFormat, const void * _Nullable inMagicCookie, UInt32 inMagicCookieByteSize);
typedef OSStatus (*AudioCodecUninitializeProc)(void *self);
typedef OSStatus (*AudioCodecAppendInputDataProc)(void *self, const void *inInputData, UInt32 *ioInputDataByteSize, UInt32 *ioNumberPackets, const AudioStreamPacketDescription * _Nullable inPacketDescription);
typedef OSStatus (*AudioCodecProduceOutputPacketsProc)(void *self, void *outOutputData, UInt32 *ioOutputDataByteSize, UInt32 *ioNumberPackets, AudioStreamPacketDescription * _Nullable outPacketDescription, UInt32 *outStatus);
typedef OSStatus (*AudioCodecResetProc)(void *self);
typedef OSStatus (*AudioCodecAppendInputBufferListProc)(void *self, const AudioBufferList *ioBufferList, UInt32 *inNumberPackets, const AudioStreamPacketDescription * _Nullable inPacketDescription, UInt32 *outBytesConsumed);
typedef OSStatus (*AudioCodecProduceOutputBufferListProc)(void *self, AudioBufferList *ioBufferList, UInt32 *ioNumberPackets, AudioStreamPacketDescription * _Nullable outPacketDescription, UInt32 *outStatus);

struct AudioCodecMagicCookieInfo {
    UInt32 mMagicCookieSize;
    const void * _Nullable mMagicCookie;
};

struct AudioCodecPrimeInfo {
    UInt32 leadingFrames;
    UInt32 trailingFrames;
};

#define kAudioSettings_TopLevelKey "name"

#define kAudioSettings_Version "version"

#define kAudioSettings_Parameters "parameters"

#define kAudioSettings_SettingKey "key"

#define kAudioSettings_SettingName "name"

#define kAudioSettings_ValueType "value type"

#define kAudioSettings_AvailableValues "available values"

#define kAudioSettings_LimitedValues "limited values"

#define kAudioSettings_CurrentValue "current value"

#define kAudioSettings_Summary "summary"

#define kAudioSettings_Hint "hint"

#define kAudioSettings_Unit "unit"

CF_EXPORT OSStatus AudioCodecGetPropertyInfo(AudioCodec inCodec, AudioCodecPropertyID inPropertyID,
    UInt32 * _Nullable outSize, Boolean * _Nullable outWritable);

CF_EXPORT OSStatus AudioCodecGetProperty(AudioCodec inCodec, AudioCodecPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

CF_EXPORT OSStatus AudioCodecSetProperty(AudioCodec inCodec, AudioCodecPropertyID inPropertyID,
    UInt32 inPropertyDataSize, const void *inPropertyData);

CF_EXPORT OSStatus AudioCodecInitialize(AudioCodec inCodec,
    const AudioStreamBasicDescription * _Nullable inInputFormat,
    const AudioStreamBasicDescription * _Nullable inOutputFormat, const void * _Nullable inMagicCookie,
    UInt32 inMagicCookieByteSize);

CF_EXPORT OSStatus AudioCodecUninitialize(AudioCodec inCodec);

CF_EXPORT OSStatus AudioCodecAppendInputData(AudioCodec inCodec, const void *inInputData,
    UInt32 *ioInputDataByteSize, UInt32 *ioNumberPackets,
    const AudioStreamPacketDescription * _Nullable inPacketDescription);

CF_EXPORT OSStatus AudioCodecProduceOutputPackets(AudioCodec inCodec, void *outOutputData,
    UInt32 *ioOutputDataByteSize, UInt32 *ioNumberPackets,
    AudioStreamPacketDescription * _Nullable outPacketDescription, UInt32 *outStatus);

CF_EXPORT OSStatus AudioCodecAppendInputBufferList(AudioCodec inCodec, const AudioBufferList *inBufferList,
    UInt32 *ioNumberPackets, const AudioStreamPacketDescription * _Nullable inPacketDescription,
    UInt32 *outBytesConsumed);

CF_EXPORT OSStatus AudioCodecProduceOutputBufferList(AudioCodec inCodec, AudioBufferList *ioBufferList,
    UInt32 *ioNumberPackets, AudioStreamPacketDescription * _Nullable outPacketDescription,
    UInt32 *outStatus);

CF_EXPORT OSStatus AudioCodecReset(AudioCodec inCodec);

CA_HEADER_END

#endif
