import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Memory pools")
struct MemoryPoolTests {
  @Test("A pool's allocator gives memory for any type, and takes it back")
  func memory() throws {
    let pool = CMMemoryPoolCreate(options: nil)
    let allocator = CMMemoryPoolGetAllocator(pool)
    expectEqual(CFGetTypeID(pool), CMMemoryPoolGetTypeID())
    let block = try required(CFAllocatorAllocate(allocator, 100_000, 0))
    expectEqual(UInt(bitPattern: block) % 16, 0)
    memset(block, 0x5A, 100_000)
    CFAllocatorDeallocate(allocator, block)
    CMMemoryPoolFlush(pool)
  }

  @Test("A block that grows keeps what it holds")
  func growing() throws {
    let pool = CMMemoryPoolCreate(options: nil)
    let allocator = CMMemoryPoolGetAllocator(pool)
    let block = try required(CFAllocatorAllocate(allocator, 64, 0))
    memset(block, 7, 64)
    let grown = try required(CFAllocatorReallocate(allocator, block, 4096, 0))
    #expect(UnsafeRawBufferPointer(start: grown, count: 64).allSatisfy { $0 == 7 })
    CFAllocatorDeallocate(allocator, grown)
  }

  @Test("A block buffer in a pool's memory, after the pool is gone")
  func buffers() throws {
    var block: CMBlockBuffer?
    do {
      let pool = CMMemoryPoolCreate(options: nil)
      expectEqual(
        CMBlockBufferCreateWithMemoryBlock(
          allocator: nil, memoryBlock: nil, blockLength: 5000, blockAllocator: CMMemoryPoolGetAllocator(pool),
          customBlockSource: nil, offsetToData: 0, dataLength: 5000, flags: kCMBlockBufferAssureMemoryNowFlag,
          blockBufferOut: &block), noErr)
    }
    let made = try required(block)
    expectEqual(
      CMBlockBufferFillDataBytes(with: 9, blockBuffer: made, offsetIntoDestination: 0, dataLength: 5000), noErr)
    #expect(bytes(of: made).allSatisfy { $0 == 9 })
  }

  #if canImport(Glibc)
    @Test("What is freed waits for the next of its size, until it is flushed or the pool is invalid", .ownThreads)
    func recycling() async {
      await #expect(processExitsWith: .success) {
        let size = 64 << 20
        let pool = makePool(period: 3600)
        let allocator = CMMemoryPoolGetAllocator(pool)
        let first = try required(CFAllocatorAllocate(allocator, size, 0))
        let second = try required(CFAllocatorAllocate(allocator, 2 * size, 0))
        let full = allocatedByteCount()
        CFAllocatorDeallocate(allocator, first)
        CFAllocatorDeallocate(allocator, second)
        // Both wait; each goes to the request of its size.
        expectGreater(allocatedByteCount(), full - size / 2)
        expectEqual(CFAllocatorAllocate(allocator, size, 0), first)
        expectEqual(CFAllocatorAllocate(allocator, 2 * size, 0), second)
        CFAllocatorDeallocate(allocator, first)
        CFAllocatorDeallocate(allocator, second)
        CMMemoryPoolFlush(pool)
        expectLess(allocatedByteCount(), full - 5 * size / 2)
        // What was taken goes back when the pool is invalid, and waits no more.
        let third = try required(CFAllocatorAllocate(allocator, size, 0))
        CMMemoryPoolInvalidate(pool)
        CFAllocatorDeallocate(allocator, third)
        expectLess(allocatedByteCount(), full - 5 * size / 2)
      }
    }

    @Test("With no time to wait nothing waits, and a pool that is gone keeps nothing", .ownThreads)
    func ends() async {
      await #expect(processExitsWith: .success) {
        let size = 64 << 20
        let empty = allocatedByteCount()
        for period in [0.0, 3600] {
          let pool = makePool(period: period)
          let allocator = CMMemoryPoolGetAllocator(pool)
          let block = try required(CFAllocatorAllocate(allocator, size, 0))
          CFAllocatorDeallocate(allocator, block)
          expectEqual(allocatedByteCount() > empty + size / 2, period > 0)
        }
        expectLess(allocatedByteCount(), empty + size / 2)
      }
    }
  #endif

  @Test("Blocks go back to the system when their time is over, the oldest first, and when there are too many")
  func ages() {
    func block() -> UInt { UInt(bitPattern: aligned_alloc(4096, 4096)) }
    var recycler = BlockRecycler(period: 100)
    let blocks = [block(), block(), block()]
    recycler.keep(blocks[0], 4096, at: 1000)
    recycler.keep(blocks[1], 4096, at: 1050)
    recycler.keep(blocks[2], 4096, at: 1060)
    expectNil(recycler.take(8192, at: 1060))
    expectEqual(recycler.take(4096, at: 1099), blocks[2])
    expectEqual(recycler.keptByteCount, 2 * 4096)
    // The first is 100 old.
    #expect(recycler.take(8192, at: 1100) == nil && recycler.keptByteCount == 4096)
    expectEqual(recycler.take(4096, at: 1149), blocks[1])
    recycler.keep(blocks[1], 4096, at: 1149)
    recycler.keep(blocks[2], 4096, at: 1249)
    #expect(recycler.keptByteCount == 4096 && recycler.take(4096, at: 1249) == blocks[2])
    recycler.keep(blocks[2], 4096, at: 1249)
    for _ in 0..<(BlockRecycler.most + 7) { recycler.keep(block(), 4096, at: 1249) }
    expectEqual(recycler.keptByteCount, BlockRecycler.most * 4096)
    recycler.close()
    recycler.keep(block(), 4096, at: 1249)
    expectEqual(recycler.keptByteCount, 0)
  }

  @Test("Core Foundation takes the allocator for one of its own")
  func context() throws {
    let pool = CMMemoryPoolCreate(options: nil)
    let allocator = CMMemoryPoolGetAllocator(pool)
    #expect(allocator !== kCFAllocatorSystemDefault && CMMemoryPoolGetAllocator(pool) === allocator)
    var context = CFAllocatorContext()
    CFAllocatorGetContext(allocator, &context)
    #expect(context.info == Unmanaged.passUnretained(allocator).toOpaque() && context.version == 0)
    // A page holds the size beside the block.
    let preferred = CFAllocatorGetPreferredSizeForSize(allocator, 5000, 0)
    #expect(preferred >= 5000 && preferred == CFAllocatorGetPreferredSizeForSize(allocator, preferred, 0))
    #expect(CFAllocatorAllocate(allocator, .max, 0) == nil && CFAllocatorAllocate(allocator, 0, 0) == nil)
    let text = try required(CFStringCreateWithBytes(allocator, Array("pool".utf8), 4, 0x0800_0100, false))
    expectEqual(CFStringGetLength(text), 4)
    #expect(CFCopyDescription(allocator) != nil && CFEqual(allocator, allocator) && CFHash(allocator) != 0)
  }

  @Test("What is no pool, and a period that there is not")
  func refusals() {
    for (_, stranger) in strangers(CMMemoryPool.self) {
      CMMemoryPoolFlush(stranger)
      CMMemoryPoolInvalidate(stranger)
      expectEqual(unsafeBitCast(CMMemoryPoolGetAllocator(stranger), to: UInt.self), 0)
    }
    let options = NSDictionary(object: NSNumber(value: -1), forKey: key(kCMMemoryPoolOption_AgeOutPeriod))
    let pool = CMMemoryPoolCreate(options: unsafeBitCast(options, to: CFDictionary.self))
    expectEqual(unsafeBitCast(pool, to: UInt.self), 0)
  }
}

private func key(_ text: CFString) -> NSString { unsafeBitCast(text, to: NSString.self) }

/// A pool with a period in seconds.
private func makePool(period: Double) -> CMMemoryPool {
  let options = NSDictionary(object: NSNumber(value: period), forKey: key(kCMMemoryPoolOption_AgeOutPeriod))
  return CMMemoryPoolCreate(options: unsafeBitCast(options, to: CFDictionary.self))
}

#if canImport(Glibc)
  /// Bytes that the program has allocated.
  private func allocatedByteCount() -> Int {
    let told = mallinfo2()
    return Int(told.uordblks) + Int(told.hblkhd)
  }
#endif
