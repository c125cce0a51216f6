// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import CCoreMedia
public import CoreFoundation

// <CoreMedia/CMMemoryPool.h>

/// The pool behind a pointer of the caller's; `nil` for what is none.
@unsafe
private func pool(_ pointer: UnsafeRawPointer?) -> MemoryPool? { unsafe object(pointer, MemoryPool.self) }

@c(CMMemoryPoolGetTypeID)
public func cmMemoryPoolGetTypeID() -> CFTypeID { MemoryPool.typeID }

/// Null for options that there are not.
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

/// Gives the system the memory that waits in the pool.
@c(CMMemoryPoolFlush)
public func cmMemoryPoolFlush(_ pool: UnsafeRawPointer?) { unsafe CoreMedia.pool(pool)?.flush() }

/// The pool's allocator goes on and keeps nothing, for what was taken from it must go back.
@c(CMMemoryPoolInvalidate)
public func cmMemoryPoolInvalidate(_ pool: UnsafeRawPointer?) { unsafe CoreMedia.pool(pool)?.invalidate() }
