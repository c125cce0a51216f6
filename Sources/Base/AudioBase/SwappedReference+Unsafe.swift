// A reference that is kept as an address, so that it can be read by one instruction. The object at the address lives:
// `held` keeps the present one, and each that was replaced until no thread is inside that could have read it.

public import Synchronization

/// An object that rendering threads use and other threads replace; a rendering thread never waits.
///
/// ```
/// rendering      use ─► enters, reads the address, works, leaves
/// other threads  replace ─► the address is another one ─► settle ─► all have left ─► the old object is freed here
/// ```
/// A thread that works with the object counts itself in one of two places, so that a thread that waits for those inside
/// need not wait for those that come later (sleepable read-copy-update). Nothing is freed, allocated or locked by
/// ``use(_:)``.
///
/// It is inlined into other modules for the reason that ``Lock`` is.
@frozen
@usableFromInline
package struct SwappedReference<Object: AnyObject & Sendable>: ~Copyable {
  /// The objects that must not be freed yet.
  @usableFromInline struct Held: Sendable {
    @usableFromInline var present: Object
    @usableFromInline var replaced: [Object] = []

    @usableFromInline init(_ present: Object) { self.present = present }
  }

  /// The lock of threads that replace, held for some instructions.
  @usableFromInline let held: Lock<Held>
  /// The lock of threads that wait for those inside; never held by a thread that is inside.
  @usableFromInline let settling = Lock(())
  @usableFromInline let address: Atomic<UInt>
  /// A counter of states whose lowest bit selects the counter that an entering thread increments.
  @usableFromInline let phase = Atomic<UInt>(0)
  @usableFromInline let evenCount = Atomic<Int>(0)
  @usableFromInline let oddCount = Atomic<Int>(0)

  /// Creates a reference to an object.
  @inlinable
  package init(_ object: Object) {
    held = Lock(Held(object))
    address = Atomic(Self.address(of: object))
  }

  /// Calls `body` with the object, which lives until `body` returns even if it is replaced.
  @inlinable
  package borrowing func use<Result>(_ body: (Object) -> Result) -> Result {
    let isOdd = phase.load(ordering: .sequentiallyConsistent) & 1 == 1
    if isOdd {
      oddCount.add(1, ordering: .sequentiallyConsistent)
    } else {
      evenCount.add(1, ordering: .sequentiallyConsistent)
    }
    defer {
      if isOdd {
        oddCount.subtract(1, ordering: .releasing)
      } else {
        evenCount.subtract(1, ordering: .releasing)
      }
    }
    // Holds: it is the address of an object.
    let pointer = unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .sequentiallyConsistent))!
    // Whatever the body retains it has released when it returns, before this thread is outside.
    return unsafe Unmanaged<Object>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0) }
  }

  /// The object, for threads that may wait; the caller can keep it.
  @inlinable
  package var present: Object { held.withLock { $0.present } }

  /// Replaces the object. The old one is kept until ``settle(_:)``.
  ///
  /// - Parameter change: Receives the present object, and returns its replacement: the same for no change.
  @inlinable
  package borrowing func replace<Failure: Error>(_ change: (Object) throws(Failure) -> Object) throws(Failure) {
    try held.withLock { (held: inout sending Held) throws(Failure) in
      let new = try change(held.present)
      guard new !== held.present else { return }
      held.replaced.append(held.present)
      held.present = new
      address.store(Self.address(of: new), ordering: .sequentiallyConsistent)
    }
  }

  /// Waits until no thread uses a replaced object, and releases those objects.
  ///
  /// - Parameter pause: Waits for some time. Not to be called by a thread that works with the object.
  @inlinable
  package borrowing func settle(_ pause: () -> Void) {
    let old = held.withLock { held in
      defer { held.replaced = [] }
      return held.replaced
    }
    // Without this the compiler, which sees nobody use them, frees them at once.
    withExtendedLifetime(old) {
      settling.withLock { _ in
        // Twice, for a thread may have read the phase long before it counts itself.
        for _ in 0..<2 {
          let wasOdd = phase.load(ordering: .sequentiallyConsistent) & 1 == 1
          phase.store(wasOdd ? 0 : 1, ordering: .sequentiallyConsistent)
          while count(isOdd: wasOdd) != 0 { pause() }
        }
      }
    }
  }

  @usableFromInline
  static func address(of object: Object) -> UInt {
    UInt(bitPattern: unsafe Unmanaged.passUnretained(object).toOpaque())
  }

  /// The number of threads inside that are counted in one of the two counters.
  @usableFromInline
  borrowing func count(isOdd: Bool) -> Int {
    isOdd ? oddCount.load(ordering: .sequentiallyConsistent) : evenCount.load(ordering: .sequentiallyConsistent)
  }
}

extension SwappedReference: Sendable {}
