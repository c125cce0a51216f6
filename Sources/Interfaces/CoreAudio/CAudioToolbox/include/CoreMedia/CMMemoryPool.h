// Memory for buffers, in whole pages, which wait some time for the next request of their size. CFGetTypeID() of a pool's
// allocator is not CFAllocatorGetTypeID(): Core Foundation makes no allocators here, but takes one that is laid out like its own.
// Written by Scripts/house core-audio-headers.
#ifndef CA_COREMEDIA_CMMEMORYPOOL_H
#define CA_COREMEDIA_CMMEMORYPOOL_H

#include <CAudioToolbox/Platform.h>
#include <CoreMedia/CMBase.h>

CA_HEADER_BEGIN

CF_ENUM(OSStatus) {
    kCMMemoryPoolError_AllocationFailed = -15490,
    kCMMemoryPoolError_InvalidParameter = -15491
};

CF_EXPORT const CFStringRef kCMMemoryPoolOption_AgeOutPeriod;

CF_EXPORT CFTypeID CMMemoryPoolGetTypeID(void);

CF_EXPORT CMMemoryPoolRef CMMemoryPoolCreate(
    CFDictionaryRef _Nullable options) CF_RETURNS_RETAINED CF_SWIFT_NAME(CMMemoryPoolCreate(options:));

CF_EXPORT CFAllocatorRef CMMemoryPoolGetAllocator(CMMemoryPoolRef pool);

CF_EXPORT void CMMemoryPoolFlush(CMMemoryPoolRef pool);

CF_EXPORT void CMMemoryPoolInvalidate(CMMemoryPoolRef pool);

CA_HEADER_END

#endif
