package import AudioBase
package import FramedStreams
import MPEG4Systems

/// Reads the packets of a LOAS stream.
///
/// A source of known size is walked when it is opened, for the counts, unless it is longer than 8 MiB. Frames before
/// the first StreamMuxConfig are left out, and those of a configuration that is not read. Another AudioSpecificConfig
/// begins another stream, unless the old one returns before it was repeated: then its frames are left out.
package struct LOASReader: FramedReader {
  package let fileType: FourCharacterCode = "loas"
  /// The one track, whose cookie is the AudioSpecificConfig of the stream. Rate and frames are those of the core.
  package var stream: FramedStream<LOASFrameScanner>

  /// Opens a stream.
  ///
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/malformed`` if no frame with a configuration is found, and
  ///   ``ErrorKind/unsupported`` for several programs or layers and for codecs other than AAC.
  package init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    var scanner = LOASFrameScanner(source, limits: limits)
    guard let first = try scanner.next(), let described = scanner.multiplex?.stream else {
      throw ContainerError(.malformed, "the source holds no LOAS frame with a configuration", at: 0, in: "loas")
    }
    var track = TrackInfo(format: described.format, cookie: described.cookie)
    track.containerCookie = described.cookie
    track.dataOffset = first.offset
    track.packetSizeUpperBound = LOASHeader.maximumElementByteCount
    scanner.move(to: first.offset)
    stream = FramedStream(scanner, track, stream: described, limits: limits)
    try stream.survey(upTo: source.walkableByteCount)
  }
}
