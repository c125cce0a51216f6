import CoreFoundation
import CoreMedia
import TestSupport
import Testing

@Suite("Block buffers")
struct BlockBufferTests {
  private func make(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    var buffer: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: bytes.count, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: bytes.count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &buffer)
    expectEqual(status, noErr)
    let made = try required(buffer)
    expectEqual(
      CMBlockBufferReplaceDataBytes(
        with: bytes, blockBuffer: made, offsetIntoDestination: 0, dataLength: bytes.count), noErr)
    return made
  }

  private func bytes(of buffer: CMBlockBuffer, from offset: Int = 0) -> [UInt8] {
    var copy = [UInt8](repeating: 0, count: CMBlockBufferGetDataLength(buffer) - offset)
    expectEqual(CMBlockBufferCopyDataBytes(buffer, atOffset: offset, dataLength: copy.count, destination: &copy), noErr)
    return copy
  }

  @Test("Parts of several blocks are one range of bytes, without a copy")
  func references() throws {
    let first = try make([1, 2, 3, 4])
    let second = try make([5, 6, 7])
    var made: CMBlockBuffer?
    expectEqual(CMBlockBufferCreateEmpty(allocator: nil, capacity: 2, flags: 0, blockBufferOut: &made), noErr)
    let buffer = try required(made)
    #expect(CMBlockBufferIsEmpty(buffer))
    expectEqual(
      CMBlockBufferAppendBufferReference(buffer, targetBBuf: first, offsetToData: 1, dataLength: 3, flags: 0), noErr)
    expectEqual(
      CMBlockBufferAppendBufferReference(buffer, targetBBuf: second, offsetToData: 0, dataLength: 0, flags: 0), noErr)
    expectEqual(bytes(of: buffer), [2, 3, 4, 5, 6, 7])
    expectEqual(bytes(of: buffer, from: 4), [6, 7])
    #expect(CMBlockBufferIsRangeContiguous(buffer, atOffset: 0, length: 3))
    #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 2, length: 2))

    var lengthAtOffset = 0
    var total = 0
    var pointer: UnsafeMutablePointer<CChar>?
    expectEqual(
      CMBlockBufferGetDataPointer(
        buffer, atOffset: 1, lengthAtOffsetOut: &lengthAtOffset, totalLengthOut: &total, dataPointerOut: &pointer),
      noErr)
    expectEqual(lengthAtOffset, 2)
    expectEqual(total, 6)
    expectEqual(pointer?.pointee, 3)

    // What is written into the one is read from the other.
    expectEqual(
      CMBlockBufferFillDataBytes(with: 9, blockBuffer: buffer, offsetIntoDestination: 2, dataLength: 2), noErr)
    expectEqual(bytes(of: first), [1, 2, 3, 9])
    expectEqual(bytes(of: second), [9, 6, 7])

    var contiguous: CMBlockBuffer?
    expectEqual(
      CMBlockBufferCreateContiguous(
        allocator: nil, sourceBuffer: buffer, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
        dataLength: 0, flags: 0, blockBufferOut: &contiguous), noErr)
    let copy = try required(contiguous)
    #expect(CMBlockBufferIsRangeContiguous(copy, atOffset: 0, length: 0))
    expectEqual(bytes(of: copy), [2, 3, 9, 9, 6, 7])
  }

  @Test("Memory of the caller's is given back to its allocator, once, with the last reference")
  func ownership() throws {
    final class Counter { var count = 0 }
    let counter = Counter()
    var source = CMBlockBufferCustomBlockSource()
    source.version = kCMBlockBufferCustomBlockSourceVersion
    source.refCon = Unmanaged.passUnretained(counter).toOpaque()
    source.FreeBlock = { context, memory, _ in
      if let context { Unmanaged<Counter>.fromOpaque(context).takeUnretainedValue().count += 1 }
      memory.deallocate()
    }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 7, count: 8)
    do {
      var made: CMBlockBuffer?
      expectEqual(
        CMBlockBufferCreateWithMemoryBlock(
          allocator: nil, memoryBlock: memory, blockLength: 8, blockAllocator: nil, customBlockSource: &source,
          offsetToData: 2, dataLength: 4, flags: 0, blockBufferOut: &made), noErr)
      let buffer = try required(made)
      var reference: CMBlockBuffer?
      expectEqual(
        CMBlockBufferCreateWithBufferReference(
          allocator: nil, referenceBuffer: buffer, offsetToData: 0, dataLength: 4, flags: 0, blockBufferOut: &reference),
        noErr)
      made = nil
      expectEqual(reference.map { bytes(of: $0) }, [7, 7, 7, 7])
      expectEqual(counter.count, 0)
      reference = nil
      withExtendedLifetime(buffer) {}
    }
    expectEqual(counter.count, 1)
  }

  @Test("Ranges outside the bytes, memory not yet there and buffers of nothing are refused")
  func errors() throws {
    let buffer = try make([1, 2, 3])
    var byte: UInt8 = 0
    expectEqual(
      CMBlockBufferCopyDataBytes(buffer, atOffset: 4, dataLength: 1, destination: &byte),
      kCMBlockBufferBadOffsetParameterErr)
    expectEqual(
      CMBlockBufferCopyDataBytes(buffer, atOffset: 3, dataLength: 1, destination: &byte),
      kCMBlockBufferBadLengthParameterErr)
    var made: CMBlockBuffer?
    expectEqual(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil, offsetToData: 2,
        dataLength: 3, flags: 0, blockBufferOut: &made), kCMBlockBufferBadLengthParameterErr)
    expectNil(made)
    expectEqual(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
        dataLength: 4, flags: 0, blockBufferOut: &made), noErr)
    let later = try required(made)
    expectEqual(
      CMBlockBufferCopyDataBytes(later, atOffset: 0, dataLength: 1, destination: &byte),
      kCMBlockBufferUnallocatedBlockErr)
    expectEqual(CMBlockBufferAssureBlockMemory(later), noErr)
    expectEqual(CMBlockBufferCopyDataBytes(later, atOffset: 0, dataLength: 1, destination: &byte), noErr)
    var empty: CMBlockBuffer?
    expectEqual(CMBlockBufferCreateEmpty(allocator: nil, capacity: 0, flags: 0, blockBufferOut: &empty), noErr)
    let nothing = try required(empty)
    expectEqual(
      CMBlockBufferAppendBufferReference(buffer, targetBBuf: nothing, offsetToData: 0, dataLength: 0, flags: 0),
      kCMBlockBufferEmptyBBufErr)
  }
}
