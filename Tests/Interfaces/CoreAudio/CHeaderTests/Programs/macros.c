// Each macro with arguments of Core Audio's and Core Media's headers, called once; those of <libkern/OSByteOrder.h> and the
// assertions that older programs leave by are in platform.c.
#include <AssertMacros.h>
#include <AudioToolbox/AudioToolbox.h>
#include <AudioToolbox/CAFFile.h>
#include <CoreMedia/CoreMedia.h>
#include <libkern/OSByteOrder.h>

#include "check.h"

static void times(void) {
    const CMTime one = CMTimeMake(1, 2), two = CMTimeMake(3, 2);
    const CMTimeRange range = CMTimeRangeMake(one, two), nothing = CMTimeRangeMake(one, kCMTimeZero);
    CHECK(CMTIME_IS_VALID(one) && !CMTIME_IS_INVALID(one) && CMTIME_IS_INVALID(kCMTimeInvalid) && CMTIME_IS_NUMERIC(one));
    CHECK(CMTIME_IS_POSITIVE_INFINITY(kCMTimePositiveInfinity) && CMTIME_IS_NEGATIVE_INFINITY(kCMTimeNegativeInfinity));
    CHECK(CMTIME_IS_INDEFINITE(kCMTimeIndefinite) && !CMTIME_HAS_BEEN_ROUNDED(one) && CMTIME_COMPARE_INLINE(one, <, two));
    CHECK(CMTIMERANGE_IS_VALID(range) && CMTIMERANGE_IS_INVALID(kCMTimeRangeInvalid) && CMTIMERANGE_IS_EMPTY(nothing));
    CHECK(CMTIMERANGE_IS_INDEFINITE(CMTimeRangeMake(kCMTimeIndefinite, kCMTimeIndefinite)));
}

static void objects(void) {
    CMSimpleQueueRef queue = NULL;
    CMFormatDescriptionRef video = NULL;
    CHECK(CMSimpleQueueCreate(NULL, 4, &queue) == noErr && CMSimpleQueueEnqueue(queue, &queue) == noErr);
    CHECK(CMSimpleQueueGetFullness(queue) == 0.25);
    CFRelease(queue);
    CHECK(CMFormatDescriptionCreate(NULL, kCMMediaType_Video, kCMVideoCodecType_H264, NULL, &video) == noErr);
    CHECK(CMVideoFormatDescriptionGetCodecType(video) == kCMVideoCodecType_H264);
    CHECK(CMMuxedFormatDescriptionGetStreamType(video) == CMSubtitleFormatDescriptionGetFormatType(video));
    CHECK(CMClosedCaptionFormatDescriptionGetFormatType(video) == CMTimeCodeFormatDescriptionGetFormatType(video));
    CFRelease(video);
}

static void formats(void) {
    AudioStreamBasicDescription format;
    CAFRegion regions[4];
    memset(&format, 0, sizeof format);
    format.mFormatID = kAudioFormatLinearPCM;
    format.mFormatFlags = kAudioFormatFlagsNativeEndian;
    CHECK(TestAudioFormatNativeEndian(format));
    memset(regions, 0, sizeof regions);
    CHECK((const char *)NextCAFRegion(regions) - (const char *)regions == (ptrdiff_t)offsetof(CAFRegion, mMarkers));
}

static int leave(OSStatus status, int *actions) {
    int *const count = actions;
    check(status == noErr);
    check_noerr(status);
    check_string(status == noErr, "no error");
    check_noerr_string(status, "no error");
    debug_string("here");
    verify(status == noErr);
    verify_noerr(status);
    verify_string(status == noErr, "no error");
    verify_noerr_string(status, "no error");
    verify_action(status == noErr, ++*count);
    verify_noerr_action(status, ++*count);
    require(status == noErr, bail);
    require_string(status == noErr, bail, "no error");
    require_quiet(status == noErr, bail);
    require_action(status == noErr, bail, ++*count);
    require_action_string(status == noErr, bail, ++*count, "no error");
    require_action_quiet(status == noErr, bail, ++*count);
    nrequire(status != noErr, bail);
    nrequire_quiet(status != noErr, bail);
    nrequire_action(status != noErr, bail, ++*count);
    require_noerr(status, bail);
    require_noerr_string(status, bail, "no error");
    require_noerr_quiet(status, bail);
    require_noerr_action(status, bail, ++*count);
    require_noerr_action_string(status, bail, ++*count, "no error");
    require_noerr_action_quiet(status, bail, ++*count);
    return 0;
bail:
    return 1;
}

static void bytes(void) {
    CHECK(OSSwapConstInt16(0x1234) == 0x3412 && OSSwapConstInt32(0x12345678u) == 0x78563412u);
    CHECK(OSSwapConstInt64(1) == (uint64_t)1 << 56 && OSHostByteOrder() == OSLittleEndian);
    CHECK(OSSwapHostToBigInt16(1) == OSSwapBigToHostInt16(1) && OSSwapHostToBigInt64(1) == OSSwapBigToHostInt64(1));
    CHECK(OSSwapHostToLittleInt16(7) == 7 && OSSwapHostToLittleInt32(7) == 7 && OSSwapHostToLittleInt64(7) == 7);
    CHECK(OSSwapLittleToHostInt16(7) == 7 && OSSwapLittleToHostInt32(7) == 7 && OSSwapLittleToHostInt64(7) == 7);
    CHECK(OSSwapHostToBigConstInt16(1) == 256 && OSSwapHostToBigConstInt32(1) == 1u << 24);
    CHECK(OSSwapHostToBigConstInt64(1) == (uint64_t)1 << 56 && OSSwapHostToLittleConstInt16(7) == 7);
    CHECK(OSSwapHostToLittleConstInt32(7) == 7 && OSSwapHostToLittleConstInt64(7) == 7 && CFStringGetLength(CFSTR("x")) == 1);
}

int main(void) {
    int actions = 0;
    times();
    objects();
    formats();
    bytes();
    CHECK(leave(noErr, &actions) == 0 && actions == 0);
    puts("macros expand");
    return 0;
}
