// Everything of audio units.
#ifndef CA_AUDIOTOOLBOX_AUDIOUNIT_H
#define CA_AUDIOTOOLBOX_AUDIOUNIT_H

#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioCodec.h>
#include <AudioToolbox/AudioComponent.h>
#include <AudioToolbox/AudioOutputUnit.h>
#include <AudioToolbox/AudioUnitParameters.h>
#include <AudioToolbox/AudioUnitProperties.h>
#include <AudioToolbox/MusicDevice.h>

#endif
