// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMAttachment.h.
#include <CoreMedia/CMAttachment.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCMPersistentTrackID_Invalid == 0LL || (unsigned int)kCMPersistentTrackID_Invalid == 0LL);
CHECK((long long)kCMAttachmentMode_ShouldNotPropagate == 0LL || (unsigned int)kCMAttachmentMode_ShouldNotPropagate == 0LL);
CHECK((long long)kCMAttachmentMode_ShouldPropagate == 1LL || (unsigned int)kCMAttachmentMode_ShouldPropagate == 1LL);
