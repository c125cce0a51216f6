// A queue of timed buffers with triggers.
//
// Threads: any thread may use a CMBufferQueueRef at any time; others wait until it has left. Callbacks may ask their queue;
// those of triggers cannot change it and get kCMBufferQueueError_CannotModifyQueueFromTriggerCallback.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMBUFFERQUEUE_H
#define CA_COREMEDIA_CMBUFFERQUEUE_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMTime.h>
#include <CoreMedia/CMSampleBuffer.h>

CA_HEADER_BEGIN

typedef struct CMBufferCallbacks CMBufferCallbacks;
typedef struct CMBufferHandlers CMBufferHandlers;
typedef CFTypeRef CMBuffer;
typedef struct opaqueCMBufferQueueTriggerToken *CMBufferQueueTriggerToken;
typedef int32_t CMBufferQueueTriggerCondition;

CF_ENUM(OSStatus) {
    kCMBufferQueueError_AllocationFailed = -12760,
    kCMBufferQueueError_RequiredParameterMissing = -12761,
    kCMBufferQueueError_InvalidCMBufferCallbacksStruct = -12762,
    kCMBufferQueueError_EnqueueAfterEndOfData = -12763,
    kCMBufferQueueError_QueueIsFull = -12764,
    kCMBufferQueueError_BadTriggerDuration = -12765,
    kCMBufferQueueError_CannotModifyQueueFromTriggerCallback = -12766,
    kCMBufferQueueError_InvalidTriggerCondition = -12767,
    kCMBufferQueueError_InvalidTriggerToken = -12768,
    kCMBufferQueueError_InvalidBuffer = -12769
};

CF_ENUM(CMBufferQueueTriggerCondition) {
    kCMBufferQueueTrigger_WhenDurationBecomesLessThan = 1,
    kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo = 2,
    kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan = 3,
    kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo = 4,
    kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges = 5,
    kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges = 6,
    kCMBufferQueueTrigger_WhenDataBecomesReady = 7,
    kCMBufferQueueTrigger_WhenEndOfDataReached = 8,
    kCMBufferQueueTrigger_WhenReset = 9,
    kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan = 10,
    kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan = 11,
    kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan = 12
};

typedef CMTime (*CMBufferGetTimeCallback)(CMBufferRef, void * _Nullable);
typedef Boolean (*CMBufferGetBooleanCallback)(CMBufferRef, void * _Nullable);
typedef CFComparisonResult (*CMBufferCompareCallback)(CMBufferRef, CMBufferRef, void * _Nullable);
typedef size_t (*CMBufferGetSizeCallback)(CMBufferRef, void * _Nullable);
typedef void (*CMBufferQueueTriggerCallback)(void * _Nullable, CMBufferQueueTriggerToken);
typedef OSStatus (*CMBufferValidationCallback)(CMBufferQueueRef, CMBufferRef, void * _Nullable);

#if defined(CA_HAVE_BLOCKS)
typedef CMTime (^CMBufferGetTimeHandler)(CMBufferRef);
typedef Boolean (^CMBufferGetBooleanHandler)(CMBufferRef);
typedef CFComparisonResult (^CMBufferCompareHandler)(CMBufferRef, CMBufferRef);
typedef size_t (^CMBufferGetSizeHandler)(CMBufferRef);
typedef void (^CMBufferQueueTriggerHandler)(CMBufferQueueTriggerToken);
typedef OSStatus (^CMBufferValidationHandler)(CMBufferQueueRef, CMBufferRef);
#endif

#pragma pack(push, 4)
struct CMBufferCallbacks {
    uint32_t version;
    void * _Nullable refcon;
    CMBufferGetTimeCallback _Nullable getDecodeTimeStamp;
    CMBufferGetTimeCallback _Nullable getPresentationTimeStamp;
    CMBufferGetTimeCallback getDuration;
    CMBufferGetBooleanCallback _Nullable isDataReady;
    CMBufferCompareCallback _Nullable compare;
    CFStringRef _Nullable dataBecameReadyNotification;
    CMBufferGetSizeCallback _Nullable getSize;
};
#pragma pack(pop)

#if defined(CA_HAVE_BLOCKS)
struct CMBufferHandlers {
    size_t version;
    CMBufferGetTimeHandler _Nullable getDecodeTimeStamp;
    CMBufferGetTimeHandler _Nullable getPresentationTimeStamp;
    CMBufferGetTimeHandler getDuration;
    CMBufferGetBooleanHandler _Nullable isDataReady;
    CMBufferCompareHandler _Nullable compare;
    CFStringRef _Nullable dataBecameReadyNotification;
    CMBufferGetSizeHandler _Nullable getSize;
};
#endif

CF_EXPORT const CMBufferCallbacks *CMBufferQueueGetCallbacksForUnsortedSampleBuffers(void);

CF_EXPORT const CMBufferCallbacks *CMBufferQueueGetCallbacksForSampleBuffersSortedByOutputPTS(void);

CF_EXPORT OSStatus CMBufferQueueCreate(CFAllocatorRef _Nullable allocator, CMItemCount capacity,
    const CMBufferCallbacks *callbacks,
    CF_RETURNS_RETAINED CMBufferQueueRef _Nullable * _Nonnull queueOut) CF_SWIFT_NAME(CMBufferQueueCreate(allocator:capacity:callbacks:queueOut:));

CF_EXPORT OSStatus CMBufferQueueCreateWithHandlers(CFAllocatorRef _Nullable allocator,
    CMItemCount capacity, const CMBufferHandlers *handlers,
    CF_RETURNS_RETAINED CMBufferQueueRef _Nullable * _Nonnull queueOut);

CF_EXPORT CFTypeID CMBufferQueueGetTypeID(void);

CF_EXPORT OSStatus CMBufferQueueEnqueue(CMBufferQueueRef queue,
    CMBufferRef buf) CF_SWIFT_NAME(CMBufferQueueEnqueue(_:buffer:));

CF_EXPORT CMBufferRef _Nullable CMBufferQueueDequeueAndRetain(CMBufferQueueRef queue) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMBufferQueueDequeue(_:));

CF_EXPORT CMBufferRef _Nullable CMBufferQueueDequeueIfDataReadyAndRetain(CMBufferQueueRef queue) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMBufferQueueDequeueIfDataReady(_:));

CF_EXPORT CMBufferRef _Nullable CMBufferQueueGetHead(CMBufferQueueRef queue);

CF_EXPORT CMBufferRef _Nullable CMBufferQueueCopyHead(CMBufferQueueRef queue) CF_RETURNS_RETAINED;

CF_EXPORT Boolean CMBufferQueueIsEmpty(CMBufferQueueRef queue);

CF_EXPORT OSStatus CMBufferQueueMarkEndOfData(CMBufferQueueRef queue);

CF_EXPORT Boolean CMBufferQueueContainsEndOfData(CMBufferQueueRef queue);

CF_EXPORT Boolean CMBufferQueueIsAtEndOfData(CMBufferQueueRef queue);

CF_EXPORT OSStatus CMBufferQueueReset(CMBufferQueueRef queue);

CF_EXPORT OSStatus CMBufferQueueResetWithCallback(CMBufferQueueRef queue, void (*callback)(CMBufferRef,
    void * _Nullable), void * _Nullable refcon) CF_SWIFT_NAME(CMBufferQueueResetWithCallback(_:callback:refcon:));

CF_EXPORT CMItemCount CMBufferQueueGetBufferCount(CMBufferQueueRef queue);

CF_EXPORT CMTime CMBufferQueueGetDuration(CMBufferQueueRef queue);

CF_EXPORT CMTime CMBufferQueueGetMinDecodeTimeStamp(CMBufferQueueRef queue);

CF_EXPORT CMTime CMBufferQueueGetFirstDecodeTimeStamp(CMBufferQueueRef queue);

CF_EXPORT CMTime CMBufferQueueGetMinPresentationTimeStamp(CMBufferQueueRef queue);

CF_EXPORT CMTime CMBufferQueueGetFirstPresentationTimeStamp(CMBufferQueueRef queue);

CF_EXPORT CMTime CMBufferQueueGetMaxPresentationTimeStamp(CMBufferQueueRef queue);

CF_EXPORT CMTime CMBufferQueueGetEndPresentationTimeStamp(CMBufferQueueRef queue);

CF_EXPORT size_t CMBufferQueueGetTotalSize(CMBufferQueueRef queue);

CF_EXPORT OSStatus CMBufferQueueInstallTrigger(CMBufferQueueRef queue,
    CMBufferQueueTriggerCallback _Nullable callback, void * _Nullable refcon,
    CMBufferQueueTriggerCondition condition, CMTime time,
    CMBufferQueueTriggerToken _Nullable * _Nullable triggerTokenOut) CF_SWIFT_NAME(CMBufferQueueInstallTrigger(_:callback:refcon:condition:time:triggerTokenOut:));

CF_EXPORT OSStatus CMBufferQueueInstallTriggerWithIntegerThreshold(CMBufferQueueRef queue,
    CMBufferQueueTriggerCallback _Nullable callback, void * _Nullable refcon,
    CMBufferQueueTriggerCondition condition, CMItemCount threshold,
    CMBufferQueueTriggerToken _Nullable * _Nullable triggerTokenOut) CF_SWIFT_NAME(CMBufferQueueInstallTriggerWithIntegerThreshold(_:callback:refcon:condition:threshold:triggerTokenOut:));

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMBufferQueueInstallTriggerHandler(CMBufferQueueRef queue,
    CMBufferQueueTriggerCondition condition, CMTime time,
    CMBufferQueueTriggerToken _Nullable * _Nullable triggerTokenOut,
    CMBufferQueueTriggerHandler _Nullable handler);
#endif

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMBufferQueueInstallTriggerHandlerWithIntegerThreshold(CMBufferQueueRef queue,
    CMBufferQueueTriggerCondition condition, CMItemCount threshold,
    CMBufferQueueTriggerToken _Nullable * _Nullable triggerTokenOut,
    CMBufferQueueTriggerHandler _Nullable handler);
#endif

CF_EXPORT OSStatus CMBufferQueueRemoveTrigger(CMBufferQueueRef queue,
    CMBufferQueueTriggerToken triggerToken) CF_SWIFT_NAME(CMBufferQueueRemoveTrigger(_:triggerToken:));

CF_EXPORT Boolean CMBufferQueueTestTrigger(CMBufferQueueRef queue,
    CMBufferQueueTriggerToken triggerToken) CF_SWIFT_NAME(CMBufferQueueTestTrigger(_:triggerToken:));

CF_EXPORT OSStatus CMBufferQueueCallForEachBuffer(CMBufferQueueRef queue, OSStatus (*callback)(CMBufferRef,
    void * _Nullable), void * _Nullable refcon) CF_SWIFT_NAME(CMBufferQueueCallForEachBuffer(_:callback:refcon:));

CF_EXPORT OSStatus CMBufferQueueSetValidationCallback(CMBufferQueueRef queue,
    CMBufferValidationCallback callback,
    void * _Nullable refcon) CF_SWIFT_NAME(CMBufferQueueSetValidationCallback(_:callback:refcon:));

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMBufferQueueSetValidationHandler(CMBufferQueueRef queue,
    CMBufferValidationHandler handler);
#endif

CA_HEADER_END

#endif
