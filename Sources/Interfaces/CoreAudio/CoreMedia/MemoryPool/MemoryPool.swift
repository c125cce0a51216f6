import CCoreMedia
import CoreFoundation

/// What a `CMMemoryPoolRef` points to: an allocator, and for how long that keeps what is freed.
///
/// The allocator may outlive the pool, and then keeps nothing.
final class MemoryPool: MediaObject {
  static let typeID = register("CMMemoryPool", MemoryPool.self)

  /// Seconds that freed memory waits where nobody says for how long.
  private static let usualPeriod = 0.5
  /// Seconds, a hundred years: numbers beyond have no meaning.
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

  /// Gives the system all memory that waits to be asked for again.
  func flush() { pages.flush() }

  /// Ends the waiting, of what was freed and of what is to be.
  func invalidate() { pages.close() }

  deinit { pages.close() }
}
