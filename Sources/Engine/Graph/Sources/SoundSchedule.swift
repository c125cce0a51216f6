import AudioBase
import AudioPlayback

// Holds throughout: places lie within the list of sounds, and ranges within blocks.

/// The sounds that a stage plays, one behind the other, and their time line.
///
/// The time line begins at 0 when the schedule is played and stands still while it is paused. It goes on behind the
/// last sound. Any thread may schedule; the lock is held for the time of a copy within memory, never while files are
/// read, other than where a graph is rendered without a device.
package final class SoundSchedule: Sendable {
  let state = RenderLock(ScheduleState())

  /// Creates an empty schedule, which is paused.
  package init() {}

  /// Adds a sound behind those that there are.
  package func schedule(_ sound: ScheduledSound) {
    if case .stream(let stream) = sound.content, pendingCount < Self.openStreamCount { stream.fill(once: true) }
    state.withLock { state in
      if sound.options.contains(.interrupts), sound.start == .next { state.drop(before: state.sounds.count) }
      // Rendering moves finished sounds to another list, and must not allocate for it.
      state.reserve()
      state.sounds.append(sound)
    }
    collect()
  }

  /// Sounds that are not over.
  package var pendingCount: Int { state.withLock { $0.sounds.count - $0.head } }

  /// True from ``play(at:)`` to ``pause()`` or ``stop()``.
  package var isPlaying: Bool { state.withLock { $0.isPlaying } }

  /// Plays on, at once or from a moment of the stage on.
  package func play(at start: RenderMoment? = nil) {
    state.withLock { state in
      state.begin = start
      state.isPlaying = true
      state.anchor = nil
    }
  }

  /// Plays from the beginning of the time line, at once or from a moment of the stage on.
  package func begin(at start: RenderMoment? = nil) {
    state.withLock { state in
      (state.time, state.anchor, state.begin) = (0, nil, start)
      state.isPlaying = true
    }
  }

  /// Holds the sound and the time line.
  package func pause() { state.withLock { $0.isPlaying = false } }

  /// Gives all sounds up and goes back to the beginning of the time line.
  package func stop() {
    state.withLock { state in
      state.isPlaying = false
      state.drop(before: state.sounds.count)
      (state.time, state.anchor, state.begin) = (0, nil, nil)
    }
    collect()
  }

  /// The frame of the time line at a frame of the stage; `nil` where nothing is played, or nothing was asked for yet.
  package func frame(atSampleTime time: Double) -> Double? {
    state.withLock { state in
      guard state.isPlaying, let anchor = state.anchor else { return nil }
      return anchor.frame + time - anchor.sampleTime
    }
  }

  /// The frame of the stage at a frame of the time line; `nil` as with ``frame(atSampleTime:)``.
  package func sampleTime(atFrame frame: Double) -> Double? {
    state.withLock { state in
      guard state.isPlaying, let anchor = state.anchor else { return nil }
      return anchor.sampleTime + frame - anchor.frame
    }
  }

  // MARK: Reading ahead and reporting

  /// Streams that are read ahead at a time.
  private static let openStreamCount = 2

  /// Reads ahead for the sounds that come next.
  package func fill() {
    for sound in state.withLock({ $0.next(Self.openStreamCount) }) {
      if case .stream(let stream) = sound.content { stream.fill() }
    }
    collect()
  }

  /// Tells that sounds are over, to all that are to be told by now.
  ///
  /// - Parameter hostTime: Now, in nanoseconds of the host's clock; `nil` where no device keeps time, and nothing is
  ///   waited for.
  package func report(at hostTime: UInt64?) {
    for sound in state.withLock({ $0.takeFinished(hostTime) }) { sound.completion?() }
  }

  /// Lets go of sounds that are over, with the lock left.
  private func collect() { _ = state.withLock { $0.takeGone() } }
}

/// A ``SoundSchedule`` as a stage.
///
/// `@unchecked` restates what `RenderStage` says; the schedule has a lock.
package final class ScheduleStage: RenderStage, @unchecked Sendable {
  private let schedule: SoundSchedule
  /// Nanoseconds until what is given is heard, besides what a moment says.
  private let delay: @Sendable () -> UInt64

  /// Prepares a stage.
  ///
  /// - Parameters:
  ///   - schedule: What it plays; one stage at a time.
  ///   - format: The format of what it gives.
  ///   - capacity: Frames that it is asked for at a time, at most.
  ///   - delay: Nanoseconds by which a device is late.
  package init(
    _ schedule: SoundSchedule, format: GraphFormat, capacity: Int, delay: @escaping @Sendable () -> UInt64 = { 0 }
  ) throws(GraphError) {
    self.schedule = schedule
    self.delay = delay
    try super.init(format: format, capacity: capacity)
  }

  package override var inputLimit: Int { 0 }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    silence(0..<count)
    schedule.state.withLock { state in
      state.heardAfter = moment.hostTime > 0 ? delay() : 0
      state.render(RenderRange(count, moment, rate: format.sampleRate), into: self, mayWait: context.mayWait)
    }
  }

  /// Copies frames in memory into the block.
  func copy(_ frames: any SoundFrames, from start: Int, to range: Range<Int>) {
    Self.copy(frames, from: start, to: range, of: &block)
  }

  private static func copy(_ frames: any SoundFrames, from start: Int, to range: Range<Int>, of block: inout PCMBlock) {
    for channel in 0..<block.channelCount {
      var plane = block.plane(channel)
      var part = plane._mutatingExtracting(range)
      frames.copy(channel: channel, from: start, into: &part)
    }
  }

  /// Takes frames of a stream into the block, and returns how many there were.
  func take(_ stream: SoundStream, to range: Range<Int>) -> Int {
    guard stream.ring.channelCount == block.channelCount else { return 0 }
    return stream.ring.read(into: &block, range)
  }
}

/// The frames that a stage is asked for.
struct RenderRange {
  let count: Int
  let moment: RenderMoment
  let rate: Double

  init(_ count: Int, _ moment: RenderMoment, rate: Double) {
    self.count = count
    self.moment = moment
    self.rate = rate
  }

  /// The frame at a moment of the host's clock, counted from the first one.
  func place(ofHostTime hostTime: UInt64) -> Double {
    (Double(hostTime) - Double(moment.hostTime)) / 1e9 * rate
  }

  /// The moment of the host's clock at a frame counted from the first one.
  func hostTime(ofPlace place: Int) -> UInt64 {
    moment.hostTime > 0 ? moment.hostTime &+ UInt64(max(0, Double(place) / rate * 1e9)) : 0
  }
}
