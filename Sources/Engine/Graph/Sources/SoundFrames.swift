import Synchronization

/// Scheduled frames in memory: the program's own buffer. They must not change while they are scheduled.
package protocol SoundFrames: AnyObject, Sendable {
  /// The number of frames there are.
  var frameCount: Int { get }

  /// Called before the first frame is copied, on the rendering thread: it must not wait or allocate.
  ///
  /// - Parameter lateness: The delay relative to the requested start, in frames.
  func begin(lateness: Int64)

  /// Copies samples of a channel. A rendering thread calls it: it must not wait or allocate.
  ///
  /// - Parameters:
  ///   - channel: A channel of the stage that plays them.
  ///   - start: The first frame, from 0 on.
  ///   - output: The destination; it must not extend beyond ``frameCount``.
  func copy(channel: Int, from start: Int, into output: inout MutableSpan<Float>)
}

extension SoundFrames {
  /// Does nothing.
  package func begin(lateness: Int64) {}
}

/// The contents of a sound.
package enum SoundContent: Sendable {
  /// Frames in memory.
  case frames(any SoundFrames)
  /// Frames that are read ahead.
  case stream(SoundStream)
}

/// The start of a sound.
package enum SoundStart: Sendable, Hashable {
  /// At the end of the previous sound, or immediately.
  case next
  /// At a frame of the schedule's time line.
  case frame(Int64)
  /// At a time of the host's clock, in nanoseconds; like ``next`` without a device.
  case hostTime(UInt64)
}

/// The relation of a sound to the previous and following ones.
package struct SoundOptions: OptionSet, Sendable {
  package let rawValue: UInt
  /// Creates options from their bits, as in `AVAudioPlayerNodeBufferOptions`.
  package init(rawValue: UInt) { self.rawValue = rawValue }
  /// The sound repeats until it is replaced.
  package static let loops = SoundOptions(rawValue: 1)
  /// The sound ends all that was scheduled before it.
  package static let interrupts = SoundOptions(rawValue: 2)
  /// The sound begins when the current sound, or its current repetition, ends.
  package static let interruptsAtLoop = SoundOptions(rawValue: 4)
}

/// A sound of a ``SoundSchedule``.
///
/// `@unchecked`, for its variable state belongs to the thread that renders the schedule.
package final class ScheduledSound: HeldByRendering, @unchecked Sendable {
  /// The event that reports the end of a sound.
  package enum Report: Sendable, Hashable {
    /// The schedule has returned its last frame.
    case rendered
    /// The last frame has been heard, after the device's delay.
    case playedBack
  }

  let content: SoundContent
  let options: SoundOptions
  let report: Report
  /// A function that is called once, when the sound has ended or was cancelled.
  package let completion: (@Sendable () -> Void)?

  var start: SoundStart
  /// The number of frames that were given, of this repetition.
  var position = 0
  /// True after the sound has begun.
  var hasBegun = false

  /// The time at which its last frame is heard, in nanoseconds of the host's clock; 0 if that is not needed. Set
  /// before `isOver`.
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
