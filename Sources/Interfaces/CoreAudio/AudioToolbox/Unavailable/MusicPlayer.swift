// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/MusicPlayer.h>: players, tracks and iterators of events. There are no sequences that they could play.

@c(NewMusicPlayer)
public func newMusicPlayer(_ outPlayer: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(DisposeMusicPlayer)
public func disposeMusicPlayer(_ inPlayer: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerSetSequence)
public func musicPlayerSetSequence(
  _ inPlayer: UnsafeRawPointer?, _ inSequence: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerGetSequence)
public func musicPlayerGetSequence(
  _ inPlayer: UnsafeRawPointer?, _ outSequence: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerSetTime)
public func musicPlayerSetTime(
  _ inPlayer: UnsafeRawPointer?, _ inTime: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerGetTime)
public func musicPlayerGetTime(
  _ inPlayer: UnsafeRawPointer?, _ outTime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerGetHostTimeForBeats)
public func musicPlayerGetHostTimeForBeats(
  _ inPlayer: UnsafeRawPointer?, _ inBeats: Float64, _ outHostTime: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerGetBeatsForHostTime)
public func musicPlayerGetBeatsForHostTime(
  _ inPlayer: UnsafeRawPointer?, _ inHostTime: UInt64, _ outBeats: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerPreroll)
public func musicPlayerPreroll(_ inPlayer: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerStart)
public func musicPlayerStart(_ inPlayer: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerStop)
public func musicPlayerStop(_ inPlayer: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerIsPlaying)
public func musicPlayerIsPlaying(
  _ inPlayer: UnsafeRawPointer?, _ outIsPlaying: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerSetPlayRateScalar)
public func musicPlayerSetPlayRateScalar(
  _ inPlayer: UnsafeRawPointer?, _ inScaleRate: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicPlayerGetPlayRateScalar)
public func musicPlayerGetPlayRateScalar(
  _ inPlayer: UnsafeRawPointer?, _ outScaleRate: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackGetSequence)
public func musicTrackGetSequence(
  _ inTrack: UnsafeRawPointer?, _ outSequence: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackSetDestNode)
public func musicTrackSetDestNode(
  _ inTrack: UnsafeRawPointer?, _ inNode: Int32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackSetDestMIDIEndpoint)
public func musicTrackSetDestMIDIEndpoint(
  _ inTrack: UnsafeRawPointer?, _ inEndpoint: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackGetDestNode)
public func musicTrackGetDestNode(
  _ inTrack: UnsafeRawPointer?, _ outNode: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackGetDestMIDIEndpoint)
public func musicTrackGetDestMIDIEndpoint(
  _ inTrack: UnsafeRawPointer?, _ outEndpoint: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackSetProperty)
public func musicTrackSetProperty(
  _ inTrack: UnsafeRawPointer?, _ inPropertyID: UInt32, _ inData: UnsafeRawPointer?, _ inLength: UInt32
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackGetProperty)
public func musicTrackGetProperty(
  _ inTrack: UnsafeRawPointer?, _ inPropertyID: UInt32, _ outData: UnsafeRawPointer?, _ ioLength: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackMoveEvents)
public func musicTrackMoveEvents(
  _ inTrack: UnsafeRawPointer?, _ inStartTime: Float64, _ inEndTime: Float64, _ inMoveTime: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackClear)
public func musicTrackClear(
  _ inTrack: UnsafeRawPointer?, _ inStartTime: Float64, _ inEndTime: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackCut)
public func musicTrackCut(
  _ inTrack: UnsafeRawPointer?, _ inStartTime: Float64, _ inEndTime: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackCopyInsert)
public func musicTrackCopyInsert(
  _ inSourceTrack: UnsafeRawPointer?, _ inSourceStartTime: Float64, _ inSourceEndTime: Float64,
  _ inDestTrack: UnsafeRawPointer?, _ inDestInsertTime: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackMerge)
public func musicTrackMerge(
  _ inSourceTrack: UnsafeRawPointer?, _ inSourceStartTime: Float64, _ inSourceEndTime: Float64,
  _ inDestTrack: UnsafeRawPointer?, _ inDestInsertTime: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewMIDINoteEvent)
public func musicTrackNewMIDINoteEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inMessage: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewMIDIChannelEvent)
public func musicTrackNewMIDIChannelEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inMessage: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewMIDIRawDataEvent)
public func musicTrackNewMIDIRawDataEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inRawData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewExtendedNoteEvent)
public func musicTrackNewExtendedNoteEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inInfo: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewParameterEvent)
public func musicTrackNewParameterEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inInfo: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewExtendedTempoEvent)
public func musicTrackNewExtendedTempoEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inBPM: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewMetaEvent)
public func musicTrackNewMetaEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inMetaEvent: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewUserEvent)
public func musicTrackNewUserEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inUserData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewAUPresetEvent)
public func musicTrackNewAUPresetEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inPresetEvent: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(NewMusicEventIterator)
public func newMusicEventIterator(
  _ inTrack: UnsafeRawPointer?, _ outIterator: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(DisposeMusicEventIterator)
public func disposeMusicEventIterator(_ inIterator: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorSeek)
public func musicEventIteratorSeek(
  _ inIterator: UnsafeRawPointer?, _ inTimeStamp: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorNextEvent)
public func musicEventIteratorNextEvent(_ inIterator: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorPreviousEvent)
public func musicEventIteratorPreviousEvent(_ inIterator: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorGetEventInfo)
public func musicEventIteratorGetEventInfo(
  _ inIterator: UnsafeRawPointer?, _ outTimeStamp: UnsafeRawPointer?, _ outEventType: UnsafeRawPointer?,
  _ outEventData: UnsafeRawPointer?, _ outEventDataSize: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorSetEventInfo)
public func musicEventIteratorSetEventInfo(
  _ inIterator: UnsafeRawPointer?, _ inEventType: UInt32, _ inEventData: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorSetEventTime)
public func musicEventIteratorSetEventTime(
  _ inIterator: UnsafeRawPointer?, _ inTimeStamp: Float64
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorDeleteEvent)
public func musicEventIteratorDeleteEvent(_ inIterator: UnsafeRawPointer?) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorHasPreviousEvent)
public func musicEventIteratorHasPreviousEvent(
  _ inIterator: UnsafeRawPointer?, _ outHasPrevEvent: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorHasNextEvent)
public func musicEventIteratorHasNextEvent(
  _ inIterator: UnsafeRawPointer?, _ outHasNextEvent: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicEventIteratorHasCurrentEvent)
public func musicEventIteratorHasCurrentEvent(
  _ inIterator: UnsafeRawPointer?, _ outHasCurEvent: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(NewMusicTrackFrom)
public func newMusicTrackFrom(
  _ inSourceTrack: UnsafeRawPointer?, _ inSourceStartTime: Float64, _ inSourceEndTime: Float64,
  _ outNewTrack: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }

@c(MusicTrackNewExtendedControlEvent)
public func musicTrackNewExtendedControlEvent(
  _ inTrack: UnsafeRawPointer?, _ inTimeStamp: Float64, _ inInfo: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }
