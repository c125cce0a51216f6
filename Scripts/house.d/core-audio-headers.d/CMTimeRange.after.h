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
