import AudioBase

// Holds throughout: units under way are those sent and not yet arrived; the user takes the ones that arrive.

/// A simulated network within the process with reproducible faults, for tests of receivers.
///
/// ```swift
/// var network = NetworkShaper(conditions, seed: 1)
/// network.send(unit, at: now)
/// for unit in network.arrivals(upTo: now) { buffer.append(unit) }
/// ```
/// Drift between clocks is up to who sends: a sender whose clock is fast sends earlier.
public struct NetworkShaper: Sendable {
  /// The effects of a network on packets. Shares are from 0 to 1, times in seconds.
  public struct Conditions: Sendable, Hashable {
    /// The shortest delay of a packet.
    public var delay = 0.02
    /// The largest additional delay, evenly distributed and independent for each packet.
    public var jitter = 0.0
    /// The share of packets lost singly.
    public var loss = 0.0
    /// The share of packets that begin a burst of losses.
    public var burst = 0.0
    /// The number of packets lost in a burst.
    public var burstLength = 5
    /// The share of packets that arrive twice.
    public var duplication = 0.0
    /// The fraction of packets that are held back, so that others overtake them.
    public var reordering = 0.0
    /// The additional delay of packets that are held back, in seconds.
    public var reorderingDelay = 0.02
    /// The periods, in nanoseconds, in which all packets are lost.
    public var blackouts: [Range<Int64>] = []

    /// Creates a network without a fault.
    public init() {}
  }

  /// The effects on packets sent from now on.
  public var conditions: Conditions
  private var random: UInt64
  private var lostCount = 0
  private var underWay: [ReceivedAccessUnit] = []

  /// Creates a network without packets in transit.
  public init(_ conditions: Conditions, seed: UInt64) {
    self.conditions = conditions
    random = seed
  }

  /// Returns a number from 0 up to 1: SplitMix64 (Steele, Lea and Flood, 2014), its upper 53 bits.
  private mutating func next() -> Double {
    random &+= 0x9E37_79B9_7F4A_7C15
    var mixed = random
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((mixed ^ (mixed >> 31)) >> 11) * 0x1p-53
  }

  /// Sends a unit in its own packet.
  ///
  /// - Parameters:
  ///   - unit: The unit; its arrival is ignored.
  ///   - moment: The moment, in nanoseconds.
  public mutating func send(_ unit: ReceivedAccessUnit, at moment: Int64) {
    // Each packet takes equally many numbers, so that one condition does not change which packets another one hits.
    let (loss, burst, duplicate, reorder) = (next(), next(), next(), next())
    let (first, second) = (next(), next())
    if lostCount == 0, burst < conditions.burst { lostCount = conditions.burstLength }
    if lostCount > 0 {
      lostCount -= 1
      return
    }
    guard loss >= conditions.loss, !conditions.blackouts.contains(where: { $0.contains(moment) }) else { return }
    let held = reorder < conditions.reordering ? conditions.reorderingDelay : 0
    deliver(unit, at: moment, after: conditions.delay + held + first * conditions.jitter)
    if duplicate < conditions.duplication {
      deliver(unit, at: moment, after: conditions.delay + second * conditions.jitter)
    }
  }

  private mutating func deliver(_ unit: ReceivedAccessUnit, at moment: Int64, after seconds: Double) {
    var unit = unit
    unit.arrival = moment &+ Int64(saturating: seconds * 1e9)
    underWay.append(unit)
  }

  /// Returns the units that have arrived until a time, in order of arrival.
  public mutating func arrivals(upTo moment: Int64) -> [ReceivedAccessUnit] {
    let arrived = underWay.filter { $0.arrival <= moment }.sorted { $0.arrival < $1.arrival }
    if !arrived.isEmpty { underWay.removeAll { $0.arrival <= moment } }
    return arrived
  }
}
