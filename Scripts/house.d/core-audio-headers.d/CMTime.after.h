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
