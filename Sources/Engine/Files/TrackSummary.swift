public import AudioBase

/// The properties of a track that are known without decoding.
public struct TrackSummary: Sendable {
  /// The format: from the codec's configuration, or else from the container.
  public var format: StreamFormat
  /// The summary of the configuration; `nil` if there is no codec for the format, or it refuses the configuration.
  public var codec: CodecSummary?
  /// The reason for which the codec refuses the configuration, or `nil`.
  public var codecError: CodecError?
  /// The formats that the packets may be decoded to, the richest first; one entry if there is no choice:
  /// `kAudioFilePropertyFormatList`.
  public var formatList: [FormatListItem] = []
  /// The loudspeakers, if the codec or the container states them.
  public var layout: ChannelLayout?
  /// The duration of the recording in seconds: of the part that its packet table keeps, or of everything.
  public var duration: Double?
  /// The number of bytes of all packets.
  public var byteCount: Int64
  /// The number of packets.
  public var packetCount: Int64
  /// The size of the largest packet, in bytes, or an upper bound if only reading all packets finds it.
  public var maximumPacketSize: Int
  /// True if ``maximumPacketSize`` is exact, not a bound.
  public var isMaximumPacketSizeExact = true
  /// The bit rate in bits/s that the container states, or `nil`.
  public var nominalBitRate: Int?
  /// The bits of the packets over their duration, in bits/s; `nil` if the duration is not known.
  public var measuredBitRate: Int?
  /// The priming, valid and remainder frames at the rate of ``format``, or `nil` if the container does not state
  /// them.
  public var packetTable: PacketTable?
  /// The packets at which the track changes to another stream, if the container or the scan shows them.
  public var formatChanges: [FormatChange] = []
  /// The error that ended the scan of the packets early, or `nil`.
  public var earlyEnd: ContainerError?

  /// Summarises a track; reads all packets only if the container's index does not make it unnecessary.
  ///
  /// - Parameters:
  ///   - reader: The file; its cursor stays where it is.
  ///   - index: An index into the reader's tracks.
  ///   - codecs: The codecs that may describe the stream.
  ///   - configuration: The configuration to use in place of the track's cookie, for streams that carry none.
  /// - Throws: `ContainerError` of kind `ErrorKind.inputOutput`.
  public init(
    of reader: any ContainerReader, track index: Int, codecs: [CodecDescriptor], configuration: [UInt8]? = nil
  ) throws(ContainerError) {
    let track = reader.tracks[index]
    format = track.format
    layout = track.layout
    nominalBitRate = track.bitRate
    let codec = codecs.first { $0.formatIDs.contains(track.format.formatID) }
    let stream = CodedStream(of: reader, track: index, configuration: configuration)
    do throws(CodecError) {
      if let codec {
        self.codec = try codec.describe(stream, stream.firstPacket.span)
      }
    } catch {
      codecError = error
    }
    if let summary = self.codec {
      format = StreamFormat(
        formatID: summary.formatID, sampleRate: summary.decoded.sampleRate,
        channelsPerFrame: summary.decoded.layout.channelCount, framesPerPacket: summary.decoded.framesPerPacket)
      layout = summary.decoded.layout
    }
    duration = track.duration
    let rate = format.sampleRate
    if let table = track.packetTable, table.timescale > 0, rate > 0 {
      packetTable = table.rescaled(to: rate)
      duration = Double(table.validFrames) / table.timescale
    }
    let isUniform = reader.streamChanges(ofTrack: index).isEmpty
    if isUniform, let packets = track.packetCount, let bytes = track.audioByteCount,
      let largest = track.maximumPacketSize ?? track.packetSizeUpperBound
    {
      (packetCount, byteCount, maximumPacketSize) = (packets, bytes, largest)
      isMaximumPacketSizeExact = track.maximumPacketSize != nil
    } else {
      let scan = try TrackScan(reader, track: index)
      (packetCount, byteCount, maximumPacketSize) = (scan.packetCount, scan.byteCount, scan.maximumPacketSize)
      earlyEnd = scan.earlyEnd
      if duration == nil, track.format.sampleRate > 0, scan.frameCount > 0 {
        duration = Double(scan.frameCount) / track.format.sampleRate
      }
      formatChanges = scan.streamChanges.map { FormatChange($0, codecs) }
    }
    let isOfOneRate = formatChanges.isEmpty && rate > 0
    let decodedDuration = isOfOneRate ? Double(packetCount) * Double(format.framesPerPacket) / rate : 0
    if duration == nil, decodedDuration > 0 { duration = decodedDuration }
    let packetDuration = max(decodedDuration, duration ?? 0)
    if packetDuration > 0 { measuredBitRate = Int(exactly: (Double(byteCount) * 8 / packetDuration).rounded()) }
    formatList = TrackSummary.formatList(of: self)
  }
}

extension TrackSummary {
  /// A packet at which a track changes to another stream.
  public struct FormatChange: Sendable {
    /// The first packet of the stream.
    public var packet: Int64
    /// The number of bytes from the start of the file to that packet.
    public var byteOffset: Int64
    /// The time of the packet in seconds; `nil` if packets do not state durations.
    public var time: Double?
    /// The format: from the codec's configuration, or else from the container.
    public var format: StreamFormat
    /// The summary of the configuration; `nil` if there is no codec for the format, or it refuses the configuration.
    public var codec: CodecSummary?

    init(_ change: ScannedStreamChange, _ codecs: [CodecDescriptor]) {
      (packet, byteOffset, time) = (change.packet, change.byteOffset, change.time)
      format = change.stream.format
      let own = codecs.first { $0.formatIDs.contains(change.stream.format.formatID) }
      codec = try? own?.describe(change.stream, change.stream.firstPacket.span)
      guard let codec else { return }
      format = StreamFormat(
        formatID: codec.formatID, sampleRate: codec.decoded.sampleRate,
        channelsPerFrame: codec.decoded.layout.channelCount, framesPerPacket: codec.decoded.framesPerPacket)
    }
  }
}

/// One way to decode packets: `AudioFormatListItem`.
public struct FormatListItem: Sendable, Equatable {
  /// The format.
  public var format: StreamFormat
  /// The loudspeakers, if they are known.
  public var layout: ChannelLayout?

  /// Creates an item.
  public init(format: StreamFormat, layout: ChannelLayout?) {
    self.format = format
    self.layout = layout
  }
}

extension TrackSummary {
  private static func formatList(of summary: TrackSummary) -> [FormatListItem] {
    guard let codec = summary.codec else { return [FormatListItem(format: summary.format, layout: summary.layout)] }
    return codec.layers.map { layer in
      FormatListItem(
        format: StreamFormat(
          formatID: layer.formatID, sampleRate: layer.decoded.sampleRate,
          channelsPerFrame: layer.decoded.layout.channelCount, framesPerPacket: layer.decoded.framesPerPacket),
        layout: layer.decoded.layout)
    }
  }
}

extension PacketTable {
  /// Returns the same counts at another rate, rounded to whole frames.
  fileprivate func rescaled(to rate: Double) -> PacketTable {
    let factor = rate / timescale
    guard factor != 1 else { return self }
    func scaled(_ count: Int64) -> Int64 { Int64(exactly: (Double(count) * factor).rounded()) ?? count }
    return PacketTable(
      primingFrames: scaled(primingFrames), validFrames: scaled(validFrames), remainderFrames: scaled(remainderFrames),
      timescale: rate)
  }
}
