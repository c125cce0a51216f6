public import AudioBase

/// Reads the packets of an MP4, M4A, QuickTime or 3GPP file.
///
/// Sample tables and fragments stay in the file and are looked at through small windows, so memory does not grow with
/// the length of the recording. Nothing that a header claims is believed before the file has shown it.
public struct MP4Reader: ContainerReader {
  /// Judged by the brands of `ftyp`; `MooV` for files from before there was one.
  public let fileType: FourCharacterCode
  /// The tracks in file order; also those that are not audio.
  public let tracks: [TrackInfo]
  /// iTunes metadata.
  public let metadata: Metadata
  /// What was repaired, skipped or ignored; at most 32 remarks.
  public let warnings: [String]

  private let source: any ByteSource
  private let limits: Limits
  private let movieTracks: [MovieTrack]
  private let fragments: FragmentWalker?
  private var cursors: [TrackCursor?]

  /// Opens a file.
  ///
  /// - Throws: ``ContainerError`` where there is no movie box, or none that can be read.
  public init(_ source: any ByteSource, limits: Limits = Limits()) throws(ContainerError) {
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
    var survey = TrackSurvey(source, movie: movie)
    let isCounted = walker == nil || summaries != nil
    var found: [TrackInfo] = []
    for index in movie.tracks.indices {
      let summary = summaries?[movie.tracks[index].identifier] ?? FragmentSummary()
      found.append(try survey.describe(index, fragments: isCounted ? summary : nil))
      movie.tracks[index].tables.readableCount = survey.readableCount
    }
    fileType = layout.fileType
    tracks = found
    metadata = movie.items.metadata(sampleRate: found.first { $0.mediaKind == .audio }?.format.sampleRate ?? 0)
    warnings = movie.warnings.lines
    self.source = source
    self.limits = limits
    movieTracks = movie.tracks
    fragments = walker
    cursors = Array(repeating: nil, count: found.count)
  }

  /// Goes to a packet; past the end of the track it reads as the end.
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
    TrackCursor(movieTracks[track], source: source, fragments: fragments)
  }

  /// Fills the batch with the next packets; those that lie side by side cost one read of the source.
  ///
  /// A packet that cannot be read is met again by every later call, until a seek; the packets before it are given first.
  ///
  /// - Throws: ``ErrorKind/truncated`` at a packet beyond the end of the file, ``ErrorKind/limitExceeded`` at one
  ///   larger than ``Limits/packetByteCount``.
  public mutating func readPackets(
    ofTrack track: Int, into batch: inout PacketBatch
  ) throws(ContainerError) -> Bool {
    guard tracks.indices.contains(track) else { throw ContainerError(.invalidState, "no such track", at: 0) }
    var cursor = cursors[track] ?? makeCursor(track)
    cursors[track] = nil
    defer { cursors[track] = cursor }
    batch.removeAll(nextPacket: cursor.packet)
    if let failure = cursor.failure { throw failure }
    let format = tracks[track].format
    let hasFrameCounts =
      format.framesPerPacket == 0 && format.sampleRate == Double(movieTracks[track].media.timescale)
    let filler = BatchFiller(source: source, limits: limits, hasFrameCounts: hasFrameCounts)
    try filler.fill(&batch, from: &cursor)
    return batch.count > 0
  }
}
