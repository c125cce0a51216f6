import CCoreMedia
import CoreFoundation

/// What a `CMMemoryPoolRef` points to.
///
/// Core Foundation makes no allocators on this system: `CFAllocatorCreate` stops the program. So the pool's allocator
/// is the system's own, which keeps freed blocks for the next ones of their size by itself; there is nothing to flush,
/// and an invalid pool's allocator goes on.
final class MemoryPool: MediaObject {
  static let typeID = register("CMMemoryPool", MemoryPool.self)

  let allocator: CFAllocator = kCFAllocatorSystemDefault

  /// - Throws: `kCMMemoryPoolError_InvalidParameter` for a period that there is not.
  init(_ options: CFDictionary?) throws(Failure) {
    if let period = options?.number(kCMMemoryPoolOption_AgeOutPeriod), !(period >= 0) {
      throw Failure(kCMMemoryPoolError_InvalidParameter)
    }
    super.init(Self.typeID)
  }
}
