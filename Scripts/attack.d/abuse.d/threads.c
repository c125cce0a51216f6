// Four threads on one object of each kind. Nothing may crash, hang or be corrupted; statuses are those of the documentation.

#include "attack.h"

enum { threadCount = 4 };

// MARK: Running

typedef struct {
  void *object;
  unsigned seed;
  volatile bool *isOver;
  // An object that is disposed of meanwhile answers so.
  OSStatus statusWhenGone;
  const char *wrong;
  long calls;
} Worker;

typedef void *(*WorkerFunction)(void *);

// Lets four threads work on an object for some seconds; the object goes at the end, or in the midst of it.
static const char *run_threads(
  WorkerFunction function, void *object, OSStatus statusWhenGone, OSStatus (*dispose)(void *), bool isEarly,
  double seconds
) {
  volatile bool isOver = false;
  pthread_t threads[threadCount];
  Worker workers[threadCount];
  for (int index = 0; index < threadCount; index++) {
    workers[index] = (Worker){object, (unsigned)index + 1, &isOver, isEarly ? statusWhenGone : 0, NULL, 0};
    pthread_create(&threads[index], NULL, function, &workers[index]);
  }
  usleep((useconds_t)(seconds * 1e6));
  if (isEarly) {
    dispose(object);
    usleep(2000);
  }
  isOver = true;
  const char *wrong = NULL;
  for (int index = 0; index < threadCount; index++) {
    pthread_join(threads[index], NULL);
    if (workers[index].wrong) wrong = workers[index].wrong;
  }
  if (!isEarly && dispose(object) != 0 && !wrong) wrong = "it cannot be disposed of";
  return wrong;
}

#define FAIL(worker, text) \
  do { \
    (worker)->wrong = text; \
    return NULL; \
  } while (0)
#define ALLOWED(worker, status) ((status) == 0 || ((worker)->statusWhenGone != 0 && (status) == (worker)->statusWhenGone))

// MARK: Files

static unsigned char *wave;
static long waveSize;
enum { waveFrames = 30000 };

static OSStatus read_wave(void *data, SInt64 position, UInt32 wanted, void *buffer, UInt32 *count) {
  long rest = position < waveSize ? waveSize - position : 0;
  *count = rest < wanted ? (UInt32)rest : wanted;
  memcpy(buffer, wave + position, *count);
  return 0;
}

static SInt64 wave_size(void *data) { return waveSize; }

static AudioFileID open_wave(void) {
  if (!wave) wave = make_wave(waveFrames, &waveSize);
  AudioFileID file = NULL;
  return AudioFileOpenWithCallbacks(NULL, read_wave, NULL, wave_size, NULL, 0, &file) == 0 ? file : NULL;
}

static void *read_numbered(void *argument) {
  Worker *worker = argument;
  while (!*worker->isOver) {
    short samples[256];
    UInt32 bytes = sizeof samples, packets = 128, size = 8;
    int first = (int)(next_random(&worker->seed) % (waveFrames - 128));
    UInt64 count = 0;
    OSStatus status = AudioFileReadPacketData(worker->object, false, &bytes, NULL, first, &packets, samples);
    if (!ALLOWED(worker, status)) FAIL(worker, "a read failed");
    if (status != 0) return NULL;
    if (packets != 128) FAIL(worker, "packets are missing");
    for (int index = 0; index < 128; index++) {
      if (samples[2 * index] != (short)(first + index)) FAIL(worker, "a read gave the bytes of another one");
    }
    status = AudioFileGetProperty(worker->object, kAudioFilePropertyAudioDataPacketCount, &size, &count);
    if (!ALLOWED(worker, status) || (status == 0 && count != waveFrames)) FAIL(worker, "the count is wrong");
    worker->calls++;
  }
  return NULL;
}

static OSStatus close_file(void *file) { return AudioFileClose(file); }

static const char *files(double seconds) {
  AudioFileID file = open_wave();
  if (!file) return "the file cannot be opened";
  return run_threads(read_numbered, file, kAudioFileNotOpenError, close_file, false, seconds);
}

static const char *files_closed(double seconds) {
  for (double end = now() + seconds; now() < end;) {
    AudioFileID file = open_wave();
    if (!file) return "the file cannot be opened";
    const char *wrong = run_threads(read_numbered, file, kAudioFileNotOpenError, close_file, true, 0.005);
    if (wrong) return wrong;
  }
  return NULL;
}

// MARK: Packets that differ in size

enum { maximumPackets = 400 };
static struct {
  UInt32 size;
  unsigned char bytes[2048];
} packetTable[maximumPackets];
static int packetCount;
static char musicPath[4096];

static bool music(void) {
  snprintf(musicPath, sizeof musicPath, "%s/music-%d.m4a", folder, (int)getpid());
  return make_music(musicPath, 4);
}

static void *read_packets(void *argument) {
  Worker *worker = argument;
  while (!*worker->isOver) {
    unsigned char bytes[4 * 2048];
    AudioStreamPacketDescription places[4];
    UInt32 size = sizeof bytes, count = 4;
    int first = (int)(next_random(&worker->seed) % (unsigned)(packetCount - 4));
    OSStatus status = AudioFileReadPacketData(worker->object, false, &size, places, first, &count, bytes);
    if (!ALLOWED(worker, status)) FAIL(worker, "a read failed");
    if (status != 0) return NULL;
    for (UInt32 index = 0; index < count; index++) {
      if (places[index].mDataByteSize != packetTable[first + (int)index].size
        || memcmp(bytes + places[index].mStartOffset, packetTable[first + (int)index].bytes, places[index].mDataByteSize)) {
        FAIL(worker, "a packet is not the file's");
      }
    }
    UInt32 room = 8;
    CFDictionaryRef info = NULL;
    if (AudioFileGetProperty(worker->object, kAudioFilePropertyInfoDictionary, &room, &info) == 0 && info) CFRelease(info);
    worker->calls++;
  }
  return NULL;
}

static const char *packets(double seconds) {
  if (!music()) return "no file could be made";
  CFURLRef url = make_url(musicPath);
  AudioFileID file;
  OSStatus status = AudioFileOpenURL(url, 1, 0, &file);
  CFRelease(url);
  if (status != 0) return "the file cannot be opened";
  for (packetCount = 0; packetCount < maximumPackets; packetCount++) {
    UInt32 size = sizeof packetTable[0].bytes, count = 1;
    AudioStreamPacketDescription place;
    if (AudioFileReadPacketData(file, false, &size, &place, packetCount, &count, packetTable[packetCount].bytes)) break;
    packetTable[packetCount].size = place.mDataByteSize;
  }
  if (packetCount < 100) return "the file has too few packets";
  return run_threads(read_packets, file, kAudioFileNotOpenError, close_file, false, seconds);
}

// MARK: Extended files

static void *read_frames(void *argument) {
  Worker *worker = argument;
  while (!*worker->isOver) {
    float samples[1000];
    AudioBufferList list = {1, {{2, sizeof samples, samples}}};
    UInt32 frames = 500;
    OSStatus status = ExtAudioFileRead(worker->object, &frames, &list);
    if (!ALLOWED(worker, status)) FAIL(worker, "a read failed");
    if (status != 0) return NULL;
    for (UInt32 index = 0; index < 2 * frames; index++) {
      if (!(fabsf(samples[index]) < 2)) FAIL(worker, "a sample is out of all bounds");
    }
    status = ExtAudioFileSeek(worker->object, next_random(&worker->seed) % 100000);
    if (!ALLOWED(worker, status)) FAIL(worker, "a seek failed");
    SInt64 place;
    ExtAudioFileTell(worker->object, &place);
    worker->calls++;
  }
  return NULL;
}

static OSStatus dispose_extended(void *file) { return ExtAudioFileDispose(file); }

static ExtAudioFileRef open_music(void) {
  CFURLRef url = make_url(musicPath);
  ExtAudioFileRef file;
  OSStatus status = ExtAudioFileOpenURL(url, &file);
  CFRelease(url);
  if (status != 0) return NULL;
  AudioStreamBasicDescription client = float32Stereo;
  ExtAudioFileSetProperty(file, kExtAudioFileProperty_ClientDataFormat, sizeof client, &client);
  return file;
}

static const char *extended(double seconds) {
  if (!music()) return "no file could be made";
  ExtAudioFileRef file = open_music();
  if (!file) return "the file cannot be opened";
  return run_threads(read_frames, file, kAudio_ParamError, dispose_extended, false, seconds);
}

static const char *extended_disposed(double seconds) {
  if (!music()) return "no file could be made";
  for (double end = now() + seconds; now() < end;) {
    ExtAudioFileRef file = open_music();
    if (!file) return "the file cannot be opened";
    const char *wrong = run_threads(read_frames, file, kAudio_ParamError, dispose_extended, true, 0.005);
    if (wrong) return wrong;
  }
  return NULL;
}

// MARK: Converters

static OSStatus give_ramp(
  AudioConverterRef converter, UInt32 *count, AudioBufferList *list, AudioStreamPacketDescription **places, void *data
) {
  static const short ramp[400];
  *count = 200;
  list->mBuffers[0].mData = (void *)ramp;
  list->mBuffers[0].mDataByteSize = 800;
  return 0;
}

static void *convert(void *argument) {
  Worker *worker = argument;
  while (!*worker->isOver) {
    float samples[512];
    AudioBufferList list = {1, {{2, sizeof samples, samples}}};
    UInt32 count = 256, size = 4, value = 0;
    OSStatus status = AudioConverterFillComplexBuffer(worker->object, give_ramp, NULL, &count, &list, NULL);
    if (!ALLOWED(worker, status)) FAIL(worker, "a conversion failed");
    if (status != 0) return NULL;
    for (UInt32 index = 0; index < 2 * count; index++) {
      if (samples[index] != 0) FAIL(worker, "silence did not stay silence");
    }
    AudioConverterGetProperty(worker->object, kAudioConverterSampleRateConverterQuality, &size, &value);
    if (next_random(&worker->seed) % 5 == 0) AudioConverterReset(worker->object);
    value = next_random(&worker->seed) % 128;
    if (next_random(&worker->seed) % 50 == 0) {
      AudioConverterSetProperty(worker->object, kAudioConverterSampleRateConverterQuality, 4, &value);
    }
    worker->calls++;
  }
  return NULL;
}

static OSStatus dispose_converter(void *converter) { return AudioConverterDispose(converter); }

static AudioConverterRef new_converter(void) {
  AudioStreamBasicDescription output = float32Stereo;
  output.mSampleRate = 48000;
  AudioConverterRef converter = NULL;
  AudioConverterNew(&int16Stereo, &output, &converter);
  return converter;
}

static const char *converters(double seconds) {
  AudioConverterRef converter = new_converter();
  if (!converter) return "there is no converter";
  return run_threads(convert, converter, kAudio_ParamError, dispose_converter, false, seconds);
}

static const char *converters_disposed(double seconds) {
  for (double end = now() + seconds; now() < end;) {
    AudioConverterRef converter = new_converter();
    if (!converter) return "there is no converter";
    const char *wrong = run_threads(convert, converter, kAudio_ParamError, dispose_converter, true, 0.005);
    if (wrong) return wrong;
  }
  return NULL;
}

// MARK: Streams

static void note_property(void *data, AudioFileStreamID stream, AudioFileStreamPropertyID property, UInt32 *flags) {}
static void note_packets(
  void *data, UInt32 bytes, UInt32 count, const void *packets, AudioStreamPacketDescription *places
) {
  volatile char last = ((const char *)packets)[bytes - 1];
  (void)last;
}

static void *push(void *argument) {
  Worker *worker = argument;
  while (!*worker->isOver) {
    UInt32 count = 1 + next_random(&worker->seed) % 8000;
    OSStatus status = AudioFileStreamParseBytes(worker->object, count, wave, next_random(&worker->seed) % 2);
    if (worker->statusWhenGone != 0 && status == worker->statusWhenGone) return NULL;
    SInt64 offset;
    UInt32 flags = 0, size = 4, isReady;
    AudioFileStreamSeek(worker->object, next_random(&worker->seed), &offset, &flags);
    status = AudioFileStreamGetProperty(
      worker->object, kAudioFileStreamProperty_ReadyToProducePackets, &size, &isReady);
    if (!ALLOWED(worker, status)) FAIL(worker, "a property is not there");
    worker->calls++;
  }
  return NULL;
}

static OSStatus close_stream(void *stream) { return AudioFileStreamClose(stream); }

static const char *streams(double seconds) {
  AudioFileClose(open_wave());
  AudioFileStreamID stream;
  if (AudioFileStreamOpen(NULL, (void *)note_property, note_packets, 0, &stream)) return "there is no stream";
  return run_threads(push, stream, kAudio_ParamError, close_stream, false, seconds);
}

static const char *streams_closed(double seconds) {
  AudioFileClose(open_wave());
  for (double end = now() + seconds; now() < end;) {
    AudioFileStreamID stream;
    if (AudioFileStreamOpen(NULL, (void *)note_property, note_packets, 0, &stream)) return "there is no stream";
    const char *wrong = run_threads(push, stream, kAudio_ParamError, close_stream, true, 0.005);
    if (wrong) return wrong;
  }
  return NULL;
}

// MARK: Queues

static AudioQueueBufferRef queueBuffers[4];

static void played(void *data, AudioQueueRef queue, AudioQueueBufferRef buffer) {
  AudioQueueEnqueueBuffer(queue, buffer, 0, NULL);
}

static void *play(void *argument) {
  Worker *worker = argument;
  while (!*worker->isOver) {
    UInt32 size = 4, isRunning;
    AudioTimeStamp time;
    Boolean isBroken;
    AudioQueueBufferRef buffer = queueBuffers[next_random(&worker->seed) % 4];
    switch (next_random(&worker->seed) % 9) {
    case 0: AudioQueueStart(worker->object, NULL); break;
    case 1: AudioQueuePause(worker->object); break;
    case 2: AudioQueueStop(worker->object, next_random(&worker->seed) % 2); break;
    case 3: AudioQueueReset(worker->object); break;
    case 4: AudioQueueFlush(worker->object); break;
    case 5: AudioQueueGetProperty(worker->object, kAudioQueueProperty_IsRunning, &isRunning, &size); break;
    case 6: AudioQueueGetCurrentTime(worker->object, NULL, &time, &isBroken); break;
    case 7: AudioQueueSetParameter(worker->object, kAudioQueueParam_Volume, 0.5f); break;
    default: AudioQueueEnqueueBuffer(worker->object, buffer, 0, NULL);
    }
    worker->calls++;
  }
  return NULL;
}

static OSStatus dispose_queue(void *queue) { return AudioQueueDispose(queue, true); }

static AudioQueueRef new_queue(void) {
  AudioQueueRef queue = NULL;
  if (AudioQueueNewOutput(&int16Stereo, played, NULL, NULL, NULL, 0, &queue)) return NULL;
  for (int index = 0; index < 4; index++) {
    AudioQueueAllocateBuffer(queue, 1024, &queueBuffers[index]);
    memset(queueBuffers[index]->mAudioData, 0, 1024);
    queueBuffers[index]->mAudioDataByteSize = 1024;
  }
  return queue;
}

static const char *queues(double seconds) {
  AudioQueueRef queue = new_queue();
  if (!queue) return "there is no queue";
  return run_threads(play, queue, kAudio_ParamError, dispose_queue, false, seconds);
}

static const char *queues_disposed(double seconds) {
  for (double end = now() + seconds; now() < end;) {
    AudioQueueRef queue = new_queue();
    if (!queue) return "there is no queue";
    const char *wrong = run_threads(play, queue, kAudio_ParamError, dispose_queue, true, 0.005);
    if (wrong) return wrong;
  }
  return NULL;
}

#include "threads_media.h"

int main(int count, char **arguments) {
  double seconds = count > 1 ? atof(arguments[1]) : 10;
  folder = count > 2 ? arguments[2] : "/tmp";
  double slack = count > 3 ? atof(arguments[3]) : 1;
  const Case cases[] = {
    {"file", files}, {"file, closed meanwhile", files_closed}, {"file of packets", packets},
    {"extended file", extended}, {"extended file, disposed of meanwhile", extended_disposed},
    {"converter", converters}, {"converter, disposed of meanwhile", converters_disposed},
    {"stream", streams}, {"stream, closed meanwhile", streams_closed},
    {"audio queue", queues}, {"audio queue, disposed of meanwhile", queues_disposed},
    {"buffer queue", buffer_queues}, {"block buffer", block_buffers}, {"sample buffer", sample_buffers},
  };
  return run_cases("threads", cases, sizeof cases / sizeof cases[0], seconds, slack);
}
