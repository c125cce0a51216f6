import AudioPlayback
import AudioReception
import AudioStreaming
import Foundation
import RTPPayloads
import TestSupport
import Testing

/// Streams through sockets under abuse, in real time, all at once. `Scripts/attack soak MINUTES SEED` lets them last.
@Suite("Streams through sockets, for as long as is asked for", .serialized, .ownThreads)
struct StreamingSoakTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seconds = 60 * (environment["STREAMING_SOAK_MINUTES"].flatMap { Double($0) } ?? 0.25)
  private static let seed = environment["STREAMING_SOAK_SEED"].flatMap { UInt64($0) } ?? 1

  /// 5 % lost and bursts of 8 besides, 40 ms of jitter, 2 % each out of order and twice.
  private static var abuse: NetworkShaper.Conditions {
    var conditions = NetworkShaper.Conditions()
    (conditions.loss, conditions.burst, conditions.burstLength) = (0.05, 0.001, 8)
    (conditions.jitter, conditions.duplication, conditions.reordering) = (0.04, 0.02, 0.02)
    return conditions
  }

  private static func plans() throws -> [SoakLink.Plan] {
    var slow = SoakLink.Plan(name: "slow clock", conditions: abuse, seed: seed)
    slow.drift = -0.0001
    var fast = SoakLink.Plan(name: "fast clock", conditions: abuse, seed: seed &+ 100)
    fast.drift = 0.0001
    var dark = SoakLink.Plan(name: "blackouts", conditions: abuse, seed: seed &+ 200)
    // Five seconds of nothing, once in the short form, every other minute in the long one.
    dark.blackouts = Array(stride(from: 4.0, to: seconds - 8, by: 120))
    var hostile = SoakLink.Plan(name: "hostile, SRTP", conditions: abuse, seed: seed &+ 300)
    hostile.hostileRate = 2000
    hostile.key = try SRTPTests.master(.aes128CounterHMAC80)
    return [slow, fast, dark, hostile]
  }

  /// The short form has a process of its own, for it measures all of it. What the long one prints is of interest.
  @Test func nothingStopsAndNothingGrows() async throws {
    if Self.environment["STREAMING_SOAK_MINUTES"] != nil { return try await Self.run() }
    await #expect(processExitsWith: .success) { try await StreamingSoakTests.run() }
  }

  private static func run() async throws {
    let material = try SoakMaterial()
    let links = try plans().map { try SoakLink($0, material) }
    for link in links { try link.start() }
    // Memory is compared with that after a minute, or half of the short form.
    let settled = min(60, seconds / 2)
    try await Task.sleep(for: .seconds(settled))
    let memory = residentByteCount()
    var most = memory
    var elapsed = settled
    while elapsed < seconds {
      let step = min(60, seconds - elapsed)
      try await Task.sleep(for: .seconds(step))
      elapsed += step
      most = max(most, residentByteCount())
      if seconds > 120 { print(line(links, elapsed, residentByteCount() - memory)) }
    }
    for link in links { link.stop() }
    for link in links { check(link) }
    print("memory grew by \(most - memory) bytes, of \(memory)")
    expectLess(most - memory, 8 << 20)
  }

  /// A line of progress of the long form.
  private static func line(_ links: [SoakLink], _ elapsed: Double, _ growth: Int) -> String {
    let delays = links.map { String(format: "%.0f", $0.buffer.statistics.actualDelay * 1000) }
    return "\(Int(elapsed)) s: \(delays.joined(separator: " ")) ms of delay, memory grew by \(growth) bytes"
  }

  private static func check(_ link: SoakLink) {
    let (statistics, report, heard) = (link.buffer.statistics, link.receiver.report, link.ear.heard)
    let medians = medians(of: heard.beeps)
    print(
      link.plan.name, "delays of beeps, ms:",
      medians.map { String(format: "%.1f", $0 * 1000) }.joined(separator: " "))
    print(statistics, "missing frames \(link.player.underruns)")
    let dropped = report.dropped.named.filter { $0.count > 0 }
    print("dropped", dropped, "of \(link.intrusionCount) that were not of the stream")
    let sent = Double(seconds * 100)
    // Nothing has stopped: beeps were heard up to the end.
    expectGreater(heard.beeps.last?.moment ?? 0, seconds - 2)
    expectGreater(Double(statistics.receivedUnits), 0.85 * (sent - 500 * Double(link.plan.blackouts.count)))
    #expect(statistics.queuedUnits < 40 && statistics.discardedUnits == 0)
    if link.plan.blackouts.isEmpty {
      expectEqual(statistics.restarts, 0)
      // How even the delay is depends on when threads get a processor. `Scripts/attack soak` gives them real-time
      // priority, where that is allowed; among the other suites it would measure these.
      if seconds >= 300 {
        expectLessOrEqual((medians.max() ?? 1) - (medians.min() ?? 0), 0.01)
        expectLess(abs(statistics.driftPartsPerMillion - link.plan.drift * 1e6), 60)
      }
    }
    for blackout in link.plan.blackouts {
      let back = heard.returns.first { $0 > blackout + 5 } ?? .infinity
      print("back \(Int(((back - blackout - 5) * 1000).rounded())) ms after the blackout at \(blackout) s")
      expectLessOrEqual(back - blackout - 5, 0.2)
    }
    if link.plan.hostileRate > 0 {
      expectGreater(report.dropped.count, link.intrusionCount / 2)
      #expect(report.dropped.notAuthentic > 0 && report.dropped.replayed > 0)
    }
  }

  /// The middle one of the delays of each half minute, or of each three seconds of the short form; the first one, in
  /// which the jitter buffer learns, is left out.
  private static func medians(of beeps: [(moment: Double, delay: Double)]) -> [Double] {
    let stretch = seconds >= 300 ? 30.0 : 3
    return Dictionary(grouping: beeps) { Int($0.moment / stretch) }.sorted { $0.key < $1.key }.dropFirst()
      .map { $0.value.map(\.delay).sorted()[$0.value.count / 2] }
  }

  /// Bytes of memory that the process has in use.
  private static func residentByteCount() -> Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
  }
}
