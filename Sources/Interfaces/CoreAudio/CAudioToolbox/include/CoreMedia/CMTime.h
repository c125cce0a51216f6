// Rational time.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMTIME_H
#define CA_COREMEDIA_CMTIME_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMBase.h>

CA_HEADER_BEGIN

typedef struct CMTime CMTime;
typedef int64_t CMTimeValue;
typedef int32_t CMTimeScale;
typedef int64_t CMTimeEpoch;

typedef CF_OPTIONS(uint32_t, CMTimeFlags) {
    kCMTimeFlags_Valid = 1,
    kCMTimeFlags_HasBeenRounded = 2,
    kCMTimeFlags_PositiveInfinity = 4,
    kCMTimeFlags_NegativeInfinity = 8,
    kCMTimeFlags_Indefinite = 16,
    kCMTimeFlags_ImpliedValueFlagsMask = 28
};

typedef CF_ENUM(uint32_t, CMTimeRoundingMethod) {
    kCMTimeRoundingMethod_RoundHalfAwayFromZero = 1,
    kCMTimeRoundingMethod_RoundTowardZero = 2,
    kCMTimeRoundingMethod_RoundAwayFromZero = 3,
    kCMTimeRoundingMethod_QuickTime = 4,
    kCMTimeRoundingMethod_RoundTowardPositiveInfinity = 5,
    kCMTimeRoundingMethod_RoundTowardNegativeInfinity = 6,
    kCMTimeRoundingMethod_Default = 1
};

CF_ENUM(unsigned int) {
    kCMTimeMaxTimescale = 0x7fffffff
};

#pragma pack(push, 4)
struct CMTime {
    CMTimeValue value;
    CMTimeScale timescale;
    CMTimeFlags flags;
    CMTimeEpoch epoch;
};
#pragma pack(pop)

CF_EXPORT const CFStringRef kCMTimeValueKey;

CF_EXPORT const CFStringRef kCMTimeScaleKey;

CF_EXPORT const CFStringRef kCMTimeEpochKey;

CF_EXPORT const CFStringRef kCMTimeFlagsKey;

CF_EXPORT CMTime CMTimeMake(int64_t value, int32_t timescale) CF_SWIFT_NAME(CMTimeMake(value:timescale:));

CF_EXPORT CMTime CMTimeMakeWithEpoch(int64_t value, int32_t timescale,
    int64_t epoch) CF_SWIFT_NAME(CMTimeMakeWithEpoch(value:timescale:epoch:));

CF_EXPORT CMTime CMTimeMakeWithSeconds(Float64 seconds,
    int32_t preferredTimescale) CF_SWIFT_NAME(CMTimeMakeWithSeconds(_:preferredTimescale:));

CF_EXPORT Float64 CMTimeGetSeconds(CMTime time);

CF_EXPORT CMTime CMTimeConvertScale(CMTime time, int32_t newTimescale,
    CMTimeRoundingMethod method) CF_SWIFT_NAME(CMTimeConvertScale(_:timescale:method:));

CF_EXPORT CMTime CMTimeAdd(CMTime lhs, CMTime rhs);

CF_EXPORT CMTime CMTimeSubtract(CMTime lhs, CMTime rhs);

CF_EXPORT CMTime CMTimeMultiply(CMTime time, int32_t multiplier) CF_SWIFT_NAME(CMTimeMultiply(_:multiplier:));

CF_EXPORT CMTime CMTimeMultiplyByFloat64(CMTime time,
    Float64 multiplier) CF_SWIFT_NAME(CMTimeMultiplyByFloat64(_:multiplier:));

CF_EXPORT CMTime CMTimeMultiplyByRatio(CMTime time, int32_t multiplier,
    int32_t divisor) CF_SWIFT_NAME(CMTimeMultiplyByRatio(_:multiplier:divisor:));

CF_EXPORT int32_t CMTimeCompare(CMTime time1, CMTime time2);

CF_EXPORT CMTime CMTimeMinimum(CMTime time1, CMTime time2);

CF_EXPORT CMTime CMTimeMaximum(CMTime time1, CMTime time2);

CF_EXPORT CMTime CMTimeAbsoluteValue(CMTime time);

CF_EXPORT CFDictionaryRef _Nullable CMTimeCopyAsDictionary(CMTime time,
    CFAllocatorRef _Nullable allocator) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMTimeCopyAsDictionary(_:allocator:));

CF_EXPORT CMTime CMTimeMakeFromDictionary(CFDictionaryRef _Nullable dictionaryRepresentation);

CF_EXPORT CFStringRef _Nullable CMTimeCopyDescription(CFAllocatorRef _Nullable allocator,
    CMTime time) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMTimeCopyDescription(allocator:time:));

CF_EXPORT void CMTimeShow(CMTime time);

static const CMTime kCMTimeInvalid CA_UNUSED = {0, 0, (CMTimeFlags)0, 0};
static const CMTime kCMTimeIndefinite CA_UNUSED = {0, 0, (CMTimeFlags)(kCMTimeFlags_Valid | kCMTimeFlags_Indefinite), 0};
static const CMTime kCMTimePositiveInfinity CA_UNUSED = {
    0, 0, (CMTimeFlags)(kCMTimeFlags_Valid | kCMTimeFlags_PositiveInfinity), 0};
static const CMTime kCMTimeNegativeInfinity CA_UNUSED = {
    0, 0, (CMTimeFlags)(kCMTimeFlags_Valid | kCMTimeFlags_NegativeInfinity), 0};
static const CMTime kCMTimeZero CA_UNUSED = {0, 1, kCMTimeFlags_Valid, 0};

#define CMTIME_IS_VALID(time) ((Boolean)(((time).flags & kCMTimeFlags_Valid) != 0))
#define CMTIME_IS_INVALID(time) (!CMTIME_IS_VALID(time))
#define CMTIME_IS_POSITIVE_INFINITY(time) \
    ((Boolean)(CMTIME_IS_VALID(time) && ((time).flags & kCMTimeFlags_PositiveInfinity) != 0))
#define CMTIME_IS_NEGATIVE_INFINITY(time) \
    ((Boolean)(CMTIME_IS_VALID(time) && ((time).flags & kCMTimeFlags_NegativeInfinity) != 0))
#define CMTIME_IS_INDEFINITE(time) \
    ((Boolean)(CMTIME_IS_VALID(time) && ((time).flags & kCMTimeFlags_Indefinite) != 0))
#define CMTIME_IS_NUMERIC(time) \
    ((Boolean)(((time).flags & (kCMTimeFlags_Valid | kCMTimeFlags_ImpliedValueFlagsMask)) == kCMTimeFlags_Valid))
#define CMTIME_HAS_BEEN_ROUNDED(time) \
    ((Boolean)(CMTIME_IS_NUMERIC(time) && ((time).flags & kCMTimeFlags_HasBeenRounded) != 0))
#define CMTIME_COMPARE_INLINE(time1, comparator, time2) ((Boolean)(CMTimeCompare(time1, time2) comparator 0))

CA_HEADER_END

#endif
