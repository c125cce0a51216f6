// Clocks that follow MIDI and beats. None can be made here.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_COREAUDIOCLOCK_H
#define CA_AUDIOTOOLBOX_COREAUDIOCLOCK_H

#include <CAudioToolbox/Platform.h>
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <AudioToolbox/MusicPlayer.h>

CA_HEADER_BEGIN

struct MIDIPacketList;

typedef struct CAClockTime CAClockTime;
typedef struct CATempoMapEntry CATempoMapEntry;
typedef struct CAMeterTrackEntry CAMeterTrackEntry;
typedef UInt32 CAClockPropertyID;
typedef UInt32 CAClockTimebase;
typedef UInt32 CAClockSyncMode;
typedef SMPTETimeType CAClockSMPTEFormat;
typedef UInt32 CAClockMessage;
typedef UInt32 CAClockTimeFormat;
typedef struct OpaqueCAClock *CAClockRef;
typedef Float64 CAClockBeats;
typedef Float64 CAClockTempo;
typedef Float64 CAClockSamples;
typedef Float64 CAClockSeconds;

CF_ENUM(UInt32) {
    kCAClockProperty_InternalTimebase = 0x696e7462 /* 'intb' */,
    kCAClockProperty_TimebaseSource = 0x69746273 /* 'itbs' */,
    kCAClockProperty_SyncMode = 0x73796e6d /* 'synm' */,
    kCAClockProperty_SyncSource = 0x73796e73 /* 'syns' */,
    kCAClockProperty_SMPTEFormat = 0x736d7066 /* 'smpf' */,
    kCAClockProperty_SMPTEOffset = 0x736d706f /* 'smpo' */,
    kCAClockProperty_MIDIClockDestinations = 0x6d626364 /* 'mbcd' */,
    kCAClockProperty_MTCDestinations = 0x6d746364 /* 'mtcd' */,
    kCAClockProperty_MTCFreewheelTime = 0x6d746677 /* 'mtfw' */,
    kCAClockProperty_TempoMap = 0x746d706f /* 'tmpo' */,
    kCAClockProperty_MeterTrack = 0x6d657472 /* 'metr' */,
    kCAClockProperty_Name = 0x6e616d65 /* 'name' */,
    kCAClockProperty_SendMIDISPP = 0x6d737070 /* 'mspp' */
};

CF_ENUM(UInt32) {
    kCAClockTimebase_HostTime = 0x686f7374 /* 'host' */,
    kCAClockTimebase_AudioDevice = 0x61756469 /* 'audi' */,
    kCAClockTimebase_AudioOutputUnit = 0x61756f75 /* 'auou' */
};

CF_ENUM(UInt32) {
    kCAClockSyncMode_Internal = 0x696e7472 /* 'intr' */,
    kCAClockSyncMode_MIDIClockTransport = 0x6d636c6b /* 'mclk' */,
    kCAClockSyncMode_MTCTransport = 0x6d6d7463 /* 'mmtc' */
};

CF_ENUM(UInt32) {
    kCAClockMessage_StartTimeSet = 0x7374696d /* 'stim' */,
    kCAClockMessage_Started = 0x73747274 /* 'strt' */,
    kCAClockMessage_Stopped = 0x73746f70 /* 'stop' */,
    kCAClockMessage_Armed = 0x61726d64 /* 'armd' */,
    kCAClockMessage_Disarmed = 0x6461726d /* 'darm' */,
    kCAClockMessage_PropertyChanged = 0x70636867 /* 'pchg' */,
    kCAClockMessage_WrongSMPTEFormat = 0x3f736d70 /* '?smp' */
};

CF_ENUM(UInt32) {
    kCAClockTimeFormat_HostTime = 0x686f7374 /* 'host' */,
    kCAClockTimeFormat_Samples = 0x73616d70 /* 'samp' */,
    kCAClockTimeFormat_Beats = 0x62656174 /* 'beat' */,
    kCAClockTimeFormat_Seconds = 0x73656373 /* 'secs' */,
    kCAClockTimeFormat_SMPTESeconds = 0x736d7073 /* 'smps' */,
    kCAClockTimeFormat_SMPTETime = 0x736d7074 /* 'smpt' */,
    kCAClockTimeFormat_AbsoluteSeconds = 0x61736563 /* 'asec' */
};

CF_ENUM(OSStatus) {
    kCAClock_UnknownPropertyError = -66816,
    kCAClock_InvalidPropertySizeError = -66815,
    kCAClock_InvalidTimeFormatError = -66814,
    kCAClock_InvalidSyncModeError = -66813,
    kCAClock_InvalidSyncSourceError = -66812,
    kCAClock_InvalidTimebaseError = -66811,
    kCAClock_InvalidTimebaseSourceError = -66810,
    kCAClock_InvalidSMPTEFormatError = -66809,
    kCAClock_InvalidSMPTEOffsetError = -66808,
    kCAClock_InvalidUnitError = -66807,
    kCAClock_InvalidPlayRateError = -66806,
    kCAClock_CannotSetTimeError = -66805
};

typedef void (*CAClockListenerProc)(void *userData, CAClockMessage message, const void *param);

struct CAClockTime {
    CAClockTimeFormat format;
    UInt32 reserved;
    union {
        UInt64 hostTime;
        CAClockSamples samples;
        CAClockBeats beats;
        CAClockSeconds seconds;
        SMPTETime smpte;
    } time;
};

struct CATempoMapEntry {
    CAClockBeats beats;
    CAClockTempo tempoBPM;
};

struct CAMeterTrackEntry {
    CAClockBeats beats;
    UInt16 meterNumer;
    UInt16 meterDenom;
};

CF_EXPORT OSStatus CAClockNew(UInt32 inReservedFlags, CAClockRef _Nullable * _Nonnull outCAClock);

CF_EXPORT OSStatus CAClockDispose(CAClockRef inCAClock);

CF_EXPORT OSStatus CAClockGetPropertyInfo(CAClockRef inCAClock, CAClockPropertyID inPropertyID,
    UInt32 * _Nullable outSize, Boolean * _Nullable outWritable);

CF_EXPORT OSStatus CAClockGetProperty(CAClockRef inCAClock, CAClockPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData);

CF_EXPORT OSStatus CAClockSetProperty(CAClockRef inCAClock, CAClockPropertyID inPropertyID,
    UInt32 inPropertyDataSize, const void *inPropertyData);

CF_EXPORT OSStatus CAClockAddListener(CAClockRef inCAClock, CAClockListenerProc inListenerProc,
    void *inUserData);

CF_EXPORT OSStatus CAClockRemoveListener(CAClockRef inCAClock, CAClockListenerProc inListenerProc,
    void *inUserData);

CF_EXPORT OSStatus CAClockSetCurrentTime(CAClockRef inCAClock, const CAClockTime *inTime);

CF_EXPORT OSStatus CAClockGetCurrentTime(CAClockRef inCAClock, CAClockTimeFormat inTimeFormat,
    CAClockTime *outTime);

CF_EXPORT OSStatus CAClockGetStartTime(CAClockRef inCAClock, CAClockTimeFormat inTimeFormat,
    CAClockTime *outTime);

CF_EXPORT OSStatus CAClockTranslateTime(CAClockRef inCAClock, const CAClockTime *inTime,
    CAClockTimeFormat inOutputTimeFormat, CAClockTime *outTime);

CF_EXPORT OSStatus CAClockStart(CAClockRef inCAClock);

CF_EXPORT OSStatus CAClockStop(CAClockRef inCAClock);

CF_EXPORT OSStatus CAClockArm(CAClockRef inCAClock);

CF_EXPORT OSStatus CAClockDisarm(CAClockRef inCAClock);

CF_EXPORT OSStatus CAClockSetPlayRate(CAClockRef inCAClock, Float64 inPlayRate);

CF_EXPORT OSStatus CAClockGetPlayRate(CAClockRef inCAClock, Float64 *outPlayRate);

CF_EXPORT OSStatus CAClockGetCurrentTempo(CAClockRef inCAClock, CAClockTempo *outTempo,
    CAClockTime * _Nullable outTimestamp);

CF_EXPORT OSStatus CAClockSetCurrentTempo(CAClockRef inCAClock, CAClockTempo inTempo,
    const CAClockTime * _Nullable inTimestamp);

CF_EXPORT OSStatus CAClockSecondsToSMPTETime(CAClockRef inCAClock, CAClockSeconds inSeconds,
    UInt16 inSubframeDivisor, SMPTETime *outSMPTETime);

CF_EXPORT OSStatus CAClockSMPTETimeToSeconds(CAClockRef inCAClock, const SMPTETime *inSMPTETime,
    CAClockSeconds *outSeconds);

CF_EXPORT OSStatus CAClockBeatsToBarBeatTime(CAClockRef inCAClock, CAClockBeats inBeats,
    UInt16 inSubbeatDivisor, CABarBeatTime *outBarBeatTime);

CF_EXPORT OSStatus CAClockBarBeatTimeToBeats(CAClockRef inCAClock, const CABarBeatTime *inBarBeatTime,
    CAClockBeats *outBeats);

CF_EXPORT OSStatus CAClockParseMIDI(CAClockRef inCAClock, const struct MIDIPacketList *inMIDIPacketList);

CA_HEADER_END

#endif
