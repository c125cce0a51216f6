// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMSync.h.
#include <CoreMedia/CMSync.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMClockError_MissingRequiredParameter == -12745LL || (unsigned int)kCMClockError_MissingRequiredParameter == -12745LL);
CHECK((long long)kCMClockError_InvalidParameter == -12746LL || (unsigned int)kCMClockError_InvalidParameter == -12746LL);
CHECK((long long)kCMClockError_AllocationFailed == -12747LL || (unsigned int)kCMClockError_AllocationFailed == -12747LL);
CHECK((long long)kCMClockError_UnsupportedOperation == -12756LL || (unsigned int)kCMClockError_UnsupportedOperation == -12756LL);
CHECK((long long)kCMTimebaseError_MissingRequiredParameter == -12748LL || (unsigned int)kCMTimebaseError_MissingRequiredParameter == -12748LL);
CHECK((long long)kCMTimebaseError_InvalidParameter == -12749LL || (unsigned int)kCMTimebaseError_InvalidParameter == -12749LL);
CHECK((long long)kCMTimebaseError_AllocationFailed == -12750LL || (unsigned int)kCMTimebaseError_AllocationFailed == -12750LL);
CHECK((long long)kCMTimebaseError_TimerIntervalTooShort == -12751LL || (unsigned int)kCMTimebaseError_TimerIntervalTooShort == -12751LL);
CHECK((long long)kCMTimebaseError_ReadOnly == -12757LL || (unsigned int)kCMTimebaseError_ReadOnly == -12757LL);
CHECK((long long)kCMSyncError_MissingRequiredParameter == -12752LL || (unsigned int)kCMSyncError_MissingRequiredParameter == -12752LL);
CHECK((long long)kCMSyncError_InvalidParameter == -12753LL || (unsigned int)kCMSyncError_InvalidParameter == -12753LL);
CHECK((long long)kCMSyncError_AllocationFailed == -12754LL || (unsigned int)kCMSyncError_AllocationFailed == -12754LL);
CHECK((long long)kCMSyncError_RateMustBeNonZero == -12755LL || (unsigned int)kCMSyncError_RateMustBeNonZero == -12755LL);
