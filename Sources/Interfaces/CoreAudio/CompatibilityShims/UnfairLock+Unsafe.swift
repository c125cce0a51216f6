// Names are those of <os/lock.h>. Programs say where a lock lies, where nothing but a mutex of the C library works.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation

/// A lock for one thread at a time; others sleep. It must not be moved.
///
/// `@unchecked`: the functions of the C library alone read and change it.
@safe
public struct os_unfair_lock_s: @unchecked Sendable {
  // All zeros are an open lock of each C library here.
  fileprivate var mutex = unsafe pthread_mutex_t()

  /// Creates an open lock.
  public init() {}
}

/// A lock for one thread at a time.
public typealias os_unfair_lock = os_unfair_lock_s
/// A pointer to a lock.
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>

/// Takes a lock, waiting if another thread holds it.
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) { unsafe _ = pthread_mutex_lock(&lock.pointee.mutex) }

/// Takes a lock, unless a thread holds it.
///
/// - Returns: True if it was taken.
public func os_unfair_lock_trylock(_ lock: os_unfair_lock_t) -> Bool {
  unsafe pthread_mutex_trylock(&lock.pointee.mutex) == 0
}

/// Releases a lock that the calling thread holds.
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) { unsafe _ = pthread_mutex_unlock(&lock.pointee.mutex) }
