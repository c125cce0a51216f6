// Audio units that play and record.
#ifndef CA_AUDIOTOOLBOX_AUDIOOUTPUTUNIT_H
#define CA_AUDIOTOOLBOX_AUDIOOUTPUTUNIT_H

#include <AudioToolbox/AUComponent.h>
#include <CAudioToolbox/Platform.h>

CA_HEADER_BEGIN

CF_EXPORT OSStatus AudioOutputUnitStart(AudioUnit ci);
CF_EXPORT OSStatus AudioOutputUnitStop(AudioUnit ci);

enum {
    kAudioOutputUnitRange = 0x0200,
    kAudioOutputUnitStartSelect = 0x0201,
    kAudioOutputUnitStopSelect = 0x0202
};

CA_HEADER_END

#endif
