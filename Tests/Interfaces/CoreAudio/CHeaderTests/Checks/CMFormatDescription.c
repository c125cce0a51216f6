// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMFormatDescription.h.
#include <CoreMedia/CMFormatDescription.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMFormatDescriptionError_InvalidParameter == -12710LL || (unsigned int)kCMFormatDescriptionError_InvalidParameter == -12710LL);
CHECK((long long)kCMFormatDescriptionError_AllocationFailed == -12711LL || (unsigned int)kCMFormatDescriptionError_AllocationFailed == -12711LL);
CHECK((long long)kCMFormatDescriptionError_ValueNotAvailable == -12718LL || (unsigned int)kCMFormatDescriptionError_ValueNotAvailable == -12718LL);
CHECK((long long)kCMMediaType_Video == 1986618469LL || (unsigned int)kCMMediaType_Video == 1986618469LL);
CHECK((long long)kCMMediaType_Audio == 1936684398LL || (unsigned int)kCMMediaType_Audio == 1936684398LL);
CHECK((long long)kCMMediaType_Muxed == 1836415096LL || (unsigned int)kCMMediaType_Muxed == 1836415096LL);
CHECK((long long)kCMMediaType_Text == 1952807028LL || (unsigned int)kCMMediaType_Text == 1952807028LL);
CHECK((long long)kCMMediaType_ClosedCaption == 1668047728LL || (unsigned int)kCMMediaType_ClosedCaption == 1668047728LL);
CHECK((long long)kCMMediaType_Subtitle == 1935832172LL || (unsigned int)kCMMediaType_Subtitle == 1935832172LL);
CHECK((long long)kCMMediaType_TimeCode == 1953325924LL || (unsigned int)kCMMediaType_TimeCode == 1953325924LL);
CHECK((long long)kCMMediaType_Metadata == 1835365473LL || (unsigned int)kCMMediaType_Metadata == 1835365473LL);
CHECK((long long)kCMMediaType_TaggedBufferGroup == 1952606066LL || (unsigned int)kCMMediaType_TaggedBufferGroup == 1952606066LL);
CHECK((long long)kCMMediaType_AuxiliaryPicture == 1635088502LL || (unsigned int)kCMMediaType_AuxiliaryPicture == 1635088502LL);
CHECK((long long)kCMAudioCodecType_AAC_LCProtected == 1885430115LL || (unsigned int)kCMAudioCodecType_AAC_LCProtected == 1885430115LL);
CHECK((long long)kCMAudioCodecType_AAC_AudibleProtected == 1633771875LL || (unsigned int)kCMAudioCodecType_AAC_AudibleProtected == 1633771875LL);
CHECK((long long)kCMAudioFormatDescriptionMask_StreamBasicDescription == 1LL || (unsigned int)kCMAudioFormatDescriptionMask_StreamBasicDescription == 1LL);
CHECK((long long)kCMAudioFormatDescriptionMask_MagicCookie == 2LL || (unsigned int)kCMAudioFormatDescriptionMask_MagicCookie == 2LL);
CHECK((long long)kCMAudioFormatDescriptionMask_ChannelLayout == 4LL || (unsigned int)kCMAudioFormatDescriptionMask_ChannelLayout == 4LL);
CHECK((long long)kCMAudioFormatDescriptionMask_Extensions == 8LL || (unsigned int)kCMAudioFormatDescriptionMask_Extensions == 8LL);
CHECK((long long)kCMAudioFormatDescriptionMask_All == 15LL || (unsigned int)kCMAudioFormatDescriptionMask_All == 15LL);
CHECK((long long)kCMMuxedStreamType_MPEG1System == 1836069235LL || (unsigned int)kCMMuxedStreamType_MPEG1System == 1836069235LL);
CHECK((long long)kCMMuxedStreamType_MPEG2Transport == 1836069492LL || (unsigned int)kCMMuxedStreamType_MPEG2Transport == 1836069492LL);
CHECK((long long)kCMMuxedStreamType_MPEG2Program == 1836069488LL || (unsigned int)kCMMuxedStreamType_MPEG2Program == 1836069488LL);
CHECK((long long)kCMMuxedStreamType_DV == 1685463072LL || (unsigned int)kCMMuxedStreamType_DV == 1685463072LL);
CHECK((long long)kCMMuxedStreamType_EmbeddedDeviceScreenRecording == 1769173536LL || (unsigned int)kCMMuxedStreamType_EmbeddedDeviceScreenRecording == 1769173536LL);
CHECK((long long)kCMFormatDescriptionBridgeError_InvalidParameter == -12712LL || (unsigned int)kCMFormatDescriptionBridgeError_InvalidParameter == -12712LL);
CHECK((long long)kCMFormatDescriptionBridgeError_AllocationFailed == -12713LL || (unsigned int)kCMFormatDescriptionBridgeError_AllocationFailed == -12713LL);
CHECK((long long)kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription == -12714LL || (unsigned int)kCMFormatDescriptionBridgeError_InvalidSerializedSampleDescription == -12714LL);
CHECK((long long)kCMFormatDescriptionBridgeError_InvalidFormatDescription == -12715LL || (unsigned int)kCMFormatDescriptionBridgeError_InvalidFormatDescription == -12715LL);
CHECK((long long)kCMFormatDescriptionBridgeError_IncompatibleFormatDescription == -12716LL || (unsigned int)kCMFormatDescriptionBridgeError_IncompatibleFormatDescription == -12716LL);
CHECK((long long)kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor == -12717LL || (unsigned int)kCMFormatDescriptionBridgeError_UnsupportedSampleDescriptionFlavor == -12717LL);
CHECK((long long)kCMFormatDescriptionBridgeError_InvalidSlice == -12719LL || (unsigned int)kCMFormatDescriptionBridgeError_InvalidSlice == -12719LL);
