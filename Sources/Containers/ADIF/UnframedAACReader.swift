package import AudioBase
package import FramedStreams
import MPEG4Systems

/// Reads packets of AAC without framing, whose configuration comes from outside, as in WAVE.
package struct UnframedAACReader: FramedReader {
  package let fileType: FourCharacterCode = "adif"
  package var stream: FramedStream<ADIFPacketScanner>

  /// Opens a sequence of packets.
  ///
  /// - Parameters:
  ///   - source: The packets.
  ///   - configuration: The AudioSpecificConfig.
  ///   - makeScanner: Makes the scanner that finds the ends of packets.
  /// - Throws: ``ContainerError`` if the configuration is malformed or not known to the scanner.
  package init(
    _ source: any ByteSource, configuration: [UInt8], limits: ResourceLimits,
    scanner makeScanner: ADIFFile.ScannerFactory
  ) throws(ContainerError) {
    let format: StreamFormat
    let scanner: any PacketScanner
    do throws(CodecError) {
      format = try AudioSpecificConfig(parsing: configuration.span).coreFormat
      scanner = try makeScanner(configuration)
    } catch {
      throw ContainerError(error.kind, error.rule, at: 0, in: "AAC")
    }
    guard (1...limits.channelCount).contains(format.channelsPerFrame) else {
      throw ContainerError(.unsupported, "AAC without framing states its channels in the configuration", at: 0)
    }
    var track = TrackInfo(format: format, cookie: configuration)
    track.containerCookie = configuration
    track.packetSizeUpperBound = (ADIFReader.maximumBitsPerChannel / 8 + 512) * format.channelsPerFrame
    let packets = ADIFPacketScanner(
      window: SourceWindow(source, capacity: 1 << 16), scanner: scanner, position: 0)
    stream = FramedStream(packets, track, stream: CodedStream(of: track), limits: limits)
    try stream.survey(upTo: source.walkableByteCount, limit: ADIFReader.surveyedByteCount)
  }
}
