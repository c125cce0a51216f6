// Music sequences, and their players, which cannot be made here.
// Written by Scripts/house core-audio-headers.
#ifndef CA_AUDIOTOOLBOX_MUSICPLAYER_H
#define CA_AUDIOTOOLBOX_MUSICPLAYER_H

#include <CAudioToolbox/Platform.h>
#include <AudioToolbox/AudioUnit.h>
#include <AudioToolbox/AUGraph.h>

CA_HEADER_BEGIN

struct FSRef;

typedef struct MIDINoteMessage MIDINoteMessage;
typedef struct MIDIChannelMessage MIDIChannelMessage;
typedef struct MIDIRawData MIDIRawData;
typedef struct MIDIMetaEvent MIDIMetaEvent;
typedef struct MusicEventUserData MusicEventUserData;
typedef struct ExtendedNoteOnEvent ExtendedNoteOnEvent;
typedef struct ParameterEvent ParameterEvent;
typedef struct ExtendedTempoEvent ExtendedTempoEvent;
typedef struct AUPresetEvent AUPresetEvent;
typedef struct CABarBeatTime CABarBeatTime;
typedef struct MusicTrackLoopInfo MusicTrackLoopInfo;
typedef struct ExtendedControlEvent ExtendedControlEvent;
typedef UInt32 MIDIEndpointRef;
typedef UInt32 MusicEventType;
typedef UInt32 MusicSequenceLoadFlags;
typedef UInt32 MusicSequenceType;
typedef UInt32 MusicSequenceFileTypeID;
typedef UInt32 MusicSequenceFileFlags;
typedef Float64 MusicTimeStamp;
typedef struct OpaqueMusicPlayer *MusicPlayer;
typedef struct OpaqueMusicSequence *MusicSequence;
typedef struct OpaqueMusicTrack *MusicTrack;
typedef struct OpaqueMusicEventIterator *MusicEventIterator;

CF_ENUM(UInt32) {
    kMusicEventType_NULL = 0,
    kMusicEventType_ExtendedNote = 1,
    kMusicEventType_ExtendedTempo = 3,
    kMusicEventType_User = 4,
    kMusicEventType_Meta = 5,
    kMusicEventType_MIDINoteMessage = 6,
    kMusicEventType_MIDIChannelMessage = 7,
    kMusicEventType_MIDIRawData = 8,
    kMusicEventType_Parameter = 9,
    kMusicEventType_AUPreset = 10
};

CF_ENUM(UInt32) {
    kMusicSequenceLoadSMF_PreserveTracks = 0,
    kMusicSequenceLoadSMF_ChannelsToTracks = 1
};

CF_ENUM(UInt32) {
    kMusicSequenceType_Beats = 0x62656174 /* 'beat' */,
    kMusicSequenceType_Seconds = 0x73656373 /* 'secs' */,
    kMusicSequenceType_Samples = 0x73616d70 /* 'samp' */
};

CF_ENUM(UInt32) {
    kMusicSequenceFile_AnyType = 0,
    kMusicSequenceFile_MIDIType = 0x6d696469 /* 'midi' */,
    kMusicSequenceFile_iMelodyType = 0x696d656c /* 'imel' */
};

CF_ENUM(UInt32) {
    kMusicSequenceFileFlags_Default = 0,
    kMusicSequenceFileFlags_EraseFile = 1
};

CF_ENUM(OSStatus) {
    kAudioToolboxErr_InvalidSequenceType = -10846,
    kAudioToolboxErr_TrackIndexError = -10859,
    kAudioToolboxErr_TrackNotFound = -10858,
    kAudioToolboxErr_EndOfTrack = -10857,
    kAudioToolboxErr_StartOfTrack = -10856,
    kAudioToolboxErr_IllegalTrackDestination = -10855,
    kAudioToolboxErr_NoSequence = -10854,
    kAudioToolboxErr_InvalidEventType = -10853,
    kAudioToolboxErr_InvalidPlayerState = -10852,
    kAudioToolboxErr_CannotDoInCurrentContext = -10863,
    kAudioToolboxError_NoTrackDestination = -66720
};

CF_ENUM(UInt32) {
    kSequenceTrackProperty_LoopInfo = 0,
    kSequenceTrackProperty_OffsetTime = 1,
    kSequenceTrackProperty_MuteStatus = 2,
    kSequenceTrackProperty_SoloStatus = 3,
    kSequenceTrackProperty_AutomatedParameters = 4,
    kSequenceTrackProperty_TrackLength = 5,
    kSequenceTrackProperty_TimeResolution = 6
};

enum {
    kMusicEventType_ExtendedControl = 2
};

typedef void (*MusicSequenceUserCallback)(void * _Nullable inClientData, MusicSequence inSequence, MusicTrack inTrack, MusicTimeStamp inEventTime, const MusicEventUserData *inEventData, MusicTimeStamp inStartSliceBeat, MusicTimeStamp inEndSliceBeat);

struct MIDINoteMessage {
    UInt8 channel;
    UInt8 note;
    UInt8 velocity;
    UInt8 releaseVelocity;
    Float32 duration;
};

struct MIDIChannelMessage {
    UInt8 status;
    UInt8 data1;
    UInt8 data2;
    UInt8 reserved;
};

struct MIDIRawData {
    UInt32 length;
    UInt8 data[1];
};

struct MIDIMetaEvent {
    UInt8 metaEventType;
    UInt8 unused1;
    UInt8 unused2;
    UInt8 unused3;
    UInt32 dataLength;
    UInt8 data[1];
};

struct MusicEventUserData {
    UInt32 length;
    UInt8 data[1];
};

struct ExtendedNoteOnEvent {
    MusicDeviceInstrumentID instrumentID;
    MusicDeviceGroupID groupID;
    Float32 duration;
    MusicDeviceNoteParams extendedParams;
};

struct ParameterEvent {
    AudioUnitParameterID parameterID;
    AudioUnitScope scope;
    AudioUnitElement element;
    AudioUnitParameterValue value;
};

struct ExtendedTempoEvent {
    Float64 bpm;
};

struct AUPresetEvent {
    AudioUnitScope scope;
    AudioUnitElement element;
    CFPropertyListRef preset;
};

struct CABarBeatTime {
    SInt32 bar;
    UInt16 beat;
    UInt16 subbeat;
    UInt16 subbeatDivisor;
    UInt16 reserved;
};

struct MusicTrackLoopInfo {
    MusicTimeStamp loopDuration;
    SInt32 numberOfLoops;
};

struct ExtendedControlEvent {
    MusicDeviceGroupID groupID;
    AudioUnitParameterID controlID;
    AudioUnitParameterValue value;
};

#define kMusicTimeStamp_EndOfTrack DBL_MAX

CF_EXPORT OSStatus NewMusicPlayer(MusicPlayer _Nullable * _Nonnull outPlayer);

CF_EXPORT OSStatus DisposeMusicPlayer(MusicPlayer inPlayer);

CF_EXPORT OSStatus MusicPlayerSetSequence(MusicPlayer inPlayer, MusicSequence _Nullable inSequence);

CF_EXPORT OSStatus MusicPlayerGetSequence(MusicPlayer inPlayer,
    MusicSequence _Nullable * _Nonnull outSequence);

CF_EXPORT OSStatus MusicPlayerSetTime(MusicPlayer inPlayer, MusicTimeStamp inTime);

CF_EXPORT OSStatus MusicPlayerGetTime(MusicPlayer inPlayer, MusicTimeStamp *outTime);

CF_EXPORT OSStatus MusicPlayerGetHostTimeForBeats(MusicPlayer inPlayer, MusicTimeStamp inBeats,
    UInt64 *outHostTime);

CF_EXPORT OSStatus MusicPlayerGetBeatsForHostTime(MusicPlayer inPlayer, UInt64 inHostTime,
    MusicTimeStamp *outBeats);

CF_EXPORT OSStatus MusicPlayerPreroll(MusicPlayer inPlayer);

CF_EXPORT OSStatus MusicPlayerStart(MusicPlayer inPlayer);

CF_EXPORT OSStatus MusicPlayerStop(MusicPlayer inPlayer);

CF_EXPORT OSStatus MusicPlayerIsPlaying(MusicPlayer inPlayer, Boolean *outIsPlaying);

CF_EXPORT OSStatus MusicPlayerSetPlayRateScalar(MusicPlayer inPlayer, Float64 inScaleRate);

CF_EXPORT OSStatus MusicPlayerGetPlayRateScalar(MusicPlayer inPlayer, Float64 *outScaleRate);

CF_EXPORT OSStatus NewMusicSequence(MusicSequence _Nullable * _Nonnull outSequence);

CF_EXPORT OSStatus DisposeMusicSequence(MusicSequence inSequence);

CF_EXPORT OSStatus MusicSequenceNewTrack(MusicSequence inSequence, MusicTrack _Nullable * _Nonnull outTrack);

CF_EXPORT OSStatus MusicSequenceDisposeTrack(MusicSequence inSequence, MusicTrack inTrack);

CF_EXPORT OSStatus MusicSequenceGetTrackCount(MusicSequence inSequence, UInt32 *outNumberOfTracks);

CF_EXPORT OSStatus MusicSequenceGetIndTrack(MusicSequence inSequence, UInt32 inTrackIndex,
    MusicTrack _Nullable * _Nonnull outTrack);

CF_EXPORT OSStatus MusicSequenceGetTrackIndex(MusicSequence inSequence, MusicTrack inTrack,
    UInt32 *outTrackIndex);

CF_EXPORT OSStatus MusicSequenceGetTempoTrack(MusicSequence inSequence,
    MusicTrack _Nullable * _Nonnull outTrack);

CF_EXPORT OSStatus MusicSequenceSetAUGraph(MusicSequence inSequence, AUGraph _Nullable inGraph);

CF_EXPORT OSStatus MusicSequenceGetAUGraph(MusicSequence inSequence, AUGraph _Nullable * _Nonnull outGraph);

CF_EXPORT OSStatus MusicSequenceSetMIDIEndpoint(MusicSequence inSequence, MIDIEndpointRef inEndpoint);

CF_EXPORT OSStatus MusicSequenceSetSequenceType(MusicSequence inSequence, MusicSequenceType inType);

CF_EXPORT OSStatus MusicSequenceGetSequenceType(MusicSequence inSequence, MusicSequenceType *outType);

CF_EXPORT OSStatus MusicSequenceFileLoad(MusicSequence inSequence, CFURLRef inFileRef,
    MusicSequenceFileTypeID inFileTypeHint, MusicSequenceLoadFlags inFlags);

CF_EXPORT OSStatus MusicSequenceFileLoadData(MusicSequence inSequence, CFDataRef inData,
    MusicSequenceFileTypeID inFileTypeHint, MusicSequenceLoadFlags inFlags);

CF_EXPORT OSStatus MusicSequenceFileCreate(MusicSequence inSequence, CFURLRef inFileRef,
    MusicSequenceFileTypeID inFileType, MusicSequenceFileFlags inFlags, SInt16 inResolution);

CF_EXPORT OSStatus MusicSequenceFileCreateData(MusicSequence inSequence,
    MusicSequenceFileTypeID inFileType, MusicSequenceFileFlags inFlags, SInt16 inResolution,
    CFDataRef _Nullable * _Nonnull outData);

CF_EXPORT OSStatus MusicSequenceReverse(MusicSequence inSequence);

CF_EXPORT OSStatus MusicSequenceGetSecondsForBeats(MusicSequence inSequence, MusicTimeStamp inBeats,
    Float64 *outSeconds);

CF_EXPORT OSStatus MusicSequenceGetBeatsForSeconds(MusicSequence inSequence, Float64 inSeconds,
    MusicTimeStamp *outBeats);

CF_EXPORT OSStatus MusicSequenceSetUserCallback(MusicSequence inSequence,
    MusicSequenceUserCallback _Nullable inCallback, void * _Nullable inClientData);

CF_EXPORT OSStatus MusicSequenceBeatsToBarBeatTime(MusicSequence inSequence, MusicTimeStamp inBeats,
    UInt32 inSubbeatDivisor, CABarBeatTime *outBarBeatTime);

CF_EXPORT OSStatus MusicSequenceBarBeatTimeToBeats(MusicSequence inSequence,
    const CABarBeatTime *inBarBeatTime, MusicTimeStamp *outBeats);

CF_EXPORT CFDictionaryRef MusicSequenceGetInfoDictionary(MusicSequence inSequence);

CF_EXPORT OSStatus MusicTrackGetSequence(MusicTrack inTrack, MusicSequence _Nullable * _Nonnull outSequence);

CF_EXPORT OSStatus MusicTrackSetDestNode(MusicTrack inTrack, AUNode inNode);

CF_EXPORT OSStatus MusicTrackSetDestMIDIEndpoint(MusicTrack inTrack, MIDIEndpointRef inEndpoint);

CF_EXPORT OSStatus MusicTrackGetDestNode(MusicTrack inTrack, AUNode *outNode);

CF_EXPORT OSStatus MusicTrackGetDestMIDIEndpoint(MusicTrack inTrack, MIDIEndpointRef *outEndpoint);

CF_EXPORT OSStatus MusicTrackSetProperty(MusicTrack inTrack, UInt32 inPropertyID, void *inData,
    UInt32 inLength);

CF_EXPORT OSStatus MusicTrackGetProperty(MusicTrack inTrack, UInt32 inPropertyID, void *outData,
    UInt32 *ioLength);

CF_EXPORT OSStatus MusicTrackMoveEvents(MusicTrack inTrack, MusicTimeStamp inStartTime,
    MusicTimeStamp inEndTime, MusicTimeStamp inMoveTime);

CF_EXPORT OSStatus MusicTrackClear(MusicTrack inTrack, MusicTimeStamp inStartTime, MusicTimeStamp inEndTime);

CF_EXPORT OSStatus MusicTrackCut(MusicTrack inTrack, MusicTimeStamp inStartTime, MusicTimeStamp inEndTime);

CF_EXPORT OSStatus MusicTrackCopyInsert(MusicTrack inSourceTrack, MusicTimeStamp inSourceStartTime,
    MusicTimeStamp inSourceEndTime, MusicTrack inDestTrack, MusicTimeStamp inDestInsertTime);

CF_EXPORT OSStatus MusicTrackMerge(MusicTrack inSourceTrack, MusicTimeStamp inSourceStartTime,
    MusicTimeStamp inSourceEndTime, MusicTrack inDestTrack, MusicTimeStamp inDestInsertTime);

CF_EXPORT OSStatus MusicTrackNewMIDINoteEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const MIDINoteMessage *inMessage);

CF_EXPORT OSStatus MusicTrackNewMIDIChannelEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const MIDIChannelMessage *inMessage);

CF_EXPORT OSStatus MusicTrackNewMIDIRawDataEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const MIDIRawData *inRawData);

CF_EXPORT OSStatus MusicTrackNewExtendedNoteEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const ExtendedNoteOnEvent *inInfo);

CF_EXPORT OSStatus MusicTrackNewParameterEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const ParameterEvent *inInfo);

CF_EXPORT OSStatus MusicTrackNewExtendedTempoEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    Float64 inBPM);

CF_EXPORT OSStatus MusicTrackNewMetaEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const MIDIMetaEvent *inMetaEvent);

CF_EXPORT OSStatus MusicTrackNewUserEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const MusicEventUserData *inUserData);

CF_EXPORT OSStatus MusicTrackNewAUPresetEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const AUPresetEvent *inPresetEvent);

CF_EXPORT OSStatus NewMusicEventIterator(MusicTrack inTrack,
    MusicEventIterator _Nullable * _Nonnull outIterator);

CF_EXPORT OSStatus DisposeMusicEventIterator(MusicEventIterator inIterator);

CF_EXPORT OSStatus MusicEventIteratorSeek(MusicEventIterator inIterator, MusicTimeStamp inTimeStamp);

CF_EXPORT OSStatus MusicEventIteratorNextEvent(MusicEventIterator inIterator);

CF_EXPORT OSStatus MusicEventIteratorPreviousEvent(MusicEventIterator inIterator);

CF_EXPORT OSStatus MusicEventIteratorGetEventInfo(MusicEventIterator inIterator,
    MusicTimeStamp *outTimeStamp, MusicEventType *outEventType,
    const void * _Nullable * _Nonnull outEventData, UInt32 *outEventDataSize);

CF_EXPORT OSStatus MusicEventIteratorSetEventInfo(MusicEventIterator inIterator,
    MusicEventType inEventType, const void *inEventData);

CF_EXPORT OSStatus MusicEventIteratorSetEventTime(MusicEventIterator inIterator, MusicTimeStamp inTimeStamp);

CF_EXPORT OSStatus MusicEventIteratorDeleteEvent(MusicEventIterator inIterator);

CF_EXPORT OSStatus MusicEventIteratorHasPreviousEvent(MusicEventIterator inIterator,
    Boolean *outHasPrevEvent);

CF_EXPORT OSStatus MusicEventIteratorHasNextEvent(MusicEventIterator inIterator, Boolean *outHasNextEvent);

CF_EXPORT OSStatus MusicEventIteratorHasCurrentEvent(MusicEventIterator inIterator, Boolean *outHasCurEvent);

CF_EXPORT OSStatus MusicSequenceLoadSMFWithFlags(MusicSequence inSequence, const struct FSRef *inFileRef,
    MusicSequenceLoadFlags inFlags);

CF_EXPORT OSStatus MusicSequenceLoadSMFDataWithFlags(MusicSequence inSequence, CFDataRef inData,
    MusicSequenceLoadFlags inFlags);

CF_EXPORT OSStatus MusicSequenceSaveMIDIFile(MusicSequence inSequence,
    const struct FSRef *inParentDirectory, CFStringRef inFileName, UInt16 inResolution, UInt32 inFlags);

CF_EXPORT OSStatus MusicSequenceSaveSMFData(MusicSequence inSequence,
    CFDataRef _Nullable * _Nonnull outData, UInt16 inResolution);

CF_EXPORT OSStatus NewMusicTrackFrom(MusicTrack inSourceTrack, MusicTimeStamp inSourceStartTime,
    MusicTimeStamp inSourceEndTime, MusicTrack _Nullable * _Nonnull outNewTrack);

CF_EXPORT OSStatus MusicTrackNewExtendedControlEvent(MusicTrack inTrack, MusicTimeStamp inTimeStamp,
    const ExtendedControlEvent *inInfo);

CA_HEADER_END

#endif
