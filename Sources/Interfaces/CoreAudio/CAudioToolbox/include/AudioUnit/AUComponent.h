// The older place of <AudioToolbox/AUComponent.h>.
#include <AudioToolbox/AUComponent.h>
