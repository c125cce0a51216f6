public import AudioBase

/// The packets of a stream without a table, read frame by frame: the common part of its readers.
///
/// It counts packets, keeps marks to return to, finds the beginning of another stream, and holds a failure until all
/// packets before it were returned. Its functions are inlined into the readers: for a generic type that is not, other
/// modules call the unspecialised code.
@usableFromInline package struct FramedStream<Scanner: FrameScanner> {
  /// The scanner that finds the frames.
  @usableFromInline package var scanner: Scanner
  /// The properties of the packets: one track.
  @usableFromInline package var tracks: [TrackInfo]
  /// The changes of stream, as far as frames have been walked.
  @usableFromInline package var changes = StreamChanges()
  /// The number of the packet that is read next.
  @usableFromInline package var nextPacket: Int64 = 0
  /// True if packets are counted from the first one on, not from a position whose number was estimated.
  @usableFromInline package var countsAreExact = true

  @usableFromInline let limits: ResourceLimits
  /// The properties of each stream, in the order of their numbers; there is always a first one.
  @usableFromInline var streams: [Scanner.Stream]
  /// The number of the stream that ``frame`` is of.
  @usableFromInline var streamNumber = 0
  @usableFromInline var index: SparsePacketIndex
  /// The frame whose packets are being returned.
  @usableFromInline var frame: Scanner.Frame?
  /// The next packet of ``frame``.
  @usableFromInline var nextOfFrame = 0
  @usableFromInline var failure: ContainerError?
  /// The warnings of a walk over all of the source.
  @usableFromInline var surveyWarnings: [String]?

  /// Begins with the packets of a track, of which the first are of `stream`. The scanner must be at the first frame.
  @inlinable
  package init(_ scanner: Scanner, _ track: TrackInfo, stream: Scanner.Stream, limits: ResourceLimits) {
    (self.scanner, tracks, streams, self.limits) = (scanner, [track], [stream], limits)
    index = SparsePacketIndex(stride: Scanner.packetsPerMark)
  }

  /// The warnings about skipped bytes so far; of the whole source, if it was walked when it was opened.
  @usableFromInline package var warnings: [String] { surveyWarnings ?? scanner.warnings }

  /// True if the source was walked when it was opened.
  @usableFromInline package var isSurveyed: Bool { surveyWarnings != nil }

  /// The offset of the frame that is being read, or from which the next one is searched.
  @inlinable
  package var lowestNeededOffset: Int64 { frame?.offset ?? scanner.position }

  /// The packet from which ``seek(toPacket:ofTrack:from:)`` walks to `packet`.
  @usableFromInline package func nearestPacket(before packet: Int64) -> Int64 {
    let mark = index.mark(before: packet)?.packet ?? 0
    return countsAreExact && nextPacket <= packet ? max(mark, nextPacket) : mark
  }

  /// Seeks to a packet, frame by frame: from the nearest mark before it, or from `known` if that is nearer.
  @inlinable
  package mutating func seek(
    toPacket packet: Int64, ofTrack track: Int, from known: SparsePacketIndex.Mark? = nil
  ) throws(ContainerError) {
    guard track == 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such track or packet", at: scanner.position)
    }
    failure = nil
    let mark = known ?? index.mark(before: packet) ?? .init(packet: 0, offset: tracks[0].dataOffset)
    if packet < nextPacket || mark.packet > nextPacket || !countsAreExact {
      scanner.move(to: mark.offset)
      (frame, nextPacket, countsAreExact) = (nil, mark.packet, true)
      streamNumber = changes.streamNumber(ofPacket: mark.packet)
    }
    while nextPacket < packet {
      do throws(ContainerError) {
        guard let frame = try load() else { return nextPacket = packet }
        try scanner.pass(nextOfFrame, of: frame)
      } catch {
        // Reading on from here meets the same failure, which is where it belongs.
        if error.kind == .inputOutput { throw error }
        failure = error
        return nextPacket = packet
      }
      take()
    }
  }

  /// Searches for the next frame from `byteOffset` on, and counts its first packet as `packet`.
  @inlinable
  package mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    guard byteOffset >= 0, packet >= 0 else {
      throw ContainerError(.invalidState, "no such place or packet", at: scanner.position)
    }
    try scanner.resynchronize(at: max(byteOffset, tracks[0].dataOffset))
    (frame, nextPacket, failure, countsAreExact) = (nil, packet, nil, false)
  }

  /// Fills the batch with the next packets, all of one stream.
  ///
  /// - Throws: The error of the scanner, after all packets before it were returned.
  @inlinable
  package mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    guard track == 0 else { throw ContainerError(.invalidState, "no such track", at: scanner.position) }
    batch.removeAll(nextPacket: nextPacket)
    if let failure { throw failure }
    while !batch.isFull {
      do throws(ContainerError) {
        guard let frame = try load() else { break }
        if batch.count == 0 { batch.streamNumber = streamNumber }
        guard batch.streamNumber == streamNumber else { break }
        let start = batch.bytes.count
        guard let place = try scanner.append(nextOfFrame, of: frame, to: &batch.bytes) else { break }
        batch.noteAppendedPacket(from: start, fileOffset: place.offset, frameCount: place.frameCount)
      } catch {
        failure = error
        if batch.count == 0 { throw error }
        break
      }
      take()
    }
    return batch.count > 0
  }

  /// Returns the frame that the next packet is of; `nil` at the end of the stream.
  @inlinable
  mutating func load() throws(ContainerError) -> Scanner.Frame? {
    if let frame { return frame }
    guard let found = try scanner.next() else { return nil }
    if let stream = try scanner.stream(of: found, after: streams[streamNumber]) { try settle(stream, at: found.offset) }
    if found.isEntryPoint, countsAreExact { index.note(packet: nextPacket, at: found.offset) }
    (frame, nextOfFrame) = (found, 0)
    return found
  }

  /// Takes the next packet of the frame as returned.
  @inlinable
  mutating func take() {
    nextPacket += 1
    nextOfFrame += 1
    if let frame, nextOfFrame >= frame.packetCount { self.frame = nil }
  }

  /// Records that the packets from the next one on belong to a stream.
  @usableFromInline
  mutating func settle(_ stream: Scanner.Stream, at offset: Int64) throws(ContainerError) {
    let number: Int
    if let earlier = streams.firstIndex(where: { $0.isSame(as: stream) }) {
      number = earlier
    } else {
      number = try changes.add(stream.coded, at: offset, limits: limits)
      streams.append(stream)
    }
    guard number != streamNumber else { return }
    if countsAreExact {
      try changes.note(.init(packet: nextPacket, byteOffset: offset, stream: number), limits: limits)
    }
    streamNumber = number
  }
}

extension FramedStream {
  /// Counts packets from the first frame to the end, with a copy; does nothing if the frames end too far away.
  ///
  /// - Parameters:
  ///   - end: The end of the frames; `nil` if it is unknown, or the source cannot be walked twice.
  ///   - limit: The largest number of bytes that are walked.
  ///   - look: Sees each frame, and the number of its stream.
  /// - Returns: The scanner of the walk, after the last frame; `nil` if there was none.
  @inlinable
  @discardableResult
  package mutating func survey(
    upTo end: Int64?, limit: Int64 = ResourceLimits.surveyedByteCount,
    _ look: (_ frame: Scanner.Frame, _ streamNumber: Int) -> Void = { _, _ in }
  ) throws(ContainerError) -> Scanner? {
    guard let end, end - tracks[0].dataOffset <= limit else { return nil }
    var walker = self
    var counts = FrameCounts()
    do throws(ContainerError) {
      while let frame = try walker.load() {
        counts.note(frame, ofStream: walker.streamNumber)
        look(frame, walker.streamNumber)
        walker.nextPacket += Int64(frame.packetCount)
        walker.frame = nil
      }
      surveyWarnings = walker.scanner.warnings
    } catch {
      if error.kind == .inputOutput { throw error }
      surveyWarnings = walker.scanner.warnings + ["the stream cannot be read to its end: \(error)"]
    }
    (index, streams, changes) = (walker.index, walker.streams, walker.changes)
    counts.state(in: &tracks[0], changes)
    return walker.scanner
  }
}

/// The counts of a walk over all frames of a source.
@usableFromInline
struct FrameCounts {
  /// The number of packets of full length, and the frames of the others, by the number of the stream.
  @usableFromInline var parts: [(packets: Int64, frames: Int64)] = [(0, 0)]
  @usableFromInline var packetCount: Int64 = 0
  @usableFromInline var byteCount: Int64 = 0
  @usableFromInline var largest = 0

  @inlinable init() {}

  @inlinable
  mutating func note(_ frame: some ScannedFrame, ofStream number: Int) {
    while number >= parts.count { parts.append((0, 0)) }
    if frame.frameCount > 0 {
      parts[number].frames += Int64(frame.frameCount)
    } else {
      parts[number].packets += Int64(frame.packetCount)
    }
    packetCount += Int64(frame.packetCount)
    byteCount += Int64(frame.byteCount)
    largest = max(largest, frame.largestPacketByteCount)
  }

  /// Stores the counts in the description of a track, with the duration of each part at its own rate.
  @usableFromInline
  func state(in track: inout TrackInfo, _ changes: StreamChanges) {
    (track.packetCount, track.audioByteCount, track.maximumPacketSize) = (packetCount, byteCount, largest)
    track.duration = parts.indices.reduce(0) {
      let format = changes.stream($1)?.format ?? track.format
      let frames = parts[$1].packets * Int64(format.framesPerPacket) + parts[$1].frames
      return $0 + Double(frames) / format.sampleRate
    }
  }
}

/// A reader that takes its packets from a ``FramedStream``.
@usableFromInline package protocol FramedReader: ContainerReader {
  /// Finds the frames.
  associatedtype Scanner: FrameScanner
  /// The packets.
  var stream: FramedStream<Scanner> { get set }
}

extension FramedReader {
  /// The only track.
  @inlinable package var tracks: [TrackInfo] { stream.tracks }

  /// The warnings about skipped bytes so far; of the whole source, if it was walked when it was opened.
  @inlinable package var warnings: [String] { stream.warnings }

  /// The offset of the frame that is being read, or from which the next one is searched.
  @inlinable package var lowestNeededOffset: Int64 { stream.lowestNeededOffset }

  /// The changes of stream, as far as frames have been walked.
  @inlinable
  package func streamChanges(ofTrack track: Int) -> StreamChanges { track == 0 ? stream.changes : StreamChanges() }

  /// Seeks to a packet: from the nearest mark before it, frame by frame.
  @inlinable
  package mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    try stream.seek(toPacket: packet, ofTrack: track)
  }

  /// Fills the batch with the next packets, all of one stream.
  ///
  /// - Throws: `ErrorKind.truncated` at a last frame that is cut short, after all packets before it were given.
  @inlinable
  package mutating func readPackets(ofTrack track: Int, into batch: inout PacketBatch) throws(ContainerError) -> Bool {
    try stream.readPackets(ofTrack: track, into: &batch)
  }

  /// Searches for the next frame from `byteOffset` on, confirmed by the frame after it.
  @inlinable
  package mutating func resynchronize(atOffset byteOffset: Int64, asPacket packet: Int64) throws(ContainerError) {
    try stream.resynchronize(atOffset: byteOffset, asPacket: packet)
  }
}

extension ResourceLimits {
  /// The longest source that is walked for counts when it is opened, in bytes.
  @usableFromInline package static let surveyedByteCount: Int64 = 1 << 23
}

extension ByteSource {
  /// The number of bytes of a source with random access; otherwise `nil`.
  @usableFromInline package var walkableByteCount: Int64? { isArriving ? nil : byteCount }
}
