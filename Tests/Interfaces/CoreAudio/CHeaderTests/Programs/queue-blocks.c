// Plays and records with blocks on dispatch queues, on a virtual device in real time: Clang's -fblocks. Other compilers find
// that the header is the same without them.
#define _POSIX_C_SOURCE 200809L
#include <AudioToolbox/AudioQueue.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#if defined(CA_HAVE_BLOCKS)
#define FRAMES 2048
#define BUFFERS 3
#define ROUNDS 8

static AudioStreamBasicDescription floats(void) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = 48000;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked;
    format.mBytesPerPacket = format.mBytesPerFrame = 4;
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 1;
    format.mBitsPerChannel = 32;
    return format;
}

static void stopped(void *semaphore, AudioQueueRef queue, AudioQueuePropertyID property) {
    UInt32 isRunning = 9;
    UInt32 size = sizeof isRunning;
    CHECK(property == kAudioQueueProperty_IsRunning);
    CHECK(AudioQueueGetProperty(queue, property, &isRunning, &size) == noErr);
    if (!isRunning) dispatch_semaphore_signal((dispatch_semaphore_t)semaphore);
}

static char mark;

static dispatch_queue_t makeQueue(const char *name) {
    dispatch_queue_t serial = dispatch_queue_create(name, DISPATCH_QUEUE_SERIAL);
    dispatch_queue_set_specific(serial, &mark, &mark, NULL);
    return serial;
}

static dispatch_time_t soon(void) { return dispatch_time(DISPATCH_TIME_NOW, 10 * (int64_t)NSEC_PER_SEC); }

static void play(void) {
    const AudioStreamBasicDescription format = floats();
    const dispatch_queue_t serial = makeQueue("play");
    const dispatch_semaphore_t end = dispatch_semaphore_create(0);
    __block int calls = 0;
    AudioQueueRef queue = NULL;
    int index;
    const AudioQueueOutputCallbackBlock block = ^(AudioQueueRef player, AudioQueueBufferRef buffer) {
        CHECK(dispatch_get_specific(&mark) == &mark);
        CHECK(buffer->mAudioDataBytesCapacity == FRAMES * 4);
        calls += 1;
        if (calls <= ROUNDS) {
            buffer->mAudioDataByteSize = FRAMES * 4;
            CHECK(AudioQueueEnqueueBuffer(player, buffer, 0, NULL) == noErr);
        } else if (calls == ROUNDS + 1) {
            CHECK(AudioQueueStop(player, false) == noErr);
        }
    };
    CHECK(AudioQueueNewOutputWithDispatchQueue(&queue, &format, 0, serial, block) == noErr);
    CHECK(AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, stopped, (void *)end) == noErr);
    for (index = 0; index < BUFFERS; index++) {
        AudioQueueBufferRef buffer = NULL;
        CHECK(AudioQueueAllocateBuffer(queue, FRAMES * 4, &buffer) == noErr);
        memset(buffer->mAudioData, 0, FRAMES * 4);
        buffer->mAudioDataByteSize = FRAMES * 4;
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    }
    CHECK(AudioQueueStart(queue, NULL) == noErr);
    CHECK(dispatch_semaphore_wait(end, soon()) == 0);
    CHECK(AudioQueueDispose(queue, true) == noErr);
    // Every buffer that was enqueued has come back, and no more.
    CHECK(calls == BUFFERS + ROUNDS);
}

static void record(void) {
    const AudioStreamBasicDescription format = floats();
    const dispatch_queue_t serial = makeQueue("record");
    const dispatch_semaphore_t full = dispatch_semaphore_create(0);
    __block int calls = 0;
    __block double next = 0;
    AudioQueueRef queue = NULL;
    int index;
    const AudioQueueInputCallbackBlock block =
        ^(AudioQueueRef recorder, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 count,
          const AudioStreamPacketDescription *places) {
            CHECK(dispatch_get_specific(&mark) == &mark);
            CHECK(places == NULL);
            calls += 1;
            if (calls > ROUNDS) return;
            CHECK(count == FRAMES && buffer->mAudioDataByteSize == FRAMES * 4);
            CHECK(time->mSampleTime == next);
            next += FRAMES;
            CHECK(AudioQueueEnqueueBuffer(recorder, buffer, 0, NULL) == noErr);
            if (calls == ROUNDS) dispatch_semaphore_signal(full);
        };
    CHECK(AudioQueueNewInputWithDispatchQueue(&queue, &format, 0, serial, block) == noErr);
    for (index = 0; index < BUFFERS; index++) {
        AudioQueueBufferRef buffer = NULL;
        CHECK(AudioQueueAllocateBuffer(queue, FRAMES * 4, &buffer) == noErr);
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, 0, NULL) == noErr);
    }
    CHECK(AudioQueueStart(queue, NULL) == noErr);
    CHECK(dispatch_semaphore_wait(full, soon()) == 0);
    CHECK(AudioQueueStop(queue, true) == noErr);
    CHECK(AudioQueueDispose(queue, true) == noErr);
    CHECK(calls >= ROUNDS);
}

static void mistakes(void) {
    AudioStreamBasicDescription format = floats();
    const dispatch_queue_t serial = makeQueue("mistakes");
    AudioQueueRef queue = (AudioQueueRef)&format;
    const AudioQueueOutputCallbackBlock play = ^(AudioQueueRef player, AudioQueueBufferRef buffer) {
        (void)player;
        (void)buffer;
    };
    const AudioQueueInputCallbackBlock take =
        ^(AudioQueueRef recorder, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 count,
          const AudioStreamPacketDescription *places) {
            (void)recorder;
            (void)buffer;
            (void)time;
            (void)count;
            (void)places;
        };
    CHECK(AudioQueueNewOutputWithDispatchQueue(NULL, &format, 0, serial, play) == kAudio_ParamError);
    CHECK(AudioQueueNewOutputWithDispatchQueue(&queue, NULL, 0, serial, play) == kAudio_ParamError);
    CHECK(queue == NULL);
    CHECK(AudioQueueNewOutputWithDispatchQueue(&queue, &format, 0, NULL, play) == kAudio_ParamError);
    CHECK(AudioQueueNewOutputWithDispatchQueue(&queue, &format, 0, serial, NULL) == kAudio_ParamError);
    CHECK(AudioQueueNewInputWithDispatchQueue(NULL, &format, 0, serial, take) == kAudio_ParamError);
    CHECK(AudioQueueNewInputWithDispatchQueue(&queue, NULL, 0, serial, take) == kAudio_ParamError);
    CHECK(AudioQueueNewInputWithDispatchQueue(&queue, &format, 0, NULL, take) == kAudio_ParamError);
    CHECK(AudioQueueNewInputWithDispatchQueue(&queue, &format, 0, serial, NULL) == kAudio_ParamError);
    format.mFormatID = 0x3F3F3F3F;
    CHECK(AudioQueueNewOutputWithDispatchQueue(&queue, &format, 0, serial, play) != noErr);
    CHECK(AudioQueueNewInputWithDispatchQueue(&queue, &format, 0, serial, take) != noErr);
    CHECK(queue == NULL);
}
#endif

int main(void) {
#if defined(CA_HAVE_BLOCKS)
    setenv("AUDIO_TOOLBOX_DEVICE", "virtual:48000:1", 1);
    play();
    record();
    mistakes();
    puts("blocks are called on their dispatch queues");
#else
    CHECK(AudioQueueStart(NULL, NULL) == kAudio_ParamError);
    puts("there are no blocks");
#endif
    return 0;
}
