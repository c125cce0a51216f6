// Parameters of output units.
#ifndef CA_AUDIOTOOLBOX_AUDIOUNITPARAMETERS_H
#define CA_AUDIOTOOLBOX_AUDIOUNITPARAMETERS_H

#include <AudioToolbox/AudioUnitProperties.h>
#include <CAudioToolbox/Platform.h>

CA_HEADER_BEGIN

CF_ENUM(AudioUnitParameterID) {
    kHALOutputParam_Volume = 14
};

CA_HEADER_END

#endif
