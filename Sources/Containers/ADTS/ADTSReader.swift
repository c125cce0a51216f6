package import AudioBase
package import FramedStreams
import ID3Tags

/// Reads the packets of an ADTS stream.
///
/// A source of up to 8 MiB is walked once when it is opened, header by header, for the counts; a longer one and a pipe
/// are not. A frame of several raw data blocks becomes a packet for each block if it is protected, because only then do
/// its headers state where each block begins; otherwise one packet whose description counts 1024 frames for each block.
///
/// The stream may change, as where recordings were joined: two headers in a row that agree with each other and not with
/// the previous ones begin another stream, and so does a program_config_element that the next packet confirms. A change
/// of a single frame counts as damage.
package struct ADTSReader: FramedReader {
  package let fileType: FourCharacterCode = "adts"
  /// The only track, whose cookie is the AudioSpecificConfig built from the headers.
  package var stream: FramedStream<ADTSFrameScanner>
  /// The metadata of ID3v2 tags before the audio, and of APE and ID3v1 tags after it.
  package let metadata: Metadata
  /// The items of APE tags that have no key, and skipped tags.
  package let unnamedItems: [String]

  /// The positions of the ID3v2 tags before the stream.
  let tagsInFront: [Range<Int64>]
  /// The tags after the audio; `nil` for a source that is still arriving.
  private(set) var tagsBehind: TrailingTags?
  private let tagWarnings: [String]

  /// Opens a stream.
  ///
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/malformed`` if no two headers in a row agree.
  package init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    var scanner = ADTSFrameScanner(source, limits: limits)
    guard let first = try scanner.next() else {
      throw ContainerError(.malformed, "the source holds no ADTS frame", at: 0, in: "adts")
    }
    tagsInFront = scanner.tagsInFront
    var tags = TagReading(source, limits: limits)
    try tags.read(tagsInFront, sampleRate: first.header.sampleRate)
    if let size = source.walkableByteCount {
      let behind = try TrailingTags(source, byteCount: size, from: first.offset)
      try tags.read(behind: behind)
      tagsBehind = behind
    }
    unnamedItems = tags.unread.names
    (metadata, tagWarnings) = (tags.metadata, tags.warnings + tags.metadata.remarksOnLimits)
    var block: [UInt8] = []
    _ = try scanner.append(0, of: first, to: &block)
    let described = ADTSStream(first.header, firstBlock: block.span)
    var track = TrackInfo(format: described.format, cookie: described.cookie)
    track.containerCookie = described.cookie
    track.dataOffset = first.offset
    track.packetSizeUpperBound = ADTSHeader.maximumFrameByteCount - ADTSHeader.byteCount
    scanner.move(to: first.offset)
    stream = FramedStream(scanner, track, stream: described, limits: limits)
    try stream.survey(upTo: source.walkableByteCount)
  }

  package var warnings: [String] { tagWarnings + stream.warnings }
}
