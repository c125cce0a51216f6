import AudioBase
import TestSupport
import Testing

/// A source that notes the largest read it was asked for, and ends after so many bytes.
private final class CountingSource: ByteSource {
  let length: Int
  let byteCount: Int64?
  /// What is answered instead of the truth, where a source lies.
  var answer: Int?
  private(set) var largestRead = 0

  init(length: Int, knowsItsSize: Bool) {
    self.length = length
    byteCount = knowsItsSize ? Int64(length) : nil
  }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    largestRead = max(largestRead, buffer.count)
    guard offset < Int64(length) else { return answer ?? 0 }
    let count = min(buffer.count, length - Int(offset))
    for index in 0..<count { buffer[index] = UInt8(truncatingIfNeeded: Int(offset) + index) }
    return answer ?? count
  }
}

struct StatedCountTests {
  @Test func roomIsWhatIsProvenAndAFirstStep() {
    var limits = ResourceLimits()
    limits.unprovenByteCount = 1000
    expectEqual(limits.room(forStated: 5, each: 8), 5)
    expectEqual(limits.room(forStated: UInt64.max, each: 8), 125)
    expectEqual(limits.room(forStated: UInt64.max, backedBy: 4000, each: 8), 4000)
    expectEqual(limits.room(forStated: 3000, backedBy: 4000, each: 8), 3000)
    expectEqual(limits.room(forStated: -1, backedBy: 4000, each: 8), 0)
    expectEqual(limits.room(forStated: Int64.min, each: 0), 0)
    expectEqual(limits.room(forStated: 7, backedBy: -7, each: Int.max), 1)
  }

  @Test func arraysReserveNoMoreThanTheFirstStepOnTheWordOfANumber() {
    var entries: [Int64] = []
    entries.reserveCapacity(forStated: UInt32.max)
    expectGreaterOrEqual(entries.capacity, ResourceLimits().unprovenByteCount / 8)
    expectLess(entries.capacity, ResourceLimits().unprovenByteCount)
    entries.reserveCapacity(forStated: 100_000, backedBy: 100_000)
    expectGreaterOrEqual(entries.capacity, 100_000)
  }

  @Test(arguments: [true, false]) func aStatedMebibyteInAShortSourceIsNotAllocated(knowsItsSize: Bool) throws {
    let source = CountingSource(length: 100, knowsItsSize: knowsItsSize)
    var bytes: [UInt8] = [7]
    try expectEqual(source.append(statedByteCount: UInt32.max, at: 10, to: &bytes), 90)
    expectEqual(bytes, [7] + (10..<100).map { UInt8($0) })
    expectLessOrEqual(source.largestRead, knowsItsSize ? 90 : ResourceLimits().unprovenByteCount)
    #expect(throws: ContainerError.self) { try source.readStructure(statedByteCount: 1 << 20, at: 0) }
    expectLessOrEqual(bytes.capacity, 2 * ResourceLimits().unprovenByteCount)
  }

  @Test(arguments: [true, false]) func whatIsThereIsReadWhole(knowsItsSize: Bool) throws {
    let source = CountingSource(length: 300_000, knowsItsSize: knowsItsSize)
    let bytes = try source.readStructure(statedByteCount: 299_999, at: 1)
    expectEqual(bytes.count, 299_999)
    #expect(bytes.indices.allSatisfy { bytes[$0] == UInt8(truncatingIfNeeded: $0 + 1) })
  }

  @Test func whatIsTooLargeIsRefusedByKind() {
    let source = CountingSource(length: 300_000, knowsItsSize: true)
    var limits = ResourceLimits()
    limits.structureByteCount = 1000
    for (count, kind) in [(1001, ErrorKind.limitExceeded), (Int.max, .limitExceeded), (-1, .limitExceeded)] {
      do throws(ContainerError) {
        _ = try source.readStructure(statedByteCount: count, at: 0, limits: limits)
        Issue.record("\(count) bytes were read")
      } catch {
        expectEqual(error.kind, kind)
      }
    }
    do throws(ContainerError) {
      _ = try source.readStructure(statedByteCount: 10, at: 299_995, structure: .linearPCM)
      Issue.record("there are no ten bytes")
    } catch {
      expectEqual(error.kind, .truncated)
      expectEqual(error.byteOffset, 299_995)
    }
  }

  @Test(arguments: [-5, 0, 1 << 30]) func aSourceThatLiesIsNotBelieved(answer: Int) throws {
    let source = CountingSource(length: 10, knowsItsSize: false)
    source.answer = answer
    var bytes: [UInt8] = []
    let got = try source.append(statedByteCount: 1 << 17, at: 0, to: &bytes)
    expectEqual(got, bytes.count)
    expectLessOrEqual(got, 1 << 17)
  }

  @Test func offsetsOutsideTheSourceAreEmpty() throws {
    for knowsItsSize in [true, false] {
      let source = CountingSource(length: 10, knowsItsSize: knowsItsSize)
      for offset in [-1, Int64.min, 10, Int64.max] {
        var bytes: [UInt8] = []
        try expectEqual(source.append(statedByteCount: 4, at: offset, to: &bytes), 0)
        #expect(bytes.isEmpty)
      }
    }
  }

  @Test func blocksGrowToWhatIsProven() {
    var block = PCMBlock(channelCount: 2, capacity: 10)
    expectEqual(block.makeRoom(forStatedFrames: Int.max, backedBy: 1024), 1024)
    expectEqual(block.capacity, 1024)
    expectEqual(block.makeRoom(forStatedFrames: 5, backedBy: 1 << 40), 5)
    expectEqual(block.capacity, 1024)
    expectEqual(block.makeRoom(forStatedFrames: -5, backedBy: -1), 0)
  }
}

struct SaturatingConversionTests {
  @Test func anyNumberBecomesAnInteger() {
    expectEqual(Int(saturating: .nan), 0)
    expectEqual(Int(saturating: .infinity), .max)
    expectEqual(Int(saturating: -.infinity), .min)
    expectEqual(Int(saturating: 1e300), .max)
    expectEqual(Int(saturating: 0x1p63), .max)
    expectEqual(Int(saturating: -0x1p63), .min)
    expectEqual(Int(saturating: .leastNonzeroMagnitude), 0)
    expectEqual(Int(saturating: -2.9), -2)
    expectEqual(UInt32(saturating: -0.5), 0)
    expectEqual(UInt32(saturating: -1), 0)
    expectEqual(UInt32(saturating: 4_294_967_295.9), .max)
    expectEqual(UInt32(saturating: 4_294_967_296), .max)
    expectEqual(Int32(saturating: 44100.5), 44100)
  }
}
