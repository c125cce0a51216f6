import AudioPlayback

// Bound throughout: a program's own sounds are as many as it schedules.
// Holds throughout: places lie within the list of sounds, and ranges within what was asked for.

/// What a ``SoundSchedule`` keeps under its lock.
struct ScheduleState: Sendable {
  /// A sound that is over.
  private struct Finished: Sendable {
    var sound: ScheduledSound
    /// When its last frame is heard, in nanoseconds of the host's clock; 0 where nobody waits for that.
    var hostTime: UInt64
  }

  /// A frame of the time line, and the frame of the stage at which it is.
  struct Anchor: Sendable {
    var frame: Double
    var sampleTime: Double
  }

  /// Those before ``head`` are over.
  var sounds: [ScheduledSound] = []
  private(set) var head = 0
  private var finished: [Finished] = []

  var isPlaying = false
  /// Where playing is to begin; `nil` for at once, or where it has.
  var begin: RenderMoment?
  /// The next frame of the time line.
  var time: Int64 = 0
  var anchor: Anchor?
  /// Nanoseconds until what is given is heard.
  var heardAfter: UInt64 = 0

  // MARK: Callers

  /// Takes memory for all sounds to end without any more.
  mutating func reserve() { finished.reserveCapacity(finished.count + sounds.count - head + 1) }

  /// Ends all sounds before a place.
  mutating func drop(before place: Int) {
    reserve()
    while head < place { finish(0) }
  }

  /// The sounds that come next, the present one included.
  func next(_ count: Int) -> [ScheduledSound] { Array(sounds[head..<min(sounds.count, head + count)]) }

  /// Removes the sounds that are over from the list.
  mutating func takeGone() -> [ScheduledSound] {
    let gone = Array(sounds[..<head])
    sounds.removeFirst(head)
    head = 0
    return gone
  }

  /// Removes those whose end is to be told by a moment of the host's clock.
  mutating func takeFinished(_ hostTime: UInt64?) -> [ScheduledSound] {
    guard !finished.isEmpty else { return [] }
    let due = finished.filter { $0.hostTime <= hostTime ?? .max }.map(\.sound)
    finished.removeAll { $0.hostTime <= hostTime ?? .max }
    reserve()
    return due
  }

  // MARK: Rendering

  private mutating func finish(_ hostTime: UInt64) {
    let sound = sounds[head]
    head += 1
    let waits = sound.report == .playedBack && hostTime > 0
    finished.append(Finished(sound: sound, hostTime: waits ? hostTime &+ heardAfter : 0))
  }

  /// Fills a stage's block from the first frame on that is played; the block is silent before.
  mutating func render(_ range: RenderRange, into stage: ScheduleStage, mayWait: Bool) {
    guard isPlaying else { return }
    let first = firstPlace(range)
    anchor = Anchor(frame: Double(time), sampleTime: range.moment.sampleTime + Double(first))
    guard first < range.count else { return }
    var place = first
    while place < range.count {
      let now = time + Int64(place - first)
      interrupt(at: now, range, place)
      guard head < sounds.count else { break }
      let sound = sounds[head]
      var limit = range.count - place
      let start = sound.position == 0 ? frame(of: sound, now, range, place) : nil
      if let start, start > now {
        place += Int(min(start - now, Int64(limit)))
        continue
      }
      if !sound.hasBegun {
        sound.hasBegun = true
        if case .frames(let frames) = sound.content { frames.begin(lateness: now - (start ?? now)) }
      }
      if let end = nextInterruption(behind: now, range, place) { limit = Int(min(end - now, Int64(limit))) }
      let made = give(sound, place..<(place + limit), into: stage, mayWait)
      place += made.count
      if made.isOver {
        endPass(at: range.hostTime(ofPlace: place))
      } else if made.count == 0 {
        break
      }
    }
    time += Int64(range.count - first)
  }

  /// The first place that is played.
  private mutating func firstPlace(_ range: RenderRange) -> Int {
    guard let begin else { return 0 }
    var distance = 0.0
    if !begin.sampleTime.isNaN {
      distance = begin.sampleTime - range.moment.sampleTime
    } else if range.moment.hostTime > 0 {
      distance = range.place(ofHostTime: begin.hostTime)
    }
    distance = max(0, distance.rounded())
    if distance < Double(range.count) { self.begin = nil }
    return Int(min(distance, 1e15))
  }

  /// The frame of the time line at which a sound is to begin; `nil` for at once.
  private func frame(of sound: ScheduledSound, _ now: Int64, _ range: RenderRange, _ place: Int) -> Int64? {
    switch sound.start {
    case .next: return nil
    case .frame(let frame): return frame
    case .hostTime(let moment):
      guard range.moment.hostTime > 0 else { return nil }
      let distance = (range.place(ofHostTime: moment) - Double(place)).rounded()
      guard distance > 0 else { return nil }
      let start = now + Int64(min(distance, 1e15))
      sound.start = .frame(start)
      return start
    }
  }

  /// Ends all that a sound whose time has come interrupts.
  private mutating func interrupt(at now: Int64, _ range: RenderRange, _ place: Int) {
    var index = sounds.count - 1
    while index > head {
      if sounds[index].options.contains(.interrupts), frame(of: sounds[index], now, range, place) ?? now <= now {
        while head < index { finish(range.hostTime(ofPlace: place)) }
        return
      }
      index -= 1
    }
  }

  /// The next frame of the time line at which a sound interrupts others.
  private func nextInterruption(behind now: Int64, _ range: RenderRange, _ place: Int) -> Int64? {
    var next: Int64?
    for index in (head + 1)..<max(head + 1, sounds.count) where sounds[index].options.contains(.interrupts) {
      if let start = frame(of: sounds[index], now, range, place), start > now { next = min(next ?? start, start) }
    }
    return next
  }

  /// Gives frames of a sound.
  private func give(
    _ sound: ScheduledSound, _ places: Range<Int>, into stage: ScheduleStage, _ mayWait: Bool
  ) -> (count: Int, isOver: Bool) {
    switch sound.content {
    case .frames(let frames):
      let count = max(0, min(places.count, frames.frameCount - sound.position))
      if count > 0 {
        stage.copy(frames, from: sound.position, to: places.lowerBound..<(places.lowerBound + count))
        sound.position += count
      }
      return (count, sound.position >= frames.frameCount)
    case .stream(let stream):
      // The stage has been made anew since, with other channels.
      guard stream.ring.channelCount == stage.format.channelCount else { return (0, true) }
      var count = 0
      while true {
        // Asked before the frames are taken: those that come in between would be lost.
        let hasEnded = stream.hasEnded
        count += stage.take(stream, to: (places.lowerBound + count)..<places.upperBound)
        sound.position += count
        if hasEnded, stream.ring.queuedCount == 0 { return (count, true) }
        guard mayWait, !hasEnded, count < places.count || stream.ring.queuedCount == 0 else { return (count, false) }
        stream.fill(once: true)
        if count == places.count { return (count, stream.hasEnded && stream.ring.queuedCount == 0) }
      }
    }
  }

  /// Goes on behind the end of a sound, or of a repetition.
  private mutating func endPass(at hostTime: UInt64) {
    let sound = sounds[head]
    if let next = sounds[(head + 1)...].lastIndex(where: { $0.options.contains(.interruptsAtLoop) }) {
      while head < next { finish(hostTime) }
    } else if sound.options.contains(.loops), sound.position > 0 {
      sound.position = 0
      sound.start = .next
    } else {
      finish(hostTime)
    }
  }
}
