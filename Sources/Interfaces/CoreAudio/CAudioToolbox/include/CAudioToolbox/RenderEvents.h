// The events that the render block of an AUAudioUnit is given, with the names and members of Apple's documentation of
// <AudioToolbox/AUAudioUnitImplementation.h>, whose other declarations are Objective-C. They are for Swift alone.
#ifndef CA_CAUDIOTOOLBOX_RENDEREVENTS_H
#define CA_CAUDIOTOOLBOX_RENDEREVENTS_H

#include <CAudioToolbox/Platform.h>
#include <MacTypes.h>

CA_HEADER_BEGIN

typedef CF_ENUM(uint8_t, AURenderEventType) {
    AURenderEventParameter = 1,
    AURenderEventParameterRamp = 2,
    AURenderEventMIDI = 8,
    AURenderEventMIDISysEx = 9,
    AURenderEventMIDIEventList = 10
};

typedef union AURenderEvent AURenderEvent;

typedef struct AURenderEventHeader {
    union AURenderEvent *_Nullable next;
    int64_t eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved;
} AURenderEventHeader;

typedef struct AUParameterEvent {
    union AURenderEvent *_Nullable next;
    int64_t eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved[3];
    uint32_t rampDurationSampleFrames;
    uint64_t parameterAddress;
    float value;
} AUParameterEvent;

typedef struct AUMIDIEvent {
    union AURenderEvent *_Nullable next;
    int64_t eventSampleTime;
    AURenderEventType eventType;
    uint8_t reserved;
    uint16_t length;
    uint8_t cable;
    uint8_t data[3];
} AUMIDIEvent;

/// An event: each kind begins with the members of `head`, whose type tells the kind.
union AURenderEvent {
    AURenderEventHeader head;
    AUParameterEvent parameter;
    AUMIDIEvent MIDI;
};

CA_HEADER_END

#endif
