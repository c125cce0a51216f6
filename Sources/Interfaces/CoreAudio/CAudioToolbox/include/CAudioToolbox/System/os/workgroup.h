// The type of a device's workgroup, which <AudioToolbox/AudioUnitProperties.h> declares: PortAudio includes this header. No
// device has a workgroup here, and nothing else of it is there.
#ifndef CA_OS_WORKGROUP_H
#define CA_OS_WORKGROUP_H

#include <AudioToolbox/AudioUnitProperties.h>

#endif
