// Audio units that are played by notes. None can be made here.
#ifndef CA_AUDIOTOOLBOX_MUSICDEVICE_H
#define CA_AUDIOTOOLBOX_MUSICDEVICE_H

#include <AudioToolbox/AUComponent.h>
#include <CAudioToolbox/Platform.h>

CA_HEADER_BEGIN

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

CF_ENUM(AudioUnitPropertyID) {
    kMusicDeviceProperty_InstrumentCount = 1000,
    kMusicDeviceProperty_InstrumentName = 1001,
    kMusicDeviceProperty_InstrumentNumber = 1004,
    kMusicDeviceProperty_UsesInternalReverb = 1005,
    kMusicDeviceProperty_MIDIXMLNames = 1006,
    kMusicDeviceProperty_BankName = 1007,
    kMusicDeviceProperty_SoundBankData = 1008,
    kMusicDeviceProperty_StreamFromDisk = 1011,
    kMusicDeviceProperty_SoundBankFSRef = 1012,
    kMusicDeviceProperty_SoundBankURL = 1100
};

CF_EXPORT OSStatus MusicDeviceMIDIEvent(
    MusicDeviceComponent inUnit, UInt32 inStatus, UInt32 inData1, UInt32 inData2, UInt32 inOffsetSampleFrame);
CF_EXPORT OSStatus MusicDeviceSysEx(MusicDeviceComponent inUnit, const UInt8 *inData, UInt32 inLength);
CF_EXPORT OSStatus MusicDeviceStartNote(
    MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument, MusicDeviceGroupID inGroupID,
    NoteInstanceID *_Nullable outNoteInstanceID, UInt32 inOffsetSampleFrame, const MusicDeviceNoteParams *inParams);
CF_EXPORT OSStatus MusicDeviceStopNote(
    MusicDeviceComponent inUnit, MusicDeviceGroupID inGroupID, NoteInstanceID inNoteInstanceID,
    UInt32 inOffsetSampleFrame);

CA_HEADER_END

#endif
