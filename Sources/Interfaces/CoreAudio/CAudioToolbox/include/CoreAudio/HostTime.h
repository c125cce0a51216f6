// The host's clock, which the host times of time stamps are read from. One of its ticks is a nanosecond.
#ifndef CA_COREAUDIO_HOSTTIME_H
#define CA_COREAUDIO_HOSTTIME_H

#include <CAudioToolbox/Platform.h>

CA_HEADER_BEGIN

CF_EXPORT UInt64 AudioGetCurrentHostTime(void);
/// Ticks a second.
CF_EXPORT Float64 AudioGetHostClockFrequency(void);
/// The smallest number of ticks between two readings that differ.
CF_EXPORT UInt32 AudioGetHostClockMinimumTimeDelta(void);
CF_EXPORT UInt64 AudioConvertHostTimeToNanos(UInt64 inHostTime);
CF_EXPORT UInt64 AudioConvertNanosToHostTime(UInt64 inNanos);

CA_HEADER_END

#endif
