// The queues of Core Media, from C that compiles as C99, C17 and C++17 with GCC and Clang: Scripts/prove c-api runs it.
// It gives null pointers, objects of other kinds and removed triggers as well.
#include <CoreMedia/CoreMedia.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/// A buffer is a block buffer here, and its length its time in thousandths of a second.
static int64_t lengthOf(CMBufferRef buffer) { return (int64_t)CMBlockBufferGetDataLength((CMBlockBufferRef)buffer); }
static CMTime start(CMBufferRef buffer, void *context) {
    (void)context;
    return CMTimeMake(lengthOf(buffer), 1000);
}
static CMTime duration(CMBufferRef buffer, void *context) {
    (void)buffer;
    (void)context;
    return CMTimeMake(10, 1000);
}
static size_t size(CMBufferRef buffer, void *context) {
    (void)context;
    return (size_t)lengthOf(buffer);
}
static Boolean isReady(CMBufferRef buffer, void *context) {
    (void)context;
    return lengthOf(buffer) < 1000;
}
static CFComparisonResult compare(CMBufferRef first, CMBufferRef second, void *context) {
    (void)context;
    const int64_t difference = lengthOf(first) - lengthOf(second);
    return difference < 0 ? kCFCompareLessThan : difference > 0 ? kCFCompareGreaterThan : kCFCompareEqualTo;
}

static CMBufferRef makeBuffer(size_t length) {
    CMBlockBufferRef buffer = NULL;
    CHECK(CMBlockBufferCreateWithMemoryBlock(NULL, NULL, length, NULL, NULL, 0, length, 0, &buffer) == noErr);
    return buffer;
}

static void put(CMBufferQueueRef queue, size_t length, OSStatus expected) {
    CMBufferRef buffer = makeBuffer(length);
    CHECK(CMBufferQueueEnqueue(queue, buffer) == expected);
    CFRelease(buffer);
}

static void simpleQueues(void) {
    CMSimpleQueueRef queue = NULL;
    int elements[3];
    CHECK(CMSimpleQueueCreate(NULL, 0, &queue) == kCMSimpleQueueError_RequiredParameterMissing);
    CHECK(CMSimpleQueueCreate(NULL, -1, &queue) == kCMSimpleQueueError_ParameterOutOfRange);
    CHECK(CMSimpleQueueCreate(NULL, 2, NULL) == kCMSimpleQueueError_RequiredParameterMissing);
    CHECK(queue == NULL);
    CHECK(CMSimpleQueueCreate(kCFAllocatorDefault, 2, &queue) == noErr);
    CHECK(CMSimpleQueueEnqueue(queue, &elements[0]) == noErr);
    CHECK(CMSimpleQueueGetFullness(queue) == 0.5f);
    CHECK(CMSimpleQueueEnqueue(queue, NULL) == kCMSimpleQueueError_RequiredParameterMissing);
    CHECK(CMSimpleQueueEnqueue(queue, &elements[1]) == noErr);
    CHECK(CMSimpleQueueEnqueue(queue, &elements[2]) == kCMSimpleQueueError_QueueIsFull);
    CHECK(CMSimpleQueueGetCount(queue) == 2 && CMSimpleQueueGetCapacity(queue) == 2);
    CHECK(CMSimpleQueueGetHead(queue) == &elements[0]);
    CHECK(CMSimpleQueueDequeue(queue) == &elements[0]);
    CHECK(CMSimpleQueueReset(queue) == noErr);
    CHECK(CMSimpleQueueDequeue(queue) == NULL && CMSimpleQueueGetHead(queue) == NULL);
    CFRetain(queue);
    CFRelease(queue);
    CHECK(CMSimpleQueueGetCapacity(queue) == 2);
    // No queue, and an object of another kind.
    CMSimpleQueueRef others[2] = {NULL, (CMSimpleQueueRef)(void *)makeBuffer(1)};
    for (int index = 0; index < 2; ++index) {
        CHECK(CMSimpleQueueEnqueue(others[index], elements) == kCMSimpleQueueError_RequiredParameterMissing);
        CHECK(CMSimpleQueueDequeue(others[index]) == NULL && CMSimpleQueueGetHead(others[index]) == NULL);
        CHECK(CMSimpleQueueReset(others[index]) == kCMSimpleQueueError_RequiredParameterMissing);
        CHECK(CMSimpleQueueGetCount(others[index]) == 0 && CMSimpleQueueGetCapacity(others[index]) == 0);
    }
    CFRelease(others[1]);
    CFRelease(queue);
    CHECK(CMSimpleQueueGetTypeID() != CMBufferQueueGetTypeID());
}

static int called;
static void count(void *context, CMBufferQueueTriggerToken token) {
    CHECK(context == &called && token != NULL);
    ++called;
}
static void sum(CMBufferRef buffer, void *context) { *(int64_t *)context += lengthOf(buffer); }
static OSStatus sumToLimit(CMBufferRef buffer, void *context) {
    *(int64_t *)context += lengthOf(buffer);
    if (lengthOf(buffer) >= 20) return -1;
    return noErr;
}
static OSStatus refuse(CMBufferQueueRef queue, CMBufferRef buffer, void *context) {
    CHECK(queue == *(CMBufferQueueRef *)context);
    if (lengthOf(buffer) == 13) return kCMBufferQueueError_InvalidBuffer;
    return noErr;
}

static CMBufferCallbacks allCallbacks(void) {
    CMBufferCallbacks callbacks;
    memset(&callbacks, 0, sizeof callbacks);
    callbacks.version = 1;
    callbacks.getDecodeTimeStamp = start;
    callbacks.getPresentationTimeStamp = start;
    callbacks.getDuration = duration;
    callbacks.isDataReady = isReady;
    callbacks.compare = compare;
    callbacks.getSize = size;
    return callbacks;
}

static void bufferQueues(void) {
    CMBufferQueueRef queue = NULL;
    CMBufferCallbacks callbacks = allCallbacks();
    CHECK(CMBufferQueueCreate(NULL, 3, &callbacks, NULL) == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueCreate(NULL, 3, NULL, &queue) == kCMBufferQueueError_RequiredParameterMissing);
    callbacks.getDuration = NULL;
    CHECK(CMBufferQueueCreate(NULL, 3, &callbacks, &queue) == kCMBufferQueueError_InvalidCMBufferCallbacksStruct);
    callbacks = allCallbacks();
    callbacks.version = 2;
    CHECK(CMBufferQueueCreate(NULL, 3, &callbacks, &queue) == kCMBufferQueueError_InvalidCMBufferCallbacksStruct);
    CHECK(queue == NULL);
    callbacks.version = 1;
    CHECK(CMBufferQueueCreate(kCFAllocatorDefault, 3, &callbacks, &queue) == noErr);
    memset(&callbacks, 0, sizeof callbacks);

    CMBufferQueueTriggerToken token = NULL;
    CHECK(CMBufferQueueInstallTriggerWithIntegerThreshold(
              queue, count, &called, kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan, 1, &token) == noErr);
    CHECK(CMBufferQueueEnqueue(queue, NULL) == kCMBufferQueueError_RequiredParameterMissing);
    put(queue, 30, noErr);
    CHECK(called == 0 && !CMBufferQueueTestTrigger(queue, token));
    put(queue, 10, noErr);
    CHECK(called == 1 && CMBufferQueueTestTrigger(queue, token));
    CHECK(CMBufferQueueSetValidationCallback(queue, refuse, &queue) == noErr);
    CHECK(CMBufferQueueSetValidationCallback(queue, NULL, NULL) == kCMBufferQueueError_RequiredParameterMissing);
    put(queue, 13, kCMBufferQueueError_InvalidBuffer);
    put(queue, 20, noErr);
    put(queue, 40, kCMBufferQueueError_QueueIsFull);
    CHECK(CMBufferQueueGetBufferCount(queue) == 3 && !CMBufferQueueIsEmpty(queue));
    CHECK(CMBufferQueueGetTotalSize(queue) == 60);
    CHECK(CMTimeCompare(CMBufferQueueGetDuration(queue), CMTimeMake(30, 1000)) == 0);
    CHECK(CMTimeCompare(CMBufferQueueGetMinDecodeTimeStamp(queue), CMTimeMake(10, 1000)) == 0);
    CHECK(CMTimeCompare(CMBufferQueueGetFirstDecodeTimeStamp(queue), CMTimeMake(10, 1000)) == 0);
    CHECK(CMTimeCompare(CMBufferQueueGetMinPresentationTimeStamp(queue), CMTimeMake(10, 1000)) == 0);
    CHECK(CMTimeCompare(CMBufferQueueGetFirstPresentationTimeStamp(queue), CMTimeMake(10, 1000)) == 0);
    CHECK(CMTimeCompare(CMBufferQueueGetMaxPresentationTimeStamp(queue), CMTimeMake(30, 1000)) == 0);
    CHECK(CMTimeCompare(CMBufferQueueGetEndPresentationTimeStamp(queue), CMTimeMake(40, 1000)) == 0);
    int64_t total = 0;
    CHECK(CMBufferQueueCallForEachBuffer(queue, sumToLimit, &total) == -1 && total == 30);
    CHECK(CMBufferQueueCallForEachBuffer(queue, NULL, NULL) == kCMBufferQueueError_RequiredParameterMissing);

    CHECK(lengthOf(CMBufferQueueGetHead(queue)) == 10);
    CMBufferRef copied = CMBufferQueueCopyHead(queue);
    CMBufferRef first = CMBufferQueueDequeueAndRetain(queue);
    CHECK(first == copied && lengthOf(first) == 10);
    CFRelease(copied);
    CFRelease(first);
    CMBufferRef second = CMBufferQueueDequeueIfDataReadyAndRetain(queue);
    CHECK(lengthOf(second) == 20);
    CFRelease(second);
    CHECK(CMBufferQueueRemoveTrigger(queue, token) == noErr);
    CHECK(CMBufferQueueRemoveTrigger(queue, token) == kCMBufferQueueError_InvalidTriggerToken);
    CHECK(CMBufferQueueRemoveTrigger(queue, NULL) == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(!CMBufferQueueTestTrigger(queue, token) && !CMBufferQueueTestTrigger(queue, NULL));
    CHECK(CMBufferQueueMarkEndOfData(queue) == noErr);
    CHECK(CMBufferQueueContainsEndOfData(queue) && !CMBufferQueueIsAtEndOfData(queue));
    put(queue, 1, kCMBufferQueueError_EnqueueAfterEndOfData);
    total = 0;
    CHECK(CMBufferQueueResetWithCallback(queue, NULL, NULL) == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueResetWithCallback(queue, sum, &total) == noErr && total == 30);
    CHECK(CMBufferQueueIsEmpty(queue) && !CMBufferQueueContainsEndOfData(queue));
    // A buffer whose data are not ready stays.
    put(queue, 1000, noErr);
    CHECK(CMBufferQueueDequeueIfDataReadyAndRetain(queue) == NULL);
    CHECK(CMBufferQueueReset(queue) == noErr);
    CHECK(CMBufferQueueDequeueAndRetain(queue) == NULL);
    CFRelease(queue);
}

/// A null pointer is an empty queue at its end; so is an object of another kind.
static void noQueue(CMBufferQueueRef queue) {
    const CMTime zero = CMTimeMake(0, 1);
    CMBufferQueueTriggerToken token = NULL;
    CMBufferRef buffer = makeBuffer(1);
    CHECK(CMBufferQueueEnqueue(queue, buffer) == kCMBufferQueueError_RequiredParameterMissing);
    CFRelease(buffer);
    CHECK(CMBufferQueueDequeueAndRetain(queue) == NULL && CMBufferQueueDequeueIfDataReadyAndRetain(queue) == NULL);
    CHECK(CMBufferQueueGetHead(queue) == NULL && CMBufferQueueCopyHead(queue) == NULL);
    CHECK(CMBufferQueueIsEmpty(queue) && CMBufferQueueContainsEndOfData(queue) && CMBufferQueueIsAtEndOfData(queue));
    CHECK(CMBufferQueueMarkEndOfData(queue) == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueReset(queue) == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueResetWithCallback(queue, sum, NULL) == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueCallForEachBuffer(queue, sumToLimit, NULL) == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueSetValidationCallback(queue, refuse, NULL) == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueGetBufferCount(queue) == 0 && CMBufferQueueGetTotalSize(queue) == 0);
    CHECK(CMTimeCompare(CMBufferQueueGetDuration(queue), zero) == 0);
    CHECK(CMTIME_IS_INVALID(CMBufferQueueGetMinDecodeTimeStamp(queue)));
    CHECK(CMTIME_IS_INVALID(CMBufferQueueGetFirstDecodeTimeStamp(queue)));
    CHECK(CMTIME_IS_INVALID(CMBufferQueueGetMinPresentationTimeStamp(queue)));
    CHECK(CMTIME_IS_INVALID(CMBufferQueueGetFirstPresentationTimeStamp(queue)));
    CHECK(CMTIME_IS_INVALID(CMBufferQueueGetMaxPresentationTimeStamp(queue)));
    CHECK(CMTIME_IS_INVALID(CMBufferQueueGetEndPresentationTimeStamp(queue)));
    CHECK(CMBufferQueueInstallTrigger(queue, count, &called, kCMBufferQueueTrigger_WhenReset, zero, &token)
          == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueInstallTriggerWithIntegerThreshold(
              queue, count, &called, kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan, 1, &token)
          == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(CMBufferQueueRemoveTrigger(queue, (CMBufferQueueTriggerToken)&token)
          == kCMBufferQueueError_RequiredParameterMissing);
    CHECK(!CMBufferQueueTestTrigger(queue, (CMBufferQueueTriggerToken)&token));
}

int main(void) {
    simpleQueues();
    bufferQueues();
    noQueue(NULL);
    CMBufferRef other = makeBuffer(3);
    noQueue((CMBufferQueueRef)(void *)other);
    CFRelease(other);
    puts("the queues of Core Media work");
    return 0;
}
