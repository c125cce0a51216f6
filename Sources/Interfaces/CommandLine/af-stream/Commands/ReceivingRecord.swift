import AudioFiles
import AudioReception
import AudioStreaming

/// The record that `af receive --json` prints.
struct ReceivingRecord: Encodable {
  var file: String
  var packetCount: Int64
  var unitCount: Int64
  var recoveredUnitCount: Int64
  var lostPacketCount: Int64
  var jitterMilliseconds: Double
  var lateUnitCount: Int
  var concealedMilliseconds: Double
  /// The target and final delay from the fastest arrival to the decoder.
  var targetDelayMilliseconds: Double
  var delayMilliseconds: Double
  /// The delay of the later stages: the decoder and the compensation of drift, and with a device the queue before it
  /// and its own.
  var conversionDelayMilliseconds: Double
  var queueDelayMilliseconds: Double?
  var deviceDelayMilliseconds: Double?
  var totalDelayMilliseconds: Double
  var driftPartsPerMillion: Double
  var underrunCount: Int
  /// The name of the device, followed by the frames that were not ready in time.
  var device: String?
  var missingFrameCount: Int?
  var deviceXrunCount: Int?
  /// The number of times that another SSRC was taken, because another participant had the receiver's, followed by its
  /// own packets that came back; absent where there were none.
  var sourceChangeCount: Int?
  var loopedPacketCount: Int?
  /// Packets that were dropped, by the reason.
  var dropped: [String: Int]

  /// - Parameter statistics: The fate of the units, while they were heard.
  init(_ path: Pathname, _ receiver: RTPReceiver, _ statistics: ReceivedStreamStatistics, rate: Double) {
    let (report, network, delays) = (receiver.report, statistics.network, statistics.delays)
    file = path.description
    (packetCount, unitCount, recoveredUnitCount) = (report.packetCount, report.unitCount, report.recoveredUnitCount)
    (lostPacketCount, jitterMilliseconds) = (report.lostPacketCount, Double(report.jitter) / 1e6)
    lateUnitCount = network.lateUnits
    concealedMilliseconds = Double(network.concealedFrames) * 1000 / rate
    (targetDelayMilliseconds, delayMilliseconds) = (network.targetDelay * 1000, network.actualDelay * 1000)
    (conversionDelayMilliseconds, totalDelayMilliseconds) = (delays.conversion * 1000, delays.total * 1000)
    (driftPartsPerMillion, underrunCount) = (network.driftPartsPerMillion, network.underruns)
    if report.collisionCount > 0 { sourceChangeCount = report.collisionCount }
    if report.loopCount > 0 { loopedPacketCount = report.loopCount }
    dropped = Dictionary(uniqueKeysWithValues: report.dropped.named.filter { $0.count > 0 })
  }

  /// The account for people.
  var text: String {
    let stages = [
      ("buffer", delayMilliseconds), ("decoder", conversionDelayMilliseconds), ("queue", queueDelayMilliseconds),
      ("device", deviceDelayMilliseconds),
    ]
    let delays = stages.compactMap { name, value in value.map { "\(name) \(decimal($0, digits: 1))" } }
    return "\(unitCount) units in \(packetCount) packets, jitter \(decimal(jitterMilliseconds, digits: 1)) ms, lost "
      + "\(lostPacketCount), late \(lateUnitCount), filled in \(decimal(concealedMilliseconds, digits: 0)) ms; delay "
      + "\(decimal(totalDelayMilliseconds, digits: 1)) ms: \(delays.joined(separator: ", "))"
  }
}
