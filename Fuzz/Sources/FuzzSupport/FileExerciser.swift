public import AudioBase

/// Opens bytes as a file of one container, reads all packets of all tracks and decodes those that are AAC.
public enum FileExerciser {
  /// What became of a file.
  public enum Outcome: Sendable {
    /// The container refused it.
    case refused(ContainerError)
    /// It was read; the counts are of packets.
    case read(decoded: Int, refused: Int)
  }

  /// Reads everything, and decodes it.
  ///
  /// - Parameter mostDecodedPackets: The number of packets of each track that are decoded; the rest is read.
  public static func run(
    _ bytes: [UInt8], as container: ContainerDescriptor, mostDecodedPackets: Int = .max
  ) -> Outcome {
    guard let open = container.open else { preconditionFailure("the container cannot be read") }
    do throws(ContainerError) {
      var reader = try open(MemoryByteSource(bytes), ResourceLimits())
      var decoded = 0
      var refused = 0
      for track in reader.tracks.indices {
        ReadingExerciser.run(reader, track: track, mostBlocks: min(mostDecodedPackets, 48))
        let counts = try run(&reader, track: track, mostDecodedPackets)
        decoded += counts.decoded
        refused += counts.refused
      }
      _ = (reader.metadata, reader.warnings)
      return .read(decoded: decoded, refused: refused)
    } catch {
      return .refused(error)
    }
  }

  private static func run(
    _ reader: inout any ContainerReader, track: Int, _ mostDecodedPackets: Int
  ) throws(ContainerError) -> (decoded: Int, refused: Int) {
    var batch = PacketBatch()
    let exerciser = PacketExerciser(CodedStream(of: reader, track: track))
    guard var exerciser else {
      while try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 {}
      try lookUp(&reader, track: track, middle: batch.firstPacket / 2)
      return (0, 0)
    }
    while try reader.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
      for place in batch.descriptions
      where exerciser.decodedPacketCount + exerciser.refusedPacketCount < mostDecodedPackets {
        let range = place.startOffset..<(place.startOffset + place.byteCount)
        exerciser.decode(batch.bytes.span.extracting(range), frameCount: place.frameCount)
      }
    }
    try lookUp(&reader, track: track, middle: batch.firstPacket / 2)
    return (exerciser.decodedPacketCount, exerciser.refusedPacketCount)
  }

  /// Looks up packets and frames, goes back, and reads on from there.
  private static func lookUp(
    _ reader: inout any ContainerReader, track: Int, middle: Int64
  ) throws(ContainerError) {
    for place in [0, 1, middle, Int64.max / 2, .max] {
      _ = try reader.locate(.packet(place), ofTrack: track)
      _ = try reader.locate(.frame(place), ofTrack: track)
    }
    _ = (reader.chunks, reader.isOptimized, reader.lowestNeededOffset)
    var batch = PacketBatch(maximumPacketCount: 4)
    try reader.seek(toPacket: middle, ofTrack: track)
    _ = try reader.readPackets(ofTrack: track, into: &batch)
    if let offset = batch.fileOffsets.first {
      var copy = reader
      do throws(ContainerError) {
        try copy.resynchronize(atOffset: offset, asPacket: middle)
        _ = try copy.readPackets(ofTrack: track, into: &batch)
      } catch {
        guard error.kind == .unsupported else { throw error }
      }
    }
  }
}
