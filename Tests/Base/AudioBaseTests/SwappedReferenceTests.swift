import AudioBase
import Synchronization
import TestSupport
import Testing

@Suite("Swapped references")
struct SwappedReferenceTests {
  /// Says when it is freed.
  private final class Plan: Sendable {
    let number: Int
    private let log: @Sendable (Int) -> Void

    init(_ number: Int, _ log: @escaping @Sendable (Int) -> Void = { _ in }) {
      (self.number, self.log) = (number, log)
    }

    deinit { log(number) }
  }

  @Test("what is replaced is freed by who settles, and not before")
  func lifetime() {
    let freed = Mutex<[Int]>([])
    let reference = SwappedReference(Plan(1) { number in freed.withLock { $0.append(number) } })
    reference.replace { _ in Plan(2) { number in freed.withLock { $0.append(number) } } }
    #expect(reference.use { $0.number } == 2 && freed.withLock { $0 } == [])
    reference.settle {}
    expectEqual(freed.withLock { $0 }, [1])
    reference.replace { $0 }
    reference.settle {}
    #expect(freed.withLock { $0 } == [1] && reference.present.number == 2)
  }

  private final class Box: Sendable {
    let reference: SwappedReference<Plan>

    init(_ plan: Plan) { reference = SwappedReference(plan) }
  }

  @Test("who settles waits for the end of a use that began before, and for no other", .timeLimit(.minutes(15)))
  func waiting() async {
    let freed = Flag()
    let box = Box(Plan(1) { _ in freed.now = true })
    let isInside = Flag()
    let mayLeave = Flag()
    let hasLeft = Flag()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await onThread {
          box.reference.use { plan in
            isInside.now = true
            while !mayLeave.now {}
            #expect(plan.number == 1 && !freed.now)
            hasLeft.now = true
          }
        }
      }
      group.addTask {
        await onThread {
          while !isInside.now {}
          box.reference.replace { _ in Plan(2) }
          var pauses = 0
          box.reference.settle {
            // Those that come later see the new one, and are not waited for.
            expectEqual(box.reference.use { $0.number }, 2)
            pauses += 1
            if pauses == 3 { mayLeave.now = true }
          }
          #expect(pauses >= 3 && hasLeft.now && freed.now)
        }
      }
    }
  }

  @Test("an object is whole for as long as it is used, while two threads replace it", .timeLimit(.minutes(15)))
  func races() async {
    let living = Count()
    let make: @Sendable (Int) -> Plan = { number in
      living.add(1)
      return Plan(number) { _ in living.subtract(1) }
    }
    let box = Box(make(0))
    let isOver = Flag()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 {
        group.addTask {
          await onThread {
            var last = 0
            while !isOver.now {
              box.reference.use { plan in
                // Numbers only grow, as far as this thread sees them.
                expectGreaterOrEqual(plan.number, last)
                last = plan.number
              }
            }
          }
        }
      }
      group.addTask {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<2 {
            group.addTask {
              await onThread {
                for _ in 0..<500 {
                  box.reference.replace { make($0.number + 1) }
                  box.reference.settle {}
                }
              }
            }
          }
        }
        isOver.now = true
      }
    }
    #expect(box.reference.present.number == 1000 && living.now == 1)
  }
}
