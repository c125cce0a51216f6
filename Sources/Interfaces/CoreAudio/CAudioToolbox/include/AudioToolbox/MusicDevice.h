// Audio units that are played by notes. None can be made here.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_MUSICDEVICE_H
#define CA_AUDIOTOOLBOX_MUSICDEVICE_H

#include <CAudioToolbox/Platform.h>
#include <AudioToolbox/AudioUnitProperties.h>

CA_HEADER_BEGIN

struct MIDIEventList;

typedef AudioComponentInstance MusicDeviceComponent;
typedef UInt32 MusicDeviceInstrumentID;
typedef UInt32 MusicDeviceGroupID;
typedef UInt32 NoteInstanceID;

typedef struct NoteParamsControlValue {
    AudioUnitParameterID mID;
    AudioUnitParameterValue mValue;
} NoteParamsControlValue;

typedef struct MusicDeviceNoteParams {
    UInt32 argCount;
    Float32 mPitch;
    Float32 mVelocity;
    NoteParamsControlValue mControls[1];
} MusicDeviceNoteParams;

typedef struct MusicDeviceStdNoteParams {
    UInt32 argCount;
    Float32 mPitch;
    Float32 mVelocity;
} MusicDeviceStdNoteParams;

CF_ENUM(UInt32) {
    kMusicNoteEvent_UseGroupInstrument = 0xffffffffu,
    kMusicNoteEvent_Unused = 0xffffffffu
};


enum {
    kMusicDeviceRange = 256,
    kMusicDeviceMIDIEventSelect = 257,
    kMusicDeviceSysExSelect = 258,
    kMusicDevicePrepareInstrumentSelect = 259,
    kMusicDeviceReleaseInstrumentSelect = 260,
    kMusicDeviceStartNoteSelect = 261,
    kMusicDeviceStopNoteSelect = 262,
    kMusicDeviceMIDIEventListSelect = 263
};

typedef OSStatus (*MusicDeviceMIDIEventProc)(void *self, UInt32 inStatus, UInt32 inData1, UInt32 inData2, UInt32 inOffsetSampleFrame);
typedef OSStatus (*MusicDeviceSysExProc)(void *self, const UInt8 *inData, UInt32 inLength);
typedef OSStatus (*MusicDeviceStartNoteProc)(void *self, MusicDeviceInstrumentID inInstrument, MusicDeviceGroupID inGroupID, NoteInstanceID *outNoteInstanceID, UInt32 inOffsetSampleFrame, const MusicDeviceNoteParams *inParams);
typedef OSStatus (*MusicDeviceStopNoteProc)(void *self, MusicDeviceGroupID inGroupID, NoteInstanceID inNoteInstanceID, UInt32 inOffsetSampleFrame);

CF_EXPORT OSStatus MusicDeviceMIDIEvent(MusicDeviceComponent inUnit, UInt32 inStatus, UInt32 inData1,
    UInt32 inData2, UInt32 inOffsetSampleFrame);

CF_EXPORT OSStatus MusicDeviceSysEx(MusicDeviceComponent inUnit, const UInt8 *inData, UInt32 inLength);

CF_EXPORT OSStatus MusicDeviceMIDIEventList(MusicDeviceComponent inUnit, UInt32 inOffsetSampleFrame,
    const struct MIDIEventList *evtList);

CF_EXPORT OSStatus MusicDeviceStartNote(MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument,
    MusicDeviceGroupID inGroupID, NoteInstanceID *outNoteInstanceID, UInt32 inOffsetSampleFrame,
    const MusicDeviceNoteParams *inParams);

CF_EXPORT OSStatus MusicDeviceStopNote(MusicDeviceComponent inUnit, MusicDeviceGroupID inGroupID,
    NoteInstanceID inNoteInstanceID, UInt32 inOffsetSampleFrame);

CF_EXPORT OSStatus MusicDevicePrepareInstrument(MusicDeviceComponent inUnit,
    MusicDeviceInstrumentID inInstrument);

CF_EXPORT OSStatus MusicDeviceReleaseInstrument(MusicDeviceComponent inUnit,
    MusicDeviceInstrumentID inInstrument);

CA_HEADER_END

#endif
