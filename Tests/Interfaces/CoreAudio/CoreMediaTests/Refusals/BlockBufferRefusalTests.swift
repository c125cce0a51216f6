import CoreMedia
import Foundation
import TestSupport
import Testing

@Suite("Block buffers: what is refused")
struct BlockBufferRefusalTests {
  private static let noPointer = kCMBlockBufferBadPointerParameterErr
  private static let badOffset = kCMBlockBufferBadOffsetParameterErr
  private static let badLength = kCMBlockBufferBadLengthParameterErr

  private static func memory(
    _ length: Int, _ offset: Int, _ count: Int, flags: CMBlockBufferFlags = 0,
    source: UnsafePointer<CMBlockBufferCustomBlockSource>? = nil
  ) -> (status: OSStatus, buffer: CMBlockBuffer?) {
    var made: CMBlockBuffer?
    let status = CMBlockBufferCreateWithMemoryBlock(
      allocator: nil, memoryBlock: nil, blockLength: length, blockAllocator: nil, customBlockSource: source,
      offsetToData: offset, dataLength: count, flags: flags, blockBufferOut: &made)
    expectEqual(made == nil, status != noErr)
    return (status, made)
  }

  /// Every function of a block buffer, over a range of its bytes.
  private static func functions(_ buffer: CMBlockBuffer, _ offset: Int, _ length: Int) -> [MediaRefusal] {
    var bytes = [UInt8](repeating: 0, count: 64)
    var (made, pointer): (CMBlockBuffer?, UnsafeMutablePointer<CChar>?) = (nil, nil)
    return [
      MediaRefusal("CMBlockBufferCreateWithBufferReference") {
        CMBlockBufferCreateWithBufferReference(
          allocator: nil, referenceBuffer: buffer, offsetToData: offset, dataLength: length, flags: 0,
          blockBufferOut: &made)
      },
      MediaRefusal("CMBlockBufferCreateContiguous") {
        CMBlockBufferCreateContiguous(
          allocator: nil, sourceBuffer: buffer, blockAllocator: nil, customBlockSource: nil, offsetToData: offset,
          dataLength: length, flags: 0, blockBufferOut: &made)
      },
      MediaRefusal("CMBlockBufferAppendBufferReference") {
        guard let other = try? makeBlock([1]) else { return -1 }
        return CMBlockBufferAppendBufferReference(
          other, targetBBuf: buffer, offsetToData: offset, dataLength: length, flags: 0)
      },
      MediaRefusal("CMBlockBufferAccessDataBytes") {
        CMBlockBufferAccessDataBytes(
          buffer, atOffset: offset, length: length, temporaryBlock: &bytes, returnedPointerOut: &pointer)
      },
      MediaRefusal("CMBlockBufferCopyDataBytes") {
        CMBlockBufferCopyDataBytes(buffer, atOffset: offset, dataLength: length, destination: &bytes)
      },
      MediaRefusal("CMBlockBufferReplaceDataBytes") {
        CMBlockBufferReplaceDataBytes(
          with: bytes, blockBuffer: buffer, offsetIntoDestination: offset, dataLength: length)
      },
      MediaRefusal("CMBlockBufferFillDataBytes") {
        CMBlockBufferFillDataBytes(with: 1, blockBuffer: buffer, offsetIntoDestination: offset, dataLength: length)
      },
    ]
  }

  /// Those that have no range.
  private static func others(_ buffer: CMBlockBuffer) -> [MediaRefusal] {
    var pointer: UnsafeMutablePointer<CChar>?
    return [
      MediaRefusal("CMBlockBufferAppendMemoryBlock") {
        CMBlockBufferAppendMemoryBlock(
          buffer, memoryBlock: nil, length: 4, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
          dataLength: 4, flags: 0)
      },
      MediaRefusal("CMBlockBufferAppendBufferReference") {
        guard let other = try? makeBlock([1]) else { return -1 }
        return CMBlockBufferAppendBufferReference(buffer, targetBBuf: other, offsetToData: 0, dataLength: 0, flags: 0)
      }, MediaRefusal("CMBlockBufferAssureBlockMemory") { CMBlockBufferAssureBlockMemory(buffer) },
      MediaRefusal("CMBlockBufferGetDataPointer") {
        CMBlockBufferGetDataPointer(
          buffer, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &pointer)
      },
    ]
  }

  /// Those that make one, without a place for it.
  private static func making() throws -> [MediaRefusal] {
    let block = try makeBlock([1, 2])
    return [
      MediaRefusal("CMBlockBufferCreateEmpty") {
        CMBlockBufferCreateEmpty(allocator: nil, capacity: 0, flags: 0, blockBufferOut: nothing())
      },
      MediaRefusal("CMBlockBufferCreateWithMemoryBlock") {
        CMBlockBufferCreateWithMemoryBlock(
          allocator: nil, memoryBlock: nil, blockLength: 4, blockAllocator: nil, customBlockSource: nil,
          offsetToData: 0, dataLength: 4, flags: 0, blockBufferOut: nothing())
      },
      MediaRefusal("CMBlockBufferCreateWithBufferReference") {
        CMBlockBufferCreateWithBufferReference(
          allocator: nil, referenceBuffer: block, offsetToData: 0, dataLength: 1, flags: 0, blockBufferOut: nothing())
      },
      MediaRefusal("CMBlockBufferCreateContiguous") {
        CMBlockBufferCreateContiguous(
          allocator: nil, sourceBuffer: block, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
          dataLength: 1, flags: 0, blockBufferOut: nothing())
      },
    ]
  }

  @Test("Null pointers and objects of other kinds, in place of a buffer and of bytes")
  func objects() throws {
    for (name, object) in strangers(CMBlockBuffer.self) {
      MediaRefusal.check(Self.noPointer, name, Self.functions(object, 0, 1) + Self.others(object))
      expectEqual(CMBlockBufferGetDataLength(object), 0)
      #expect(CMBlockBufferIsEmpty(object))
      #expect(!CMBlockBufferIsRangeContiguous(object, atOffset: 0, length: 0))
    }
    MediaRefusal.check(Self.noPointer, "no place", try Self.making())
    let buffer = try makeBlock([1, 2, 3])
    expectEqual(CMBlockBufferCopyDataBytes(buffer, atOffset: 0, dataLength: 1, destination: nothing()), Self.noPointer)
    expectEqual(
      CMBlockBufferReplaceDataBytes(
        with: nothing(UnsafeRawPointer.self), blockBuffer: buffer, offsetIntoDestination: 0, dataLength: 1),
      Self.noPointer)
    var byte: UInt8 = 0
    expectEqual(
      CMBlockBufferAccessDataBytes(
        buffer, atOffset: 0, length: 1, temporaryBlock: &byte, returnedPointerOut: nothing()), Self.noPointer)
  }

  @Test("No function of the header is left out", .needs(.api))
  func completeness() throws {
    let block = try makeBlock([1])
    let all = Self.functions(block, 0, 1) + Self.others(block) + (try Self.making())
    let covered = Set(all.map(\.function))
    for function in try MediaRefusal.functions(of: "CMBlockBuffer") {
      #expect(covered.contains(function), "\(function)")
    }
  }

  @Test("Ranges that begin before the first byte or end behind the last, however far")
  func ranges() throws {
    let buffer = try makeBlock([1, 2, 3, 4])
    for offset in [-1, 5, .min, .max] {
      MediaRefusal.check(Self.badOffset, "from \(offset)", Self.functions(buffer, offset, 1))
      // All that follows.
      MediaRefusal.check(Self.badOffset, "from \(offset)", Self.functions(buffer, offset, 0))
      #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: offset, length: 0))
    }
    for length in [-1, 4, .min, .max] {
      MediaRefusal.check(Self.badLength, "\(length) bytes", Self.functions(buffer, 1, length))
      #expect(!CMBlockBufferIsRangeContiguous(buffer, atOffset: 1, length: length))
    }
    var length = 9
    for offset in [-1, 4, .min, .max] {
      let status = CMBlockBufferGetDataPointer(
        buffer, atOffset: offset, lengthAtOffsetOut: &length, totalLengthOut: nil, dataPointerOut: nil)
      expectEqual(status, Self.badOffset)
    }
    expectEqual(length, 9)
    expectEqual(bytes(of: buffer), [1, 2, 3, 4])
  }

  @Test("Blocks of no bytes, parts outside of them, and more bytes than can be counted")
  func blocks() throws {
    for length in [0, -1, .min] { expectEqual(Self.memory(length, 0, 0).status, Self.badLength) }
    for offset in [-1, 5, .min, .max] { expectEqual(Self.memory(4, offset, 0).status, Self.badOffset) }
    for count in [-1, 4, .min, .max] { expectEqual(Self.memory(4, 1, count).status, Self.badLength) }
    // Blocks that are not there yet may be of any size; their sum may not.
    let large = try required(Self.memory(.max, 0, .max).buffer)
    let status = CMBlockBufferAppendMemoryBlock(
      large, memoryBlock: nil, length: 8, blockAllocator: nil, customBlockSource: nil, offsetToData: 0, dataLength: 8,
      flags: 0)
    expectEqual(status, Self.badLength)
    expectEqual(
      CMBlockBufferAppendBufferReference(large, targetBBuf: large, offsetToData: 0, dataLength: 0, flags: 0),
      Self.badLength)
    expectEqual(CMBlockBufferGetDataLength(large), .max)
    expectEqual(CMBlockBufferAssureBlockMemory(large), kCMBlockBufferBlockAllocationFailedErr)
    // A part of no bytes is one nevertheless.
    let part = try required(Self.memory(4, 4, 0).buffer)
    expectEqual(CMBlockBufferGetDataLength(part), 0)
    #expect(!CMBlockBufferIsEmpty(part))
  }

  @Test("Memory that is not there, and that nobody gives")
  func missingMemory() throws {
    let later = try required(Self.memory(4, 0, 4).buffer)
    var (bytes, made): ([UInt8], CMBlockBuffer?) = ([0, 0, 0, 0], nil)
    var pointer: UnsafeMutablePointer<CChar>?
    MediaRefusal.check(
      kCMBlockBufferUnallocatedBlockErr, "",
      [
        MediaRefusal("CMBlockBufferCopyDataBytes") {
          CMBlockBufferCopyDataBytes(later, atOffset: 0, dataLength: 4, destination: &bytes)
        },
        MediaRefusal("CMBlockBufferAccessDataBytes") {
          CMBlockBufferAccessDataBytes(
            later, atOffset: 0, length: 4, temporaryBlock: &bytes, returnedPointerOut: &pointer)
        },
        MediaRefusal("CMBlockBufferGetDataPointer") {
          CMBlockBufferGetDataPointer(
            later, atOffset: 0, lengthAtOffsetOut: nil, totalLengthOut: nil, dataPointerOut: &pointer)
        },
        MediaRefusal("CMBlockBufferCreateContiguous") {
          CMBlockBufferCreateContiguous(
            allocator: nil, sourceBuffer: later, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
            dataLength: 0, flags: kCMBlockBufferAlwaysCopyDataFlag, blockBufferOut: &made)
        },
      ])
    expectNil(made)
    var source = CMBlockBufferCustomBlockSource()
    source.version = 7
    expectEqual(Self.memory(4, 0, 4, source: &source).status, kCMBlockBufferBadCustomBlockSourceErr)
    source.version = kCMBlockBufferCustomBlockSourceVersion
    let failed = kCMBlockBufferBlockAllocationFailedErr
    expectEqual(Self.memory(4, 0, 4, flags: kCMBlockBufferAssureMemoryNowFlag, source: &source).status, failed)
    source.AllocateBlock = { _, _ in nil }
    expectEqual(Self.memory(4, 0, 4, flags: kCMBlockBufferAssureMemoryNowFlag, source: &source).status, failed)
    let never = try required(Self.memory(4, 0, 4, source: &source).buffer)
    expectEqual(CMBlockBufferAssureBlockMemory(never), failed)
    expectEqual(
      CMBlockBufferReplaceDataBytes(with: bytes, blockBuffer: never, offsetIntoDestination: 0, dataLength: 4), failed)
    expectEqual(
      CMBlockBufferFillDataBytes(with: 0, blockBuffer: never, offsetIntoDestination: 0, dataLength: 4), failed)
    // A buffer of nothing gives nothing, unless that is wanted.
    var empty: CMBlockBuffer?
    expectEqual(CMBlockBufferCreateEmpty(allocator: nil, capacity: 0, flags: 0, blockBufferOut: &empty), noErr)
    let hollow = try required(empty)
    for (flags, expected) in [(0, kCMBlockBufferEmptyBBufErr), (kCMBlockBufferPermitEmptyReferenceFlag, noErr)] {
      let status = CMBlockBufferCreateWithBufferReference(
        allocator: nil, referenceBuffer: hollow, offsetToData: 0, dataLength: 0, flags: flags, blockBufferOut: &made)
      expectEqual(status, expected)
      made = nil
    }
    expectEqual(
      CMBlockBufferCreateContiguous(
        allocator: nil, sourceBuffer: hollow, blockAllocator: nil, customBlockSource: nil, offsetToData: 0,
        dataLength: 0, flags: 0, blockBufferOut: &made), kCMBlockBufferEmptyBBufErr)
  }
}
