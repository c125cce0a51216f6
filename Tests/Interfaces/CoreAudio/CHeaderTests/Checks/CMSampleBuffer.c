// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMSampleBuffer.h.
#include <CoreMedia/CMSampleBuffer.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMSampleBufferError_AllocationFailed == -12730LL || (unsigned int)kCMSampleBufferError_AllocationFailed == -12730LL);
CHECK((long long)kCMSampleBufferError_RequiredParameterMissing == -12731LL || (unsigned int)kCMSampleBufferError_RequiredParameterMissing == -12731LL);
CHECK((long long)kCMSampleBufferError_AlreadyHasDataBuffer == -12732LL || (unsigned int)kCMSampleBufferError_AlreadyHasDataBuffer == -12732LL);
CHECK((long long)kCMSampleBufferError_BufferNotReady == -12733LL || (unsigned int)kCMSampleBufferError_BufferNotReady == -12733LL);
CHECK((long long)kCMSampleBufferError_SampleIndexOutOfRange == -12734LL || (unsigned int)kCMSampleBufferError_SampleIndexOutOfRange == -12734LL);
CHECK((long long)kCMSampleBufferError_BufferHasNoSampleSizes == -12735LL || (unsigned int)kCMSampleBufferError_BufferHasNoSampleSizes == -12735LL);
CHECK((long long)kCMSampleBufferError_BufferHasNoSampleTimingInfo == -12736LL || (unsigned int)kCMSampleBufferError_BufferHasNoSampleTimingInfo == -12736LL);
CHECK((long long)kCMSampleBufferError_ArrayTooSmall == -12737LL || (unsigned int)kCMSampleBufferError_ArrayTooSmall == -12737LL);
CHECK((long long)kCMSampleBufferError_InvalidEntryCount == -12738LL || (unsigned int)kCMSampleBufferError_InvalidEntryCount == -12738LL);
CHECK((long long)kCMSampleBufferError_CannotSubdivide == -12739LL || (unsigned int)kCMSampleBufferError_CannotSubdivide == -12739LL);
CHECK((long long)kCMSampleBufferError_SampleTimingInfoInvalid == -12740LL || (unsigned int)kCMSampleBufferError_SampleTimingInfoInvalid == -12740LL);
CHECK((long long)kCMSampleBufferError_InvalidMediaTypeForOperation == -12741LL || (unsigned int)kCMSampleBufferError_InvalidMediaTypeForOperation == -12741LL);
CHECK((long long)kCMSampleBufferError_InvalidSampleData == -12742LL || (unsigned int)kCMSampleBufferError_InvalidSampleData == -12742LL);
CHECK((long long)kCMSampleBufferError_InvalidMediaFormat == -12743LL || (unsigned int)kCMSampleBufferError_InvalidMediaFormat == -12743LL);
CHECK((long long)kCMSampleBufferError_Invalidated == -12744LL || (unsigned int)kCMSampleBufferError_Invalidated == -12744LL);
CHECK((long long)kCMSampleBufferError_DataFailed == -16750LL || (unsigned int)kCMSampleBufferError_DataFailed == -16750LL);
CHECK((long long)kCMSampleBufferError_DataCanceled == -16751LL || (unsigned int)kCMSampleBufferError_DataCanceled == -16751LL);
CHECK((long long)kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment == 1LL || (unsigned int)kCMSampleBufferFlag_AudioBufferList_Assure16ByteAlignment == 1LL);
CHECK(sizeof(CMSampleTimingInfo) == 72);
CHECK(offsetof(CMSampleTimingInfo, duration) == 0);
CHECK(offsetof(CMSampleTimingInfo, presentationTimeStamp) == 24);
CHECK(offsetof(CMSampleTimingInfo, decodeTimeStamp) == 48);
