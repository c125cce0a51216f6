public import AudioBase

/// Reads the packets of an MP4, M4A, QuickTime or 3GPP file.
///
/// Sample tables and fragments stay in the file and are read through small windows, so memory does not grow with the
/// length of the recording. No claim of a header is trusted before the file has proven it.
public struct MP4Reader: ContainerReader {
  /// The file type by the brands of `ftyp`; `MooV` for older files without one.
  public let fileType: FourCharacterCode
  /// The tracks in file order, including those that are not audio.
  public let tracks: [TrackInfo]
  /// The metadata as iTunes, QuickTime, 3GPP and Nero store them; the chapters of a text track are `Metadata.markers`.
  public let metadata: Metadata
  /// The remarks on repairs, and on skipped or ignored parts; at most 32.
  public let warnings: [String]
  /// The names of boxes with contents that are not read.
  public let unnamedItems: [String]
  /// The top-level boxes of the file, at most 1024; those after `moov` only if the file's size is known.
  public let chunks: [ChunkInfo]
  /// True if `moov` precedes the packets and at most 4 KiB are free space.
  public let isOptimized: Bool

  private let source: any ByteSource
  /// The source of the tables.
  private let index: any ByteSource
  private let limits: ResourceLimits
  private let movieTracks: [MovieTrack]
  /// The streams of each track besides the first, and the numbers of their sample descriptions.
  private let otherStreams: [OtherStreams]
  private let fragments: FragmentWalker?
  private var cursors: [TrackCursor?]
  /// A second cursor, for looking things up.
  private var lookup: (track: Int, cursor: TrackCursor)?
  /// The offset of the first packet of any track, and true if no track moves backwards from there; `nil` if that was
  /// not examined.
  private let arrival: (start: Int64, isInOrder: Bool)?

  /// Opens a file.
  ///
  /// - Throws: `ContainerError` if there is no movie box, or none that can be read; `ErrorKind.notStreamable`
  ///   where the source is still arriving and the movie box follows the packets.
  public init(_ source: any ByteSource, limits: ResourceLimits = ResourceLimits()) throws(ContainerError) {
    let layout = try FileLayout(source, limits: limits)
    var movie = layout.movie
    var summaries: [UInt32: FragmentSummary]?
    var walker: FragmentWalker?
    if movie.isFragmented {
      let first = FragmentWalker(source, from: layout.firstFragment, defaults: movie.fragmentDefaults)
      walker = first
      if source.byteCount != nil {
        summaries = try FragmentSurvey.run(
          first, identifiers: Set(movie.tracks.map(\.identifier)), warnings: &movie.warnings)
      }
    }
    var survey = TrackSurvey(layout.index, packets: source, movie: movie, movieByteCount: layout.movieByteCount)
    let isCounted = walker == nil || summaries != nil
    var found: [TrackInfo] = []
    for index in movie.tracks.indices {
      let summary = summaries?[movie.tracks[index].identifier] ?? FragmentSummary()
      var info = try survey.describe(&movie.tracks[index], index: index, fragments: isCounted ? summary : nil)
      // The index must not be forgotten while the file arrives.
      if source.isArriving { info.dataOffset = max(info.dataOffset, layout.movieEnd) }
      found.append(info)
    }
    for line in survey.warnings { movie.warnings.add(line) }
    var metadata = movie.items.metadata(sampleRate: found.first { $0.mediaKind == .audio }?.format.sampleRate ?? 0)
    if source.byteCount != nil, let chapters = Chapters.markers(of: movie, source: layout.index) {
      metadata.markers = chapters
    }
    let delay = movie.soundDelay
    if delay > 0, let rate = found.first(where: { $0.mediaKind == .audio })?.format.sampleRate {
      for index in metadata.markers.indices {
        metadata.markers[index].framePosition = max(0, (metadata.markers[index].framePosition - delay * rate).rounded())
      }
    }
    fileType = layout.fileType
    tracks = found
    self.metadata = metadata
    warnings = movie.warnings.lines
    unnamedItems = layout.boxes.unread.names + movie.unread.names + movie.items.unread.names
    chunks = layout.boxes.chunks
    isOptimized = layout.boxes.isOptimized
    var arrival = source.isArriving ? try MP4Reader.arrival(of: movie.tracks, found, layout.index) : nil
    // A file with tables is searched for fragments from the first box after the movie box on, before its first packet.
    if walker != nil, let start = arrival?.start { arrival?.start = min(start, layout.firstFragment) }
    self.arrival = arrival
    self.source = source
    index = layout.index
    self.limits = limits
    movieTracks = movie.tracks
    var others: [OtherStreams] = []
    for (track, info) in zip(movie.tracks, found) {
      others.append(try OtherStreams(of: track, info, layout.index, limits: limits))
    }
    otherStreams = others
    fragments = walker
    cursors = Array(repeating: nil, count: found.count)
  }

  private static func arrival(
    of tracks: [MovieTrack], _ found: [TrackInfo], _ source: any ByteSource
  ) throws(ContainerError) -> (start: Int64, isInOrder: Bool) {
    var window = SourceWindow(source, capacity: 4096)
    var isInOrder = true
    for track in tracks where isInOrder { isInOrder = try track.tables.isInFileOrder(&window) }
    return (found.map(\.dataOffset).min() ?? 0, isInOrder)
  }

  /// The offset of the next packet of the track that lags most, or of the movie fragment that it belongs to.
  ///
  /// Only tracks that have been read from or sought in count; before the first such call all do. A source that is not
  /// arriving forgets nothing, and this is 0.
  public var lowestNeededOffset: Int64 {
    guard let arrival else { return 0 }
    guard arrival.isInOrder else { return arrival.start }
    let lowest = cursors.compactMap { $0?.neededOffset }.min() ?? arrival.start
    return max(lowest, arrival.start)
  }

  /// Returns the streams of the other sample descriptions, and their starts by the tables; fragments are not searched.
  public func streamChanges(ofTrack track: Int) -> StreamChanges {
    otherStreams.indices.contains(track) ? otherStreams[track].changes : StreamChanges()
  }

  /// Moves to a packet; a position past the end of the track counts as the end.
  public mutating func seek(toPacket packet: Int64, ofTrack track: Int) throws(ContainerError) {
    guard tracks.indices.contains(track), packet >= 0 else {
      throw ContainerError(.invalidState, "no such track or packet", at: 0)
    }
    var cursor = cursors[track] ?? makeCursor(track)
    do throws(ContainerError) { try cursor.seek(to: packet) } catch {
      cursor.failure = error
      cursors[track] = cursor
      throw error
    }
    cursors[track] = cursor
  }

  private func makeCursor(_ track: Int) -> TrackCursor {
    TrackCursor(movieTracks[track], source: index, fragments: fragments)
  }

  /// Fills the batch with the next packets; adjacent packets take one read of the source.
  ///
  /// A packet that cannot be read is met again by every later call, until a seek; the packets before it are given
  /// first.
  ///
  /// - Throws: `ErrorKind.truncated` at a packet beyond the end of the file, `ErrorKind.limitExceeded` at one
  ///   larger than `ResourceLimits.packetByteCount`.
  public mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    guard tracks.indices.contains(track) else { throw ContainerError(.invalidState, "no such track", at: 0) }
    var cursor = cursors[track] ?? makeCursor(track)
    cursors[track] = nil
    defer { cursors[track] = cursor }
    batch.removeAll(nextPacket: cursor.packet)
    if let failure = cursor.failure { throw failure }
    let filler = BatchFiller(
      source: source, limits: limits, frameCounts: frameCounts(of: track), streamNumbers: otherStreams[track].numbers)
    try filler.fill(&batch, from: &cursor)
    return batch.count > 0
  }

  private func frameCounts(of track: Int) -> BatchFiller.FrameCounts {
    let format = tracks[track].format
    guard tracks[track].mediaKind == .audio else { return .none }
    if format.bytesPerPacket > 0, movieTracks[track].entry?.constantPacket != nil {
      return .constant(frames: format.framesPerPacket, byteCount: format.bytesPerPacket)
    }
    if movieTracks[track].hasIrregularPackets, format.bytesPerFrame > 0 {
      return .perFrame(byteCount: format.bytesPerFrame)
    }
    let isInFrames = format.framesPerPacket == 0 && format.sampleRate == Double(movieTracks[track].media.timescale)
    return isInFrames ? .durations : .none
  }
}

// MARK: - Looking up

extension MP4Reader {
  /// Finds a packet or the packet of a frame in the sample tables, or by walking the fragments.
  ///
  /// Frames of audio are counted at the track's sample rate from the first packet on; those of other tracks are units
  /// of `TrackInfo.timescale` of decode time.
  public mutating func locate(_ target: PacketTarget, ofTrack track: Int) throws(ContainerError) -> PacketPosition? {
    guard tracks.indices.contains(track) else { throw ContainerError(.invalidState, "no such track", at: 0) }
    return try withLookup(track) { (cursor, clock) throws(ContainerError) in
      guard let packet = try clock.packet(of: target, &cursor) else { return nil }
      return try clock.position(ofPacket: packet, &cursor)
    }
  }

  /// Finds the last sync sample at or before a packet or frame; see ``locate(_:ofTrack:)``.
  public mutating func locateSync(
    before target: PacketTarget, ofTrack track: Int
  ) throws(ContainerError) -> PacketPosition? {
    guard tracks.indices.contains(track) else { throw ContainerError(.invalidState, "no such track", at: 0) }
    let isAudio = tracks[track].mediaKind == .audio && movieTracks[track].tables.syncSamples == nil
    return try withLookup(track) { (cursor, clock) throws(ContainerError) in
      guard var packet = try clock.packet(of: target, &cursor) else { return nil }
      if !isAudio {
        guard let sync = try cursor.lastSync(upTo: packet) else { return nil }
        packet = sync
      }
      return try clock.position(ofPacket: packet, &cursor)
    }
  }

  private mutating func withLookup(
    _ track: Int, _ body: (inout TrackCursor, TrackClock) throws(ContainerError) -> PacketPosition?
  ) throws(ContainerError) -> PacketPosition? {
    var cursor = makeCursor(track)
    if let known = lookup, known.track == track { cursor = known.cursor }
    lookup = nil
    let found = try body(&cursor, TrackClock(tracks[track], movieTracks[track]))
    lookup = (track, cursor)
    return found
  }
}
