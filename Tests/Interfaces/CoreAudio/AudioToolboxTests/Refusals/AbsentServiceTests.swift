import AudioToolbox
import Foundation
import TestSupport
import Testing

/// Services that are declared so that programs compile, and answer that they are not here.
@Suite("Players of sequences, and clocks of beats")
struct AbsentServiceTests {
  @Test("None can be made")
  func none() {
    var (player, clock): (MusicPlayer?, CAClockRef?) = (nil, nil)
    #expect(NewMusicPlayer(&player) == kAudio_UnimplementedError && player == nil)
    #expect(CAClockNew(0, &clock) == kAudio_UnimplementedError && clock == nil)
    var description = AudioComponentDescription()
    expectEqual(AudioOutputUnitPublish(&description, nothing(), 1, nothing()), kAudio_UnimplementedError)
    let music = [
      MusicDevicePrepareInstrument(nothing(), 0), MusicDeviceReleaseInstrument(nothing(), 0),
      MusicDeviceMIDIEventList(nothing(), 0, nothing()),
    ]
    #expect(music.allSatisfy { $0 == kAudioComponentErr_InstanceInvalidated })
  }

  private func expectAbsent(_ name: String, _ status: OSStatus) {
    expectEqual(status, kAudio_UnimplementedError, "\(name)")
  }

  @Test("Every function of players answers so, whatever it is given")
  func sequences() {
    expectAbsent("MusicPlayerSetSequence", MusicPlayerSetSequence(nothing(), nothing()))
    expectAbsent("MusicPlayerGetSequence", MusicPlayerGetSequence(nothing(), nothing()))
    expectAbsent("MusicSequenceSetAUGraph", MusicSequenceSetAUGraph(nothing(), nothing()))
    expectAbsent("MusicSequenceGetAUGraph", MusicSequenceGetAUGraph(nothing(), nothing()))
    expectAbsent("MusicSequenceSetMIDIEndpoint", MusicSequenceSetMIDIEndpoint(nothing(), 0))
    expectAbsent("MusicSequenceSetUserCallback", MusicSequenceSetUserCallback(nothing(), nothing(), nothing()))
    expectAbsent("MusicSequenceLoadSMFWithFlags", MusicSequenceLoadSMFWithFlags(nothing(), nothing(), 0))
    expectAbsent("MusicSequenceSaveMIDIFile", MusicSequenceSaveMIDIFile(nothing(), nothing(), nothing(), 0, 0))
    expectEqual(unsafeBitCast(MusicSequenceGetInfoDictionary(nothing()), to: UInt.self), 0)
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
