import AudioBase
import Dispatch
import Synchronization

/// Calls observers when times of an item have been played.
final class PlayerClock: Sendable {
  private struct State {
    var observers: [TimeObserver] = []
    var last = 0.0
    var isRunning = false
    var timer: Handover<any DispatchSourceTimer>?
  }

  private let state = Lock(State())
  private let queue = DispatchQueue(label: "player's clock")

  /// The time between two looks.
  private static let step = DispatchTimeInterval.milliseconds(10)

  /// Calls a function every 10 milliseconds while the clock runs.
  func begin(_ tick: @escaping @Sendable () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .distantFuture, repeating: Self.step)
    timer.setEventHandler(handler: tick)
    timer.resume()
    let made = Handover(timer as any DispatchSourceTimer)
    state.withLock { $0.timer = made }
  }

  func end() { state.withLock { $0.timer }?.value.cancel() }

  /// True while time passes.
  var isRunning: Bool {
    get { state.withLock { $0.isRunning } }
    set {
      let timer = state.withLock { state in
        defer { state.isRunning = newValue }
        return state.isRunning == newValue ? nil : state.timer
      }
      timer?.value.schedule(deadline: newValue ? .now() : .distantFuture, repeating: Self.step)
    }
  }

  func add(_ observer: TimeObserver) -> TimeObserver {
    state.withLock { $0.observers.append(observer) }
    return observer
  }

  func remove(_ observer: TimeObserver?) { state.withLock { $0.observers.removeAll { $0 === observer } } }

  /// Calls the functions whose times are between the last check and now.
  func pass(to now: Double) {
    let (last, observers) = state.withLock { state in
      defer { state.last = now }
      return (state.last, state.observers)
    }
    for observer in observers where observer.isDue(from: last, to: now) { observer.call() }
  }

  /// Calls all that are called at intervals: time has started, stopped or jumped.
  func jump() {
    for observer in state.withLock({ $0.observers }) where observer.isPeriodic { observer.call() }
  }
}

/// A block that is called at times of an item.
final class TimeObserver: Sendable {
  enum Times {
    /// At each multiple of a number of seconds.
    case every(Double)
    /// At these times, in seconds.
    case at([Double])
  }

  private let times: Times
  private let queue: DispatchQueue
  private let block: @Sendable () -> Void
  /// True while a call waits or runs.
  private let isPending = Atomic<Bool>(false)

  init(_ times: Times, _ queue: DispatchQueue, _ block: @escaping @Sendable () -> Void) {
    (self.times, self.queue, self.block) = (times, queue, block)
  }

  var isPeriodic: Bool {
    if case .every = times { true } else { false }
  }

  func isDue(from last: Double, to now: Double) -> Bool {
    switch times {
    case .every(let interval): (now / interval).rounded(.down) != (last / interval).rounded(.down)
    case .at(let times): times.contains { $0 > last && $0 <= now }
    }
  }

  func call() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    queue.async { [self] in
      block()
      isPending.store(false, ordering: .releasing)
    }
  }
}
