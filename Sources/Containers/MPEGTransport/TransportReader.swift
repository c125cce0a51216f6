package import AudioBase
import FramedStreams

/// Reads the sound of an MPEG-2 transport stream; each audio stream is a track.
///
/// ISO/IEC 13818-1, and ISO/IEC 13818-1 Amendment 3 for AAC. The frames are those of the readers of ADTS, LOAS and MPEG
/// audio, which see the joined payload of a stream; offsets that they report in errors count from its beginning.
package struct TransportReader: ContainerReader {
  /// `mp2t`.
  package let fileType: FourCharacterCode = "mp2t"
  /// The tracks, one for each audio stream that is read; the identifier is its PID.
  package private(set) var tracks: [TrackInfo] = []

  /// The largest number of streams that are examined: each costs a walk.
  static let maximumStreamCount = 32

  private var readers: [any ContainerReader] = []
  private var streams: [ElementaryStream] = []
  /// True for a track whose packets have been read or sought; from the first such track on, only such tracks need
  /// bytes.
  private var isUsed: [Bool] = []
  private var remarks: [String]
  package private(set) var unreadTracks: [String] = []

  init(_ source: any ByteSource, limits: ResourceLimits, _ framings: TransportFramings) throws(ContainerError) {
    var search = try ProgramSearch(source, limits: limits)
    let announced = try search.run()
    remarks = search.remarks
    var failure: ContainerError?
    var seen: Set<UInt16> = []
    for stream in announced {
      let kind = StreamKind(stream)
      switch kind {
      case .video:
        if seen.insert(stream.identifier).inserted, unreadTracks.count < Self.maximumStreamCount {
          unreadTracks.append("the stream of PID \(stream.identifier) (video) is not read")
        }
        continue
      case .other: continue
      case .unread(let rule):
        failure = failure ?? ContainerError(.unsupported, rule, at: 0, in: "mp2t")
        remarks.append("the stream of PID \(stream.identifier) is left out: \(rule)")
        continue
      // Looking into one would mean waiting for it.
      case .unknown where source.isArriving: continue
      case .framed, .unknown: break
      }
      guard seen.insert(stream.identifier).inserted else { continue }
      guard seen.count <= min(Self.maximumStreamCount, limits.trackCount) else {
        remarks.append("streams of sound behind the first \(seen.count - 1) are left out")
        break
      }
      let bytes = ElementaryStream(source, search.layout, identifier: stream.identifier, limits: limits)
      do throws(ContainerError) {
        try bytes.survey()
        guard bytes.byteCount != 0 else {
          throw ContainerError(.truncated, "no packet of the stream is there", at: 0, in: "mp2t")
        }
        guard let framing = try kind.framing(of: bytes, among: framings) else { continue }
        try add(stream, bytes, framings.open(framing, bytes, limits))
      } catch {
        if error.kind == .inputOutput { throw error }
        failure = failure ?? error
        let reason = bytes.scrambledPacketCount > 0 ? "it is encrypted" : "\(error)"
        remarks.append("the stream of PID \(stream.identifier) is left out: \(reason)")
      }
    }
    guard !tracks.isEmpty else {
      throw failure
        ?? ContainerError(.unsupported, "the transport stream holds no sound that is read", at: 0, in: "mp2t")
    }
  }

  private mutating func add(
    _ stream: ElementaryStreamInfo, _ bytes: ElementaryStream, _ reader: any ContainerReader
  ) throws(ContainerError) {
    guard var track = reader.tracks.first else {
      throw ContainerError(.malformed, "the stream holds no frame", at: 0, in: "mp2t")
    }
    track.identifier = Int(stream.identifier)
    track.language = stream.language
    track.dataOffset = bytes.fileOffset(of: track.dataOffset)
    tracks.append(track)
    readers.append(reader)
    streams.append(bytes)
    isUsed.append(false)
  }

  /// The metadata of tags among the frames.
  package var metadata: Metadata { readers.first?.metadata ?? Metadata() }

  /// The warnings about skipped or lost bytes so far, of all streams.
  package var warnings: [String] {
    var lines = remarks
    for (reader, stream) in zip(readers, streams) {
      let prefix = readers.count > 1 ? "PID \(stream.identifier): " : ""
      lines += (reader.warnings + stream.remarks).map { prefix + $0 }
    }
    return lines
  }

  /// The lowest offset that the read tracks, or all tracks if none is read, can still need.
  package var lowestNeededOffset: Int64 {
    let isAnyUsed = isUsed.contains(true)
    var lowest = Int64.max
    for index in readers.indices where isUsed[index] || !isAnyUsed {
      lowest = min(lowest, streams[index].lowestNeededOffset(from: readers[index].lowestNeededOffset))
    }
    return lowest
  }

  private func check(_ track: Int) throws(ContainerError) {
    guard readers.indices.contains(track) else {
      throw ContainerError(.invalidState, "no such track", at: 0, in: "mp2t")
    }
  }

  /// Seeks to a packet of a track.
  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try check(track)
    isUsed[track] = true
    try readers[track].seek(toPacket: packet, ofTrack: 0)
  }

  /// Fills the batch with the next packets of a track; their offsets are positions in the file.
  package mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try check(track)
    isUsed[track] = true
    let found = try readers[track].readPackets(ofTrack: 0, into: &batch)
    let stream = streams[track]
    for index in batch.fileOffsets.indices {
      batch.fileOffsets[index] = stream.fileOffset(of: batch.fileOffsets[index])
    }
    return found
  }

  /// Returns the later streams of a track that have been found among the packets walked so far.
  package func streamChanges(ofTrack track: Int) -> StreamChanges {
    guard readers.indices.contains(track) else { return StreamChanges() }
    let stream = streams[track]
    return readers[track].streamChanges(ofTrack: 0).mapOffsets { stream.fileOffset(of: $0) }
  }

  /// Finds a packet, if the frames' own reader can.
  package mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    try check(track)
    guard var position = try readers[track].locate(target, ofTrack: 0) else { return nil }
    position.byteOffset = streams[track].fileOffset(of: position.byteOffset)
    return position
  }
}

extension ElementaryStream {
  /// The remarks on lost or skipped bytes so far.
  fileprivate var remarks: [String] {
    var lines: [String] = []
    if missingPacketCount > 0 { lines.append("\(missingPacketCount) transport packets are missing") }
    if damagedPacketCount > 0 { lines.append("\(damagedPacketCount) transport packets are marked as damaged") }
    if scrambledPacketCount > 0 { lines.append("\(scrambledPacketCount) transport packets are encrypted") }
    if skippedByteCount > 0 { lines.append("\(skippedByteCount) bytes between transport packets were skipped") }
    if cutByteCount > 0 { lines.append("the file ends within a transport packet, after \(cutByteCount) bytes of it") }
    return lines + gaps.remarks
  }
}
