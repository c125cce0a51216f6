import AudioBase

/// The parts of neighbouring tracks that an encoder is given.
struct Neighborhood {
  private(set) var extent: NeighborExtent
  private let neighbors: Neighbors
  private let opening: TrackOpening
  private let rate: Double
  /// The start of the preceding part, in seconds.
  private var start = 0.0

  /// `nil` if there are no neighbours, or where the packets of the output do not overlap.
  ///
  /// - Throws: `AudioError` if a neighbour does not fit the track, or cannot be decoded.
  init?(
    _ neighbors: Neighbors, of decoded: DecodedFormat, encoded: EncodedFormat?, _ opening: TrackOpening
  ) throws(AudioError) {
    guard neighbors.before != nil || neighbors.after != nil, let encoded, encoded.primingFrames > 0 else { return nil }
    self.neighbors = neighbors
    self.opening = TrackOpening(codecs: opening.codecs, options: DecodeRequest(decoder: opening.options.decoder))
    rate = decoded.sampleRate
    extent = NeighborExtent(encoded, decodedRate: decoded.sampleRate)
    if let after = neighbors.after { _ = try frameCount(of: after, like: decoded) }
    var available: Int64 = 0
    if let before = neighbors.before {
      guard let count = try frameCount(of: before, like: decoded) else { throw .neighbor }
      available = count
    }
    extent.limit(toLeading: available)
    start = Double(available - extent.leading) / rate
  }

  /// Returns the number of frames of a neighbour, where its container states it.
  private func frameCount(
    of neighbor: NeighboringTrack, like decoded: DecodedFormat
  ) throws(AudioError) -> Int64? {
    let decoder = try opening.makeDecoder(of: neighbor.reader, track: neighbor.track)
    let format = decoder.format
    guard format.sampleRate == decoded.sampleRate, format.layout.speakers == decoded.layout.speakers else {
      throw .neighbor
    }
    return opening.packets(of: neighbor.reader, track: neighbor.track).expectedFrameCount(for: format)
  }

  /// Returns the end of the preceding track; `nil` if there is none.
  func packetsBefore() -> TrackPackets? {
    guard extent.leading > 0 else { return nil }
    return packets(of: neighbors.before, from: start, frames: extent.leading)
  }

  /// Returns the beginning of the following track; `nil` if there is none.
  func packetsAfter() -> TrackPackets? { packets(of: neighbors.after, from: 0, frames: extent.trailing) }

  private func packets(of neighbor: NeighboringTrack?, from start: Double, frames: Int64) -> TrackPackets? {
    guard let neighbor else { return nil }
    var part = opening
    part.options.start = start
    part.options.duration = Double(frames) / rate
    return part.packets(of: neighbor.reader, track: neighbor.track)
  }
}
