public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioDevices
public import AudioFiles

// Holds throughout: recorders give as many samples as they say.

/// A file of any format into which recorded samples are converted or encoded.
///
/// The file is in its place once ``finish()`` has returned; one that is never finished is removed.
public final class FileRecording: SampleSink {
  /// The format of the file's packets, completed by its encoder.
  public let format: StreamFormat
  private let file: AudioFile
  private var converter: PacketConverter
  private var packets = PacketBatch()

  /// The largest number of packets that are written at a time: about a sixth of a second of samples, or at least a
  /// second of encoded audio.
  private var packetCount: Int { format.framesPerPacket == 1 ? 8192 : 64 }

  /// Options of a recording.
  public struct Options: Sendable {
    /// The container, or `nil` for the one of the file name's extension.
    public var container: ContainerDescriptor?
    /// The permission for the file to replace another one.
    public var replacement = ReplacementPolicy.refuse
    /// The containers and encoders to choose from.
    public var catalog = Catalog.standard

    /// Creates options: a new file, in the usual format of its extension.
    public init() {}
  }

  /// Begins a file; throws if a file of that name exists, unless the options allow its replacement.
  ///
  /// - Parameters:
  ///   - path: The file's name; its extension chooses the container.
  ///   - format: The format of the file; a rate or a number of channels of 0 means the device's.
  ///   - captured: The device's format.
  ///   - options: The options of writing.
  /// - Throws: `AudioError` if the format or the file cannot be made.
  public convenience init(
    creating path: String, _ format: StreamFormat, from captured: DeviceFormat, _ options: Options = Options()
  ) throws(AudioError) {
    try self.init(creating: Pathname(path), PacketRequest(format), from: captured, options)
  }

  /// Begins a file with all options; `-` is standard output, for containers that can be written to a pipe.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - packets: The packets of the file; a rate or a number of channels of 0 means the device's.
  ///   - captured: The device's format.
  ///   - options: The options of writing.
  /// - Throws: `AudioError` if the format or the file cannot be made.
  public init(
    creating path: Pathname, _ packets: PacketRequest, from captured: DeviceFormat, _ options: Options
  ) throws(AudioError) {
    let catalog = options.catalog
    let found = options.container ?? path.fileExtension.flatMap { catalog.writableContainer(extension: $0) }
    guard let container = found else { throw .unknownFormat }
    let layout = TrackSource.layout(of: captured)
    let input = CodedStream(format: StreamFormat(planar: captured), layout: layout)
    converter = try PacketConverter(
      from: PacketInput(input), to: packets.completed(for: captured), codecs: catalog.codecs)
    format = converter.output.format
    let settings = WriterSettings(
      format: converter.output.format, layout: converter.output.layout ?? layout, cookie: converter.output.cookie)
    var fileOptions = catalog.fileOptions
    fileOptions.replacement = options.replacement
    file = try AudioFile(creating: path, container: container, settings: settings, options: fileOptions)
  }

  /// Converts frames, and writes the completed packets.
  public func write(_ samples: Span<Float>, frameCount: Int) throws(AudioError) {
    guard frameCount > 0 else { return }
    converter.append(
      PlanarSamples(
        samples, stride: frameCount, channelCount: samples.count / frameCount, frames: 0..<frameCount))
    try writePackets()
  }

  /// Writes the last packets and completes the file.
  public func finish() throws(AudioError) {
    converter.endInput()
    try writePackets()
    // Some encoders know their final configuration only now.
    if let cookie = converter.currentCookie, cookie != converter.output.cookie { try file.setMagicCookie(cookie) }
    if let table = converter.packetTable, file.container.marksRecording { try file.setPacketTable(table) }
    try file.close()
  }

  /// Writes the packets that can be made of the samples so far.
  private func writePackets() throws(AudioError) {
    while true {
      let status = try converter.fill(&packets, packetCount: packetCount)
      if packets.count > 0 { try Self.write(packets, to: file) }
      guard status == .filled else { return }
    }
  }

  private static func write(_ packets: borrowing PacketBatch, to file: AudioFile) throws(AudioError) {
    try file.writePackets(packets.bytes.span, descriptions: packets.descriptions.span)
  }
}
