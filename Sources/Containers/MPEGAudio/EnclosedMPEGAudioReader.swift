package import AudioBase
import FramedStreams

/// Reads frames of MPEG audio out of a chunk of a file of another kind, and tells what that file says of them.
///
/// What the frames say of themselves counts more than the file's format: WAVE of tag 0x50 may hold layer III.
package struct EnclosedMPEGAudioReader: ContainerReader {
  /// What the file around the frames says.
  package struct Enclosure {
    /// The format that the file states.
    package var sampleRate: Double
    /// The channels that the file states.
    package var channelCount: Int
    /// What its chunks say of the recording.
    package var metadata = Metadata()
    /// What it says that nothing stands for; see `ContainerReader.unnamedItems`.
    package var unnamedItems: [String] = []
    /// Its chunks, in file order.
    package var chunks: [ChunkInfo] = []
    /// Remarks on it.
    package var warnings: [String] = []
    /// Whether all that is needed stands before the frames.
    package var isOptimized = true

    /// Creates a description of a file that states this rate, in Hz, and this many channels.
    package init(sampleRate: Double, channelCount: Int) {
      self.sampleRate = sampleRate
      self.channelCount = channelCount
    }
  }

  private var reader: MPEGAudioReader
  private let enclosure: Enclosure
  /// What the file says, and behind it what tags among the frames do.
  package let metadata: Metadata

  /// Opens the section of a file that holds the frames.
  ///
  /// - Throws: ``ErrorKind/malformed`` where no headers in a row agree.
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

  /// Whether tags stand in front of the frames, in the chunk that holds them.
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
