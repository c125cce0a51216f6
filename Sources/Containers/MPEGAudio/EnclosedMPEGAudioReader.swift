package import AudioBase
import FramedStreams

/// Reads frames of MPEG audio from a chunk of another kind of file, and reports that file's properties.
///
/// The frames' own headers take precedence over the file's format: WAVE of tag 0x50 may hold layer III.
package struct EnclosedMPEGAudioReader: ContainerReader {
  /// The properties of the file around the frames.
  package struct Enclosure {
    /// The sample rate that the file states, in Hz.
    package var sampleRate: Double
    /// The number of channels that the file states.
    package var channelCount: Int
    /// The metadata in the file's chunks.
    package var metadata = Metadata()
    /// The names of metadata items without a key; see `ContainerReader.unnamedItems`.
    package var unnamedItems: [String] = []
    /// The chunks of the file, in file order.
    package var chunks: [ChunkInfo] = []
    /// The remarks on the file.
    package var warnings: [String] = []
    /// True if all necessary chunks precede the frames.
    package var isOptimized = true

    /// Creates the properties of a file that states this rate, in Hz, and this many channels.
    package init(sampleRate: Double, channelCount: Int) {
      self.sampleRate = sampleRate
      self.channelCount = channelCount
    }
  }

  private var reader: MPEGAudioReader
  private let enclosure: Enclosure
  /// The metadata of the file, followed by that of tags among the frames.
  package let metadata: Metadata

  /// Opens the section of a file that holds the frames.
  ///
  /// - Throws: ``ErrorKind/malformed`` if no headers in a row agree.
  package init(
    _ source: any ByteSource, section: MPEGAudioSection, enclosure: Enclosure, limits: ResourceLimits
  ) throws(ContainerError) {
    reader = try MPEGAudioReader(source, section: section, limits: limits)
    var enclosure = enclosure
    let format = reader.tracks[0].format
    if format.sampleRate != enclosure.sampleRate || format.channelsPerFrame != enclosure.channelCount {
      enclosure.warnings.append("the frames have another rate or number of channels than the file's format says")
    }
    self.enclosure = enclosure
    var metadata = enclosure.metadata
    metadata.fillValues(from: reader.metadata)
    if metadata.artwork.isEmpty { metadata.artwork = reader.metadata.artwork }
    if metadata.markers.isEmpty { metadata.markers = reader.metadata.markers }
    if metadata.id3Tag.isEmpty {
      metadata.id3Tag = reader.metadata.id3Tag
      metadata.id3TagOffset = reader.metadata.id3TagOffset
    }
    self.metadata = metadata
  }

  package var fileType: FourCharacterCode { reader.fileType }
  package var tracks: [TrackInfo] { reader.tracks }
  package var warnings: [String] { enclosure.warnings + reader.warnings }
  package var unnamedItems: [String] { enclosure.unnamedItems + reader.unnamedItems }
  package var chunks: [ChunkInfo] { enclosure.chunks }
  package var isOptimized: Bool { enclosure.isOptimized }
  package var lowestNeededOffset: Int64 { reader.lowestNeededOffset }

  /// True if tags precede the frames in the chunk that holds them.
  package var hasTagsAmongFrames: Bool { !reader.tagPlaces.front.isEmpty || !reader.tagPlaces.items.isEmpty }

  package func streamChanges(ofTrack track: Int) -> StreamChanges { reader.streamChanges(ofTrack: track) }

  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try reader.seek(toPacket: packet, ofTrack: track)
  }

  package mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try reader.readPackets(ofTrack: track, into: &batch)
  }

  package mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    try reader.resynchronize(atOffset: byteOffset, asPacket: packet)
  }
}
