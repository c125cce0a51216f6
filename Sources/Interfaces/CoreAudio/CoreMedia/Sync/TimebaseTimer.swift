import AudioBase
import AudioDevices
import CCoreMedia
import CDispatch
import CoreFoundation
import Dispatch
import Foundation
import SystemLibraries

/// A timer of a run loop or of a dispatch queue that fires by the time of a timebase.
///
/// `@unchecked`: its variable state has a lock, and timers may be set by any thread.
final class TimebaseTimer: @unchecked Sendable {
  private struct State {
    /// The time at which the timer fires; `nil` for never.
    var fireTime: CMTime?
    /// The host time at which the timer fires.
    var deadline: UInt64?
  }

  /// The address of the timer that the program has.
  let key: UInt
  /// Sets the timer to the given number of seconds from now, or cancels it.
  private let set: (Double?) -> Void
  private let state = Lock(State())

  init(_ key: UInt, _ set: @escaping (Double?) -> Void) {
    self.key = key
    self.set = set
  }

  /// Sets the timebase's time at which the timer fires; a time that is not numeric means never.
  func fire(at time: CMTime, by timebase: TimebaseObject) {
    state.withLock { $0 = State(fireTime: time.kind == .numeric ? time : nil) }
    arm(by: timebase)
  }

  /// Fires the timer now.
  func fireNow() {
    state.withLock { $0 = State() }
    set(0)
  }

  /// Sets the timer again after a change of the timebase. A timer that has fired is not set again.
  func arm(by timebase: TimebaseObject) {
    let time = state.withLock { state in
      if let deadline = state.deadline, deadline <= HostClock.now { state.fireTime = nil }
      return state.fireTime
    }
    guard let time else { return }
    let rate = timebase.rate(relativeTo: ClockObject.host)
    let distance = CMTimeGetSeconds(CMTimeSubtract(time, timebase.now))
    guard rate != 0, distance.isFinite else {
      state.withLock { $0.deadline = nil }
      return set(nil)
    }
    let seconds = min(max(0, distance / rate), Self.farFuture)
    state.withLock { $0.deadline = HostClock.now &+ UInt64(seconds * 1e9) }
    set(seconds)
  }

  func end() {
    state.withLock { $0 = State() }
    set(nil)
  }

  /// Seconds that stand for never: 256 years.
  static let farFuture = 256.0 * 365 * 24 * 3600

  // MARK: Kinds

  /// Returns a timer of a run loop; the timer is retained.
  ///
  /// - Throws: `kCMTimebaseError_TimerIntervalTooShort` for a repeating or invalid timer.
  static func runLoopTimer(_ timer: CFRunLoopTimer) throws(Failure) -> TimebaseTimer {
    guard CFRunLoopTimerGetInterval(timer) >= farFuture, CFRunLoopTimerIsValid(timer) else {
      throw Failure(kCMTimebaseError_TimerIntervalTooShort)
    }
    return TimebaseTimer(UInt(bitPattern: unsafe address(ofObject: timer))) { seconds in
      CFRunLoopTimerSetNextFireDate(timer, CFAbsoluteTimeGetCurrent() + (seconds ?? farFuture))
    }
  }

  /// Returns a timer of Foundation's, which is kept.
  ///
  /// - Throws: As ``runLoopTimer(_:)``.
  static func foundationTimer(_ timer: Timer) throws(Failure) -> TimebaseTimer {
    guard timer.timeInterval >= farFuture, timer.isValid else { throw Failure(kCMTimebaseError_TimerIntervalTooShort) }
    return TimebaseTimer(UInt(bitPattern: unsafe address(ofObject: timer))) { seconds in
      timer.fireDate = Date(timeIntervalSinceNow: seconds ?? farFuture)
    }
  }

  /// Returns a timer of Swift's, which is kept.
  static func dispatchTimer(_ timer: some DispatchSourceTimer) -> TimebaseTimer {
    TimebaseTimer(UInt(bitPattern: unsafe address(ofObject: timer as AnyObject))) { seconds in
      if let seconds, seconds < farFuture {
        timer.schedule(deadline: .now() + seconds, repeating: .never)
      } else {
        timer.schedule(deadline: .distantFuture, repeating: .never)
      }
    }
  }

  /// Returns a timer for a dispatch source of C code, which is retained until it is removed.
  @unsafe
  static func foreignTimer(_ source: dispatch_source_t) -> TimebaseTimer {
    typealias Set = @convention(c) (dispatch_source_t, UInt64, UInt64, UInt64) -> Void
    // A function of libdispatch that Swift hides.
    let set: Set? = unsafe SharedLibrary.program?.function("dispatch_source_set_timer")
    return TimebaseTimer(UInt(bitPattern: source)) { seconds in
      let isNever = seconds.map { $0 >= farFuture } ?? true
      let start = isNever ? UInt64.max : (DispatchTime.now() + (seconds ?? 0)).rawValue
      unsafe set?(source, start, UInt64.max, 0)
    }
  }
}
