/// Counts the packets sent by a source and those received: RFC 3550, 6.4.1 and the appendices A.3 and A.8.
public struct ReceptionStatistics: Sendable {
  /// The clock rate of the payload format, in ticks per second.
  public let clockRate: Int
  /// The number of received packets, duplicates included.
  public private(set) var receivedCount: Int64 = 0
  /// The first and the highest sequence number; `nil` before the first packet.
  public private(set) var numbers: ClosedRange<Int64>?
  /// The jitter times 16, in ticks.
  private var jitter16: UInt64 = 0
  private var lastTransit: Int64?
  private var expectedBefore: Int64 = 0
  private var receivedBefore: Int64 = 0
  private var lastReport: (time: NetworkTime, arrival: Int64)?

  /// Creates the statistics of one source.
  public init(clockRate: Int) { self.clockRate = min(max(1, clockRate), 1 << 24) }

  /// The number of expected packets.
  public var expectedCount: Int64 { numbers.map { $0.upperBound - $0.lowerBound + 1 } ?? 0 }
  /// The number of lost packets; negative if there were duplicates.
  public var lostCount: Int64 { expectedCount - receivedCount }
  /// The mean deviation of the interarrival times, in ticks of the clock.
  public var jitter: UInt32 { UInt32(clamping: jitter16 >> 4) }
  /// The mean deviation of the interarrival times, in nanoseconds.
  public var jitterNanoseconds: Int64 { Int64(clamping: jitter16 &>> 4) * 1_000_000_000 / Int64(clockRate) }

  /// Counts a packet.
  ///
  /// - Parameters:
  ///   - sequenceNumber: Its number, extended beyond 16 bits.
  ///   - timestamp: Its time in ticks, extended beyond 32 bits.
  ///   - arrival: The time at which it came, in nanoseconds of a monotonic clock.
  public mutating func note(sequenceNumber: Int64, timestamp: Int64, arrival: Int64) {
    receivedCount += 1
    let range = numbers ?? sequenceNumber...sequenceNumber
    numbers = min(range.lowerBound, sequenceNumber)...max(range.upperBound, sequenceNumber)
    let transit = ticks(of: arrival) &- timestamp
    defer { lastTransit = transit }
    guard let lastTransit else { return }
    // A source that sets its clock is not a jitter: differences of more than ten seconds are left out.
    let difference = UInt64((transit &- lastTransit).magnitude)
    guard difference < UInt64(clockRate) * 10 else { return }
    jitter16 += difference
    jitter16 -= (jitter16 - difference + 8) >> 4
  }

  private func ticks(of nanoseconds: Int64) -> Int64 {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return seconds &* Int64(clockRate) &+ rest * Int64(clockRate) / 1_000_000_000
  }

  /// Records a sender report, to which the next report block refers.
  public mutating func noteSenderReport(_ time: NetworkTime, arrival: Int64) { lastReport = (time, arrival) }

  /// Returns the report on this source, and begins the next interval.
  public mutating func report(source: UInt32, now: Int64) -> ReportBlock {
    var block = ReportBlock(source: source)
    let expected = expectedCount - expectedBefore
    let lost = expected - (receivedCount - receivedBefore)
    (expectedBefore, receivedBefore) = (expectedCount, receivedCount)
    block.fractionLost = expected > 0 && lost > 0 ? UInt8(clamping: lost * 256 / expected) : 0
    block.cumulativeLost = Int32(min(max(lostCount, -0x80_0000), 0x7F_FFFF))
    block.highestSequenceNumber = UInt32(truncatingIfNeeded: numbers?.upperBound ?? 0)
    block.jitter = jitter
    if let lastReport {
      block.lastReport = lastReport.time.middle
      let delay = max(0, now &- lastReport.arrival)
      block.delaySinceLastReport = UInt32(clamping: delay / 1_000_000 * 65_536 / 1000)
    }
    return block
  }
}
