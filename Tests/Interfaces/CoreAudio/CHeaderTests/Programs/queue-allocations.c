// Counts what queues allocate on the thread that plays and records: nothing, once they run. The program stands in front of
// the C library's allocator, and a processing tap says which thread that is: needs glibc, and C.
#define _POSIX_C_SOURCE 200809L
#include <AudioToolbox/AudioFile.h>
#include <AudioToolbox/AudioQueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#if defined(__GLIBC__) && !defined(__cplusplus) && !defined(__SANITIZE_ADDRESS__)
#include <pthread.h>
#include <time.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/// The thread that plays, and whether it has played long enough.
static pthread_t renderThread;
static int isCounting;
static long counted;
static long cycles;

static void note(void) {
    if (!__atomic_load_n(&isCounting, __ATOMIC_ACQUIRE) || !pthread_equal(pthread_self(), renderThread)) return;
    __atomic_add_fetch(&counted, 1, __ATOMIC_RELAXED);
    if (getenv("TRAP_ALLOCATIONS")) __builtin_trap();
}

void *malloc(size_t size) {
    note();
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    note();
    return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
    note();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note();
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12;
}

/// Cycles in which the queue may still allocate.
#define WARM_UP 40
static const struct timespec stall = {0, 150000000};

static void tap(
    void *data, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time,
    AudioQueueProcessingTapFlags *flags, UInt32 *made, AudioBufferList *list) {
    (void)data;
    CHECK(AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, made, list) == noErr);
    cycles += 1;
    if (cycles == WARM_UP) {
        renderThread = pthread_self();
        __atomic_store_n(&isCounting, 1, __ATOMIC_RELEASE);
    }
    // As on a busy machine: more has gathered then than comes at a time.
    if (cycles == 2 * WARM_UP) nanosleep(&stall, NULL);
}

static void refill(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    (void)data;
    // Fails once the queue is stopped.
    (void)AudioQueueEnqueueBuffer(queue, buffer, buffer->mPacketDescriptionCount, buffer->mPacketDescriptions);
}

static void captured(
    void *data, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 count,
    const AudioStreamPacketDescription *places) {
    (void)data;
    (void)time;
    (void)count;
    (void)places;
    (void)AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static AudioStreamBasicDescription integers(double sampleRate) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = sampleRate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 4;
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 2;
    format.mBitsPerChannel = 16;
    return format;
}

/// What is allocated on this thread from now on is counted.
static void beginCounting(void) {
    cycles = counted = 0;
    renderThread = pthread_self();
    isCounting = 1;
}

/// Making a queue allocates: what counts works.
static void endCounting(void) {
    isCounting = 0;
    CHECK(counted > 0);
    counted = 0;
}

/// Runs a queue with a tap on it for a while, and ends it.
static void run(AudioQueueRef queue, const char *name) {
    const struct timespec pause = {0, 50000000};
    AudioQueueProcessingTapRef handle = NULL;
    AudioStreamBasicDescription processing;
    UInt32 most = 0;
    int index;
    CHECK(AudioQueueProcessingTapNew(
              queue, tap, &queue, kAudioQueueProcessingTap_PreEffects, &most, &processing, &handle)
          == noErr);
    CHECK(AudioQueueStart(queue, NULL) == noErr);
    for (index = 0; index < 600 && cycles < 3 * WARM_UP; index++) nanosleep(&pause, NULL);
    __atomic_store_n(&isCounting, 0, __ATOMIC_RELEASE);
    CHECK(AudioQueueStop(queue, true) == noErr);
    CHECK(cycles >= 3 * WARM_UP);
    if (counted) fprintf(stderr, "%s: %ld allocations in %ld cycles\n", name, counted, cycles - WARM_UP);
    CHECK(counted == 0);
    CHECK(AudioQueueProcessingTapDispose(handle) == noErr);
    CHECK(AudioQueueDispose(queue, true) == noErr);
}

/// Plays samples with a time/pitch algorithm, or without one.
static void playSamples(UInt32 algorithm, double sampleRate, const char *name) {
    const AudioStreamBasicDescription format = integers(sampleRate);
    AudioQueueRef queue = NULL;
    UInt32 isOn = 1;
    int index;
    beginCounting();
    CHECK(AudioQueueNewOutput(&format, refill, NULL, NULL, NULL, 0, &queue) == noErr);
    endCounting();
    if (algorithm) {
        CHECK(AudioQueueSetProperty(queue, kAudioQueueProperty_EnableTimePitch, &isOn, sizeof isOn) == noErr);
        CHECK(AudioQueueSetProperty(queue, kAudioQueueProperty_TimePitchAlgorithm, &algorithm, sizeof algorithm) == noErr);
        CHECK(AudioQueueSetParameter(queue, kAudioQueueParam_PlayRate, 1.5f) == noErr);
        CHECK(AudioQueueSetParameter(queue, kAudioQueueParam_Pitch, 300) == noErr);
    }
    for (index = 0; index < 4; index++) {
        AudioQueueBufferRef buffer = NULL;
        UInt32 byte;
        CHECK(AudioQueueAllocateBuffer(queue, 16384, &buffer) == noErr);
        for (byte = 0; byte < 16384; byte++) ((char *)buffer->mAudioData)[byte] = (char)(byte * 7);
        buffer->mAudioDataByteSize = 16384;
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    }
    run(queue, name);
}

/// Plays packets of a file, the first ones again and again.
static void playFile(const char *path) {
    AudioFileID file = NULL;
    AudioStreamBasicDescription format;
    AudioQueueRef queue = NULL;
    CFURLRef url = CFURLCreateFromFileSystemRepresentation(
        kCFAllocatorDefault, (const UInt8 *)path, (CFIndex)strlen(path), false);
    char cookie[256];
    UInt32 size = sizeof format;
    int index;
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr);
    CFRelease(url);
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyDataFormat, &size, &format) == noErr);
    CHECK(AudioQueueNewOutput(&format, refill, NULL, NULL, NULL, 0, &queue) == noErr);
    size = sizeof cookie;
    CHECK(AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, cookie) == noErr);
    CHECK(AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size) == noErr);
    for (index = 0; index < 4; index++) {
        AudioQueueBufferRef buffer = NULL;
        UInt32 count = 16;
        CHECK(AudioQueueAllocateBufferWithPacketDescriptions(queue, 16384, count, &buffer) == noErr);
        size = 16384;
        CHECK(AudioFileReadPacketData(
                  file, false, &size, buffer->mPacketDescriptions, index * 16, &count, buffer->mAudioData)
              == noErr);
        buffer->mAudioDataByteSize = size;
        buffer->mPacketDescriptionCount = count;
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, count, buffer->mPacketDescriptions) == noErr);
    }
    CHECK(AudioFileClose(file) == noErr);
    run(queue, "a file");
}

/// Records samples, or packets.
static void record(AudioStreamBasicDescription format, UInt32 packetCount, const char *name) {
    AudioQueueRef queue = NULL;
    int index;
    beginCounting();
    CHECK(AudioQueueNewInput(&format, captured, NULL, NULL, NULL, 0, &queue) == noErr);
    endCounting();
    for (index = 0; index < 4; index++) {
        AudioQueueBufferRef buffer = NULL;
        CHECK(AudioQueueAllocateBufferWithPacketDescriptions(queue, 16384, packetCount, &buffer) == noErr);
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    }
    run(queue, name);
}

int main(int argc, char **argv) {
    AudioStreamBasicDescription coded;
    CHECK(argc == 2);
    setenv("AUDIO_TOOLBOX_DEVICE", "virtual:48000:2", 1);
    playSamples(0, 48000, "samples");
    playSamples(0, 44100, "samples at another rate");
    playSamples(kAudioQueueTimePitchAlgorithm_TimeDomain, 48000, "time domain");
    playSamples(kAudioQueueTimePitchAlgorithm_Spectral, 48000, "spectral");
    playSamples(kAudioQueueTimePitchAlgorithm_Varispeed, 48000, "varispeed");
    playFile(argv[1]);
    record(integers(44100), 0, "recording samples");
    memset(&coded, 0, sizeof coded);
    coded.mSampleRate = 48000;
    coded.mFormatID = kAudioFormatMPEG4AAC;
    coded.mChannelsPerFrame = 2;
    record(coded, 4, "recording packets");
    puts("the thread that plays and records does not allocate");
    return 0;
}
#else
int main(void) {
    CHECK(AudioQueueStart(NULL, NULL) == kAudio_ParamError);
    puts("allocations are not counted");
    return 0;
}
#endif
