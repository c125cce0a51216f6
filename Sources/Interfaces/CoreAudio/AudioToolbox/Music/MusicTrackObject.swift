import AudioBase
import CAudioToolbox
import MIDIFiles

/// The object of a `MusicTrack`: events in the order of their times, and the settings for a player of the track.
///
/// `@unchecked`: its state is locked; the handle is set once at creation.
final class MusicTrackObject: HandleObject, @unchecked Sendable {
  /// The settings of a program: stored only, because nothing plays the track.
  struct Settings: Sendable {
    var loop = MusicTrackLoopInfo(loopDuration: 0, numberOfLoops: 1)
    var offset = 0.0
    var isMuted = false
    var isSoloed = false
    /// The length in beats; `nil` if it follows from the events.
    var length: Double?
  }

  private struct State: Sendable {
    var events: [MusicEvent] = []
    var settings = Settings()
  }

  private let state = Lock(State())
  let sequence: UInt
  /// True of the track of the tempo, which has tempos and meta events alone.
  let isTempo: Bool
  private(set) var number: UInt = 0

  /// - Parameter sequence: The number of the sequence's handle.
  init(_ sequence: UInt, isTempo: Bool = false) { (self.sequence, self.isTempo) = (sequence, isTempo) }

  /// Opens the handle.
  func open() { number = UInt(bitPattern: unsafe Handles.insert(self)) }

  var handle: MusicTrack? { unsafe OpaquePointer(bitPattern: number) }

  /// Closes the handle.
  func close() {
    guard let handle = unsafe handle else { return }
    _ = try? unsafe Handles.remove(handle, MusicTrackObject.self, orThrow: kAudio_ParamError)
  }

  /// The events.
  var events: [MusicEvent] { state.withLock { $0.events } }

  var settings: Settings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// The length in beats: the one that was set, or up to the end of the last event.
  var length: Double {
    state.withLock { state in state.settings.length ?? state.events.reduce(0) { max($0, $1.beat + $1.duration) } }
  }

  /// Runs `body` on the events, which must keep their order.
  func edit<Value>(_ body: (inout [MusicEvent]) -> Value) -> Value { state.withLock { body(&$0.events) } }

  /// Adds an event after existing events of the same time.
  ///
  /// - Throws: `kAudioToolboxErr_InvalidEventType` if the track of the tempo has no such, or it alone has.
  func add(_ event: MusicEvent) throws(Status) {
    try check(event.type)
    _ = edit { $0.add(event) }
  }

  /// Adds events after those of their times, however many.
  ///
  /// - Throws: As ``add(_:)``; nothing is added then.
  func add(_ new: [MusicEvent]) throws(Status) {
    for event in new { try check(event.type) }
    edit { $0.merge(new) { $0.beat } }
  }

  /// Rejects the kinds of events that the track has not.
  func check(_ type: MusicEventType) throws(Status) {
    let isTempoEvent = Int(type) == Int(kMusicEventType_ExtendedTempo)
    guard isTempo ? isTempoEvent || Int(type) == Int(kMusicEventType_Meta) : !isTempoEvent else {
      throw Status(kAudioToolboxErr_InvalidEventType)
    }
  }

  // MARK: Editing

  /// Returns the events in a range of beats.
  func events(from start: Double, to end: Double) -> [MusicEvent] {
    events.filter { start <= $0.beat && $0.beat < end }
  }

  /// Returns the number of beats from one position to another, or to the end of the track.
  func beats(from start: Double, to end: Double) -> Double { (end < .greatestFiniteMagnitude ? end : length) - start }

  /// Moves the events of some beats.
  func move(from start: Double, to end: Double, by beats: Double) {
    edit { events in
      let moved = events.filter { start <= $0.beat && $0.beat < end }
      events.removeAll { start <= $0.beat && $0.beat < end }
      events.merge(moved) { max(0, $0.beat + beats) }
    }
  }

  /// Removes the events of some beats.
  ///
  /// - Parameter closes: True if those after them come earlier by so much.
  func remove(from start: Double, to end: Double, closes: Bool) {
    let beats = beats(from: start, to: end)
    edit { events in
      events.removeAll { start <= $0.beat && $0.beat < end }
      guard closes, end < .greatestFiniteMagnitude else { return }
      for index in events.indices where events[index].beat >= end { events[index].beat -= beats }
    }
  }

  /// Adds events at a beat.
  ///
  /// - Parameters:
  ///   - new: The events.
  ///   - start: The beat that becomes `beat`.
  ///   - beat: The beat at which they are added.
  ///   - opens: The number of beats by which existing events from there on are delayed.
  func add(_ new: [MusicEvent], from start: Double, at beat: Double, opens: Double) throws(Status) {
    for event in new { try check(event.type) }
    edit { events in
      for index in events.indices where events[index].beat >= beat { events[index].beat += opens }
      events.merge(new) { $0.beat + beat - start }
    }
  }

  /// Reverses the events in time within the given number of beats: each note ends at its former start.
  func reverse(within beats: Double) {
    edit { events in
      let old = events
      events = []
      events.merge(old.reversed()) { max(0, beats - $0.beat - $0.duration) }
    }
  }
}

extension [MusicEvent] {
  /// Adds an event after existing events of the same time, and returns its index.
  mutating func add(_ event: MusicEvent) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].beat <= event.beat { low = middle + 1 } else { high = middle }
    }
    insert(event, at: low)
    return low
  }

  /// Adds events after existing events of the same times. Adding them one by one would move all later events each time.
  ///
  /// - Parameter beat: Returns the time of a new one.
  mutating func merge(_ new: some Sequence<MusicEvent>, at beat: (MusicEvent) -> Double) {
    for var event in new {
      event.beat = beat(event)
      append(event)
    }
    sort { $0.beat < $1.beat }
  }
}
