import AudioConversion
import AudioPlayback
import Synchronization
import TestSupport
import Testing

/// Sample `frame` of channel `channel` of the stream that the tests send: every frame and channel has its own.
private func sample(_ frame: Int, _ channel: Int) -> Float { Float(frame & 0x3F_FFFF) * (channel == 0 ? 1 : -1) }

@Suite("Ring of samples")
struct SampleRingTests {
  /// Writes the next frames of the stream, as many as one call takes.
  private func write(_ count: Int, to ring: SampleRing) -> Int {
    let start = ring.writtenCount
    return ring.write(limit: count) { planes in
      for channel in 0..<planes.channelCount {
        var plane = planes.plane(channel)
        for index in plane.indices { plane[index] = sample(start + index, channel) }
      }
      return planes.frameCapacity
    }
  }

  /// Reads frames and says whether they are those of the stream, each in its place.
  private func readIsRight(_ count: Int, from ring: SampleRing, expecting expected: Int) -> Bool {
    let start = ring.skipDiscarded()
    var samples = [Float](repeating: 0.5, count: count * ring.channelCount)
    var span = samples.mutableSpan
    let found = ring.read(into: &span, stride: count)
    guard found == expected else { return false }
    return (0..<ring.channelCount).allSatisfy { channel in
      (0..<count).allSatisfy { index in
        samples[channel * count + index] == (index < found ? sample(start + index, channel) : 0.5)
      }
    }
  }

  @Test("Frames come out as they went in, across the end of the memory, whatever the sizes of the calls")
  func order() {
    let ring = SampleRing(channelCount: 2, minimumCapacity: 50)
    expectEqual(ring.capacity, 64)
    expectEqual(ring.room, 64)
    for size in 1...63 {
      var sent = 0
      while sent < size {
        let count = write(size - sent, to: ring)
        guard count > 0 else { break }
        sent += count
      }
      expectEqual(sent, size)
      expectEqual(ring.queuedCount, size)
      #expect(readIsRight(size, from: ring, expecting: size))
    }
    expectEqual(ring.writtenCount, 63 * 64 / 2)
    expectEqual(ring.readCount, ring.writtenCount)
  }

  @Test("A full ring takes nothing, an empty one gives nothing and leaves the memory as it was")
  func bounds() {
    let ring = SampleRing(channelCount: 1, minimumCapacity: 8)
    #expect(readIsRight(4, from: ring, expecting: 0))
    expectEqual(write(100, to: ring), 8)
    expectEqual(write(1, to: ring), 0)
    expectEqual(ring.room, 0)
    #expect(readIsRight(5, from: ring, expecting: 5))
    #expect(readIsRight(5, from: ring, expecting: 3))
    #expect(readIsRight(5, from: ring, expecting: 0))
    expectEqual(write(0, to: ring), 0)
    expectEqual(write(-1, to: ring), 0)
  }

  @Test("What is discarded is skipped, and what is written behind it is read")
  func discarding() {
    let ring = SampleRing(channelCount: 2, minimumCapacity: 16)
    expectEqual(write(6, to: ring), 6)
    ring.discardQueued()
    expectEqual(ring.queuedCount, 0)
    // The memory is free once the consumer has come by.
    expectEqual(ring.room, 10)
    expectEqual(write(3, to: ring), 3)
    expectEqual(ring.queuedCount, 3)
    #expect(readIsRight(8, from: ring, expecting: 3))
    expectEqual(ring.readCount, 9)
    expectEqual(ring.room, 16)
    ring.discardQueued()
    expectEqual(ring.skipDiscarded(), 9)
  }

  @Test("A body that fails, or fills less, writes no more than it says")
  func partialWrites() {
    struct Failure: Error {}
    let ring = SampleRing(channelCount: 1, minimumCapacity: 16)
    #expect(throws: Failure.self) { _ = try ring.write(limit: 4) { (_) throws(Failure) -> Int in throw Failure() } }
    expectEqual(ring.writtenCount, 0)
    expectEqual(ring.write(limit: 10) { _ in 2 }, 2)
    expectEqual(ring.queuedCount, 2)
  }

  @Test("Two threads, millions of frames, discarding now and then: no frame is torn, lost or seen twice")
  func twoThreads() async {
    let ring = SampleRing(channelCount: 2, minimumCapacity: 256)
    let total = 2_000_000
    let discarded = Atomic<Int>(0)
    async let sent: Void = {
      var turn = 0
      while ring.writtenCount < total {
        turn += 1
        if write(min(1 + turn % 97, total - ring.writtenCount), to: ring) == 0 { await Task.yield() }
        if turn % 5000 == 0 {
          ring.discardQueued()
          discarded.add(1, ordering: .relaxed)
        }
      }
    }()
    async let received: (frames: Int, wrong: Int) = {
      var (frames, wrong, turn) = (0, 0, 0)
      var samples = [Float](repeating: 0, count: 2 * 128)
      while ring.readCount < total {
        turn += 1
        let stride = 1 + turn % 128
        var span = samples.mutableSpan
        var part = span._mutatingExtracting(0..<(2 * stride))
        let count = ring.read(into: &part, stride: stride)
        if count == 0 { await Task.yield() }
        // What was read ends at the count, whatever was skipped before.
        let start = ring.readCount - count
        for channel in 0..<2 {
          for index in 0..<count {
            if samples[channel * stride + index] != sample(start + index, channel) { wrong += 1 }
          }
        }
        frames += count
        if count == 0 { ring.skipDiscarded() }
      }
      return (frames, wrong)
    }()
    await sent
    let result = await received
    expectEqual(result.wrong, 0)
    expectEqual(ring.readCount, total)
    // Without discarding every frame would be read; with it most are.
    #expect(result.frames > total / 2 && result.frames <= total)
    expectGreater(discarded.load(ordering: .relaxed), 0)
  }
}
