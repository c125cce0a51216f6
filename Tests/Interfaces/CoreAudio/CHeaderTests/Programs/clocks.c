/* Clocks and timebases of Core Media, and a timer that goes off by one. */
#include <CoreMedia/CoreMedia.h>

#include "check.h"

int main(void) {
    CMClockRef host = CMClockGetHostTimeClock(), device = NULL;
    CMTimebaseRef base = NULL, above = NULL;
    CMMemoryPoolRef pool = CMMemoryPoolCreate(NULL);
    CMTime before = CMClockGetTime(host), converted, second = CMTimeMake(1, 1);
    void *memory;
    CHECK(CFGetTypeID(host) == CMClockGetTypeID() && before.timescale == 1000000000);
    CHECK(CMTimeCompare(CMClockMakeHostTimeFromSystemUnits(CMClockConvertHostTimeToSystemUnits(before)), before) == 0);
    CHECK(CMTimebaseCreateWithSourceClock(NULL, host, &base) == noErr);
    CHECK(CMTimebaseCreateWithSourceTimebase(NULL, base, &above) == noErr);
    CHECK(CMTimebaseSetRateAndAnchorTime(base, 2, kCMTimeZero, before) == noErr);
    CHECK(CMTimebaseSetRateAndAnchorTime(above, 0.5, second, kCMTimeZero) == noErr);
    CHECK(CMTimebaseGetEffectiveRate(above) == 1 && CMSyncGetRelativeRate(base, host) == 2);
    converted = CMSyncConvertTime(CMTimeAdd(before, second), host, above);
    CHECK(CMTimeCompare(converted, CMTimeMake(2, 1)) == 0);
    CHECK(CMTimebaseSetRate(NULL, 1) == kCMTimebaseError_MissingRequiredParameter);
    CHECK(CMAudioClockCreate(NULL, &device) == noErr && CMSyncMightDrift(device, above));
    memory = CFAllocatorAllocate(CMMemoryPoolGetAllocator(pool), 1000, 0);
    CHECK(memory != NULL);
    CFAllocatorDeallocate(CMMemoryPoolGetAllocator(pool), memory);
#if defined(CA_HAVE_BLOCKS)
    {
        dispatch_queue_t queue = dispatch_queue_create("clocks", NULL);
        dispatch_source_t timer = dispatch_source_create(DISPATCH_SOURCE_TYPE_TIMER, 0, 0, queue);
        dispatch_semaphore_t fired = dispatch_semaphore_create(0);
        CMTime time = CMTimeAdd(CMTimebaseGetTime(base), CMTimeMake(1, 50));
        CMTimebaseRef watched = base;
        dispatch_source_set_event_handler(timer, ^{
            CHECK(CMTimeCompare(CMTimebaseGetTime(watched), time) >= 0);
            dispatch_semaphore_signal(fired);
        });
        dispatch_resume(timer);
        CHECK(CMTimebaseSetTimerDispatchSourceNextFireTime(base, timer, time, 0) == kCMTimebaseError_InvalidParameter);
        CHECK(CMTimebaseAddTimerDispatchSource(base, timer) == noErr);
        CHECK(CMTimebaseSetTimerDispatchSourceNextFireTime(base, timer, time, 0) == noErr);
        dispatch_semaphore_wait(fired, DISPATCH_TIME_FOREVER);
        CHECK(CMTimebaseSetTimerDispatchSourceToFireImmediately(base, timer) == noErr);
        dispatch_semaphore_wait(fired, DISPATCH_TIME_FOREVER);
        CHECK(CMTimebaseRemoveTimerDispatchSource(base, timer) == noErr);
        CHECK(CMTimebaseAddTimerDispatchSource(base, NULL) == kCMTimebaseError_MissingRequiredParameter);
        dispatch_source_cancel(timer);
        dispatch_release(timer);
        dispatch_release(queue);
    }
#endif
    CHECK(CMTimebaseNotificationBarrier(base) == noErr);
    CFRelease(device);
    CFRelease(above);
    CFRelease(base);
    CFRelease(pool);
    puts("timebases follow their clocks");
    return 0;
}
