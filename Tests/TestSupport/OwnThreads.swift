import AudioBase
import Foundation
package import Testing

/// Runs a suite, or a test, on threads of its own, whose work is not put behind that of the others.
///
/// All tests share as many threads as there are cores. One that sleeps, gives way or waits for an exit test goes on
/// when the thousands that have not begun are over. So suites that play or send in real time had most of that time
/// left when the others were done, and children that had ended long ago were waited for by nobody, which Swift
/// Testing's thread is told again and again: it kept a core busy.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == OwnThreads {
  /// Waits for clocks, sockets or processes more than it computes.
  package static var ownThreads: Self { OwnThreads() }
}

/// Threads of which most wait at any time.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads(count: 16)

  private let jobs = Lock<[UnownedJob]>([])
  private let waiting = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count {
      Thread.detachNewThread {
        while true { self.runNext() }
      }
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    waiting.signal()
  }

  private func runNext() {
    waiting.wait()
    let job = jobs.withLock { $0.removeFirst() }
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
