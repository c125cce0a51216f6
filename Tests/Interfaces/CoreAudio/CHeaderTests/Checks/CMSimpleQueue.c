// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMSimpleQueue.h.
#include <CoreMedia/CMSimpleQueue.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMSimpleQueueError_AllocationFailed == -12770LL || (unsigned int)kCMSimpleQueueError_AllocationFailed == -12770LL);
CHECK((long long)kCMSimpleQueueError_RequiredParameterMissing == -12771LL || (unsigned int)kCMSimpleQueueError_RequiredParameterMissing == -12771LL);
CHECK((long long)kCMSimpleQueueError_ParameterOutOfRange == -12772LL || (unsigned int)kCMSimpleQueueError_ParameterOutOfRange == -12772LL);
CHECK((long long)kCMSimpleQueueError_QueueIsFull == -12773LL || (unsigned int)kCMSimpleQueueError_QueueIsFull == -12773LL);
