// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMBufferQueue.h.
#include <CoreMedia/CMBufferQueue.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMBufferQueueError_AllocationFailed == -12760LL || (unsigned int)kCMBufferQueueError_AllocationFailed == -12760LL);
CHECK((long long)kCMBufferQueueError_RequiredParameterMissing == -12761LL || (unsigned int)kCMBufferQueueError_RequiredParameterMissing == -12761LL);
CHECK((long long)kCMBufferQueueError_InvalidCMBufferCallbacksStruct == -12762LL || (unsigned int)kCMBufferQueueError_InvalidCMBufferCallbacksStruct == -12762LL);
CHECK((long long)kCMBufferQueueError_EnqueueAfterEndOfData == -12763LL || (unsigned int)kCMBufferQueueError_EnqueueAfterEndOfData == -12763LL);
CHECK((long long)kCMBufferQueueError_QueueIsFull == -12764LL || (unsigned int)kCMBufferQueueError_QueueIsFull == -12764LL);
CHECK((long long)kCMBufferQueueError_BadTriggerDuration == -12765LL || (unsigned int)kCMBufferQueueError_BadTriggerDuration == -12765LL);
CHECK((long long)kCMBufferQueueError_CannotModifyQueueFromTriggerCallback == -12766LL || (unsigned int)kCMBufferQueueError_CannotModifyQueueFromTriggerCallback == -12766LL);
CHECK((long long)kCMBufferQueueError_InvalidTriggerCondition == -12767LL || (unsigned int)kCMBufferQueueError_InvalidTriggerCondition == -12767LL);
CHECK((long long)kCMBufferQueueError_InvalidTriggerToken == -12768LL || (unsigned int)kCMBufferQueueError_InvalidTriggerToken == -12768LL);
CHECK((long long)kCMBufferQueueError_InvalidBuffer == -12769LL || (unsigned int)kCMBufferQueueError_InvalidBuffer == -12769LL);
CHECK((long long)kCMBufferQueueTrigger_WhenDurationBecomesLessThan == 1LL || (unsigned int)kCMBufferQueueTrigger_WhenDurationBecomesLessThan == 1LL);
CHECK((long long)kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo == 2LL || (unsigned int)kCMBufferQueueTrigger_WhenDurationBecomesLessThanOrEqualTo == 2LL);
CHECK((long long)kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan == 3LL || (unsigned int)kCMBufferQueueTrigger_WhenDurationBecomesGreaterThan == 3LL);
CHECK((long long)kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo == 4LL || (unsigned int)kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualTo == 4LL);
CHECK((long long)kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges == 5LL || (unsigned int)kCMBufferQueueTrigger_WhenMinPresentationTimeStampChanges == 5LL);
CHECK((long long)kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges == 6LL || (unsigned int)kCMBufferQueueTrigger_WhenMaxPresentationTimeStampChanges == 6LL);
CHECK((long long)kCMBufferQueueTrigger_WhenDataBecomesReady == 7LL || (unsigned int)kCMBufferQueueTrigger_WhenDataBecomesReady == 7LL);
CHECK((long long)kCMBufferQueueTrigger_WhenEndOfDataReached == 8LL || (unsigned int)kCMBufferQueueTrigger_WhenEndOfDataReached == 8LL);
CHECK((long long)kCMBufferQueueTrigger_WhenReset == 9LL || (unsigned int)kCMBufferQueueTrigger_WhenReset == 9LL);
CHECK((long long)kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan == 10LL || (unsigned int)kCMBufferQueueTrigger_WhenBufferCountBecomesLessThan == 10LL);
CHECK((long long)kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan == 11LL || (unsigned int)kCMBufferQueueTrigger_WhenBufferCountBecomesGreaterThan == 11LL);
CHECK((long long)kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan == 12LL || (unsigned int)kCMBufferQueueTrigger_WhenDurationBecomesGreaterThanOrEqualToAndBufferCountBecomesGreaterThan == 12LL);
