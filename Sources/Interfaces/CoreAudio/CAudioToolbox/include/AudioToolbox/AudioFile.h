// Audio File Services: packets in and out of files of any type.
//
// Threads: one thread at a time is inside an AudioFileID; others wait until it has left, so that several may read from one
// file. AudioFileClose waits too. The functions that give or take the bytes of a file cannot use the file that calls them,
// nor close it: they get kAudioFileOperationNotSupportedError. A size is asked for once in each call.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOFILE_H
#define CA_AUDIOTOOLBOX_AUDIOFILE_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

struct FSRef;

typedef struct AudioFile_SMPTE_Time AudioFile_SMPTE_Time;
typedef struct AudioFileMarker AudioFileMarker;
typedef struct AudioFileMarkerList AudioFileMarkerList;
typedef struct AudioFileRegion AudioFileRegion;
typedef struct AudioFileRegionList AudioFileRegionList;
typedef struct AudioFramePacketTranslation AudioFramePacketTranslation;
typedef struct AudioBytePacketTranslation AudioBytePacketTranslation;
typedef struct AudioFilePacketTableInfo AudioFilePacketTableInfo;
typedef struct AudioPacketRangeByteCountTranslation AudioPacketRangeByteCountTranslation;
typedef struct AudioPacketRollDistanceTranslation AudioPacketRollDistanceTranslation;
typedef struct AudioIndependentPacketTranslation AudioIndependentPacketTranslation;
typedef struct AudioPacketDependencyInfoTranslation AudioPacketDependencyInfoTranslation;
typedef struct AudioFileTypeAndFormatID AudioFileTypeAndFormatID;
typedef UInt32 AudioFileTypeID;
typedef struct OpaqueAudioFileID *AudioFileID;
typedef UInt32 AudioFilePropertyID;

CF_ENUM(AudioFileTypeID) {
    kAudioFileAIFFType = 0x41494646 /* 'AIFF' */,
    kAudioFileAIFCType = 0x41494643 /* 'AIFC' */,
    kAudioFileWAVEType = 0x57415645 /* 'WAVE' */,
    kAudioFileRF64Type = 0x52463634 /* 'RF64' */,
    kAudioFileBW64Type = 0x42573634 /* 'BW64' */,
    kAudioFileWave64Type = 0x57363466 /* 'W64f' */,
    kAudioFileSoundDesigner2Type = 0x53643266 /* 'Sd2f' */,
    kAudioFileNextType = 0x4e655854 /* 'NeXT' */,
    kAudioFileMP3Type = 0x4d504733 /* 'MPG3' */,
    kAudioFileMP2Type = 0x4d504732 /* 'MPG2' */,
    kAudioFileMP1Type = 0x4d504731 /* 'MPG1' */,
    kAudioFileAC3Type = 0x61632d33 /* 'ac-3' */,
    kAudioFileAAC_ADTSType = 0x61647473 /* 'adts' */,
    kAudioFileMPEG4Type = 0x6d703466 /* 'mp4f' */,
    kAudioFileM4AType = 0x6d346166 /* 'm4af' */,
    kAudioFileM4BType = 0x6d346266 /* 'm4bf' */,
    kAudioFileCAFType = 0x63616666 /* 'caff' */,
    kAudioFile3GPType = 0x33677070 /* '3gpp' */,
    kAudioFile3GP2Type = 0x33677032 /* '3gp2' */,
    kAudioFileAMRType = 0x616d7266 /* 'amrf' */,
    kAudioFileFLACType = 0x666c6163 /* 'flac' */,
    kAudioFileLATMInLOASType = 0x6c6f6173 /* 'loas' */
};

CF_ENUM(OSStatus) {
    kAudioFileUnspecifiedError = 0x7768743f /* 'wht?' */,
    kAudioFileUnsupportedFileTypeError = 0x7479703f /* 'typ?' */,
    kAudioFileUnsupportedDataFormatError = 0x666d743f /* 'fmt?' */,
    kAudioFileUnsupportedPropertyError = 0x7074793f /* 'pty?' */,
    kAudioFileBadPropertySizeError = 0x2173697a /* '!siz' */,
    kAudioFilePermissionsError = 0x70726d3f /* 'prm?' */,
    kAudioFileNotOptimizedError = 0x6f70746d /* 'optm' */,
    kAudioFileInvalidChunkError = 0x63686b3f /* 'chk?' */,
    kAudioFileDoesNotAllow64BitDataSizeError = 0x6f66663f /* 'off?' */,
    kAudioFileInvalidPacketOffsetError = 0x70636b3f /* 'pck?' */,
    kAudioFileInvalidPacketDependencyError = 0x6465703f /* 'dep?' */,
    kAudioFileInvalidFileError = 0x6474613f /* 'dta?' */,
    kAudioFileOperationNotSupportedError = 0x6f703f3f,
    kAudioFileNotOpenError = -38,
    kAudioFileEndOfFileError = -39,
    kAudioFilePositionError = -40,
    kAudioFileFileNotFoundError = -43
};

typedef CF_OPTIONS(UInt32, AudioFileFlags) {
    kAudioFileFlags_EraseFile = 1,
    kAudioFileFlags_DontPageAlignAudioData = 2
};

typedef CF_ENUM(SInt8, AudioFilePermissions) {
    kAudioFileReadPermission = 1,
    kAudioFileWritePermission = 2,
    kAudioFileReadWritePermission = 3
};

CF_ENUM(UInt32) {
    kAudioFileLoopDirection_NoLooping = 0,
    kAudioFileLoopDirection_Forward = 1,
    kAudioFileLoopDirection_ForwardAndBackward = 2,
    kAudioFileLoopDirection_Backward = 3
};

CF_ENUM(UInt32) {
    kAudioFileMarkerType_Generic = 0
};

typedef CF_OPTIONS(UInt32, AudioFileRegionFlags) {
    kAudioFileRegionFlag_LoopEnable = 1,
    kAudioFileRegionFlag_PlayForward = 2,
    kAudioFileRegionFlag_PlayBackward = 4
};

typedef CF_OPTIONS(UInt32, AudioBytePacketTranslationFlags) {
    kBytePacketTranslationFlag_IsEstimate = 1
};

CF_ENUM(AudioFilePropertyID) {
    kAudioFilePropertyFileFormat = 0x66666d74 /* 'ffmt' */,
    kAudioFilePropertyDataFormat = 0x64666d74 /* 'dfmt' */,
    kAudioFilePropertyIsOptimized = 0x6f70746d /* 'optm' */,
    kAudioFilePropertyMagicCookieData = 0x6d676963 /* 'mgic' */,
    kAudioFilePropertyAudioDataByteCount = 0x62636e74 /* 'bcnt' */,
    kAudioFilePropertyAudioDataPacketCount = 0x70636e74 /* 'pcnt' */,
    kAudioFilePropertyMaximumPacketSize = 0x70737a65 /* 'psze' */,
    kAudioFilePropertyDataOffset = 0x646f6666 /* 'doff' */,
    kAudioFilePropertyChannelLayout = 0x636d6170 /* 'cmap' */,
    kAudioFilePropertyDeferSizeUpdates = 0x64737a75 /* 'dszu' */,
    kAudioFilePropertyDataFormatName = 0x666e6d65 /* 'fnme' */,
    kAudioFilePropertyMarkerList = 0x6d6b6c73 /* 'mkls' */,
    kAudioFilePropertyRegionList = 0x72676c73 /* 'rgls' */,
    kAudioFilePropertyPacketToFrame = 0x706b6672 /* 'pkfr' */,
    kAudioFilePropertyFrameToPacket = 0x6672706b /* 'frpk' */,
    kAudioFilePropertyRestrictsRandomAccess = 0x72726170 /* 'rrap' */,
    kAudioFilePropertyPacketToRollDistance = 0x706b726c /* 'pkrl' */,
    kAudioFilePropertyPreviousIndependentPacket = 0x70696e64 /* 'pind' */,
    kAudioFilePropertyNextIndependentPacket = 0x6e696e64 /* 'nind' */,
    kAudioFilePropertyPacketToDependencyInfo = 0x706b6470 /* 'pkdp' */,
    kAudioFilePropertyPacketToByte = 0x706b6279 /* 'pkby' */,
    kAudioFilePropertyByteToPacket = 0x6279706b /* 'bypk' */,
    kAudioFilePropertyChunkIDs = 0x63686964 /* 'chid' */,
    kAudioFilePropertyInfoDictionary = 0x696e666f /* 'info' */,
    kAudioFilePropertyPacketTableInfo = 0x706e666f /* 'pnfo' */,
    kAudioFilePropertyFormatList = 0x666c7374 /* 'flst' */,
    kAudioFilePropertyPacketSizeUpperBound = 0x706b7562 /* 'pkub' */,
    kAudioFilePropertyPacketRangeByteCountUpperBound = 0x70727562 /* 'prub' */,
    kAudioFilePropertyReserveDuration = 0x72737276 /* 'rsrv' */,
    kAudioFilePropertyEstimatedDuration = 0x65647572 /* 'edur' */,
    kAudioFilePropertyBitRate = 0x62726174 /* 'brat' */,
    kAudioFilePropertyID3Tag = 0x69643374 /* 'id3t' */,
    kAudioFilePropertyID3TagOffset = 0x6964336f /* 'id3o' */,
    kAudioFilePropertySourceBitDepth = 0x73627464 /* 'sbtd' */,
    kAudioFilePropertyAlbumArtwork = 0x61617274 /* 'aart' */,
    kAudioFilePropertyAudioTrackCount = 0x61746374 /* 'atct' */,
    kAudioFilePropertyUseAudioTrack = 0x7561746b /* 'uatk' */
};

CF_ENUM(AudioFilePropertyID) {
    kAudioFileGlobalInfo_ReadableTypes = 0x61667266 /* 'afrf' */,
    kAudioFileGlobalInfo_WritableTypes = 0x61667766 /* 'afwf' */,
    kAudioFileGlobalInfo_FileTypeName = 0x66746e6d /* 'ftnm' */,
    kAudioFileGlobalInfo_AvailableStreamDescriptionsForFormat = 0x73646964 /* 'sdid' */,
    kAudioFileGlobalInfo_AvailableFormatIDs = 0x666d6964 /* 'fmid' */,
    kAudioFileGlobalInfo_AllExtensions = 0x616c7874 /* 'alxt' */,
    kAudioFileGlobalInfo_AllHFSTypeCodes = 0x61686673 /* 'ahfs' */,
    kAudioFileGlobalInfo_AllUTIs = 0x61757469 /* 'auti' */,
    kAudioFileGlobalInfo_AllMIMETypes = 0x616d696d /* 'amim' */,
    kAudioFileGlobalInfo_ExtensionsForType = 0x66657874 /* 'fext' */,
    kAudioFileGlobalInfo_HFSTypeCodesForType = 0x66686673 /* 'fhfs' */,
    kAudioFileGlobalInfo_UTIsForType = 0x66757469 /* 'futi' */,
    kAudioFileGlobalInfo_MIMETypesForType = 0x666d696d /* 'fmim' */,
    kAudioFileGlobalInfo_TypesForMIMEType = 0x746d696d /* 'tmim' */,
    kAudioFileGlobalInfo_TypesForUTI = 0x74757469 /* 'tuti' */,
    kAudioFileGlobalInfo_TypesForHFSTypeCode = 0x74686673 /* 'thfs' */,
    kAudioFileGlobalInfo_TypesForExtension = 0x74657874 /* 'text' */
};

typedef OSStatus (*AudioFile_ReadProc)(void *inClientData, SInt64 inPosition, UInt32 requestCount, void *buffer, UInt32 *actualCount);
typedef OSStatus (*AudioFile_WriteProc)(void *inClientData, SInt64 inPosition, UInt32 requestCount, const void *buffer, UInt32 *actualCount);
typedef SInt64 (*AudioFile_GetSizeProc)(void *inClientData);
typedef OSStatus (*AudioFile_SetSizeProc)(void *inClientData, SInt64 inSize);

struct AudioFile_SMPTE_Time {
    SInt8 mHours;
    UInt8 mMinutes;
    UInt8 mSeconds;
    UInt8 mFrames;
    UInt32 mSubFrameSampleOffset;
};

struct AudioFileMarker {
    Float64 mFramePosition;
    CFStringRef _Nullable mName;
    SInt32 mMarkerID;
    AudioFile_SMPTE_Time mSMPTETime;
    UInt32 mType;
    UInt16 mReserved;
    UInt16 mChannel;
};

struct AudioFileMarkerList {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberMarkers;
    AudioFileMarker mMarkers[1];
};

struct AudioFileRegion {
    UInt32 mRegionID;
    CFStringRef mName;
    AudioFileRegionFlags mFlags;
    UInt32 mNumberMarkers;
    AudioFileMarker mMarkers[1];
};

struct AudioFileRegionList {
    UInt32 mSMPTE_TimeType;
    UInt32 mNumberRegions;
    AudioFileRegion mRegions[1];
};

struct AudioFramePacketTranslation {
    SInt64 mFrame;
    SInt64 mPacket;
    UInt32 mFrameOffsetInPacket;
};

struct AudioBytePacketTranslation {
    SInt64 mByte;
    SInt64 mPacket;
    UInt32 mByteOffsetInPacket;
    AudioBytePacketTranslationFlags mFlags;
};

struct AudioFilePacketTableInfo {
    SInt64 mNumberValidFrames;
    SInt32 mPrimingFrames;
    SInt32 mRemainderFrames;
};

struct AudioPacketRangeByteCountTranslation {
    SInt64 mPacket;
    SInt64 mPacketCount;
    SInt64 mByteCountUpperBound;
};

struct AudioPacketRollDistanceTranslation {
    SInt64 mPacket;
    SInt64 mRollDistance;
};

struct AudioIndependentPacketTranslation {
    SInt64 mPacket;
    SInt64 mIndependentlyDecodablePacket;
};

struct AudioPacketDependencyInfoTranslation {
    SInt64 mPacket;
    UInt32 mIsIndependentlyDecodable;
    UInt32 mNumberPrerollPackets;
};

struct AudioFileTypeAndFormatID {
    AudioFileTypeID mFileType;
    UInt32 mFormatID;
};

#define kAFInfoDictionary_Album "album"

#define kAFInfoDictionary_ApproximateDurationInSeconds "approximate duration in seconds"

#define kAFInfoDictionary_Artist "artist"

#define kAFInfoDictionary_ChannelLayout "channel layout"

#define kAFInfoDictionary_Comments "comments"

#define kAFInfoDictionary_Composer "composer"

#define kAFInfoDictionary_Copyright "copyright"

#define kAFInfoDictionary_EncodingApplication "encoding application"

#define kAFInfoDictionary_Genre "genre"

#define kAFInfoDictionary_ISRC "ISRC"

#define kAFInfoDictionary_KeySignature "key signature"

#define kAFInfoDictionary_Lyricist "lyricist"

#define kAFInfoDictionary_NominalBitRate "nominal bit rate"

#define kAFInfoDictionary_RecordedDate "recorded date"

#define kAFInfoDictionary_SourceBitDepth "source bit depth"

#define kAFInfoDictionary_SourceEncoder "source encoder"

#define kAFInfoDictionary_SubTitle "subtitle"

#define kAFInfoDictionary_Tempo "tempo"

#define kAFInfoDictionary_TimeSignature "time signature"

#define kAFInfoDictionary_Title "title"

#define kAFInfoDictionary_TrackNumber "track number"

#define kAFInfoDictionary_Year "year"

/// Makes a file of a type that holds a format. An existing file is refused unless kAudioFileFlags_EraseFile is set.
CF_EXPORT OSStatus AudioFileCreateWithURL(CFURLRef inFileRef, AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat, AudioFileFlags inFlags,
    AudioFileID _Nullable * _Nonnull outAudioFile);

/// Opens a file. The type hint is used where the contents do not tell; 0 is no hint.
CF_EXPORT OSStatus AudioFileOpenURL(CFURLRef inFileRef, AudioFilePermissions inPermissions,
    AudioFileTypeID inFileTypeHint, AudioFileID _Nullable * _Nonnull outAudioFile);

/// Makes a file whose bytes go through callbacks.
CF_EXPORT OSStatus AudioFileInitializeWithCallbacks(void *inClientData, AudioFile_ReadProc inReadFunc,
    AudioFile_WriteProc inWriteFunc, AudioFile_GetSizeProc inGetSizeFunc,
    AudioFile_SetSizeProc inSetSizeFunc, AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat, AudioFileFlags inFlags,
    AudioFileID _Nullable * _Nonnull outAudioFile);

/// Opens a file whose bytes come through callbacks, which are called in this call and in those that read or write.
CF_EXPORT OSStatus AudioFileOpenWithCallbacks(void *inClientData, AudioFile_ReadProc inReadFunc,
    AudioFile_WriteProc _Nullable inWriteFunc, AudioFile_GetSizeProc inGetSizeFunc,
    AudioFile_SetSizeProc _Nullable inSetSizeFunc, AudioFileTypeID inFileTypeHint,
    AudioFileID _Nullable * _Nonnull outAudioFile);

/// Finishes what was written and gives the file back. The handle is of no use afterwards.
CF_EXPORT OSStatus AudioFileClose(AudioFileID inAudioFile);

/// Moves what a player needs first to the front.
CF_EXPORT OSStatus AudioFileOptimize(AudioFileID inAudioFile);

/// Reads from the audio data by byte, whatever packets there are.
CF_EXPORT OSStatus AudioFileReadBytes(AudioFileID inAudioFile, Boolean inUseCache, SInt64 inStartingByte,
    UInt32 *ioNumBytes, void *outBuffer);

CF_EXPORT OSStatus AudioFileWriteBytes(AudioFileID inAudioFile, Boolean inUseCache, SInt64 inStartingByte,
    UInt32 *ioNumBytes, const void *inBuffer);

/// Reads whole packets, as many as fit into ioNumBytes bytes. ioNumBytes and ioNumPackets then say what was read.
CF_EXPORT OSStatus AudioFileReadPacketData(AudioFileID inAudioFile, Boolean inUseCache, UInt32 *ioNumBytes,
    AudioStreamPacketDescription * _Nullable outPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, void * _Nullable outBuffer);

/// Reads whole packets into a buffer that holds the largest packet that many times.
CF_EXPORT OSStatus AudioFileReadPackets(AudioFileID inAudioFile, Boolean inUseCache, UInt32 *outNumBytes,
    AudioStreamPacketDescription * _Nullable outPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, void * _Nullable outBuffer);

/// Writes packets. Packets of variable size need descriptions.
CF_EXPORT OSStatus AudioFileWritePackets(AudioFileID inAudioFile, Boolean inUseCache, UInt32 inNumBytes,
    const AudioStreamPacketDescription * _Nullable inPacketDescriptions, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, const void *inBuffer);

CF_EXPORT OSStatus AudioFileCountUserData(AudioFileID inAudioFile, UInt32 inUserDataID,
    UInt32 *outNumberItems);

CF_EXPORT OSStatus AudioFileGetUserDataSize(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex,
    UInt32 *outUserDataSize);

CF_EXPORT OSStatus AudioFileGetUserDataSize64(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex,
    UInt64 *outUserDataSize);

CF_EXPORT OSStatus AudioFileGetUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex,
    UInt32 *ioUserDataSize, void *outUserData);

CF_EXPORT OSStatus AudioFileGetUserDataAtOffset(AudioFileID inAudioFile, UInt32 inUserDataID,
    UInt32 inIndex, SInt64 inOffset, UInt32 *ioUserDataSize, void *outUserData);

CF_EXPORT OSStatus AudioFileSetUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex,
    UInt32 inUserDataSize, const void *inUserData);

CF_EXPORT OSStatus AudioFileRemoveUserData(AudioFileID inAudioFile, UInt32 inUserDataID, UInt32 inIndex);

CF_EXPORT OSStatus AudioFileGetPropertyInfo(AudioFileID inAudioFile, AudioFilePropertyID inPropertyID,
    UInt32 * _Nullable outDataSize, UInt32 * _Nullable isWritable);

CF_EXPORT OSStatus AudioFileGetProperty(AudioFileID inAudioFile, AudioFilePropertyID inPropertyID,
    UInt32 *ioDataSize, void *outPropertyData);

CF_EXPORT OSStatus AudioFileSetProperty(AudioFileID inAudioFile, AudioFilePropertyID inPropertyID,
    UInt32 inDataSize, const void *inPropertyData);

CF_EXPORT OSStatus AudioFileGetGlobalInfoSize(AudioFilePropertyID inPropertyID, UInt32 inSpecifierSize,
    void * _Nullable inSpecifier, UInt32 *outDataSize);

CF_EXPORT OSStatus AudioFileGetGlobalInfo(AudioFilePropertyID inPropertyID, UInt32 inSpecifierSize,
    void * _Nullable inSpecifier, UInt32 *ioDataSize, void *outPropertyData);

CF_EXPORT OSStatus AudioFileCreate(const struct FSRef *inParentRef, CFStringRef inFileName,
    AudioFileTypeID inFileType, const AudioStreamBasicDescription *inFormat, AudioFileFlags inFlags,
    struct FSRef *outNewFileRef, AudioFileID _Nullable * _Nonnull outAudioFile);

CF_EXPORT OSStatus AudioFileInitialize(const struct FSRef *inFileRef, AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inFormat, AudioFileFlags inFlags,
    AudioFileID _Nullable * _Nonnull outAudioFile);

CF_EXPORT OSStatus AudioFileOpen(const struct FSRef *inFileRef, AudioFilePermissions inPermissions,
    AudioFileTypeID inFileTypeHint, AudioFileID _Nullable * _Nonnull outAudioFile);

CF_EXPORT OSStatus AudioFileWritePacketsWithDependencies(AudioFileID inAudioFile, Boolean inUseCache,
    UInt32 inNumBytes, const AudioStreamPacketDescription * _Nullable inPacketDescriptions,
    AudioStreamPacketDependencyDescription *inPacketDependencies, SInt64 inStartingPacket,
    UInt32 *ioNumPackets, void *inBuffer);

/// How many markers fit into a marker list of so many bytes.
CF_INLINE size_t NumBytesToNumAudioFileMarkers(size_t inNumBytes) {
    return inNumBytes < offsetof(AudioFileMarkerList, mMarkers)
        ? 0 : (inNumBytes - offsetof(AudioFileMarkerList, mMarkers)) / sizeof(AudioFileMarker);
}

/// The size in bytes of a marker list that holds so many markers.
CF_INLINE size_t NumAudioFileMarkersToNumBytes(size_t inNumMarkers) {
    return offsetof(AudioFileMarkerList, mMarkers) + inNumMarkers * sizeof(AudioFileMarker);
}

/// The region that follows one in a region list, in which regions vary in size.
CF_INLINE AudioFileRegion *NextAudioFileRegion(const AudioFileRegion *inAFRegionPtr) {
    return (AudioFileRegion *)((char *)inAFRegionPtr + offsetof(AudioFileRegion, mMarkers)
                               + inAFRegionPtr->mNumberMarkers * sizeof(AudioFileMarker));
}

CA_HEADER_END

#endif
