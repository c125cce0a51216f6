// Audio Format Services: what is known about formats and channel layouts.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOFORMAT_H
#define CA_AUDIOTOOLBOX_AUDIOFORMAT_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

typedef struct AudioPanningInfo AudioPanningInfo;
typedef struct AudioBalanceFade AudioBalanceFade;
typedef struct AudioFormatInfo AudioFormatInfo;
typedef struct ExtendedAudioFormatInfo ExtendedAudioFormatInfo;
typedef UInt32 AudioFormatPropertyID;

typedef CF_ENUM(UInt32, AudioPanningMode) {
    kPanningMode_SoundField = 3,
    kPanningMode_VectorBasedPanning = 4
};

typedef CF_ENUM(UInt32, AudioBalanceFadeType) {
    kAudioBalanceFadeType_MaxUnityGain = 0,
    kAudioBalanceFadeType_EqualPower = 1
};

CF_ENUM(AudioFormatPropertyID) {
    kAudioFormatProperty_FormatInfo = 0x666d7469 /* 'fmti' */,
    kAudioFormatProperty_FormatName = 0x666e616d /* 'fnam' */,
    kAudioFormatProperty_EncodeFormatIDs = 0x61636f66 /* 'acof' */,
    kAudioFormatProperty_DecodeFormatIDs = 0x61636966 /* 'acif' */,
    kAudioFormatProperty_FormatList = 0x666c7374 /* 'flst' */,
    kAudioFormatProperty_ASBDFromESDS = 0x65737364 /* 'essd' */,
    kAudioFormatProperty_ChannelLayoutFromESDS = 0x6573636c /* 'escl' */,
    kAudioFormatProperty_OutputFormatList = 0x6f666c73 /* 'ofls' */,
    kAudioFormatProperty_FirstPlayableFormatFromList = 0x6670666c /* 'fpfl' */,
    kAudioFormatProperty_FormatIsVBR = 0x66766272 /* 'fvbr' */,
    kAudioFormatProperty_FormatIsExternallyFramed = 0x66657866 /* 'fexf' */,
    kAudioFormatProperty_FormatEmploysDependentPackets = 0x66646570 /* 'fdep' */,
    kAudioFormatProperty_FormatIsEncrypted = 0x63727970 /* 'cryp' */,
    kAudioFormatProperty_Encoders = 0x6176656e /* 'aven' */,
    kAudioFormatProperty_Decoders = 0x61766465 /* 'avde' */,
    kAudioFormatProperty_AvailableEncodeBitRates = 0x61656272 /* 'aebr' */,
    kAudioFormatProperty_AvailableEncodeSampleRates = 0x61657372 /* 'aesr' */,
    kAudioFormatProperty_AvailableEncodeChannelLayoutTags = 0x6165636c /* 'aecl' */,
    kAudioFormatProperty_AvailableEncodeNumberChannels = 0x61766e63 /* 'avnc' */,
    kAudioFormatProperty_AvailableDecodeNumberChannels = 0x61646e63 /* 'adnc' */,
    kAudioFormatProperty_ASBDFromMPEGPacket = 0x61646d70 /* 'admp' */,
    kAudioFormatProperty_BitmapForLayoutTag = 0x626d7467 /* 'bmtg' */,
    kAudioFormatProperty_MatrixMixMap = 0x6d6d6170 /* 'mmap' */,
    kAudioFormatProperty_ChannelMap = 0x63686d70 /* 'chmp' */,
    kAudioFormatProperty_NumberOfChannelsForLayout = 0x6e63686d /* 'nchm' */,
    kAudioFormatProperty_AreChannelLayoutsEquivalent = 0x63686571 /* 'cheq' */,
    kAudioFormatProperty_ChannelLayoutHash = 0x63686861 /* 'chha' */,
    kAudioFormatProperty_ValidateChannelLayout = 0x7661636c /* 'vacl' */,
    kAudioFormatProperty_ChannelLayoutForTag = 0x636d706c /* 'cmpl' */,
    kAudioFormatProperty_TagForChannelLayout = 0x636d7074 /* 'cmpt' */,
    kAudioFormatProperty_ChannelLayoutName = 0x6c6f6e6d /* 'lonm' */,
    kAudioFormatProperty_ChannelLayoutSimpleName = 0x6c736e6d /* 'lsnm' */,
    kAudioFormatProperty_ChannelLayoutForBitmap = 0x636d7062 /* 'cmpb' */,
    kAudioFormatProperty_ChannelName = 0x636e616d /* 'cnam' */,
    kAudioFormatProperty_ChannelShortName = 0x63736e6d /* 'csnm' */,
    kAudioFormatProperty_TagsForNumberOfChannels = 0x74616763 /* 'tagc' */,
    kAudioFormatProperty_PanningMatrix = 0x70616e6d /* 'panm' */,
    kAudioFormatProperty_BalanceFade = 0x62616c66 /* 'balf' */,
    kAudioFormatProperty_ID3TagSize = 0x69643373 /* 'id3s' */,
    kAudioFormatProperty_ID3TagToDictionary = 0x69643364 /* 'id3d' */
};

CF_ENUM(OSStatus) {
    kAudioFormatUnspecifiedError = 0x77686174 /* 'what' */,
    kAudioFormatUnsupportedPropertyError = 0x70726f70 /* 'prop' */,
    kAudioFormatBadPropertySizeError = 0x2173697a /* '!siz' */,
    kAudioFormatBadSpecifierSizeError = 0x21737063 /* '!spc' */,
    kAudioFormatUnsupportedDataFormatError = 0x666d743f /* 'fmt?' */,
    kAudioFormatUnknownFormatError = 0x21666d74 /* '!fmt' */
};

struct AudioPanningInfo {
    AudioPanningMode mPanningMode;
    UInt32 mCoordinateFlags;
    Float32 mCoordinates[3];
    Float32 mGainScale;
    const AudioChannelLayout *mOutputChannelMap;
};

struct AudioBalanceFade {
    Float32 mLeftRightBalance;
    Float32 mBackFrontFade;
    AudioBalanceFadeType mType;
    const AudioChannelLayout *mChannelLayout;
};

struct AudioFormatInfo {
    AudioStreamBasicDescription mASBD;
    const void *mMagicCookie;
    UInt32 mMagicCookieSize;
};

struct ExtendedAudioFormatInfo {
    AudioStreamBasicDescription mASBD;
    const void * _Nullable mMagicCookie;
    UInt32 mMagicCookieSize;
    AudioClassDescription mClassDescription;
};

CF_EXPORT OSStatus AudioFormatGetPropertyInfo(AudioFormatPropertyID inPropertyID, UInt32 inSpecifierSize,
    const void * _Nullable inSpecifier, UInt32 *outPropertyDataSize);

/// Answers a question about a format, which the specifier names.
CF_EXPORT OSStatus AudioFormatGetProperty(AudioFormatPropertyID inPropertyID, UInt32 inSpecifierSize,
    const void * _Nullable inSpecifier, UInt32 * _Nullable ioPropertyDataSize,
    void * _Nullable outPropertyData);

/// The manufacturers in an AudioClassDescription. Both name the codecs of this library, which are software.
CF_ENUM(UInt32) {
    kAppleSoftwareAudioCodecManufacturer = 0x6170706c /* 'appl' */,
    kAppleHardwareAudioCodecManufacturer = 0x61706877 /* 'aphw' */
};

CA_HEADER_END

#endif
