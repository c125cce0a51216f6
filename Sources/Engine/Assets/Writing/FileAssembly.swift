package import AudioBase
package import AudioConversion
package import AudioFiles

/// Makes a file of one or several tracks, from packets, or from samples to encode.
///
/// The file has a temporary name until ``finish()`` has returned, so that half of it is never taken for complete; one
/// that is abandoned or never finished is removed.
package final class FileAssembly {
  /// The properties of a new file besides its tracks.
  package struct Design: Sendable {
    /// The metadata of the recording.
    package var metadata = Metadata()
    /// The location of the index.
    package var structure = FileStructure.indexLast

    /// Creates a description without any property.
    package init() {}
  }

  private let sink: any FileSink
  private let container: ContainerDescriptor
  private let design: Design
  private var settings: WriterSettings?
  private var writer: (any ContainerWriter)?
  private var feeds: [TrackFeed] = []
  /// True if the packet table is set at the end of the file, as for files of one track.
  private var tellsTableAtEnd = false

  /// Begins a file; throws if one exists.
  ///
  /// - Parameters:
  ///   - path: The file's name.
  ///   - container: The container of the file.
  ///   - design: Its properties besides the tracks.
  /// - Throws: `AudioError`, or the error of the operating system.
  package init(creating path: Pathname, container: ContainerDescriptor, design: Design) throws(AudioError) {
    sink = try makeSink(path: path, replacement: .refuse, segments: container.segmentKind)
    self.container = container
    self.design = design
  }

  /// The metadata of the design that the finished file cannot hold.
  package private(set) var loss = MetadataLoss()

  /// True if the tracks have been settled.
  package var hasBegun: Bool { writer != nil }

  /// Sets the tracks of the file. The start time of each must be known.
  ///
  /// - Throws: `ErrorKind.unsupported` if the file type does not hold such tracks.
  package func begin(_ feeds: [TrackFeed]) throws(AudioError) {
    guard let create = container.create, let first = feeds.first else {
      throw .container(ContainerError(.unsupported, "a file has a track, of a type that is written", at: 0))
    }
    for feed in feeds { try check(feed) }
    self.feeds = feeds
    let isSingle = feeds.count == 1 && first.info.mediaKind == .audio
    tellsTableAtEnd = isSingle && first.origin &+ first.hiddenBeforeAll == 0
    var settings: WriterSettings
    if tellsTableAtEnd || !container.statesStarts {
      settings = WriterSettings(copying: first.info, metadata: design.metadata)
      settings.expectedByteCount = nil
      settings.expectedPacketCount = nil
      if feeds.count > 1 { settings.tracks = feeds.map(\.placedInfo) }
    } else {
      settings = WriterSettings(copying: feeds.map(\.placedInfo), metadata: design.metadata)
    }
    settings.structure = design.structure
    do throws(ContainerError) {
      writer = try create(sink, settings)
    } catch {
      // The sound matters more than places that the file type cannot hold.
      let placed = settings.metadata
      (settings.metadata.markers, settings.metadata.regions) = ([], [])
      guard error.kind == .unsupported, sink.byteCount == 0, settings.metadata != placed,
        let unplaced = try? create(sink, settings)
      else { throw .container(error) }
      writer = unplaced
    }
    self.settings = settings
  }

  /// Checks that a track has a place in the file.
  private func check(_ feed: TrackFeed) throws(AudioError) {
    let info = feed.info
    guard info.mediaKind != .audio || container.formatIDs.contains(info.format.formatID) else {
      throw .container(ContainerError(.unsupported, "this file type does not hold the data format", at: 0))
    }
    guard !container.statesStarts else { return }
    guard info.language.isEmpty else {
      throw .container(ContainerError(.unsupported, "this file type cannot say the language of a track", at: 0))
    }
    guard feed.origin &+ feed.hiddenBeforeAll <= 0 else {
      throw .container(
        ContainerError(.unsupported, "this file type cannot say that a track begins later than the session", at: 0))
    }
  }

  /// Writes the packets of a track so far, except the last one if its duration marks the track's end.
  package func write(_ feed: TrackFeed) throws(AudioError) { try write(feed, keepingLast: true) }

  private func write(_ feed: TrackFeed, keepingLast: Bool) throws(AudioError) {
    guard let track = feeds.firstIndex(where: { $0 === feed }), writer != nil else { return }
    var batch = PacketBatch()
    let isConstant = feed.info.format.hasConstantPackets && feed.info.mediaKind == .audio
    let keeps = keepingLast && !tellsTableAtEnd && !isConstant && feed.info.mediaKind == .audio
    swap(&batch, &feed.pending)
    if keeps, let last = batch.takeLast() { feed.pending = last }
    guard batch.count > 0 else { return }
    try raising { () throws(ContainerError) in
      if tellsTableAtEnd || !container.statesStarts {
        if isConstant { batch.descriptions.removeAll() }
        try writer?.write(batch.bytes.span, descriptions: batch.descriptions.span)
      } else {
        try writer?.write(batch, track: track)
      }
    }
  }

  /// Completes the file and moves it to its place. All feeds must have ended.
  package func finish() throws(AudioError) {
    for feed in feeds {
      if !tellsTableAtEnd { try feed.shortenLastPacket() }
      try write(feed, keepingLast: false)
    }
    try raising { () throws(ContainerError) in
      if tellsTableAtEnd, let feed = feeds.first { try complete(feed) }
      try writer?.finish()
    }
    if let settings { loss = MetadataLoss(design.metadata, in: sink, container, settings) }
    try sink.commit()
  }

  /// Marks the end of a file of one track.
  private func complete(_ feed: TrackFeed) throws(ContainerError) {
    let table = feed.packetTable
    if table.primingFrames > 0 || table.remainderFrames > 0 {
      try writer?.setPacketTable(table)
    } else if feed.encoding != nil, container.marksRecording, !feed.info.format.hasConstantPackets {
      try writer?.setPacketTable(table)
    }
    guard feed.encoding?.cookie != nil, feed.info.cookie != feed.encoding?.output.cookie else { return }
    try writer?.setCookie(feed.info.cookie)
  }

  /// Cancels the file and removes it.
  package func cancel() { sink.discard() }
}

extension TrackFeed {
  /// The number of decoded units to drop at the start, as known before anything is written.
  var hiddenBeforeAll: Int64 { max(leading, 0 &- origin) }

  /// Shortens the last packet to its presented duration, which is how a file of several tracks marks an end.
  fileprivate func shortenLastPacket() throws(AudioError) {
    let hidden = hiddenAtEnd
    guard hidden > 0, info.mediaKind == .audio else { return }
    guard !info.format.hasConstantPackets, let last = pending.timings.indices.last,
      pending.timings[last].duration >= hidden
    else {
      throw .container(
        ContainerError(.unsupported, "sound behind the end of the session has been written already", at: 0))
    }
    pending.timings[last].duration -= hidden
  }
}

extension PacketBatch {
  /// Removes the last packet, and returns it as a batch.
  fileprivate mutating func takeLast() -> PacketBatch? {
    guard let place = descriptions.last else { return nil }
    var last = PacketBatch()
    last.append(packet(count - 1), frameCount: place.frameCount)
    if let timing = timings.last { last.timings.append(timing) }
    descriptions.removeLast()
    if !fileOffsets.isEmpty { fileOffsets.removeLast() }
    if !timings.isEmpty { timings.removeLast() }
    bytes.removeLast(bytes.count - place.startOffset)
    return last
  }
}
