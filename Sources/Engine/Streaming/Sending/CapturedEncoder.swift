import AudioBase
import AudioCatalog
import AudioConversion
import AudioDevices
import AudioErrors
import AudioPlayback
import RTPPayloads

/// Makes packets of the frames that a device captures.
struct CapturedEncoder: ~Copyable {
  /// The encoder's times, in seconds.
  struct Timing {
    /// An access unit; 20 ms of samples, which have none.
    var unit: Double
    /// The delay of rate conversion, and of the overlap of encoder and decoder.
    var delay: Double
  }

  let payload: PayloadFormat
  let timing: Timing
  let isSamples: Bool
  var converter: PacketConverter

  init(
    of captured: DeviceFormat, as packets: PacketRequest, _ options: DeviceTransmission.Options
  ) throws(AudioError) {
    let input = CodedStream(format: StreamFormat(planar: captured), layout: TrackSource.layout(of: captured))
    let converter = try PacketConverter(
      from: PacketInput(input), to: packets.completed(for: captured), codecs: options.catalog.codecs)
    payload = try Self.payload(converter.output, options.packing)
    let (output, rate) = (converter.output.format, max(1, converter.output.format.sampleRate))
    isSamples = output.bytesPerPacket > 0
    // Packets of Opus have 20 ms by default: their format leaves it open.
    let frameCount = isSamples || output.framesPerPacket == 0 ? rate / 50 : Double(output.framesPerPacket)
    timing = Timing(
      unit: frameCount / rate, delay: Double(converter.encoded?.primingFrames ?? 0) / rate + converter.latency)
    self.converter = converter
  }

  private static func payload(
    _ stream: CodedStream, _ packing: PayloadFormat.AACPacking
  ) throws(AudioError) -> PayloadFormat {
    return try raising { () throws(RTPError) in try PayloadFormat(stream, packing: packing) }
  }
}
