import Synchronization

/// Frames in memory that are scheduled: a buffer of a program's own. They do not change while they are scheduled.
package protocol SoundFrames: AnyObject, Sendable {
  /// Frames there are.
  var frameCount: Int { get }

  /// Is told that the first frame is about to be copied, on the rendering thread: it must not wait or allocate.
  ///
  /// - Parameter lateness: Frames by which that is later than was asked for.
  func begin(lateness: Int64)

  /// Copies samples of a channel. A rendering thread calls it: it must not wait or allocate.
  ///
  /// - Parameters:
  ///   - channel: A channel of the stage that plays them.
  ///   - start: The first frame, from 0 on.
  ///   - output: Where they go; all of it lies within ``frameCount``.
  func copy(channel: Int, from start: Int, into output: inout MutableSpan<Float>)
}

extension SoundFrames {
  /// Takes no notice.
  package func begin(lateness: Int64) {}
}

/// What is heard once a sound's turn has come.
package enum SoundContent: Sendable {
  /// Frames in memory.
  case frames(any SoundFrames)
  /// Frames that are read ahead.
  case stream(SoundStream)
}

/// When a sound begins.
package enum SoundStart: Sendable, Hashable {
  /// When the sound before it has ended, or at once.
  case next
  /// At a frame of the schedule's time line.
  case frame(Int64)
  /// At a moment of the host's clock, in nanoseconds; as ``next`` where no device keeps time.
  case hostTime(UInt64)
}

/// How a sound stands to those before and behind it.
package struct SoundOptions: OptionSet, Sendable {
  package let rawValue: UInt
  /// Creates options of their bits, as `AVAudioPlayerNodeBufferOptions` has them.
  package init(rawValue: UInt) { self.rawValue = rawValue }
  /// It is repeated until something takes its place.
  package static let loops = SoundOptions(rawValue: 1)
  /// All that was scheduled before it ends when it begins.
  package static let interrupts = SoundOptions(rawValue: 2)
  /// It begins when the sound that is heard has come to its end, or to the end of a repetition.
  package static let interruptsAtLoop = SoundOptions(rawValue: 4)
}

/// A sound of a ``SoundSchedule``.
///
/// `@unchecked`, for what changes of it belongs to the thread that renders the schedule.
package final class ScheduledSound: HeldByRendering, @unchecked Sendable {
  /// When somebody is told that a sound is over.
  package enum Report: Sendable, Hashable {
    /// Once the schedule has given its last frame.
    case rendered
    /// Once that has been heard: so much later as the device delays it.
    case playedBack
  }

  let content: SoundContent
  let options: SoundOptions
  let report: Report
  /// Is called once, when the sound is over or given up.
  package let completion: (@Sendable () -> Void)?

  var start: SoundStart
  /// Frames that were given, of this repetition.
  var position = 0
  /// True once its turn has come.
  var hasBegun = false

  /// When its last frame is heard, in nanoseconds of the host's clock; 0 where nobody waits for that. Set before
  /// `isOver`.
  let endTime = Atomic<UInt64>(0)

  /// Creates a sound.
  package init(
    _ content: SoundContent, at start: SoundStart = .next, options: SoundOptions = [],
    _ completion: (report: Report, handler: @Sendable () -> Void)? = nil
  ) {
    self.content = content
    self.start = start
    self.options = options
    report = completion?.report ?? .rendered
    self.completion = completion?.handler
  }
}
