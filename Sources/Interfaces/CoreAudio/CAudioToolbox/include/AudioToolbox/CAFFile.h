// The chunks of a Core Audio Format file, as they stand in the file.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_CAFFILE_H
#define CA_AUDIOTOOLBOX_CAFFILE_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

typedef struct CAFFileHeader CAFFileHeader;
typedef struct CAFChunkHeader CAFChunkHeader;
typedef struct CAF_UUID_ChunkHeader CAF_UUID_ChunkHeader;
typedef struct CAFAudioDescription CAFAudioDescription;
typedef struct CAFAudioFormatListItem CAFAudioFormatListItem;
typedef struct CAFPacketTableHeader CAFPacketTableHeader;
typedef struct CAFDataChunk CAFDataChunk;
typedef struct CAF_SMPTE_Time CAF_SMPTE_Time;
typedef struct CAFMarker CAFMarker;
typedef struct CAFMarkerChunk CAFMarkerChunk;
typedef struct CAFRegion CAFRegion;
typedef struct CAFRegionChunk CAFRegionChunk;
typedef struct CAFInstrumentChunk CAFInstrumentChunk;
typedef struct CAFStringID CAFStringID;
typedef struct CAFStrings CAFStrings;
typedef struct CAFInfoStrings CAFInfoStrings;
typedef struct CAFPositionPeak CAFPositionPeak;
typedef struct CAFPeakChunk CAFPeakChunk;
typedef struct CAFOverviewSample CAFOverviewSample;
typedef struct CAFOverviewChunk CAFOverviewChunk;
typedef struct CAFUMIDChunk CAFUMIDChunk;

CF_ENUM(UInt32) {
    kCAF_FileType = 0x63616666 /* 'caff' */,
    kCAF_FileVersion_Initial = 1
};

CF_ENUM(UInt32) {
    kCAF_StreamDescriptionChunkID = 0x64657363 /* 'desc' */,
    kCAF_AudioDataChunkID = 0x64617461 /* 'data' */,
    kCAF_ChannelLayoutChunkID = 0x6368616e /* 'chan' */,
    kCAF_FillerChunkID = 0x66726565 /* 'free' */,
    kCAF_MarkerChunkID = 0x6d61726b /* 'mark' */,
    kCAF_RegionChunkID = 0x7265676e /* 'regn' */,
    kCAF_InstrumentChunkID = 0x696e7374 /* 'inst' */,
    kCAF_MagicCookieID = 0x6b756b69 /* 'kuki' */,
    kCAF_InfoStringsChunkID = 0x696e666f /* 'info' */,
    kCAF_EditCommentsChunkID = 0x65646374 /* 'edct' */,
    kCAF_PacketTableChunkID = 0x70616b74 /* 'pakt' */,
    kCAF_StringsChunkID = 0x73747267 /* 'strg' */,
    kCAF_UUIDChunkID = 0x75756964 /* 'uuid' */,
    kCAF_PeakChunkID = 0x7065616b /* 'peak' */,
    kCAF_OverviewChunkID = 0x6f767677 /* 'ovvw' */,
    kCAF_MIDIChunkID = 0x6d696469 /* 'midi' */,
    kCAF_UMIDChunkID = 0x756d6964 /* 'umid' */,
    kCAF_FormatListID = 0x6c647363 /* 'ldsc' */,
    kCAF_iXMLChunkID = 0x69584d4c /* 'iXML' */
};

typedef CF_OPTIONS(UInt32, CAFFormatFlags) {
    kCAFLinearPCMFormatFlagIsFloat = 1,
    kCAFLinearPCMFormatFlagIsLittleEndian = 2
};

CF_ENUM(UInt32) {
    kCAFMarkerType_Generic = 0,
    kCAFMarkerType_ProgramStart = 0x70626567 /* 'pbeg' */,
    kCAFMarkerType_ProgramEnd = 0x70656e64 /* 'pend' */,
    kCAFMarkerType_TrackStart = 0x74626567 /* 'tbeg' */,
    kCAFMarkerType_TrackEnd = 0x74656e64 /* 'tend' */,
    kCAFMarkerType_Index = 0x696e6478 /* 'indx' */,
    kCAFMarkerType_RegionStart = 0x72626567 /* 'rbeg' */,
    kCAFMarkerType_RegionEnd = 0x72656e64 /* 'rend' */,
    kCAFMarkerType_RegionSyncPoint = 0x72737963 /* 'rsyc' */,
    kCAFMarkerType_SelectionStart = 0x73626567 /* 'sbeg' */,
    kCAFMarkerType_SelectionEnd = 0x73656e64 /* 'send' */,
    kCAFMarkerType_EditSourceBegin = 0x63626567 /* 'cbeg' */,
    kCAFMarkerType_EditSourceEnd = 0x63656e64 /* 'cend' */,
    kCAFMarkerType_EditDestinationBegin = 0x64626567 /* 'dbeg' */,
    kCAFMarkerType_EditDestinationEnd = 0x64656e64 /* 'dend' */,
    kCAFMarkerType_SustainLoopStart = 0x736c6267 /* 'slbg' */,
    kCAFMarkerType_SustainLoopEnd = 0x736c656e /* 'slen' */,
    kCAFMarkerType_ReleaseLoopStart = 0x726c6267 /* 'rlbg' */,
    kCAFMarkerType_ReleaseLoopEnd = 0x726c656e /* 'rlen' */,
    kCAFMarkerType_SavedPlayPosition = 0x73706c79 /* 'sply' */,
    kCAFMarkerType_Tempo = 0x746d706f /* 'tmpo' */,
    kCAFMarkerType_TimeSignature = 0x74736967 /* 'tsig' */,
    kCAFMarkerType_KeySignature = 0x6b736967 /* 'ksig' */
};

CF_ENUM(UInt32) {
    kCAF_SMPTE_TimeTypeNone = 0,
    kCAF_SMPTE_TimeType24 = 1,
    kCAF_SMPTE_TimeType25 = 2,
    kCAF_SMPTE_TimeType30Drop = 3,
    kCAF_SMPTE_TimeType30 = 4,
    kCAF_SMPTE_TimeType2997 = 5,
    kCAF_SMPTE_TimeType2997Drop = 6,
    kCAF_SMPTE_TimeType60 = 7,
    kCAF_SMPTE_TimeType5994 = 8,
    kCAF_SMPTE_TimeType60Drop = 9,
    kCAF_SMPTE_TimeType5994Drop = 10,
    kCAF_SMPTE_TimeType50 = 11,
    kCAF_SMPTE_TimeType2398 = 12
};

typedef CF_OPTIONS(UInt32, CAFRegionFlags) {
    kCAFRegionFlag_LoopEnable = 1,
    kCAFRegionFlag_PlayForward = 2,
    kCAFRegionFlag_PlayBackward = 4
};

#pragma pack(push, 1)
struct CAFFileHeader {
    UInt32 mFileType;
    UInt16 mFileVersion;
    UInt16 mFileFlags;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFChunkHeader {
    UInt32 mChunkType;
    SInt64 mChunkSize;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAF_UUID_ChunkHeader {
    CAFChunkHeader mHeader;
    UInt8 mUUID[16];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFAudioDescription {
    Float64 mSampleRate;
    UInt32 mFormatID;
    CAFFormatFlags mFormatFlags;
    UInt32 mBytesPerPacket;
    UInt32 mFramesPerPacket;
    UInt32 mChannelsPerFrame;
    UInt32 mBitsPerChannel;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFAudioFormatListItem {
    CAFAudioDescription mFormat;
    UInt32 mChannelLayoutTag;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFPacketTableHeader {
    SInt64 mNumberPackets;
    SInt64 mNumberValidFrames;
    SInt32 mPrimingFrames;
    SInt32 mRemainderFrames;
    UInt8 mPacketDescriptions[1];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFDataChunk {
    UInt32 mEditCount;
    UInt8 mData[1];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAF_SMPTE_Time {
    SInt8 mHours;
    SInt8 mMinutes;
    SInt8 mSeconds;
    SInt8 mFrames;
    UInt32 mSubFrameSampleOffset;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFMarker {
    UInt32 mType;
    Float64 mFramePosition;
    UInt32 mMarkerID;
    CAF_SMPTE_Time mSMPTETime;
    UInt32 mChannel;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFMarkerChunk {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberMarkers;
    CAFMarker mMarkers[1];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFRegion {
    UInt32 mRegionID;
    CAFRegionFlags mFlags;
    UInt32 mNumberMarkers;
    CAFMarker mMarkers[1];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFRegionChunk {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberRegions;
    CAFRegion mRegions[1];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFInstrumentChunk {
    Float32 mBaseNote;
    UInt8 mMIDILowNote;
    UInt8 mMIDIHighNote;
    UInt8 mMIDILowVelocity;
    UInt8 mMIDIHighVelocity;
    Float32 mdBGain;
    UInt32 mStartRegionID;
    UInt32 mSustainRegionID;
    UInt32 mReleaseRegionID;
    UInt32 mInstrumentID;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFStringID {
    UInt32 mStringID;
    SInt64 mStringStartByteOffset;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFStrings {
    UInt32 mNumEntries;
    CAFStringID mStringsIDs[1];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFInfoStrings {
    UInt32 mNumEntries;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFPositionPeak {
    Float32 mValue;
    UInt64 mFrameNumber;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFPeakChunk {
    UInt32 mEditCount;
    CAFPositionPeak mPeaks[1];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFOverviewSample {
    SInt16 mMinValue;
    SInt16 mMaxValue;
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFOverviewChunk {
    UInt32 mEditCount;
    UInt32 mNumFramesPerOVWSample;
    CAFOverviewSample mData[1];
};
#pragma pack(pop)

#pragma pack(push, 1)
struct CAFUMIDChunk {
    UInt8 mBytes[64];
};
#pragma pack(pop)

#define kCAFMarkerChunkHdrSize offsetof(CAFMarkerChunk, mMarkers)
#define kCAFRegionChunkHdrSize offsetof(CAFRegionChunk, mRegions)

/// The region that follows one in a region chunk in this processor's byte order.
#define NextCAFRegion(inCAFRegionPtr) \
    ((CAFRegion *)((char *)(inCAFRegionPtr) + offsetof(CAFRegion, mMarkers) \
                   + (inCAFRegionPtr)->mNumberMarkers * sizeof(CAFMarker)))

CA_HEADER_END

#endif
