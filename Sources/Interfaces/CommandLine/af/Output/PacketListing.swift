import AudioBase
import AudioFiles

/// The packets of a track in order.
struct PacketListing {
  private let reader: any ContainerReader
  private let track: Int
  private let framesPerPacket: Int
  private let sampleRate: Double

  /// Creates a listing. If a packet does not state its duration, that of the summary's format is used.
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
  /// - Throws: The error of the source; a track that is cut off just ends.
  func forEach(_ body: (_ packet: InfoRecord.Packet, _ bytes: ArraySlice<UInt8>) -> Void) throws(ContainerError) {
    var frame: Int64 = 0
    let first = (self.framesPerPacket, self.sampleRate)
    var (framesPerPacket, sampleRate) = first
    // Seconds before the stream that the packets are of.
    var (streamNumber, earlier): (Int, Double) = (0, 0)
    _ = try TrackScan(reader, track: track) { batch, format in
      if batch.streamNumber != streamNumber {
        if sampleRate > 0 { earlier += Double(frame) / sampleRate }
        (streamNumber, frame) = (batch.streamNumber, 0)
        (framesPerPacket, sampleRate) = batch.streamNumber == 0 ? first : (format.framesPerPacket, format.sampleRate)
      }
      for (index, place) in batch.descriptions.enumerated() {
        let frames = place.frameCount > 0 ? place.frameCount : framesPerPacket
        let packet = InfoRecord.Packet(
          number: batch.firstPacket &+ Int64(index),
          offset: index < batch.fileOffsets.count ? batch.fileOffsets[index] : 0, size: place.byteCount,
          frames: frames, time: sampleRate > 0 ? earlier + Double(frame) / sampleRate : nil)
        body(packet, batch.packet(index))
        frame &+= Int64(frames)
      }
    }
  }
}
