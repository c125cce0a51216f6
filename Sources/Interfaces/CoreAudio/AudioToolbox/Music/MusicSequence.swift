// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CAudioToolbox
import MIDIFiles

// <AudioToolbox/MusicPlayer.h>: sequences.

/// Returns the object of a sequence's handle.
///
/// - Throws: `kAudioToolboxErr_NoSequence`
@unsafe
func sequence(_ handle: MusicSequence?) throws(Status) -> MusicSequenceObject {
  guard let handle = unsafe handle else { throw Status(kAudioToolboxErr_NoSequence) }
  return try unsafe Handles.object(handle, MusicSequenceObject.self, orThrow: kAudioToolboxErr_NoSequence)
}

/// Returns the object of a track's handle.
///
/// - Throws: `kAudioToolboxErr_TrackNotFound`
@unsafe
func track(_ handle: MusicTrack?) throws(Status) -> MusicTrackObject {
  guard let handle = unsafe handle else { throw Status(kAudioToolboxErr_TrackNotFound) }
  return try unsafe Handles.object(handle, MusicTrackObject.self, orThrow: kAudioToolboxErr_TrackNotFound)
}

@c(NewMusicSequence)
public func newMusicSequence(_ outSequence: UnsafeMutablePointer<MusicSequence?>?) -> OSStatus {
  Status.of { () throws(Status) in
    let outSequence = try unsafe place(outSequence)
    unsafe outSequence.pointee = MusicSequenceObject().open()
  }
}

@c(DisposeMusicSequence)
public func disposeMusicSequence(_ inSequence: MusicSequence?) -> OSStatus {
  Status.of { () throws(Status) in
    guard let inSequence = unsafe inSequence else { throw Status(kAudioToolboxErr_NoSequence) }
    try unsafe Handles.remove(inSequence, MusicSequenceObject.self, orThrow: kAudioToolboxErr_NoSequence).dispose()
  }
}

@c(MusicSequenceNewTrack)
public func musicSequenceNewTrack(
  _ inSequence: MusicSequence?, _ outTrack: UnsafeMutablePointer<MusicTrack?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    let outTrack = try unsafe place(outTrack)
    unsafe outTrack.pointee = sequence.addTrack().handle
  }
}

@c(MusicSequenceDisposeTrack)
public func musicSequenceDisposeTrack(_ inSequence: MusicSequence?, _ inTrack: MusicTrack?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe sequence(inSequence).remove(track(inTrack)) }
}

@c(MusicSequenceGetTrackCount)
public func musicSequenceGetTrackCount(
  _ inSequence: MusicSequence?, _ outNumberOfTracks: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let tracks = try unsafe sequence(inSequence).tracks
    unsafe try place(outNumberOfTracks).pointee = UInt32(tracks.count)
  }
}

@c(MusicSequenceGetIndTrack)
public func musicSequenceGetIndTrack(
  _ inSequence: MusicSequence?, _ inTrackIndex: UInt32, _ outTrack: UnsafeMutablePointer<MusicTrack?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let tracks = try unsafe sequence(inSequence).tracks
    guard Int(inTrackIndex) < tracks.count else { throw Status(kAudioToolboxErr_TrackIndexError) }
    unsafe try place(outTrack).pointee = tracks[Int(inTrackIndex)].handle
  }
}

@c(MusicSequenceGetTrackIndex)
public func musicSequenceGetTrackIndex(
  _ inSequence: MusicSequence?, _ inTrack: MusicTrack?, _ outTrackIndex: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let (tracks, track) = (try unsafe sequence(inSequence).tracks, try unsafe track(inTrack))
    guard let index = tracks.firstIndex(where: { $0 === track }) else {
      throw Status(kAudioToolboxErr_TrackNotFound)
    }
    unsafe try place(outTrackIndex).pointee = UInt32(index)
  }
}

@c(MusicSequenceGetTempoTrack)
public func musicSequenceGetTempoTrack(
  _ inSequence: MusicSequence?, _ outTrack: UnsafeMutablePointer<MusicTrack?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe sequence(inSequence).tempoTrack
    unsafe try place(outTrack).pointee = track.handle
  }
}

@c(MusicSequenceSetSequenceType)
public func musicSequenceSetSequenceType(_ inSequence: MusicSequence?, _ inType: MusicSequenceType) -> OSStatus {
  Status.of { () throws(Status) in try unsafe sequence(inSequence).set(type: inType) }
}

@c(MusicSequenceGetSequenceType)
public func musicSequenceGetSequenceType(
  _ inSequence: MusicSequence?, _ outType: UnsafeMutablePointer<MusicSequenceType>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    unsafe try place(outType).pointee = sequence.type
  }
}

@c(MusicSequenceReverse)
public func musicSequenceReverse(_ inSequence: MusicSequence?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe sequence(inSequence).reverse() }
}

@c(MusicSequenceGetSecondsForBeats)
public func musicSequenceGetSecondsForBeats(
  _ inSequence: MusicSequence?, _ inBeats: MusicTimeStamp, _ outSeconds: UnsafeMutablePointer<Float64>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    unsafe try place(outSeconds).pointee = sequence.tempo.seconds(atBeat: inBeats)
  }
}

@c(MusicSequenceGetBeatsForSeconds)
public func musicSequenceGetBeatsForSeconds(
  _ inSequence: MusicSequence?, _ inSeconds: Float64, _ outBeats: UnsafeMutablePointer<MusicTimeStamp>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    unsafe try place(outBeats).pointee = sequence.tempo.beat(atSeconds: inSeconds)
  }
}

@c(MusicSequenceBeatsToBarBeatTime)
public func musicSequenceBeatsToBarBeatTime(
  _ inSequence: MusicSequence?, _ inBeats: MusicTimeStamp, _ inSubbeatDivisor: UInt32,
  _ outBarBeatTime: UnsafeMutablePointer<CABarBeatTime>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    unsafe try place(outBarBeatTime).pointee = sequence.barBeatTime(inBeats, parts: inSubbeatDivisor)
  }
}

@c(MusicSequenceBarBeatTimeToBeats)
public func musicSequenceBarBeatTimeToBeats(
  _ inSequence: MusicSequence?, _ inBarBeatTime: UnsafePointer<CABarBeatTime>?,
  _ outBeats: UnsafeMutablePointer<MusicTimeStamp>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sequence = try unsafe sequence(inSequence)
    guard let inBarBeatTime = unsafe inBarBeatTime else { throw Status(kAudio_ParamError) }
    unsafe try place(outBeats).pointee = sequence.beats(inBarBeatTime.pointee)
  }
}
