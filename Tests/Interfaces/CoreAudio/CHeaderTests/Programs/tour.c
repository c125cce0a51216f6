// A tour of the C API that compiles as C99, C17 and C++17 with GCC and Clang: Scripts/prove c-api builds and runs it.
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static CFURLRef urlOf(const char *path) {
    return CFURLCreateFromFileSystemRepresentation(
        kCFAllocatorDefault, (const UInt8 *)path, (CFIndex)strlen(path), false);
}

/// Opens a file and reads its properties and a packet.
static void readFile(const char *path) {
    CFURLRef url = urlOf(path);
    AudioFileID file = NULL;
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr);
    CFRelease(url);
    AudioStreamBasicDescription format;
    UInt32 size = sizeof format;
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format) == noErr);
    CHECK(format.mFormatID == kAudioFormatMPEG4AAC_ELD);
    UInt64 count = 0;
    size = sizeof count;
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyAudioDataPacketCount, &size, &count) == noErr);
    CHECK(count == 368);
    CFDictionaryRef info = NULL;
    size = sizeof info;
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyInfoDictionary, &size, &info) == noErr);
    CHECK(CFDictionaryGetCount(info) > 0);
    CFStringRef key = CFStringCreateWithCString(
        NULL, kAFInfoDictionary_ApproximateDurationInSeconds, kCFStringEncodingUTF8);
    CFStringRef seconds = (CFStringRef)CFDictionaryGetValue(info, key);
    CHECK(seconds != NULL);
    CHECK(CFStringGetDoubleValue(seconds) > 3.9 && CFStringGetDoubleValue(seconds) < 4.1);
    CFRelease(key);
    CFRelease(info);
    CHECK(AudioFileClose(file) == noErr);
    CHECK(AudioFileClose(file) == kAudioFileNotOpenError);
    CHECK(AudioFileClose(NULL) != noErr);
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyDataFormat, NULL, NULL) != noErr);
}

/// Decodes a file.
static void decode(const char *path) {
    CFURLRef url = urlOf(path);
    ExtAudioFileRef file = NULL;
    CHECK(ExtAudioFileOpenURL(url, &file) == noErr);
    CFRelease(url);
    AudioStreamBasicDescription client;
    memset(&client, 0, sizeof client);
    client.mSampleRate = 44100;
    client.mFormatID = kAudioFormatLinearPCM;
    client.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked;
    client.mBytesPerPacket = client.mBytesPerFrame = 8;
    client.mFramesPerPacket = 1;
    client.mChannelsPerFrame = 2;
    client.mBitsPerChannel = 32;
    CHECK(ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client) == noErr);
    static float samples[2048];
    long total = 0;
    for (;;) {
        AudioBufferList list;
        list.mNumberBuffers = 1;
        list.mBuffers[0].mNumberChannels = 2;
        list.mBuffers[0].mDataByteSize = sizeof samples;
        list.mBuffers[0].mData = samples;
        UInt32 frames = 1024;
        CHECK(ExtAudioFileRead(file, &frames, &list) == noErr);
        if (frames == 0) break;
        total += frames;
    }
    CHECK(total == 176400);
    CHECK(ExtAudioFileDispose(file) == noErr);
}

/// Null pointers and what cannot be done are told.
static void mistakes(void) {
    AudioConverterRef converter = NULL;
    CHECK(AudioConverterNew(NULL, NULL, &converter) == kAudio_ParamError);
    CHECK(AudioConverterDispose(NULL) == kAudio_ParamError);
    CHECK(AudioFileOpenURL(NULL, kAudioFileReadPermission, 0, NULL) == kAudio_ParamError);
    UInt32 size = 0;
    CHECK(AudioFormatGetPropertyInfo(kAudioFormatProperty_DecodeFormatIDs, 0, NULL, &size) == noErr);
    CHECK(size > 0 && size % sizeof(UInt32) == 0);
    AudioFileID file = NULL;
    CFURLRef url = urlOf("/there/is/no/such/file.wav");
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == kAudioFileFileNotFoundError);
    CFRelease(url);
}

int main(int argc, char **argv) {
    CHECK(argc == 2);
    readFile(argv[1]);
    decode(argv[1]);
    mistakes();
    puts("the C API works");
    return 0;
}
