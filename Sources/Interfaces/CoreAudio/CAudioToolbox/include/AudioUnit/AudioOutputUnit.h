// The older place of <AudioToolbox/AudioOutputUnit.h>.
#include <AudioToolbox/AudioOutputUnit.h>
