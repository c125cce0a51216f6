// Formats, packets, buffers, time stamps and channel layouts.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREAUDIOTYPES_COREAUDIOBASETYPES_H
#define CA_COREAUDIOTYPES_COREAUDIOBASETYPES_H

#include <CAudioToolbox/Platform.h>
#include <MacTypes.h>

CA_HEADER_BEGIN

typedef struct AudioValueRange AudioValueRange;
typedef struct AudioValueTranslation AudioValueTranslation;
typedef struct AudioBuffer AudioBuffer;
typedef struct AudioBufferList AudioBufferList;
typedef struct AudioStreamBasicDescription AudioStreamBasicDescription;
typedef struct AudioStreamPacketDescription AudioStreamPacketDescription;
typedef struct SMPTETime SMPTETime;
typedef struct AudioTimeStamp AudioTimeStamp;
typedef struct AudioClassDescription AudioClassDescription;
typedef struct AudioChannelDescription AudioChannelDescription;
typedef struct AudioChannelLayout AudioChannelLayout;
typedef struct AudioFormatListItem AudioFormatListItem;
typedef struct AudioStreamPacketDependencyDescription AudioStreamPacketDependencyDescription;
typedef Float32 AudioSampleType;
typedef Float32 AudioUnitSampleType;
typedef UInt32 AudioFormatID;
typedef UInt32 AudioFormatFlags;
typedef UInt32 AudioChannelLabel;
typedef UInt32 AudioChannelLayoutTag;

CF_ENUM(OSStatus) {
    kAudio_NoError = 0,
    kAudio_UnimplementedError = -4,
    kAudio_FileNotFoundError = -43,
    kAudio_FilePermissionError = -54,
    kAudio_TooManyFilesOpenError = -42,
    kAudio_BadFilePathError = 0x21707468 /* '!pth' */,
    kAudio_ParamError = -50,
    kAudio_MemFullError = -108
};

CF_ENUM(AudioFormatID) {
    kAudioFormatLinearPCM = 0x6c70636d /* 'lpcm' */,
    kAudioFormatAC3 = 0x61632d33 /* 'ac-3' */,
    kAudioFormat60958AC3 = 0x63616333 /* 'cac3' */,
    kAudioFormatAppleIMA4 = 0x696d6134 /* 'ima4' */,
    kAudioFormatMPEG4AAC = 0x61616320 /* 'aac ' */,
    kAudioFormatMPEG4CELP = 0x63656c70 /* 'celp' */,
    kAudioFormatMPEG4HVXC = 0x68767863 /* 'hvxc' */,
    kAudioFormatMPEG4TwinVQ = 0x74777671 /* 'twvq' */,
    kAudioFormatMACE3 = 0x4d414333 /* 'MAC3' */,
    kAudioFormatMACE6 = 0x4d414336 /* 'MAC6' */,
    kAudioFormatULaw = 0x756c6177 /* 'ulaw' */,
    kAudioFormatALaw = 0x616c6177 /* 'alaw' */,
    kAudioFormatQDesign = 0x51444d43 /* 'QDMC' */,
    kAudioFormatQDesign2 = 0x51444d32 /* 'QDM2' */,
    kAudioFormatQUALCOMM = 0x51636c70 /* 'Qclp' */,
    kAudioFormatMPEGLayer1 = 0x2e6d7031 /* '.mp1' */,
    kAudioFormatMPEGLayer2 = 0x2e6d7032 /* '.mp2' */,
    kAudioFormatMPEGLayer3 = 0x2e6d7033 /* '.mp3' */,
    kAudioFormatTimeCode = 0x74696d65 /* 'time' */,
    kAudioFormatMIDIStream = 0x6d696469 /* 'midi' */,
    kAudioFormatParameterValueStream = 0x61707673 /* 'apvs' */,
    kAudioFormatAppleLossless = 0x616c6163 /* 'alac' */,
    kAudioFormatMPEG4AAC_HE = 0x61616368 /* 'aach' */,
    kAudioFormatMPEG4AAC_LD = 0x6161636c /* 'aacl' */,
    kAudioFormatMPEG4AAC_ELD = 0x61616365 /* 'aace' */,
    kAudioFormatMPEG4AAC_ELD_SBR = 0x61616366 /* 'aacf' */,
    kAudioFormatMPEG4AAC_ELD_V2 = 0x61616367 /* 'aacg' */,
    kAudioFormatMPEG4AAC_HE_V2 = 0x61616370 /* 'aacp' */,
    kAudioFormatMPEG4AAC_Spatial = 0x61616373 /* 'aacs' */,
    kAudioFormatMPEGD_USAC = 0x75736163 /* 'usac' */,
    kAudioFormatAMR = 0x73616d72 /* 'samr' */,
    kAudioFormatAMR_WB = 0x73617762 /* 'sawb' */,
    kAudioFormatAudible = 0x41554442 /* 'AUDB' */,
    kAudioFormatiLBC = 0x696c6263 /* 'ilbc' */,
    kAudioFormatDVIIntelIMA = 0x6d730011,
    kAudioFormatMicrosoftGSM = 0x6d730031,
    kAudioFormatAES3 = 0x61657333 /* 'aes3' */,
    kAudioFormatEnhancedAC3 = 0x65632d33 /* 'ec-3' */,
    kAudioFormatFLAC = 0x666c6163 /* 'flac' */,
    kAudioFormatOpus = 0x6f707573 /* 'opus' */,
    kAudioFormatAPAC = 0x61706163 /* 'apac' */
};

CF_ENUM(AudioFormatFlags) {
    kAudioFormatFlagIsFloat = 1,
    kAudioFormatFlagIsBigEndian = 2,
    kAudioFormatFlagIsSignedInteger = 4,
    kAudioFormatFlagIsPacked = 8,
    kAudioFormatFlagIsAlignedHigh = 16,
    kAudioFormatFlagIsNonInterleaved = 32,
    kAudioFormatFlagIsNonMixable = 64,
    kAudioFormatFlagsAreAllClear = 0x80000000u,
    kLinearPCMFormatFlagIsFloat = 1,
    kLinearPCMFormatFlagIsBigEndian = 2,
    kLinearPCMFormatFlagIsSignedInteger = 4,
    kLinearPCMFormatFlagIsPacked = 8,
    kLinearPCMFormatFlagIsAlignedHigh = 16,
    kLinearPCMFormatFlagIsNonInterleaved = 32,
    kLinearPCMFormatFlagIsNonMixable = 64,
    kLinearPCMFormatFlagsSampleFractionShift = 7,
    kLinearPCMFormatFlagsSampleFractionMask = 8064,
    kLinearPCMFormatFlagsAreAllClear = 0x80000000u,
    kAppleLosslessFormatFlag_16BitSourceData = 1,
    kAppleLosslessFormatFlag_20BitSourceData = 2,
    kAppleLosslessFormatFlag_24BitSourceData = 3,
    kAppleLosslessFormatFlag_32BitSourceData = 4
};

CF_ENUM(AudioFormatFlags) {
    kAudioFormatFlagsNativeEndian = 0,
    kAudioFormatFlagsCanonical = 9,
    kAudioFormatFlagsAudioUnitCanonical = 41,
    kAudioFormatFlagsNativeFloatPacked = 9
};

typedef CF_ENUM(UInt32, SMPTETimeType) {
    kSMPTETimeType24 = 0,
    kSMPTETimeType25 = 1,
    kSMPTETimeType30Drop = 2,
    kSMPTETimeType30 = 3,
    kSMPTETimeType2997 = 4,
    kSMPTETimeType2997Drop = 5,
    kSMPTETimeType60 = 6,
    kSMPTETimeType5994 = 7,
    kSMPTETimeType60Drop = 8,
    kSMPTETimeType5994Drop = 9,
    kSMPTETimeType50 = 10,
    kSMPTETimeType2398 = 11
};

typedef CF_OPTIONS(UInt32, SMPTETimeFlags) {
    kSMPTETimeUnknown = 0,
    kSMPTETimeValid = 1,
    kSMPTETimeRunning = 2
};

typedef CF_OPTIONS(UInt32, AudioTimeStampFlags) {
    kAudioTimeStampNothingValid = 0,
    kAudioTimeStampSampleTimeValid = 1,
    kAudioTimeStampHostTimeValid = 2,
    kAudioTimeStampRateScalarValid = 4,
    kAudioTimeStampWordClockTimeValid = 8,
    kAudioTimeStampSMPTETimeValid = 16,
    kAudioTimeStampSampleHostTimeValid = 3
};

CF_ENUM(AudioChannelLabel) {
    kAudioChannelLabel_Unknown = 0xffffffffu,
    kAudioChannelLabel_Unused = 0,
    kAudioChannelLabel_UseCoordinates = 100,
    kAudioChannelLabel_Left = 1,
    kAudioChannelLabel_Right = 2,
    kAudioChannelLabel_Center = 3,
    kAudioChannelLabel_LFEScreen = 4,
    kAudioChannelLabel_LeftSurround = 5,
    kAudioChannelLabel_RightSurround = 6,
    kAudioChannelLabel_LeftCenter = 7,
    kAudioChannelLabel_RightCenter = 8,
    kAudioChannelLabel_CenterSurround = 9,
    kAudioChannelLabel_LeftSurroundDirect = 10,
    kAudioChannelLabel_RightSurroundDirect = 11,
    kAudioChannelLabel_TopCenterSurround = 12,
    kAudioChannelLabel_VerticalHeightLeft = 13,
    kAudioChannelLabel_VerticalHeightCenter = 14,
    kAudioChannelLabel_VerticalHeightRight = 15,
    kAudioChannelLabel_TopBackLeft = 16,
    kAudioChannelLabel_TopBackCenter = 17,
    kAudioChannelLabel_TopBackRight = 18,
    kAudioChannelLabel_RearSurroundLeft = 33,
    kAudioChannelLabel_RearSurroundRight = 34,
    kAudioChannelLabel_LeftWide = 35,
    kAudioChannelLabel_RightWide = 36,
    kAudioChannelLabel_LFE2 = 37,
    kAudioChannelLabel_LeftTotal = 38,
    kAudioChannelLabel_RightTotal = 39,
    kAudioChannelLabel_HearingImpaired = 40,
    kAudioChannelLabel_Narration = 41,
    kAudioChannelLabel_Mono = 42,
    kAudioChannelLabel_DialogCentricMix = 43,
    kAudioChannelLabel_CenterSurroundDirect = 44,
    kAudioChannelLabel_Haptic = 45,
    kAudioChannelLabel_LeftTopFront = 13,
    kAudioChannelLabel_CenterTopFront = 14,
    kAudioChannelLabel_RightTopFront = 15,
    kAudioChannelLabel_LeftTopMiddle = 49,
    kAudioChannelLabel_CenterTopMiddle = 12,
    kAudioChannelLabel_RightTopMiddle = 51,
    kAudioChannelLabel_LeftTopRear = 52,
    kAudioChannelLabel_CenterTopRear = 53,
    kAudioChannelLabel_RightTopRear = 54,
    kAudioChannelLabel_LeftSideSurround = 55,
    kAudioChannelLabel_RightSideSurround = 56,
    kAudioChannelLabel_LeftBottom = 57,
    kAudioChannelLabel_RightBottom = 58,
    kAudioChannelLabel_CenterBottom = 59,
    kAudioChannelLabel_LeftTopSurround = 60,
    kAudioChannelLabel_RightTopSurround = 61,
    kAudioChannelLabel_LFE3 = 62,
    kAudioChannelLabel_LeftBackSurround = 63,
    kAudioChannelLabel_RightBackSurround = 64,
    kAudioChannelLabel_LeftEdgeOfScreen = 65,
    kAudioChannelLabel_RightEdgeOfScreen = 66,
    kAudioChannelLabel_Ambisonic_W = 200,
    kAudioChannelLabel_Ambisonic_X = 201,
    kAudioChannelLabel_Ambisonic_Y = 202,
    kAudioChannelLabel_Ambisonic_Z = 203,
    kAudioChannelLabel_MS_Mid = 204,
    kAudioChannelLabel_MS_Side = 205,
    kAudioChannelLabel_XY_X = 206,
    kAudioChannelLabel_XY_Y = 207,
    kAudioChannelLabel_BinauralLeft = 208,
    kAudioChannelLabel_BinauralRight = 209,
    kAudioChannelLabel_HeadphonesLeft = 301,
    kAudioChannelLabel_HeadphonesRight = 302,
    kAudioChannelLabel_ClickTrack = 304,
    kAudioChannelLabel_ForeignLanguage = 305,
    kAudioChannelLabel_Discrete = 400,
    kAudioChannelLabel_Discrete_0 = 0x00010000,
    kAudioChannelLabel_Discrete_1 = 0x00010001,
    kAudioChannelLabel_Discrete_2 = 0x00010002,
    kAudioChannelLabel_Discrete_3 = 0x00010003,
    kAudioChannelLabel_Discrete_4 = 0x00010004,
    kAudioChannelLabel_Discrete_5 = 0x00010005,
    kAudioChannelLabel_Discrete_6 = 0x00010006,
    kAudioChannelLabel_Discrete_7 = 0x00010007,
    kAudioChannelLabel_Discrete_8 = 0x00010008,
    kAudioChannelLabel_Discrete_9 = 0x00010009,
    kAudioChannelLabel_Discrete_10 = 0x0001000a,
    kAudioChannelLabel_Discrete_11 = 0x0001000b,
    kAudioChannelLabel_Discrete_12 = 0x0001000c,
    kAudioChannelLabel_Discrete_13 = 0x0001000d,
    kAudioChannelLabel_Discrete_14 = 0x0001000e,
    kAudioChannelLabel_Discrete_15 = 0x0001000f,
    kAudioChannelLabel_Discrete_65535 = 0x0001ffff,
    kAudioChannelLabel_HOA_ACN = 500,
    kAudioChannelLabel_HOA_ACN_0 = 0x00020000,
    kAudioChannelLabel_HOA_ACN_1 = 0x00020001,
    kAudioChannelLabel_HOA_ACN_2 = 0x00020002,
    kAudioChannelLabel_HOA_ACN_3 = 0x00020003,
    kAudioChannelLabel_HOA_ACN_4 = 0x00020004,
    kAudioChannelLabel_HOA_ACN_5 = 0x00020005,
    kAudioChannelLabel_HOA_ACN_6 = 0x00020006,
    kAudioChannelLabel_HOA_ACN_7 = 0x00020007,
    kAudioChannelLabel_HOA_ACN_8 = 0x00020008,
    kAudioChannelLabel_HOA_ACN_9 = 0x00020009,
    kAudioChannelLabel_HOA_ACN_10 = 0x0002000a,
    kAudioChannelLabel_HOA_ACN_11 = 0x0002000b,
    kAudioChannelLabel_HOA_ACN_12 = 0x0002000c,
    kAudioChannelLabel_HOA_ACN_13 = 0x0002000d,
    kAudioChannelLabel_HOA_ACN_14 = 0x0002000e,
    kAudioChannelLabel_HOA_ACN_15 = 0x0002000f,
    kAudioChannelLabel_HOA_ACN_65024 = 0x0002fe00,
    kAudioChannelLabel_HOA_SN3D = 0x00020000,
    kAudioChannelLabel_HOA_N3D = 0x00030000,
    kAudioChannelLabel_Object = 0x00040000,
    kAudioChannelLabel_BeginReserved = 0xf0000000u,
    kAudioChannelLabel_EndReserved = 0xfffffffeu
};

typedef CF_OPTIONS(UInt32, AudioChannelBitmap) {
    kAudioChannelBit_Left = 1,
    kAudioChannelBit_Right = 2,
    kAudioChannelBit_Center = 4,
    kAudioChannelBit_LFEScreen = 8,
    kAudioChannelBit_LeftSurround = 16,
    kAudioChannelBit_RightSurround = 32,
    kAudioChannelBit_LeftCenter = 64,
    kAudioChannelBit_RightCenter = 128,
    kAudioChannelBit_CenterSurround = 256,
    kAudioChannelBit_LeftSurroundDirect = 512,
    kAudioChannelBit_RightSurroundDirect = 1024,
    kAudioChannelBit_TopCenterSurround = 2048,
    kAudioChannelBit_VerticalHeightLeft = 4096,
    kAudioChannelBit_VerticalHeightCenter = 8192,
    kAudioChannelBit_VerticalHeightRight = 16384,
    kAudioChannelBit_TopBackLeft = 32768,
    kAudioChannelBit_TopBackCenter = 0x00010000,
    kAudioChannelBit_TopBackRight = 0x00020000,
    kAudioChannelBit_LeftTopFront = 4096,
    kAudioChannelBit_CenterTopFront = 8192,
    kAudioChannelBit_RightTopFront = 16384,
    kAudioChannelBit_LeftTopMiddle = 0x00200000,
    kAudioChannelBit_CenterTopMiddle = 2048,
    kAudioChannelBit_RightTopMiddle = 0x00800000,
    kAudioChannelBit_LeftTopRear = 0x01000000,
    kAudioChannelBit_CenterTopRear = 0x02000000,
    kAudioChannelBit_RightTopRear = 0x04000000
};

typedef CF_OPTIONS(UInt32, AudioChannelFlags) {
    kAudioChannelFlags_AllOff = 0,
    kAudioChannelFlags_RectangularCoordinates = 1,
    kAudioChannelFlags_SphericalCoordinates = 2,
    kAudioChannelFlags_Meters = 4
};

typedef CF_ENUM(UInt32, AudioChannelCoordinateIndex) {
    kAudioChannelCoordinates_LeftRight = 0,
    kAudioChannelCoordinates_BackFront = 1,
    kAudioChannelCoordinates_DownUp = 2,
    kAudioChannelCoordinates_Azimuth = 0,
    kAudioChannelCoordinates_Elevation = 1,
    kAudioChannelCoordinates_Distance = 2
};

CF_ENUM(AudioChannelLayoutTag) {
    kAudioChannelLayoutTag_UseChannelDescriptions = 0,
    kAudioChannelLayoutTag_UseChannelBitmap = 0x00010000,
    kAudioChannelLayoutTag_Mono = 0x00640001,
    kAudioChannelLayoutTag_Stereo = 0x00650002,
    kAudioChannelLayoutTag_StereoHeadphones = 0x00660002,
    kAudioChannelLayoutTag_MatrixStereo = 0x00670002,
    kAudioChannelLayoutTag_MidSide = 0x00680002,
    kAudioChannelLayoutTag_XY = 0x00690002,
    kAudioChannelLayoutTag_Binaural = 0x006a0002,
    kAudioChannelLayoutTag_Ambisonic_B_Format = 0x006b0004,
    kAudioChannelLayoutTag_Quadraphonic = 0x006c0004,
    kAudioChannelLayoutTag_Pentagonal = 0x006d0005,
    kAudioChannelLayoutTag_Hexagonal = 0x006e0006,
    kAudioChannelLayoutTag_Octagonal = 0x006f0008,
    kAudioChannelLayoutTag_Cube = 0x00700008,
    kAudioChannelLayoutTag_MPEG_1_0 = 0x00640001,
    kAudioChannelLayoutTag_MPEG_2_0 = 0x00650002,
    kAudioChannelLayoutTag_MPEG_3_0_A = 0x00710003,
    kAudioChannelLayoutTag_MPEG_3_0_B = 0x00720003,
    kAudioChannelLayoutTag_MPEG_4_0_A = 0x00730004,
    kAudioChannelLayoutTag_MPEG_4_0_B = 0x00740004,
    kAudioChannelLayoutTag_MPEG_5_0_A = 0x00750005,
    kAudioChannelLayoutTag_MPEG_5_0_B = 0x00760005,
    kAudioChannelLayoutTag_MPEG_5_0_C = 0x00770005,
    kAudioChannelLayoutTag_MPEG_5_0_D = 0x00780005,
    kAudioChannelLayoutTag_MPEG_5_1_A = 0x00790006,
    kAudioChannelLayoutTag_MPEG_5_1_B = 0x007a0006,
    kAudioChannelLayoutTag_MPEG_5_1_C = 0x007b0006,
    kAudioChannelLayoutTag_MPEG_5_1_D = 0x007c0006,
    kAudioChannelLayoutTag_MPEG_6_1_A = 0x007d0007,
    kAudioChannelLayoutTag_MPEG_7_1_A = 0x007e0008,
    kAudioChannelLayoutTag_MPEG_7_1_B = 0x007f0008,
    kAudioChannelLayoutTag_MPEG_7_1_C = 0x00800008,
    kAudioChannelLayoutTag_Emagic_Default_7_1 = 0x00810008,
    kAudioChannelLayoutTag_SMPTE_DTV = 0x00820008,
    kAudioChannelLayoutTag_ITU_1_0 = 0x00640001,
    kAudioChannelLayoutTag_ITU_2_0 = 0x00650002,
    kAudioChannelLayoutTag_ITU_2_1 = 0x00830003,
    kAudioChannelLayoutTag_ITU_2_2 = 0x00840004,
    kAudioChannelLayoutTag_ITU_3_0 = 0x00710003,
    kAudioChannelLayoutTag_ITU_3_1 = 0x00730004,
    kAudioChannelLayoutTag_ITU_3_2 = 0x00750005,
    kAudioChannelLayoutTag_ITU_3_2_1 = 0x00790006,
    kAudioChannelLayoutTag_ITU_3_4_1 = 0x00800008,
    kAudioChannelLayoutTag_DVD_0 = 0x00640001,
    kAudioChannelLayoutTag_DVD_1 = 0x00650002,
    kAudioChannelLayoutTag_DVD_2 = 0x00830003,
    kAudioChannelLayoutTag_DVD_3 = 0x00840004,
    kAudioChannelLayoutTag_DVD_4 = 0x00850003,
    kAudioChannelLayoutTag_DVD_5 = 0x00860004,
    kAudioChannelLayoutTag_DVD_6 = 0x00870005,
    kAudioChannelLayoutTag_DVD_7 = 0x00710003,
    kAudioChannelLayoutTag_DVD_8 = 0x00730004,
    kAudioChannelLayoutTag_DVD_9 = 0x00750005,
    kAudioChannelLayoutTag_DVD_10 = 0x00880004,
    kAudioChannelLayoutTag_DVD_11 = 0x00890005,
    kAudioChannelLayoutTag_DVD_12 = 0x00790006,
    kAudioChannelLayoutTag_DVD_13 = 0x00730004,
    kAudioChannelLayoutTag_DVD_14 = 0x00750005,
    kAudioChannelLayoutTag_DVD_15 = 0x00880004,
    kAudioChannelLayoutTag_DVD_16 = 0x00890005,
    kAudioChannelLayoutTag_DVD_17 = 0x00790006,
    kAudioChannelLayoutTag_DVD_18 = 0x008a0005,
    kAudioChannelLayoutTag_DVD_19 = 0x00760005,
    kAudioChannelLayoutTag_DVD_20 = 0x007a0006,
    kAudioChannelLayoutTag_AudioUnit_4 = 0x006c0004,
    kAudioChannelLayoutTag_AudioUnit_5 = 0x006d0005,
    kAudioChannelLayoutTag_AudioUnit_6 = 0x006e0006,
    kAudioChannelLayoutTag_AudioUnit_8 = 0x006f0008,
    kAudioChannelLayoutTag_AudioUnit_5_0 = 0x00760005,
    kAudioChannelLayoutTag_AudioUnit_6_0 = 0x008b0006,
    kAudioChannelLayoutTag_AudioUnit_7_0 = 0x008c0007,
    kAudioChannelLayoutTag_AudioUnit_7_0_Front = 0x00940007,
    kAudioChannelLayoutTag_AudioUnit_5_1 = 0x00790006,
    kAudioChannelLayoutTag_AudioUnit_6_1 = 0x007d0007,
    kAudioChannelLayoutTag_AudioUnit_7_1 = 0x00800008,
    kAudioChannelLayoutTag_AudioUnit_7_1_Front = 0x007e0008,
    kAudioChannelLayoutTag_AAC_3_0 = 0x00720003,
    kAudioChannelLayoutTag_AAC_Quadraphonic = 0x006c0004,
    kAudioChannelLayoutTag_AAC_4_0 = 0x00740004,
    kAudioChannelLayoutTag_AAC_5_0 = 0x00780005,
    kAudioChannelLayoutTag_AAC_5_1 = 0x007c0006,
    kAudioChannelLayoutTag_AAC_6_0 = 0x008d0006,
    kAudioChannelLayoutTag_AAC_6_1 = 0x008e0007,
    kAudioChannelLayoutTag_AAC_7_0 = 0x008f0007,
    kAudioChannelLayoutTag_AAC_7_1 = 0x007f0008,
    kAudioChannelLayoutTag_AAC_7_1_B = 0x00b70008,
    kAudioChannelLayoutTag_AAC_7_1_C = 0x00b80008,
    kAudioChannelLayoutTag_AAC_Octagonal = 0x00900008,
    kAudioChannelLayoutTag_TMH_10_2_std = 0x00910010,
    kAudioChannelLayoutTag_TMH_10_2_full = 0x00920015,
    kAudioChannelLayoutTag_AC3_1_0_1 = 0x00950002,
    kAudioChannelLayoutTag_AC3_3_0 = 0x00960003,
    kAudioChannelLayoutTag_AC3_3_1 = 0x00970004,
    kAudioChannelLayoutTag_AC3_3_0_1 = 0x00980004,
    kAudioChannelLayoutTag_AC3_2_1_1 = 0x00990004,
    kAudioChannelLayoutTag_AC3_3_1_1 = 0x009a0005,
    kAudioChannelLayoutTag_EAC_6_0_A = 0x009b0006,
    kAudioChannelLayoutTag_EAC_7_0_A = 0x009c0007,
    kAudioChannelLayoutTag_EAC3_6_1_A = 0x009d0007,
    kAudioChannelLayoutTag_EAC3_6_1_B = 0x009e0007,
    kAudioChannelLayoutTag_EAC3_6_1_C = 0x009f0007,
    kAudioChannelLayoutTag_EAC3_7_1_A = 0x00a00008,
    kAudioChannelLayoutTag_EAC3_7_1_B = 0x00a10008,
    kAudioChannelLayoutTag_EAC3_7_1_C = 0x00a20008,
    kAudioChannelLayoutTag_EAC3_7_1_D = 0x00a30008,
    kAudioChannelLayoutTag_EAC3_7_1_E = 0x00a40008,
    kAudioChannelLayoutTag_EAC3_7_1_F = 0x00a50008,
    kAudioChannelLayoutTag_EAC3_7_1_G = 0x00a60008,
    kAudioChannelLayoutTag_EAC3_7_1_H = 0x00a70008,
    kAudioChannelLayoutTag_DTS_3_1 = 0x00a80004,
    kAudioChannelLayoutTag_DTS_4_1 = 0x00a90005,
    kAudioChannelLayoutTag_DTS_6_0_A = 0x00aa0006,
    kAudioChannelLayoutTag_DTS_6_0_B = 0x00ab0006,
    kAudioChannelLayoutTag_DTS_6_0_C = 0x00ac0006,
    kAudioChannelLayoutTag_DTS_6_1_A = 0x00ad0007,
    kAudioChannelLayoutTag_DTS_6_1_B = 0x00ae0007,
    kAudioChannelLayoutTag_DTS_6_1_C = 0x00af0007,
    kAudioChannelLayoutTag_DTS_7_0 = 0x00b00007,
    kAudioChannelLayoutTag_DTS_7_1 = 0x00b10008,
    kAudioChannelLayoutTag_DTS_8_0_A = 0x00b20008,
    kAudioChannelLayoutTag_DTS_8_0_B = 0x00b30008,
    kAudioChannelLayoutTag_DTS_8_1_A = 0x00b40009,
    kAudioChannelLayoutTag_DTS_8_1_B = 0x00b50009,
    kAudioChannelLayoutTag_DTS_6_1_D = 0x00b60007,
    kAudioChannelLayoutTag_WAVE_2_1 = 0x00850003,
    kAudioChannelLayoutTag_WAVE_3_0 = 0x00710003,
    kAudioChannelLayoutTag_WAVE_4_0_A = 0x00840004,
    kAudioChannelLayoutTag_WAVE_4_0_B = 0x00b90004,
    kAudioChannelLayoutTag_WAVE_5_0_A = 0x00750005,
    kAudioChannelLayoutTag_WAVE_5_0_B = 0x00ba0005,
    kAudioChannelLayoutTag_WAVE_5_1_A = 0x00790006,
    kAudioChannelLayoutTag_WAVE_5_1_B = 0x00bb0006,
    kAudioChannelLayoutTag_WAVE_6_1 = 0x00bc0007,
    kAudioChannelLayoutTag_WAVE_7_1 = 0x00bd0008,
    kAudioChannelLayoutTag_HOA_ACN_SN3D = 0x00be0000,
    kAudioChannelLayoutTag_HOA_ACN_N3D = 0x00bf0000,
    kAudioChannelLayoutTag_Atmos_5_1_2 = 0x00c20008,
    kAudioChannelLayoutTag_Atmos_5_1_4 = 0x00c3000a,
    kAudioChannelLayoutTag_Atmos_7_1_2 = 0x00c4000a,
    kAudioChannelLayoutTag_Atmos_7_1_4 = 0x00c0000c,
    kAudioChannelLayoutTag_Atmos_9_1_6 = 0x00c10010,
    kAudioChannelLayoutTag_Logic_Mono = 0x00640001,
    kAudioChannelLayoutTag_Logic_Stereo = 0x00650002,
    kAudioChannelLayoutTag_Logic_Quadraphonic = 0x006c0004,
    kAudioChannelLayoutTag_Logic_4_0_A = 0x00730004,
    kAudioChannelLayoutTag_Logic_4_0_B = 0x00740004,
    kAudioChannelLayoutTag_Logic_4_0_C = 0x00c50004,
    kAudioChannelLayoutTag_Logic_5_0_A = 0x00750005,
    kAudioChannelLayoutTag_Logic_5_0_B = 0x00760005,
    kAudioChannelLayoutTag_Logic_5_0_C = 0x00770005,
    kAudioChannelLayoutTag_Logic_5_0_D = 0x00780005,
    kAudioChannelLayoutTag_Logic_5_1_A = 0x00790006,
    kAudioChannelLayoutTag_Logic_5_1_B = 0x007a0006,
    kAudioChannelLayoutTag_Logic_5_1_C = 0x007b0006,
    kAudioChannelLayoutTag_Logic_5_1_D = 0x007c0006,
    kAudioChannelLayoutTag_Logic_6_0_A = 0x008d0006,
    kAudioChannelLayoutTag_Logic_6_0_B = 0x00c60006,
    kAudioChannelLayoutTag_Logic_6_0_C = 0x008b0006,
    kAudioChannelLayoutTag_Logic_6_1_A = 0x008e0007,
    kAudioChannelLayoutTag_Logic_6_1_B = 0x00c70007,
    kAudioChannelLayoutTag_Logic_6_1_C = 0x007d0007,
    kAudioChannelLayoutTag_Logic_6_1_D = 0x00c80007,
    kAudioChannelLayoutTag_Logic_7_1_A = 0x00800008,
    kAudioChannelLayoutTag_Logic_7_1_B = 0x00c90008,
    kAudioChannelLayoutTag_Logic_7_1_C = 0x00800008,
    kAudioChannelLayoutTag_Logic_7_1_SDDS_A = 0x007e0008,
    kAudioChannelLayoutTag_Logic_7_1_SDDS_B = 0x007f0008,
    kAudioChannelLayoutTag_Logic_7_1_SDDS_C = 0x00810008,
    kAudioChannelLayoutTag_Logic_Atmos_5_1_2 = 0x00c20008,
    kAudioChannelLayoutTag_Logic_Atmos_5_1_4 = 0x00c3000a,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_2 = 0x00c4000a,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_4_A = 0x00c0000c,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_4_B = 0x00ca000c,
    kAudioChannelLayoutTag_Logic_Atmos_7_1_6 = 0x00cb000e,
    kAudioChannelLayoutTag_DiscreteInOrder = 0x00930000,
    kAudioChannelLayoutTag_CICP_1 = 0x00640001,
    kAudioChannelLayoutTag_CICP_2 = 0x00650002,
    kAudioChannelLayoutTag_CICP_3 = 0x00710003,
    kAudioChannelLayoutTag_CICP_4 = 0x00730004,
    kAudioChannelLayoutTag_CICP_5 = 0x00750005,
    kAudioChannelLayoutTag_CICP_6 = 0x00790006,
    kAudioChannelLayoutTag_CICP_7 = 0x007f0008,
    kAudioChannelLayoutTag_CICP_9 = 0x00830003,
    kAudioChannelLayoutTag_CICP_10 = 0x00840004,
    kAudioChannelLayoutTag_CICP_11 = 0x007d0007,
    kAudioChannelLayoutTag_CICP_12 = 0x00800008,
    kAudioChannelLayoutTag_CICP_13 = 0x00cc0018,
    kAudioChannelLayoutTag_CICP_14 = 0x00cd0008,
    kAudioChannelLayoutTag_CICP_15 = 0x00ce000c,
    kAudioChannelLayoutTag_CICP_16 = 0x00cf000a,
    kAudioChannelLayoutTag_CICP_17 = 0x00d0000c,
    kAudioChannelLayoutTag_CICP_18 = 0x00d1000e,
    kAudioChannelLayoutTag_CICP_19 = 0x00d2000c,
    kAudioChannelLayoutTag_CICP_20 = 0x00d3000e,
    kAudioChannelLayoutTag_Ogg_3_0 = 0x00960003,
    kAudioChannelLayoutTag_Ogg_4_0 = 0x00b90004,
    kAudioChannelLayoutTag_Ogg_5_0 = 0x00d40005,
    kAudioChannelLayoutTag_Ogg_5_1 = 0x00d50006,
    kAudioChannelLayoutTag_Ogg_6_1 = 0x00d60007,
    kAudioChannelLayoutTag_Ogg_7_1 = 0x00d70008,
    kAudioChannelLayoutTag_BeginReserved = 0xf0000000u,
    kAudioChannelLayoutTag_EndReserved = 0xfffeffffu,
    kAudioChannelLayoutTag_Unknown = 0xffff0000u,
    kAudioChannelLayoutTag_MPEG_5_0_E = 0x00d80005,
    kAudioChannelLayoutTag_MPEG_5_1_E = 0x00d90006,
    kAudioChannelLayoutTag_MPEG_6_1_B = 0x00da0007,
    kAudioChannelLayoutTag_MPEG_7_1_D = 0x00db0008
};

typedef CF_ENUM(long, MPEG4ObjectID) {
    kMPEG4Object_AAC_Main = 1,
    kMPEG4Object_AAC_LC = 2,
    kMPEG4Object_AAC_SSR = 3,
    kMPEG4Object_AAC_LTP = 4,
    kMPEG4Object_AAC_SBR = 5,
    kMPEG4Object_AAC_Scalable = 6,
    kMPEG4Object_TwinVQ = 7,
    kMPEG4Object_CELP = 8,
    kMPEG4Object_HVXC = 9
};

struct AudioValueRange {
    Float64 mMinimum;
    Float64 mMaximum;
};

struct AudioValueTranslation {
    void *mInputData;
    UInt32 mInputDataSize;
    void *mOutputData;
    UInt32 mOutputDataSize;
};

struct AudioBuffer {
    UInt32 mNumberChannels;
    UInt32 mDataByteSize;
    void * _Nullable mData;
};

/// Buffers: one for interleaved samples or packets, one a channel otherwise. As many follow as mNumberBuffers says.
struct AudioBufferList {
    UInt32 mNumberBuffers;
    AudioBuffer mBuffers[1];
};

/// A format of audio. A field that does not apply or is not known is 0.
struct AudioStreamBasicDescription {
    Float64 mSampleRate;
    AudioFormatID mFormatID;
    AudioFormatFlags mFormatFlags;
    UInt32 mBytesPerPacket;
    UInt32 mFramesPerPacket;
    UInt32 mBytesPerFrame;
    UInt32 mChannelsPerFrame;
    UInt32 mBitsPerChannel;
    UInt32 mReserved;
};

/// Where a packet lies in its buffer. mVariableFramesInPacket is 0 where the format tells.
struct AudioStreamPacketDescription {
    SInt64 mStartOffset;
    UInt32 mVariableFramesInPacket;
    UInt32 mDataByteSize;
};

struct SMPTETime {
    SInt16 mSubframes;
    SInt16 mSubframeDivisor;
    UInt32 mCounter;
    SMPTETimeType mType;
    SMPTETimeFlags mFlags;
    SInt16 mHours;
    SInt16 mMinutes;
    SInt16 mSeconds;
    SInt16 mFrames;
};

struct AudioTimeStamp {
    Float64 mSampleTime;
    UInt64 mHostTime;
    Float64 mRateScalar;
    UInt64 mWordClockTime;
    SMPTETime mSMPTETime;
    AudioTimeStampFlags mFlags;
    UInt32 mReserved;
};

struct AudioClassDescription {
    OSType mType;
    OSType mSubType;
    OSType mManufacturer;
};

struct AudioChannelDescription {
    AudioChannelLabel mChannelLabel;
    AudioChannelFlags mChannelFlags;
    Float32 mCoordinates[3];
};

/// Which channel is which: by tag, by bitmap or by as many descriptions as are counted.
struct AudioChannelLayout {
    AudioChannelLayoutTag mChannelLayoutTag;
    AudioChannelBitmap mChannelBitmap;
    UInt32 mNumberChannelDescriptions;
    AudioChannelDescription mChannelDescriptions[1];
};

struct AudioFormatListItem {
    AudioStreamBasicDescription mASBD;
    AudioChannelLayoutTag mChannelLayoutTag;
};

struct AudioStreamPacketDependencyDescription {
    UInt32 mIsIndependentlyDecodable;
    UInt32 mPreRollCount;
    UInt32 mFlags;
    UInt32 mReserved;
};

#define COREAUDIOTYPES_VERSION 20211130

/// The low 16 bits of a layout tag are its number of channels.
CF_INLINE UInt32 AudioChannelLayoutTag_GetNumberOfChannels(AudioChannelLayoutTag inLayoutTag) {
    return (UInt32)(inLayoutTag & 0x0000FFFFu);
}

/// Whether samples are in this processor's byte order.
#define TestAudioFormatNativeEndian(f) \
    (((f).mFormatID == kAudioFormatLinearPCM) \
     && (((f).mFormatFlags & kAudioFormatFlagIsBigEndian) == kAudioFormatFlagsNativeEndian))

#define CA_CANONICAL_DEPRECATED

/// In a list of formats: the format goes with any rate.
static const Float64 kAudioStreamAnyRate CA_UNUSED = 0;

#if defined(__cplusplus)
extern "C++" {

/// Whether samples are in this processor's byte order.
inline bool IsAudioFormatNativeEndian(const AudioStreamBasicDescription &f) { return TestAudioFormatNativeEndian(f); }

/// The flags of linear PCM.
inline AudioFormatFlags CalculateLPCMFlags(
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false) {
    AudioFormatFlags flags = inIsFloat ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger;
    if (inIsBigEndian) flags |= kAudioFormatFlagIsBigEndian;
    if (inIsNonInterleaved) flags |= kAudioFormatFlagIsNonInterleaved;
    return flags | (inValidBitsPerChannel == inTotalBitsPerChannel ? kAudioFormatFlagIsPacked
                                                                   : kAudioFormatFlagIsAlignedHigh);
}

/// Describes linear PCM, but for mReserved.
inline void FillOutASBDForLPCM(
    AudioStreamBasicDescription &outASBD, Float64 inSampleRate, UInt32 inChannelsPerFrame,
    UInt32 inValidBitsPerChannel, UInt32 inTotalBitsPerChannel, bool inIsFloat, bool inIsBigEndian,
    bool inIsNonInterleaved = false) {
    outASBD.mSampleRate = inSampleRate;
    outASBD.mFormatID = kAudioFormatLinearPCM;
    outASBD.mFormatFlags = CalculateLPCMFlags(
        inValidBitsPerChannel, inTotalBitsPerChannel, inIsFloat, inIsBigEndian, inIsNonInterleaved);
    outASBD.mFramesPerPacket = 1;
    outASBD.mBytesPerFrame = (inIsNonInterleaved ? 1 : inChannelsPerFrame) * (inTotalBitsPerChannel / 8);
    outASBD.mBytesPerPacket = outASBD.mBytesPerFrame;
    outASBD.mChannelsPerFrame = inChannelsPerFrame;
    outASBD.mBitsPerChannel = inValidBitsPerChannel;
}

/// A time that tells samples and ticks of the host, of which the flags say what is valid; but for mReserved.
inline void FillOutAudioTimeStampWithSampleAndHostTime(
    AudioTimeStamp &outATS, Float64 inSampleTime, UInt64 inHostTime) {
    const SMPTETime none = {};
    outATS.mSampleTime = inSampleTime;
    outATS.mHostTime = inHostTime;
    outATS.mRateScalar = 0;
    outATS.mWordClockTime = 0;
    outATS.mSMPTETime = none;
    outATS.mFlags = AudioTimeStampFlags(kAudioTimeStampSampleTimeValid | kAudioTimeStampHostTimeValid);
}

/// A time that tells samples alone.
inline void FillOutAudioTimeStampWithSampleTime(AudioTimeStamp &outATS, Float64 inSampleTime) {
    FillOutAudioTimeStampWithSampleAndHostTime(outATS, inSampleTime, 0);
    outATS.mFlags = kAudioTimeStampSampleTimeValid;
}

/// A time that tells ticks of the host alone.
inline void FillOutAudioTimeStampWithHostTime(AudioTimeStamp &outATS, UInt64 inHostTime) {
    FillOutAudioTimeStampWithSampleAndHostTime(outATS, 0, inHostTime);
    outATS.mFlags = kAudioTimeStampHostTimeValid;
}

}
#endif

CA_HEADER_END

#endif
