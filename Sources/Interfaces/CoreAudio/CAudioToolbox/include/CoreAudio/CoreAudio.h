// Core Audio's types, its host clock, and the hardware abstraction layer.
#ifndef CA_COREAUDIO_COREAUDIO_H
#define CA_COREAUDIO_COREAUDIO_H

#include <CoreAudio/AudioHardware.h>
#include <CoreAudio/HostTime.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

#endif
