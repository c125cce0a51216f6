// Memory for buffers. A pool's allocator is the system's own here: Core Foundation makes no other.
// Written by Scripts/make-core-audio-headers.
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
