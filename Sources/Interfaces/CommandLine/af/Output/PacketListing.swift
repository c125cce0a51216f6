import AudioBase
import AudioFiles

/// The packets of a track, one after the other.
struct PacketListing {
  private let reader: any ContainerReader
  private let track: Int
  private let framesPerPacket: Int
  private let sampleRate: Double

  /// Creates a listing. Where a packet does not say how long it lasts, the format of the summary does.
  init(_ reader: any ContainerReader, track: Int, summary: TrackSummary) {
    self.reader = reader
    self.track = track
    let container = reader.tracks[track].format
    // A container that gives durations counts in its own rate; one that does not leaves both to the codec.
    let isTimed = container.framesPerPacket > 0 && container.sampleRate > 0
    framesPerPacket = isTimed ? container.framesPerPacket : summary.format.framesPerPacket
    sampleRate = container.sampleRate > 0 ? container.sampleRate : summary.format.sampleRate
  }

  /// Visits every packet.
  ///
  /// - Throws: What the source throws; a track that is cut off just ends.
  func forEach(_ body: (_ packet: InfoRecord.Packet, _ bytes: ArraySlice<UInt8>) -> Void) throws(ContainerError) {
    var frame: Int64 = 0
    _ = try TrackScan(reader, track: track) { batch, _ in
      for (index, place) in batch.descriptions.enumerated() {
        let frames = place.frameCount > 0 ? place.frameCount : framesPerPacket
        let packet = InfoRecord.Packet(
          number: batch.firstPacket &+ Int64(index),
          offset: index < batch.fileOffsets.count ? batch.fileOffsets[index] : 0, size: place.byteCount,
          frames: frames, time: sampleRate > 0 ? Double(frame) / sampleRate : nil)
        body(packet, batch.packet(index))
        frame &+= Int64(frames)
      }
    }
  }
}
