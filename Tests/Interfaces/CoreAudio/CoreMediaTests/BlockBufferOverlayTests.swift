import CoreFoundation
import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Swift's view of block buffers")
struct BlockBufferOverlayTests {
  /// A buffer over two blocks: 1, 2, 3 and 4, 5, 6, 7.
  private func makeParts() throws -> CMBlockBuffer {
    let buffer = try CMBlockBuffer()
    for bytes: [UInt8] in [[1, 2, 3], [4, 5, 6, 7]] {
      let part = try CMBlockBuffer(length: bytes.count, flags: .assureMemoryNow)
      try bytes.withUnsafeBytes { try part.replaceDataBytes(with: $0) }
      try buffer.append(bufferReference: part)
    }
    return buffer
  }

  @Test("A new buffer is empty")
  func empty() throws {
    let buffer = try CMBlockBuffer(capacity: 4)
    #expect(buffer.isEmpty)
    expectEqual(buffer.dataLength, 0)
    expectEqual(buffer.startIndex, 0)
    expectEqual(buffer.endIndex, 0)
    try expectEqual(buffer.dataBytes(), Data())
    #expect(buffer.owner === buffer)
    expectEqual(CMBlockBuffer.typeID, CMBlockBufferGetTypeID())
  }

  @Test("Slices are ranges of a buffer's bytes")
  func slices() throws {
    let buffer = try makeParts()
    try expectEqual(buffer.dataBytes(), Data([1, 2, 3, 4, 5, 6, 7]))
    try expectEqual(buffer[1..<3].dataBytes(), Data([2, 3]))
    try expectEqual(buffer[1...3].dataBytes(), Data([2, 3, 4]))
    try expectEqual(buffer[..<2].dataBytes(), Data([1, 2]))
    try expectEqual(buffer[...2].dataBytes(), Data([1, 2, 3]))
    try expectEqual(buffer[5...].dataBytes(), Data([6, 7]))
    try expectEqual(buffer[...].dataBytes().count, 7)
    // Places in a slice are those of the buffer.
    let slice = buffer[2..<6]
    expectEqual(slice.startIndex, 2)
    expectEqual(slice.dataLength, 4)
    try expectEqual(slice[3..<5].dataBytes(), Data([4, 5]))
    #expect(!buffer.isContiguous)
    #expect(buffer[..<3].isContiguous)
    #expect(!slice.isContiguous)
    #expect(buffer[3..<7].isContiguous)
  }

  @Test("Bytes are written and read across blocks")
  func bytes() throws {
    let buffer = try makeParts()
    try [UInt8(9), 8].withUnsafeBytes { try buffer[2..<4].replaceDataBytes(with: $0) }
    try expectEqual(buffer.dataBytes(), Data([1, 2, 9, 8, 5, 6, 7]))
    try buffer[4..<6].fillDataBytes(with: 0xEE)
    try expectEqual(buffer[4..<7].dataBytes(), Data([0xEE, 0xEE, 7]))
    var copy = [UInt8](repeating: 0, count: 2)
    try copy.withUnsafeMutableBytes { try buffer[5...].copyDataBytes(to: $0) }
    expectEqual(copy, [0xEE, 7])
    let tooLong = #expect(throws: NSError.self) {
      var long = [UInt8](repeating: 0, count: 8)
      try long.withUnsafeMutableBytes { try buffer.copyDataBytes(to: $0) }
    }
    expectEqual(tooLong, CMBlockBuffer.Error.badLengthParameter)
    let seen = try buffer.withContiguousStorage { Array($0) }
    expectEqual(seen.count, 7)
    try expectEqual(buffer[..<3].withContiguousStorage { $0.count }, 3)
    try expectEqual(buffer.withUnsafeMutableBytes(atOffset: 3) { $0.count }, 4)
    try buffer.withUnsafeMutableBytes { $0[0] = 77 }
    try expectEqual(buffer.dataBytes()[0], 77)
    let behind = #expect(throws: NSError.self) { try buffer.withUnsafeMutableBytes(atOffset: 7) { _ in } }
    expectEqual(behind, CMBlockBuffer.Error.badOffsetParameter)
  }

  @Test("One piece is made of several, and a reference where there is one already")
  func contiguous() throws {
    let buffer = try makeParts()
    let whole = try buffer.makeContiguous()
    #expect(whole.isContiguous)
    try expectEqual(whole.dataBytes(), buffer.dataBytes())
    // A copy is a copy, a reference is none.
    try whole.fillDataBytes(with: 0)
    try expectEqual(buffer.dataBytes()[0], 1)
    let reference = try buffer[..<3].makeContiguous()
    try reference.fillDataBytes(with: 5)
    try expectEqual(buffer.dataBytes()[0], 5)
    let copy = try buffer[..<3].makeContiguous(flags: .alwaysCopyData)
    try copy.fillDataBytes(with: 6)
    try expectEqual(buffer.dataBytes()[0], 5)
    var freed = 0
    do {
      let custom = try buffer.makeContiguous(
        allocator: { malloc($0) },
        deallocator: { memory, _ in
          free(memory)
          freed += 1
        })
      expectEqual(custom.dataLength, 7)
    }
    expectEqual(freed, 1)
  }

  @Test("Memory comes from where it is said, and goes back there once")
  func memory() throws {
    var freed: [Int] = []
    let note: CMBlockBuffer.CustomBlockDeallocator = { memory, count in
      free(memory)
      freed.append(count)
    }
    do {
      let bytes = UnsafeMutableRawBufferPointer(start: malloc(10), count: 10)
      for index in 0..<10 { bytes[index] = UInt8(index) }
      let buffer = try CMBlockBuffer(buffer: bytes[2..<5], deallocator: note)
      try expectEqual(buffer.dataBytes(), Data([2, 3, 4]))
      try buffer.append(length: 4, allocator: { malloc($0) }, deallocator: note, range: 1..<3)
      expectEqual(buffer.dataLength, 5)
      try buffer.append(buffer: UnsafeMutableRawBufferPointer(start: malloc(6), count: 6), deallocator: note)
      try buffer.append(buffer: UnsafeMutableRawBufferPointer(start: malloc(7), count: 7)[1...], deallocator: note)
      try buffer.assureBlockMemory()
      expectEqual(buffer.dataLength, 17)
      expectEqual(freed, [])
    }
    expectEqual(freed.sorted(), [4, 6, 7, 10])
    // Memory that was never needed is never given back.
    do {
      let unused = try CMBlockBuffer(length: 8, allocator: { malloc($0) }, deallocator: note)
      expectEqual(unused.dataLength, 8)
      let none = #expect(throws: NSError.self) { try unused.dataBytes() }
      expectEqual(none, CMBlockBuffer.Error.unallocatedBlock)
    }
    expectEqual(freed.count, 4)
    let failing = #expect(throws: NSError.self) {
      try CMBlockBuffer(length: 8, allocator: { _ in nil }, deallocator: note, flags: .assureMemoryNow)
    }
    expectEqual(failing, CMBlockBuffer.Error.blockAllocationFailed)
  }

  @Test("Memory of Core Foundation's allocators is theirs")
  func allocators() throws {
    let buffer = try CMBlockBuffer(
      buffer: UnsafeMutableRawBufferPointer(start: CFAllocatorAllocate(kCFAllocatorDefault, 8, 0), count: 8))
    try buffer.append(length: 16, range: 4..<8, flags: .assureMemoryNow)
    try buffer.append(
      buffer: UnsafeMutableRawBufferPointer(start: CFAllocatorAllocate(kCFAllocatorDefault, 4, 0), count: 4))
    try buffer.append(
      buffer: UnsafeMutableRawBufferPointer(start: CFAllocatorAllocate(kCFAllocatorDefault, 4, 0), count: 4)[2...])
    expectEqual(buffer.dataLength, 18)
    // Nobody frees what belongs to nobody.
    var local: [UInt8] = [1, 2, 3]
    try local.withUnsafeMutableBytes {
      let borrowed = try CMBlockBuffer(buffer: $0[1...], allocator: kCFAllocatorNull)
      try expectEqual(borrowed.dataBytes(), Data([2, 3]))
    }
    let reference = try CMBlockBuffer(bufferReference: buffer[2..<4])
    expectEqual(reference.dataLength, 2)
  }

  @Test("What makes no sense is refused with Apple's errors")
  func errors() throws {
    let buffer = try makeParts()
    let nothing = #expect(throws: NSError.self) { try CMBlockBuffer(bufferReference: buffer[3..<3]) }
    expectEqual(nothing, CMBlockBuffer.Error.emptyBlockBuffer)
    try expectEqual(CMBlockBuffer(bufferReference: buffer[3..<3], flags: .permitEmptyReference).dataLength, 0)
    let zero = #expect(throws: NSError.self) { try CMBlockBuffer(length: 0) }
    expectEqual(zero, CMBlockBuffer.Error.badLengthParameter)
    let outside = #expect(throws: NSError.self) { try CMBlockBuffer(length: 4, range: 2..<6) }
    expectEqual(outside, CMBlockBuffer.Error.badLengthParameter)
    let null = #expect(throws: NSError.self) {
      try CMBlockBuffer(buffer: UnsafeMutableRawBufferPointer(start: nil, count: 0))
    }
    expectEqual(null, CMBlockBuffer.Error.badPointerParameter)
    let codes = [
      CMBlockBuffer.Error.structureAllocationFailed, CMBlockBuffer.Error.blockAllocationFailed,
      CMBlockBuffer.Error.badCustomBlockSource, CMBlockBuffer.Error.badOffsetParameter,
      CMBlockBuffer.Error.badLengthParameter, CMBlockBuffer.Error.badPointerParameter,
      CMBlockBuffer.Error.emptyBlockBuffer, CMBlockBuffer.Error.unallocatedBlock,
      CMBlockBuffer.Error.insufficientSpace,
    ].map(\.code)
    expectEqual(codes, Array(stride(from: -12700, through: -12708, by: -1)))
  }
}
