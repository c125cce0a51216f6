import AC3Frames
package import AudioBase

/// Reads the packets of a stream of AC-3 or Enhanced AC-3 that nothing holds: frames one behind the other.
///
/// A source of up to 8 MiB is walked once when it is opened, header by header, for the counts; a longer one and a pipe
/// are not. A frame with other channels or another rate begins another stream.
package struct AC3Reader: ContainerReader {
  /// The longest source that is walked when it is opened, in bytes.
  private static let surveyedByteCount: Int64 = 1 << 23

  package let fileType: FourCharacterCode
  package private(set) var tracks: [TrackInfo] = []

  private var scanner: AC3FrameScanner
  private let limits: ResourceLimits
  /// The first header of each stream, in the order of their numbers.
  private var streams: [AC3FrameHeader]
  private var streamNumber = 0
  private var changes = StreamChanges()
  private var index = SparsePacketIndex()
  private var packet: AC3Packet?
  private var nextPacket: Int64 = 0
  private var failure: ContainerError?
  private var surveyWarnings: [String] = []
  /// True if packets were counted from the first one on.
  private var countsAreExact = true

  /// Opens a stream, whose words of two bytes may be swapped.
  ///
  /// - Throws: ``ErrorKind/malformed`` where no two headers follow each other.
  package init(_ source: any ByteSource, limits: ResourceLimits) throws(ContainerError) {
    scanner = AC3FrameScanner(try SwappedByteSource.unswapped(source), limits: limits)
    self.limits = limits
    guard let first = try scanner.next() else {
      throw ContainerError(.malformed, "the source holds no frame of AC-3", at: 0, in: "ac-3")
    }
    fileType = first.header.formatID
    streams = [first.header]
    var track = TrackInfo(format: first.header.format, cookie: [])
    track.layout = ChannelLayout(first.header.speakers)
    track.dataOffset = first.offset
    track.packetSizeUpperBound = first.byteCount
    tracks = [track]
    scanner.move(to: first.offset)
    if !source.isArriving, let size = source.byteCount, size - first.offset <= Self.surveyedByteCount { try survey() }
  }

  package var warnings: [String] { surveyWarnings.isEmpty ? currentWarnings : surveyWarnings }

  private var currentWarnings: [String] {
    scanner.skippedByteCount > 0 ? ["\(scanner.skippedByteCount) bytes between frames were skipped"] : []
  }

  /// Counts packets from the first frame to the end, with a copy of this reader.
  private mutating func survey() throws(ContainerError) {
    var walker = self
    var (byteCount, largest, duration): (Int64, Int, Double) = (0, 0, 0)
    var ending: String?
    do throws(ContainerError) {
      while try walker.loadPacket(), let packet = walker.packet {
        byteCount += Int64(packet.byteCount)
        largest = max(largest, packet.byteCount)
        duration += Double(packet.blockCount * AC3FrameHeader.framesPerBlock) / Double(packet.header.sampleRate)
        walker.nextPacket += 1
        walker.packet = nil
      }
    } catch {
      if error.kind == .inputOutput { throw error }
      ending = "the stream cannot be read to its end: \(error)"
    }
    tracks[0].packetCount = walker.nextPacket
    tracks[0].audioByteCount = byteCount
    tracks[0].maximumPacketSize = largest
    tracks[0].packetSizeUpperBound = largest
    tracks[0].duration = duration
    (index, streams, changes) = (walker.index, walker.streams, walker.changes)
    surveyWarnings = walker.currentWarnings + (ending.map { [$0] } ?? [])
  }

  package func streamChanges(ofTrack track: Int) -> StreamChanges { track == 0 ? changes : StreamChanges() }

  package mutating func seek(toPacket number: Int64, ofTrack track: Int) throws(ContainerError) {
    guard track == 0, number >= 0 else {
      throw ContainerError(.invalidState, "no such track or packet", at: scanner.position)
    }
    failure = nil
    let mark = index.mark(before: number) ?? .init(packet: 0, offset: tracks[0].dataOffset)
    if number < nextPacket || mark.packet > nextPacket || !countsAreExact {
      scanner.move(to: mark.offset)
      (nextPacket, packet, countsAreExact) = (mark.packet, nil, true)
      streamNumber = changes.streamNumber(ofPacket: mark.packet)
    }
    while nextPacket < number {
      do throws(ContainerError) {
        guard try loadPacket() else { return nextPacket = number }
      } catch {
        // Reading on from here meets the same failure, which is where it belongs.
        if error.kind == .inputOutput { throw error }
        failure = error
        return nextPacket = number
      }
      packet = nil
      nextPacket += 1
    }
  }

  package var lowestNeededOffset: Int64 { packet?.offset ?? scanner.position }

  package mutating func resynchronize(atOffset byteOffset: Int64, asPacket number: Int64) throws(ContainerError) {
    guard byteOffset >= 0, number >= 0 else {
      throw ContainerError(.invalidState, "no such place or packet", at: scanner.position)
    }
    scanner.resynchronize(at: max(byteOffset, tracks[0].dataOffset))
    (packet, nextPacket, failure, countsAreExact) = (nil, number, nil, false)
  }

  /// Makes sure that a packet is waiting, and returns true if there is one.
  private mutating func loadPacket() throws(ContainerError) -> Bool {
    if packet != nil { return true }
    guard let found = try scanner.next() else { return false }
    try settleStream(of: found)
    if countsAreExact { index.note(packet: nextPacket, at: found.offset) }
    packet = found
    return true
  }

  /// Finds out which stream a packet is of.
  private mutating func settleStream(of found: AC3Packet) throws(ContainerError) {
    let isSame = { (header: AC3FrameHeader) in
      header.sampleRate == found.header.sampleRate && header.speakers == found.header.speakers
    }
    guard !isSame(streams[streamNumber]) else { return }
    if let known = streams.firstIndex(where: isSame) {
      streamNumber = known
    } else {
      var bytes: [UInt8] = []
      _ = try scanner.append(found, to: &bytes)
      let stream = CodedStream(
        format: found.header.format, layout: ChannelLayout(found.header.speakers), firstPacket: bytes)
      streamNumber = try changes.add(stream, at: found.offset, limits: limits)
      streams.append(found.header)
    }
    guard countsAreExact else { return }
    try changes.note(.init(packet: nextPacket, byteOffset: found.offset, stream: streamNumber), limits: limits)
  }

  package mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    guard track == 0 else { throw ContainerError(.invalidState, "no such track", at: scanner.position) }
    batch.removeAll(nextPacket: nextPacket)
    if let failure { throw failure }
    while !batch.isFull {
      do throws(ContainerError) {
        guard try loadPacket(), let packet else { break }
        if batch.count == 0 { batch.streamNumber = streamNumber }
        guard batch.streamNumber == streamNumber else { break }
        let start = batch.bytes.count
        guard try scanner.append(packet, to: &batch.bytes) else { break }
        let frameCount = packet.blockCount < 6 ? packet.blockCount * AC3FrameHeader.framesPerBlock : 0
        batch.noteAppendedPacket(from: start, fileOffset: packet.offset, frameCount: frameCount)
      } catch {
        failure = error
        if batch.count == 0 { throw error }
        break
      }
      packet = nil
      nextPacket += 1
    }
    return batch.count > 0
  }
}
