import AC3Frames
package import AudioBase
package import FramedStreams

/// Reads the packets of a stream of AC-3 or Enhanced AC-3 without a container: frames one after the other.
///
/// A source of up to 8 MiB is walked once when it is opened, header by header, for the counts; a longer one and a pipe
/// are not. A frame with other channels or another rate begins another stream.
package struct AC3Reader: FramedReader {
  package let fileType: FourCharacterCode
  package var stream: FramedStream<AC3FrameScanner>

  /// Opens a stream whose two-byte words may be swapped.
  ///
  /// - Throws: ``ErrorKind/malformed`` if no two headers follow each other.
  package init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    var scanner = AC3FrameScanner(try SwappedByteSource.unswapped(source), limits: limits)
    guard let first = try scanner.next() else {
      throw ContainerError(.malformed, "the source holds no frame of AC-3", at: 0, in: "ac-3")
    }
    fileType = first.header.formatID
    var track = TrackInfo(format: first.header.format, cookie: [])
    track.layout = ChannelLayout(first.header.speakers)
    track.dataOffset = first.offset
    track.packetSizeUpperBound = first.byteCount
    scanner.move(to: first.offset)
    stream = FramedStream(scanner, track, stream: AC3Stream(header: first.header), limits: limits)
    try stream.survey(upTo: source.walkableByteCount)
    if let largest = stream.tracks[0].maximumPacketSize { stream.tracks[0].packetSizeUpperBound = largest }
  }
}
