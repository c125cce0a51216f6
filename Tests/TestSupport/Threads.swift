import Dispatch
import Synchronization

/// Works on a thread of its own, for as long as it takes.
package func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    DispatchQueue(label: "test").async { continuation.resume(returning: body()) }
  }
}

/// Runs work on four threads at a time, and returns how often it said that something was wrong.
package func onFourThreads(_ work: @Sendable (_ thread: Int) -> Bool) -> Int {
  let failures = Count()
  DispatchQueue.concurrentPerform(iterations: 4) { thread in
    if !work(thread) { failures.add(1) }
  }
  return failures.now
}

/// A flag that threads share.
package final class Flag: Sendable {
  private let value = Atomic<Bool>(false)

  package init() {}

  package var now: Bool {
    get { value.load(ordering: .sequentiallyConsistent) }
    set { value.store(newValue, ordering: .sequentiallyConsistent) }
  }
}

/// A number that threads share.
package final class Count: Sendable {
  private let value = Atomic<Int>(0)

  package init() {}

  package var now: Int { value.load(ordering: .sequentiallyConsistent) }

  package func add(_ number: Int) { value.add(number, ordering: .sequentiallyConsistent) }
  package func subtract(_ number: Int) { value.subtract(number, ordering: .sequentiallyConsistent) }
}
