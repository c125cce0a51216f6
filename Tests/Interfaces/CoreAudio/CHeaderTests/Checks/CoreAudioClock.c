// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/CoreAudioClock.h.
#include <AudioToolbox/CoreAudioClock.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kCAClockProperty_InternalTimebase == 1768846434LL || (unsigned int)kCAClockProperty_InternalTimebase == 1768846434LL);
CHECK((long long)kCAClockProperty_TimebaseSource == 1769235059LL || (unsigned int)kCAClockProperty_TimebaseSource == 1769235059LL);
CHECK((long long)kCAClockProperty_SyncMode == 1937337965LL || (unsigned int)kCAClockProperty_SyncMode == 1937337965LL);
CHECK((long long)kCAClockProperty_SyncSource == 1937337971LL || (unsigned int)kCAClockProperty_SyncSource == 1937337971LL);
CHECK((long long)kCAClockProperty_SMPTEFormat == 1936552038LL || (unsigned int)kCAClockProperty_SMPTEFormat == 1936552038LL);
CHECK((long long)kCAClockProperty_SMPTEOffset == 1936552047LL || (unsigned int)kCAClockProperty_SMPTEOffset == 1936552047LL);
CHECK((long long)kCAClockProperty_MIDIClockDestinations == 1835164516LL || (unsigned int)kCAClockProperty_MIDIClockDestinations == 1835164516LL);
CHECK((long long)kCAClockProperty_MTCDestinations == 1836344164LL || (unsigned int)kCAClockProperty_MTCDestinations == 1836344164LL);
CHECK((long long)kCAClockProperty_MTCFreewheelTime == 1836344951LL || (unsigned int)kCAClockProperty_MTCFreewheelTime == 1836344951LL);
CHECK((long long)kCAClockProperty_TempoMap == 1953329263LL || (unsigned int)kCAClockProperty_TempoMap == 1953329263LL);
CHECK((long long)kCAClockProperty_MeterTrack == 1835365490LL || (unsigned int)kCAClockProperty_MeterTrack == 1835365490LL);
CHECK((long long)kCAClockProperty_Name == 1851878757LL || (unsigned int)kCAClockProperty_Name == 1851878757LL);
CHECK((long long)kCAClockProperty_SendMIDISPP == 1836281968LL || (unsigned int)kCAClockProperty_SendMIDISPP == 1836281968LL);
CHECK((long long)kCAClockTimebase_HostTime == 1752134516LL || (unsigned int)kCAClockTimebase_HostTime == 1752134516LL);
CHECK((long long)kCAClockTimebase_AudioDevice == 1635083369LL || (unsigned int)kCAClockTimebase_AudioDevice == 1635083369LL);
CHECK((long long)kCAClockTimebase_AudioOutputUnit == 1635086197LL || (unsigned int)kCAClockTimebase_AudioOutputUnit == 1635086197LL);
CHECK((long long)kCAClockSyncMode_Internal == 1768846450LL || (unsigned int)kCAClockSyncMode_Internal == 1768846450LL);
CHECK((long long)kCAClockSyncMode_MIDIClockTransport == 1835232363LL || (unsigned int)kCAClockSyncMode_MIDIClockTransport == 1835232363LL);
CHECK((long long)kCAClockSyncMode_MTCTransport == 1835889763LL || (unsigned int)kCAClockSyncMode_MTCTransport == 1835889763LL);
CHECK((long long)kCAClockMessage_StartTimeSet == 1937009005LL || (unsigned int)kCAClockMessage_StartTimeSet == 1937009005LL);
CHECK((long long)kCAClockMessage_Started == 1937011316LL || (unsigned int)kCAClockMessage_Started == 1937011316LL);
CHECK((long long)kCAClockMessage_Stopped == 1937010544LL || (unsigned int)kCAClockMessage_Stopped == 1937010544LL);
CHECK((long long)kCAClockMessage_Armed == 1634889060LL || (unsigned int)kCAClockMessage_Armed == 1634889060LL);
CHECK((long long)kCAClockMessage_Disarmed == 1684107885LL || (unsigned int)kCAClockMessage_Disarmed == 1684107885LL);
CHECK((long long)kCAClockMessage_PropertyChanged == 1885562983LL || (unsigned int)kCAClockMessage_PropertyChanged == 1885562983LL);
CHECK((long long)kCAClockMessage_WrongSMPTEFormat == 1064529264LL || (unsigned int)kCAClockMessage_WrongSMPTEFormat == 1064529264LL);
CHECK((long long)kCAClockTimeFormat_HostTime == 1752134516LL || (unsigned int)kCAClockTimeFormat_HostTime == 1752134516LL);
CHECK((long long)kCAClockTimeFormat_Samples == 1935764848LL || (unsigned int)kCAClockTimeFormat_Samples == 1935764848LL);
CHECK((long long)kCAClockTimeFormat_Beats == 1650811252LL || (unsigned int)kCAClockTimeFormat_Beats == 1650811252LL);
CHECK((long long)kCAClockTimeFormat_Seconds == 1936024435LL || (unsigned int)kCAClockTimeFormat_Seconds == 1936024435LL);
CHECK((long long)kCAClockTimeFormat_SMPTESeconds == 1936552051LL || (unsigned int)kCAClockTimeFormat_SMPTESeconds == 1936552051LL);
CHECK((long long)kCAClockTimeFormat_SMPTETime == 1936552052LL || (unsigned int)kCAClockTimeFormat_SMPTETime == 1936552052LL);
CHECK((long long)kCAClockTimeFormat_AbsoluteSeconds == 1634952547LL || (unsigned int)kCAClockTimeFormat_AbsoluteSeconds == 1634952547LL);
CHECK((long long)kCAClock_UnknownPropertyError == -66816LL || (unsigned int)kCAClock_UnknownPropertyError == -66816LL);
CHECK((long long)kCAClock_InvalidPropertySizeError == -66815LL || (unsigned int)kCAClock_InvalidPropertySizeError == -66815LL);
CHECK((long long)kCAClock_InvalidTimeFormatError == -66814LL || (unsigned int)kCAClock_InvalidTimeFormatError == -66814LL);
CHECK((long long)kCAClock_InvalidSyncModeError == -66813LL || (unsigned int)kCAClock_InvalidSyncModeError == -66813LL);
CHECK((long long)kCAClock_InvalidSyncSourceError == -66812LL || (unsigned int)kCAClock_InvalidSyncSourceError == -66812LL);
CHECK((long long)kCAClock_InvalidTimebaseError == -66811LL || (unsigned int)kCAClock_InvalidTimebaseError == -66811LL);
CHECK((long long)kCAClock_InvalidTimebaseSourceError == -66810LL || (unsigned int)kCAClock_InvalidTimebaseSourceError == -66810LL);
CHECK((long long)kCAClock_InvalidSMPTEFormatError == -66809LL || (unsigned int)kCAClock_InvalidSMPTEFormatError == -66809LL);
CHECK((long long)kCAClock_InvalidSMPTEOffsetError == -66808LL || (unsigned int)kCAClock_InvalidSMPTEOffsetError == -66808LL);
CHECK((long long)kCAClock_InvalidUnitError == -66807LL || (unsigned int)kCAClock_InvalidUnitError == -66807LL);
CHECK((long long)kCAClock_InvalidPlayRateError == -66806LL || (unsigned int)kCAClock_InvalidPlayRateError == -66806LL);
CHECK((long long)kCAClock_CannotSetTimeError == -66805LL || (unsigned int)kCAClock_CannotSetTimeError == -66805LL);
CHECK(sizeof(CAClockTime) == 32);
CHECK(offsetof(CAClockTime, format) == 0);
CHECK(offsetof(CAClockTime, reserved) == 4);
CHECK(offsetof(CAClockTime, time) == 8);
CHECK(sizeof(CATempoMapEntry) == 16);
CHECK(offsetof(CATempoMapEntry, beats) == 0);
CHECK(offsetof(CATempoMapEntry, tempoBPM) == 8);
CHECK(sizeof(CAMeterTrackEntry) == 16);
CHECK(offsetof(CAMeterTrackEntry, beats) == 0);
CHECK(offsetof(CAMeterTrackEntry, meterNumer) == 8);
CHECK(offsetof(CAMeterTrackEntry, meterDenom) == 10);
