import AudioBase
import AudioFiles
import PacketInspection

extension PacketColumns {
  /// Reads all packets of a track; `nil` for formats whose packets are all alike.
  ///
  /// - Parameters:
  ///   - summary: The summary of the track.
  ///   - inspector: The inspector of the track's packets, where their format has one.
  ///   - isCancelled: Returns true once no further packets are wanted.
  init?(
    of reader: any ContainerReader, track: Int, _ summary: TrackSummary, by inspector: (any PacketInspector)?,
    _ resolution: InspectionResolution, isCancelled: () -> Bool
  ) throws(ContainerError) {
    let info = reader.tracks[track]
    guard !info.format.hasConstantPackets, info.format.formatID != .linearPCM else { return nil }
    var builder = PacketBuilder(inspector, resolution)
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
    self = builder.result(earlyEnd: scan.earlyEnd)
  }
}
