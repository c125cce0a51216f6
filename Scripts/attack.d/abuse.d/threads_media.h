// Part of threads.c: objects of Core Media.

static OSStatus release(void *object) {
  CFRelease(object);
  return 0;
}

static void *queue_buffers(void *argument) {
  Worker *worker = argument;
  while (!*worker->isOver) {
    CMSampleBufferRef buffer = NULL;
    CMSampleBufferCreate(NULL, NULL, true, NULL, NULL, NULL, 0, 0, NULL, 0, NULL, &buffer);
    if (buffer) {
      CMBufferQueueEnqueue(worker->object, buffer);
      CFRelease(buffer);
    }
    if (CMBufferQueueGetBufferCount(worker->object) > 20) {
      CMBufferRef taken = CMBufferQueueDequeueAndRetain(worker->object);
      if (taken) CFRelease(taken);
    }
    if (next_random(&worker->seed) % 100 == 0) CMBufferQueueReset(worker->object);
    worker->calls++;
  }
  return NULL;
}

static const char *buffer_queues(double seconds) {
  CMBufferQueueRef queue;
  if (CMBufferQueueCreate(NULL, 0, CMBufferQueueGetCallbacksForUnsortedSampleBuffers(), &queue)) return "no queue";
  return run_threads(queue_buffers, queue, 0, release, false, seconds);
}

// What four threads append to a block buffer: blocks of one byte's repetition, from a source that counts.
static _Atomic long blocksGiven, blocksTaken;

static void *give_block(void *data, size_t size) {
  blocksGiven++;
  return calloc(1, size);
}
static void take_block(void *data, void *memory, size_t size) {
  blocksTaken++;
  free(memory);
}

enum { blockSize = 64, blockLimit = 40000 };

static void *use_blocks(void *argument) {
  Worker *worker = argument;
  CMBlockBufferCustomBlockSource source = {0, give_block, take_block, NULL};
  while (!*worker->isOver) {
    CMBlockBufferRef buffer = worker->object, part = NULL;
    char bytes[blockSize], *pointer;
    size_t length = CMBlockBufferGetDataLength(buffer), here, all;
    if (length % blockSize) FAIL(worker, "a block was added in part");
    if (length < blockLimit
      && CMBlockBufferAppendMemoryBlock(buffer, NULL, blockSize, NULL, &source, 0, blockSize, 0)) FAIL(worker, "no block was added");
    size_t place = length ? next_random(&worker->seed) % (length / blockSize) * blockSize : 0;
    if (CMBlockBufferAssureBlockMemory(buffer)) FAIL(worker, "a block was not allocated");
    if (length == 0) continue;
    if (CMBlockBufferGetDataPointer(buffer, place, &here, &all, &pointer) || here < blockSize || all < length) {
      FAIL(worker, "a block is not where it was");
    }
    if (CMBlockBufferCopyDataBytes(buffer, place, blockSize, bytes)) FAIL(worker, "bytes were not copied");
    for (int index = 0; index < blockSize; index++) {
      if (bytes[index] != 0) FAIL(worker, "bytes are not those of a block");
    }
    if (CMBlockBufferCreateWithBufferReference(NULL, buffer, place, blockSize, 0, &part) || !part) {
      FAIL(worker, "no reference was made");
    }
    if (CMBlockBufferGetDataLength(part) != blockSize) FAIL(worker, "a reference has another length");
    CFRelease(part);
    worker->calls++;
  }
  return NULL;
}

static const char *block_buffers(double seconds) {
  for (double end = now() + seconds; now() < end;) {
    CMBlockBufferRef buffer;
    if (CMBlockBufferCreateEmpty(NULL, 0, 0, &buffer)) return "there is no block buffer";
    const char *wrong = run_threads(use_blocks, buffer, 0, release, false, 0.05);
    if (wrong) return wrong;
    if (blocksGiven != blocksTaken) return "blocks were lost, or freed twice";
  }
  return NULL;
}

enum { sampleCount = 4 };
static CMSampleBufferRef sharedSamples[2];

static OSStatus load(CMSampleBufferRef sample, void *data) { return 0; }

static CMSampleBufferRef new_samples(void) {
  static CMFormatDescriptionRef format;
  AudioStreamBasicDescription aac = {44100, 'aac ', 0, 0, 1024, 0, 2, 0, 0};
  if (!format) CMAudioFormatDescriptionCreate(NULL, &aac, 0, NULL, 0, NULL, NULL, &format);
  CMSampleTimingInfo timing = {{1024, 44100, 1, 0}, {0, 44100, 1, 0}, {0, 0, 0, 0}};
  size_t sizes[sampleCount] = {3, 5, 2, 6};
  CMSampleBufferRef sample = NULL;
  CMSampleBufferCreate(NULL, NULL, false, load, NULL, format, sampleCount, 1, &timing, sampleCount, sizes, &sample);
  return sample;
}

static void *use_samples(void *argument) {
  Worker *worker = argument;
  CMBlockBufferRef data;
  CMBlockBufferCreateWithMemoryBlock(NULL, NULL, 16, NULL, NULL, 0, 16, kCMBlockBufferAssureMemoryNowFlag, &data);
  CMTime time = {(CMTimeValue)worker->seed, 1, 1, 0};
  while (!*worker->isOver) {
    CMSampleBufferRef sample = worker->object, copy = NULL, first = sharedSamples[0], second = sharedSamples[1];
    const AudioStreamPacketDescription *places = NULL;
    size_t size;
    OSStatus status = CMSampleBufferSetDataBuffer(sample, data);
    if (status != 0 && status != kCMSampleBufferError_AlreadyHasDataBuffer) FAIL(worker, "the data was not taken");
    if (CMSampleBufferGetAudioStreamPacketDescriptionsPtr(sample, &places, &size) || places[3].mStartOffset != 10) {
      FAIL(worker, "packets are not where they were");
    }
    CFStringRef keys[] = {kCMSampleBufferAttachmentKey_Reverse, kCMSampleBufferAttachmentKey_EmptyMedia};
    CFStringRef key = keys[next_random(&worker->seed) % 2];
    switch (next_random(&worker->seed) % 8) {
    case 0: CMSetAttachment(sample, key, kCFBooleanTrue, next_random(&worker->seed) % 2); break;
    case 1: CMRemoveAttachment(sample, key); break;
    case 2: CMRemoveAllAttachments(sample); break;
    case 3: CMSampleBufferSetOutputPresentationTimeStamp(sample, time); break;
    case 4: CMSampleBufferMakeDataReady(sample), CMSampleBufferSetDataReady(first); break;
    case 5: CMSampleBufferTrackDataReadiness(first, second), CMSampleBufferTrackDataReadiness(second, sample); break;
    case 6: CMSampleBufferTrackDataReadiness(second, first), CMSampleBufferTrackDataReadiness(first, sample); break;
    default: CMSampleBufferSetDataFailed(second, -1);
    }
    CMSampleBufferDataIsReady(first), CMSampleBufferHasDataFailed(second, NULL);
    CFDictionaryRef attached = CMCopyDictionaryOfAttachments(NULL, sample, kCMAttachmentMode_ShouldPropagate);
    if (attached) {
      if (CFDictionaryGetCount(attached) > 2) FAIL(worker, "there are attachments of nobody's");
      CFRelease(attached);
    }
    CMTime start = CMSampleBufferGetOutputPresentationTimeStamp(sample);
    if (start.value < 0 || start.value > 44100 * 10) FAIL(worker, "a time is of two halves");
    if (!CMSampleBufferGetSampleAttachmentsArray(sample, true)) FAIL(worker, "there are no attachments of samples");
    CFRange range = {(CFIndex)(next_random(&worker->seed) % sampleCount), 1};
    if (CMSampleBufferCopySampleBufferForRange(NULL, sample, range, &copy) || !copy) FAIL(worker, "no copy was made");
    if (CMSampleBufferGetTotalSampleSize(copy) != (size_t[]){3, 5, 2, 6}[range.location]) FAIL(worker, "a copy is wrong");
    CFRelease(copy);
    worker->calls++;
  }
  CFRelease(data);
  return NULL;
}

static const char *sample_buffers(double seconds) {
  CMSampleBufferRef sample = new_samples();
  for (int index = 0; index < 2; index++) sharedSamples[index] = new_samples();
  if (!sample || !sharedSamples[1]) return "there is no sample buffer";
  const char *wrong = run_threads(use_samples, sample, 0, release, false, seconds);
  CFRelease(sharedSamples[0]), CFRelease(sharedSamples[1]);
  return wrong;
}
