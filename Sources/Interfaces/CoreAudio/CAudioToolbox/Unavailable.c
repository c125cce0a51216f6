// Written by Scripts/house core-audio-headers: the services that are not here, whose functions say so.
#include <AudioToolbox/AudioToolbox.h>

// A dictionary is promised by MusicSequenceGetInfoDictionary, but nothing is kept that it would tell.
#pragma clang diagnostic ignored "-Wnonnull"

// <AudioToolbox/AudioCodec.h>: codecs are reached through converters. No component can be opened, so that no instance can come here.
OSStatus AudioCodecGetPropertyInfo(AudioCodec inCodec, AudioCodecPropertyID inPropertyID,
    UInt32 * _Nullable outSize, Boolean * _Nullable outWritable) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecGetProperty(AudioCodec inCodec, AudioCodecPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecSetProperty(AudioCodec inCodec, AudioCodecPropertyID inPropertyID,
    UInt32 inPropertyDataSize, const void *inPropertyData) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecInitialize(AudioCodec inCodec,
    const AudioStreamBasicDescription * _Nullable inInputFormat,
    const AudioStreamBasicDescription * _Nullable inOutputFormat, const void * _Nullable inMagicCookie,
    UInt32 inMagicCookieByteSize) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecUninitialize(AudioCodec inCodec) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecAppendInputData(AudioCodec inCodec, const void *inInputData,
    UInt32 *ioInputDataByteSize, UInt32 *ioNumberPackets,
    const AudioStreamPacketDescription * _Nullable inPacketDescription) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecProduceOutputPackets(AudioCodec inCodec, void *outOutputData,
    UInt32 *ioOutputDataByteSize, UInt32 *ioNumberPackets,
    AudioStreamPacketDescription * _Nullable outPacketDescription, UInt32 *outStatus) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecAppendInputBufferList(AudioCodec inCodec, const AudioBufferList *inBufferList,
    UInt32 *ioNumberPackets, const AudioStreamPacketDescription * _Nullable inPacketDescription,
    UInt32 *outBytesConsumed) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecProduceOutputBufferList(AudioCodec inCodec, AudioBufferList *ioBufferList,
    UInt32 *ioNumberPackets, AudioStreamPacketDescription * _Nullable outPacketDescription,
    UInt32 *outStatus) { return kAudioCodecUnsupportedFormatError; }
OSStatus AudioCodecReset(AudioCodec inCodec) { return kAudioCodecUnsupportedFormatError; }

// <AudioToolbox/AudioFileComponent.h>: file types are those of the package. No component can be opened, so that no instance can come here.
OSStatus AudioFileComponentCreateURL(AudioFileComponent inComponent, CFURLRef inFileRef,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentOpenURL(AudioFileComponent inComponent, CFURLRef inFileRef,
    SInt8 inPermissions, int inFileDescriptor) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentOpenWithCallbacks(AudioFileComponent inComponent, void *inClientData,
    AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc, AudioFile_GetSizeProc inGetSizeFunc,
    AudioFile_SetSizeProc inSetSizeFunc) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentInitializeWithCallbacks(AudioFileComponent inComponent,
    void *inClientData, AudioFile_ReadProc inReadFunc, AudioFile_WriteProc inWriteFunc,
    AudioFile_GetSizeProc inGetSizeFunc, AudioFile_SetSizeProc inSetSizeFunc, UInt32 inFileType,
    const AudioStreamBasicDescription *inFormat, UInt32 inFlags) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentCloseFile(AudioFileComponent inComponent) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentOptimize(AudioFileComponent inComponent) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentReadBytes(AudioFileComponent inComponent, Boolean inUseCache,
    SInt64 inStartingByte, UInt32 *ioNumBytes, void *outBuffer) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentWriteBytes(AudioFileComponent inComponent, Boolean inUseCache,
    SInt64 inStartingByte, UInt32 *ioNumBytes, const void *inBuffer) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentReadPackets(AudioFileComponent inComponent, Boolean inUseCache,
    UInt32 *outNumBytes, AudioStreamPacketDescription * _Nullable outPacketDescriptions,
    SInt64 inStartingPacket, UInt32 *ioNumPackets, void *outBuffer) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentReadPacketData(AudioFileComponent inComponent, Boolean inUseCache,
    UInt32 *ioNumBytes, AudioStreamPacketDescription * _Nullable outPacketDescriptions,
    SInt64 inStartingPacket, UInt32 *ioNumPackets, void *outBuffer) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentWritePackets(AudioFileComponent inComponent, Boolean inUseCache,
    UInt32 inNumBytes, const AudioStreamPacketDescription * _Nullable inPacketDescriptions,
    SInt64 inStartingPacket, UInt32 *ioNumPackets, const void *inBuffer) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentGetPropertyInfo(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 * _Nullable outPropertySize,
    UInt32 * _Nullable outWritable) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentGetProperty(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 *ioPropertyDataSize, void *outPropertyData) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentSetProperty(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 inPropertyDataSize, const void *inPropertyData) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentCountUserData(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 *outNumberItems) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentGetUserDataSize(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex, UInt32 *outUserDataSize) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentGetUserDataSize64(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex, UInt64 *outUserDataSize) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentGetUserData(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex, UInt32 *ioUserDataSize, void *outUserData) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentGetUserDataAtOffset(AudioFileComponent inComponent,
    UInt32 inUserDataID, UInt32 inIndex, SInt64 inOffset, UInt32 *ioUserDataSize, void *outUserData) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentSetUserData(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex, UInt32 inUserDataSize, const void *inUserData) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentRemoveUserData(AudioFileComponent inComponent, UInt32 inUserDataID,
    UInt32 inIndex) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentExtensionIsThisFormat(AudioFileComponent inComponent,
    CFStringRef inExtension, UInt32 *outResult) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentFileDataIsThisFormat(AudioFileComponent inComponent,
    UInt32 inDataByteSize, const void *inData, UInt32 *outResult) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentFileIsThisFormat(AudioFileComponent inComponent, SInt16 inFileRefNum,
    UInt32 *outResult) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentDataIsThisFormat(AudioFileComponent inComponent,
    void * _Nullable inClientData, AudioFile_ReadProc _Nullable inReadFunc,
    AudioFile_WriteProc _Nullable inWriteFunc, AudioFile_GetSizeProc _Nullable inGetSizeFunc,
    AudioFile_SetSizeProc _Nullable inSetSizeFunc, UInt32 *outResult) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentGetGlobalInfoSize(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void * _Nullable inSpecifier,
    UInt32 *outPropertySize) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentGetGlobalInfo(AudioFileComponent inComponent,
    AudioFileComponentPropertyID inPropertyID, UInt32 inSpecifierSize, const void * _Nullable inSpecifier,
    UInt32 *ioPropertyDataSize, void *outPropertyData) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentCreate(AudioFileComponent inComponent,
    const struct FSRef *inParentRef, CFStringRef inFileName, const AudioStreamBasicDescription *inFormat,
    UInt32 inFlags, struct FSRef *outNewFileRef) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentInitialize(AudioFileComponent inComponent,
    const struct FSRef *inFileRef, const AudioStreamBasicDescription *inFormat, UInt32 inFlags) { return kAudioFileUnsupportedFileTypeError; }
OSStatus AudioFileComponentOpenFile(AudioFileComponent inComponent,
    const struct FSRef *inFileRef, SInt8 inPermissions, SInt16 inRefNum) { return kAudioFileUnsupportedFileTypeError; }

// <AudioToolbox/AUComponent.h>: programs do not send each other sound here.
OSStatus AudioOutputUnitPublish(
    const AudioComponentDescription *inDesc, CFStringRef inName, UInt32 inVersion, AudioUnit inOutputUnit) { return kAudio_UnimplementedError; }

// <AudioToolbox/CoreAudioClock.h>: no clock of beats and MIDI can be made, so that none can come here.
OSStatus CAClockNew(UInt32 inReservedFlags, CAClockRef _Nullable * _Nonnull outCAClock) { return kAudio_UnimplementedError; }
OSStatus CAClockDispose(CAClockRef inCAClock) { return kAudio_UnimplementedError; }
OSStatus CAClockGetPropertyInfo(CAClockRef inCAClock, CAClockPropertyID inPropertyID,
    UInt32 * _Nullable outSize, Boolean * _Nullable outWritable) { return kAudio_UnimplementedError; }
OSStatus CAClockGetProperty(CAClockRef inCAClock, CAClockPropertyID inPropertyID,
    UInt32 *ioPropertyDataSize, void *outPropertyData) { return kAudio_UnimplementedError; }
OSStatus CAClockSetProperty(CAClockRef inCAClock, CAClockPropertyID inPropertyID,
    UInt32 inPropertyDataSize, const void *inPropertyData) { return kAudio_UnimplementedError; }
OSStatus CAClockAddListener(CAClockRef inCAClock, CAClockListenerProc inListenerProc,
    void *inUserData) { return kAudio_UnimplementedError; }
OSStatus CAClockRemoveListener(CAClockRef inCAClock, CAClockListenerProc inListenerProc,
    void *inUserData) { return kAudio_UnimplementedError; }
OSStatus CAClockSetCurrentTime(CAClockRef inCAClock, const CAClockTime *inTime) { return kAudio_UnimplementedError; }
OSStatus CAClockGetCurrentTime(CAClockRef inCAClock, CAClockTimeFormat inTimeFormat,
    CAClockTime *outTime) { return kAudio_UnimplementedError; }
OSStatus CAClockGetStartTime(CAClockRef inCAClock, CAClockTimeFormat inTimeFormat,
    CAClockTime *outTime) { return kAudio_UnimplementedError; }
OSStatus CAClockTranslateTime(CAClockRef inCAClock, const CAClockTime *inTime,
    CAClockTimeFormat inOutputTimeFormat, CAClockTime *outTime) { return kAudio_UnimplementedError; }
OSStatus CAClockStart(CAClockRef inCAClock) { return kAudio_UnimplementedError; }
OSStatus CAClockStop(CAClockRef inCAClock) { return kAudio_UnimplementedError; }
OSStatus CAClockArm(CAClockRef inCAClock) { return kAudio_UnimplementedError; }
OSStatus CAClockDisarm(CAClockRef inCAClock) { return kAudio_UnimplementedError; }
OSStatus CAClockSetPlayRate(CAClockRef inCAClock, Float64 inPlayRate) { return kAudio_UnimplementedError; }
OSStatus CAClockGetPlayRate(CAClockRef inCAClock, Float64 *outPlayRate) { return kAudio_UnimplementedError; }
OSStatus CAClockGetCurrentTempo(CAClockRef inCAClock, CAClockTempo *outTempo,
    CAClockTime * _Nullable outTimestamp) { return kAudio_UnimplementedError; }
OSStatus CAClockSetCurrentTempo(CAClockRef inCAClock, CAClockTempo inTempo,
    const CAClockTime * _Nullable inTimestamp) { return kAudio_UnimplementedError; }
OSStatus CAClockSecondsToSMPTETime(CAClockRef inCAClock, CAClockSeconds inSeconds,
    UInt16 inSubframeDivisor, SMPTETime *outSMPTETime) { return kAudio_UnimplementedError; }
OSStatus CAClockSMPTETimeToSeconds(CAClockRef inCAClock, const SMPTETime *inSMPTETime,
    CAClockSeconds *outSeconds) { return kAudio_UnimplementedError; }
OSStatus CAClockBeatsToBarBeatTime(CAClockRef inCAClock, CAClockBeats inBeats,
    UInt16 inSubbeatDivisor, CABarBeatTime *outBarBeatTime) { return kAudio_UnimplementedError; }
OSStatus CAClockBarBeatTimeToBeats(CAClockRef inCAClock, const CABarBeatTime *inBarBeatTime,
    CAClockBeats *outBeats) { return kAudio_UnimplementedError; }
OSStatus CAClockParseMIDI(CAClockRef inCAClock, const struct MIDIPacketList *inMIDIPacketList) { return kAudio_UnimplementedError; }

// <AudioToolbox/MusicDevice.h>: there is no unit that plays notes.
OSStatus MusicDeviceMIDIEvent(MusicDeviceComponent inUnit, UInt32 inStatus, UInt32 inData1,
    UInt32 inData2, UInt32 inOffsetSampleFrame) { return kAudioComponentErr_InstanceInvalidated; }
OSStatus MusicDeviceSysEx(MusicDeviceComponent inUnit, const UInt8 *inData, UInt32 inLength) { return kAudioComponentErr_InstanceInvalidated; }
OSStatus MusicDeviceMIDIEventList(MusicDeviceComponent inUnit, UInt32 inOffsetSampleFrame,
    const struct MIDIEventList *evtList) { return kAudioComponentErr_InstanceInvalidated; }
OSStatus MusicDeviceStartNote(MusicDeviceComponent inUnit, MusicDeviceInstrumentID inInstrument,
    MusicDeviceGroupID inGroupID, NoteInstanceID *outNoteInstanceID, UInt32 inOffsetSampleFrame,
    const MusicDeviceNoteParams *inParams) { return kAudioComponentErr_InstanceInvalidated; }
OSStatus MusicDeviceStopNote(MusicDeviceComponent inUnit, MusicDeviceGroupID inGroupID,
    NoteInstanceID inNoteInstanceID, UInt32 inOffsetSampleFrame) { return kAudioComponentErr_InstanceInvalidated; }
OSStatus MusicDevicePrepareInstrument(MusicDeviceComponent inUnit,
    MusicDeviceInstrumentID inInstrument) { return kAudioComponentErr_InstanceInvalidated; }
OSStatus MusicDeviceReleaseInstrument(MusicDeviceComponent inUnit,
    MusicDeviceInstrumentID inInstrument) { return kAudioComponentErr_InstanceInvalidated; }

// <AudioToolbox/MusicPlayer.h>: there is no unit that plays notes, so that sequences have no player, and nothing to be played by.
OSStatus NewMusicPlayer(MusicPlayer _Nullable * _Nonnull outPlayer) { return kAudio_UnimplementedError; }
OSStatus DisposeMusicPlayer(MusicPlayer inPlayer) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerSetSequence(MusicPlayer inPlayer, MusicSequence _Nullable inSequence) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerGetSequence(MusicPlayer inPlayer,
    MusicSequence _Nullable * _Nonnull outSequence) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerSetTime(MusicPlayer inPlayer, MusicTimeStamp inTime) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerGetTime(MusicPlayer inPlayer, MusicTimeStamp *outTime) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerGetHostTimeForBeats(MusicPlayer inPlayer, MusicTimeStamp inBeats,
    UInt64 *outHostTime) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerGetBeatsForHostTime(MusicPlayer inPlayer, UInt64 inHostTime,
    MusicTimeStamp *outBeats) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerPreroll(MusicPlayer inPlayer) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerStart(MusicPlayer inPlayer) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerStop(MusicPlayer inPlayer) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerIsPlaying(MusicPlayer inPlayer, Boolean *outIsPlaying) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerSetPlayRateScalar(MusicPlayer inPlayer, Float64 inScaleRate) { return kAudio_UnimplementedError; }
OSStatus MusicPlayerGetPlayRateScalar(MusicPlayer inPlayer, Float64 *outScaleRate) { return kAudio_UnimplementedError; }
OSStatus MusicSequenceSetAUGraph(MusicSequence inSequence, AUGraph _Nullable inGraph) { return kAudio_UnimplementedError; }
OSStatus MusicSequenceGetAUGraph(MusicSequence inSequence, AUGraph _Nullable * _Nonnull outGraph) { return kAudio_UnimplementedError; }
OSStatus MusicSequenceSetMIDIEndpoint(MusicSequence inSequence, MIDIEndpointRef inEndpoint) { return kAudio_UnimplementedError; }
OSStatus MusicSequenceSetUserCallback(MusicSequence inSequence,
    MusicSequenceUserCallback _Nullable inCallback, void * _Nullable inClientData) { return kAudio_UnimplementedError; }
CFDictionaryRef MusicSequenceGetInfoDictionary(MusicSequence inSequence) { return NULL; }
OSStatus MusicTrackSetDestNode(MusicTrack inTrack, AUNode inNode) { return kAudio_UnimplementedError; }
OSStatus MusicTrackSetDestMIDIEndpoint(MusicTrack inTrack, MIDIEndpointRef inEndpoint) { return kAudio_UnimplementedError; }
OSStatus MusicTrackGetDestNode(MusicTrack inTrack, AUNode *outNode) { return kAudio_UnimplementedError; }
OSStatus MusicTrackGetDestMIDIEndpoint(MusicTrack inTrack, MIDIEndpointRef *outEndpoint) { return kAudio_UnimplementedError; }
OSStatus MusicSequenceLoadSMFWithFlags(MusicSequence inSequence, const struct FSRef *inFileRef,
    MusicSequenceLoadFlags inFlags) { return kAudio_UnimplementedError; }
OSStatus MusicSequenceSaveMIDIFile(MusicSequence inSequence,
    const struct FSRef *inParentDirectory, CFStringRef inFileName, UInt16 inResolution, UInt32 inFlags) { return kAudio_UnimplementedError; }
