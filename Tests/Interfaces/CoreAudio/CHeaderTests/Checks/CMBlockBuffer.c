// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMBlockBuffer.h.
#include <CoreMedia/CMBlockBuffer.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMBlockBufferNoErr == 0LL || (unsigned int)kCMBlockBufferNoErr == 0LL);
CHECK((long long)kCMBlockBufferStructureAllocationFailedErr == -12700LL || (unsigned int)kCMBlockBufferStructureAllocationFailedErr == -12700LL);
CHECK((long long)kCMBlockBufferBlockAllocationFailedErr == -12701LL || (unsigned int)kCMBlockBufferBlockAllocationFailedErr == -12701LL);
CHECK((long long)kCMBlockBufferBadCustomBlockSourceErr == -12702LL || (unsigned int)kCMBlockBufferBadCustomBlockSourceErr == -12702LL);
CHECK((long long)kCMBlockBufferBadOffsetParameterErr == -12703LL || (unsigned int)kCMBlockBufferBadOffsetParameterErr == -12703LL);
CHECK((long long)kCMBlockBufferBadLengthParameterErr == -12704LL || (unsigned int)kCMBlockBufferBadLengthParameterErr == -12704LL);
CHECK((long long)kCMBlockBufferBadPointerParameterErr == -12705LL || (unsigned int)kCMBlockBufferBadPointerParameterErr == -12705LL);
CHECK((long long)kCMBlockBufferEmptyBBufErr == -12706LL || (unsigned int)kCMBlockBufferEmptyBBufErr == -12706LL);
CHECK((long long)kCMBlockBufferUnallocatedBlockErr == -12707LL || (unsigned int)kCMBlockBufferUnallocatedBlockErr == -12707LL);
CHECK((long long)kCMBlockBufferInsufficientSpaceErr == -12708LL || (unsigned int)kCMBlockBufferInsufficientSpaceErr == -12708LL);
CHECK((long long)kCMBlockBufferAssureMemoryNowFlag == 1LL || (unsigned int)kCMBlockBufferAssureMemoryNowFlag == 1LL);
CHECK((long long)kCMBlockBufferAlwaysCopyDataFlag == 2LL || (unsigned int)kCMBlockBufferAlwaysCopyDataFlag == 2LL);
CHECK((long long)kCMBlockBufferDontOptimizeDepthFlag == 4LL || (unsigned int)kCMBlockBufferDontOptimizeDepthFlag == 4LL);
CHECK((long long)kCMBlockBufferPermitEmptyReferenceFlag == 8LL || (unsigned int)kCMBlockBufferPermitEmptyReferenceFlag == 8LL);
CHECK((long long)kCMBlockBufferCustomBlockSourceVersion == 0LL || (unsigned int)kCMBlockBufferCustomBlockSourceVersion == 0LL);
CHECK(sizeof(CMBlockBufferCustomBlockSource) == 28);
CHECK(offsetof(CMBlockBufferCustomBlockSource, version) == 0);
CHECK(offsetof(CMBlockBufferCustomBlockSource, AllocateBlock) == 4);
CHECK(offsetof(CMBlockBufferCustomBlockSource, FreeBlock) == 12);
CHECK(offsetof(CMBlockBufferCustomBlockSource, refCon) == 20);
