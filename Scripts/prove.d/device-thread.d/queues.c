/* Plays and records by audio queues for some seconds: see ../device-thread.
 *
 *     program SECONDS
 *
 * The rate is converted, a tap stands on each queue, time and pitch are changed, and the volume goes up and down by ramps. */
#include <AudioToolbox/AudioQueue.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(call) do { OSStatus status = (call); if (status) { fprintf(stderr, "%s: %d\n", #call, (int)status); exit(1); } } while (0)

static atomic_long loud, recorded;

static void refill(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) {
  (void)data;
  AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static void captured(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer, const AudioTimeStamp *time, UInt32 count,
                     const AudioStreamPacketDescription *places) {
  (void)data; (void)time; (void)places;
  atomic_fetch_add(&recorded, count);
  AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static void tap(void *data, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time,
                AudioQueueProcessingTapFlags *flags, UInt32 *made, AudioBufferList *list) {
  (void)data;
  if (AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, made, list)) return;
  const float *samples = list->mBuffers[0].mData;
  for (UInt32 frame = 0; frame < *made; frame++) {
    if (samples[frame] != 0) { atomic_fetch_add(&loud, *made); return; }
  }
}

static AudioQueueRef tapped(AudioQueueRef queue) {
  AudioQueueProcessingTapRef handle;
  AudioStreamBasicDescription format;
  UInt32 most;
  CHECK(AudioQueueProcessingTapNew(queue, tap, &loud, kAudioQueueProcessingTap_PostEffects, &most, &format, &handle));
  return queue;
}

int main(int argc, char **argv) {
  if (argc != 2) return 2;
  setenv("AUDIO_TOOLBOX_DEVICE", "virtual:48000:2", 1);
  AudioStreamBasicDescription samples = {44100, kAudioFormatLinearPCM,
    kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked, 4, 1, 4, 2, 16, 0};
  AudioStreamBasicDescription packets = {48000, kAudioFormatAppleLossless, 0, 0, 4096, 0, 2, 0, 0};
  AudioQueueRef player, recorder;
  UInt32 isOn = 1, method = kAudioQueueTimePitchAlgorithm_TimeDomain;
  CHECK(AudioQueueNewOutput(&samples, refill, NULL, NULL, NULL, 0, &player));
  CHECK(AudioQueueSetProperty(player, kAudioQueueProperty_EnableTimePitch, &isOn, sizeof isOn));
  CHECK(AudioQueueSetProperty(player, kAudioQueueProperty_TimePitchAlgorithm, &method, sizeof method));
  CHECK(AudioQueueSetProperty(player, kAudioQueueProperty_EnableLevelMetering, &isOn, sizeof isOn));
  CHECK(AudioQueueNewInput(&packets, captured, NULL, NULL, NULL, 0, &recorder));
  for (int index = 0; index < 4; index++) {
    AudioQueueBufferRef buffer;
    CHECK(AudioQueueAllocateBuffer(player, 44100, &buffer));
    short *wave = buffer->mAudioData;
    for (int frame = 0; frame < 11025; frame++) wave[2 * frame] = wave[2 * frame + 1] = (short)(9000 * sin(frame * 0.0627));
    buffer->mAudioDataByteSize = 44100;
    CHECK(AudioQueueEnqueueBuffer(player, buffer, 0, NULL));
    CHECK(AudioQueueAllocateBufferWithPacketDescriptions(recorder, 65536, 4, &buffer));
    CHECK(AudioQueueEnqueueBuffer(recorder, buffer, 0, NULL));
  }
  CHECK(AudioQueueSetParameter(player, kAudioQueueParam_VolumeRampTime, 0.08f));
  CHECK(AudioQueueStart(tapped(player), NULL));
  CHECK(AudioQueueStart(tapped(recorder), NULL));
  for (int turn = 0; turn < 10 * atoi(argv[1]); turn++) {
    const float rates[3] = {0.75f, 1, 1.5f};
    usleep(100000);
    CHECK(AudioQueueSetParameter(player, kAudioQueueParam_Volume, turn % 2 ? 1 : 0.3f));
    CHECK(AudioQueueSetParameter(player, kAudioQueueParam_PlayRate, rates[turn / 5 % 3]));
  }
  AudioTimeStamp time;
  CHECK(AudioQueueGetCurrentTime(player, NULL, &time, NULL));
  CHECK(AudioQueueStop(recorder, true));
  CHECK(AudioQueueStop(player, true));
  printf("played %ld\n", (long)time.mSampleTime);
  printf("loud %ld\n", atomic_load(&loud));
  printf("packets %ld\n", atomic_load(&recorded));
  CHECK(AudioQueueDispose(recorder, true));
  CHECK(AudioQueueDispose(player, true));
  return 0;
}
