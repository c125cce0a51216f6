/// Distinguishes a stream that continues from another origin of timestamps from units with nonsensical timestamps.
///
/// A restart is assumed once five units whose timestamps lie within a second of each other have come, about as fast as
/// they are to be played. Eight origins are watched at a time, so that units of nonsense in between do no harm.
struct RestartDetector: Sendable {
  /// Units whose timestamps are near each other.
  fileprivate struct Cluster: Sendable {
    var count = 1
    var arrival: Int64
    var timestamps: ClosedRange<Int64>
  }

  private static let wantedCount = 5
  private static let clusterLimit = 8
  /// The clusters, the most recent one last.
  private var clusters: [Cluster] = []

  /// Clears the units that were seen.
  mutating func reset() { clusters.removeAll(keepingCapacity: true) }

  /// Records a unit whose timestamp does not fit the known stream, and returns true if another stream seems to have
  /// begun.
  mutating func note(_ unit: ReceivedAccessUnit, sampleRate: Double) -> Bool {
    guard let place = clusters.firstIndex(where: { $0.isNear(unit, sampleRate) }) else {
      if clusters.count == Self.clusterLimit { clusters.removeFirst() }
      clusters.append(Cluster(arrival: unit.arrival, timestamps: unit.timestamp...unit.timestamp))
      return false
    }
    var cluster = clusters.remove(at: place)
    let (first, last) = (cluster.timestamps.lowerBound, cluster.timestamps.upperBound)
    cluster.timestamps = min(first, unit.timestamp)...max(last, unit.timestamp)
    cluster.count += 1
    clusters.append(cluster)
    let played = Double(cluster.timestamps.upperBound - cluster.timestamps.lowerBound) / sampleRate
    let passed = Double(unit.arrival &- cluster.arrival) / 1e9
    return cluster.count >= Self.wantedCount && played > 0 && passed >= played / 2
  }
}

extension RestartDetector.Cluster {
  /// Returns true if a unit's timestamp is within a second of the cluster's, and less than two seconds have passed.
  fileprivate func isNear(_ unit: ReceivedAccessUnit, _ sampleRate: Double) -> Bool {
    let (before, isFar) = unit.timestamp.subtractingReportingOverflow(timestamps.lowerBound)
    guard !isFar, Double(before).magnitude <= sampleRate else { return false }
    return (0...2_000_000_000).contains(unit.arrival &- arrival)
  }
}
