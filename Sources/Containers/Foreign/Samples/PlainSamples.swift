public import AudioBase

/// Samples behind a header, as it describes them.
struct PlainSamples {
  var format: StreamFormat
  /// The number of bytes from the start of the file to the samples.
  var dataOffset: Int64
  /// The number of bytes of samples, if it is stated.
  var byteCount: Int64?
  var metadata = Metadata()
  /// The data that the decoder needs.
  var cookie: [UInt8] = []
  /// The number of frames that are the recording, if it is stated.
  var frameCount: Int64?
  /// The loudspeakers of the channels, if they are stated.
  var layout: ChannelLayout?
  /// Metadata without a key, by its name.
  var unnamed = NameList()
  var warnings: [String] = []
  /// The bytes of a channel in a block, of samples that are stored so; see ``BlockedBits``.
  var blockByteCount: Int?

  /// Creates a description; formats of one byte per sample are those of G.711.
  init(_ format: StreamFormat, at dataOffset: Int64, byteCount: Int64? = nil) {
    (self.format, self.dataOffset, self.byteCount) = (format, dataOffset, byteCount)
  }
}

/// One kind of file: how it is recognised, and the reading of its header.
struct PlainKind: Sendable {
  var fileType: FourCharacterCode
  var name: String
  var extensions: [String]
  var formatIDs: [FourCharacterCode] = [.linearPCM]
  /// Recognises the first bytes; `nil` if no bytes of a file show its kind, so that only the file name extension does.
  var probe: (@Sendable (Span<UInt8>) -> Bool)?
  var read: @Sendable (inout SourceWindow) throws(ContainerError) -> PlainSamples
}

extension StreamFormat {
  /// Creates a format of G.711.
  init(_ formatID: FourCharacterCode, sampleRate: Double, channelCount: Int) {
    self.init(formatID: formatID, sampleRate: sampleRate, channelsPerFrame: channelCount, framesPerPacket: 1)
    (bytesPerPacket, bytesPerFrame, bitsPerChannel) = (channelCount, channelCount, 8)
  }
}

/// Samples behind one header, as in old formats: SPHERE, IRCAM, SoX, AVR, PVF, PARIS, 8SVX. Read only.
public enum PlainSampleFile {
  /// The descriptors of all kinds, for a catalog.
  public static let descriptors = PlainKind.all.map(descriptor)

  private static func descriptor(_ kind: PlainKind) -> ContainerDescriptor {
    ContainerDescriptor(fileType: kind.fileType, name: kind.name, formatIDs: kind.formatIDs) {
      $0.extensions = kind.extensions
      if let probe = kind.probe { $0.probe = { head in probe(head) ? 100 : 0 } }
      $0.isKnownByName = kind.probe == nil
      $0.open = { source, limits throws(ContainerError) in try open(source, kind, limits) }
      $0.marksRecording = false
    }
  }

  private static func open(
    _ source: any ByteSource, _ kind: PlainKind, _ limits: ResourceLimits
  ) throws(ContainerError) -> any ContainerReader {
    var window = SourceWindow(source, capacity: SourceWindow.headerCapacity)
    let samples = try kind.read(&window)
    let format = samples.format
    guard format.sampleRate >= 1, format.sampleRate < 0x1p32, format.bytesPerPacket > 0,
      (1...limits.channelCount).contains(format.channelsPerFrame)
    else {
      throw ContainerError(
        .malformed, "a recording has a rate and channels, no more than the limit", at: 0, in: kind.fileType)
    }
    var warnings = samples.warnings
    var byteCount = samples.byteCount
    if let size = source.byteCount {
      guard samples.dataOffset <= size else {
        throw ContainerError(.truncated, "the source ends before the samples", at: size, in: kind.fileType)
      }
      let present = size - samples.dataOffset
      if let stated = byteCount, stated > present {
        warnings.append("\(ConstantPacketCursor.earlyEnd)")
      }
      byteCount = min(byteCount ?? present, present)
    }
    var track = TrackInfo(format: format, cookie: samples.cookie)
    track.dataOffset = samples.dataOffset
    track.layout = samples.layout
    var source = source
    if let block = samples.blockByteCount {
      let blocks = BlockedBits(
        source, at: samples.dataOffset, channelCount: format.channelsPerFrame, blockByteCount: block)
      if let whole = blocks.byteCount { byteCount = min(byteCount ?? whole, whole) }
      source = blocks
    }
    var reader = AlikeReader(source, track, byteCount: byteCount, fileType: kind.fileType)
    if let stated = samples.frameCount, let frames = reader.cursor.frameCount {
      if stated > frames { warnings.append("there are fewer frames than the file says") }
      reader.setValidFrameCount(min(stated, frames), of: frames)
    }
    (reader.metadata, reader.unnamedItems) = (samples.metadata, samples.unnamed.names)
    reader.remark(warnings)
    return reader
  }
}

extension PlainKind {
  /// Returns an error about a header.
  func failure(_ kind: ErrorKind, _ rule: StaticString, at offset: Int64 = 0) -> ContainerError {
    ContainerError(kind, rule, at: offset, in: fileType)
  }
}
