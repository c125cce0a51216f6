public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioDevices

/// Samples decoded from packets that the program supplies or receives, in any decodable format.
///
/// ```
/// supply ─► decoder ─► matrix ─► resampler ─► the player's ring
/// ```
/// It cannot seek, for packets that have been played do not come again. Once it has ended, so has the player, for good.
public final class ConverterSource: SampleSource {
  /// Supplies the next packets: fills an empty batch with any number of them; leaving it empty ends the stream.
  ///
  /// It is called from the thread that feeds the player, ahead of the sound, and may wait for packets; where it throws,
  /// the player ends with the error.
  public typealias Supply = (_ wantedPacketCount: Int, _ batch: inout PacketBatch) throws(AudioError) -> Void

  /// The frames per second of the samples.
  public let sampleRate: Double
  /// The number of channels of the samples.
  public let channelCount: Int
  /// Always `nil`: the number of frames is not known.
  public var frameCount: Int64? { nil }
  /// The report on decoding so far.
  public var report: DecodingReport { samples.report }

  private let samples: PacketSamples
  private let supply: Supply
  private var packets = PacketBatch()
  private var hasEnded = false

  /// The largest number of frames per request for packets.
  private static let runLength = 4096

  /// Prepares a conversion for a device, with damage concealed.
  ///
  /// - Parameters:
  ///   - input: The format of the packets, with their cookie.
  ///   - format: The device's format.
  ///   - catalog: The decoders to choose from.
  ///   - supply: Supplies the packets.
  /// - Throws: `AudioError` if the packets cannot be decoded, or not for this device.
  public convenience init(
    from input: CodedStream, for format: DeviceFormat, catalog: Catalog = .standard, supply: @escaping Supply
  ) throws(AudioError) {
    try self.init(
      from: PacketInput(input, damagePolicy: .conceal), for: format, codecs: catalog.codecs, supply: supply)
  }

  /// Prepares a conversion for a device. With `DamagePolicy.stop` a damaged packet ends the sound.
  ///
  /// - Parameters:
  ///   - input: The packets, and how they are decoded.
  ///   - format: The device's format.
  ///   - codecs: The decoders to choose from.
  ///   - supply: Supplies the packets.
  /// - Throws: `AudioError` if the packets cannot be decoded, not with these options, or not for
  ///   this device.
  public init(
    from input: PacketInput, for format: DeviceFormat, codecs: [CodecDescriptor], supply: @escaping Supply
  ) throws(AudioError) {
    samples = try PacketSamples(from: input, codecs: codecs, by: .mixing) { _ in
      (format.sampleRate, TrackSource.layout(of: format))
    }
    (sampleRate, channelCount) = (format.sampleRate, format.channelCount)
    self.supply = supply
  }

  /// Fills memory with the next frames; fewer than fit only at the end.
  public func read(into planes: inout some SamplePlanes<Float> & ~Copyable) throws(AudioError) -> Int {
    var made = 0
    while made < planes.frameCapacity {
      let count = try samples.read(into: &planes, made..<planes.frameCapacity)
      made += count
      if count > 0 { continue }
      guard !hasEnded else { break }
      try takePackets(forFrames: min(planes.frameCapacity - made, Self.runLength))
    }
    return made
  }

  private func takePackets(forFrames count: Int) throws(AudioError) {
    packets.removeAll(nextPacket: 0)
    try supply(samples.packetCount(forOutput: count), &packets)
    if packets.bytes.isEmpty && packets.descriptions.isEmpty {
      hasEnded = true
      samples.endInput()
    } else {
      let batch = packets
      samples.append(batch.bytes.span, descriptions: batch.descriptions.span)
    }
  }

  /// Throws: packets that have been played is not available again.
  public func seek(toFrame frame: Int64) throws(AudioError) {
    throw .format(CodecError(.unsupported, "nothing can be sought in packets that are pulled"))
  }
}
