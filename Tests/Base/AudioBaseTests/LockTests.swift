import AudioBase
import Dispatch
import TestSupport
import Testing

@Suite("Lock")
struct LockTests {
  private struct Failure: Error {}

  @Test("Of many threads one at a time works on the value")
  func exclusion() {
    let list = Lock([Int]())
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for turn in 0..<2000 {
        list.withLock { list in
          list.append(thread)
          if turn % 100 == 99 { list.removeLast(100) }
        }
      }
    }
    expectEqual(list.withLock { $0.count }, 0)
  }

  @Test("What the body throws comes out, and the lock is free again")
  func failures() {
    let number = Lock(1)
    #expect(throws: Failure.self) {
      try number.withLock { number throws(Failure) in
        number += 1
        throw Failure()
      }
    }
    expectEqual(number.withLock { $0 }, 2)
  }
}
