import AudioBase

/// Samples in or from a source, as a container with one track of linear PCM.
struct SampleTrackReader: ConstantPacketReader {
  let fileType: FourCharacterCode = "raw "
  let tracks: [TrackInfo]
  let source: any ByteSource
  var cursor: ConstantPacketCursor

  /// - Parameters:
  ///   - format: Packed, interleaved linear PCM with a channel and a rate.
  ///   - layout: The loudspeakers, as many as the format has channels.
  ///   - source: The samples' bytes.
  init(_ format: StreamFormat, layout: ChannelLayout, source: any ByteSource) {
    cursor = ConstantPacketCursor(format: format, dataOffset: 0, byteCount: source.byteCount)
    var track = TrackInfo(format: format)
    track.layout = layout
    track.maximumPacketSize = format.bytesPerPacket
    track.packetSizeUpperBound = format.bytesPerPacket
    track.sourceBitDepth = format.bitsPerChannel
    if let count = cursor.packetCount {
      track.packetCount = count
      track.audioByteCount = source.byteCount
      track.duration = Double(count) / format.sampleRate
    }
    tracks = [track]
    self.source = source
  }
}
