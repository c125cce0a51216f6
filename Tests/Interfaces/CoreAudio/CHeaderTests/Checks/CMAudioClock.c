// Written by Scripts/house core-audio-headers from the facts about CoreMedia/CMAudioClock.h.
#include <CoreMedia/CMAudioClock.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

