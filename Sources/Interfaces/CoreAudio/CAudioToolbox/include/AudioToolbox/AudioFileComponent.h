// Audio file components. None can be registered here: every call reports that.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOFILECOMPONENT_H
#define CA_AUDIOTOOLBOX_AUDIOFILECOMPONENT_H

#include <CAudioToolbox/Platform.h>
#include <AudioToolbox/AudioComponent.h>
#include <AudioToolbox/AudioFile.h>

CA_HEADER_BEGIN

struct FSRef;

typedef struct AudioFileFDFTable AudioFileFDFTable;
typedef struct AudioFileFDFTableExtended AudioFileFDFTableExtended;
typedef AudioComponentInstance AudioFileComponent;
typedef UInt32 AudioFileComponentPropertyID;

CF_ENUM(AudioFilePropertyID) {
    kAudioFileComponent_CanRead = 0x636e7264 /* 'cnrd' */,
    kAudioFileComponent_CanWrite = 0x636e7772 /* 'cnwr' */,
    kAudioFileComponent_FileTypeName = 0x66746e6d /* 'ftnm' */,
    kAudioFileComponent_UTIsForType = 0x66757469 /* 'futi' */,
    kAudioFileComponent_MIMETypesForType = 0x666d696d /* 'fmim' */,
    kAudioFileComponent_ExtensionsForType = 0x66657874 /* 'fext' */,
    kAudioFileComponent_AvailableFormatIDs = 0x666d6964 /* 'fmid' */,
    kAudioFileComponent_AvailableStreamDescriptionsForFormat = 0x73646964 /* 'sdid' */,
    kAudioFileComponent_FastDispatchTable = 0x66646674 /* 'fdft' */,
    kAudioFileComponent_HFSTypeCodesForType = 0x66686673 /* 'fhfs' */
};

enum {
    kAudioFileCreateSelect = 1,
    kAudioFileOpenSelect = 2,
    kAudioFileInitializeSelect = 3,
    kAudioFileOpenWithCallbacksSelect = 4,
    kAudioFileInitializeWithCallbacksSelect = 5,
    kAudioFileCloseSelect = 6,
    kAudioFileOptimizeSelect = 7,
    kAudioFileReadBytesSelect = 8,
    kAudioFileWriteBytesSelect = 9,
    kAudioFileReadPacketsSelect = 10,
    kAudioFileWritePacketsSelect = 11,
    kAudioFileGetPropertyInfoSelect = 12,
    kAudioFileGetPropertySelect = 13,
    kAudioFileSetPropertySelect = 14,
    kAudioFileExtensionIsThisFormatSelect = 15,
    kAudioFileFileIsThisFormatSelect = 16,
    kAudioFileDataIsThisFormatSelect = 17,
    kAudioFileGetGlobalInfoSizeSelect = 18,
    kAudioFileGetGlobalInfoSelect = 19,
    kAudioFileCountUserDataSelect = 20,
    kAudioFileGetUserDataSizeSelect = 21,
    kAudioFileGetUserDataSelect = 22,
    kAudioFileSetUserDataSelect = 23,
    kAudioFileRemoveUserDataSelect = 24,
    kAudioFileCreateURLSelect = 25,
    kAudioFileOpenURLSelect = 26,
    kAudioFileFileDataIsThisFormatSelect = 27,
    kAudioFileReadPacketDataSelect = 28,
    kAudioFileGetUserDataSize64Select = 29,
    kAudioFileGetUserDataAtOffsetSelect = 30
};

typedef OSStatus (*ReadBytesFDF)(void *inComponentStorage, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, void *outBuffer);
typedef OSStatus (*WriteBytesFDF)(void *inComponentStorage, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, const void *inBuffer);
typedef OSStatus (*ReadPacketsFDF)(void *inComponentStorage, Boolean inUseCache, UInt32 *outNumBytes, AudioStreamPacketDescription * _Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets, void *outBuffer);
typedef OSStatus (*ReadPacketDataFDF)(void *inComponentStorage, Boolean inUseCache, UInt32 *ioNumBytes, AudioStreamPacketDescription * _Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets, void *outBuffer);
typedef OSStatus (*WritePacketsFDF)(void *inComponentStorage, Boolean inUseCache, UInt32 inNumBytes, const AudioStreamPacketDescription * _Nullable inPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets, const void *inBuffer);
typedef OSStatus (*GetPropertyInfoFDF)(void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 * _Nullable outDataSize, UInt32 * _Nullable isWritable);
typedef OSStatus (*GetPropertyFDF)(void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 *ioDataSize, void *ioPropertyData);
typedef OSStatus (*SetPropertyFDF)(void *inComponentStorage, AudioFilePropertyID inPropertyID, UInt32 inDataSize, const void *inPropertyData);
typedef OSStatus (*CountUserDataFDF)(void *inComponentStorage, UInt32 inUserDataID, UInt32 *outNumberItems);
typedef OSStatus (*GetUserDataSizeFDF)(void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 *outDataSize);
typedef OSStatus (*GetUserDataFDF)(void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 *ioUserDataSize, void *outUserData);
typedef OSStatus (*SetUserDataFDF)(void *inComponentStorage, UInt32 inUserDataID, UInt32 inIndex, UInt32 inUserDataSize, const void *inUserData);
typedef OSStatus (*AudioFileComponentCreateURLProc)(void *self, CFURLRef inFileRef, const AudioStreamBasicDescription *inFormat, UInt32 inFlags);
typedef OSStatus (*AudioFileComponentOpenURLProc)(void *self, CFURLRef inFileRef, SInt8 inPermissions, int inFileDescriptor);
typedef OSStatus (*AudioFileComponentOpenWithCallbacksProc)(void *self, void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc, AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc);
typedef OSStatus (*AudioFileComponentInitializeWithCallbacksProc)(void *self, void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc, AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc, UInt32 inFileType, const AudioStreamBasicDescription *inFormat, UInt32 inFlags);
typedef OSStatus (*AudioFileComponentCloseProc)(void *self);
typedef OSStatus (*AudioFileComponentOptimizeProc)(void *self);
typedef OSStatus (*AudioFileComponentReadBytesProc)(void *self, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, void *outBuffer);
typedef OSStatus (*AudioFileComponentWriteBytesProc)(void *self, Boolean inUseCache, SInt64 inStartingByte, UInt32 *ioNumBytes, const void *inBuffer);
typedef OSStatus (*AudioFileComponentReadPacketsProc)(void *self, Boolean inUseCache, UInt32 *outNumBytes, AudioStreamPacketDescription * _Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets, void *outBuffer);
typedef OSStatus (*AudioFileComponentReadPacketDataProc)(void *self, Boolean inUseCache, UInt32 *ioNumBytes, AudioStreamPacketDescription * _Nullable outPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets, void *outBuffer);
typedef OSStatus (*AudioFileComponentWritePacketsProc)(void *self, Boolean inUseCache, UInt32 inNumBytes, const AudioStreamPacketDescription * _Nullable inPacketDescriptions, SInt64 inStartingPacket, UInt32 *ioNumPackets, const void *inBuffer);
typedef OSStatus (*AudioFileComponentGetPropertyInfoProc)(void *self, AudioFileComponentPropertyID inPropertyID, UInt32 * _Nullable outPropertySize, UInt32 * _Nullable outWritable);
typedef OSStatus (*AudioFileComponentGetPropertyProc)(void *self, AudioFileComponentPropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);
typedef OSStatus (*AudioFileComponentSetPropertyProc)(void *self, AudioFileComponentPropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);
typedef OSStatus (*AudioFileComponentCountUserDataProc)(void *self, UInt32 inUserDataID, UInt32 *outNumberItems);
typedef OSStatus (*AudioFileComponentGetUserDataSizeProc)(void *self, UInt32 inUserDataID, UInt32 inIndex, UInt32 *outUserDataSize);
typedef OSStatus (*AudioFileComponentGetUserDataSize64Proc)(void *self, UInt32 inUserDataID, UInt32 inIndex, UInt64 *outUserDataSize);
typedef OSStatus (*AudioFileComponentGetUserDataProc)(void *self, UInt32 inUserDataID, UInt32 inIndex, UInt32 *ioUserDataSize, void *outUserData);
typedef OSStatus (*AudioFileComponentGetUserDataAtOffsetProc)(void *self, UInt32 inUserDataID, UInt32 inIndex, SInt64 inOffset, UInt32 *ioUserDataSize, void *outUserData);
typedef OSStatus (*AudioFileComponentSetUserDataProc)(void *self, UInt32 inUserDataID, UInt32 inIndex, UInt32 inUserDataSize, const void *inUserData);
typedef OSStatus (*AudioFileComponentRemoveUserDataProc)(void *self, UInt32 inUserDataID, UInt32 inIndex);
typedef OSStatus (*AudioFileComponentExtensionIsThisFormatProc)(void *self, CFStringRef inExtension, UInt32 *outResult);
typedef OSStatus (*AudioFileComponentFileDataIsThisFormatProc)(void *self, UInt32 inDataByteSize, const void *inData, UInt32 *outResult);
typedef OSStatus (*AudioFileComponentGetGlobalInfoSizeProc)(void *self, AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void * _Nullable inSpecifier, UInt32 *outPropertySize);
typedef OSStatus (*AudioFileComponentGetGlobalInfoProc)(void *self, AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void * _Nullable inSpecifier, UInt32 *ioPropertyDataSize, void *outPropertyData);

struct AudioFileFDFTable {
    void *mComponentStorage;
    ReadBytesFDF mReadBytesFDF;
    WriteBytesFDF mWriteBytesFDF;
    ReadPacketsFDF mReadPacketsFDF;
    WritePacketsFDF mWritePacketsFDF;
    GetPropertyInfoFDF mGetPropertyInfoFDF;
    GetPropertyFDF mGetPropertyFDF;
    SetPropertyFDF mSetPropertyFDF;
    CountUserDataFDF mCountUserDataFDF;
    GetUserDataSizeFDF mGetUserDataSizeFDF;
    GetUserDataFDF mGetUserDataFDF;
    SetUserDataFDF mSetUserDataFDF;
};

struct AudioFileFDFTableExtended {
    void *mComponentStorage;
    ReadBytesFDF mReadBytesFDF;
    WriteBytesFDF mWriteBytesFDF;
    ReadPacketsFDF mReadPacketsFDF;
    WritePacketsFDF mWritePacketsFDF;
    GetPropertyInfoFDF mGetPropertyInfoFDF;
    GetPropertyFDF mGetPropertyFDF;
    SetPropertyFDF mSetPropertyFDF;
    CountUserDataFDF mCountUserDataFDF;
    GetUserDataSizeFDF mGetUserDataSizeFDF;
    GetUserDataFDF mGetUserDataFDF;
    SetUserDataFDF mSetUserDataFDF;
    ReadPacketDataFDF mReadPacketDataFDF;
};

CF_EXPORT OSStatus AudioFileComponentCreateURL(AudioFileComponent inComponent, CFURLRef inFileRef,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags);

CF_EXPORT OSStatus AudioFileComponentOpenURL(AudioFileComponent inComponent, CFURLRef inFileRef,
    SInt8 inPermissions, int inFileDescriptor);

CF_EXPORT OSStatus AudioFileComponentOpenWithCallbacks(AudioFileComponent inComponent, void *inClientData,
    AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc, AudioFile_GetSizeProc inGetSizeFunc,
    AudioFile_SetSizeProc inSetSizeFunc);

CF_EXPORT OSStatus AudioFileComponentInitializeWithCallbacks(AudioFileComponent inComponent,
    void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc, UInt32 inFileType,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags);

CF_EXPORT OSStatus AudioFileComponentCloseFile(AudioFileComponent inComponent);

CF_EXPORT OSStatus AudioFileComponentOptimize(AudioFileComponent inComponent);

CF_EXPORT OSStatus AudioFileComponentReadBytes(AudioFileComponent inComponent, Boolean inUseCache,
    SInt64 inStartingByte, UInt32 *ioNumBytes, void *outBuffer);

CF_EXPORT OSStatus AudioFileComponentWriteBytes(AudioFileComponent inComponent, Boolean inUseCache,
    SInt64 inStartingByte, UInt32 *ioNumBytes, const void *inBuffer);

CF_EXPORT OSStatus AudioFileComponentReadPackets(AudioFileComponent inComponent, Boolean inUseCache,
    UInt32 *outNumBytes, AudioStreamPacketDescription * _Nullable outPacketDescriptions,
    SInt64 inStartingPacket, UInt32 *ioNumPackets, void *outBuffer);

CF_EXPORT OSStatus AudioFileComponentReadPacketData(AudioFileComponent inComponent, Boolean inUseCache,
    UInt32 *ioNumBytes, AudioStreamPacketDescription * _Nullable outPacketDescriptions,
    SInt64 inStartingPacket, UInt32 *ioNumPackets, void *outBuffer);

CF_EXPORT OSStatus AudioFileComponentWritePackets(AudioFileComponent inComponent, Boolean inUseCache,
    UInt32 inNumBytes, const AudioStreamPacketDescription * _Nullable inPacketDescriptions,
    SInt64 inStartingPacket, UInt32 *ioNumPackets, const void *inBuffer);

CF_EXPORT OSStatus AudioFileComponentGetPropertyInfo(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 * _Nullable outPropertySize,
    UInt32 * _Nullable outWritable);

CF_EXPORT OSStatus AudioFileComponentGetProperty(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);

CF_EXPORT OSStatus AudioFileComponentSetProperty(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

CF_EXPORT OSStatus AudioFileComponentCountUserData(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 *outNumberItems);

CF_EXPORT OSStatus AudioFileComponentGetUserDataSize(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex, UInt32 *outUserDataSize);

CF_EXPORT OSStatus AudioFileComponentGetUserDataSize64(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex, UInt64 *outUserDataSize);

CF_EXPORT OSStatus AudioFileComponentGetUserData(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex, UInt32 *ioUserDataSize, void *outUserData);

CF_EXPORT OSStatus AudioFileComponentGetUserDataAtOffset(AudioFileComponent inComponent,
    UInt32 inUserDataID, UInt32 inIndex, SInt64 inOffset, UInt32 *ioUserDataSize, void *outUserData);

CF_EXPORT OSStatus AudioFileComponentSetUserData(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex, UInt32 inUserDataSize, const void *inUserData);

CF_EXPORT OSStatus AudioFileComponentRemoveUserData(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex);

CF_EXPORT OSStatus AudioFileComponentExtensionIsThisFormat(AudioFileComponent inComponent,
    CFStringRef inExtension, UInt32 *outResult);

CF_EXPORT OSStatus AudioFileComponentFileDataIsThisFormat(AudioFileComponent inComponent,
    UInt32 inDataByteSize, const void *inData, UInt32 *outResult);

CF_EXPORT OSStatus AudioFileComponentFileIsThisFormat(AudioFileComponent inComponent, SInt16 inFileRefNum,
    UInt32 *outResult);

CF_EXPORT OSStatus AudioFileComponentDataIsThisFormat(AudioFileComponent inComponent,
    void * _Nullable inClientData, AudioFile_ReadProc _Nullable inReadFunc,
    AudioFile_WriteProc _Nullable inWriteFunc, AudioFile_GetSizeProc _Nullable inGetSizeFunc,
    AudioFile_SetSizeProc _Nullable inSetSizeFunc, UInt32 *outResult);

CF_EXPORT OSStatus AudioFileComponentGetGlobalInfoSize(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void * _Nullable inSpecifier,
    UInt32 *outPropertySize);

CF_EXPORT OSStatus AudioFileComponentGetGlobalInfo(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void * _Nullable inSpecifier,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

CF_EXPORT OSStatus AudioFileComponentCreate(AudioFileComponent inComponent,
    const struct FSRef *inParentRef, CFStringRef inFileName, const AudioStreamBasicDescription *inFormat,
    UInt32 inFlags, struct FSRef *outNewFileRef);

CF_EXPORT OSStatus AudioFileComponentInitialize(AudioFileComponent inComponent,
    const struct FSRef *inFileRef, const AudioStreamBasicDescription *inFormat, UInt32 inFlags);

CF_EXPORT OSStatus AudioFileComponentOpenFile(AudioFileComponent inComponent,
    const struct FSRef *inFileRef, SInt8 inPermissions, SInt16 inRefNum);

CA_HEADER_END

#endif
