// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMMemoryPool.h>

/// Returns the pool at a caller's pointer; `nil` for any other object.
@unsafe
private func pool(_ pointer: UnsafeRawPointer?) -> MemoryPool? { unsafe object(pointer, MemoryPool.self) }

@c(CMMemoryPoolGetTypeID)
public func cmMemoryPoolGetTypeID() -> CFTypeID { MemoryPool.typeID }

/// Returns null for unknown options.
@c(CMMemoryPoolCreate)
public func cmMemoryPoolCreate(_ options: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  guard let pool = try? unsafe MemoryPool(dictionary(options)) else { return nil }
  return unsafe Unmanaged.passRetained(pool).toOpaque()
}

@c(CMMemoryPoolGetAllocator)
public func cmMemoryPoolGetAllocator(_ pool: UnsafeRawPointer?) -> UnsafeMutableRawPointer? {
  guard let pool = unsafe CoreMedia.pool(pool) else { return nil }
  return unsafe Unmanaged.passUnretained(pool.allocator).toOpaque()
}

/// Returns the pool's kept memory to the system.
@c(CMMemoryPoolFlush)
public func cmMemoryPoolFlush(_ pool: UnsafeRawPointer?) { unsafe CoreMedia.pool(pool)?.flush() }

/// Invalidates the pool. Its allocator still works but keeps nothing; memory from it must be returned to it.
@c(CMMemoryPoolInvalidate)
public func cmMemoryPoolInvalidate(_ pool: UnsafeRawPointer?) { unsafe CoreMedia.pool(pool)?.invalidate() }
