// The older place of <CoreAudioTypes/CoreAudioTypes.h>.
#include <CoreAudioTypes/CoreAudioTypes.h>
