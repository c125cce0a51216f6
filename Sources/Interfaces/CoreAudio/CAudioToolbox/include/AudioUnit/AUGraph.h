// The older place of <AudioToolbox/AUGraph.h>.
#include <AudioToolbox/AUGraph.h>
