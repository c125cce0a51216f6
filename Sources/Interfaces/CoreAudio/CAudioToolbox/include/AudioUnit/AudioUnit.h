// The older place of <AudioToolbox/AudioUnit.h>.
#include <AudioToolbox/AudioUnit.h>
