import AudioDevices
import TestSupport
import Testing

@Suite("What no card paces")
struct PCMPaceTests {
  private static var parameters: PCMParameters {
    var parameters = PCMParameters()
    (parameters.periodFrameCount, parameters.bufferFrameCount) = (480, 1920)
    return parameters
  }

  /// Lets so many cycles pass of something that takes them every so many nanoseconds, and returns how long they took.
  private func run(_ cycleCount: Int, every interval: (Int) -> UInt64) -> UInt64 {
    var pace = PCMPace(sampleRate: 48_000, Self.parameters, frameCount: 480)
    var now: UInt64 = 1_000_000_000
    for cycle in 0..<cycleCount {
      // The first four fill the buffer at once.
      if cycle >= 4 { now += interval(cycle) }
      if let moment = pace.due(at: now, moved: cycle * 480) { now = max(now, moment) }
    }
    return now - 1_000_000_000
  }

  @Test("What takes samples at once is held to its nominal rate")
  func unpaced() {
    // 1,000 cycles of 10 ms, but for the buffer of four; the first few go 2 % too fast.
    let time = run(1000) { _ in 0 }
    #expect(time <= 9_960_000_000 && time > 9_940_000_000)
  }

  @Test("A card that is a little fast, or late and then early, is never held")
  func cards() {
    // 100 parts in a million fast, as crystals are.
    expectEqual(run(1000) { _ in 9_999_000 }, 996 * 9_999_000)
    // Every tenth cycle comes 9 ms late, and the next so much earlier.
    let time = run(1004) { $0 % 10 == 0 ? 19_000_000 : $0 % 10 == 1 ? 1_000_000 : 10_000_000 }
    expectEqual(time, 1000 * 10_000_000)
  }
}
