public import AudioBase

/// Parses a file while it arrives: takes bytes in portions of any size, and returns packets as soon as they are
/// complete.
///
/// The packets are those that reading the whole file gives, as the same readers find them.
///
/// ```
/// append ──► buffer ──► reader ──► nextPackets
///            (bytes that may still be needed; earlier ones are discarded)
/// ```
///
/// ```swift
/// var parser = StreamParser(containers: Catalog.standard.containers)
/// var batch = PacketBatch()
/// while let bytes = try connection.receive() {
///   try parser.append(bytes.span)
///   while try parser.nextPackets(into: &batch) { use(batch) }
/// }
/// try parser.finish()
/// while try parser.nextPackets(into: &batch) { use(batch) }
/// ```
///
/// Memory does not grow with the length of the stream as long as packets are taken out: it holds the header, and the
/// bytes from the first one that the next packet may need.
public struct StreamParser: ~Copyable {
  private let containers: [ContainerDescriptor]
  private let hint: FourCharacterCode?
  private let limits: ResourceLimits
  private let buffer = StreamBuffer()

  private var probe: StreamProbe
  private var gate = RetryGate()
  private var container: ContainerDescriptor?
  private var reading: StreamReading?
  private var failure: AudioError?
  private var hasGivenAll = false
  /// True if no bytes have come since a seek.
  private var hasSought = false

  /// Creates a parser before any byte of the stream.
  ///
  /// - Parameters:
  ///   - containers: The containers to choose from: those of the catalog.
  ///   - hint: The file type that the stream is known to have, as from a media type; its container is taken unseen.
  ///     A type that no container claims counts as no hint.
  ///   - limits: `ResourceLimits.streamHeadByteCount` bounds the bytes held while a reader waits for more.
  public init(
    containers: [ContainerDescriptor], hint: FourCharacterCode? = nil, limits: ResourceLimits = ResourceLimits()
  ) {
    self.containers = containers
    self.hint = hint
    self.limits = limits
    probe = StreamProbe(containers, limits: limits)
    container = Self.container(of: containers, hint)
  }

  private static func container(of containers: [ContainerDescriptor], _ hint: FourCharacterCode?)
    -> ContainerDescriptor?
  {
    hint.flatMap { hint in containers.first { $0.fileType == hint && $0.open != nil } }
  }

  /// The largest length of a stream, in bytes: a packet beyond it does not exist.
  private static let largestOffset: Int64 = 1 << 48

  // MARK: Properties

  /// The state of the stream so far.
  public var state: StreamParserState {
    if failure != nil { return .failed }
    guard reading != nil else { return .waitingForHeader }
    return hasGivenAll ? .ended : .readyToProducePackets
  }

  /// Core Audio's file type, `nil` before the header has arrived.
  public var fileType: FourCharacterCode? { reading?.reader.fileType }

  /// The tracks of the stream; none before the header has arrived.
  public var tracks: [TrackInfo] { reading?.reader.tracks ?? [] }

  /// The index in ``tracks`` of the track whose packets are returned: by default the first audio track, otherwise the
  /// first track. A stream without tracks ends at once.
  public var trackIndex: Int? { reading?.trackIndex }

  /// The track whose packets are returned: format, cookie, data offset, packet table, layout, and counts as far as the
  /// header states them; `nil` before the header has arrived.
  ///
  /// If the stream changes, format, cookie and layout are those of the last packets: ``streamNumber`` is another one
  /// then.
  public var track: TrackInfo? {
    guard let index = trackIndex, let reading else { return nil }
    var track = tracks[index]
    guard let stream = reading.stream(ofTrack: index) else { return track }
    (track.format, track.layout) = (stream.format, stream.layout)
    (track.cookie, track.containerCookie) = (stream.cookie, stream.cookie)
    return track
  }

  /// The number of the stream of the last packets, 0 for the track's first stream. A stream has one rate, number of
  /// channels and decoder configuration; a track can change to another.
  public var streamNumber: Int { reading?.streamNumber ?? 0 }

  /// The metadata of the stream that precede the packets.
  public var metadata: Metadata { reading?.reader.metadata ?? Metadata() }

  /// Remarks about the stream so far.
  public var warnings: [String] { reading?.reader.allRemarks ?? [] }

  /// The packets and bytes returned so far.
  public var delivered: StreamCounts { reading?.delivered ?? StreamCounts() }

  /// The average number of bytes per packet: `kAudioFileStreamProperty_AverageBytesPerPacket`. Measured over the
  /// packets so far; before the first packet, as stated in the header, or `nil`.
  public var averageBytesPerPacket: Double? {
    if let average = delivered.averageBytesPerPacket { return average }
    guard let track else { return nil }
    if track.format.bytesPerPacket > 0 { return Double(track.format.bytesPerPacket) }
    guard let count = track.packetCount, count > 0, let bytes = track.audioByteCount else { return nil }
    return Double(bytes) / Double(count)
  }

  /// The number of bytes of the stream that are held in memory.
  public var bufferedByteCount: Int { buffer.heldByteCount }

  /// The stream offset of the next byte that ``append(_:continuity:)`` takes.
  public var nextByteOffset: Int64 { buffer.arrivedEnd }

  /// Chooses the track whose packets are returned; skips the bytes of the others.
  ///
  /// - Throws: `ErrorKind.invalidState` before the header has come, after the first packet, or for an index that is
  ///   not one of ``tracks``.
  public mutating func selectTrack(_ index: Int) throws(AudioError) {
    guard tracks.indices.contains(index), delivered.packetCount == 0 else {
      throw Self.invalidState("the track is chosen after the header and before the first packet", at: 0)
    }
    reading?.trackIndex = index
  }

  // MARK: Bytes in

  /// Adds the next bytes of the stream.
  ///
  /// - Parameters:
  ///   - bytes: Any number of them.
  ///   - continuity: ``StreamContinuity/discontinuous`` if bytes were lost before these. Packets that were complete
  ///     before the loss are still returned; then counting continues from the next one that can be found. Before the
  ///     header has arrived the stream begins again. The first bytes after a seek come from the offset that it
  ///     returned, whatever their continuity.
  /// - Throws: `AudioError.unknownFormat` if no container recognises the first bytes; the container's error for a
  ///   malformed header, or `ErrorKind.notStreamable` for an index after the packets; `ErrorKind.limitExceeded`;
  ///   `ErrorKind.invalidState` after ``finish()``, and for a loss in a format that cannot recover from one, in which
  ///   case the bytes are not taken in.
  public mutating func append(
    _ bytes: Span<UInt8>, continuity: StreamContinuity = .continuous
  ) throws(AudioError) {
    if let failure { throw failure }
    guard !buffer.isComplete else {
      throw Self.invalidState("no bytes follow the end of a stream", at: buffer.arrivedEnd)
    }
    if continuity == .discontinuous, !hasGivenAll, !hasSought { try noteGap() }
    hasSought = false
    buffer.append(bytes)
    gate.noteArrival(bytes.count)
    reading?.noteArrival(bytes.count)
    if hasGivenAll { buffer.forget(before: buffer.arrivedEnd) }
    try readHeader()
  }

  /// Ends the input: there are no more bytes.
  ///
  /// - Throws: As ``append(_:continuity:)`` if the header is not whole.
  public mutating func finish() throws(AudioError) {
    if let failure { throw failure }
    buffer.complete()
    try readHeader()
  }

  private mutating func noteGap() throws(AudioError) {
    guard let reading else {
      buffer.restart(at: 0)
      probe = StreamProbe(containers, limits: limits)
      container = Self.container(of: containers, hint)
      gate.reset()
      return
    }
    try raising { () throws(ContainerError) in try reading.checkRecovery() }
    buffer.markGap()
  }

  private mutating func readHeader() throws(AudioError) {
    guard reading == nil else { return }
    do throws(AudioError) {
      if container == nil { container = try probe.choose(buffer) }
      guard let container else { return }
      reading = try raising { () throws(ContainerError) in
        try StreamReading(container, buffer, limits: limits, gate: &gate)
      }
    } catch {
      failure = error
      throw error
    }
  }

  // MARK: Packets out

  /// Clears the batch, fills it with the next complete packets, and returns true if there were any.
  ///
  /// Without packets ``state`` shows whether the stream has ended or more bytes are needed. Each call may return fewer
  /// packets than have arrived: call it until it returns `false`.
  ///
  /// - Throws: The container's error for malformed packets, as when the whole file is read; it is thrown again
  ///   until a seek.
  public mutating func nextPackets(into batch: inout PacketBatch) throws(AudioError) -> Bool {
    if let failure { throw failure }
    while !hasGivenAll, reading != nil {
      var outcome = StreamReading.Outcome.end
      do throws(ContainerError) {
        outcome = try reading?.read(into: &batch) ?? .end
      } catch {
        // A packet that a gap cuts off is not an error.
        if reading?.passGap() == true { continue }
        failure = .container(error)
        throw .container(error)
      }
      switch outcome {
      case .packets: return true
      case .needsBytes: return false
      case .end:
        if reading?.passGap() == true { continue }
        hasGivenAll = true
        buffer.forget(before: buffer.arrivedEnd)
      }
    }
    batch.removeAll(nextPacket: reading?.nextPacket ?? 0)
    return false
  }

  // MARK: Positions

  /// Prepares the parser for bytes from another position on, and returns that position.
  ///
  /// Bytes that were appended before are discarded. The position is exact where all packets are alike or the header has
  /// a table; otherwise it is estimated by the packets so far. A seek recovers from an error and from the end.
  ///
  /// - Throws: `ErrorKind.invalidState` before the header has come, for a packet that does not exist, or if nothing is
  ///   known yet to estimate by; `ErrorKind.unsupported` if packets can only be read in order.
  public mutating func seek(toPacket packet: Int64) throws(AudioError) -> StreamSeekTarget {
    guard var trial = reading, let track else { throw Self.invalidState("the header has not come yet", at: 0) }
    guard packet >= 0, packet <= track.packetCount ?? .max else {
      throw Self.invalidState("there is no such packet", at: 0)
    }
    guard let place = position(of: .packet(packet)) else {
      throw Self.invalidState("nothing is known yet of where packets lie", at: 0)
    }
    guard (track.dataOffset...max(track.dataOffset, Self.largestOffset)).contains(place.byteOffset) else {
      throw Self.invalidState("the packet would lie outside the packets of the stream", at: place.byteOffset)
    }
    let isEstimate = place.estimates.contains(.byteOffset)
    try raising { () throws(ContainerError) in
      try trial.seek(toPacket: packet, at: place.byteOffset, isExact: !isEstimate)
    }
    reading = trial
    failure = nil
    hasGivenAll = false
    hasSought = true
    return StreamSeekTarget(byteOffset: place.byteOffset, isEstimate: isEstimate, packet: packet)
  }

  /// Translates between packets, frames and bytes.
  ///
  /// - Returns: `nil` before the header has arrived, for positions outside the track, and where nothing is known yet to
  ///   estimate by.
  public func position(of target: PacketTarget) -> StreamPosition? {
    guard let reading, let track else { return nil }
    if let found = try? reading.locate(target) {
      return StreamPosition(packet: found.packet, firstFrame: found.firstFrame, byteOffset: found.byteOffset)
    }
    return StreamEstimation(track: track, counts: reading.delivered).position(of: target)
  }

  private static func invalidState(_ rule: StaticString, at offset: Int64) -> AudioError {
    .container(ContainerError(.invalidState, rule, at: offset))
  }
}
