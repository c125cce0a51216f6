// The handles of audio components, as far as other headers name them: nothing here can be registered or found.
#ifndef CA_AUDIOTOOLBOX_AUDIOCOMPONENT_H
#define CA_AUDIOTOOLBOX_AUDIOCOMPONENT_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>

CA_HEADER_BEGIN

typedef struct AudioComponentDescription {
    OSType componentType;
    OSType componentSubType;
    OSType componentManufacturer;
    UInt32 componentFlags;
    UInt32 componentFlagsMask;
} AudioComponentDescription;

typedef struct OpaqueAudioComponent *AudioComponent;
typedef struct ComponentInstanceRecord *AudioComponentInstance;
typedef AudioComponentInstance AudioUnit;

CA_HEADER_END

#endif
