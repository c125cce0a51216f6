// Every function of Audio Format, File, File Stream, Converter and Extended Audio File Services with null pointers, zero
// sizes and handles that are none. Compiles as C99, C17 and C++17; Scripts/prove c-api builds and runs it.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/// The call is refused with a parameter error.
#define REFUSED(call) CHECK((call) == kAudio_ParamError)

static const char *music;
static UInt32 size, number;
static Boolean flag;
static SInt64 position;
static UInt8 bytes[4096];

static CFURLRef urlOf(const char *path) {
    return CFURLCreateFromFileSystemRepresentation(
        kCFAllocatorDefault, (const UInt8 *)path, (CFIndex)strlen(path), false);
}

static AudioStreamBasicDescription pcm(void) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 4;
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 2;
    format.mBitsPerChannel = 16;
    return format;
}

static AudioBufferList listOf(void *data, UInt32 byteCount) {
    AudioBufferList list;
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = 2;
    list.mBuffers[0].mDataByteSize = byteCount;
    list.mBuffers[0].mData = data;
    return list;
}

static void formats(void) {
    REFUSED(AudioFormatGetPropertyInfo(kAudioFormatProperty_DecodeFormatIDs, 0, NULL, NULL));
    REFUSED(AudioFormatGetProperty(kAudioFormatProperty_DecodeFormatIDs, 0, NULL, NULL, NULL));
    size = 0;
    CHECK(AudioFormatGetProperty(kAudioFormatProperty_DecodeFormatIDs, 0, NULL, &size, NULL) == noErr);
    CHECK(size > 0);
    // A list is cut to the room that there is.
    size = 0;
    CHECK(AudioFormatGetProperty(kAudioFormatProperty_DecodeFormatIDs, 0, NULL, &size, bytes) == noErr);
    CHECK(size == 0);
    CHECK(AudioFormatGetPropertyInfo(kAudioFormatProperty_FormatName, 40, NULL, &size)
          == kAudioFormatBadSpecifierSizeError);
    const AudioChannelLayout *none[2] = {NULL, NULL};
    REFUSED(AudioFormatGetPropertyInfo(kAudioFormatProperty_AreChannelLayoutsEquivalent, sizeof none, none, &size));
    AudioPanningInfo panning;
    memset(&panning, 0, sizeof panning);
    panning.mPanningMode = kPanningMode_SoundField;
    panning.mCoordinateFlags = kAudioChannelFlags_SphericalCoordinates;
    REFUSED(AudioFormatGetPropertyInfo(kAudioFormatProperty_PanningMatrix, sizeof panning, &panning, &size));
    AudioBalanceFade fade;
    memset(&fade, 0, sizeof fade);
    REFUSED(AudioFormatGetPropertyInfo(kAudioFormatProperty_BalanceFade, sizeof fade, &fade, &size));
}

static OSStatus noInput(
    AudioConverterRef converter, UInt32 *count, AudioBufferList *list, AudioStreamPacketDescription **descriptions,
    void *userData) {
    (void)converter, (void)list, (void)descriptions, (void)userData;
    *count = 0;
    return noErr;
}

/// Says that packets come and gives no memory.
static OSStatus badInput(
    AudioConverterRef converter, UInt32 *count, AudioBufferList *list, AudioStreamPacketDescription **descriptions,
    void *userData) {
    (void)converter, (void)descriptions, (void)userData;
    list->mBuffers[0].mData = NULL;
    *count = 1;
    return noErr;
}

static OSStatus noSimpleInput(AudioConverterRef converter, UInt32 *byteCount, void **data, void *userData) {
    (void)converter, (void)data, (void)userData;
    *byteCount = 0;
    return noErr;
}

static void converters(void) {
    AudioStreamBasicDescription input = pcm(), output = pcm();
    AudioConverterRef converter = NULL;
    AudioBufferList list = listOf(bytes, sizeof bytes);
    REFUSED(AudioConverterNew(NULL, &output, &converter));
    REFUSED(AudioConverterNew(&input, NULL, &converter));
    REFUSED(AudioConverterNew(&input, &output, NULL));
    REFUSED(AudioConverterNewWithOptions(NULL, NULL, (AudioConverterOptions)0, &converter));
    REFUSED(AudioConverterNewSpecific(&input, &output, 1, NULL, &converter));
    REFUSED(AudioConverterNewSpecific(&input, &output, 0, NULL, NULL));
    CHECK(AudioConverterNewSpecific(&input, &output, 0, NULL, &converter) == noErr);
    REFUSED(AudioConverterDispose(NULL));
    REFUSED(AudioConverterReset(NULL));
    REFUSED(AudioConverterGetPropertyInfo(NULL, kAudioConverterPrimeInfo, &size, &flag));
    CHECK(AudioConverterGetPropertyInfo(converter, kAudioConverterPrimeInfo, NULL, NULL) == noErr);
    REFUSED(AudioConverterGetProperty(converter, kAudioConverterPrimeMethod, NULL, &number));
    size = sizeof number;
    REFUSED(AudioConverterGetProperty(converter, kAudioConverterPrimeMethod, &size, NULL));
    size = 0;
    CHECK(AudioConverterGetProperty(converter, kAudioConverterPrimeMethod, &size, &number)
          == kAudioConverterErr_BadPropertySizeError);
    CHECK(size == sizeof number);
    REFUSED(AudioConverterSetProperty(converter, kAudioConverterPrimeMethod, sizeof number, NULL));
    CHECK(AudioConverterSetProperty(converter, kAudioConverterPrimeMethod, 0, NULL)
          == kAudioConverterErr_BadPropertySizeError);
    size = sizeof bytes;
    REFUSED(AudioConverterConvertBuffer(NULL, 0, bytes, &size, bytes));
    REFUSED(AudioConverterConvertBuffer(converter, 4, NULL, &size, bytes));
    REFUSED(AudioConverterConvertBuffer(converter, 4, bytes, NULL, bytes));
    REFUSED(AudioConverterConvertBuffer(converter, 4, bytes, &size, NULL));
    CHECK(AudioConverterConvertBuffer(converter, 0, NULL, &size, bytes) == noErr);
    CHECK(size == 0);
    REFUSED(AudioConverterConvertComplexBuffer(converter, 1, NULL, &list));
    REFUSED(AudioConverterConvertComplexBuffer(converter, 1, &list, NULL));
    CHECK(AudioConverterConvertComplexBuffer(converter, 0, &list, &list) == noErr);
    list = listOf(bytes, sizeof bytes);
    UInt32 packets = 4;
    REFUSED(AudioConverterFillComplexBuffer(NULL, noInput, NULL, &packets, &list, NULL));
    REFUSED(AudioConverterFillComplexBuffer(converter, NULL, NULL, &packets, &list, NULL));
    packets = 4;
    REFUSED(AudioConverterFillComplexBuffer(converter, noInput, NULL, NULL, &list, NULL));
    REFUSED(AudioConverterFillComplexBuffer(converter, noInput, NULL, &packets, NULL, NULL));
    packets = 4;
    AudioBufferList empty = listOf(NULL, 64);
    REFUSED(AudioConverterFillComplexBuffer(converter, noInput, NULL, &packets, &empty, NULL));
    packets = 4;
    CHECK(AudioConverterFillComplexBuffer(converter, badInput, NULL, &packets, &list, NULL)
          == kAudioConverterErr_InvalidInputSize);
    packets = 0;
    CHECK(AudioConverterFillComplexBuffer(converter, noInput, NULL, &packets, &list, NULL) == noErr);
    REFUSED(AudioConverterFillComplexBufferRealtimeSafe(NULL, noInput, NULL, &packets, &list, NULL));
    REFUSED(AudioConverterFillComplexBufferWithPacketDependencies(NULL, noInput, NULL, &packets, &list, NULL, NULL));
    size = 16;
    REFUSED(AudioConverterFillBuffer(NULL, noSimpleInput, NULL, &size, bytes));
    REFUSED(AudioConverterFillBuffer(converter, noSimpleInput, NULL, NULL, bytes));
    REFUSED(AudioConverterFillBuffer(converter, noSimpleInput, NULL, &size, NULL));
    CHECK(AudioConverterReset(converter) == noErr);
#if defined(CA_HAVE_BLOCKS)
    AudioConverterPrepare(0, NULL, NULL);
#endif
    CHECK(AudioConverterDispose(converter) == noErr);
    REFUSED(AudioConverterDispose(converter));
}

static OSStatus readNothing(void *data, SInt64 offset, UInt32 wanted, void *buffer, UInt32 *count) {
    (void)data, (void)offset, (void)wanted, (void)buffer;
    *count = 0;
    return noErr;
}
static OSStatus writeNothing(void *data, SInt64 offset, UInt32 wanted, const void *buffer, UInt32 *count) {
    (void)data, (void)offset, (void)buffer;
    *count = wanted;
    return noErr;
}
static SInt64 noSize(void *data) { (void)data; return 0; }
static OSStatus setNoSize(void *data, SInt64 newSize) { (void)data, (void)newSize; return noErr; }

static void openingFiles(void) {
    AudioStreamBasicDescription format = pcm();
    AudioFileID file = NULL;
    CFURLRef url = urlOf(music);
    REFUSED(AudioFileOpenURL(NULL, kAudioFileReadPermission, 0, &file));
    REFUSED(AudioFileOpenURL(url, kAudioFileReadPermission, 0, NULL));
    CHECK(AudioFileOpenURL(url, (AudioFilePermissions)0, 0, &file) == kAudioFilePermissionsError);
    REFUSED(AudioFileCreateWithURL(NULL, kAudioFileWAVEType, &format, (AudioFileFlags)0, &file));
    REFUSED(AudioFileCreateWithURL(url, kAudioFileWAVEType, NULL, (AudioFileFlags)0, &file));
    REFUSED(AudioFileCreateWithURL(url, kAudioFileWAVEType, &format, (AudioFileFlags)0, NULL));
    REFUSED(AudioFileOpenWithCallbacks(bytes, NULL, NULL, noSize, NULL, 0, &file));
    REFUSED(AudioFileOpenWithCallbacks(bytes, readNothing, NULL, NULL, NULL, 0, &file));
    REFUSED(AudioFileOpenWithCallbacks(bytes, readNothing, NULL, noSize, NULL, 0, NULL));
    CHECK(AudioFileOpenWithCallbacks(bytes, readNothing, NULL, noSize, NULL, 0, &file)
          == kAudioFileUnsupportedFileTypeError);
    REFUSED(AudioFileInitializeWithCallbacks(
        bytes, readNothing, NULL, noSize, setNoSize, kAudioFileWAVEType, &format, (AudioFileFlags)0, &file));
    REFUSED(AudioFileInitializeWithCallbacks(
        bytes, readNothing, writeNothing, noSize, setNoSize, kAudioFileWAVEType, NULL, (AudioFileFlags)0, &file));
    CHECK(AudioFileCreate(NULL, NULL, 0, NULL, (AudioFileFlags)0, NULL, NULL) == kAudio_UnimplementedError);
    CHECK(AudioFileInitialize(NULL, 0, NULL, (AudioFileFlags)0, NULL) == kAudio_UnimplementedError);
    CHECK(AudioFileOpen(NULL, kAudioFileReadPermission, 0, NULL) == kAudio_UnimplementedError);
    CHECK(file == NULL);
    CFRelease(url);
}

static void files(void) {
    AudioFileID file = NULL;
    CFURLRef url = urlOf(music);
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr);
    CFRelease(url);
    CHECK(AudioFileClose(NULL) == kAudioFileNotOpenError);
    CHECK(AudioFileOptimize(NULL) == kAudioFileNotOpenError);
    CHECK(AudioFileOptimize(file) == kAudioFilePermissionsError);
    REFUSED(AudioFileReadBytes(file, false, 0, NULL, bytes));
    size = 16;
    REFUSED(AudioFileReadBytes(file, false, 0, &size, NULL));
    size = 0;
    CHECK(AudioFileReadBytes(file, false, 0, &size, NULL) == noErr);
    number = 1;
    REFUSED(AudioFileReadPacketData(file, false, NULL, NULL, 0, &number, bytes));
    size = sizeof bytes;
    REFUSED(AudioFileReadPacketData(file, false, &size, NULL, 0, NULL, bytes));
    REFUSED(AudioFileReadPacketData(file, false, &size, NULL, 0, &number, NULL));
    size = sizeof bytes;
    number = 0;
    CHECK(AudioFileReadPacketData(file, false, &size, NULL, 0, &number, bytes) == noErr);
    REFUSED(AudioFileReadPackets(file, false, NULL, NULL, 0, &number, bytes));
    REFUSED(AudioFileReadPackets(file, false, &size, NULL, 0, NULL, bytes));
    REFUSED(AudioFileWriteBytes(file, false, 0, NULL, bytes));
    REFUSED(AudioFileWritePackets(file, false, 0, NULL, 0, NULL, bytes));
    REFUSED(AudioFileWritePacketsWithDependencies(file, false, 0, NULL, NULL, 0, NULL, bytes));
    REFUSED(AudioFileCountUserData(file, 0, NULL));
    REFUSED(AudioFileGetUserDataSize(file, 0, 0, NULL));
    REFUSED(AudioFileGetUserDataSize64(file, 0, 0, NULL));
    REFUSED(AudioFileGetUserData(file, 0, 0, NULL, bytes));
    REFUSED(AudioFileGetUserData(file, 0, 0, &size, NULL));
    REFUSED(AudioFileGetUserDataAtOffset(file, 0, 0, 0, NULL, bytes));
    CHECK(AudioFileSetUserData(file, 0, 0, 1, NULL) == kAudioFilePermissionsError);
    CHECK(AudioFileRemoveUserData(file, 0, 0) == kAudioFilePermissionsError);
    CHECK(AudioFileGetPropertyInfo(file, kAudioFilePropertyFileFormat, NULL, NULL) == noErr);
    REFUSED(AudioFileGetProperty(file, kAudioFilePropertyFileFormat, NULL, &number));
    size = sizeof number;
    REFUSED(AudioFileGetProperty(file, kAudioFilePropertyFileFormat, &size, NULL));
    size = 0;
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyFileFormat, &size, &number) == kAudioFileBadPropertySizeError);
    REFUSED(AudioFileSetProperty(file, kAudioFilePropertyUseAudioTrack, sizeof number, NULL));
    CHECK(AudioFileSetProperty(file, kAudioFilePropertyUseAudioTrack, 0, NULL) == kAudioFileBadPropertySizeError);
    REFUSED(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_ReadableTypes, 0, NULL, NULL));
    REFUSED(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, NULL, NULL, bytes));
    REFUSED(AudioFileGetGlobalInfo(kAudioFileGlobalInfo_ReadableTypes, 0, NULL, &size, NULL));
    CHECK(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_FileTypeName, 0, NULL, &size)
          == kAudioFileBadPropertySizeError);
    CFStringRef none = NULL;
    REFUSED(AudioFileGetGlobalInfoSize(kAudioFileGlobalInfo_TypesForExtension, sizeof none, &none, &size));
    CHECK(AudioFileClose(file) == noErr);
    CHECK(AudioFileClose(file) == kAudioFileNotOpenError);
}

static void listener(
    void *data, AudioFileStreamID stream, AudioFileStreamPropertyID property, AudioFileStreamPropertyFlags *ioFlags) {
    (void)data, (void)stream, (void)property, (void)ioFlags;
}
static void packetsProc(
    void *data, UInt32 byteCount, UInt32 count, const void *input, AudioStreamPacketDescription *descriptions) {
    (void)data, (void)byteCount, (void)count, (void)input, (void)descriptions;
}

static void streams(void) {
    AudioFileStreamID stream = NULL;
    AudioFileStreamSeekFlags seekFlags = (AudioFileStreamSeekFlags)0;
    REFUSED(AudioFileStreamOpen(NULL, NULL, packetsProc, 0, &stream));
    REFUSED(AudioFileStreamOpen(NULL, listener, NULL, 0, &stream));
    REFUSED(AudioFileStreamOpen(NULL, listener, packetsProc, 0, NULL));
    CHECK(AudioFileStreamOpen(NULL, listener, packetsProc, 0, &stream) == noErr);
    CHECK(AudioFileStreamParseBytes(stream, 0, NULL, (AudioFileStreamParseFlags)0) == noErr);
    REFUSED(AudioFileStreamParseBytes(stream, 1, NULL, (AudioFileStreamParseFlags)0));
    REFUSED(AudioFileStreamParseBytes(NULL, 0, NULL, (AudioFileStreamParseFlags)0));
    REFUSED(AudioFileStreamSeek(stream, 0, NULL, &seekFlags));
    CHECK(AudioFileStreamSeek(stream, 0, &position, &seekFlags) == kAudioFileStreamError_DataUnavailable);
    CHECK(AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_ReadyToProducePackets, NULL, NULL) == noErr);
    CHECK(AudioFileStreamGetPropertyInfo(stream, kAudioFileStreamProperty_DataFormat, &size, &flag)
          == kAudioFileStreamError_DataUnavailable);
    CHECK(AudioFileStreamGetPropertyInfo(stream, 0x3f3f3f3f, &size, &flag)
          == kAudioFileStreamError_UnsupportedProperty);
    REFUSED(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_FileFormat, NULL, &number));
    size = sizeof number;
    REFUSED(AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_FileFormat, &size, NULL));
    CHECK(AudioFileStreamSetProperty(stream, kAudioFileStreamProperty_FileFormat, 0, NULL)
          == kAudioFileStreamError_UnsupportedProperty);
    CHECK(AudioFileStreamClose(stream) == noErr);
    REFUSED(AudioFileStreamClose(stream));
    REFUSED(AudioFileStreamClose(NULL));
}

static void extendedFiles(void) {
    AudioStreamBasicDescription format = pcm();
    AudioBufferList list = listOf(bytes, sizeof bytes);
    ExtAudioFileRef file = NULL;
    CFURLRef url = urlOf(music);
    REFUSED(ExtAudioFileOpenURL(NULL, &file));
    REFUSED(ExtAudioFileOpenURL(url, NULL));
    REFUSED(ExtAudioFileCreateWithURL(NULL, kAudioFileWAVEType, &format, NULL, 0, &file));
    REFUSED(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, NULL, NULL, 0, &file));
    REFUSED(ExtAudioFileCreateWithURL(url, kAudioFileWAVEType, &format, NULL, 0, NULL));
    CHECK(ExtAudioFileWrapAudioFileID(NULL, false, &file) == kAudioFileNotOpenError);
    CHECK(ExtAudioFileOpen(NULL, NULL) == kAudio_UnimplementedError);
    CHECK(ExtAudioFileCreateNew(NULL, NULL, 0, NULL, NULL, NULL) == kAudio_UnimplementedError);
    CHECK(ExtAudioFileOpenURL(url, &file) == noErr);
    CFRelease(url);
    REFUSED(ExtAudioFileDispose(NULL));
    REFUSED(ExtAudioFileRead(file, NULL, &list));
    number = 4;
    REFUSED(ExtAudioFileRead(file, &number, NULL));
    number = 4;
    CHECK(ExtAudioFileRead(file, &number, &list) == kExtAudioFileError_NonPCMClientFormat);
    REFUSED(ExtAudioFileWrite(file, 0, NULL));
    CHECK(ExtAudioFileWrite(file, 0, &list) == kExtAudioFileError_InvalidOperationOrder);
    CHECK(ExtAudioFileWriteAsync(file, 0, NULL) == noErr);
    REFUSED(ExtAudioFileSeek(NULL, 0));
    CHECK(ExtAudioFileSeek(file, -1) == kExtAudioFileError_InvalidSeek);
    REFUSED(ExtAudioFileTell(file, NULL));
    CHECK(ExtAudioFileGetPropertyInfo(file, kExtAudioFileProperty_FileDataFormat, NULL, NULL) == noErr);
    REFUSED(ExtAudioFileGetProperty(file, kExtAudioFileProperty_IOBufferSizeBytes, NULL, &number));
    size = sizeof number;
    REFUSED(ExtAudioFileGetProperty(file, kExtAudioFileProperty_IOBufferSizeBytes, &size, NULL));
    size = 0;
    CHECK(ExtAudioFileGetProperty(file, kExtAudioFileProperty_IOBufferSizeBytes, &size, &number)
          == kExtAudioFileError_InvalidPropertySize);
    REFUSED(ExtAudioFileSetProperty(file, kExtAudioFileProperty_IOBufferSizeBytes, sizeof number, NULL));
    CHECK(ExtAudioFileSetProperty(file, kExtAudioFileProperty_IOBufferSizeBytes, 0, NULL)
          == kExtAudioFileError_InvalidPropertySize);
    CHECK(ExtAudioFileSetProperty(file, kExtAudioFileProperty_FileLengthFrames, 0, NULL)
          == kExtAudioFileError_InvalidProperty);
    CHECK(ExtAudioFileDispose(file) == noErr);
    REFUSED(ExtAudioFileDispose(file));
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    music = argv[1];
    formats();
    converters();
    openingFiles();
    files();
    streams();
    extendedFiles();
    puts("every function takes null pointers");
    return 0;
}
