import AudioBase
import AudioFiles

/// The readable parts of the tracks of a file: packets up to the first position at which reading fails, without missing
/// ones.
struct SalvagedTracks: ContainerReader {
  private var base: any ContainerReader
  private(set) var tracks: [TrackInfo]
  private var hasEnded: [Bool]
  private let isConstant: [Bool]

  var fileType: FourCharacterCode { base.fileType }
  var metadata: Metadata { base.metadata }
  var warnings: [String] { base.warnings }
  var unreadTracks: [String] { base.unreadTracks }

  /// The result of reading all packets of a track.
  struct Survey {
    var scan: TrackScan
    /// The number of empty packets that represent missing ones.
    var missingPacketCount: Int64 = 0
  }

  /// Describes a file on the basis of its packets.
  ///
  /// - Parameter surveys: The results of reading each track.
  init(_ base: any ContainerReader, _ surveys: [Survey]) {
    self.base = base
    tracks = base.tracks
    isConstant = base.tracks.map(\.format.hasConstantPackets)
    hasEnded = base.tracks.map { _ in false }
    for index in tracks.indices {
      let survey = surveys[index]
      tracks[index].packetCount = survey.scan.packetCount - survey.missingPacketCount
      tracks[index].audioByteCount = survey.scan.byteCount
      tracks[index].packetTable = Self.table(tracks[index], frames: survey.scan.frameCount)
    }
  }

  /// Returns the table of the available frames that belong to the recording.
  private static func table(_ track: TrackInfo, frames: Int64) -> PacketTable? {
    guard var table = track.packetTable, frames > 0, table.timescale == track.format.sampleRate else {
      return track.packetTable
    }
    let there = max(0, frames - table.primingFrames)
    guard there < table.validFrames else { return table }
    (table.validFrames, table.remainderFrames) = (there, 0)
    return table
  }

  func streamChanges(ofTrack track: Int) -> StreamChanges { base.streamChanges(ofTrack: track) }

  mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    hasEnded[track] = false
    try base.seek(toPacket: packet, ofTrack: track)
  }

  mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    while !hasEnded[track] {
      do throws(ContainerError) {
        guard try base.readPackets(ofTrack: track, into: &batch), batch.count > 0 else { break }
      } catch {
        if error.kind == .inputOutput { throw error }
        // Packets read before it count.
        hasEnded[track] = true
        return batch.count > 0 && keepWhole(&batch, track)
      }
      if keepWhole(&batch, track) { return true }
    }
    return false
  }

  /// Removes empty packets from a batch, and returns true if any packet is left.
  private func keepWhole(_ batch: inout PacketBatch, _ track: Int) -> Bool {
    guard !isConstant[track], batch.descriptions.contains(where: { $0.byteCount == 0 }) else { return true }
    let kept = batch.descriptions.indices.filter { batch.descriptions[$0].byteCount > 0 }
    // The bytes of the others lie where they lay.
    batch.fileOffsets = kept.map { batch.fileOffsets[$0] }
    if !batch.timings.isEmpty { batch.timings = kept.map { batch.timings[$0] } }
    batch.descriptions = kept.map { batch.descriptions[$0] }
    return !kept.isEmpty
  }
}
