// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMMemoryPool.h.
#include <CoreMedia/CMMemoryPool.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMMemoryPoolError_AllocationFailed == -15490LL || (unsigned int)kCMMemoryPoolError_AllocationFailed == -15490LL);
CHECK((long long)kCMMemoryPoolError_InvalidParameter == -15491LL || (unsigned int)kCMMemoryPoolError_InvalidParameter == -15491LL);
