import AudioBase
import AudioDevices
import AudioFiles
import AudioPlayback
import AudioStreaming
import RTPPayloads

/// The record that `af send --json` prints.
struct SendingRecord: Encodable {
  var file: String
  var format: String
  var seconds: Double
  var packetCount: Int64
  var copyCount: Int64
  var byteCount: Int64
  var unitCount: Int64
  var failedDatagramCount: Int64
  /// The number of times that another SSRC was taken, because another participant had the sender's, followed by its own
  /// packets that came back; absent where there were none.
  var sourceChangeCount: Int?
  var loopedPacketCount: Int?
  /// The number of lost packets in the last report of a receiver; absent if none has arrived.
  var lostPacketCount: Int?
  var jitterMilliseconds: Double?
  var roundTripMilliseconds: Double?
  /// The name of the device, followed by the delay of the sound on this side and the losses there.
  var device: String?
  var deviceDelayMilliseconds: Double?
  var packetDelayMilliseconds: Double?
  var codingDelayMilliseconds: Double?
  var overrunCount: Int?
  var lostFrameCount: Int?
  var deviceXrunCount: Int?

  init(_ path: Pathname, _ sender: RTPSender) {
    let (report, payload) = (sender.report, sender.settings.format)
    file = path.description
    format = "\(payload.format.formatID)"
    seconds = Double(report.frameCount) / max(1, payload.format.sampleRate)
    (packetCount, copyCount, byteCount) = (report.packetCount, report.copyCount, report.byteCount)
    (unitCount, failedDatagramCount) = (report.unitCount, report.failedCount)
    if report.collisionCount > 0 { sourceChangeCount = report.collisionCount }
    if report.loopCount > 0 { loopedPacketCount = report.loopCount }
    lostPacketCount = report.receiver.map { Int($0.cumulativeLost) }
    jitterMilliseconds = report.receiver.map { Double($0.jitter) * 1000 / Double(max(1, payload.clockRate)) }
    roundTripMilliseconds = report.roundTrip.map { Double($0) / 1e6 }
  }

  /// - Parameter delays: The delays of the running device; a stopped device holds nothing back.
  init(_ path: Pathname, _ transmission: DeviceTransmission, _ delays: TransmissionDelays) {
    self.init(path, transmission.sender)
    let recorder = transmission.recorder
    device = recorder.device.identifier
    deviceDelayMilliseconds = delays.device * 1000
    packetDelayMilliseconds = delays.packet * 1000
    codingDelayMilliseconds = delays.coding * 1000
    (overrunCount, lostFrameCount) = (recorder.overruns.gaps, recorder.overruns.frames)
    deviceXrunCount = recorder.device.report(.input).xrunCount
  }

  /// The delays of a device for people; empty for a file.
  var delayText: String {
    guard let deviceDelayMilliseconds, let packetDelayMilliseconds, let codingDelayMilliseconds else { return "" }
    return "; delay: device \(decimal(deviceDelayMilliseconds, digits: 1)), packet "
      + "\(decimal(packetDelayMilliseconds, digits: 1)), coding \(decimal(codingDelayMilliseconds, digits: 1)) ms"
  }

  /// The number of gaps in the captured sound.
  var gapCount: Int { (overrunCount ?? 0) + (deviceXrunCount ?? 0) }
}
