/// A Standard MIDI File (MIDI Manufacturers Association, RP-001): tracks of timed messages.
///
/// Of damaged files the part before the damage is there: a track ends at the first byte that breaks a rule.
package struct MIDIFile: Sendable {
  /// The measure of times.
  package enum Division: Sendable, Equatable {
    /// The number of ticks of a quarter note, whose length the tempo states.
    case quarters(Int)
    /// The number of ticks per second.
    case seconds(Double)
  }

  /// A channel message with its time.
  package struct Event: Sendable, Equatable {
    /// The time in ticks.
    package var tick: Int
    /// The message.
    package var message: MIDIMessage
  }

  /// A change of the tempo.
  package struct TempoChange: Sendable, Equatable {
    /// The time in ticks.
    package var tick: Int
    /// The microseconds of a quarter note, more than 0.
    package var microseconds: Int

    /// Creates a change.
    package init(tick: Int, microseconds: Int) { (self.tick, self.microseconds) = (tick, microseconds) }
  }

  /// An event that is not a channel message.
  package struct Other: Sendable, Equatable {
    /// The contents, without their length.
    package enum Content: Sendable, Equatable {
      /// A meta event of a type, except tempos and the end of the track.
      case meta(UInt8, [UInt8])
      /// A system exclusive message with its first byte; or bytes of any kind (escaped).
      case exclusive([UInt8])
    }

    /// The time in ticks.
    package var tick: Int
    /// The bytes.
    package var content: Content
  }

  /// A track.
  package struct Track: Sendable, Equatable {
    /// The channel messages, in order of time.
    package var events: [Event] = []
    /// The other events, in order of time.
    package var others: [Other] = []
    /// The time of the end in ticks.
    package var endTick = 0
  }

  /// The reason for which bytes are no Standard MIDI File.
  package enum Failure: Error, Equatable {
    /// The header is missing.
    case header
    /// The header has an undefined time division.
    case division
    /// There is no track.
    case tracks
  }

  /// The format: 0 for one track, 1 for simultaneous tracks, 2 for independent tracks.
  package let format: Int
  /// The measure of times.
  package let division: Division
  /// All tracks.
  package private(set) var chunks: [Track] = []
  /// The tracks that hold messages.
  package var tracks: [Track] { chunks.filter { !$0.events.isEmpty } }
  /// The tempo changes in all tracks, in order of time.
  package private(set) var tempoChanges: [TempoChange] = []

  /// Reads a file.
  package init(_ bytes: [UInt8]) throws(Failure) {
    var reader = MIDIReader(bytes)
    guard reader.tag == "MThd", var header = reader.chunk(), let format = header.number(2), header.number(2) != nil,
      let division = header.number(2)
    else { throw .header }
    self.format = format
    if division < 0x8000 {
      self.division = .quarters(division)
    } else {
      // The negative number of frames of a second: 29 stands for 30 without some (30000/1001).
      let frames = 256 - division >> 8
      self.division = .seconds((frames == 29 ? 30000 / 1001 : Double(frames)) * Double(division & 0xFF))
    }
    guard self.division != .quarters(0), self.division != .seconds(0) else { throw .division }
    while let tag = reader.tag {
      guard var content = reader.chunk() else { break }
      guard tag == "MTrk" else { continue }
      chunks.append(content.track(&tempoChanges))
    }
    guard !chunks.isEmpty else { throw .tracks }
    tempoChanges.sort { $0.tick < $1.tick }
  }

  /// The tempo map.
  package var tempo: TempoMap {
    guard case .quarters(let ticks) = division else { return TempoMap([]) }
    return TempoMap(
      tempoChanges.map { (Double($0.tick) / Double(ticks), Double($0.microseconds) / 1e6) })
  }

  /// The number of beats of a tick: of quarter notes; if ticks are fractions of seconds, of half seconds.
  package var beatsPerTick: Double {
    switch division {
    case .quarters(let ticks): 1 / Double(ticks)
    case .seconds(let ticks): 1 / (ticks * TempoMap.usualSecondsPerBeat)
    }
  }
}
