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
    #expect(CFGetTypeID(pool) == CMMemoryPoolGetTypeID())
    let block = try #require(CFAllocatorAllocate(allocator, 100_000, 0))
    #expect(UInt(bitPattern: block) % 16 == 0)
    memset(block, 0x5A, 100_000)
    CFAllocatorDeallocate(allocator, block)
    CMMemoryPoolFlush(pool)
  }

  @Test("A block that grows keeps what it holds")
  func growing() throws {
    let pool = CMMemoryPoolCreate(options: nil)
    let allocator = CMMemoryPoolGetAllocator(pool)
    let block = try #require(CFAllocatorAllocate(allocator, 64, 0))
    memset(block, 7, 64)
    let grown = try #require(CFAllocatorReallocate(allocator, block, 4096, 0))
    #expect(UnsafeRawBufferPointer(start: grown, count: 64).allSatisfy { $0 == 7 })
    CFAllocatorDeallocate(allocator, grown)
  }

  @Test("A block buffer in a pool's memory, after the pool is gone")
  func buffers() throws {
    var block: CMBlockBuffer?
    do {
      let pool = CMMemoryPoolCreate(options: nil)
      #expect(
        CMBlockBufferCreateWithMemoryBlock(
          allocator: nil, memoryBlock: nil, blockLength: 5000, blockAllocator: CMMemoryPoolGetAllocator(pool),
          customBlockSource: nil, offsetToData: 0, dataLength: 5000, flags: kCMBlockBufferAssureMemoryNowFlag,
          blockBufferOut: &block) == noErr)
    }
    let made = try #require(block)
    #expect(CMBlockBufferFillDataBytes(with: 9, blockBuffer: made, offsetIntoDestination: 0, dataLength: 5000) == noErr)
    #expect(bytes(of: made).allSatisfy { $0 == 9 })
  }

  @Test("What was taken from a pool goes back when that is invalid")
  func invalid() throws {
    let pool = CMMemoryPoolCreate(
      options: unsafeBitCast(
        NSDictionary(object: NSNumber(value: 0.5), forKey: key(kCMMemoryPoolOption_AgeOutPeriod)),
        to: CFDictionary.self))
    let allocator = CMMemoryPoolGetAllocator(pool)
    let block = try #require(CFAllocatorAllocate(allocator, 64, 0))
    CMMemoryPoolInvalidate(pool)
    CFAllocatorDeallocate(allocator, block)
  }

  @Test("What is no pool, and a period that there is not")
  func refusals() {
    for (_, stranger) in strangers(CMMemoryPool.self) {
      CMMemoryPoolFlush(stranger)
      CMMemoryPoolInvalidate(stranger)
      #expect(unsafeBitCast(CMMemoryPoolGetAllocator(stranger), to: UInt.self) == 0)
    }
    let options = NSDictionary(object: NSNumber(value: -1), forKey: key(kCMMemoryPoolOption_AgeOutPeriod))
    let pool = CMMemoryPoolCreate(options: unsafeBitCast(options, to: CFDictionary.self))
    #expect(unsafeBitCast(pool, to: UInt.self) == 0)
  }

  private func key(_ text: CFString) -> NSString { unsafeBitCast(text, to: NSString.self) }
}
