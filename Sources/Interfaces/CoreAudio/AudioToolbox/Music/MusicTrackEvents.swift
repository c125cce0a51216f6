// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CAudioToolbox

// <AudioToolbox/MusicPlayer.h>: the events of tracks.

/// Adds an event to a track.
@unsafe
private func add(
  _ track: MusicTrack?, _ beat: MusicTimeStamp, _ type: MusicEventType, _ data: UnsafeRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe AudioToolbox.track(track)
    try track.add(unsafe MusicEvent(beat, type, at: data))
  }
}

@c(MusicTrackNewMIDINoteEvent)
public func musicTrackNewMIDINoteEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inMessage: UnsafePointer<MIDINoteMessage>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_MIDINoteMessage), inMessage) }

@c(MusicTrackNewMIDIChannelEvent)
public func musicTrackNewMIDIChannelEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inMessage: UnsafePointer<MIDIChannelMessage>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_MIDIChannelMessage), inMessage) }

@c(MusicTrackNewMIDIRawDataEvent)
public func musicTrackNewMIDIRawDataEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inRawData: UnsafePointer<MIDIRawData>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_MIDIRawData), inRawData) }

@c(MusicTrackNewExtendedNoteEvent)
public func musicTrackNewExtendedNoteEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inInfo: UnsafePointer<ExtendedNoteOnEvent>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_ExtendedNote), inInfo) }

@c(MusicTrackNewParameterEvent)
public func musicTrackNewParameterEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inInfo: UnsafePointer<ParameterEvent>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_Parameter), inInfo) }

@c(MusicTrackNewExtendedTempoEvent)
public func musicTrackNewExtendedTempoEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inBPM: Float64
) -> OSStatus {
  unsafe withUnsafePointer(to: ExtendedTempoEvent(bpm: inBPM)) {
    unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_ExtendedTempo), $0)
  }
}

@c(MusicTrackNewMetaEvent)
public func musicTrackNewMetaEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inMetaEvent: UnsafePointer<MIDIMetaEvent>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_Meta), inMetaEvent) }

@c(MusicTrackNewUserEvent)
public func musicTrackNewUserEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inUserData: UnsafePointer<MusicEventUserData>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_User), inUserData) }

@c(MusicTrackNewAUPresetEvent)
public func musicTrackNewAUPresetEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inPresetEvent: UnsafePointer<AUPresetEvent>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_AUPreset), inPresetEvent) }

@c(MusicTrackNewExtendedControlEvent)
public func musicTrackNewExtendedControlEvent(
  _ inTrack: MusicTrack?, _ inTimeStamp: MusicTimeStamp, _ inInfo: UnsafePointer<ExtendedControlEvent>?
) -> OSStatus { unsafe add(inTrack, inTimeStamp, UInt32(kMusicEventType_ExtendedControl), inInfo) }
