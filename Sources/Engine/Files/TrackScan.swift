package import AudioBase

/// The result of reading all packets of a track, for containers without an index that states these values.
package struct TrackScan: Sendable {
  /// The number of packets.
  package var packetCount: Int64 = 0
  /// The number of bytes of all packets.
  package var byteCount: Int64 = 0
  /// The largest packet, in bytes.
  package var maximumPacketSize = 0
  /// The number of frames of all packets, at the rate of the track's first stream; 0 if neither the packets nor the
  /// format state it.
  package var frameCount: Int64 = 0
  /// The packets at which the track changes to another stream.
  package var streamChanges: [ScannedStreamChange] = []
  /// The error that ended the scan early, or `nil`.
  package var earlyEnd: ContainerError?
  /// The container's warnings after reading all packets: some appear only while reading.
  package var warnings: [String] = []

  /// Reads a track to its end, without decoding.
  ///
  /// - Parameters:
  ///   - reader: The file; the scan keeps its own copy of the cursor.
  ///   - track: An index into the reader's tracks.
  ///   - visit: Called for each batch with the format of its packets, as the container states it.
  /// - Throws: `ContainerError` of kind `ErrorKind.inputOutput`; other errors end the scan.
  package init(
    _ reader: any ContainerReader, track: Int,
    visit: (_ batch: PacketBatch, _ format: StreamFormat) -> Void = { _, _ in }
  ) throws(ContainerError) {
    var cursor = reader
    var batch = PacketBatch()
    let first = CodedStream(of: reader.tracks[track])
    var format = first.format
    var streamNumber = 0
    // The frames before the stream that is being read, and the seconds.
    var (earlier, seconds): (Int64, Double?) = (0, 0)
    do throws(ContainerError) {
      try cursor.seek(toPacket: 0, ofTrack: track)
      while try cursor.readPackets(ofTrack: track, into: &batch), batch.count > 0 {
        if batch.streamNumber != streamNumber {
          let other = cursor.streamChanges(ofTrack: track).stream(batch.streamNumber)
          let place = batch.fileOffsets.first ?? 0
          guard streamChanges.count < ResourceLimits().streamChangeCount else {
            throw ContainerError(.limitExceeded, "the packets change to another stream too often", at: place)
          }
          let part = frameCount - earlier
          seconds = part > 0 && format.sampleRate > 0 ? seconds.map { $0 + Double(part) / format.sampleRate } : nil
          (streamNumber, earlier) = (batch.streamNumber, frameCount)
          var stream = other ?? first
          stream.firstPacket = Array(batch.packet(0))
          format = stream.format
          streamChanges.append(
            ScannedStreamChange(packet: packetCount, byteOffset: place, time: seconds, stream: stream))
        }
        visit(batch, format)
        for packet in batch.descriptions {
          // A run of packets that are all alike counts as the packets in it.
          let size = format.hasConstantPackets ? format.bytesPerPacket : packet.byteCount
          maximumPacketSize = max(maximumPacketSize, size)
          frameCount &+= Int64(packet.frameCount > 0 ? packet.frameCount : format.framesPerPacket)
        }
        packetCount += Int64(format.packetCount(of: batch))
        byteCount += Int64(batch.bytes.count)
      }
    } catch {
      guard error.kind != .inputOutput else { throw error }
      earlyEnd = error
    }
    warnings = cursor.warnings
    guard !streamChanges.isEmpty else { return }
    let part = frameCount - earlier
    let whole = format.sampleRate > 0 ? seconds.map { $0 + Double(part) / format.sampleRate } : nil
    frameCount = whole.flatMap { Int64(exactly: ($0 * first.format.sampleRate).rounded()) } ?? 0
  }
}

/// A packet at which a track changes to another stream.
package struct ScannedStreamChange: Sendable {
  /// The first packet of the stream.
  package var packet: Int64
  /// The number of bytes from the start of the file to that packet.
  package var byteOffset: Int64
  /// The time of the packet in seconds; `nil` if neither packets nor format state durations.
  package var time: Double?
  /// The new stream.
  package var stream: CodedStream
}
