// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CAudioToolbox

// <AudioToolbox/MusicPlayer.h>: tracks.

@c(MusicTrackGetSequence)
public func musicTrackGetSequence(
  _ inTrack: MusicTrack?, _ outSequence: UnsafeMutablePointer<MusicSequence?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe track(inTrack)
    unsafe try place(outSequence).pointee = MusicSequence(bitPattern: track.sequence)
  }
}

@c(MusicTrackSetProperty)
public func musicTrackSetProperty(
  _ inTrack: MusicTrack?, _ inPropertyID: UInt32, _ inData: UnsafeMutableRawPointer?, _ inLength: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe track(inTrack)
    guard let inData = unsafe inData else { throw Status(kAudio_ParamError) }
    let source = try unsafe PropertySource(inLength, inData)
    var settings = track.settings
    func beats() throws(Status) -> Double {
      let beats = try source.read(Float64.self, orThrow: kAudio_ParamError)
      guard beats.isFinite else { throw Status(kAudio_ParamError) }
      return beats
    }
    switch Int(inPropertyID) {
    case Int(kSequenceTrackProperty_LoopInfo):
      settings.loop = MusicTrackLoopInfo(
        loopDuration: try beats(), numberOfLoops: try source.read(Int32.self, at: 8, orThrow: kAudio_ParamError))
    case Int(kSequenceTrackProperty_OffsetTime): settings.offset = try beats()
    case Int(kSequenceTrackProperty_MuteStatus):
      settings.isMuted = try source.read(UInt8.self, orThrow: kAudio_ParamError) != 0
    case Int(kSequenceTrackProperty_SoloStatus):
      settings.isSoloed = try source.read(UInt8.self, orThrow: kAudio_ParamError) != 0
    case Int(kSequenceTrackProperty_TrackLength):
      let length = try beats()
      guard length >= 0 else { throw Status(kAudio_ParamError) }
      settings.length = length
    default: throw Status(kAudioToolboxErr_CannotDoInCurrentContext)
    }
    track.settings = settings
  }
}

@c(MusicTrackGetProperty)
public func musicTrackGetProperty(
  _ inTrack: MusicTrack?, _ inPropertyID: UInt32, _ outData: UnsafeMutableRawPointer?,
  _ ioLength: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe track(inTrack)
    let ioLength = try unsafe place(ioLength)
    let settings = track.settings
    let value: PropertyValue
    switch Int(inPropertyID) {
    case Int(kSequenceTrackProperty_LoopInfo): value = PropertyValue(settings.loop)
    case Int(kSequenceTrackProperty_OffsetTime): value = PropertyValue(settings.offset)
    case Int(kSequenceTrackProperty_MuteStatus): value = PropertyValue(UInt8(settings.isMuted ? 1 : 0))
    case Int(kSequenceTrackProperty_SoloStatus): value = PropertyValue(UInt8(settings.isSoloed ? 1 : 0))
    case Int(kSequenceTrackProperty_TrackLength): value = PropertyValue(track.length)
    case Int(kSequenceTrackProperty_TimeResolution) where track.isTempo:
      value = PropertyValue(try unsafe sequence(MusicSequence(bitPattern: track.sequence)).resolution)
    default: throw Status(kAudioToolboxErr_CannotDoInCurrentContext)
    }
    let room = unsafe ioLength.pointee
    unsafe ioLength.pointee = UInt32(value.byteCount)
    guard let outData = unsafe outData else { return }
    guard room >= value.byteCount else { throw Status(kAudio_ParamError) }
    for (index, byte) in value.bytes.enumerated() {
      unsafe outData.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
  }
}

// MARK: Editing

/// Refuses times that no event has, and an end before the beginning.
private func check(_ start: MusicTimeStamp, _ end: MusicTimeStamp) throws(Status) {
  guard start >= 0, start < .greatestFiniteMagnitude, end >= start else { throw Status(kAudio_ParamError) }
}

@c(MusicTrackMoveEvents)
public func musicTrackMoveEvents(
  _ inTrack: MusicTrack?, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp, _ inMoveTime: MusicTimeStamp
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe track(inTrack)
    try check(inStartTime, inEndTime)
    guard inMoveTime.isFinite else { throw Status(kAudio_ParamError) }
    track.move(from: inStartTime, to: inEndTime, by: inMoveTime)
  }
}

@c(MusicTrackClear)
public func musicTrackClear(
  _ inTrack: MusicTrack?, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe track(inTrack)
    try check(inStartTime, inEndTime)
    track.remove(from: inStartTime, to: inEndTime, closes: false)
  }
}

@c(MusicTrackCut)
public func musicTrackCut(
  _ inTrack: MusicTrack?, _ inStartTime: MusicTimeStamp, _ inEndTime: MusicTimeStamp
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe track(inTrack)
    try check(inStartTime, inEndTime)
    track.remove(from: inStartTime, to: inEndTime, closes: true)
  }
}

/// Copies events of a track into another, or the same.
///
/// - Parameter opens: True to move the existing events out of the way.
private func copy(
  _ source: MusicTrackObject, _ start: MusicTimeStamp, _ end: MusicTimeStamp, to target: MusicTrackObject,
  _ beat: MusicTimeStamp, opens: Bool
) throws(Status) {
  try check(start, end)
  try check(beat, beat)
  let room = opens ? max(0, source.beats(from: start, to: end)) : 0
  try target.add(source.events(from: start, to: end), from: start, at: beat, opens: room)
}

@c(MusicTrackCopyInsert)
public func musicTrackCopyInsert(
  _ inSourceTrack: MusicTrack?, _ inSourceStartTime: MusicTimeStamp, _ inSourceEndTime: MusicTimeStamp,
  _ inDestTrack: MusicTrack?, _ inDestInsertTime: MusicTimeStamp
) -> OSStatus {
  Status.of { () throws(Status) in
    let (source, target) = (try unsafe track(inSourceTrack), try unsafe track(inDestTrack))
    try copy(source, inSourceStartTime, inSourceEndTime, to: target, inDestInsertTime, opens: true)
  }
}

@c(MusicTrackMerge)
public func musicTrackMerge(
  _ inSourceTrack: MusicTrack?, _ inSourceStartTime: MusicTimeStamp, _ inSourceEndTime: MusicTimeStamp,
  _ inDestTrack: MusicTrack?, _ inDestInsertTime: MusicTimeStamp
) -> OSStatus {
  Status.of { () throws(Status) in
    let (source, target) = (try unsafe track(inSourceTrack), try unsafe track(inDestTrack))
    try copy(source, inSourceStartTime, inSourceEndTime, to: target, inDestInsertTime, opens: false)
  }
}

@c(NewMusicTrackFrom)
public func newMusicTrackFrom(
  _ inSourceTrack: MusicTrack?, _ inSourceStartTime: MusicTimeStamp, _ inSourceEndTime: MusicTimeStamp,
  _ outNewTrack: UnsafeMutablePointer<MusicTrack?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let source = try unsafe track(inSourceTrack)
    let sequence = try unsafe sequence(MusicSequence(bitPattern: source.sequence))
    let outNewTrack = try unsafe place(outNewTrack)
    try check(inSourceStartTime, inSourceEndTime)
    guard !source.isTempo else { throw Status(kAudioToolboxErr_InvalidEventType) }
    let made = sequence.addTrack()
    try copy(source, inSourceStartTime, inSourceEndTime, to: made, 0, opens: false)
    unsafe outNewTrack.pointee = made.handle
  }
}
