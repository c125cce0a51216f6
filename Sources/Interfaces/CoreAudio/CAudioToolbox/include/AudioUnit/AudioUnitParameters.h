// The older place of <AudioToolbox/AudioUnitParameters.h>.
#include <AudioToolbox/AudioUnitParameters.h>
