// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CAudioToolbox

// <AudioToolbox/MusicPlayer.h>: places in tracks.

@unsafe
private func iterator(_ handle: MusicEventIterator?) throws(Status) -> MusicEventIteratorObject {
  guard let handle = unsafe handle else { throw Status(kAudio_ParamError) }
  return try unsafe Handles.object(handle, MusicEventIteratorObject.self, orThrow: kAudio_ParamError)
}

@c(NewMusicEventIterator)
public func newMusicEventIterator(
  _ inTrack: MusicTrack?, _ outIterator: UnsafeMutablePointer<MusicEventIterator?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let track = try unsafe track(inTrack)
    let outIterator = try unsafe place(outIterator)
    unsafe outIterator.pointee = Handles.insert(MusicEventIteratorObject(track))
  }
}

@c(DisposeMusicEventIterator)
public func disposeMusicEventIterator(_ inIterator: MusicEventIterator?) -> OSStatus {
  Status.of { () throws(Status) in
    guard let inIterator = unsafe inIterator else { throw Status(kAudio_ParamError) }
    _ = try unsafe Handles.remove(inIterator, MusicEventIteratorObject.self, orThrow: kAudio_ParamError)
  }
}

@c(MusicEventIteratorSeek)
public func musicEventIteratorSeek(_ inIterator: MusicEventIterator?, _ inTimeStamp: MusicTimeStamp) -> OSStatus {
  Status.of { () throws(Status) in try unsafe iterator(inIterator).seek(inTimeStamp) }
}

@c(MusicEventIteratorNextEvent)
public func musicEventIteratorNextEvent(_ inIterator: MusicEventIterator?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe iterator(inIterator).next() }
}

@c(MusicEventIteratorPreviousEvent)
public func musicEventIteratorPreviousEvent(_ inIterator: MusicEventIterator?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe iterator(inIterator).previous() }
}

@c(MusicEventIteratorGetEventInfo)
public func musicEventIteratorGetEventInfo(
  _ inIterator: MusicEventIterator?, _ outTimeStamp: UnsafeMutablePointer<MusicTimeStamp>?,
  _ outEventType: UnsafeMutablePointer<MusicEventType>?, _ outEventData: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ outEventDataSize: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let iterator = try unsafe iterator(inIterator)
    let event = try iterator.current()
    // Programs give no place for what they do not want to know.
    unsafe outTimeStamp?.pointee = event.beat
    unsafe outEventType?.pointee = event.type
    unsafe outEventDataSize?.pointee = UInt32(event.bytes.count)
    if let outEventData = unsafe outEventData { unsafe outEventData.pointee = iterator.bytes(of: event) }
  }
}

@c(MusicEventIteratorSetEventInfo)
public func musicEventIteratorSetEventInfo(
  _ inIterator: MusicEventIterator?, _ inEventType: MusicEventType, _ inEventData: UnsafeRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let iterator = try unsafe iterator(inIterator)
    let beat = try iterator.current().beat
    try iterator.replace(by: unsafe MusicEvent(beat, inEventType, at: inEventData))
  }
}

@c(MusicEventIteratorSetEventTime)
public func musicEventIteratorSetEventTime(
  _ inIterator: MusicEventIterator?, _ inTimeStamp: MusicTimeStamp
) -> OSStatus {
  Status.of { () throws(Status) in
    let iterator = try unsafe iterator(inIterator)
    var event = try iterator.current()
    guard inTimeStamp >= 0, inTimeStamp < .greatestFiniteMagnitude else { throw Status(kAudio_ParamError) }
    event.beat = inTimeStamp
    try iterator.replace(by: event)
  }
}

@c(MusicEventIteratorDeleteEvent)
public func musicEventIteratorDeleteEvent(_ inIterator: MusicEventIterator?) -> OSStatus {
  Status.of { () throws(Status) in try unsafe iterator(inIterator).delete() }
}

@c(MusicEventIteratorHasPreviousEvent)
public func musicEventIteratorHasPreviousEvent(
  _ inIterator: MusicEventIterator?, _ outHasPrevEvent: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let iterator = try unsafe iterator(inIterator)
    unsafe try place(outHasPrevEvent).pointee = iterator.hasPrevious
  }
}

@c(MusicEventIteratorHasNextEvent)
public func musicEventIteratorHasNextEvent(
  _ inIterator: MusicEventIterator?, _ outHasNextEvent: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let iterator = try unsafe iterator(inIterator)
    unsafe try place(outHasNextEvent).pointee = iterator.hasNext
  }
}

@c(MusicEventIteratorHasCurrentEvent)
public func musicEventIteratorHasCurrentEvent(
  _ inIterator: MusicEventIterator?, _ outHasCurEvent: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let iterator = try unsafe iterator(inIterator)
    unsafe try place(outHasCurEvent).pointee = iterator.hasCurrent
  }
}
