// The older place of <AudioToolbox/MusicDevice.h>.
#include <AudioToolbox/MusicDevice.h>
