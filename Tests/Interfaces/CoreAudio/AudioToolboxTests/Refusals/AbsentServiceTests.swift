import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Services that are declared so that programs compile, and answer that they are not here.
@Suite("Sequences of notes, their players, and clocks of beats")
struct AbsentServiceTests {
  @Test("None can be made")
  func none() {
    var (sequence, player, clock): (MusicSequence?, MusicPlayer?, CAClockRef?) = (nil, nil, nil)
    var iterator: MusicEventIterator?
    #expect(NewMusicSequence(&sequence) == kAudio_UnimplementedError && sequence == nil)
    #expect(NewMusicPlayer(&player) == kAudio_UnimplementedError && player == nil)
    #expect(NewMusicEventIterator(nothing(), &iterator) == kAudio_UnimplementedError && iterator == nil)
    #expect(CAClockNew(0, &clock) == kAudio_UnimplementedError && clock == nil)
    var description = AudioComponentDescription()
    #expect(AudioOutputUnitPublish(&description, nothing(), 1, nothing()) == kAudio_UnimplementedError)
    let music = [
      MusicDevicePrepareInstrument(nothing(), 0), MusicDeviceReleaseInstrument(nothing(), 0),
      MusicDeviceMIDIEventList(nothing(), 0, nothing()),
    ]
    #expect(music.allSatisfy { $0 == kAudioComponentErr_InstanceInvalidated })
  }

  private func expectAbsent(_ name: String, _ status: OSStatus) {
    #expect(status == kAudio_UnimplementedError, "\(name)")
  }

  @Test("Every function of sequences answers so, whatever it is given")
  func sequences() {
    expectAbsent("MusicPlayerSetSequence", MusicPlayerSetSequence(nothing(), nothing()))
    expectAbsent("MusicPlayerGetSequence", MusicPlayerGetSequence(nothing(), nothing()))
    expectAbsent("NewMusicSequence", NewMusicSequence(nothing()))
    expectAbsent("DisposeMusicSequence", DisposeMusicSequence(nothing()))
    expectAbsent("MusicSequenceNewTrack", MusicSequenceNewTrack(nothing(), nothing()))
    expectAbsent("MusicSequenceDisposeTrack", MusicSequenceDisposeTrack(nothing(), nothing()))
    expectAbsent("MusicSequenceGetTrackCount", MusicSequenceGetTrackCount(nothing(), nothing()))
    expectAbsent("MusicSequenceGetIndTrack", MusicSequenceGetIndTrack(nothing(), 0, nothing()))
    expectAbsent("MusicSequenceGetTrackIndex", MusicSequenceGetTrackIndex(nothing(), nothing(), nothing()))
    expectAbsent("MusicSequenceGetTempoTrack", MusicSequenceGetTempoTrack(nothing(), nothing()))
    expectAbsent("MusicSequenceSetAUGraph", MusicSequenceSetAUGraph(nothing(), nothing()))
    expectAbsent("MusicSequenceGetAUGraph", MusicSequenceGetAUGraph(nothing(), nothing()))
    expectAbsent("MusicSequenceSetMIDIEndpoint", MusicSequenceSetMIDIEndpoint(nothing(), 0))
    expectAbsent("MusicSequenceSetSequenceType", MusicSequenceSetSequenceType(nothing(), 0))
    expectAbsent("MusicSequenceGetSequenceType", MusicSequenceGetSequenceType(nothing(), nothing()))
    expectAbsent("MusicSequenceFileLoad", MusicSequenceFileLoad(nothing(), nothing(), 0, 0))
    expectAbsent("MusicSequenceFileLoadData", MusicSequenceFileLoadData(nothing(), nothing(), 0, 0))
    expectAbsent("MusicSequenceFileCreate", MusicSequenceFileCreate(nothing(), nothing(), 0, 0, 0))
    expectAbsent("MusicSequenceFileCreateData", MusicSequenceFileCreateData(nothing(), 0, 0, 0, nothing()))
    expectAbsent("MusicSequenceReverse", MusicSequenceReverse(nothing()))
    expectAbsent("MusicSequenceGetSecondsForBeats", MusicSequenceGetSecondsForBeats(nothing(), 0, nothing()))
    expectAbsent("MusicSequenceGetBeatsForSeconds", MusicSequenceGetBeatsForSeconds(nothing(), 0, nothing()))
    expectAbsent("MusicSequenceSetUserCallback", MusicSequenceSetUserCallback(nothing(), nothing(), nothing()))
    expectAbsent("MusicSequenceBeatsToBarBeatTime", MusicSequenceBeatsToBarBeatTime(nothing(), 0, 0, nothing()))
    expectAbsent("MusicSequenceBarBeatTimeToBeats", MusicSequenceBarBeatTimeToBeats(nothing(), nothing(), nothing()))
    expectAbsent("MusicTrackGetSequence", MusicTrackGetSequence(nothing(), nothing()))
    expectAbsent("MusicSequenceLoadSMFWithFlags", MusicSequenceLoadSMFWithFlags(nothing(), nothing(), 0))
    expectAbsent("MusicSequenceLoadSMFDataWithFlags", MusicSequenceLoadSMFDataWithFlags(nothing(), nothing(), 0))
    expectAbsent("MusicSequenceSaveMIDIFile", MusicSequenceSaveMIDIFile(nothing(), nothing(), nothing(), 0, 0))
    expectAbsent("MusicSequenceSaveSMFData", MusicSequenceSaveSMFData(nothing(), nothing(), 0))
    #expect(unsafeBitCast(MusicSequenceGetInfoDictionary(nothing()), to: UInt.self) == 0)
  }

  @Test("Every function of players, tracks and iterators answers so")
  func players() {
    expectAbsent("NewMusicPlayer", NewMusicPlayer(nothing()))
    expectAbsent("DisposeMusicPlayer", DisposeMusicPlayer(nothing()))
    expectAbsent("MusicPlayerSetTime", MusicPlayerSetTime(nothing(), 0))
    expectAbsent("MusicPlayerGetTime", MusicPlayerGetTime(nothing(), nothing()))
    expectAbsent("MusicPlayerGetHostTimeForBeats", MusicPlayerGetHostTimeForBeats(nothing(), 0, nothing()))
    expectAbsent("MusicPlayerGetBeatsForHostTime", MusicPlayerGetBeatsForHostTime(nothing(), 0, nothing()))
    expectAbsent("MusicPlayerPreroll", MusicPlayerPreroll(nothing()))
    expectAbsent("MusicPlayerStart", MusicPlayerStart(nothing()))
    expectAbsent("MusicPlayerStop", MusicPlayerStop(nothing()))
    expectAbsent("MusicPlayerIsPlaying", MusicPlayerIsPlaying(nothing(), nothing()))
    expectAbsent("MusicPlayerSetPlayRateScalar", MusicPlayerSetPlayRateScalar(nothing(), 0))
    expectAbsent("MusicPlayerGetPlayRateScalar", MusicPlayerGetPlayRateScalar(nothing(), nothing()))
    expectAbsent("MusicTrackSetDestNode", MusicTrackSetDestNode(nothing(), 0))
    expectAbsent("MusicTrackSetDestMIDIEndpoint", MusicTrackSetDestMIDIEndpoint(nothing(), 0))
    expectAbsent("MusicTrackGetDestNode", MusicTrackGetDestNode(nothing(), nothing()))
    expectAbsent("MusicTrackGetDestMIDIEndpoint", MusicTrackGetDestMIDIEndpoint(nothing(), nothing()))
    expectAbsent("MusicTrackSetProperty", MusicTrackSetProperty(nothing(), 0, nothing(), 0))
    expectAbsent("MusicTrackGetProperty", MusicTrackGetProperty(nothing(), 0, nothing(), nothing()))
    expectAbsent("MusicTrackMoveEvents", MusicTrackMoveEvents(nothing(), 0, 0, 0))
    expectAbsent("MusicTrackClear", MusicTrackClear(nothing(), 0, 0))
    expectAbsent("MusicTrackCut", MusicTrackCut(nothing(), 0, 0))
    expectAbsent("MusicTrackCopyInsert", MusicTrackCopyInsert(nothing(), 0, 0, nothing(), 0))
    expectAbsent("MusicTrackMerge", MusicTrackMerge(nothing(), 0, 0, nothing(), 0))
    expectAbsent("MusicTrackNewMIDINoteEvent", MusicTrackNewMIDINoteEvent(nothing(), 0, nothing()))
    expectAbsent("MusicTrackNewMIDIChannelEvent", MusicTrackNewMIDIChannelEvent(nothing(), 0, nothing()))
    expectAbsent("MusicTrackNewMIDIRawDataEvent", MusicTrackNewMIDIRawDataEvent(nothing(), 0, nothing()))
    expectAbsent("MusicTrackNewExtendedNoteEvent", MusicTrackNewExtendedNoteEvent(nothing(), 0, nothing()))
    expectAbsent("MusicTrackNewParameterEvent", MusicTrackNewParameterEvent(nothing(), 0, nothing()))
    expectAbsent("MusicTrackNewExtendedTempoEvent", MusicTrackNewExtendedTempoEvent(nothing(), 0, 0))
    expectAbsent("MusicTrackNewMetaEvent", MusicTrackNewMetaEvent(nothing(), 0, nothing()))
    expectAbsent("MusicTrackNewUserEvent", MusicTrackNewUserEvent(nothing(), 0, nothing()))
    expectAbsent("MusicTrackNewAUPresetEvent", MusicTrackNewAUPresetEvent(nothing(), 0, nothing()))
    expectAbsent("NewMusicEventIterator", NewMusicEventIterator(nothing(), nothing()))
    expectAbsent("DisposeMusicEventIterator", DisposeMusicEventIterator(nothing()))
    expectAbsent("MusicEventIteratorSeek", MusicEventIteratorSeek(nothing(), 0))
    expectAbsent("MusicEventIteratorNextEvent", MusicEventIteratorNextEvent(nothing()))
    expectAbsent("MusicEventIteratorPreviousEvent", MusicEventIteratorPreviousEvent(nothing()))
    expectAbsent(
      "MusicEventIteratorGetEventInfo",
      MusicEventIteratorGetEventInfo(nothing(), nothing(), nothing(), nothing(), nothing()))
    expectAbsent("MusicEventIteratorSetEventInfo", MusicEventIteratorSetEventInfo(nothing(), 0, nothing()))
    expectAbsent("MusicEventIteratorSetEventTime", MusicEventIteratorSetEventTime(nothing(), 0))
    expectAbsent("MusicEventIteratorDeleteEvent", MusicEventIteratorDeleteEvent(nothing()))
    expectAbsent("MusicEventIteratorHasPreviousEvent", MusicEventIteratorHasPreviousEvent(nothing(), nothing()))
    expectAbsent("MusicEventIteratorHasNextEvent", MusicEventIteratorHasNextEvent(nothing(), nothing()))
    expectAbsent("MusicEventIteratorHasCurrentEvent", MusicEventIteratorHasCurrentEvent(nothing(), nothing()))
    expectAbsent("NewMusicTrackFrom", NewMusicTrackFrom(nothing(), 0, 0, nothing()))
    expectAbsent("MusicTrackNewExtendedControlEvent", MusicTrackNewExtendedControlEvent(nothing(), 0, nothing()))
  }

  @Test("Every function of clocks of beats answers so")
  func clocks() {
    expectAbsent("CAClockNew", CAClockNew(0, nothing()))
    expectAbsent("CAClockDispose", CAClockDispose(nothing()))
    expectAbsent("CAClockGetPropertyInfo", CAClockGetPropertyInfo(nothing(), 0, nothing(), nothing()))
    expectAbsent("CAClockGetProperty", CAClockGetProperty(nothing(), 0, nothing(), nothing()))
    expectAbsent("CAClockSetProperty", CAClockSetProperty(nothing(), 0, 0, nothing()))
    expectAbsent("CAClockAddListener", CAClockAddListener(nothing(), nothing(), nothing()))
    expectAbsent("CAClockRemoveListener", CAClockRemoveListener(nothing(), nothing(), nothing()))
    expectAbsent("CAClockSetCurrentTime", CAClockSetCurrentTime(nothing(), nothing()))
    expectAbsent("CAClockGetCurrentTime", CAClockGetCurrentTime(nothing(), 0, nothing()))
    expectAbsent("CAClockGetStartTime", CAClockGetStartTime(nothing(), 0, nothing()))
    expectAbsent("CAClockTranslateTime", CAClockTranslateTime(nothing(), nothing(), 0, nothing()))
    expectAbsent("CAClockStart", CAClockStart(nothing()))
    expectAbsent("CAClockStop", CAClockStop(nothing()))
    expectAbsent("CAClockArm", CAClockArm(nothing()))
    expectAbsent("CAClockDisarm", CAClockDisarm(nothing()))
    expectAbsent("CAClockSetPlayRate", CAClockSetPlayRate(nothing(), 0))
    expectAbsent("CAClockGetPlayRate", CAClockGetPlayRate(nothing(), nothing()))
    expectAbsent("CAClockGetCurrentTempo", CAClockGetCurrentTempo(nothing(), nothing(), nothing()))
    expectAbsent("CAClockSetCurrentTempo", CAClockSetCurrentTempo(nothing(), 0, nothing()))
    expectAbsent("CAClockSecondsToSMPTETime", CAClockSecondsToSMPTETime(nothing(), 0, 0, nothing()))
    expectAbsent("CAClockSMPTETimeToSeconds", CAClockSMPTETimeToSeconds(nothing(), nothing(), nothing()))
    expectAbsent("CAClockBeatsToBarBeatTime", CAClockBeatsToBarBeatTime(nothing(), 0, 0, nothing()))
    expectAbsent("CAClockBarBeatTimeToBeats", CAClockBarBeatTimeToBeats(nothing(), nothing(), nothing()))
    expectAbsent("CAClockParseMIDI", CAClockParseMIDI(nothing(), nothing()))
  }
}
