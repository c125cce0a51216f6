public import AudioBase

/// What reading all packets of a track tells, where the container has no index that says so.
public struct TrackScan: Sendable {
  /// Packets.
  public var packetCount: Int64 = 0
  /// Bytes of all packets.
  public var byteCount: Int64 = 0
  /// The largest packet, in bytes.
  public var maximumPacketSize = 0
  /// Frames of all packets, in the track's time scale; 0 where neither the packets nor the format tell.
  public var frameCount: Int64 = 0
  /// What ended the scan early, or `nil`.
  public var earlyEnd: ContainerError?

  /// Reads a track to its end, without decoding.
  ///
  /// - Parameters:
  ///   - visit: Called for each batch with the frames that came before it.
  /// - Throws: ``ContainerError`` of kind ``ErrorKind/inputOutput``; other errors end the scan.
  public init(
    _ reader: any ContainerReader, track: Int, visit: (_ batch: PacketBatch, _ firstFrame: Int64) -> Void = { _, _ in }
  ) throws(ContainerError) {
    var cursor = reader
    var batch = PacketBatch()
    let format = reader.tracks[track].format
    let constant = Int64(format.framesPerPacket)
    do throws(ContainerError) {
      try cursor.seek(toPacket: 0, ofTrack: track)
      while try cursor.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
        visit(batch, frameCount)
        for packet in batch.descriptions {
          // A run of packets that are all alike counts as the packets in it.
          let size = format.hasConstantPackets ? format.bytesPerPacket : packet.byteCount
          maximumPacketSize = max(maximumPacketSize, size)
          frameCount &+= packet.frameCount > 0 ? Int64(packet.frameCount) : constant
        }
        packetCount += Int64(format.packetCount(of: batch))
        byteCount += Int64(batch.bytes.count)
      }
    } catch {
      guard error.kind != .inputOutput else { throw error }
      earlyEnd = error
    }
  }
}
