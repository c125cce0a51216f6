import AudioReception
import Foundation
import TestSupport
import Testing

/// Streams under abuse, in virtual time. `RECEPTION_SOAK_MINUTES=30` lets the long ones last for half an hour of it.
@Suite("Receiving a stream under abuse")
struct ReceptionSoakTests {
  private static let material = Result { try TestStream() }
  private static let minutes =
    ProcessInfo.processInfo.environment["RECEPTION_SOAK_MINUTES"].flatMap { Int($0) } ?? 2

  private var abuse: NetworkShaper.Conditions {
    var conditions = NetworkShaper.Conditions()
    (conditions.loss, conditions.burst, conditions.burstLength) = (0.05, 0.001, 8)
    (conditions.jitter, conditions.duplication, conditions.reordering) = (0.04, 0.02, 0.02)
    return conditions
  }

  @Test(
    "Loss, bursts, jitter, reordering, duplication and drift: the delay stays", .ownThreads,
    arguments: [-0.0001, 0.0001, 0.0003])
  func soak(drift: Double) async {
    // Memory is that of a process in which nothing else runs.
    await #expect(processExitsWith: .success) { [drift = drift as Double] in
      try ReceptionSoakTests().runSoak(drift: drift)
    }
  }

  private func runSoak(drift: Double) throws {
    let link = try TestLink(Self.material.get(), abuse, drift: drift)
    var beeps = BeepDelays(drift: drift)
    try link.run(60) { beeps.note($0, $1) }
    let memory = residentByteCount()
    for _ in 1..<Self.minutes { try link.run(60) { beeps.note($0, $1) } }
    let medians = Array(beeps.medians(each: 30).dropFirst())
    let statistics = link.buffer.statistics
    print(
      "drift \(drift * 1e6) ppm, measured \(statistics.driftPartsPerMillion); delays of beeps each half minute, ms:",
      medians.map { String(format: "%.1f", $0 * 1000) }.joined(separator: " "))
    print(statistics, "memory grew by \(residentByteCount() - memory) bytes")
    expectGreaterOrEqual(medians.count, 2 * Self.minutes - 1)
    expectLessOrEqual((medians.max() ?? 1) - (medians.min() ?? 0), 0.01)
    expectLess(abs(statistics.driftPartsPerMillion - drift * 1e6), 60)
    expectLess(abs(statistics.actualDelay - statistics.targetDelay), 0.01)
    // What was lost is known, and what was filled in is in proportion: 5 %, bursts of 8 in a thousand, what is late.
    let sent = Double(Self.minutes * 6000)
    #expect((0.05...0.07).contains(Double(statistics.lostUnits) / sent))
    expectLess(Double(statistics.concealedFrames) / 480 / sent, 0.085)
    expectLess(Double(statistics.lateUnits) / sent, 0.02)
    #expect(statistics.queuedUnits < 20 && statistics.restarts == 0 && statistics.discardedUnits == 0)
    expectLess(residentByteCount() - memory, 8 << 20)
  }

  @Test("Sound is back within 200 ms after five seconds of nothing")
  func blackout() throws {
    var conditions = abuse
    conditions.blackouts = [10_000_000_000..<15_000_000_000]
    let link = try TestLink(Self.material.get(), conditions)
    var (levelBefore, silentUntil, soundAt): (Float, Double, Double) = (0, 0, 0)
    try link.run(20) { moment, samples in
      let level = samples.reduce(0) { max($0, abs($1)) }
      if moment > 5, moment < 10 { levelBefore = max(levelBefore, level) }
      if moment > 12, moment < 15 { expectLess(level, 0.001) }
      if moment < 15.02, level < 0.001 { silentUntil = moment }
      if moment >= 15, soundAt == 0, level > 0.01 { soundAt = moment }
    }
    print("sound at \(soundAt) s, the network is back at 15 s and takes 20 ms")
    #expect(levelBefore > 0.3 && silentUntil > 15)
    #expect(soundAt > 15 && soundAt < 15.2)
    expectEqual(link.buffer.statistics.restarts, 0)
  }

  @Test("Units of nonsense neither stop the stream nor grow memory", .ownThreads)
  func hostility() async {
    await #expect(processExitsWith: .success) { try ReceptionSoakTests().runHostility() }
  }

  private func runHostility() throws {
    let link = try TestLink(Self.material.get(), abuse)
    var random = SplitMix64(seed: 3)
    link.intruder = { unit in
      (0..<4).map { kind in
        var other = unit
        other.sequenceNumber = Int64(bitPattern: random.next())
        switch kind {
        case 0: other.bytes = []
        case 1: other.bytes = ArraySlice(repeating: 0xFF, count: 1 << 17)
        case 2: other.timestamp = Int64(bitPattern: random.next())
        default:
          other.timestamp -= Int64.random(in: 0...(1 << 40), using: &random)
          other.bytes = [0]
        }
        return other
      }
    }
    try link.run(10)
    let memory = residentByteCount()
    var beeps = BeepDelays(drift: 0)
    try link.run(20) { beeps.note($0, $1) }
    let statistics = link.buffer.statistics
    print(statistics)
    expectGreater(beeps.delays.count, 30)
    #expect(statistics.queuedUnits < 20 && statistics.queuedBytes < 1 << 16)
    expectLess(residentByteCount() - memory, 4 << 20)
  }

  @Test("A buffer that nobody reads holds no more than it may, whatever comes")
  func bounds() throws {
    var options = JitterBufferOptions()
    (options.unitLimit, options.byteLimit, options.unitByteLimit) = (100, 5000, 1000)
    let buffer = try JitterBuffer(sampleRate: 48000, framesPerUnit: 480, options: options)
    var random = SplitMix64(seed: 9)
    var extremes: [Int64] = [.min, .max, 0, -1, .min + 1, 1 << 32]
    for step in 0..<200_000 {
      let isWild = random.chance(50)
      let timestamp = isWild ? Int64(bitPattern: random.next()) : Int64(step) * 48
      extremes.swapAt(0, step % extremes.count)
      buffer.append(
        ReceivedAccessUnit(
          timestamp: random.chance(1) ? extremes[0] : timestamp,
          sequenceNumber: random.chance(2) ? extremes[1] : Int64(step),
          arrival: random.chance(1) ? extremes[2] : Int64(step) * 1_000_000,
          bytes: random.bytes(Int(random.next() % 1200))[...], frameCount: random.chance(1) ? Int(extremes[3]) : 0))
      if random.chance(5) { _ = buffer.take(at: Int64(bitPattern: random.next()), isQuiet: random.chance(50)) }
      let statistics = buffer.statistics
      #expect(statistics.queuedUnits <= 100 && statistics.queuedBytes <= 5000)
    }
    expectEqual(buffer.statistics.receivedUnits, 200_000)
  }
}
