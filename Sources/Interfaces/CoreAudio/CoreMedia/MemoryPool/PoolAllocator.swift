import AudioBase
import AudioDevices
import CCoreMedia
import CCoreMediaObjects
import CoreFoundation
import Foundation

/// The allocator of a pool, which Core Foundation's functions take for one of theirs.
///
/// `CFAllocatorCreate` stops the program on this system. But Core Foundation needs of an allocator only its context,
/// which it expects after the marks that all its objects have and one pointer: so is this one's placed. Its type is one
/// of its own, for Core Foundation finds the class of its own object types by their numbers.
///
/// Memory is allocated in whole pages, whose first bytes hold their size.
@safe
final class PoolAllocator: @unchecked Sendable {
  // `@unchecked`: the following changes in `init` only, except for the state that the lock guards.

  /// The type identifier for Core Foundation, directly after Swift's header: nothing may be stored before it.
  private let coreFoundationMarks: UInt64
  /// The allocator of an allocator's own memory: Swift's, here.
  private let ownAllocator: UnsafeRawPointer? = nil
  /// The functions that `CFAllocatorAllocate` and its kin call.
  private var context = unsafe CFAllocatorContext()
  // From here on Core Foundation reads nothing.
  private let recycler: Lock<BlockRecycler>

  private static let typeID = unsafe MediaObject.register(
    "CMMemoryPoolAllocator", PoolAllocator.self,
    CMObjectFunctions(
      equal: { unsafe $0 == $1 },
      hash: { UInt(bitPattern: $0) >> 4 },
      copyDescription: { address in
        let text = unsafe NSString(string: "<CMMemoryPoolAllocator \(address)>")
        return unsafe UnsafeRawPointer(Unmanaged.passRetained(text).toOpaque())
      }))

  /// The number of bytes before a block that hold its size; it preserves the strictest alignment.
  private static let headerByteCount = 64
  private static let pageByteCount = max(4096, sysconf(Int32(_SC_PAGESIZE)))

  /// - Parameter period: The time, in nanoseconds, for which freed memory is kept for reuse.
  init(period: UInt64) {
    coreFoundationMarks = UInt64(Self.typeID) << 8 | 0x80
    recycler = Lock(BlockRecycler(period: period))
    unsafe context.info = Unmanaged.passUnretained(self).toOpaque()
    unsafe context.allocate = { count, _, info in unsafe PoolAllocator.behind(info)?.allocate(count) }
    unsafe context.reallocate = { address, count, _, info in
      unsafe PoolAllocator.behind(info)?.reallocate(address, count)
    }
    unsafe context.deallocate = { address, info in unsafe PoolAllocator.behind(info)?.free(address) }
    unsafe context.preferredSize = { count, _, _ in
      PoolAllocator.wholePages(count).map { $0 - PoolAllocator.headerByteCount } ?? count
    }
  }

  /// The allocator that Core Foundation should use: this one, or its own if it does not read this one correctly.
  var coreFoundation: CFAllocator {
    let allocator = unsafe unsafeBitCast(self, to: CFAllocator.self)
    var seen = unsafe CFAllocatorContext()
    unsafe CFAllocatorGetContext(allocator, &seen)
    let isMeant = unsafe withUnsafeBytes(of: &seen) { seen in
      unsafe withUnsafeBytes(of: context) { unsafe $0.elementsEqual(seen) }
    }
    return isMeant ? allocator : kCFAllocatorSystemDefault
  }

  /// Returns all waiting memory to the system.
  func flush() { recycler.withLock { $0.flush() } }

  /// Returns all cached memory to the system, and caches none from now on.
  func close() { recycler.withLock { $0.close() } }

  deinit { close() }

  // MARK: Memory

  @unsafe
  private static func behind(_ info: UnsafeMutableRawPointer?) -> PoolAllocator? {
    unsafe info.map { unsafe Unmanaged<PoolAllocator>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Returns the bytes of the pages that hold a number of bytes and the header; `nil` if that overflows or is
  /// negative.
  private static func wholePages(_ count: Int) -> Int? {
    let (sum, overflows) = count.addingReportingOverflow(headerByteCount + pageByteCount - 1)
    return overflows || count < 0 ? nil : sum / pageByteCount * pageByteCount
  }

  private func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    guard let whole = Self.wholePages(count) else { return nil }
    let waiting = recycler.withLock { $0.take(whole, at: HostClock.now) }
    guard
      // Bound: the program states the number itself, and gets null for one that the system has no memory for.
      let pages = unsafe waiting.flatMap({ unsafe UnsafeMutableRawPointer(bitPattern: $0) })
        ?? aligned_alloc(Self.pageByteCount, whole)
    else { return nil }
    unsafe pages.storeBytes(of: whole, as: Int.self)
    return unsafe pages + Self.headerByteCount
  }

  @unsafe
  private func reallocate(_ address: UnsafeMutableRawPointer?, _ count: Int) -> UnsafeMutableRawPointer? {
    guard let address = unsafe address else { return unsafe allocate(count) }
    let whole = unsafe (address - Self.headerByteCount).load(as: Int.self)
    // A block that grows within its pages stays in place.
    if Self.wholePages(count) == whole { return unsafe address }
    guard let moved = unsafe allocate(count) else { return nil }
    unsafe moved.copyMemory(from: address, byteCount: min(count, whole - Self.headerByteCount))
    unsafe free(address)
    return unsafe moved
  }

  @unsafe
  private func free(_ address: UnsafeMutableRawPointer?) {
    guard let address = unsafe address else { return }
    let pages = unsafe address - Self.headerByteCount
    let whole = unsafe pages.load(as: Int.self)
    let number = UInt(bitPattern: pages)
    recycler.withLock { $0.keep(number, whole, at: HostClock.now) }
  }
}
