import AudioBase
import AudioFiles
import TestSupport
import Testing

@Suite struct StreamBufferTests {
  private static func read(_ buffer: StreamBuffer, _ count: Int, at offset: Int64, atLeast: Int? = nil) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var span = bytes.mutableSpan
    guard let got = try? buffer.read(at: offset, into: &span, atLeast: atLeast ?? count) else { return nil }
    return Array(bytes.prefix(got))
  }

  @Test("a read beyond what has come fails with its place, and every other read of the step after it")
  func starvation() {
    let buffer = StreamBuffer()
    buffer.feed(pattern(100))
    buffer.beginStep()
    expectEqual(Self.read(buffer, 40, at: 80, atLeast: 20), Array(pattern(100)[80...]))
    expectNil(Self.read(buffer, 40, at: 80, atLeast: 21))
    expectEqual(buffer.starvedUpTo, 101)
    expectNil(Self.read(buffer, 1, at: 0))
    expectNil(Self.read(buffer, 1000, at: 500))
    expectEqual(buffer.starvedUpTo, 101)
    buffer.beginStep()
    #expect(Self.read(buffer, 8, at: .max - 2) == nil && buffer.starvedUpTo == .max)
    buffer.complete()
    buffer.beginStep()
    expectEqual(Self.read(buffer, 40, at: 80), Array(pattern(100)[80...]))
    #expect(Self.read(buffer, 40, at: 100) == [] && Self.read(buffer, 8, at: .max - 2) == [])
    expectNil(buffer.starvedUpTo)
  }

  @Test("head and window read as one, and what lies between is missed")
  func forgetting() {
    let buffer = StreamBuffer()
    let all = pattern(1000)
    buffer.feed(all[..<600])
    buffer.pinHead(upTo: 100)
    expectEqual(buffer.heldByteCount, 600)
    buffer.beginStep()
    expectEqual(Self.read(buffer, 200, at: 50), Array(all[50..<250]))
    buffer.forget(before: 300)
    expectEqual(buffer.heldByteCount, 400)
    expectEqual(Self.read(buffer, 200, at: 50, atLeast: 50), Array(all[50..<100]))
    #expect(!buffer.hasMissedForgotten)
    expectNil(Self.read(buffer, 200, at: 50, atLeast: 51))
    #expect(buffer.hasMissedForgotten && buffer.starvedUpTo == nil)
    buffer.forget(before: 700)
    buffer.feed(all[600...])
    expectEqual(buffer.heldByteCount, 400)
    buffer.beginStep()
    expectEqual(Self.read(buffer, 300, at: 700), Array(all[700...]))
  }

  @Test("reading ends at a gap until it is passed")
  func gaps() {
    let buffer = StreamBuffer()
    buffer.feed(pattern(10))
    buffer.markGap()
    buffer.markGap()
    buffer.feed(pattern(10))
    buffer.beginStep()
    expectEqual(Self.read(buffer, 20, at: 5)?.count, 5)
    #expect(buffer.endsHere && buffer.passGap() == 10 && buffer.passGap() == nil)
    expectEqual(Self.read(buffer, 15, at: 5)?.count, 15)
    expectNil(Self.read(buffer, 16, at: 5))
  }

  @Test("random appends, forgets and reads agree with an array")
  func random() {
    let seed: UInt64 = 0xB0FF_E501
    var generator = SplitMix64(seed: seed)
    let all = generator.bytes(200_000)
    let buffer = StreamBuffer()
    var end = 0, low = 0
    while end < all.count {
      let count = min(all.count - end, Int.random(in: 0...3000, using: &generator))
      buffer.feed(all[end..<(end + count)])
      end += count
      low = Int.random(in: low...(end + 50), using: &generator)
      buffer.forget(before: Int64(low))
      expectEqual(buffer.heldByteCount, max(0, end - low), "seed \(seed)")
      guard low < end else { continue }
      let place = Int.random(in: low..<end, using: &generator)
      buffer.beginStep()
      expectEqual(Self.read(buffer, end - place, at: Int64(place)), Array(all[place..<end]), "seed \(seed)")
    }
  }

  @Test("the work of steps in vain is bounded by what arrives")
  func gate() {
    let buffer = StreamBuffer()
    var gate = RetryGate()
    var work = 0
    let total = 200_000
    for _ in 0..<total {
      buffer.feed([0])
      gate.noteArrival(1)
      guard gate.allowsStep(buffer) else { continue }
      // A step that reads everything and then asks for one byte more.
      buffer.beginStep()
      _ = Self.read(buffer, Int(buffer.arrivedEnd), at: 0)
      _ = Self.read(buffer, 1, at: buffer.arrivedEnd)
      work += buffer.stepByteCount
      gate.noteStarvation(buffer)
    }
    #expect(work > total && work < 66 * total + (1 << 18))
    buffer.complete()
    #expect(gate.allowsStep(buffer))
  }
}
