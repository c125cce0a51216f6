// Extended Audio File Services: a file and a converter in one.
//
// Threads: one thread at a time is inside an ExtAudioFileRef, its AudioFileID and its AudioConverterRef together; others wait
// until it has left, and so does ExtAudioFileDispose. A callback of the file's gets
// kExtAudioFileError_InvalidOperationOrder.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_EXTENDEDAUDIOFILE_H
#define CA_AUDIOTOOLBOX_EXTENDEDAUDIOFILE_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <AudioToolbox/AudioFile.h>

CA_HEADER_BEGIN

struct FSRef;

typedef struct OpaqueExtAudioFile *ExtAudioFileRef;
typedef SInt32 ExtAudioFilePacketTableInfoOverride;
typedef UInt32 ExtAudioFilePropertyID;

CF_ENUM(ExtAudioFilePacketTableInfoOverride) {
    kExtAudioFilePacketTableInfoOverride_UseFileValue = -1,
    kExtAudioFilePacketTableInfoOverride_UseFileValueIfValid = -2
};

CF_ENUM(ExtAudioFilePropertyID) {
    kExtAudioFileProperty_FileDataFormat = 0x66666d74 /* 'ffmt' */,
    kExtAudioFileProperty_FileChannelLayout = 0x66636c6f /* 'fclo' */,
    kExtAudioFileProperty_ClientDataFormat = 0x63666d74 /* 'cfmt' */,
    kExtAudioFileProperty_ClientChannelLayout = 0x63636c6f /* 'cclo' */,
    kExtAudioFileProperty_CodecManufacturer = 0x636d616e /* 'cman' */,
    kExtAudioFileProperty_AudioConverter = 0x61636e76 /* 'acnv' */,
    kExtAudioFileProperty_AudioFile = 0x6166696c /* 'afil' */,
    kExtAudioFileProperty_FileMaxPacketSize = 0x666d7073 /* 'fmps' */,
    kExtAudioFileProperty_ClientMaxPacketSize = 0x636d7073 /* 'cmps' */,
    kExtAudioFileProperty_FileLengthFrames = 0x2366726d /* '#frm' */,
    kExtAudioFileProperty_ConverterConfig = 0x61636366 /* 'accf' */,
    kExtAudioFileProperty_IOBufferSizeBytes = 0x696f6273 /* 'iobs' */,
    kExtAudioFileProperty_IOBuffer = 0x696f6266 /* 'iobf' */,
    kExtAudioFileProperty_PacketTable = 0x78707469 /* 'xpti' */
};

CF_ENUM(OSStatus) {
    kExtAudioFileError_InvalidProperty = -66561,
    kExtAudioFileError_InvalidPropertySize = -66562,
    kExtAudioFileError_NonPCMClientFormat = -66563,
    kExtAudioFileError_InvalidChannelMap = -66564,
    kExtAudioFileError_InvalidOperationOrder = -66565,
    kExtAudioFileError_InvalidDataFormat = -66566,
    kExtAudioFileError_MaxPacketSizeUnknown = -66567,
    kExtAudioFileError_InvalidSeek = -66568,
    kExtAudioFileError_AsyncWriteTooLarge = -66569,
    kExtAudioFileError_AsyncWriteBufferOverflow = -66570
};

CF_EXPORT OSStatus ExtAudioFileOpenURL(CFURLRef inURL, ExtAudioFileRef _Nullable * _Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileWrapAudioFileID(AudioFileID inFileID, Boolean inForWriting,
    ExtAudioFileRef _Nullable * _Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileCreateWithURL(CFURLRef inURL, AudioFileTypeID inFileType,
    const AudioStreamBasicDescription *inStreamDesc, const AudioChannelLayout * _Nullable inChannelLayout,
    UInt32 inFlags, ExtAudioFileRef _Nullable * _Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileOpen(const struct FSRef *inFSRef,
    ExtAudioFileRef _Nullable * _Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileCreateNew(const struct FSRef *inParentDir, CFStringRef inFileName,
    AudioFileTypeID inFileType, const AudioStreamBasicDescription *inStreamDesc,
    const AudioChannelLayout * _Nullable inChannelLayout,
    ExtAudioFileRef _Nullable * _Nonnull outExtAudioFile);

CF_EXPORT OSStatus ExtAudioFileDispose(ExtAudioFileRef inExtAudioFile);

/// Reads frames in the client's format.
CF_EXPORT OSStatus ExtAudioFileRead(ExtAudioFileRef inExtAudioFile, UInt32 *ioNumberFrames,
    AudioBufferList *ioData);

/// Writes frames in the client's format.
CF_EXPORT OSStatus ExtAudioFileWrite(ExtAudioFileRef inExtAudioFile, UInt32 inNumberFrames,
    const AudioBufferList *ioData);

CF_EXPORT OSStatus ExtAudioFileWriteAsync(ExtAudioFileRef inExtAudioFile, UInt32 inNumberFrames,
    const AudioBufferList * _Nullable ioData);

/// Goes to a frame, counted in the file's sample rate.
CF_EXPORT OSStatus ExtAudioFileSeek(ExtAudioFileRef inExtAudioFile, SInt64 inFrameOffset);

CF_EXPORT OSStatus ExtAudioFileTell(ExtAudioFileRef inExtAudioFile, SInt64 *outFrameOffset);

CF_EXPORT OSStatus ExtAudioFileGetPropertyInfo(ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID, UInt32 * _Nullable outSize, Boolean * _Nullable outWritable);

CF_EXPORT OSStatus ExtAudioFileGetProperty(ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);

CF_EXPORT OSStatus ExtAudioFileSetProperty(ExtAudioFileRef inExtAudioFile,
    ExtAudioFilePropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

CA_HEADER_END

#endif
