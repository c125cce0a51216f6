// Core Audio's types. The hardware abstraction layer of Apple's systems has no counterpart here.
#include <CoreAudioTypes/CoreAudioTypes.h>
