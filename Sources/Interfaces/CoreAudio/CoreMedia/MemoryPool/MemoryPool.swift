import CCoreMedia
import CoreFoundation

/// The object that a `CMMemoryPoolRef` points to: an allocator, and the time for which it keeps freed memory.
///
/// The allocator may outlive the pool, and then keeps nothing.
final class MemoryPool: MediaObject {
  static let typeID = register("CMMemoryPool", MemoryPool.self)

  /// The default time, in seconds, for which freed memory is kept.
  private static let usualPeriod = 0.5
  /// The longest period in seconds, a hundred years: larger numbers have no meaning.
  private static let longestPeriod = 3.2e9

  private let pages: PoolAllocator
  let allocator: CFAllocator

  /// - Throws: `kCMMemoryPoolError_InvalidParameter` for a period that there is not.
  init(_ options: CFDictionary?) throws(Failure) {
    let period = options?.number(kCMMemoryPoolOption_AgeOutPeriod) ?? Self.usualPeriod
    guard period >= 0 else { throw Failure(kCMMemoryPoolError_InvalidParameter) }
    pages = PoolAllocator(period: UInt64(min(period, Self.longestPeriod) * 1e9))
    allocator = pages.coreFoundation
    super.init(Self.typeID)
  }

  /// Returns all freed memory that waits for reuse to the system.
  func flush() { pages.flush() }

  /// Ends the waiting, of memory freed so far and from now on.
  func invalidate() { pages.close() }

  deinit { pages.close() }
}
