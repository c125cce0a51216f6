public import AudioBase
public import AudioCatalog
import AudioConversion
public import AudioDevices
public import AudioFiles

// Holds throughout: recorders give as many samples as they say.

/// A file of any format that recorded samples are converted or encoded into.
///
/// The file is in its place once ``finish()`` has returned; one that is never finished is removed.
public final class FileRecording: SampleSink {
  /// The format of the file's packets, completed by its encoder.
  public let format: StreamFormat
  private let file: AudioFile
  private var converter: Converter
  private var bytes: [UInt8] = []
  private var packets = PacketBatch()

  /// Packets that are written at a time, at most: about a sixth of a second of samples, or a second and more of what is
  /// encoded.
  private var packetCount: Int { format.framesPerPacket == 1 ? 8192 : 64 }

  /// Begins a file; one of the same name that exists is left alone unless the options say otherwise.
  ///
  /// - Parameters:
  ///   - path: The file's name; its extension chooses the container.
  ///   - format: What the file shall hold; a rate or a number of channels of 0 stands for the device's.
  ///   - captured: What the device captures.
  ///   - catalog: The containers and encoders to choose from.
  ///   - replacement: Whether the file may take the place of another one.
  /// - Throws: ``PlaybackError/file(_:)``; ``PlaybackError/conversion(_:)`` where the format cannot be made.
  public init(
    creating path: String, _ format: StreamFormat, from captured: DeviceFormat, catalog: Catalog = .standard,
    replacement: ReplacementPolicy = .refuse
  ) throws(PlaybackError) {
    let container = fileExtension(path).flatMap { catalog.writableContainer(extension: $0) }
    guard let container else { throw .file(.unknownFormat) }
    let layout = TrackSource.layout(of: captured)
    let input = CodedStream(format: StreamFormat(planar: captured), layout: layout)
    do throws(ConversionError) {
      let wanted = CodedStream(format: format.completed(for: captured))
      converter = try Converter(from: input, to: wanted, codecs: catalog.codecs)
    } catch {
      throw .conversion(error)
    }
    self.format = converter.output.format
    let settings = WriterSettings(
      format: converter.output.format, layout: converter.output.layout ?? layout, cookie: converter.output.cookie)
    var options = catalog.fileOptions
    options.replacement = replacement
    do throws(FileError) {
      file = try AudioFile(creating: path, container: container, settings: settings, options: options)
    } catch {
      throw .file(error)
    }
  }

  /// Converts frames, and writes the packets that they complete.
  public func write(_ samples: Span<Float>, frameCount: Int) throws(PlaybackError) {
    bytes.removeAll(keepingCapacity: true)
    for index in samples.indices {
      let bits = samples[index].bitPattern
      for shift in stride(from: UInt32(0), to: 32, by: 8) { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
    converter.append(bytes.span)
    try writePackets()
  }

  /// Writes the last packets and completes the file.
  public func finish() throws(PlaybackError) {
    converter.endInput()
    try writePackets()
    do throws(ContainerError) {
      // Some encoders know only now what their packets amount to.
      if let cookie = converter.currentCookie, cookie != converter.output.cookie { try file.setMagicCookie(cookie) }
      if let table = converter.packetTable, file.container.marksRecording { try file.setPacketTable(table) }
    } catch {
      throw .writing(error)
    }
    do throws(FileError) { try file.close() } catch { throw .file(error) }
  }

  /// Writes what the samples that have come are good for.
  private func writePackets() throws(PlaybackError) {
    while true {
      let status: FillStatus
      do throws(ConversionError) {
        status = try converter.fill(&packets, packetCount: packetCount)
      } catch {
        throw .conversion(error)
      }
      if packets.count > 0 { try Self.write(packets, to: file) }
      guard status == .filled else { return }
    }
  }

  private static func write(_ packets: borrowing PacketBatch, to file: AudioFile) throws(PlaybackError) {
    do throws(ContainerError) {
      try file.writePackets(packets.bytes.span, descriptions: packets.descriptions.span)
    } catch {
      throw .writing(error)
    }
  }
}
