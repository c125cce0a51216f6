// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMTime.h.
#include <CoreMedia/CMTime.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMTimeFlags_Valid == 1LL || (unsigned int)kCMTimeFlags_Valid == 1LL);
CHECK((long long)kCMTimeFlags_HasBeenRounded == 2LL || (unsigned int)kCMTimeFlags_HasBeenRounded == 2LL);
CHECK((long long)kCMTimeFlags_PositiveInfinity == 4LL || (unsigned int)kCMTimeFlags_PositiveInfinity == 4LL);
CHECK((long long)kCMTimeFlags_NegativeInfinity == 8LL || (unsigned int)kCMTimeFlags_NegativeInfinity == 8LL);
CHECK((long long)kCMTimeFlags_Indefinite == 16LL || (unsigned int)kCMTimeFlags_Indefinite == 16LL);
CHECK((long long)kCMTimeFlags_ImpliedValueFlagsMask == 28LL || (unsigned int)kCMTimeFlags_ImpliedValueFlagsMask == 28LL);
CHECK((long long)kCMTimeRoundingMethod_RoundHalfAwayFromZero == 1LL || (unsigned int)kCMTimeRoundingMethod_RoundHalfAwayFromZero == 1LL);
CHECK((long long)kCMTimeRoundingMethod_RoundTowardZero == 2LL || (unsigned int)kCMTimeRoundingMethod_RoundTowardZero == 2LL);
CHECK((long long)kCMTimeRoundingMethod_RoundAwayFromZero == 3LL || (unsigned int)kCMTimeRoundingMethod_RoundAwayFromZero == 3LL);
CHECK((long long)kCMTimeRoundingMethod_QuickTime == 4LL || (unsigned int)kCMTimeRoundingMethod_QuickTime == 4LL);
CHECK((long long)kCMTimeRoundingMethod_RoundTowardPositiveInfinity == 5LL || (unsigned int)kCMTimeRoundingMethod_RoundTowardPositiveInfinity == 5LL);
CHECK((long long)kCMTimeRoundingMethod_RoundTowardNegativeInfinity == 6LL || (unsigned int)kCMTimeRoundingMethod_RoundTowardNegativeInfinity == 6LL);
CHECK((long long)kCMTimeRoundingMethod_Default == 1LL || (unsigned int)kCMTimeRoundingMethod_Default == 1LL);
CHECK((long long)kCMTimeMaxTimescale == 2147483647LL || (unsigned int)kCMTimeMaxTimescale == 2147483647LL);
CHECK(sizeof(CMTime) == 24);
CHECK(offsetof(CMTime, value) == 0);
CHECK(offsetof(CMTime, timescale) == 8);
CHECK(offsetof(CMTime, flags) == 12);
CHECK(offsetof(CMTime, epoch) == 16);
