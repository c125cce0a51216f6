import CCoreMedia
import CoreFoundation
import Synchronization

/// One block of memory, which block buffers share: allocated at the first use, freed after the last.
///
/// Its address is set once, by the thread that is first; others that have allocated meanwhile give theirs back.
@safe
final class MemoryBlock {
  /// The owner, which gives the memory and takes it back.
  @safe
  enum Owner {
    /// A Core Foundation allocator; `nil` means the default one.
    case allocator(CFAllocator?)
    /// The caller's functions.
    case functions(CustomBlockSource)
    /// The caller's closures.
    case closures((Int) -> UnsafeMutableRawPointer?, (UnsafeMutableRawPointer, Int) -> Void)
  }

  let byteCount: Int
  private let owner: Owner
  private let place: Atomic<UnsafeMutableRawPointer?>

  /// The address of the memory, or `nil` before it is allocated.
  var address: UnsafeMutableRawPointer? { unsafe place.load(ordering: .acquiring) }

  /// Creates a block over memory that exists, or that is allocated later.
  @unsafe
  init(_ address: UnsafeMutableRawPointer?, byteCount: Int, owner: Owner) {
    unsafe place = unsafe Atomic(address)
    self.byteCount = byteCount
    self.owner = owner
  }

  /// Allocates the memory unless it is already allocated; returns true on success.
  func allocate() -> Bool {
    guard unsafe address == nil else { return true }
    let memory: UnsafeMutableRawPointer?
    switch owner {
    case .allocator(let allocator): unsafe memory = CFAllocatorAllocate(allocator, max(1, byteCount), 0)
    case .functions(let source): unsafe memory = source.allocate(byteCount)
    case .closures(let allocate, _): unsafe memory = allocate(byteCount)
    }
    guard let memory = unsafe memory else { return unsafe address != nil }
    // The function may have needed the same block itself, or another thread may have.
    let (isFirst, _) = unsafe place.compareExchange(expected: nil, desired: memory, ordering: .acquiringAndReleasing)
    if !isFirst { unsafe free(memory) }
    return true
  }

  deinit { if let address = unsafe address { unsafe free(address) } }

  private func free(_ address: UnsafeMutableRawPointer) {
    switch owner {
    case .allocator(let allocator): unsafe CFAllocatorDeallocate(allocator, address)
    case .functions(let source): unsafe source.free(address, byteCount)
    case .closures(_, let deallocate): unsafe deallocate(address, byteCount)
    }
  }
}

/// A `CMBlockBufferCustomBlockSource`, whose pointers are at offsets 4, 12 and 20.
@safe
struct CustomBlockSource {
  private let allocateBlock: (@convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?
  private let freeBlock: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?
  private let context: UnsafeMutableRawPointer?

  /// Reads a caller's struct; `nil` if its version is not known.
  @unsafe
  init?(_ memory: UnsafeRawPointer) {
    guard unsafe memory.loadUnaligned(as: UInt32.self) == kCMBlockBufferCustomBlockSourceVersion else { return nil }
    unsafe allocateBlock = unsafe unsafeBitCast(
      memory.loadUnaligned(fromByteOffset: 4, as: Int.self),
      to: (@convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer?)?.self)
    unsafe freeBlock = unsafe unsafeBitCast(
      memory.loadUnaligned(fromByteOffset: 12, as: Int.self),
      to: (@convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Void)?.self)
    unsafe context = unsafe UnsafeMutableRawPointer(bitPattern: memory.loadUnaligned(fromByteOffset: 20, as: UInt.self))
  }

  func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? { unsafe allocateBlock?(context, byteCount) }

  func free(_ address: UnsafeMutableRawPointer, _ byteCount: Int) { unsafe freeBlock?(context, address, byteCount) }
}
