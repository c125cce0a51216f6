// Sample buffers from C: packets of a file are put into buffers of several, split into single ones and decoded, each result
// a buffer again, as players do. Compiles as C99, C17 and C++17 with GCC and Clang: Scripts/prove c-api runs it.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreMedia/CoreMedia.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define PACKETS_PER_BUFFER 4

/// What is left of one packet for the converter.
typedef struct {
    void *data;
    UInt32 size;
    UInt32 channels;
    AudioStreamPacketDescription packet;
} Input;

static OSStatus supply(
    AudioConverterRef converter, UInt32 *packetCount, AudioBufferList *list, AudioStreamPacketDescription **packets,
    void *context) {
    Input *input = (Input *)context;
    (void)converter;
    if (input->size == 0) {
        *packetCount = 0;
        return -1;
    }
    *packetCount = 1;
    input->packet.mStartOffset = 0;
    input->packet.mDataByteSize = input->size;
    input->packet.mVariableFramesInPacket = 0;
    if (packets) *packets = &input->packet;
    list->mBuffers[0].mData = input->data;
    list->mBuffers[0].mDataByteSize = input->size;
    list->mBuffers[0].mNumberChannels = input->channels;
    input->size = 0;
    return noErr;
}

/// Decodes the one packet of a buffer into a buffer of PCM.
static CMSampleBufferRef decode(
    AudioConverterRef converter, CMSampleBufferRef coded, CMFormatDescriptionRef pcmFormat) {
    const AudioStreamBasicDescription *format =
        CMAudioFormatDescriptionGetStreamBasicDescription(CMSampleBufferGetFormatDescription(coded));
    CHECK(format != NULL);
    size_t length = 0;
    char *bytes = NULL;
    CHECK(CMBlockBufferGetDataPointer(CMSampleBufferGetDataBuffer(coded), 0, NULL, &length, &bytes) == noErr);
    Input input;
    memset(&input, 0, sizeof input);
    input.data = bytes;
    input.size = (UInt32)length;
    input.channels = format->mChannelsPerFrame;
    UInt32 frames = format->mFramesPerPacket;
    size_t size = frames * 2 * format->mChannelsPerFrame;
    void *memory = malloc(size);
    AudioBufferList list;
    list.mNumberBuffers = 1;
    list.mBuffers[0].mNumberChannels = format->mChannelsPerFrame;
    list.mBuffers[0].mDataByteSize = (UInt32)size;
    list.mBuffers[0].mData = memory;
    OSStatus status = AudioConverterFillComplexBuffer(converter, supply, &input, &frames, &list, NULL);
    CHECK(status == noErr || status == -1);
    CMBlockBufferRef block = NULL;
    size_t filled = list.mBuffers[0].mDataByteSize;
    CHECK(
        CMBlockBufferCreateWithMemoryBlock(
            kCFAllocatorDefault, memory, size, kCFAllocatorDefault, NULL, 0, filled, 0, &block)
        == noErr);
    CMSampleTimingInfo timing = {
        CMTimeMake(1, (int32_t)format->mSampleRate), CMSampleBufferGetPresentationTimeStamp(coded), kCMTimeInvalid};
    CMSampleBufferRef result = NULL;
    CHECK(
        CMSampleBufferCreateReady(
            kCFAllocatorDefault, block, pcmFormat, (CMItemCount)frames, 1, &timing, 0, NULL, &result)
        == noErr);
    CFRelease(block);
    return result;
}

/// Splits a buffer into buffers of one packet, as seed 002 does, and decodes them; returns the frames.
static long decodeEach(
    AudioConverterRef converter, CMSampleBufferRef buffer, CMFormatDescriptionRef pcmFormat, CMTime *end) {
    size_t total = 0;
    char *bytes = NULL;
    CHECK(CMBlockBufferGetDataPointer(CMSampleBufferGetDataBuffer(buffer), 0, NULL, &total, &bytes) == noErr);
    long frames = 0;
    for (CMItemIndex index = 0; index < CMSampleBufferGetNumSamples(buffer); index++) {
        size_t size = CMSampleBufferGetSampleSize(buffer, index);
        CMSampleTimingInfo timing;
        CHECK(CMSampleBufferGetSampleTimingInfo(buffer, index, &timing) == noErr);
        char *copy = (char *)malloc(size);
        memcpy(copy, bytes, size);
        CMBlockBufferRef block = NULL;
        CHECK(
            CMBlockBufferCreateWithMemoryBlock(kCFAllocatorDefault, copy, size, NULL, NULL, 0, size, 0, &block)
            == noErr);
        const size_t sizes[] = {size};
        CMSampleBufferRef one = NULL;
        CHECK(
            CMSampleBufferCreateReady(
                kCFAllocatorDefault, block, CMSampleBufferGetFormatDescription(buffer), 1, 1, &timing, 1, sizes, &one)
            == noErr);
        CFRelease(block);
        CMSampleBufferRef pcm = decode(converter, one, pcmFormat);
        CHECK(CMTimeCompare(CMSampleBufferGetPresentationTimeStamp(pcm), timing.presentationTimeStamp) == 0);
        frames += (long)CMSampleBufferGetNumSamples(pcm);
        *end = CMTimeAdd(timing.presentationTimeStamp, timing.duration);
        CFRelease(pcm);
        CFRelease(one);
        bytes += size;
    }
    return frames;
}

static CMFormatDescriptionRef describe(AudioFileID file, AudioStreamBasicDescription *format) {
    UInt32 size = sizeof *format;
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, format) == noErr);
    CHECK(AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, NULL) == noErr);
    void *cookie = malloc(size);
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, cookie) == noErr);
    CMAudioFormatDescriptionRef description = NULL;
    CHECK(
        CMAudioFormatDescriptionCreate(kCFAllocatorDefault, format, 0, NULL, size, cookie, NULL, &description)
        == noErr);
    free(cookie);
    size_t told = 0;
    CHECK(CMAudioFormatDescriptionGetMagicCookie(description, &told) != NULL && told == size);
    CHECK(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Audio);
    CHECK(CFGetTypeID(description) == CMFormatDescriptionGetTypeID());
    return description;
}

/// Reads packets into a buffer; NULL at the end.
static CMSampleBufferRef readBuffer(
    AudioFileID file, CMFormatDescriptionRef description, SInt64 first, UInt32 framesPerPacket, double rate) {
    UInt32 count = PACKETS_PER_BUFFER;
    UInt32 size = PACKETS_PER_BUFFER * 8192;
    AudioStreamPacketDescription packets[PACKETS_PER_BUFFER];
    void *memory = malloc(size);
    OSStatus status = AudioFileReadPacketData(file, false, &size, packets, first, &count, memory);
    CHECK(status == noErr || status == kAudioFileEndOfFileError);
    if (count == 0) {
        free(memory);
        return NULL;
    }
    CMBlockBufferRef block = NULL;
    CHECK(
        CMBlockBufferCreateWithMemoryBlock(kCFAllocatorDefault, memory, size, NULL, NULL, 0, size, 0, &block) == noErr);
    CMSampleBufferRef buffer = NULL;
    CHECK(
        CMAudioSampleBufferCreateReadyWithPacketDescriptions(
            kCFAllocatorDefault, block, description, (CMItemCount)count,
            CMTimeMake(first * framesPerPacket, (int32_t)rate), packets, &buffer)
        == noErr);
    CFRelease(block);
    CHECK(CMSampleBufferGetTotalSampleSize(buffer) == size);
    return buffer;
}

static void wholeFile(const char *path) {
    CFURLRef url =
        CFURLCreateFromFileSystemRepresentation(kCFAllocatorDefault, (const UInt8 *)path, (CFIndex)strlen(path), false);
    AudioFileID file = NULL;
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr);
    CFRelease(url);
    AudioStreamBasicDescription format;
    CMFormatDescriptionRef description = describe(file, &format);
    AudioStreamBasicDescription pcm;
    memset(&pcm, 0, sizeof pcm);
    pcm.mSampleRate = format.mSampleRate;
    pcm.mFormatID = kAudioFormatLinearPCM;
    pcm.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    pcm.mChannelsPerFrame = format.mChannelsPerFrame;
    pcm.mFramesPerPacket = 1;
    pcm.mBitsPerChannel = 16;
    pcm.mBytesPerPacket = pcm.mBytesPerFrame = 2 * format.mChannelsPerFrame;
    CMFormatDescriptionRef pcmFormat = NULL;
    CHECK(CMAudioFormatDescriptionCreate(kCFAllocatorDefault, &pcm, 0, NULL, 0, NULL, NULL, &pcmFormat) == noErr);
    AudioConverterRef converter = NULL;
    CHECK(AudioConverterNew(&format, &pcm, &converter) == noErr);
    size_t size = 0;
    const void *cookie = CMAudioFormatDescriptionGetMagicCookie(description, &size);
    CHECK(
        AudioConverterSetProperty(converter, kAudioConverterDecompressionMagicCookie, (UInt32)size, cookie) == noErr);
    SInt64 packet = 0;
    long frames = 0;
    CMTime end = kCMTimeZero;
    for (;;) {
        CMSampleBufferRef buffer = readBuffer(file, description, packet, format.mFramesPerPacket, format.mSampleRate);
        if (!buffer) break;
        packet += CMSampleBufferGetNumSamples(buffer);
        frames += decodeEach(converter, buffer, pcmFormat, &end);
        CFRelease(buffer);
    }
    CHECK(packet == 368);
    CHECK(frames == packet * (long)format.mFramesPerPacket);
    CHECK(CMTimeCompare(end, CMTimeMake(frames, (int32_t)format.mSampleRate)) == 0);
    CHECK(AudioConverterDispose(converter) == noErr);
    CHECK(AudioFileClose(file) == noErr);
    CFRelease(pcmFormat);
    CFRelease(description);
}

static OSStatus load(CMSampleBufferRef buffer, void *context) {
    (void)buffer;
    *(int *)context += 1;
    return noErr;
}

/// Attachments, readiness, buffer lists.
static void oneBuffer(void) {
    static const short samples[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    AudioStreamBasicDescription pcm;
    memset(&pcm, 0, sizeof pcm);
    pcm.mSampleRate = 48000;
    pcm.mFormatID = kAudioFormatLinearPCM;
    pcm.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    pcm.mBytesPerPacket = pcm.mBytesPerFrame = 4;
    pcm.mFramesPerPacket = 1;
    pcm.mChannelsPerFrame = 2;
    pcm.mBitsPerChannel = 16;
    CMFormatDescriptionRef format = NULL;
    CHECK(CMAudioFormatDescriptionCreate(NULL, &pcm, 0, NULL, 0, NULL, NULL, &format) == noErr);
    CMBlockBufferRef block = NULL;
    CHECK(
        CMBlockBufferCreateWithMemoryBlock(
            NULL, NULL, sizeof samples, NULL, NULL, 0, sizeof samples, kCMBlockBufferAssureMemoryNowFlag, &block)
        == noErr);
    CHECK(CMBlockBufferReplaceDataBytes(samples, block, 0, sizeof samples) == noErr);
    int loads = 0;
    const size_t size = 4;
    CMSampleTimingInfo timing = {CMTimeMake(1, 48000), CMTimeMake(0, 48000), kCMTimeInvalid};
    CMSampleBufferRef buffer = NULL;
    CHECK(
        CMSampleBufferCreate(NULL, block, false, load, &loads, format, 4, 1, &timing, 1, &size, &buffer) == noErr);
    CHECK(!CMSampleBufferDataIsReady(buffer));
    AudioBufferList list;
    CMBlockBufferRef retained = NULL;
    size_t needed = 0;
    CHECK(
        CMSampleBufferGetAudioBufferListWithRetainedBlockBuffer(
            buffer, &needed, &list, sizeof list, NULL, NULL,
            kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment, &retained)
        == noErr);
    CHECK(loads == 1 && CMSampleBufferDataIsReady(buffer));
    CHECK(needed == sizeof list && list.mBuffers[0].mDataByteSize == sizeof samples);
    CHECK(memcmp(list.mBuffers[0].mData, samples, sizeof samples) == 0);
    CFRelease(retained);

    CMSetAttachment(
        buffer, kCMSampleBufferAttachmentKey_TransitionID, kCMSampleAttachmentKey_NotSync,
        kCMAttachmentMode_ShouldPropagate);
    CMSampleBufferRef copy = NULL;
    CHECK(CMSampleBufferCreateCopy(NULL, buffer, &copy) == noErr);
    CMAttachmentMode mode = 9;
    CHECK(
        CMGetAttachment(copy, kCMSampleBufferAttachmentKey_TransitionID, &mode) == kCMSampleAttachmentKey_NotSync
        && mode == kCMAttachmentMode_ShouldPropagate);
    CFRelease(copy);
    CHECK(CMSampleBufferInvalidate(buffer) == noErr);
    CHECK(CMSampleBufferGetNumSamples(buffer) == 0);
    CFRelease(buffer);
    CFRelease(block);
    CFRelease(format);
}

/// Null pointers, objects of other classes and pictures are told.
static void mistakes(void) {
    CMSampleBufferRef buffer = NULL;
    CMFormatDescriptionRef format = NULL;
    CHECK(
        CMSampleBufferCreateReady(NULL, NULL, NULL, 0, 0, NULL, 0, NULL, NULL)
        == kCMSampleBufferError_RequiredParameterMissing);
    CHECK(CMSampleBufferCreateCopy(NULL, NULL, &buffer) == kCMSampleBufferError_RequiredParameterMissing);
    CHECK(CMSampleBufferGetNumSamples(NULL) == 0 && CMSampleBufferGetDataBuffer(NULL) == NULL);
    CHECK(!CMSampleBufferIsValid(NULL) && CMSampleBufferGetFormatDescription(NULL) == NULL);
    CHECK(CMSampleBufferMakeDataReady(NULL) == kCMSampleBufferError_RequiredParameterMissing);
    CHECK(CMSampleBufferCallForEachSample(NULL, NULL, NULL) == kCMSampleBufferError_RequiredParameterMissing);
    CHECK(
        CMSampleBufferCreateReadyWithImageBuffer(NULL, NULL, NULL, NULL, &buffer)
        == kCMSampleBufferError_RequiredParameterMissing);
    // There are no pictures: whatever is given for one is refused unseen.
    CHECK(
        CMSampleBufferCreateForImageBuffer(
            NULL, (CVImageBufferRef)(uintptr_t)16, true, NULL, NULL, NULL, NULL, &buffer)
        == kCMSampleBufferError_InvalidMediaFormat);
    CHECK(CMSampleBufferGetImageBuffer(NULL) == NULL);
    CHECK(
        CMAudioFormatDescriptionCreate(NULL, NULL, 0, NULL, 0, NULL, NULL, &format)
        == kCMFormatDescriptionError_InvalidParameter);
    CHECK(
        CMFormatDescriptionCreate(NULL, kCMMediaType_Text, 1, NULL, NULL)
        == kCMFormatDescriptionError_InvalidParameter);
    CHECK(CMFormatDescriptionGetMediaType(NULL) == 0 && CMFormatDescriptionGetExtensions(NULL) == NULL);
    CHECK(CMAudioFormatDescriptionGetStreamBasicDescription(NULL) == NULL);
    CHECK(CMFormatDescriptionCreate(NULL, kCMMediaType_Text, 1, NULL, &format) == noErr);
    // A description is no sample buffer.
    CHECK(CMSampleBufferGetNumSamples((CMSampleBufferRef)(uintptr_t)format) == 0);
    CHECK(CMVideoFormatDescriptionGetPresentationDimensions(format, true, true).width == 0);
    CHECK(CMVideoFormatDescriptionGetCleanAperture(format, true).size.height == 0);
    CFRelease(format);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    wholeFile(argv[1]);
    oneBuffer();
    mistakes();
    puts("sample buffers work");
    return 0;
}
