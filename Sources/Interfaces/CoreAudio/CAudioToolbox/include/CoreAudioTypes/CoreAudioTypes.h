// The data types that all of Core Audio shares.
#ifndef CA_COREAUDIOTYPES_COREAUDIOTYPES_H
#define CA_COREAUDIOTYPES_COREAUDIOTYPES_H

#include <CoreAudioTypes/AudioSessionTypes.h>
#include <CoreAudioTypes/CoreAudioBaseTypes.h>

#endif
