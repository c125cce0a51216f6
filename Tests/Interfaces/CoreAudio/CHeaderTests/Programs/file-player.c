/* Plays a part of a file by AudioFilePlayer, offline, and compares it with what ExtAudioFile reads of it; and by a system
 * sound. */
#include <AudioToolbox/AudioToolbox.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { start = 1000, length = 5000, slice = 512 };

static int completions;

static void completed(void *context, ScheduledAudioFileRegion *region, OSStatus result) {
    CHECK(context == &completions && region->mStartFrame == start && result == noErr);
    completions++;
}

static AudioBufferList *makeList(UInt32 channels, UInt32 frames) {
    AudioBufferList *list =
        (AudioBufferList *)calloc(1, offsetof(AudioBufferList, mBuffers) + channels * sizeof(AudioBuffer));
    UInt32 index;
    list->mNumberBuffers = channels;
    for (index = 0; index < channels; index++) {
        AudioBuffer *buffer = &list->mBuffers[0] + index;
        buffer->mNumberChannels = 1;
        buffer->mDataByteSize = frames * 4;
        buffer->mData = calloc(frames, 4);
    }
    return list;
}

int main(int argc, char **argv) {
    AudioComponentDescription wanted = {
        kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer, kAudioUnitManufacturer_Apple, 0, 0};
    AudioStreamBasicDescription format;
    AudioFileID file = NULL;
    ExtAudioFileRef reader = NULL;
    CFURLRef url;
    AudioUnit player = NULL;
    ScheduledAudioFileRegion region;
    AudioTimeStamp begin, time, now;
    AudioBufferList *expected, *made;
    AudioUnitRenderActionFlags flags = 0;
    SystemSoundID sound = 0;
    UInt32 size = sizeof format, prime = 0, frame, channel, count, channels;
    CHECK(argc == 2);
    url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)argv[1], (CFIndex)strlen(argv[1]), false);
    CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file) == noErr);
    CHECK(ExtAudioFileOpenURL(url, &reader) == noErr);
    CHECK(ExtAudioFileGetProperty(reader, kExtAudioFileProperty_FileDataFormat, &size, &format) == noErr);
    channels = format.mChannelsPerFrame;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved;
    format.mFramesPerPacket = 1;
    format.mBytesPerFrame = format.mBytesPerPacket = 4;
    format.mBitsPerChannel = 32;
    CHECK(ExtAudioFileSetProperty(reader, kExtAudioFileProperty_ClientDataFormat, sizeof format, &format) == noErr);
    expected = makeList(channels, length);
    CHECK(ExtAudioFileSeek(reader, start) == noErr);
    count = length;
    CHECK(ExtAudioFileRead(reader, &count, expected) == noErr && count == length);

    CHECK(AudioComponentInstanceNew(AudioComponentFindNext(NULL, &wanted), &player) == noErr);
    CHECK(AudioUnitSetProperty(
              player, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 0, &format, sizeof format) == noErr);
    CHECK(AudioUnitInitialize(player) == noErr);
    CHECK(AudioUnitSetProperty(
              player, kAudioUnitProperty_ScheduledFileIDs, kAudioUnitScope_Global, 0, &file, sizeof file) == noErr);
    memset(&region, 0, sizeof region);
    region.mTimeStamp.mFlags = kAudioTimeStampSampleTimeValid;
    region.mCompletionProc = completed;
    region.mCompletionProcUserData = &completions;
    region.mAudioFile = file;
    region.mLoopCount = 1;
    region.mStartFrame = start;
    region.mFramesToPlay = length;
    CHECK(AudioUnitSetProperty(
              player, kAudioUnitProperty_ScheduledFileRegion, kAudioUnitScope_Global, 0, &region, sizeof region)
          == noErr);
    CHECK(AudioUnitSetProperty(
              player, kAudioUnitProperty_ScheduledFilePrime, kAudioUnitScope_Global, 0, &prime, sizeof prime) == noErr);
    memset(&begin, 0, sizeof begin);
    begin.mFlags = kAudioTimeStampSampleTimeValid;
    begin.mSampleTime = -1;
    CHECK(AudioUnitSetProperty(
              player, kAudioUnitProperty_ScheduleStartTimeStamp, kAudioUnitScope_Global, 0, &begin, sizeof begin)
          == noErr);
    made = makeList(channels, slice);
    memset(&time, 0, sizeof time);
    time.mFlags = kAudioTimeStampSampleTimeValid;
    for (frame = 0; frame < 2 * length; frame += slice, time.mSampleTime += slice) {
        UInt32 index, left = 2 * length - frame, frames = left < slice ? left : (UInt32)slice;
        for (channel = 0; channel < channels; channel++) (&made->mBuffers[0])[channel].mDataByteSize = frames * 4;
        CHECK(AudioUnitRender(player, &flags, &time, 0, frames, made) == noErr);
        for (channel = 0; channel < channels; channel++) {
            const Float32 *given = (const Float32 *)(&made->mBuffers[0])[channel].mData;
            const Float32 *wantedSamples = (const Float32 *)(&expected->mBuffers[0])[channel].mData;
            for (index = 0; index < frames; index++) CHECK(given[index] == wantedSamples[(frame + index) % length]);
        }
    }
    size = sizeof now;
    CHECK(AudioUnitGetProperty(
              player, kAudioUnitProperty_CurrentPlayTime, kAudioUnitScope_Global, 0, &now, &size) == noErr);
    CHECK(now.mSampleTime == 2 * length && completions == 1);
    CHECK(AudioComponentInstanceDispose(player) == noErr);
    CHECK(ExtAudioFileDispose(reader) == noErr && AudioFileClose(file) == noErr);
    for (channel = 0; channel < channels; channel++) {
        free((&made->mBuffers[0])[channel].mData);
        free((&expected->mBuffers[0])[channel].mData);
    }
    free(made);
    free(expected);
    CHECK(AudioServicesCreateSystemSoundID(NULL, &sound) == kAudio_ParamError);
    CHECK(AudioServicesCreateSystemSoundID(url, NULL) == kAudio_ParamError);
    CHECK(AudioServicesCreateSystemSoundID(url, &sound) == noErr);
    AudioServicesPlaySystemSound(sound);
    CHECK(AudioServicesDisposeSystemSoundID(sound) == noErr);
    CFRelease(url);
    puts("a file player gives the samples of the file, twice");
    return 0;
}
