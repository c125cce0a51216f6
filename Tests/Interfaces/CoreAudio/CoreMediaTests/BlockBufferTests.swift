import CoreFoundation
import CoreMedia
import Testing

@Suite("Block buffers")
struct BlockBufferTests {
  private func make(_ bytes: [UInt8]) throws -> CMBlockBuffer {
    var buffer: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: bytes.count, blockAllocator: nil, customBlockSource: nil,
      offsetToData: 0, dataLength: bytes.count, flags: kCMBlockBufferAssureMemoryNowFlag, blockBufferOut: &buffer)
    #expect(status == noErr)
    let made = try #require(buffer)
    #expect(
      CMBlockBufferReplaceDataBytes(
        with: bytes, blockBuffer: made, offsetIntoDestination: 0, dataLength: bytes.count) == noErr)
    return made
  }

  private func bytes(of buffer: CMBlockBuffer, from offset: Int = 0) -> [UInt8] {
    var copy = [UInt8](repeating: 0, count: CMBlockBufferGetDataLength(buffer) - offset)
    #expect(CMBlockBufferCopyDataBytes(buffer, atOffset: offset, dataLength: copy.count, destination: &copy) == noErr)
    return copy
  }

  @Test("Parts of several blocks are one range of bytes, without a copy")
  func references() throws {
    let first = try make([1, 2, 3, 4])
    let second = try make([5, 6, 7])
    var made: CMBlockBuffer?
    #expect(CMBlockBufferCreateEmpty(allocator: nil, capacity: 2, flags: 0, blockBufferOut: &made) == noErr)
    let buffer = try #require(made)
    #expect(CMBlockBufferIsEmpty(buffer))
    #expect(
      CMBlockBufferAppendBufferReference(buffer, targetBBuf: first, offsetToData: 1, dataLength: 3, flags: 0) == noErr)
    #expect(
      CMBlockBufferAppendBufferReference(buffer, targetBBuf: second, offsetToData: 0, dataLength: 0, flags: 0) == noErr)
    #expect(bytes(of: buffer) == [2, 3, 4, 5, 6, 7])
    #expect(bytes(of: buffer, from: 4) == [6, 7])
    #expect(CMBlockBufferIsRangeContiguous(buffer, atOffset: 0, length: 3))
    #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 2, length: 2))

    var lengthAtOffset = 0
    var total = 0
    var pointer: UnsafeMutablePointer<CChar>?
    #expect(
      CMBlockBufferGetDataPointer(
        buffer, atOffset: 1, lengthAtOffsetOut: &lengthAtOffset, totalLengthOut: &total, dataPointerOut: &pointer)
        == noErr)
    #expect(lengthAtOffset == 2)
    #expect(total == 6)
    #expect(pointer?.pointee == 3)

    // What is written into the one is read from the other.
    #expect(CMBlockBufferFillDataBytes(with: 9, blockBuffer: buffer, offsetIntoDestination: 2, dataLength: 2) == noErr)
    #expect(bytes(of: first) == [1, 2, 3, 9])
    #expect(bytes(of: second) == [9, 6, 7])

    var contiguous: CMBlockBuffer?
    #expect(
      CMBlockBufferCreateContiguous(
        allocator: nil, sourceBuffer: buffer, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
        dataLength: 0, flags: 0, blockBufferOut: &contiguous) == noErr)
    let copy = try #require(contiguous)
    #expect(CMBlockBufferIsRangeContiguous(copy, atOffset: 0, length: 0))
    #expect(bytes(of: copy) == [2, 3, 9, 9, 6, 7])
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
      #expect(
        CMBlockBufferCreateWithMemoryBlock(
          allocator: nil, memoryBlock: memory, blockLength: 8, blockAllocator: nil, customBlockSource: &source,
          offsetToData: 2, dataLength: 4, flags: 0, blockBufferOut: &made) == noErr)
      let buffer = try #require(made)
      var reference: CMBlockBuffer?
      #expect(
        CMBlockBufferCreateWithBufferReference(
          allocator: nil, referenceBuffer: buffer, offsetToData: 0, dataLength: 4, flags: 0, blockBufferOut: &reference)
          == noErr)
      made = nil
      #expect(reference.map { bytes(of: $0) } == [7, 7, 7, 7])
      #expect(counter.count == 0)
      reference = nil
      withExtendedLifetime(buffer) {}
    }
    #expect(counter.count == 1)
  }

  @Test("Ranges outside the bytes, memory not yet there and buffers of nothing are refused")
  func errors() throws {
    let buffer = try make([1, 2, 3])
    var byte: UInt8 = 0
    #expect(
      CMBlockBufferCopyDataBytes(buffer, atOffset: 4, dataLength: 1, destination: &byte)
        == kCMBlockBufferBadOffsetParameterErr)
    #expect(
      CMBlockBufferCopyDataBytes(buffer, atOffset: 3, dataLength: 1, destination: &byte)
        == kCMBlockBufferBadLengthParameterErr)
    var made: CMBlockBuffer?
    #expect(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil, offsetToData: 2,
        dataLength: 3, flags: 0, blockBufferOut: &made) == kCMBlockBufferBadLengthParameterErr)
    #expect(made == nil)
    #expect(
      CMBlockBufferCreateWithMemoryBlock(
        allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
        dataLength: 4, flags: 0, blockBufferOut: &made) == noErr)
    let later = try #require(made)
    #expect(
      CMBlockBufferCopyDataBytes(later, atOffset: 0, dataLength: 1, destination: &byte)
        == kCMBlockBufferUnallocatedBlockErr)
    #expect(CMBlockBufferAssureBlockMemory(later) == noErr)
    #expect(CMBlockBufferCopyDataBytes(later, atOffset: 0, dataLength: 1, destination: &byte) == noErr)
    var empty: CMBlockBuffer?
    #expect(CMBlockBufferCreateEmpty(allocator: nil, capacity: 0, flags: 0, blockBufferOut: &empty) == noErr)
    let nothing = try #require(empty)
    #expect(
      CMBlockBufferAppendBufferReference(buffer, targetBBuf: nothing, offsetToData: 0, dataLength: 0, flags: 0)
        == kCMBlockBufferEmptyBBufErr)
  }
}
