// The older place of <AudioToolbox/AudioUnitProperties.h>.
#include <AudioToolbox/AudioUnitProperties.h>
