public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioDevices
import SignalProcessing

// Bound throughout: a read asks for no more frames at a time than runLength.
// Holds throughout: a converter gives whole frames of the channels that it was made for.

/// Samples of packets that a program has or receives, of any format that can be decoded: a converter that pulls its
/// input.
///
/// ```
/// supply ─► decoder ─► matrix ─► resampler ─► the player's ring
/// ```
/// Nothing can be sought in it, for packets that have gone do not come again. Where it has ended, so has the player for
/// good.
public final class ConverterSource: SampleSource {
  /// Gives the next packets: fills an empty batch with any number of them, or with none, which ends the stream.
  ///
  /// It is called from the thread that feeds the player, ahead of what is heard, and may wait for packets; where it
  /// throws, the player ends with the error.
  public typealias Supply = (_ wantedPacketCount: Int, _ batch: inout PacketBatch) throws(ConversionError) -> Void

  /// Frames a second of the samples that it gives.
  public let sampleRate: Double
  /// The number of channels that it gives.
  public let channelCount: Int
  /// Not known.
  public var frameCount: Int64? { nil }
  /// What decoding has come to so far.
  public var report: DecodingReport { converter.report }

  private var converter: Converter
  private let supply: Supply
  private var samples = PacketBatch()
  private var hasEnded = false

  /// Frames that are converted at a time, at most.
  private static let runLength = 4096

  /// Prepares a conversion for a device.
  ///
  /// - Parameters:
  ///   - input: The format of the packets, with their cookie.
  ///   - format: What the device plays.
  ///   - catalog: The decoders to choose from.
  ///   - supply: Gives the packets.
  /// - Throws: ``PlaybackError/conversion(_:)`` where the packets cannot be decoded, or not for this device.
  public convenience init(
    from input: CodedStream, for format: DeviceFormat, catalog: Catalog = .standard, supply: @escaping Supply
  ) throws(PlaybackError) {
    try self.init(from: input, for: format, by: DecoderSelection(catalog.codecs), supply: supply)
  }

  /// Prepares a conversion for a device, with settings of the decoder.
  ///
  /// - Parameters:
  ///   - input: The format of the packets, with their cookie.
  ///   - format: What the device plays.
  ///   - decoders: The decoders to choose from, and what they are asked for.
  ///   - supply: Gives the packets.
  /// - Throws: ``PlaybackError/conversion(_:)`` where the packets cannot be decoded, not as they are asked for, or not
  ///   for this device.
  public init(
    from input: CodedStream, for format: DeviceFormat, by decoders: DecoderSelection, supply: @escaping Supply
  ) throws(PlaybackError) {
    var options = ConversionOptions()
    options.channels = .mixing
    options.damagePolicy = .conceal
    options.decoder = decoders.settings
    // Packets come when they come, and are heard as soon as may be.
    options.resampler.delivery = .prompt
    let output = CodedStream(format: StreamFormat(planar: format), layout: TrackSource.layout(of: format))
    do throws(ConversionError) {
      converter = try Converter(from: input, to: output, codecs: decoders.codecs, options: options)
    } catch {
      throw .conversion(error)
    }
    (sampleRate, channelCount) = (format.sampleRate, format.channelCount)
    self.supply = supply
  }

  /// Fills memory with the next frames; fewer than there is room for only at the end.
  public func read(into planes: inout some SamplePlanes & ~Copyable) throws(ConversionError) -> Int {
    var made = 0
    while made < planes.frameCapacity, !hasEnded {
      let wanted = min(planes.frameCapacity - made, Self.runLength)
      let status = try converter.fill(&samples, packetCount: wanted, supply: supply)
      made += copy(into: &planes, at: made)
      switch status {
      case .filled: continue
      case .ended: hasEnded = true
      case .interrupted(let error): throw error
      }
    }
    return made
  }

  /// Refused: packets that have gone do not come again.
  public func seek(toFrame frame: Int64) throws(ConversionError) {
    throw .format(CodecError(.unsupported, "nothing can be sought in packets that are pulled"))
  }

  /// Copies what the converter has made, 32-bit floats of one channel after the other, and returns the frames.
  private func copy(into planes: inout some SamplePlanes & ~Copyable, at start: Int) -> Int {
    let count = samples.bytes.count / (4 * channelCount)
    for channel in 0..<channelCount {
      var plane = planes.plane(channel)
      var place = 4 * channel * count
      for frame in 0..<count {
        var bits: UInt32 = 0
        for byte in 0..<4 { bits |= UInt32(samples.bytes[place + byte]) << UInt32(8 * byte) }
        plane[start + frame] = Float(bitPattern: bits)
        place += 4
      }
    }
    return count
  }
}
