// Functions of a program that lie, or use the object that calls them. Nothing may crash or hang, and what can be told is told.

#include "attack.h"

#ifndef __BLOCKS__
// The header declares it for compilers that know blocks.
extern void AudioComponentInstantiate(void *component, UInt32 options, void *handler);
#endif

#define EXPECT(condition, text) \
  do { \
    if (!(condition)) return text; \
  } while (0)

// MARK: Files that are read

static struct {
  unsigned char *bytes;
  long size;
  // What the read function does before, and what it says afterwards.
  int lie, depth, calls;
  AudioFileID file;
  ExtAudioFileRef extended;
  OSStatus told;
} source;

static void come_back(int how) {
  char bytes[64];
  UInt32 size = sizeof bytes, count = 1, value = 0;
  UInt64 packets;
  SInt64 place;
  AudioBufferList list = {1, {{2, sizeof bytes, bytes}}};
  if (!source.file || source.depth > 0) return;
  source.depth++;
  switch (how) {
  case 1: source.told = AudioFileClose(source.file); break;
  case 2: source.told = AudioFileReadBytes(source.file, false, 0, &size, bytes); break;
  case 3: source.told = AudioFileReadPacketData(source.file, false, &size, NULL, 0, &count, bytes); break;
  case 4: size = 8, source.told = AudioFileGetProperty(source.file, 'pcnt', &size, &packets); break;
  case 5: source.told = AudioFileGetPropertyInfo(source.file, 'ptbl', &size, &value); break;
  case 6: source.told = AudioFileSetProperty(source.file, 'uatk', 4, &value); break;
  case 7: if (source.extended) source.told = ExtAudioFileDispose(source.extended); break;
  case 8: count = 4; if (source.extended) source.told = ExtAudioFileRead(source.extended, &count, &list); break;
  case 9: if (source.extended) source.told = ExtAudioFileSeek(source.extended, 0); break;
  case 10: if (source.extended) source.told = ExtAudioFileTell(source.extended, &place); break;
  }
  source.depth--;
}

static OSStatus read_lying(void *data, SInt64 position, UInt32 wanted, void *buffer, UInt32 *count) {
  long rest = position >= 0 && position < source.size ? source.size - position : 0;
  source.calls++;
  come_back(source.lie);
  *count = rest < wanted ? (UInt32)rest : wanted;
  memcpy(buffer, source.bytes + position, *count);
  switch (source.lie) {
  case 20: *count = wanted + 1; break;
  case 21: *count = 0xFFFFFFFF; break;
  case 22: *count = 0; break;
  case 23: return -1;
  case 24: *count = *count / 2; break;
  case 25: return source.calls % 3 == 0 ? 0x7FFFFFFF : 0;
  case 26: memset(buffer, source.calls, *count); break;
  case 27: *count = *count > 0; break;
  }
  return 0;
}

static SInt64 size_lying(void *data) {
  source.calls++;
  switch (source.lie) {
  case 30: return source.calls % 2 ? source.size : 100;
  case 31: return source.calls % 2 ? 100 : source.size;
  case 32: return source.calls % 3 ? source.size : -1;
  case 33: return source.calls % 3 ? 0x7FFFFFFFFFFFFFFF : source.size;
  case 34: return (SInt64)0x8000000000000000;
  case 35: return source.size - source.calls;
  case 36: return source.size + (SInt64)source.calls * 1000000007;
  case 37: come_back(1 + source.calls % 10); return source.size;
  }
  return source.size;
}

static void use_file(void) {
  static char bytes[200000];
  AudioStreamPacketDescription places[64];
  for (int step = 0; step < 4; step++) {
    UInt32 size = sizeof bytes, count = 64;
    AudioFileReadPacketData(source.file, false, &size, places, step * 60, &count, bytes);
    size = 1000;
    AudioFileReadBytes(source.file, false, step * 5000, &size, bytes);
    UInt64 number;
    size = 8;
    AudioFileGetProperty(source.file, kAudioFilePropertyAudioDataPacketCount, &size, &number);
    AudioFileGetProperty(source.file, kAudioFilePropertyEstimatedDuration, &size, &number);
    AudioIndependentPacketTranslation place = {(SInt64)1 << 62, 0};
    size = sizeof place;
    AudioFileGetProperty(source.file, kAudioFilePropertyPreviousIndependentPacket, &size, &place);
  }
  if (source.extended) {
    AudioStreamBasicDescription client = float32Stereo;
    ExtAudioFileSetProperty(source.extended, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client);
    AudioBufferList list = {1, {{2, 8000, bytes}}};
    UInt32 frames = 1000;
    ExtAudioFileRead(source.extended, &frames, &list);
    ExtAudioFileSeek(source.extended, 777);
    list.mBuffers[0].mDataByteSize = 8000;
    frames = 1000;
    ExtAudioFileRead(source.extended, &frames, &list);
  }
}

static const char *lie_about(unsigned char *bytes, long size) {
  for (int lie = 0; lie <= 37; lie++) {
    for (int isLate = 0; isLate < 2; isLate++) {
      memset(&source, 0, sizeof source);
      source.bytes = bytes, source.size = size, source.lie = isLate ? 0 : lie;
      AudioFileID file = NULL;
      if (AudioFileOpenWithCallbacks(NULL, read_lying, NULL, size_lying, NULL, 0, &file)) continue;
      source.file = file;
      ExtAudioFileWrapAudioFileID(file, false, &source.extended);
      source.lie = lie;
      use_file();
      if (lie >= 1 && lie <= 6 && isLate) {
        EXPECT(source.told == kAudioFileOperationNotSupportedError, "a file in use answers the wrong status");
      }
      source.lie = 0;
      if (source.extended) EXPECT(ExtAudioFileDispose(source.extended) == 0, "an extended file does not go");
      EXPECT(AudioFileClose(file) == 0, "a file does not close");
    }
  }
  return NULL;
}

static const char *waves(double seconds) {
  long size;
  unsigned char *bytes = make_wave(20000, &size);
  return lie_about(bytes, size);
}

static const char *movies(double seconds) {
  char path[4096];
  snprintf(path, sizeof path, "%s/lies.m4a", folder);
  EXPECT(make_music(path, 3), "no file could be made");
  FILE *stream = fopen(path, "rb");
  static unsigned char bytes[1 << 20];
  long size = (long)fread(bytes, 1, sizeof bytes, stream);
  fclose(stream);
  return lie_about(bytes, size);
}

// MARK: Files that are written

static struct {
  unsigned char bytes[1 << 20];
  SInt64 size;
  int lie, calls;
  AudioFileID file;
} sink;

static OSStatus write_lying(void *data, SInt64 position, UInt32 count, const void *bytes, UInt32 *written) {
  sink.calls++;
  if (position >= 0 && position + count <= (SInt64)sizeof sink.bytes) {
    memcpy(sink.bytes + position, bytes, count);
    if (position + count > sink.size) sink.size = position + count;
  }
  *written = count;
  short sample[2] = {0};
  UInt32 size = 4, packets = 1;
  switch (sink.lie) {
  case 1: *written = 0; break;
  case 2: *written = count + 1; break;
  case 3: *written = 0xFFFFFFFF; break;
  case 4: *written = count > 1 ? count / 2 : count; break;
  case 5: return -1;
  case 6: if (sink.file) AudioFileClose(sink.file); break;
  case 7: if (sink.file) AudioFileWritePackets(sink.file, false, 4, NULL, 0, &packets, sample); break;
  case 8: if (sink.file) AudioFileOptimize(sink.file); break;
  case 9: if (sink.file) AudioFileReadBytes(sink.file, false, 0, &size, sample); break;
  }
  return 0;
}

static OSStatus read_back(void *data, SInt64 position, UInt32 wanted, void *buffer, UInt32 *count) {
  SInt64 rest = position >= 0 && position < sink.size ? sink.size - position : 0;
  *count = rest < wanted ? (UInt32)rest : wanted;
  memcpy(buffer, sink.bytes + position, *count);
  if (sink.lie == 10) *count = 0xFFFFFFFF;
  return 0;
}

static SInt64 sink_size(void *data) { return sink.lie == 11 ? -(SInt64)sink.calls : sink.size; }
static OSStatus set_size(void *data, SInt64 size) { return sink.lie == 12 && sink.file ? -1 : (sink.size = size, 0); }

static const char *written(double seconds) {
  static const AudioFileTypeID types[] = {'WAVE', 'caff', 'NeXT', 'm4af'};
  for (int type = 0; type < 4; type++) {
    for (int lie = 0; lie <= 12; lie++) {
      memset(&sink, 0, sizeof sink);
      AudioStreamBasicDescription format = int16Stereo;
      if (types[type] == 'm4af') format = (AudioStreamBasicDescription){44100, 'alac', 0, 0, 4096, 0, 2, 0, 0};
      AudioFileID file = NULL;
      OSStatus status = AudioFileInitializeWithCallbacks(
        NULL, read_back, write_lying, sink_size, set_size, types[type], &format, 0, &file);
      if (status != 0) continue;
      sink.file = file, sink.lie = lie;
      for (int round = 0; round < 20; round++) {
        static unsigned char bytes[4096];
        AudioStreamPacketDescription place = {0, 0, 100};
        UInt32 packets = types[type] == 'm4af' ? 1 : 1000, size = types[type] == 'm4af' ? 100 : 4000;
        if (AudioFileWritePackets(file, false, size, &place, round * (SInt64)packets, &packets, bytes)) break;
      }
      sink.lie = lie == 6 ? 6 : 0;
      AudioFileClose(file);
      EXPECT(AudioFileClose(file) == kAudioFileNotOpenError, "a file closes twice");
    }
  }
  return NULL;
}

// MARK: Converters

static int inputLie;
static AudioConverterRef otherConverter;

static OSStatus input_lying(
  AudioConverterRef converter, UInt32 *count, AudioBufferList *list, AudioStreamPacketDescription **places, void *data
) {
  static unsigned char memory[1 << 16];
  static AudioStreamPacketDescription place[4];
  float samples[16];
  AudioBufferList output = {1, {{2, sizeof samples, samples}}};
  UInt32 wanted = 8, size = 8, value = 1;
  Float64 rate;
  if (places) *places = place;
  for (int index = 0; index < 4; index++) place[index] = (AudioStreamPacketDescription){index * 16, 1024, 16};
  *count = places ? 1 : 100;
  list->mBuffers[0].mData = memory;
  list->mBuffers[0].mDataByteSize = 400;
  switch (inputLie) {
  case 1: AudioConverterDispose(converter); break;
  case 2: AudioConverterReset(converter); break;
  case 3: AudioConverterFillComplexBuffer(converter, input_lying, data, &wanted, &output, NULL); break;
  case 4: AudioConverterSetProperty(converter, 'srcq', 4, &value); break;
  case 5: AudioConverterGetProperty(converter, 'pimi', &size, &rate); break;
  case 6: *count = 0x7FFFFFFF; list->mBuffers[0].mDataByteSize = 16; break;
  case 7: *count = 10, list->mBuffers[0].mData = NULL, list->mBuffers[0].mDataByteSize = 0xFFFFFFFF; break;
  case 8: list->mNumberBuffers = 0xFFFFFFFF; break;
  case 9: list->mNumberBuffers = 0; break;
  case 10: *count = 0xFFFFFFFF, list->mBuffers[0].mDataByteSize = sizeof memory; break;
  case 11: list->mBuffers[0].mData = memory + 1, list->mBuffers[0].mDataByteSize = 13; break;
  case 12: *count = 0, list->mBuffers[0].mDataByteSize = 400; break;
  case 13: *count = 1000, list->mBuffers[0].mDataByteSize = 0; break;
  case 14: if (places) *places = NULL; break;
  case 15: place[0].mStartOffset = -1; break;
  case 16: place[0].mStartOffset = 0x7FFFFFFFFFFFFFFF; break;
  case 17: place[0].mDataByteSize = 0xFFFFFFFF; break;
  case 18: place[0].mVariableFramesInPacket = 0xFFFFFFFF; break;
  case 19: *count = 4; for (int index = 0; index < 4; index++) place[index] = (AudioStreamPacketDescription){0, 0, 400}; break;
  case 20: return 0x7FFFFFFF;
  case 21: list->mBuffers[0].mNumberChannels = 0xFFFFFFFF; break;
  case 22: list->mBuffers[0].mData = NULL; break;
  case 23: if (data) list->mBuffers[0].mData = data; break;
  case 24: if (otherConverter) AudioConverterFillComplexBuffer(otherConverter, input_lying, data, &wanted, &output, NULL); break;
  }
  return 0;
}

static const char *converters(double seconds) {
  AudioStreamBasicDescription resampled = float32Stereo, planar = float32Stereo;
  resampled.mSampleRate = 48000;
  planar.mFormatFlags |= kAudioFormatFlagIsNonInterleaved, planar.mBytesPerFrame = planar.mBytesPerPacket = 4;
  AudioStreamBasicDescription coded[] = {
    {44100, 'aac ', 0, 0, 1024, 0, 2, 0, 0}, {44100, 'aac ', 0, 0, 0, 0, 2, 0, 0}, {44100, '.mp3', 0, 0, 1152, 0, 2, 0, 0},
    {44100, 'ima4', 0, 68, 64, 0, 2, 0, 0}, {8000, 'ulaw', 0, 1, 1, 1, 1, 8, 0}, {199, 'aac ', 0, 0, 1024, 0, 2, 0, 0},
  };
  AudioStreamBasicDescription pairs[12][2] = {
    {int16Stereo, float32Stereo}, {int16Stereo, resampled}, {planar, int16Stereo}, {int16Stereo, planar},
    {int16Stereo, coded[0]}, {resampled, coded[0]},
  };
  for (int index = 0; index < 6; index++) {
    pairs[6 + index][0] = coded[index];
    pairs[6 + index][1] = float32Stereo;
    if (index >= 4) pairs[6 + index][1].mSampleRate = coded[index].mSampleRate;
  }
  for (int pair = 0; pair < 12; pair++) {
    for (inputLie = 0; inputLie <= 24; inputLie++) {
      AudioConverterRef converter = NULL;
      if (AudioConverterNew(&pairs[pair][0], &pairs[pair][1], &converter)) continue;
      AudioConverterNew(&pairs[pair][0], &pairs[pair][1], &otherConverter);
      for (int round = 0; round < 6; round++) {
        static float samples[2][4096];
        struct { AudioBufferList list; AudioBuffer second; } lists = {{2, {{1, 16384, samples[0]}}}, {1, 16384, samples[1]}};
        AudioStreamPacketDescription places[8];
        UInt32 count = round % 2 ? 8 : 1024;
        bool isCoded = pairs[pair][1].mFormatID != 'lpcm';
        if (isCoded) count = count > 8 ? 8 : count;
        AudioConverterFillComplexBuffer(
          converter, input_lying, samples[1], &count, &lists.list, isCoded ? places : NULL);
        EXPECT(count <= 1024, "more came than was asked for");
      }
      AudioConverterDispose(converter);
      AudioConverterDispose(otherConverter);
      EXPECT(AudioConverterDispose(converter) == kAudio_ParamError, "a converter goes twice");
    }
  }
  return NULL;
}

static OSStatus old_input(AudioConverterRef converter, UInt32 *size, void **data, void *userData) {
  static char memory[1 << 16];
  switch (inputLie) {
  case 1: break;
  case 2: *data = NULL; break;
  case 3: *data = memory, *size = 3; break;
  case 4: *size = 0; break;
  case 5: *data = memory, *size = sizeof memory; break;
  case 6: AudioConverterDispose(converter); *data = memory, *size = 400; break;
  case 7: *data = NULL, *size = 0xFFFFFFFF; break;
  }
  return 0;
}

static const char *old_converters(double seconds) {
  for (inputLie = 1; inputLie <= 7; inputLie++) {
    AudioConverterRef converter;
    EXPECT(AudioConverterNew(&int16Stereo, &float32Stereo, &converter) == 0, "there is no converter");
    for (int round = 0; round < 5; round++) {
      static float samples[4096];
      UInt32 size = sizeof samples;
      AudioConverterFillBuffer(converter, (void *)old_input, NULL, &size, samples);
      EXPECT(size <= sizeof samples, "more came than there was room for");
    }
    AudioConverterDispose(converter);
  }
  return NULL;
}

// MARK: Streams

static unsigned char *streamBytes;
static long streamSize;
static int streamLie, streamDepth, packetsAfterClosing;
static bool isStreamClosed;

static void stream_back(AudioFileStreamID stream) {
  SInt64 offset;
  UInt32 flags = 0, size = 40;
  char value[40];
  switch (streamLie) {
  case 1: isStreamClosed = AudioFileStreamClose(stream) == 0 || isStreamClosed; break;
  case 2: if (streamDepth++ < 1000) AudioFileStreamParseBytes(stream, 1000, streamBytes, 0); break;
  case 3: AudioFileStreamSeek(stream, 5, &offset, &flags); break;
  case 4: AudioFileStreamSeek(stream, (SInt64)1 << 62, &offset, &flags); break;
  case 5: AudioFileStreamGetProperty(stream, kAudioFileStreamProperty_DataFormat, &size, value); break;
  case 6: if (streamDepth++ < 1000) AudioFileStreamParseBytes(stream, (UInt32)streamSize, streamBytes, 1); break;
  }
}

static void property_back(void *data, AudioFileStreamID stream, AudioFileStreamPropertyID property, UInt32 *flags) {
  *flags = 0xFFFFFFFF;
  if (*(int *)data) stream_back(stream);
}

static AudioFileStreamID packetStream;
static void packets_back(void *data, UInt32 bytes, UInt32 count, const void *packets, AudioStreamPacketDescription *places) {
  volatile char last = ((const char *)packets)[bytes - 1];
  if (isStreamClosed) packetsAfterClosing++;
  for (UInt32 index = 0; places && index < count; index++) {
    last = ((const char *)packets)[places[index].mStartOffset + places[index].mDataByteSize - 1];
    places[index].mStartOffset = -1;
  }
  if (!*(int *)data) stream_back(packetStream);
  (void)last;
}

static const char *streams(double seconds) {
  streamBytes = make_wave(20000, &streamSize);
  for (streamLie = 0; streamLie <= 6; streamLie++) {
    for (int isListener = 0; isListener < 2; isListener++) {
      streamDepth = 0, isStreamClosed = false, packetsAfterClosing = 0;
      EXPECT(AudioFileStreamOpen(&isListener, property_back, packets_back, 0, &packetStream) == 0, "there is no stream");
      for (long at = 0; at < streamSize; at += 4096) {
        long count = streamSize - at < 4096 ? streamSize - at : 4096;
        if (AudioFileStreamParseBytes(packetStream, (UInt32)count, streamBytes + at, 0)) break;
      }
      EXPECT(packetsAfterClosing == 0, "a closed stream gives packets");
      AudioFileStreamClose(packetStream);
    }
  }
  return NULL;
}

// MARK: Audio queues

static int queueLie;
static volatile int queueCalls;

static void buffer_back(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) {
  queueCalls++;
  buffer->mAudioDataByteSize = buffer->mAudioDataBytesCapacity;
  switch (queueLie) {
  case 1: if (queueCalls % 3 == 0) AudioQueueStop(queue, true); break;
  case 2: if (queueCalls % 5 == 0) { AudioQueueDispose(queue, true); return; } break;
  case 3: AudioQueueFreeBuffer(queue, buffer); return;
  case 4: buffer->mAudioDataByteSize = 0xFFFFFFFF; break;
  case 5: AudioQueueReset(queue); break;
  case 6: AudioQueueDispose(queue, false); break;
  case 7: buffer->mPacketDescriptionCount = 0xFFFFFFFF; break;
  }
  AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static void tap_back(
  void *data, AudioQueueProcessingTapRef tap, UInt32 frames, AudioTimeStamp *time, UInt32 *flags, UInt32 *made,
  AudioBufferList *list
) {
  AudioQueueRef queue = data;
  UInt32 value, size = 4;
  AudioQueueProcessingTapRef second;
  AudioStreamBasicDescription format;
  AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, made, list);
  switch (queueLie) {
  case 10: AudioQueueStop(queue, true); break;
  case 11: AudioQueueDispose(queue, true); break;
  case 12: AudioQueueProcessingTapDispose(tap); break;
  case 13: AudioQueueGetProperty(queue, kAudioQueueProperty_EnableLevelMetering, &value, &size); break;
  case 14: AudioQueueReset(queue), AudioQueueFlush(queue), AudioQueuePause(queue), AudioQueueStart(queue, NULL); break;
  case 15: *made = 0xFFFFFFFF; break;
  case 16: list->mNumberBuffers = 0xFFFFFFFF; break;
  case 17: AudioQueueProcessingTapGetSourceAudio(tap, 0xFFFFFFFF, time, flags, made, list); break;
  case 18: list->mBuffers[0].mData = NULL, list->mBuffers[0].mDataByteSize = 0xFFFFFFFF; break;
  case 19: AudioQueueProcessingTapNew(queue, tap_back, queue, 1, &size, &format, &second); break;
  case 20: for (int k = 0; k < 50; k++) AudioQueueProcessingTapGetSourceAudio(tap, frames, time, flags, made, list); break;
  }
}

static const char *queues(double seconds) {
  for (queueLie = 0; queueLie <= 20; queueLie++) {
    for (int isOffline = 0; isOffline < 2; isOffline++) {
      AudioQueueRef queue;
      AudioQueueBufferRef buffers[3], target;
      EXPECT(AudioQueueNewOutput(&int16Stereo, buffer_back, NULL, NULL, NULL, 0, &queue) == 0, "there is no queue");
      queueCalls = 0;
      AudioQueueProcessingTapRef tap = NULL;
      AudioStreamBasicDescription format;
      UInt32 largest;
      if (queueLie >= 10) AudioQueueProcessingTapNew(queue, tap_back, queue, 1, &largest, &format, &tap);
      for (int index = 0; index < 3; index++) {
        AudioQueueAllocateBuffer(queue, 1024, &buffers[index]);
        buffers[index]->mAudioDataByteSize = 1024;
        AudioQueueEnqueueBuffer(queue, buffers[index], 0, NULL);
      }
      AudioQueueAllocateBuffer(queue, 8192, &target);
      if (isOffline) AudioQueueSetOfflineRenderFormat(queue, &int16Stereo, NULL);
      AudioQueueStart(queue, NULL);
      AudioTimeStamp time = {0};
      for (int round = 0; isOffline && round < 10; round++) {
        if (AudioQueueOfflineRender(queue, &time, target, 500)) break;
      }
      if (!isOffline) usleep(30000);
      AudioQueueStop(queue, true);
      AudioQueueDispose(queue, true);
      if (tap) AudioQueueProcessingTapDispose(tap);
    }
  }
  return NULL;
}

// MARK: Core Media

static int mediaLie, mediaDepth;
static CMBufferQueueRef mediaQueue;
static CMBlockBufferRef mediaBlock;

static CMSampleBufferRef new_sample(void) {
  CMSampleBufferRef sample = NULL;
  CMSampleBufferCreate(NULL, NULL, true, NULL, NULL, NULL, 0, 0, NULL, 0, NULL, &sample);
  return sample;
}

static void queue_back(void) {
  if (!mediaQueue || mediaDepth > 0) return;
  mediaDepth++;
  CMSampleBufferRef sample = new_sample();
  CMBufferRef taken;
  switch (mediaLie % 6) {
  case 1: if (CMBufferQueueGetBufferCount(mediaQueue) < 50) CMBufferQueueEnqueue(mediaQueue, sample); break;
  case 2: taken = CMBufferQueueDequeueAndRetain(mediaQueue); if (taken) CFRelease(taken); break;
  case 3: CMBufferQueueReset(mediaQueue); break;
  case 4: CMBufferQueueGetBufferCount(mediaQueue), CMBufferQueueGetHead(mediaQueue); break;
  case 5: CMBufferQueueMarkEndOfData(mediaQueue); break;
  }
  CFRelease(sample);
  mediaDepth--;
}

static CMTime time_back(CMBufferRef buffer, void *data) {
  queue_back();
  static int count;
  CMTime lies[] = {
    {count, 1, 1, 0}, {0x7FFFFFFFFFFFFFFF, 1, 1, 0}, {1, 0, 1, 0}, {-1, -1, 1, 0}, {0, 0, 0, 0},
    {(CMTimeValue)0x8000000000000000, -0x7FFFFFFF - 1, 1, 0},
  };
  return lies[count++ % 6];
}
static CFComparisonResult compare_back(CMBufferRef first, CMBufferRef second, void *data) {
  static int count;
  queue_back();
  return count++ % 3 - 1;
}
static Boolean ready_back(CMBufferRef buffer, void *data) { queue_back(); return mediaLie % 2; }
static size_t size_back(CMBufferRef buffer, void *data) { queue_back(); return (size_t)-1; }
static OSStatus validate_back(CMBufferQueueRef queue, CMBufferRef buffer, void *data) { queue_back(); return 0; }
static OSStatus each_back(CMBufferRef buffer, void *data) { queue_back(); return 0; }
static void reset_back(CMBufferRef buffer, void *data) { queue_back(); }
static void trigger_back(void *data, CMBufferQueueTriggerToken token) {
  queue_back();
  CMBufferQueueRemoveTrigger(mediaQueue, token);
}

static const char *buffer_queues(double seconds) {
  for (mediaLie = 0; mediaLie < 12; mediaLie++) {
    CMBufferCallbacks callbacks = {1, NULL, time_back, time_back, time_back, ready_back, compare_back, NULL, size_back};
    mediaQueue = NULL;
    EXPECT(CMBufferQueueCreate(NULL, 0, &callbacks, &mediaQueue) == 0, "there is no queue");
    CMBufferQueueSetValidationCallback(mediaQueue, validate_back, NULL);
    CMBufferQueueTriggerToken token;
    CMTime zero = {0, 1, 1, 0};
    for (int condition = 1; condition <= 12; condition++) {
      CMBufferQueueInstallTrigger(mediaQueue, trigger_back, NULL, condition, zero, &token);
    }
    for (int round = 0; round < 40; round++) {
      CMSampleBufferRef sample = new_sample();
      CMBufferQueueEnqueue(mediaQueue, sample);
      CFRelease(sample);
      CMBufferQueueGetMinDecodeTimeStamp(mediaQueue), CMBufferQueueGetEndPresentationTimeStamp(mediaQueue);
      CMBufferQueueGetDuration(mediaQueue), CMBufferQueueGetTotalSize(mediaQueue);
      CMBufferQueueCallForEachBuffer(mediaQueue, each_back, NULL);
      if (round % 3 == 0) {
        CMBufferRef taken = CMBufferQueueDequeueIfDataReadyAndRetain(mediaQueue);
        if (taken) CFRelease(taken);
      }
      if (round % 10 == 9) CMBufferQueueResetWithCallback(mediaQueue, reset_back, NULL);
    }
    CFRelease(mediaQueue);
  }
  return NULL;
}

static void *allocate_back(void *data, size_t size) {
  if (mediaLie == 1) return NULL;
  if (mediaLie == 2 && mediaBlock && mediaDepth++ == 0) CMBlockBufferAssureBlockMemory(mediaBlock);
  if (mediaLie == 3 && mediaBlock && mediaDepth++ == 0) {
    CMBlockBufferAppendMemoryBlock(mediaBlock, NULL, 100, NULL, NULL, 0, 100, 0);
  }
  return calloc(1, size);
}
static void free_back(void *data, void *memory, size_t size) { free(memory); }

static const char *blocks(double seconds) {
  for (mediaLie = 0; mediaLie < 4; mediaLie++) {
    CMBlockBufferCustomBlockSource source = {0, allocate_back, free_back, NULL};
    mediaBlock = NULL, mediaDepth = 0;
    OSStatus status = CMBlockBufferCreateWithMemoryBlock(NULL, NULL, 1000, NULL, &source, 0, 1000, 0, &mediaBlock);
    EXPECT(status == 0, "there is no block buffer");
    status = CMBlockBufferAssureBlockMemory(mediaBlock);
    EXPECT((status == 0) == (mediaLie != 1), "an allocation is told wrongly");
    CMBlockBufferFillDataBytes(7, mediaBlock, 0, 1000);
    CFRelease(mediaBlock);
  }
  CMSampleBufferRef sample;
  CMFormatDescriptionRef description;
  AudioStreamBasicDescription aac = {44100, 'aac ', 0, 0, 1024, 0, 2, 0, 0};
  CMAudioFormatDescriptionCreate(NULL, &aac, 0, NULL, 0, NULL, NULL, &description);
  size_t one = 1;
  if (CMSampleBufferCreate(NULL, NULL, false, NULL, NULL, description, 0x7FFFFFFFFFFFFFFF, 0, NULL, 1, &one, &sample) == 0) {
    const AudioStreamPacketDescription *places;
    size_t size;
    CMSampleBufferGetAudioStreamPacketDescriptionsPtr(sample, &places, &size);
    CMSampleBufferGetSampleAttachmentsArray(sample, true);
    CFRelease(sample);
  }
  CFRelease(description);
  return NULL;
}

// MARK: Functions that are not there

static const char *nothing(double seconds) {
  AudioFileID file;
  AudioFileStreamID stream;
  AudioConverterRef converter;
  AudioQueueRef queue;
  AudioComponentInstantiate(NULL, 0, NULL);
  EXPECT(AudioFileOpenWithCallbacks(NULL, NULL, NULL, NULL, NULL, 0, &file) != 0, "a file without functions opens");
  EXPECT(
    AudioFileInitializeWithCallbacks(NULL, NULL, NULL, NULL, NULL, 'WAVE', &int16Stereo, 0, &file) != 0,
    "a file without functions is made");
  EXPECT(AudioFileStreamOpen(NULL, NULL, NULL, 0, &stream) != 0, "a stream without functions opens");
  EXPECT(AudioQueueNewOutput(&int16Stereo, NULL, NULL, NULL, NULL, 0, &queue) != 0, "a queue without function");
  EXPECT(AudioConverterNew(&int16Stereo, &float32Stereo, &converter) == 0, "there is no converter");
  float samples[16];
  UInt32 count = 8;
  AudioBufferList list = {1, {{2, sizeof samples, samples}}};
  EXPECT(AudioConverterFillComplexBuffer(converter, NULL, NULL, &count, &list, NULL) != 0, "no function is asked");
  count = sizeof samples;
  EXPECT(AudioConverterFillBuffer(converter, NULL, NULL, &count, samples) != 0, "no function is asked");
  AudioConverterDispose(converter);
  return NULL;
}

int main(int count, char **arguments) {
  double seconds = count > 1 ? atof(arguments[1]) : 10;
  folder = count > 2 ? arguments[2] : "/tmp";
  double slack = count > 3 ? atof(arguments[3]) : 1;
  const Case cases[] = {
    {"files that are read, WAVE", waves}, {"files that are read, MPEG-4", movies}, {"files that are written", written},
    {"converters", converters}, {"converters of the old kind", old_converters}, {"streams", streams},
    {"audio queues and taps", queues}, {"buffer queues", buffer_queues}, {"blocks and samples", blocks},
    {"no functions", nothing},
  };
  return run_cases("callbacks", cases, sizeof cases / sizeof cases[0], seconds, slack);
}
