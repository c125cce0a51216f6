/* Plays by a graph of audio units for some seconds: see ../device-thread.
 *
 *     program SECONDS [FILE]
 *
 * A callback of 44,100 Hz goes through a converter into a mixer, another of the device's rate straight into it; volumes and
 * places change by parameters, and a notification counts what is heard. With a file, a player of it that loops goes through a
 * varispeed and a time-pitch unit into the mixer as well, and a player of slices beside it. */
#include <AudioToolbox/AudioToolbox.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHECK(call) do { OSStatus status = (call); if (status) { fprintf(stderr, "%s: %d\n", #call, (int)status); exit(1); } } while (0)

static atomic_long frames, loud;
static AudioUnit mixing, stretching;
static double phases[2];

static OSStatus tone(void *data, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 count,
                     AudioBufferList *list) {
  (void)flags; (void)time; (void)bus;
  double *phase = data;
  for (UInt32 frame = 0; frame < count; frame++, *phase += 0.05) {
    for (UInt32 buffer = 0; buffer < list->mNumberBuffers; buffer++) {
      ((float *)list->mBuffers[buffer].mData)[frame] = 0.2f * (float)sin(*phase);
    }
  }
  return noErr;
}

/* What programs do on the device's thread as well: parameters, at once, at a frame and by a ramp. */
static OSStatus turn(UInt32 count) {
  AudioUnitParameterEvent ramp = {.scope = kAudioUnitScope_Input, .element = 1, .parameter = kMultiChannelMixerParam_Volume,
    .eventType = kParameterEvent_Ramped, .eventValues.ramp = {(SInt32)count / 4, count / 4, 0.5f, 1}};
  Float32 value;
  OSStatus status = AudioUnitSetParameter(mixing, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, 1, 0.1f, 0);
  if (!status) status = AudioUnitSetParameter(mixing, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, 0, 0.5f, 10);
  if (!status) status = AudioUnitScheduleParameters(mixing, &ramp, 1);
  if (!status) status = AudioUnitGetParameter(mixing, kMultiChannelMixerParam_Volume, kAudioUnitScope_Output, 0, &value);
  if (!status && stretching) status = AudioUnitSetParameter(stretching, kVarispeedParam_PlaybackRate, kAudioUnitScope_Global, 0, 1.5f, 0);
  return status;
}

static OSStatus heard(void *data, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 count,
                      AudioBufferList *list) {
  (void)data; (void)time; (void)bus;
  CHECK(turn(count));
  if (!(*flags & kAudioUnitRenderAction_PostRender)) return noErr;
  atomic_fetch_add(&frames, count);
  const float *samples = list->mBuffers[0].mData;
  for (UInt32 frame = 0; frame < count; frame++) {
    if (samples[frame] != 0) { atomic_fetch_add(&loud, count); break; }
  }
  return noErr;
}

static AUNode node(AUGraph graph, OSType type, OSType subtype) {
  AudioComponentDescription description = {type, subtype, kAudioUnitManufacturer_Apple, 0, 0};
  AUNode made;
  CHECK(AUGraphAddNode(graph, &description, &made));
  return made;
}

/* A player of a file that loops for ever, through a varispeed and a time-pitch unit, into an input of a mixer. */
static AUNode stretched(AUGraph graph, AUNode mixer, UInt32 input) {
  AUNode player = node(graph, kAudioUnitType_Generator, kAudioUnitSubType_AudioFilePlayer);
  AUNode speed = node(graph, kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed);
  AUNode pitch = node(graph, kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch);
  AudioUnit unit;
  CHECK(AUGraphConnectNodeInput(graph, player, 0, speed, 0));
  CHECK(AUGraphConnectNodeInput(graph, speed, 0, pitch, 0));
  CHECK(AUGraphConnectNodeInput(graph, pitch, 0, mixer, input));
  CHECK(AUGraphNodeInfo(graph, speed, NULL, &unit));
  stretching = unit;
  CHECK(AudioUnitSetParameter(unit, kVarispeedParam_PlaybackRate, kAudioUnitScope_Global, 0, 1.25f, 0));
  CHECK(AUGraphNodeInfo(graph, pitch, NULL, &unit));
  CHECK(AudioUnitSetParameter(unit, kNewTimePitchParam_Pitch, kAudioUnitScope_Global, 0, 300, 0));
  return player;
}

static void play(AUGraph graph, AUNode player, const char *path) {
  static AudioFileID file;
  AudioTimeStamp begin = {.mSampleTime = -1, .mFlags = kAudioTimeStampSampleTimeValid};
  CFURLRef url = CFURLCreateFromFileSystemRepresentation(NULL, (const UInt8 *)path, (CFIndex)strlen(path), false);
  AudioUnit unit;
  CHECK(AudioFileOpenURL(url, kAudioFileReadPermission, 0, &file));
  ScheduledAudioFileRegion region = {.mAudioFile = file, .mLoopCount = (UInt32)-1, .mFramesToPlay = (UInt32)-1};
  CHECK(AUGraphNodeInfo(graph, player, NULL, &unit));
  CHECK(AudioUnitSetProperty(unit, kAudioUnitProperty_ScheduledFileIDs, kAudioUnitScope_Global, 0, &file, sizeof file));
  CHECK(AudioUnitSetProperty(unit, kAudioUnitProperty_ScheduledFileRegion, kAudioUnitScope_Global, 0, &region, sizeof region));
  CHECK(AudioUnitSetProperty(unit, kAudioUnitProperty_ScheduleStartTimeStamp, kAudioUnitScope_Global, 0, &begin, sizeof begin));
  CFRelease(url);
}

/* A slice that loops. */
static void playSlice(AUGraph graph, AUNode player) {
  static float samples[1000];
  static AudioBufferList *list;
  static ScheduledAudioSlice slice;
  AudioTimeStamp begin = {.mSampleTime = -1, .mFlags = kAudioTimeStampSampleTimeValid};
  AudioUnit unit;
  for (int frame = 0; frame < 1000; frame++) samples[frame] = 0.1f * (float)sin(frame * 0.0628318);
  list = calloc(1, sizeof *list + sizeof(AudioBuffer));
  list->mNumberBuffers = 2;
  for (int index = 0; index < 2; index++) (&list->mBuffers[0])[index] = (AudioBuffer){1, sizeof samples, samples};
  slice = (ScheduledAudioSlice){.mFlags = kScheduledAudioSliceFlag_Loop, .mNumberFrames = 1000, .mBufferList = list};
  CHECK(AUGraphNodeInfo(graph, player, NULL, &unit));
  CHECK(AudioUnitSetProperty(unit, kAudioUnitProperty_ScheduleAudioSlice, kAudioUnitScope_Global, 0, &slice, sizeof slice));
  CHECK(AudioUnitSetProperty(unit, kAudioUnitProperty_ScheduleStartTimeStamp, kAudioUnitScope_Global, 0, &begin, sizeof begin));
}

int main(int argc, char **argv) {
  if (argc != 2 && argc != 3) return 2;
  setenv("AUDIO_TOOLBOX_DEVICE", "virtual:48000:2", 1);
  AudioStreamBasicDescription slow = {44100, kAudioFormatLinearPCM, kAudioFormatFlagsNativeFloatPacked
    | kAudioFormatFlagIsNonInterleaved, 4, 1, 4, 2, 32, 0};
  AUGraph graph;
  CHECK(NewAUGraph(&graph));
  AUNode output = node(graph, kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
  AUNode mixer = node(graph, kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer);
  AUNode converter = node(graph, kAudioUnitType_FormatConverter, kAudioUnitSubType_AUConverter);
  CHECK(AUGraphOpen(graph));
  CHECK(AUGraphConnectNodeInput(graph, mixer, 0, output, 0));
  CHECK(AUGraphConnectNodeInput(graph, converter, 0, mixer, 0));
  AudioUnit converting, playing;
  CHECK(AUGraphNodeInfo(graph, mixer, NULL, &mixing));
  CHECK(AUGraphNodeInfo(graph, converter, NULL, &converting));
  CHECK(AUGraphNodeInfo(graph, output, NULL, &playing));
  UInt32 buses = 4;
  CHECK(AudioUnitSetProperty(mixing, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &buses, sizeof buses));
  CHECK(AudioUnitSetProperty(converting, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &slow, sizeof slow));
  AURenderCallbackStruct first = {tone, &phases[0]}, second = {tone, &phases[1]};
  CHECK(AUGraphSetNodeInputCallback(graph, converter, 0, &first));
  CHECK(AUGraphSetNodeInputCallback(graph, mixer, 1, &second));
  CHECK(AudioUnitAddRenderNotify(playing, heard, NULL));
  AUNode filePlayer = 0, slicePlayer = 0;
  if (argc == 3) {
    filePlayer = stretched(graph, mixer, 2);
    slicePlayer = node(graph, kAudioUnitType_Generator, kAudioUnitSubType_ScheduledSoundPlayer);
    CHECK(AUGraphConnectNodeInput(graph, slicePlayer, 0, mixer, 3));
  }
  CHECK(AUGraphInitialize(graph));
  if (argc == 3) {
    play(graph, filePlayer, argv[2]);
    playSlice(graph, slicePlayer);
  }
  CHECK(AUGraphStart(graph));
  for (int turn = 0; turn < 10 * atoi(argv[1]); turn++) {
    usleep(100000);
    CHECK(AudioUnitSetParameter(mixing, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, turn % 2, turn % 3 * 0.4f, 0));
    CHECK(AudioUnitSetParameter(mixing, kMultiChannelMixerParam_Pan, kAudioUnitScope_Input, turn % 2, turn % 5 * 0.4f - 0.8f, 0));
    CHECK(AudioUnitSetParameter(mixing, kMultiChannelMixerParam_Volume, kAudioUnitScope_Output, 0, turn % 4 ? 1 : 0.5f, 64));
  }
  CHECK(AUGraphStop(graph));
  CHECK(AUGraphUninitialize(graph));
  CHECK(DisposeAUGraph(graph));
  printf("frames %ld\n", atomic_load(&frames));
  printf("loud %ld\n", atomic_load(&loud));
  return 0;
}
