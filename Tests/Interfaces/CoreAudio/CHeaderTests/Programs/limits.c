// What is said where the system has no more files and no more memory to give, and that all goes on once it has. Compiles as
// C99, C17 and C++17; Scripts/prove c-api builds and runs it.
#define _XOPEN_SOURCE 700
#include <AudioToolbox/AudioToolbox.h>
#include <CoreFoundation/CoreFoundation.h>
#include <CoreMedia/CoreMedia.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"

#define MOST_FILES 64

/// Sets a limit of the process, and returns what it was.
static struct rlimit limited(int resource, unsigned long long most) {
    struct rlimit old, fresh;
    CHECK(getrlimit((__rlimit_resource_t)resource, &old) == 0);
    fresh = old;
    fresh.rlim_cur = (rlim_t)most;
    CHECK(setrlimit((__rlimit_resource_t)resource, &fresh) == 0);
    return old;
}

static void restore(int resource, struct rlimit old) {
    CHECK(setrlimit((__rlimit_resource_t)resource, &old) == 0);
}

static void files(CFURLRef url) {
    AudioFileID opened[MOST_FILES];
    AudioFileID one = NULL;
    ExtAudioFileRef extended = NULL;
    OSStatus status = noErr;
    int count = 0;
    struct rlimit old = limited(RLIMIT_NOFILE, MOST_FILES / 2);
    while (count < MOST_FILES && status == noErr) {
        status = AudioFileOpenURL(url, kAudioFileReadPermission, 0, &opened[count]);
        if (status == noErr) count += 1;
    }
    CHECK(status == kAudio_TooManyFilesOpenError);
    CHECK(count > 0 && count < MOST_FILES);
    CHECK(ExtAudioFileOpenURL(url, &extended) == kAudio_TooManyFilesOpenError);
    CHECK(extended == NULL);
    CHECK(AudioFileClose(opened[--count]) == noErr);
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &one) == noErr);
    CHECK(AudioFileClose(one) == noErr);
    while (count > 0) CHECK(AudioFileClose(opened[--count]) == noErr);
    restore(RLIMIT_NOFILE, old);
}

/// Bytes of memory that the process has mapped.
static unsigned long long mappedByteCount(void) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    CHECK(file != NULL);
    CHECK(fscanf(file, "%llu", &pages) == 1);
    fclose(file);
    return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

static void unused(void *userData, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)userData;
    (void)queue;
    (void)buffer;
}

static void memory(void) {
    const UInt32 tooMuch = 0x7FFFFFFF;
    AudioStreamBasicDescription format;
    AudioQueueRef queue = NULL;
    AudioQueueBufferRef buffer = NULL;
    CMBlockBufferRef block = NULL;
    CMSimpleQueueRef simple = NULL;
    struct rlimit old;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 44100;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 4;
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 2;
    format.mBitsPerChannel = 16;
    CHECK(AudioQueueNewOutput(&format, unused, NULL, NULL, NULL, 0, &queue) == noErr);
    old = limited(RLIMIT_AS, mappedByteCount() + (1ull << 28));
    CHECK(AudioQueueAllocateBuffer(queue, tooMuch, &buffer) == kAudio_MemFullError);
    CHECK(AudioQueueAllocateBufferWithPacketDescriptions(queue, 16, tooMuch, &buffer) == kAudio_MemFullError);
    CHECK(buffer == NULL);
    CHECK(CMBlockBufferCreateWithMemoryBlock(
              NULL, NULL, tooMuch, NULL, NULL, 0, tooMuch, kCMBlockBufferAssureMemoryNowFlag, &block)
          == kCMBlockBufferBlockAllocationFailedErr);
    CHECK(block == NULL);
    CHECK(CMSimpleQueueCreate(NULL, (int32_t)tooMuch, &simple) == kCMSimpleQueueError_AllocationFailed);
    CHECK(simple == NULL);
    // What there is room for is given all the same.
    CHECK(AudioQueueAllocateBuffer(queue, 4096, &buffer) == noErr);
    restore(RLIMIT_AS, old);
    CHECK(AudioQueueDispose(queue, true) == noErr);
}

int main(int argc, char **argv) {
    CFURLRef url;
    CHECK(argc == 2);
    url = CFURLCreateFromFileSystemRepresentation(
        kCFAllocatorDefault, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    CHECK(url != NULL);
    files(url);
    memory();
    CFRelease(url);
    puts("files and memory may run out");
    return 0;
}
