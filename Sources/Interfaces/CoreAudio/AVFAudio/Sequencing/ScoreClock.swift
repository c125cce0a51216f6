import MIDIFiles

/// The relation of a sequence's beats to the frames of an instrument.
struct ScoreClock {
  let tempo: TempoMap
  /// The seconds of the sequence at frame 0.
  let start: Double
  /// The frames of a second of the sequence.
  let framesPerSecond: Double

  /// Returns the frame of a beat: below 0 for one before the start.
  func frame(_ beat: Double) -> Int {
    let frame = ((tempo.seconds(atBeat: beat) - start) * framesPerSecond).rounded()
    return frame.isNaN ? 0 : Int(min(max(frame, -0x1p60), 0x1p60))
  }
}

extension Score.Line {
  /// Returns the messages of a track from a clock's start on: up to the end of its loop, those of the repetitions, and
  /// the messages after them.
  static func lines(
    _ events: [AVMusicTrack.Event], _ settings: AVMusicTrack.Settings, _ clock: ScoreClock
  ) -> [Score.Line] {
    let all = events.filter { $0.beat < settings.length || $0.isEnd }.map { event in
      Score.Event(
        frame: clock.frame(min(event.beat, settings.length) + settings.offset), message: event.message)
    }
    let first = clock.frame(settings.loop.start + settings.offset)
    let end = clock.frame(settings.loop.start + settings.loop.length + settings.offset)
    guard settings.isLooping, settings.loopCount != 0, end > max(0, first) else {
      return [Score.Line(events: started(all))]
    }
    let period = end - first
    let loop = endingNotes(of: all.filter { (first..<end).contains($0.frame) }, before: end)
    let once = Score.Line(events: started(endingNotes(of: all.filter { $0.frame < end }, before: end)))
    let count = settings.loopCount < 0 ? nil : settings.loopCount
    let repeated = Score.Line(events: loop.moved(period), period: period, repetitions: count.map { $0 - 1 })
    // The frames of the repetitions fit an integer, or what follows them is never reached.
    guard let count, count < 1 << 20, period < 1 << 40 else { return [once, repeated] }
    return [once, repeated, Score.Line(events: all.filter { $0.frame >= end }.moved(count * period))]
  }

  /// Returns messages without the notes before the start; all other earlier messages are moved to the start.
  private static func started(_ events: [Score.Event]) -> [Score.Event] {
    events.filter { $0.frame >= 0 || ![0x80, 0x90, 0xA0].contains($0.message.status & 0xF0) }
      .map { Score.Event(frame: max(0, $0.frame), message: $0.message) }
  }

  /// Returns messages whose notes end before a frame.
  private static func endingNotes(of events: [Score.Event], before end: Int) -> [Score.Event] {
    var open: Set<MIDIMessage> = []
    for event in events {
      let isOn = event.message.status & 0xF0 == 0x90 && event.message.second > 0
      guard isOn || event.message.endsNote else { continue }
      let off = MIDIMessage(status: 0x80 | event.message.status & 0x0F, first: event.message.first, second: 64)
      if isOn { open.insert(off) } else { open.remove(off) }
    }
    return events
      + open.sorted { ($0.status, $0.first) < ($1.status, $1.first) }.map { Score.Event(frame: end - 1, message: $0) }
  }
}

extension [Score.Event] {
  /// Returns the messages delayed by the given number of frames.
  fileprivate func moved(_ frames: Int) -> [Score.Event] {
    map { Score.Event(frame: $0.frame + frames, message: $0.message) }
  }
}

extension MIDIMessage {
  /// True if it ends a note.
  fileprivate var endsNote: Bool { status & 0xF0 == 0x80 || status & 0xF0 == 0x90 && second == 0 }
}

extension AVMusicTrack.Event {
  /// True if it ends a note.
  fileprivate var isEnd: Bool { message.endsNote }
}
