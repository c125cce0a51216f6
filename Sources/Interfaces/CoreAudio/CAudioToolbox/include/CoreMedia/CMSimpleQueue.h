// A queue of pointers of fixed capacity, for one writer and one reader.
//
// Threads: one may put pointers in while another one takes them out; neither ever waits. Several writers or several readers
// need a lock of their own, and so does CMSimpleQueueReset: without, pointers may be lost or come twice.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMSIMPLEQUEUE_H
#define CA_COREMEDIA_CMSIMPLEQUEUE_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMBase.h>

CA_HEADER_BEGIN

CF_ENUM(OSStatus) {
    kCMSimpleQueueError_AllocationFailed = -12770,
    kCMSimpleQueueError_RequiredParameterMissing = -12771,
    kCMSimpleQueueError_ParameterOutOfRange = -12772,
    kCMSimpleQueueError_QueueIsFull = -12773
};

CF_EXPORT CFTypeID CMSimpleQueueGetTypeID(void);

CF_EXPORT OSStatus CMSimpleQueueCreate(CFAllocatorRef _Nullable allocator, int32_t capacity,
    CF_RETURNS_RETAINED CMSimpleQueueRef _Nullable * _Nonnull queueOut) CF_SWIFT_NAME(CMSimpleQueueCreate(allocator:capacity:queueOut:));

CF_EXPORT OSStatus CMSimpleQueueEnqueue(CMSimpleQueueRef queue,
    const void *element) CF_SWIFT_NAME(CMSimpleQueueEnqueue(_:element:));

CF_EXPORT const void * _Nullable CMSimpleQueueDequeue(CMSimpleQueueRef queue);

CF_EXPORT const void * _Nullable CMSimpleQueueGetHead(CMSimpleQueueRef queue);

CF_EXPORT OSStatus CMSimpleQueueReset(CMSimpleQueueRef queue);

CF_EXPORT int32_t CMSimpleQueueGetCapacity(CMSimpleQueueRef queue);

CF_EXPORT int32_t CMSimpleQueueGetCount(CMSimpleQueueRef queue);

/// How full a queue is: from 0 to 1.
#define CMSimpleQueueGetFullness(queue)                                                                          \
    (CMSimpleQueueGetCapacity(queue)                                                                             \
         ? (Float32)CMSimpleQueueGetCount(queue) / (Float32)CMSimpleQueueGetCapacity(queue)                      \
         : 0.0f)

CA_HEADER_END

#endif
