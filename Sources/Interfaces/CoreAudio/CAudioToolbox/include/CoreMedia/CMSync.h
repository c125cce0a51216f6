// Clocks and timebases, and the times of one in those of another.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMSYNC_H
#define CA_COREMEDIA_CMSYNC_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMBase.h>
#include <CoreMedia/CMTime.h>

CA_HEADER_BEGIN

CF_ENUM(OSStatus) {
    kCMClockError_MissingRequiredParameter = -12745,
    kCMClockError_InvalidParameter = -12746,
    kCMClockError_AllocationFailed = -12747,
    kCMClockError_UnsupportedOperation = -12756
};

CF_ENUM(OSStatus) {
    kCMTimebaseError_MissingRequiredParameter = -12748,
    kCMTimebaseError_InvalidParameter = -12749,
    kCMTimebaseError_AllocationFailed = -12750,
    kCMTimebaseError_TimerIntervalTooShort = -12751,
    kCMTimebaseError_ReadOnly = -12757
};

CF_ENUM(OSStatus) {
    kCMSyncError_MissingRequiredParameter = -12752,
    kCMSyncError_InvalidParameter = -12753,
    kCMSyncError_AllocationFailed = -12754,
    kCMSyncError_RateMustBeNonZero = -12755
};

CF_EXPORT const CFStringRef kCMTimebaseNotification_EffectiveRateChanged;

CF_EXPORT const CFStringRef kCMTimebaseNotification_TimeJumped;

CF_EXPORT const CFStringRef kCMTimebaseNotificationKey_EventTime;

CF_EXPORT CFTypeID CMClockGetTypeID(void);

CF_EXPORT CMClockRef CMClockGetHostTimeClock(void);

CF_EXPORT UInt64 CMClockConvertHostTimeToSystemUnits(CMTime hostTime);

CF_EXPORT CMTime CMClockMakeHostTimeFromSystemUnits(UInt64 hostTime);

CF_EXPORT CMTime CMClockGetTime(CMClockRef clock);

CF_EXPORT OSStatus CMClockGetAnchorTime(CMClockRef clock, CMTime *clockTimeOut,
    CMTime *referenceClockTimeOut) CF_SWIFT_NAME(CMClockGetAnchorTime(_:clockTimeOut:referenceClockTimeOut:));

CF_EXPORT Boolean CMClockMightDrift(CMClockRef clock,
    CMClockRef otherClock) CF_SWIFT_NAME(CMClockMightDrift(_:otherClock:));

CF_EXPORT void CMClockInvalidate(CMClockRef clock);

CF_EXPORT CFTypeID CMTimebaseGetTypeID(void);

CF_EXPORT OSStatus CMTimebaseCreateWithMasterClock(CFAllocatorRef _Nullable allocator,
    CMClockRef masterClock, CF_RETURNS_RETAINED CMTimebaseRef _Nullable * _Nonnull timebaseOut) CF_SWIFT_NAME(CMTimebaseCreateWithMasterClock(allocator:masterClock:timebaseOut:));

CF_EXPORT OSStatus CMTimebaseCreateWithSourceClock(CFAllocatorRef _Nullable allocator,
    CMClockRef sourceClock, CF_RETURNS_RETAINED CMTimebaseRef _Nullable * _Nonnull timebaseOut) CF_SWIFT_NAME(CMTimebaseCreateWithSourceClock(allocator:sourceClock:timebaseOut:));

CF_EXPORT OSStatus CMTimebaseCreateWithMasterTimebase(CFAllocatorRef _Nullable allocator,
    CMTimebaseRef masterTimebase, CF_RETURNS_RETAINED CMTimebaseRef _Nullable * _Nonnull timebaseOut) CF_SWIFT_NAME(CMTimebaseCreateWithMasterTimebase(allocator:masterTimebase:timebaseOut:));

CF_EXPORT OSStatus CMTimebaseCreateWithSourceTimebase(CFAllocatorRef _Nullable allocator,
    CMTimebaseRef sourceTimebase, CF_RETURNS_RETAINED CMTimebaseRef _Nullable * _Nonnull timebaseOut) CF_SWIFT_NAME(CMTimebaseCreateWithSourceTimebase(allocator:sourceTimebase:timebaseOut:));

CF_EXPORT CMTimebaseRef _Nullable CMTimebaseCopyMasterTimebase(CMTimebaseRef timebase) CF_RETURNS_RETAINED;

CF_EXPORT CMTimebaseRef _Nullable CMTimebaseCopySourceTimebase(CMTimebaseRef timebase) CF_RETURNS_RETAINED;

CF_EXPORT CMClockRef _Nullable CMTimebaseCopyMasterClock(CMTimebaseRef timebase) CF_RETURNS_RETAINED;

CF_EXPORT CMClockRef _Nullable CMTimebaseCopySourceClock(CMTimebaseRef timebase) CF_RETURNS_RETAINED;

CF_EXPORT CMClockOrTimebaseRef CMTimebaseCopyMaster(CMTimebaseRef timebase) CF_RETURNS_RETAINED;

CF_EXPORT CMClockOrTimebaseRef CMTimebaseCopySource(CMTimebaseRef timebase) CF_RETURNS_RETAINED;

CF_EXPORT CMClockRef CMTimebaseCopyUltimateMasterClock(CMTimebaseRef timebase) CF_RETURNS_RETAINED;

CF_EXPORT CMClockRef CMTimebaseCopyUltimateSourceClock(CMTimebaseRef timebase) CF_RETURNS_RETAINED;

CF_EXPORT CMTimebaseRef _Nullable CMTimebaseGetMasterTimebase(CMTimebaseRef timebase);

CF_EXPORT CMClockRef _Nullable CMTimebaseGetMasterClock(CMTimebaseRef timebase);

CF_EXPORT CMClockOrTimebaseRef _Nullable CMTimebaseGetMaster(CMTimebaseRef timebase);

CF_EXPORT CMClockRef _Nullable CMTimebaseGetUltimateMasterClock(CMTimebaseRef timebase);

CF_EXPORT OSStatus CMTimebaseSetMasterClock(CMTimebaseRef timebase, CMClockRef newMasterClock);

CF_EXPORT OSStatus CMTimebaseSetSourceClock(CMTimebaseRef timebase, CMClockRef newSourceClock);

CF_EXPORT OSStatus CMTimebaseSetMasterTimebase(CMTimebaseRef timebase, CMTimebaseRef newMasterTimebase);

CF_EXPORT OSStatus CMTimebaseSetSourceTimebase(CMTimebaseRef timebase, CMTimebaseRef newSourceTimebase);

CF_EXPORT CMTime CMTimebaseGetTime(CMTimebaseRef timebase);

CF_EXPORT CMTime CMTimebaseGetTimeWithTimeScale(CMTimebaseRef timebase, CMTimeScale timescale,
    CMTimeRoundingMethod method) CF_SWIFT_NAME(CMTimebaseGetTimeWithTimeScale(_:timescale:method:));

CF_EXPORT OSStatus CMTimebaseSetTime(CMTimebaseRef timebase,
    CMTime time) CF_SWIFT_NAME(CMTimebaseSetTime(_:time:));

CF_EXPORT OSStatus CMTimebaseSetAnchorTime(CMTimebaseRef timebase, CMTime timebaseTime,
    CMTime immediateSourceTime) CF_SWIFT_NAME(CMTimebaseSetAnchorTime(_:timebaseTime:immediateSourceTime:));

CF_EXPORT Float64 CMTimebaseGetRate(CMTimebaseRef timebase);

CF_EXPORT OSStatus CMTimebaseGetTimeAndRate(CMTimebaseRef timebase, CMTime * _Nullable timeOut,
    Float64 * _Nullable rateOut) CF_SWIFT_NAME(CMTimebaseGetTimeAndRate(_:timeOut:rateOut:));

CF_EXPORT OSStatus CMTimebaseSetRate(CMTimebaseRef timebase,
    Float64 rate) CF_SWIFT_NAME(CMTimebaseSetRate(_:rate:));

CF_EXPORT OSStatus CMTimebaseSetRateAndAnchorTime(CMTimebaseRef timebase, Float64 rate,
    CMTime timebaseTime, CMTime immediateSourceTime) CF_SWIFT_NAME(CMTimebaseSetRateAndAnchorTime(_:rate:anchorTime:immediateSourceTime:));

CF_EXPORT Float64 CMTimebaseGetEffectiveRate(CMTimebaseRef timebase);

CF_EXPORT OSStatus CMTimebaseAddTimer(CMTimebaseRef timebase, CFRunLoopTimerRef timer,
    CFRunLoopRef runloop) CF_SWIFT_NAME(CMTimebaseAddTimer(_:timer:runloop:));

CF_EXPORT OSStatus CMTimebaseRemoveTimer(CMTimebaseRef timebase,
    CFRunLoopTimerRef timer) CF_SWIFT_NAME(CMTimebaseRemoveTimer(_:timer:));

CF_EXPORT OSStatus CMTimebaseSetTimerNextFireTime(CMTimebaseRef timebase, CFRunLoopTimerRef timer,
    CMTime fireTime, UInt32 flags) CF_SWIFT_NAME(CMTimebaseSetTimerNextFireTime(_:timer:fireTime:flags:));

CF_EXPORT OSStatus CMTimebaseSetTimerToFireImmediately(CMTimebaseRef timebase,
    CFRunLoopTimerRef timer) CF_SWIFT_NAME(CMTimebaseSetTimerToFireImmediately(_:timer:));

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMTimebaseAddTimerDispatchSource(CMTimebaseRef timebase,
    dispatch_source_t timerSource) CF_SWIFT_NAME(CMTimebaseAddTimerDispatchSource(_:timerSource:));
#endif

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMTimebaseRemoveTimerDispatchSource(CMTimebaseRef timebase,
    dispatch_source_t timerSource) CF_SWIFT_NAME(CMTimebaseRemoveTimerDispatchSource(_:timerSource:));
#endif

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMTimebaseSetTimerDispatchSourceNextFireTime(CMTimebaseRef timebase,
    dispatch_source_t timerSource, CMTime fireTime,
    UInt32 flags) CF_SWIFT_NAME(CMTimebaseSetTimerDispatchSourceNextFireTime(_:timerSource:fireTime:flags:));
#endif

#if defined(CA_HAVE_BLOCKS)
CF_EXPORT OSStatus CMTimebaseSetTimerDispatchSourceToFireImmediately(CMTimebaseRef timebase,
    dispatch_source_t timerSource) CF_SWIFT_NAME(CMTimebaseSetTimerDispatchSourceToFireImmediately(_:timerSource:));
#endif

CF_EXPORT Float64 CMSyncGetRelativeRate(CMClockOrTimebaseRef ofClockOrTimebase,
    CMClockOrTimebaseRef relativeToClockOrTimebase) CF_SWIFT_NAME(CMSyncGetRelativeRate(_:relativeTo:));

CF_EXPORT OSStatus CMSyncGetRelativeRateAndAnchorTime(CMClockOrTimebaseRef ofClockOrTimebase,
    CMClockOrTimebaseRef relativeToClockOrTimebase, Float64 * _Nullable outRelativeRate,
    CMTime * _Nullable outOfClockOrTimebaseAnchorTime,
    CMTime * _Nullable outRelativeToClockOrTimebaseAnchorTime) CF_SWIFT_NAME(CMSyncGetRelativeRateAndAnchorTime(_:relativeTo:relativeRateOut:anchorTimeOut:relativeToAnchorTimeOut:));

CF_EXPORT CMTime CMSyncConvertTime(CMTime time, CMClockOrTimebaseRef fromClockOrTimebase,
    CMClockOrTimebaseRef toClockOrTimebase) CF_SWIFT_NAME(CMSyncConvertTime(_:from:to:));

CF_EXPORT Boolean CMSyncMightDrift(CMClockOrTimebaseRef clockOrTimebase1,
    CMClockOrTimebaseRef clockOrTimebase2);

CF_EXPORT CMTime CMSyncGetTime(CMClockOrTimebaseRef clockOrTimebase);

CF_EXPORT OSStatus CMTimebaseNotificationBarrier(CMTimebaseRef timebase);

CA_HEADER_END

#endif
