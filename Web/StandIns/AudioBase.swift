// What the standard library of Embedded Swift lacks, for AudioBase and the modules above it.

/// A value for one thread at a time: a page's module has no other.
@frozen public struct Mutex<Value: ~Copyable>: ~Copyable {
  @usableFromInline let place: UnsafeMutablePointer<Value>

  /// Keeps a value for good: whatever is guarded is made once.
  @inlinable public init(_ value: consuming sending Value) {
    place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    place.initialize(to: value)
  }

  /// Calls `body` with the value.
  @inlinable public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try body(&place.pointee)
  }
}
extension Mutex: @unchecked Sendable where Value: ~Copyable {}
