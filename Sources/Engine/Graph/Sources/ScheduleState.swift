import AudioDevices
import AudioPlayback
import Synchronization

// Bound throughout: a program's own sounds are as many as it schedules.
// Holds throughout: places lie within the list of sounds, and ranges within the requested frames.

/// The rendering thread's state of a ``SoundSchedule``. Nothing is allocated or freed here: the scheduling thread holds
/// all sounds, and has provided room for them.
final class ScheduleState {
  /// The sounds; those before ``head`` have ended and are released.
  private var sounds: [ScheduledSound] = []
  private var head = 0

  private var isPlaying = false
  /// The time at which playing is to begin; `nil` for immediately, or after it has begun.
  private var begin: RenderMoment?
  /// The next frame of the time line.
  private var time: Int64 = 0
  private var era: UInt64 = 0
  /// The era, a frame of the time line and the frame of the stage at which it is, for other threads.
  let anchor = PublishedWords()
  /// The nanoseconds until the output is heard.
  var heardAfter: UInt64 = 0

  /// Odd during a call that renders.
  let calls = Atomic<UInt64>(0)
  /// The placeholder of a sound that has ended.
  private let nothing = ScheduledSound(.frames(NoFrames()))

  // MARK: Orders

  func obey(_ order: ScheduleOrder) {
    switch order {
    case .play(let start, let isNew, let era):
      if isNew { time = 0 }
      (begin, isPlaying, self.era) = (start, true, era)
    case .pause: isPlaying = false
    case .drop: drop()
    case .stop:
      drop()
      (isPlaying, time, begin) = (false, 0, nil)
    case .room(let room):
      for index in head..<sounds.count { room.sounds.append(sounds[index]) }
      sounds.removeAll(keepingCapacity: true)
      swap(&sounds, &room.sounds)
      head = 0
      room.isOver.store(true, ordering: .releasing)
    case .add(let sound):
      if sounds.count == sounds.capacity {
        sounds.removeFirst(head)
        head = 0
      }
      sounds.append(sound)
    }
  }

  private func drop() { while head < sounds.count { finish(0) } }

  // MARK: Rendering

  private func finish(_ hostTime: UInt64) {
    let sound = sounds[head]
    sounds[head] = nothing
    head += 1
    let waits = sound.report == .playedBack && hostTime > 0
    sound.endTime.store(waits ? hostTime &+ heardAfter : 0, ordering: .relaxed)
    sound.isOver.store(true, ordering: .releasing)
  }

  /// Fills a stage's block from the first frame on that is played; the block is silent before.
  func render(_ range: RenderRange, into stage: ScheduleStage, mayWait: Bool) {
    guard isPlaying else {
      let end = range.moment.sampleTime + Double(range.count)
      return anchor.set((era, Double(time).bitPattern, end.bitPattern, 0))
    }
    let first = firstPlace(range)
    anchor.set((era, Double(time).bitPattern, (range.moment.sampleTime + Double(first)).bitPattern, 0))
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

  /// Returns the first place that is played.
  private func firstPlace(_ range: RenderRange) -> Int {
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

  /// Returns the frame of the time line at which a sound is to begin; `nil` for immediately.
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

  /// Ends all sounds that are interrupted by a sound that is due.
  private func interrupt(at now: Int64, _ range: RenderRange, _ place: Int) {
    var index = sounds.count - 1
    while index > head {
      if sounds[index].options.contains(.interrupts), frame(of: sounds[index], now, range, place) ?? now <= now {
        while head < index { finish(range.hostTime(ofPlace: place)) }
        return
      }
      index -= 1
    }
  }

  /// Returns the next frame of the time line at which a sound interrupts others.
  private func nextInterruption(behind now: Int64, _ range: RenderRange, _ place: Int) -> Int64? {
    var next: Int64?
    for index in (head + 1)..<max(head + 1, sounds.count) where sounds[index].options.contains(.interrupts) {
      if let start = frame(of: sounds[index], now, range, place), start > now { next = min(next ?? start, start) }
    }
    return next
  }

  /// Writes frames of a sound.
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
      // The stage has been recreated since, with other channels.
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

  /// Continues after the end of a sound, or of a repetition.
  private func endPass(at hostTime: UInt64) {
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

/// A sound without frames.
private final class NoFrames: SoundFrames {
  let frameCount = 0
  func copy(channel: Int, from start: Int, into output: inout MutableSpan<Float>) {}
}
