// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/MusicPlayer.h>: sequences of notes. None can be made, so that none can come here.

@c(NewMusicSequence)
public func newMusicSequence(_ outSequence: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(DisposeMusicSequence)
public func disposeMusicSequence(_ inSequence: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceNewTrack)
public func musicSequenceNewTrack(
  _ inSequence: UnsafeRawPointer?, _ outTrack: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceDisposeTrack)
public func musicSequenceDisposeTrack(
  _ inSequence: UnsafeRawPointer?, _ inTrack: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetTrackCount)
public func musicSequenceGetTrackCount(
  _ inSequence: UnsafeRawPointer?, _ outNumberOfTracks: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetIndTrack)
public func musicSequenceGetIndTrack(
  _ inSequence: UnsafeRawPointer?, _ inTrackIndex: UInt32, _ outTrack: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetTrackIndex)
public func musicSequenceGetTrackIndex(
  _ inSequence: UnsafeRawPointer?, _ inTrack: UnsafeRawPointer?, _ outTrackIndex: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetTempoTrack)
public func musicSequenceGetTempoTrack(
  _ inSequence: UnsafeRawPointer?, _ outTrack: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceSetAUGraph)
public func musicSequenceSetAUGraph(
  _ inSequence: UnsafeRawPointer?, _ inGraph: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetAUGraph)
public func musicSequenceGetAUGraph(
  _ inSequence: UnsafeRawPointer?, _ outGraph: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceSetMIDIEndpoint)
public func musicSequenceSetMIDIEndpoint(
  _ inSequence: UnsafeRawPointer?, _ inEndpoint: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceSetSequenceType)
public func musicSequenceSetSequenceType(
  _ inSequence: UnsafeRawPointer?, _ inType: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetSequenceType)
public func musicSequenceGetSequenceType(
  _ inSequence: UnsafeRawPointer?, _ outType: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceFileLoad)
public func musicSequenceFileLoad(
  _ inSequence: UnsafeRawPointer?, _ inFileRef: UnsafeRawPointer?, _ inFileTypeHint: UInt32, _ inFlags: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceFileLoadData)
public func musicSequenceFileLoadData(
  _ inSequence: UnsafeRawPointer?, _ inData: UnsafeRawPointer?, _ inFileTypeHint: UInt32, _ inFlags: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceFileCreate)
public func musicSequenceFileCreate(
  _ inSequence: UnsafeRawPointer?, _ inFileRef: UnsafeRawPointer?, _ inFileType: UInt32, _ inFlags: UInt32,
  _ inResolution: Int16
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceFileCreateData)
public func musicSequenceFileCreateData(
  _ inSequence: UnsafeRawPointer?, _ inFileType: UInt32, _ inFlags: UInt32, _ inResolution: Int16,
  _ outData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceReverse)
public func musicSequenceReverse(_ inSequence: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetSecondsForBeats)
public func musicSequenceGetSecondsForBeats(
  _ inSequence: UnsafeRawPointer?, _ inBeats: Float64, _ outSeconds: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetBeatsForSeconds)
public func musicSequenceGetBeatsForSeconds(
  _ inSequence: UnsafeRawPointer?, _ inSeconds: Float64, _ outBeats: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceSetUserCallback)
public func musicSequenceSetUserCallback(
  _ inSequence: UnsafeRawPointer?, _ inCallback: UnsafeRawPointer?, _ inClientData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceBeatsToBarBeatTime)
public func musicSequenceBeatsToBarBeatTime(
  _ inSequence: UnsafeRawPointer?, _ inBeats: Float64, _ inSubbeatDivisor: UInt32, _ outBarBeatTime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceBarBeatTimeToBeats)
public func musicSequenceBarBeatTimeToBeats(
  _ inSequence: UnsafeRawPointer?, _ inBarBeatTime: UnsafeRawPointer?, _ outBeats: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceGetInfoDictionary)
public func musicSequenceGetInfoDictionary(_ inSequence: UnsafeRawPointer?) -> UnsafeRawPointer? { nil }

@c(MusicSequenceLoadSMFWithFlags)
public func musicSequenceLoadSMFWithFlags(
  _ inSequence: UnsafeRawPointer?, _ inFileRef: UnsafeRawPointer?, _ inFlags: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceLoadSMFDataWithFlags)
public func musicSequenceLoadSMFDataWithFlags(
  _ inSequence: UnsafeRawPointer?, _ inData: UnsafeRawPointer?, _ inFlags: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceSaveMIDIFile)
public func musicSequenceSaveMIDIFile(
  _ inSequence: UnsafeRawPointer?, _ inParentDirectory: UnsafeRawPointer?, _ inFileName: UnsafeRawPointer?,
  _ inResolution: UInt16, _ inFlags: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicSequenceSaveSMFData)
public func musicSequenceSaveSMFData(
  _ inSequence: UnsafeRawPointer?, _ outData: UnsafeRawPointer?, _ inResolution: UInt16
) -> OSStatus { kAudio_UnimplementedError }
