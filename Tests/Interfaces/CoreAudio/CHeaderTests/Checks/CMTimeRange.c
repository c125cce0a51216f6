// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMTimeRange.h.
#include <CoreMedia/CMTimeRange.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK(sizeof(CMTimeRange) == 48);
CHECK(offsetof(CMTimeRange, start) == 0);
CHECK(offsetof(CMTimeRange, duration) == 24);
CHECK(sizeof(CMTimeMapping) == 96);
CHECK(offsetof(CMTimeMapping, source) == 0);
CHECK(offsetof(CMTimeMapping, target) == 48);
