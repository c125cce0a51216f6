package import AudioBase

/// Reads a dump of packets.
///
/// A source of known size is walked once when it is opened, for the counts; a pipe is not.
package struct PacketDumpReader: ContainerReader {
  /// `dump`.
  package let fileType: FourCharacterCode = "dump"
  /// The only track; its packets are taken for AAC of a kind that the caller knows.
  package private(set) var tracks: [TrackInfo]
  /// Empty: a dump is never repaired.
  package var warnings: [String] { [] }

  private var scanner: PacketDumpScanner
  private var index = SparsePacketIndex()
  private var nextPacket: Int64 = 0
  private var failure: ContainerError?

  /// Opens a dump.
  ///
  /// - Throws: `ContainerError` if the source does not begin with a marker, or a packet exceeds the limit.
  package init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    var track = TrackInfo(format: StreamFormat(formatID: .aac, sampleRate: 0, channelsPerFrame: 0))
    track.dataOffset = 4
    tracks = [track]
    scanner = PacketDumpScanner(source, limits: limits)
    var head = SourceWindow(source, capacity: 16)
    let place = try head.load(4, at: 0)
    guard place.count == 4, PacketDumpFile.probe(head.bytes.span.extracting(place)) > 0 else {
      throw ContainerError(.malformed, "a dump begins with FF AA CC DD", at: 0, in: "dump")
    }
    if source.byteCount != nil { try survey() }
  }

  private mutating func survey() throws(ContainerError) {
    var count: Int64 = 0
    var byteCount: Int64 = 0
    var largest = 0
    while true {
      index.note(packet: count, at: scanner.position)
      guard let size = try scanner.skip() else { break }
      count += 1
      byteCount += Int64(size)
      largest = max(largest, size)
    }
    tracks[0].packetCount = count
    tracks[0].audioByteCount = byteCount
    tracks[0].maximumPacketSize = largest
    scanner.move(to: 0)
  }

  /// Moves to a packet: from the nearest mark before it, packet by packet.
  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard track == 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such track or packet", at: scanner.position)
    }
    failure = nil
    let isAhead = packet >= nextPacket
    if let mark = index.mark(before: packet), !isAhead || mark.packet > nextPacket {
      scanner.move(to: mark.offset)
      nextPacket = mark.packet
    } else if !isAhead {
      scanner.move(to: 0)
      nextPacket = 0
    }
    while nextPacket < packet {
      index.note(packet: nextPacket, at: scanner.position)
      guard try scanner.skip() != nil else { return nextPacket = packet }
      nextPacket += 1
    }
  }

  /// The marker of the next packet.
  package var lowestNeededOffset: Int64 { scanner.position }

  /// Searches for the next marker from `byteOffset` on.
  package mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard byteOffset >= 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such packet", at: scanner.position)
    }
    failure = nil
    nextPacket = packet
    index = SparsePacketIndex()
    try scanner.search(from: byteOffset)
  }

  /// Fills the batch with the next packets.
  package mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    guard track == 0 else { throw ContainerError(.invalidState, "no such track", at: scanner.position) }
    batch.removeAll(nextPacket: nextPacket)
    if let failure { throw failure }
    while !batch.isFull {
      let start = batch.bytes.count
      let offset = scanner.position
      index.note(packet: nextPacket, at: offset)
      do throws(ContainerError) {
        guard try scanner.next(appendingTo: &batch.bytes) != nil else { break }
      } catch {
        batch.bytes.removeLast(batch.bytes.count - start)
        failure = error
        if batch.count == 0 { throw error }
        break
      }
      batch.noteAppendedPacket(from: start, fileOffset: offset + 4)
      nextPacket += 1
    }
    return batch.count > 0
  }
}
