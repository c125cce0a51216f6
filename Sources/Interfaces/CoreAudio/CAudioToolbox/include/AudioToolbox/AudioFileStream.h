// Audio File Stream Services: packets out of bytes that arrive piece by piece.
//
// Threads: one thread at a time is inside an AudioFileStreamID; others wait until it has left. The listeners may ask for
// properties, seek and close; AudioFileStreamParseBytes answers them kAudioFileStreamError_IllegalOperation. Closing does not
// wait for a thread that is inside: the stream tells nothing more, and lives until that one has left.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_AUDIOFILESTREAM_H
#define CA_AUDIOTOOLBOX_AUDIOFILESTREAM_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <AudioToolbox/AudioFile.h>

CA_HEADER_BEGIN

typedef UInt32 AudioFileStreamPropertyID;
typedef struct OpaqueAudioFileStreamID *AudioFileStreamID;

typedef CF_OPTIONS(UInt32, AudioFileStreamPropertyFlags) {
    kAudioFileStreamPropertyFlag_PropertyIsCached = 1,
    kAudioFileStreamPropertyFlag_CacheProperty = 2
};

typedef CF_OPTIONS(UInt32, AudioFileStreamParseFlags) {
    kAudioFileStreamParseFlag_Discontinuity = 1
};

typedef CF_OPTIONS(UInt32, AudioFileStreamSeekFlags) {
    kAudioFileStreamSeekFlag_OffsetIsEstimated = 1
};

CF_ENUM(OSStatus) {
    kAudioFileStreamError_UnsupportedFileType = 0x7479703f /* 'typ?' */,
    kAudioFileStreamError_UnsupportedDataFormat = 0x666d743f /* 'fmt?' */,
    kAudioFileStreamError_UnsupportedProperty = 0x7074793f /* 'pty?' */,
    kAudioFileStreamError_BadPropertySize = 0x2173697a /* '!siz' */,
    kAudioFileStreamError_NotOptimized = 0x6f70746d /* 'optm' */,
    kAudioFileStreamError_InvalidPacketOffset = 0x70636b3f /* 'pck?' */,
    kAudioFileStreamError_InvalidFile = 0x6474613f /* 'dta?' */,
    kAudioFileStreamError_ValueUnknown = 0x756e6b3f /* 'unk?' */,
    kAudioFileStreamError_DataUnavailable = 0x6d6f7265 /* 'more' */,
    kAudioFileStreamError_IllegalOperation = 0x6e6f7065 /* 'nope' */,
    kAudioFileStreamError_UnspecifiedError = 0x7768743f /* 'wht?' */,
    kAudioFileStreamError_DiscontinuityCantRecover = 0x64736321 /* 'dsc!' */
};

CF_ENUM(AudioFileStreamPropertyID) {
    kAudioFileStreamProperty_ReadyToProducePackets = 0x72656479 /* 'redy' */,
    kAudioFileStreamProperty_FileFormat = 0x66666d74 /* 'ffmt' */,
    kAudioFileStreamProperty_DataFormat = 0x64666d74 /* 'dfmt' */,
    kAudioFileStreamProperty_FormatList = 0x666c7374 /* 'flst' */,
    kAudioFileStreamProperty_MagicCookieData = 0x6d676963 /* 'mgic' */,
    kAudioFileStreamProperty_AudioDataByteCount = 0x62636e74 /* 'bcnt' */,
    kAudioFileStreamProperty_AudioDataPacketCount = 0x70636e74 /* 'pcnt' */,
    kAudioFileStreamProperty_MaximumPacketSize = 0x70737a65 /* 'psze' */,
    kAudioFileStreamProperty_DataOffset = 0x646f6666 /* 'doff' */,
    kAudioFileStreamProperty_ChannelLayout = 0x636d6170 /* 'cmap' */,
    kAudioFileStreamProperty_PacketToFrame = 0x706b6672 /* 'pkfr' */,
    kAudioFileStreamProperty_FrameToPacket = 0x6672706b /* 'frpk' */,
    kAudioFileStreamProperty_RestrictsRandomAccess = 0x72726170 /* 'rrap' */,
    kAudioFileStreamProperty_PacketToRollDistance = 0x706b726c /* 'pkrl' */,
    kAudioFileStreamProperty_PreviousIndependentPacket = 0x70696e64 /* 'pind' */,
    kAudioFileStreamProperty_NextIndependentPacket = 0x6e696e64 /* 'nind' */,
    kAudioFileStreamProperty_PacketToDependencyInfo = 0x706b6470 /* 'pkdp' */,
    kAudioFileStreamProperty_PacketToByte = 0x706b6279 /* 'pkby' */,
    kAudioFileStreamProperty_ByteToPacket = 0x6279706b /* 'bypk' */,
    kAudioFileStreamProperty_PacketTableInfo = 0x706e666f /* 'pnfo' */,
    kAudioFileStreamProperty_PacketSizeUpperBound = 0x706b7562 /* 'pkub' */,
    kAudioFileStreamProperty_AverageBytesPerPacket = 0x61627070 /* 'abpp' */,
    kAudioFileStreamProperty_BitRate = 0x62726174 /* 'brat' */,
    kAudioFileStreamProperty_InfoDictionary = 0x696e666f /* 'info' */
};

typedef void (*AudioFileStream_PropertyListenerProc)(void *inClientData, AudioFileStreamID inAudioFileStream, AudioFileStreamPropertyID inPropertyID, AudioFileStreamPropertyFlags *ioFlags);
typedef void (*AudioFileStream_PacketsProc)(void *inClientData, UInt32 inNumberBytes, UInt32 inNumberPackets, const void *inInputData, AudioStreamPacketDescription * _Nullable inPacketDescriptions);

/// Makes a parser. It calls back for each property it finds and for packets.
CF_EXPORT OSStatus AudioFileStreamOpen(void * _Nullable inClientData,
    AudioFileStream_PropertyListenerProc inPropertyListenerProc, AudioFileStream_PacketsProc inPacketsProc,
    AudioFileTypeID inFileTypeHint, AudioFileStreamID _Nullable * _Nonnull outAudioFileStream);

/// Gives the parser the next bytes. Callbacks come before this returns.
CF_EXPORT OSStatus AudioFileStreamParseBytes(AudioFileStreamID inAudioFileStream, UInt32 inDataByteSize,
    const void * _Nullable inData, AudioFileStreamParseFlags inFlags);

/// Where in the file the bytes of a packet start; the next bytes are taken to be from there.
CF_EXPORT OSStatus AudioFileStreamSeek(AudioFileStreamID inAudioFileStream, SInt64 inPacketOffset,
    SInt64 *outDataByteOffset, AudioFileStreamSeekFlags *ioFlags);

CF_EXPORT OSStatus AudioFileStreamGetPropertyInfo(AudioFileStreamID inAudioFileStream,
    AudioFileStreamPropertyID inPropertyID, UInt32 * _Nullable outPropertyDataSize,
    Boolean * _Nullable outWritable);

CF_EXPORT OSStatus AudioFileStreamGetProperty(AudioFileStreamID inAudioFileStream,
    AudioFileStreamPropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData);

CF_EXPORT OSStatus AudioFileStreamSetProperty(AudioFileStreamID inAudioFileStream,
    AudioFileStreamPropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData);

CF_EXPORT OSStatus AudioFileStreamClose(AudioFileStreamID inAudioFileStream);

CA_HEADER_END

#endif
