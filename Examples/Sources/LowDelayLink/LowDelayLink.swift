import SwiftAudioToolbox

/// A microphone and a loudspeaker with AAC-ELD between them: what is captured is encoded, goes through a network that
/// loses, delays and doubles packets, and is heard.
///
///     LowDelayLink [SECONDS]
///
/// The network is one within the process; a real one takes the place of `LossyWire`.
@main
struct LowDelayLink {
  static func main() async throws {
    let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 10
    let device = DeviceList.standard
    let encoder = try LinkEncoder(device.format)
    let receiver = try ReceivedStreamPlayer(ReceivedStream(encoder.stream), on: device)
    encoder.wire = LossyWire(to: receiver.buffer)
    var options = RecorderOptions()
    options.queueSeconds = 0.02
    let recorder = try Recorder(to: encoder, from: device, options: options)

    try receiver.start()
    try recorder.record()
    try await Task.sleep(for: .seconds(seconds))
    try recorder.finish()
    let (network, delays) = (receiver.statistics.network, receiver.statistics.delays)
    receiver.stop()
    print("units: \(network.receivedUnits), lost \(network.lostUnits), late \(network.lateUnits)")
    print("twice: \(network.duplicatedUnits), overtaken \(network.reorderedUnits)")
    print("filled in: \(network.concealedFrames) frames, jitter \(network.jitter * 1000) ms")
    print("delay in ms: buffer \(delays.buffer * 1000), queue \(delays.queue * 1000), device \(delays.device * 1000)")
  }
}

/// Encodes what is captured, and sends each unit as soon as it is there.
final class LinkEncoder: SampleSink {
  let stream: CodedStream
  var wire: LossyWire?
  private let format: DeviceFormat
  private var converter: PacketConverter
  private var (bytes, packets) = ([UInt8](), PacketBatch())
  private var number: Int64 = 0

  init(_ format: DeviceFormat) throws {
    self.format = format
    let samples = StreamFormat(.float32, sampleRate: format.sampleRate, channelsPerFrame: format.channelCount)
    let coded = StreamFormat(
      formatID: .aacEnhancedLowDelay, sampleRate: format.sampleRate, channelsPerFrame: format.channelCount,
      framesPerPacket: 480)
    converter = try PacketConverter(
      from: CodedStream(format: samples), to: CodedStream(format: coded), codecs: Catalog.standard.codecs)
    stream = converter.output
  }

  func write(_ samples: Span<Float>, frameCount: Int) throws(AudioError) {
    bytes.removeAll(keepingCapacity: true)
    for frame in 0..<frameCount {
      for channel in 0..<format.channelCount {
        let bits = samples[channel * frameCount + frame].bitPattern
        for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
      }
    }
    converter.append(bytes.span)
    _ = try converter.fill(&packets, packetCount: 64)
    for index in 0..<packets.count {
      let unit = ReceivedAccessUnit(
        timestamp: 480 * number, sequenceNumber: number, arrival: 0, bytes: Array(packets.packet(index)))
      wire?.send(unit)
      number += 1
    }
    wire?.deliver()
  }

  func finish() throws(AudioError) {}
}

/// A network that is none: 2 % are lost, 2 % come twice, all up to 20 ms late.
struct LossyWire {
  private var network: NetworkShaper
  private let buffer: JitterBuffer

  init(to buffer: JitterBuffer) {
    var conditions = NetworkShaper.Conditions()
    (conditions.delay, conditions.jitter, conditions.loss, conditions.duplication) = (0, 0.02, 0.02, 0.02)
    (network, self.buffer) = (NetworkShaper(conditions, seed: 1), buffer)
  }

  mutating func send(_ unit: ReceivedAccessUnit) { network.send(unit, at: Int64(HostClock.now)) }

  mutating func deliver() {
    for unit in network.arrivals(upTo: Int64(HostClock.now)) { buffer.append(unit) }
  }
}
