// Plays a file through an audio queue that renders offline: compiles as C99, C17 and C++17 with GCC and Clang.
#include <AudioToolbox/AudioFile.h>
#include <AudioToolbox/AudioQueue.h>
#include <CoreFoundation/CoreFoundation.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define FRAMES 4096

typedef struct {
    AudioFileID file;
    AudioStreamBasicDescription format;
    AudioStreamPacketDescription *places;
    UInt32 packetsToRead;
    SInt64 packet;
    int isDone;
    int changes;
} Player;

/// Reads packets into a buffer and enqueues it; stops where there are no more.
static void play(void *userData, AudioQueueRef queue, AudioQueueBufferRef buffer) {
    Player *player = (Player *)userData;
    UInt32 size = buffer->mAudioDataBytesCapacity;
    UInt32 count = player->packetsToRead;
    if (player->isDone) return;
    AudioFileReadPacketData(
        player->file, false, &size, player->places, player->packet, &count, buffer->mAudioData);
    if (count > 0) {
        buffer->mAudioDataByteSize = size;
        CHECK(AudioQueueEnqueueBuffer(queue, buffer, player->places ? count : 0, player->places) == noErr);
        player->packet += count;
    } else {
        player->isDone = 1;
        CHECK(AudioQueueFlush(queue) == noErr);
        CHECK(AudioQueueStop(queue, false) == noErr);
    }
}

static void changed(void *userData, AudioQueueRef queue, AudioQueuePropertyID property) {
    UInt32 isRunning = 9;
    UInt32 size = sizeof isRunning;
    CHECK(property == kAudioQueueProperty_IsRunning);
    CHECK(AudioQueueGetProperty(queue, property, &isRunning, &size) == noErr);
    CHECK(isRunning <= 1);
    ((Player *)userData)->changes += 1;
}

/// Gives the file's magic cookie to the queue.
static void copyCookie(AudioQueueRef queue, AudioFileID file) {
    UInt32 size = 0;
    OSStatus status = AudioFileGetPropertyInfo(file, kAudioFilePropertyMagicCookieData, &size, NULL);
    if (status == noErr && size > 0) {
        char *cookie = (char *)malloc(size);
        CHECK(AudioFileGetProperty(file, kAudioFilePropertyMagicCookieData, &size, cookie) == noErr);
        CHECK(AudioQueueSetProperty(queue, kAudioQueueProperty_MagicCookie, cookie, size) == noErr);
        free(cookie);
    }
}

/// Bytes of a buffer for so many seconds, and how many packets surely find room in it.
static UInt32 bufferSize(Player *player, double seconds) {
    const UInt32 least = 0x4000;
    const UInt32 most = 0x10000;
    UInt32 largest = 0;
    UInt32 size = sizeof largest;
    UInt32 bytes;
    CHECK(AudioFileGetProperty(player->file, kAudioFilePropertyPacketSizeUpperBound, &size, &largest) == noErr);
    CHECK(largest > 0);
    if (player->format.mFramesPerPacket) {
        bytes = (UInt32)(player->format.mSampleRate / player->format.mFramesPerPacket * seconds) * largest;
    } else {
        bytes = most > largest ? most : largest;
    }
    if (bytes > most && bytes > largest) bytes = most;
    if (bytes < least) bytes = least;
    player->packetsToRead = bytes / largest;
    return bytes;
}

int main(int argc, char **argv) {
    Player player;
    AudioQueueRef queue = NULL;
    AudioQueueRef none = NULL;
    AudioQueueBufferRef buffer = NULL;
    AudioQueueBufferRef captured = NULL;
    AudioStreamBasicDescription output;
    AudioTimeStamp time;
    CFURLRef url;
    UInt32 size;
    UInt32 bytes;
    long total = 0;
    double energy = 0;
    int index;

    CHECK(argc == 2);
    memset(&player, 0, sizeof player);
    url = CFURLCreateFromFileSystemRepresentation(
        kCFAllocatorDefault, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &player.file) == noErr);
    CFRelease(url);
    size = sizeof player.format;
    CHECK(AudioFileGetProperty(player.file, kAudioFilePropertyDataFormat, &size, &player.format) == noErr);
    CHECK(
        AudioQueueNewOutput(
            &player.format, play, &player, CFRunLoopGetCurrent(), kCFRunLoopCommonModes, 0, &queue)
        == noErr);
    copyCookie(queue, player.file);
    CHECK(AudioQueueAddPropertyListener(queue, kAudioQueueProperty_IsRunning, changed, &player) == noErr);
    bytes = bufferSize(&player, 0.5);
    player.places = (AudioStreamPacketDescription *)malloc(player.packetsToRead * sizeof *player.places);
    for (index = 0; index < 2; index++) {
        CHECK(AudioQueueAllocateBuffer(queue, bytes, &buffer) == noErr);
        CHECK(buffer->mAudioDataBytesCapacity == bytes);
        play(&player, queue, buffer);
    }

    memset(&output, 0, sizeof output);
    output.mSampleRate = player.format.mSampleRate;
    output.mFormatID = kAudioFormatLinearPCM;
    output.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked;
    output.mBytesPerPacket = output.mBytesPerFrame = 4 * player.format.mChannelsPerFrame;
    output.mFramesPerPacket = 1;
    output.mChannelsPerFrame = player.format.mChannelsPerFrame;
    output.mBitsPerChannel = 32;
    CHECK(AudioQueueSetOfflineRenderFormat(queue, &output, NULL) == noErr);
    CHECK(AudioQueueAllocateBuffer(queue, FRAMES * output.mBytesPerFrame, &captured) == noErr);
    CHECK(AudioQueueStart(queue, NULL) == noErr);
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    CHECK(AudioQueueOfflineRender(queue, &time, captured, 0) == noErr);
    for (;;) {
        UInt32 made, sample;
        const float *samples;
        CHECK(AudioQueueOfflineRender(queue, &time, captured, FRAMES) == noErr);
        made = captured->mAudioDataByteSize / output.mBytesPerFrame;
        if (made == 0) break;
        samples = (const float *)captured->mAudioData;
        for (sample = 0; sample < made * output.mChannelsPerFrame; sample++) {
            energy += (double)samples[sample] * samples[sample];
        }
        total += made;
        time.mSampleTime += made;
    }
    // All packets of the file, priming included.
    CHECK(total == 368 * 480);
    CHECK(energy > 1);
    CHECK(player.changes == 2);
    CHECK(AudioQueueStart(NULL, NULL) == kAudio_ParamError);
    CHECK(AudioQueueNewOutput(NULL, play, NULL, NULL, NULL, 0, &none) == kAudio_ParamError);
    CHECK(none == NULL);
    CHECK(AudioQueueDispose(queue, true) == noErr);
    CHECK(AudioQueueDispose(queue, true) == kAudio_ParamError);
    CHECK(AudioFileClose(player.file) == noErr);
    free(player.places);
    puts("the queue plays");
    return 0;
}
