// Plays a sine by an output unit, records by another one, plays by an IOProc and mixes in a graph, as programs for Apple's
// systems do it, and counts what is allocated on the threads that call them: nothing, once they run. The program stands in
// front of the C library's allocator where that is glibc.
#define _POSIX_C_SOURCE 200809L
#include <AudioToolbox/AudioToolbox.h>
#include <CoreAudio/CoreAudio.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

/// The thread that is in a callback's cycle, and whether it has run long enough.
static pthread_t renderThread;
static int isCounting;
static long counted;
static long cycles;

#if defined(__GLIBC__) && !defined(__cplusplus) && !defined(__SANITIZE_ADDRESS__)
#define COUNTS 1
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

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
#endif

/// Cycles in which a unit may still allocate.
#define WARM_UP 20

static void countCycle(void) {
    cycles += 1;
    if (cycles != WARM_UP) return;
    renderThread = pthread_self();
    __atomic_store_n(&isCounting, 1, __ATOMIC_RELEASE);
}

/// Waits for enough cycles.
static void waitForCycles(const char *name) {
    const struct timespec pause = {0, 20000000};
    int index;
    for (index = 0; index < 600 && cycles < 3 * WARM_UP; index++) nanosleep(&pause, NULL);
    __atomic_store_n(&isCounting, 0, __ATOMIC_RELEASE);
    CHECK(cycles >= 3 * WARM_UP);
    if (counted) fprintf(stderr, "%s: %ld allocations\n", name, counted);
    CHECK(counted == 0);
    cycles = 0;
}

/// A point on a circle, which every frame turns on.
static double point[2] = {0, 0.25};

static OSStatus sine(
    void *context, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *list) {
    UInt32 frame, buffer;
    (void)flags;
    (void)time;
    (void)bus;
    CHECK(context != NULL && list != NULL);
    for (frame = 0; frame < frames; frame++) {
        for (buffer = 0; buffer < list->mNumberBuffers; buffer++) {
            ((Float32 *)list->mBuffers[buffer].mData)[frame] = (Float32)point[0];
        }
        point[0] += 0.05 * point[1];
        point[1] -= 0.05 * point[0];
    }
    countCycle();
    return noErr;
}

static AudioUnit newUnit(OSType type, OSType subType) {
    AudioComponentDescription wanted;
    AudioComponent component;
    AudioUnit unit = NULL;
    memset(&wanted, 0, sizeof wanted);
    wanted.componentType = type;
    wanted.componentSubType = subType;
    wanted.componentManufacturer = kAudioUnitManufacturer_Apple;
    component = AudioComponentFindNext(NULL, &wanted);
    CHECK(component != NULL);
    CHECK(AudioComponentInstanceNew(component, &unit) == noErr);
    return unit;
}

static AudioStreamBasicDescription floats(double rate) {
    AudioStreamBasicDescription format;
    memset(&format, 0, sizeof format);
    format.mSampleRate = rate;
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagsNativeFloatPacked | kAudioFormatFlagIsNonInterleaved;
    format.mBytesPerPacket = format.mBytesPerFrame = 4;
    format.mFramesPerPacket = 1;
    format.mChannelsPerFrame = 2;
    format.mBitsPerChannel = 32;
    return format;
}

/// A sine, at the device's rate or at another one.
static void play(double rate) {
    AudioUnit unit = newUnit(kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput);
    const AudioStreamBasicDescription format = floats(rate);
    AURenderCallbackStruct callback = {sine, point};
    CHECK(AudioUnitSetProperty(
              unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 0, &format, sizeof format)
          == noErr);
    CHECK(AudioUnitSetProperty(
              unit, kAudioUnitProperty_SetRenderCallback, kAudioUnitScope_Input, 0, &callback, sizeof callback)
          == noErr);
    CHECK(AudioUnitInitialize(unit) == noErr);
    CHECK(AudioOutputUnitStart(unit) == noErr);
    waitForCycles("an output unit");
    CHECK(AudioOutputUnitStop(unit) == noErr);
    CHECK(AudioUnitUninitialize(unit) == noErr);
    CHECK(AudioComponentInstanceDispose(unit) == noErr);
}

static AudioBufferList *captured;

static OSStatus capture(
    void *context, AudioUnitRenderActionFlags *flags, const AudioTimeStamp *time, UInt32 bus, UInt32 frames,
    AudioBufferList *list) {
    UInt32 index;
    CHECK(list == NULL && bus == 1);
    for (index = 0; index < 2; index++) {
        captured->mBuffers[index].mData = NULL;
        captured->mBuffers[index].mDataByteSize = 0;
    }
    CHECK(AudioUnitRender((AudioUnit)context, flags, time, bus, frames, captured) == noErr);
    CHECK(captured->mBuffers[1].mDataByteSize == frames * 4);
    countCycle();
    return noErr;
}

/// Records by a unit that does not play.
static void record(double rate) {
    AudioUnit unit = newUnit(kAudioUnitType_Output, kAudioUnitSubType_HALOutput);
    const AudioStreamBasicDescription format = floats(rate);
    AURenderCallbackStruct callback = {capture, unit};
    UInt32 on = 1, off = 0;
    captured = (AudioBufferList *)calloc(1, sizeof(AudioBufferList) + sizeof(AudioBuffer));
    captured->mNumberBuffers = 2;
    CHECK(AudioUnitSetProperty(
              unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Input, 1, &on, sizeof on) == noErr);
    CHECK(AudioUnitSetProperty(
              unit, kAudioOutputUnitProperty_EnableIO, kAudioUnitScope_Output, 0, &off, sizeof off) == noErr);
    CHECK(AudioUnitSetProperty(
              unit, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Output, 1, &format, sizeof format) == noErr);
    CHECK(AudioUnitSetProperty(
              unit, kAudioOutputUnitProperty_SetInputCallback, kAudioUnitScope_Global, 0, &callback, sizeof callback)
          == noErr);
    CHECK(AudioUnitInitialize(unit) == noErr && AudioOutputUnitStart(unit) == noErr);
    waitForCycles("an input unit");
    CHECK(AudioOutputUnitStop(unit) == noErr && AudioComponentInstanceDispose(unit) == noErr);
    free(captured);
}

static OSStatus cycle(
    AudioObjectID device, const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
    AudioBufferList *output, const AudioTimeStamp *outputTime, void *context) {
    UInt32 index;
    (void)device;
    (void)now;
    CHECK(context == &cycles && input->mNumberBuffers == 1 && output->mNumberBuffers == 1);
    CHECK(outputTime->mSampleTime > inputTime->mSampleTime);
    for (index = 0; index < output->mBuffers[0].mDataByteSize / 4; index++) {
        ((Float32 *)output->mBuffers[0].mData)[index] = ((const Float32 *)input->mBuffers[0].mData)[index];
    }
    countCycle();
    return noErr;
}

/// Plays what it records, by an IOProc on the default device.
static void passThrough(void) {
    AudioObjectPropertyAddress address = {
        kAudioHardwarePropertyDefaultOutputDevice, kAudioObjectPropertyScopeGlobal, kAudioObjectPropertyElementMain};
    AudioObjectID device = 0;
    AudioDeviceIOProcID procedure = NULL;
    UInt32 size = sizeof device;
    CHECK(AudioObjectGetPropertyData(kAudioObjectSystemObject, &address, 0, NULL, &size, &device) == noErr);
    CHECK(AudioDeviceCreateIOProcID(device, cycle, &cycles, &procedure) == noErr);
    CHECK(AudioDeviceStart(device, procedure) == noErr);
    waitForCycles("an IOProc");
    CHECK(AudioDeviceStop(device, procedure) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, procedure) == noErr);
#if defined(CA_HAVE_BLOCKS)
    CHECK(AudioDeviceCreateIOProcIDWithBlock(
              &procedure, device, NULL,
              ^(const AudioTimeStamp *now, const AudioBufferList *input, const AudioTimeStamp *inputTime,
                AudioBufferList *output, const AudioTimeStamp *outputTime) {
                  CHECK(cycle(device, now, input, inputTime, output, outputTime, &cycles) == noErr);
              })
          == noErr);
    CHECK(AudioDeviceStart(device, procedure) == noErr);
    waitForCycles("an IOProc's block");
    CHECK(AudioDeviceStop(device, procedure) == noErr);
    CHECK(AudioDeviceDestroyIOProcID(device, procedure) == noErr);
#endif
}

/// Two sines through a mixer, one of them at another rate.
static void mix(void) {
    AUGraph graph = NULL;
    AUNode mixerNode = 0, outputNode = 0;
    AudioUnit mixer = NULL;
    AudioComponentDescription mixing = {
        kAudioUnitType_Mixer, kAudioUnitSubType_MultiChannelMixer, kAudioUnitManufacturer_Apple, 0, 0};
    AudioComponentDescription output = {
        kAudioUnitType_Output, kAudioUnitSubType_DefaultOutput, kAudioUnitManufacturer_Apple, 0, 0};
    AURenderCallbackStruct callback = {sine, point};
    const AudioStreamBasicDescription slow = floats(22050);
    UInt32 index, inputs = 2;
    Boolean runs = false;
    CHECK(NewAUGraph(&graph) == noErr);
    CHECK(AUGraphAddNode(graph, &mixing, &mixerNode) == noErr);
    CHECK(AUGraphAddNode(graph, &output, &outputNode) == noErr);
    CHECK(AUGraphConnectNodeInput(graph, mixerNode, 0, outputNode, 0) == noErr);
    CHECK(AUGraphOpen(graph) == noErr && AUGraphNodeInfo(graph, mixerNode, NULL, &mixer) == noErr);
    CHECK(AudioUnitSetProperty(
              mixer, kAudioUnitProperty_ElementCount, kAudioUnitScope_Input, 0, &inputs, sizeof inputs) == noErr);
    CHECK(AudioUnitSetProperty(
              mixer, kAudioUnitProperty_StreamFormat, kAudioUnitScope_Input, 1, &slow, sizeof slow) == noErr);
    for (index = 0; index < 2; index++) {
        CHECK(AUGraphSetNodeInputCallback(graph, mixerNode, index, &callback) == noErr);
        CHECK(AudioUnitSetParameter(
                  mixer, kMultiChannelMixerParam_Volume, kAudioUnitScope_Input, index, 0.5f, 0) == noErr);
    }
    CHECK(AUGraphInitialize(graph) == noErr && AUGraphStart(graph) == noErr);
    CHECK(AUGraphIsRunning(graph, &runs) == noErr && runs);
    waitForCycles("a graph");
    CHECK(AUGraphStop(graph) == noErr && DisposeAUGraph(graph) == noErr);
}

int main(void) {
    setenv("AUDIO_TOOLBOX_DEVICE", "virtual:48000:2", 1);
    play(48000);
    play(44100);
    record(48000);
    record(16000);
    passThrough();
    mix();
#if defined(COUNTS)
    puts("units play, record and mix, and their threads do not allocate");
#else
    puts("units play, record and mix");
#endif
    return 0;
}
