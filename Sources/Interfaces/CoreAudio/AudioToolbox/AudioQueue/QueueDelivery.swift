import AudioBase
import AudioDevices
import CDispatch
import CoreFoundation
import Dispatch
import Foundation
import Synchronization
import SystemLibraries

/// An event that a queue reports to its program.
enum QueueEvent {
  /// A buffer was taken over, or is returned unused.
  case returned(QueueBuffer, isReset: Bool)
  /// A buffer was filled.
  case captured(QueueBuffer, AudioTimeStamp, isReset: Bool)
  /// A property changed.
  case property(AudioQueuePropertyID)
  /// A queue that waited for its end has reached it.
  case disposal
}

/// The places where a queue's callbacks are called.
@safe
enum CallbackContext {
  /// The queue's own thread.
  case internalThread
  case runLoop(CFRunLoop, CFString)
  case dispatchQueue(DispatchQueue)
  /// A `dispatch_queue_t` from C code.
  case foreignQueue(dispatch_queue_t)
}

/// Counts references on queues of C code: two functions of libdispatch that Swift hides.
private enum ForeignQueues {
  typealias Function = @convention(c) (dispatch_queue_t) -> Void

  static let retain = unsafe function("dispatch_retain")
  static let release = unsafe function("dispatch_release")

  private static func function(_ name: String) -> Function? {
    unsafe SharedLibrary.program?.function(name)
  }
}

/// Carries events from the thread that plays or records to the thread on which the program is called.
///
/// ``post(_:)`` and ``signal()`` are for time-critical threads: they take a lock that is only held for as long as it
/// takes to add or remove an element, and wake a thread of the queue's own, which does the rest. Callbacks are called
/// one at a time.
///
/// `@unchecked`: the state that changes is guarded by its locks, except for the function that is set once, before the
/// first event.
final class QueueDelivery: @unchecked Sendable {
  private struct Pending {
    var events: [QueueEvent] = []
    var isClosed = false
  }

  private let context: CallbackContext
  private let pending: Lock<Pending>
  /// Held while a callback is called, by the thread that ``owner`` names.
  private let calling = Lock(())
  private let owner = Atomic<UInt>(0)
  /// The queue's own thread.
  private let notifier = DispatchQueue(label: "AudioQueue")
  private let source: any DispatchSourceUserDataOr
  /// The function that calls the program; set once, before the first event.
  private var deliver: (QueueEvent) -> Void = { _ in }

  init(_ context: CallbackContext) {
    self.context = context
    var pending = Pending()
    pending.events.reserveCapacity(64)
    self.pending = Lock(pending)
    source = DispatchSource.makeUserDataOrSource(queue: notifier)
    if case .foreignQueue(let queue) = context { unsafe ForeignQueues.retain?(queue) }
    source.setEventHandler { [weak self] in self?.forward() }
    source.resume()
  }

  /// Begins to deliver.
  func open(_ deliver: @escaping (QueueEvent) -> Void) { self.deliver = deliver }

  deinit {
    source.cancel()
    if case .foreignQueue(let queue) = context { unsafe ForeignQueues.release?(queue) }
  }

  // MARK: Threads that keep time

  /// Adds an event, which is reported after ``signal()``.
  func post(_ event: QueueEvent) {
    pending.withLock { pending in
      if !pending.isClosed { pending.events.append(event) }
    }
  }

  /// Wakes the thread that calls the program: a run loop's thread immediately, if the caller may wait for the loop's
  /// lock.
  func signal() {
    guard pending.withLock({ !$0.events.isEmpty }) else { return }
    if case .runLoop = context, !RenderingThread.isInside { forward() } else { source.or(data: 1) }
  }

  // MARK: Delivering

  /// Passes on to the thread on which the program wants to be called; the notifier's thread calls this, unless the
  /// program does.
  private func forward() {
    switch context {
    case .internalThread: drain()
    case .runLoop(let loop, let mode):
      CFRunLoopPerformBlock(loop, mode) { [weak self] in self?.drain() }
      CFRunLoopWakeUp(loop)
    case .dispatchQueue(let queue): queue.async { [weak self] in self?.drain() }
    case .foreignQueue(let queue):
      let work = unsafe Unmanaged.passRetained(self).toOpaque()
      unsafe dispatch_async_f(queue, work) { work in
        if let work = unsafe work { unsafe Unmanaged<QueueDelivery>.fromOpaque(work).takeRetainedValue().drain() }
      }
    }
  }

  private static var thread: UInt { UInt(pthread_self()) }

  /// True if the caller is being called by this queue.
  var isInCallback: Bool { owner.load(ordering: .acquiring) == Self.thread }

  /// Reports all events in sequence on the calling thread.
  func drain() {
    if isInCallback { return deliverPending() }
    calling.withLock { _ in
      owner.store(Self.thread, ordering: .releasing)
      deliverPending()
      owner.store(0, ordering: .releasing)
    }
  }

  private func deliverPending() {
    while let event = next() { deliver(event) }
  }

  private func next() -> QueueEvent? {
    pending.withLock { pending in
      pending.events.isEmpty ? nil : pending.events.removeFirst()
    }
  }

  /// Reports all events before it returns, if that can be done on the right thread without waiting for the program;
  /// otherwise they are reported later.
  func drainNow() {
    if isInCallback { return deliverPending() }
    switch context {
    case .internalThread: notifier.sync { drain() }
    case .runLoop(let loop, _) where CFRunLoopGetCurrent() === loop: drain()
    default: signal()
    }
  }

  /// Drops events that were not reported. When this returns no callback is running, unless on the calling thread.
  func close() {
    pending.withLock { pending in
      pending.isClosed = true
      pending.events.removeAll()
    }
    if !isInCallback { calling.withLock { _ in } }
  }
}
