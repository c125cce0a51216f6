import AudioBase
import AudioFiles

extension PacketBuilder {
  /// Reads all packets of a track, and returns their columns; `nil` for formats whose packets are all alike.
  ///
  /// - Parameters:
  ///   - summary: The summary of the track.
  ///   - isCancelled: Returns true once no further packets are requested.
  consuming func columns(
    of reader: any ContainerReader, track: Int, _ summary: TrackSummary, isCancelled: () -> Bool
  ) throws(ContainerError) -> PacketColumns? {
    let info = reader.tracks[track]
    guard !info.format.hasConstantPackets, info.format.formatID != .linearPCM else { return nil }
    var builder = self
    // A container that gives durations counts in its own rate; one that does not leaves both to the codec.
    let isTimed = info.format.framesPerPacket > 0 && info.format.sampleRate > 0
    let usualFrames = isTimed ? info.format.framesPerPacket : summary.format.framesPerPacket
    let usualRate = info.format.sampleRate > 0 ? info.format.sampleRate : summary.format.sampleRate
    let scan = try TrackScan(reader, track: track) { batch, format in
      let isFirst = batch.streamNumber == 0
      let rate = isFirst ? usualRate : format.sampleRate
      for (number, place) in batch.descriptions.enumerated() where !isCancelled() {
        let frames = place.frameCount > 0 ? place.frameCount : isFirst ? usualFrames : format.framesPerPacket
        let seconds = rate > 0 ? Double(frames) / rate : 0
        builder.add(batch.packet(number), seconds: seconds.isFinite ? seconds : 0, isInspected: isFirst)
      }
    }
    return builder.result(earlyEnd: scan.earlyEnd)
  }
}
