// The place of the clocks of chosen devices, which <CoreMedia/CMAudioClock.h> declares.
#include <CoreMedia/CMAudioClock.h>
