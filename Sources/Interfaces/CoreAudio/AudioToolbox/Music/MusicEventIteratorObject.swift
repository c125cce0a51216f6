import AudioBase
import CAudioToolbox

/// The object of a `MusicEventIterator`: a place in a track, at an event or after the last one.
///
/// `@unchecked`: one thread at a time uses an iterator, as its program sees to; the track is locked.
@safe
final class MusicEventIteratorObject: HandleObject, @unchecked Sendable {
  let track: MusicTrackObject
  private var index = 0
  /// The event that was requested last; the program has its address.
  private var memory: UnsafeMutableRawPointer?

  init(_ track: MusicTrackObject) { self.track = track }

  deinit { unsafe memory?.deallocate() }

  /// The position, which is never beyond the end, even after changes of the track.
  private var place: (index: Int, count: Int) {
    let count = track.edit { $0.count }
    return (min(index, count), count)
  }

  var hasPrevious: Bool { place.index > 0 }
  var hasCurrent: Bool { place.index < place.count }
  var hasNext: Bool { place.index + 1 < place.count }

  /// Moves to the first event from a beat on, or after the last event.
  func seek(_ beat: Double) {
    index = track.edit { events in events.firstIndex { $0.beat >= beat } ?? events.count }
  }

  /// - Throws: `kAudioToolboxErr_EndOfTrack` after the last event.
  func next() throws(Status) {
    guard hasCurrent else { throw Status(kAudioToolboxErr_EndOfTrack) }
    index = place.index + 1
  }

  /// - Throws: `kAudioToolboxErr_StartOfTrack` at the first event.
  func previous() throws(Status) {
    guard hasPrevious else { throw Status(kAudioToolboxErr_StartOfTrack) }
    index = place.index - 1
  }

  /// The event.
  ///
  /// - Throws: `kAudioToolboxErr_EndOfTrack` after the last one.
  func current() throws(Status) -> MusicEvent {
    let index = place.index
    guard let event = track.edit({ index < $0.count ? $0[index] : nil }) else {
      throw Status(kAudioToolboxErr_EndOfTrack)
    }
    return event
  }

  /// Returns the address of the event's bytes, which hold until the next call.
  func bytes(of event: MusicEvent) -> UnsafeRawPointer {
    unsafe memory?.deallocate()
    // Bound: an event of the track.
    let made = UnsafeMutableRawPointer.allocate(byteCount: max(16, event.bytes.count), alignment: 8)
    unsafe event.bytes.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress { unsafe made.copyMemory(from: start, byteCount: bytes.count) }
    }
    unsafe memory = made
    return UnsafeRawPointer(made)
  }

  /// Replaces the present event by another one at the same time, or at its own time, and stays at it.
  func replace(by event: MusicEvent) throws(Status) {
    try track.check(event.type)
    let old = place.index
    index = track.edit { events in
      guard old < events.count else { return old }
      guard events[old].beat != event.beat else {
        events[old] = event
        return old
      }
      events.remove(at: old)
      return events.add(event)
    }
  }

  /// Removes the event; the next one becomes the present one.
  func delete() throws(Status) {
    _ = try current()
    let index = place.index
    track.edit { events in if index < events.count { events.remove(at: index) } }
  }
}
