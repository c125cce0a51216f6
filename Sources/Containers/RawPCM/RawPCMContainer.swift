public import AudioBase

/// Samples without a header, in any sample format.
public enum RawPCMFile {
  /// The descriptor of headerless samples, for a catalog; write only, because such a file does not describe itself.
  public static let descriptor = descriptor(open: nil)

  /// Returns the descriptor of headerless samples of a known format, which can also be read.
  public static func descriptor(reading format: StreamFormat) -> ContainerDescriptor {
    descriptor { source, _ throws(ContainerError) in try RawPCMReader(source, format: format) }
  }

  private static func descriptor(
    open: (@Sendable (any ByteSource, ResourceLimits) throws(ContainerError) -> any ContainerReader)?
  ) -> ContainerDescriptor {
    ContainerDescriptor(fileType: "raw ", name: "Headerless samples", formatIDs: [.linearPCM]) {
      $0.extensions = ["raw", "pcm", "s16", "s24", "s32", "u8", "f32", "f64"]
      $0.open = open
      $0.makeWriter = { sink, settings throws(ContainerError) in try RawPCMWriter(sink, settings: settings) }
      $0.canWriteToPipe = true
      $0.readsForwardOnly = true
    }
  }
}

/// Reads samples of a format that the caller knows, from the first byte to the last whole frame.
package struct RawPCMReader: ConstantPacketReader {
  package let fileType: FourCharacterCode = "raw "
  package let tracks: [TrackInfo]
  package let warnings: [String]
  package let source: any ByteSource
  package var cursor: ConstantPacketCursor

  package init(_ source: any ByteSource, format: StreamFormat) throws(ContainerError) {
    guard let samples = format.sampleFormat, format.sampleRate > 0, format.sampleRate.isFinite else {
      throw ContainerError(
        .invalidState, "headerless samples are packed, interleaved linear PCM of a known rate", at: 0)
    }
    self.source = source
    cursor = ConstantPacketCursor(format: format, dataOffset: 0, byteCount: source.byteCount)
    var track = TrackInfo(format: format)
    track.maximumPacketSize = format.bytesPerPacket
    track.packetSizeUpperBound = format.bytesPerPacket
    track.sourceBitDepth = samples.bitsPerSample
    if let count = cursor.packetCount {
      track.packetCount = count
      // At most the bytes of the source.
      track.audioByteCount = count * Int64(format.bytesPerPacket)
      track.duration = Double(count) / format.sampleRate
    }
    tracks = [track]
    let rest = (source.byteCount ?? 0) % Int64(format.bytesPerPacket)
    warnings = rest == 0 ? [] : ["the last frame is incomplete and was left out"]
  }
}

/// Writes the samples unchanged.
package struct RawPCMWriter: ContainerWriter {
  private let sink: any ByteSink

  package init(_ sink: any ByteSink, settings: WriterSettings) throws(ContainerError) {
    guard settings.format.sampleFormat != nil else {
      throw ContainerError(.unsupported, "a headerless file holds packed, interleaved linear PCM", at: 0)
    }
    self.sink = sink
  }

  package mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    try sink.append(bytes)
  }

  package mutating func finish() throws(ContainerError) {}
}
