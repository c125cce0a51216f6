// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/MusicDevice.h.
#include <AudioToolbox/MusicDevice.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kMusicNoteEvent_UseGroupInstrument == 4294967295LL || (unsigned int)kMusicNoteEvent_UseGroupInstrument == 4294967295LL);
CHECK((long long)kMusicNoteEvent_Unused == 4294967295LL || (unsigned int)kMusicNoteEvent_Unused == 4294967295LL);
CHECK((long long)kMusicDeviceRange == 256LL || (unsigned int)kMusicDeviceRange == 256LL);
CHECK((long long)kMusicDeviceMIDIEventSelect == 257LL || (unsigned int)kMusicDeviceMIDIEventSelect == 257LL);
CHECK((long long)kMusicDeviceSysExSelect == 258LL || (unsigned int)kMusicDeviceSysExSelect == 258LL);
CHECK((long long)kMusicDevicePrepareInstrumentSelect == 259LL || (unsigned int)kMusicDevicePrepareInstrumentSelect == 259LL);
CHECK((long long)kMusicDeviceReleaseInstrumentSelect == 260LL || (unsigned int)kMusicDeviceReleaseInstrumentSelect == 260LL);
CHECK((long long)kMusicDeviceStartNoteSelect == 261LL || (unsigned int)kMusicDeviceStartNoteSelect == 261LL);
CHECK((long long)kMusicDeviceStopNoteSelect == 262LL || (unsigned int)kMusicDeviceStopNoteSelect == 262LL);
CHECK((long long)kMusicDeviceMIDIEventListSelect == 263LL || (unsigned int)kMusicDeviceMIDIEventListSelect == 263LL);
CHECK(sizeof(MusicDeviceStdNoteParams) == 12);
CHECK(offsetof(MusicDeviceStdNoteParams, argCount) == 0);
CHECK(offsetof(MusicDeviceStdNoteParams, mPitch) == 4);
CHECK(offsetof(MusicDeviceStdNoteParams, mVelocity) == 8);
CHECK(sizeof(NoteParamsControlValue) == 8);
CHECK(offsetof(NoteParamsControlValue, mID) == 0);
CHECK(offsetof(NoteParamsControlValue, mValue) == 4);
CHECK(sizeof(MusicDeviceNoteParams) == 20);
CHECK(offsetof(MusicDeviceNoteParams, argCount) == 0);
CHECK(offsetof(MusicDeviceNoteParams, mPitch) == 4);
CHECK(offsetof(MusicDeviceNoteParams, mVelocity) == 8);
CHECK(offsetof(MusicDeviceNoteParams, mControls) == 12);
