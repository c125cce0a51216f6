import AudioBase
import AudioDevices
package import AudioErrors
import AudioPlayback
import Synchronization

// Holds throughout: places lie within the list of sounds, and ranges within blocks.

/// The sounds that a stage plays in sequence, and their time line.
///
/// The time line begins at 0 when the schedule is played and stops while it is paused. It continues after the last
/// sound. Any thread may schedule: its change is queued as an order, which rendering carries out with its next frames.
/// Rendering never waits: while an order is being given it takes it with the frames after those.
///
/// `@unchecked`, for the state belongs to the thread that renders: one at a time, as a graph sees to.
package final class SoundSchedule: @unchecked Sendable {
  /// The state of the scheduling threads.
  private struct Known: Sendable {
    /// The scheduled sounds whose end has not been reported.
    var sounds: [ScheduledSound] = []
    /// The cancelled sounds whose end has not been reported.
    var givenUp: [ScheduledSound] = []
    /// Sounds and memory that rendering may still hold: rendering must not be the last to release them.
    var leaving: [Leaving] = []
    /// Sounds that rendering has room for.
    var capacity = 0
    var isPlaying = false
    /// Counts the orders with which the time line moves.
    var era: UInt64 = 0
    /// The first era of the present time line: moments of earlier eras belong to another one.
    var firstEra: UInt64 = 1

    /// Counts an order to play.
    mutating func play(continues: Bool) {
      era += 1
      if !continues { firstEra = era }
      isPlaying = true
    }

    /// Cancels all sounds.
    mutating func giveUp() {
      leaving += sounds.map { Leaving($0) }
      givenUp += sounds
      sounds = []
    }
  }

  /// An object that is released as soon as rendering has released it.
  private struct Leaving: Sendable {
    private var content: HeldByRendering
    /// The rendering call that reported the release of the object; the call itself may still hold it.
    private var call: UInt64?

    init(_ content: HeldByRendering) { self.content = content }

    /// Returns true if no thread that renders holds it.
    mutating func hasLeft(_ calls: borrowing Atomic<UInt64>) -> Bool {
      guard content.isOver.load(ordering: .acquiring) else { return false }
      let now = calls.load(ordering: .acquiring)
      if now % 2 == 0 || call.map({ $0 != now }) ?? false { return true }
      call = now
      return false
    }
  }

  private let known = Lock(Known())
  private let orders = ScheduleOrders()
  private let state = ScheduleState()

  /// Creates an empty schedule, which is paused.
  package init() {}

  /// Changes the state, and gives orders. Released objects are freed after the lock.
  private func order(_ body: (inout Known, ScheduleOrders) -> Void) {
    let old = known.withLock { known in
      body(&known, orders)
      return tidy(&known)
    }
    _ = consume old
  }

  /// Removes the objects that rendering has released, and returns them.
  private func tidy(_ known: inout Known) -> [Leaving] {
    let before = known.leaving
    known.leaving = []
    for var leaving in before where !leaving.hasLeft(state.calls) { known.leaving.append(leaving) }
    return before
  }

  /// Adds a sound after the existing ones.
  package func schedule(_ sound: ScheduledSound) {
    if case .stream(let stream) = sound.content, pendingCount < Self.openStreamCount { stream.fill(once: true) }
    order { known, orders in
      if sound.options.contains(.interrupts), sound.start == .next {
        known.giveUp()
        orders.replaceSounds(by: .drop)
      }
      known.sounds.append(sound)
      let count = known.sounds.count + known.leaving.count
      if count > known.capacity {
        // Rendering must not allocate for it.
        known.capacity = max(16, 2 * count)
        let room = SoundRoom(known.capacity)
        known.leaving.append(Leaving(room))
        orders.give(.room(room))
      }
      orders.give(.add(sound))
    }
  }

  /// The number of sounds that have not ended.
  package var pendingCount: Int {
    known.withLock { $0.sounds.count { !$0.isOver.load(ordering: .acquiring) } }
  }

  /// True from ``play(at:)`` to ``pause()`` or ``stop()``.
  package var isPlaying: Bool { known.withLock { $0.isPlaying } }

  /// Resumes playing, at once or from a moment of the stage on.
  package func play(at start: RenderMoment? = nil) {
    order { known, orders in
      known.play(continues: start == nil)
      orders.give(.play(at: start, isNew: false, era: known.era))
    }
  }

  /// Plays from the beginning of the time line, at once or from a moment of the stage on.
  package func begin(at start: RenderMoment? = nil) {
    order { known, orders in
      known.play(continues: false)
      orders.give(.play(at: start, isNew: true, era: known.era))
    }
  }

  /// Pauses the sound and the time line.
  ///
  /// - Parameter stageGoesOn: False if the stage counts its frames from 0 again.
  package func pause(stageGoesOn: Bool = true) {
    order { known, orders in
      known.isPlaying = false
      if !stageGoesOn { known.firstEra = known.era + 1 }
      orders.give(.pause)
    }
  }

  /// Stops all sounds and returns to the beginning of the time line.
  package func stop() {
    order { known, orders in
      known.isPlaying = false
      known.firstEra = known.era + 1
      known.giveUp()
      orders.replaceSounds(by: .stop)
    }
  }

  /// Returns the frame of the time line at a frame of the stage; `nil` if nothing plays or nothing was rendered yet.
  /// After a pause it continues immediately.
  package func frame(atSampleTime time: Double) -> Double? { anchor.map { $0.frame + time - $0.sampleTime } }

  /// Returns the frame of the stage at a frame of the time line; `nil` as with ``frame(atSampleTime:)``.
  package func sampleTime(atFrame frame: Double) -> Double? { anchor.map { $0.sampleTime + frame - $0.frame } }

  /// A frame of the time line that is played now, and the frame of the stage at which it is.
  private var anchor: (frame: Double, sampleTime: Double)? {
    let (isPlaying, firstEra) = known.withLock { ($0.isPlaying, $0.firstEra) }
    guard isPlaying, let words = state.anchor.last, words.0 >= firstEra else { return nil }
    return (Double(bitPattern: words.1), Double(bitPattern: words.2))
  }

  // MARK: Reading ahead and reporting

  /// Streams that are read ahead at a time.
  private static let openStreamCount = 2

  /// Reads ahead for the next sounds.
  package func fill() {
    let next = known.withLock { known in
      Array(known.sounds.lazy.filter { !$0.isOver.load(ordering: .acquiring) }.prefix(Self.openStreamCount))
    }
    for sound in next {
      if case .stream(let stream) = sound.content { stream.fill() }
    }
  }

  /// Reports the ends of sounds that are due.
  ///
  /// - Parameter hostTime: Now, in nanoseconds of the host's clock; `nil` if no device keeps time, and nothing is
  ///   waited for.
  package func report(at hostTime: UInt64?) {
    let (due, old) = known.withLock { known in
      // Each is asked once: rendering may end more of them meanwhile, and nobody would be told of those.
      var (over, rest): ([ScheduledSound], [ScheduledSound]) = ([], [])
      for sound in known.sounds {
        let isOver = sound.isOver.load(ordering: .acquiring)
        if isOver, sound.endTime.load(ordering: .relaxed) <= hostTime ?? .max {
          over.append(sound)
        } else {
          rest.append(sound)
        }
      }
      let due = known.givenUp + over
      known.leaving += over.map { Leaving($0) }
      (known.givenUp, known.sounds) = ([], rest)
      return (due, tidy(&known))
    }
    _ = consume old
    for sound in due { sound.completion?() }
  }

  // MARK: Rendering

  /// Fills a stage's block from the first frame on that is played.
  func render(_ range: RenderRange, into stage: ScheduleStage, heardAfter: UInt64, mayWait: Bool) {
    state.calls.add(1, ordering: .acquiringAndReleasing)
    defer { state.calls.add(1, ordering: .acquiringAndReleasing) }
    orders.take { state.obey($0) }
    state.heardAfter = heardAfter
    state.render(range, into: stage, mayWait: mayWait)
  }
}

/// A ``SoundSchedule`` as a stage.
///
/// `@unchecked`: as for `RenderStage`; any thread may schedule.
package final class ScheduleStage: RenderStage, @unchecked Sendable {
  private let schedule: SoundSchedule
  /// The delay from the render time to the output being heard, in nanoseconds.
  private let delay: @Sendable () -> UInt64

  /// Prepares a stage.
  ///
  /// - Parameters:
  ///   - schedule: The schedule to play; only one stage at a time may play it.
  ///   - format: The format of its output.
  ///   - capacity: The largest number of frames that are requested at a time.
  ///   - delay: The latency of the device, in nanoseconds.
  package init(
    _ schedule: SoundSchedule, format: GraphFormat, capacity: Int, delay: @escaping @Sendable () -> UInt64 = { 0 }
  ) throws(AudioError) {
    self.schedule = schedule
    self.delay = delay
    try super.init(format: format, capacity: capacity)
  }

  package override var inputLimit: Int { 0 }

  override func produce(_ count: Int, _ moment: RenderMoment, _ context: RenderContext) {
    silence(0..<count)
    schedule.render(
      RenderRange(count, moment, rate: format.sampleRate), into: self,
      heardAfter: moment.hostTime > 0 ? delay() : 0, mayWait: context.mayWait)
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

  /// Takes frames of a stream into the block, and returns their number.
  func take(_ stream: SoundStream, to range: Range<Int>) -> Int {
    guard stream.ring.channelCount == block.channelCount else { return 0 }
    return stream.ring.read(into: &block, range)
  }
}

/// The requested frames of a stage.
struct RenderRange {
  let count: Int
  let moment: RenderMoment
  let rate: Double

  init(_ count: Int, _ moment: RenderMoment, rate: Double) {
    self.count = count
    self.moment = moment
    self.rate = rate
  }

  /// Returns the frame at a host time, counted from the first frame.
  func place(ofHostTime hostTime: UInt64) -> Double {
    (Double(hostTime) - Double(moment.hostTime)) / 1e9 * rate
  }

  /// Returns the host time of a frame counted from the first frame.
  func hostTime(ofPlace place: Int) -> UInt64 {
    moment.hostTime > 0 ? moment.hostTime &+ UInt64(max(0, Double(place) / rate * 1e9)) : 0
  }
}
