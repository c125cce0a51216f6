// Ranges of rational time.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMTIMERANGE_H
#define CA_COREMEDIA_CMTIMERANGE_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMTime.h>

CA_HEADER_BEGIN

typedef struct CMTimeRange CMTimeRange;
typedef struct CMTimeMapping CMTimeMapping;

struct CMTimeRange {
    CMTime start;
    CMTime duration;
};

struct CMTimeMapping {
    CMTimeRange source;
    CMTimeRange target;
};

CF_EXPORT const CFStringRef kCMTimeRangeStartKey;

CF_EXPORT const CFStringRef kCMTimeRangeDurationKey;

CF_EXPORT const CFStringRef kCMTimeMappingSourceKey;

CF_EXPORT const CFStringRef kCMTimeMappingTargetKey;

CF_EXPORT CMTimeRange CMTimeRangeMake(CMTime start,
    CMTime duration) CF_SWIFT_NAME(CMTimeRangeMake(start:duration:));

CF_EXPORT CMTimeRange CMTimeRangeGetUnion(CMTimeRange range,
    CMTimeRange otherRange) CF_SWIFT_NAME(CMTimeRangeGetUnion(_:otherRange:));

CF_EXPORT CMTimeRange CMTimeRangeGetIntersection(CMTimeRange range,
    CMTimeRange otherRange) CF_SWIFT_NAME(CMTimeRangeGetIntersection(_:otherRange:));

CF_EXPORT Boolean CMTimeRangeEqual(CMTimeRange range1, CMTimeRange range2);

CF_EXPORT Boolean CMTimeRangeContainsTime(CMTimeRange range,
    CMTime time) CF_SWIFT_NAME(CMTimeRangeContainsTime(_:time:));

CF_EXPORT Boolean CMTimeRangeContainsTimeRange(CMTimeRange range,
    CMTimeRange otherRange) CF_SWIFT_NAME(CMTimeRangeContainsTimeRange(_:otherRange:));

CF_EXPORT CMTime CMTimeRangeGetEnd(CMTimeRange range);

CF_EXPORT CMTime CMTimeMapTimeFromRangeToRange(CMTime t, CMTimeRange fromRange,
    CMTimeRange toRange) CF_SWIFT_NAME(CMTimeMapTimeFromRangeToRange(_:fromRange:toRange:));

CF_EXPORT CMTime CMTimeClampToRange(CMTime time,
    CMTimeRange range) CF_SWIFT_NAME(CMTimeClampToRange(_:range:));

CF_EXPORT CMTime CMTimeMapDurationFromRangeToRange(CMTime dur, CMTimeRange fromRange,
    CMTimeRange toRange) CF_SWIFT_NAME(CMTimeMapDurationFromRangeToRange(_:fromRange:toRange:));

CF_EXPORT CMTime CMTimeFoldIntoRange(CMTime time,
    CMTimeRange foldRange) CF_SWIFT_NAME(CMTimeFoldIntoRange(_:foldRange:));

CF_EXPORT CMTimeRange CMTimeRangeFromTimeToTime(CMTime start,
    CMTime end) CF_SWIFT_NAME(CMTimeRangeFromTimeToTime(start:end:));

CF_EXPORT CFDictionaryRef _Nullable CMTimeRangeCopyAsDictionary(CMTimeRange range,
    CFAllocatorRef _Nullable allocator) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMTimeRangeCopyAsDictionary(_:allocator:));

CF_EXPORT CMTimeRange CMTimeRangeMakeFromDictionary(CFDictionaryRef dictionaryRepresentation);

CF_EXPORT CFStringRef _Nullable CMTimeRangeCopyDescription(CFAllocatorRef _Nullable allocator,
    CMTimeRange range) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMTimeRangeCopyDescription(allocator:range:));

CF_EXPORT void CMTimeRangeShow(CMTimeRange range);

CF_EXPORT CMTimeMapping CMTimeMappingMake(CMTimeRange source,
    CMTimeRange target) CF_SWIFT_NAME(CMTimeMappingMake(source:target:));

CF_EXPORT CMTimeMapping CMTimeMappingMakeEmpty(
    CMTimeRange target) CF_SWIFT_NAME(CMTimeMappingMakeEmpty(target:));

CF_EXPORT CFDictionaryRef _Nullable CMTimeMappingCopyAsDictionary(CMTimeMapping mapping,
    CFAllocatorRef _Nullable allocator) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMTimeMappingCopyAsDictionary(_:allocator:));

CF_EXPORT CMTimeMapping CMTimeMappingMakeFromDictionary(CFDictionaryRef dictionaryRepresentation);

CF_EXPORT CFStringRef _Nullable CMTimeMappingCopyDescription(CFAllocatorRef _Nullable allocator,
    CMTimeMapping mapping) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMTimeMappingCopyDescription(allocator:mapping:));

CF_EXPORT void CMTimeMappingShow(CMTimeMapping mapping);

static const CMTimeRange kCMTimeRangeZero CA_UNUSED = {{0, 1, kCMTimeFlags_Valid, 0}, {0, 1, kCMTimeFlags_Valid, 0}};
static const CMTimeRange kCMTimeRangeInvalid CA_UNUSED = {{0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}};
static const CMTimeMapping kCMTimeMappingInvalid CA_UNUSED = {
    {{0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}}, {{0, 0, (CMTimeFlags)0, 0}, {0, 0, (CMTimeFlags)0, 0}}};

#define CMTIMERANGE_IS_VALID(range) \
    ((Boolean)(CMTIME_IS_VALID((range).start) && CMTIME_IS_VALID((range).duration) \
               && (range).duration.epoch == 0 && (range).duration.value >= 0))
#define CMTIMERANGE_IS_INVALID(range) (!CMTIMERANGE_IS_VALID(range))
#define CMTIMERANGE_IS_INDEFINITE(range) \
    ((Boolean)(CMTIMERANGE_IS_VALID(range) \
               && (CMTIME_IS_INDEFINITE((range).start) || CMTIME_IS_INDEFINITE((range).duration))))
#define CMTIMERANGE_IS_EMPTY(range) \
    ((Boolean)(CMTIMERANGE_IS_VALID(range) && CMTIME_COMPARE_INLINE((range).duration, ==, kCMTimeZero)))

CA_HEADER_END

#endif
