import AudioBase
import FramedStreams

/// Reads frames of AC-3 or FLAC from the chunk `data`, and reports the file's properties. The frames' own headers take
/// precedence over the file's format.
struct EnclosedFramesReader<Reader: FramedReader>: ContainerReader {
  private var reader: Reader
  private let start: Int64
  let fileType: FourCharacterCode
  let metadata: Metadata
  let chunks: [ChunkInfo]
  let unnamedItems: [String]
  private let openingWarnings: [String]

  /// Opens the chunk that a survey has found.
  ///
  /// - Throws: The error of `open`, which reads the frames.
  init(
    _ survey: FileSurvey, _ source: any ByteSource, limits: ResourceLimits,
    _ open: (any ByteSource) throws(ContainerError) -> Reader
  ) throws(ContainerError) {
    start = survey.dataOffset
    let section = SourceSection(source, start: start, byteCount: survey.dataByteCount)
    reader = try open(section)
    var remarks = survey.warnings
    metadata = survey.metadata(sampleRate: reader.tracks[0].format.sampleRate, warnings: &remarks)
    (fileType, chunks, unnamedItems) = (survey.form.fileType, survey.chunks, survey.unnamedItems)
    openingWarnings = remarks
  }

  var tracks: [TrackInfo] {
    var tracks = reader.tracks
    tracks[0].dataOffset += start
    return tracks
  }

  var warnings: [String] { openingWarnings + reader.warnings }
  var lowestNeededOffset: Int64 { start + reader.lowestNeededOffset }

  func streamChanges(ofTrack track: Int) -> StreamChanges {
    reader.streamChanges(ofTrack: track).mapOffsets { [start] in start + $0 }
  }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try reader.seek(toPacket: packet, ofTrack: track)
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    let found = try reader.readPackets(ofTrack: track, into: &batch)
    for index in batch.fileOffsets.indices { batch.fileOffsets[index] += start }
    return found
  }

  mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    try reader.resynchronize(atOffset: max(0, byteOffset - start), asPacket: packet)
  }
}

/// A source that reads a part of another source.
private final class SourceSection: ByteSource {
  private let source: any ByteSource
  private let start: Int64
  let byteCount: Int64?
  var isArriving: Bool { source.isArriving }

  /// Begins at `start`, which is in the source, and ends after `byteCount` bytes or where the source does.
  init(_ source: any ByteSource, start: Int64, byteCount: Int64?) {
    (self.source, self.start, self.byteCount) = (source, start, byteCount)
  }

  func read(at offset: Int64, into buffer: inout MutableSpan<UInt8>) throws(ContainerError) -> Int {
    try read(at: offset, into: &buffer, atLeast: buffer.count)
  }

  func read(
    at offset: Int64, into buffer: inout MutableSpan<UInt8>, atLeast minimum: Int
  ) throws(ContainerError) -> Int {
    let (place, overflow) = start.addingReportingOverflow(offset)
    guard offset >= 0, !overflow else { return 0 }
    let count = Int(clamping: max(0, min(byteCount.map { $0 - offset } ?? .max, Int64(buffer.count))))
    guard count > 0 else { return 0 }
    var part = buffer._mutatingExtracting(0..<count)
    return try source.read(at: place, into: &part, atLeast: min(minimum, count))
  }
}
