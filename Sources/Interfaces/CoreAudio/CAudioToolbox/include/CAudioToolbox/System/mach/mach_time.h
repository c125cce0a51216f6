// The host's clock by its older name. A tick is a nanosecond, as in <CoreAudio/HostTime.h>.
#ifndef CA_MACH_MACH_TIME_H
#define CA_MACH_MACH_TIME_H

#include <CoreAudio/HostTime.h>

typedef int kern_return_t;
#ifndef KERN_SUCCESS
#define KERN_SUCCESS 0
#endif

struct mach_timebase_info {
    uint32_t numer;
    uint32_t denom;
};
typedef struct mach_timebase_info mach_timebase_info_data_t;
typedef struct mach_timebase_info *mach_timebase_info_t;

static __inline__ __attribute__((unused)) uint64_t mach_absolute_time(void) { return AudioGetCurrentHostTime(); }
static __inline__ __attribute__((unused)) uint64_t mach_continuous_time(void) { return AudioGetCurrentHostTime(); }
static __inline__ __attribute__((unused)) kern_return_t mach_timebase_info(mach_timebase_info_t info) {
    info->numer = 1;
    info->denom = 1;
    return KERN_SUCCESS;
}

#endif
