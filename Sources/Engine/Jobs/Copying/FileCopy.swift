public import AudioBase
public import AudioCatalog
public import AudioFiles

/// The packets of a file written into another container as they are, without decoding; between movies all tracks,
/// pictures too. Metadata and the frames that are the recording are carried over.
///
/// A copy is a value, as ``FileConversion`` is one: any number may run side by side, and a failure or a
/// ``Cancellation`` leaves nothing of the output.
public struct FileCopy: Sendable {
  /// The file to read; `-` is standard input.
  public var input: FilePath
  /// The file to write; `-` is standard output. A pipe or a device is written in place.
  public var output: FilePath
  /// The container of the output, or `nil` for the one that its extension stands for.
  public var container: ContainerDescriptor?
  /// Whether an existing output is replaced.
  public var replacement = ReplacementPolicy.refuse
  /// The index of the only track to copy, of any kind. `nil` copies all tracks where both files can hold several,
  /// otherwise the first that is audio.
  public var track: Int?
  /// Where the index of an MP4 file goes.
  public var structure = FileStructure.indexFirst
  /// The decoder's configuration to use in place of the track's cookie, for streams that carry none.
  public var configuration: [UInt8]?
  /// What the output says about the recording, or `nil` for what the input says.
  public var metadata: Metadata?
  /// Chunks of other programs that the output gets; not of movies. Usually none are carried over.
  public var userChunks: [UserChunk] = []
  /// Entries of the info dictionary that are written beside, or in place of, those of the input; not of movies.
  public var extraInfo: [InfoKey: String] = [:]
  /// The priming and the remainder that the output states in place of the input's; not of movies.
  public var trimOverride: TrimOverride?
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard

  /// Creates a copy into the container that the output's extension stands for.
  public init(from input: FilePath, to output: FilePath) {
    self.input = input
    self.output = output
  }

  /// Opens the input, copies its packets, and puts the whole output in its place.
  ///
  /// - Throws: ``JobError``; nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(JobError) -> CopyReport {
    try run(of: JobFiles.open(input, catalog), control)
  }

  /// Copies the packets of an input that has been opened already.
  ///
  /// - Throws: ``JobError``; nothing is left of the output then.
  @discardableResult
  public func run(of media: MediaFile, _ control: JobControl = JobControl()) throws(JobError) -> CopyReport {
    let container = try JobFiles.container(container, for: output, catalog)
    var notes = JobNotes(control)
    var report: CopyReport
    if let tracks = try movieTracks(of: media.reader, container) {
      report = try copyMovie(
        tracks, of: media.reader,
        MovieCopy(
          job: self, reader: media.reader, container: container, control: control), &notes)
    } else {
      report = try copyTrack(of: media.reader, container, control, &notes)
    }
    for warning in media.reader.warnings { notes.add(.oddInput(warning)) }
    report.notes = notes.all
    return report
  }

  /// The tracks to copy from movie to movie; `nil` where it is one into a file of one.
  private func movieTracks(
    of reader: any ContainerReader, _ container: ContainerDescriptor
  ) throws(JobError) -> [Int]? {
    guard let track else {
      let tracks = MovieCopy.tracks(of: reader)
      return container.createMovie != nil && tracks.count > 1 ? tracks : nil
    }
    guard reader.tracks.indices.contains(track) else { throw .input(input, .noTrack(track)) }
    return container.createMovie != nil && reader.tracks[track].mediaKind != .audio ? [track] : nil
  }

  private func copyMovie(
    _ tracks: [Int], of reader: any ContainerReader, _ copy: MovieCopy, _ notes: inout JobNotes
  ) throws(JobError) -> CopyReport {
    guard extraInfo.isEmpty, trimOverride == nil else {
      throw .output(output, .option("extra entries and a trim override are not written into movies"))
    }
    noteLeftOut(reader.tracks.count - tracks.count, &notes)
    try copy.run(tracks: tracks)
    return CopyReport(trackCount: tracks.count)
  }

  private func copyTrack(
    of reader: any ContainerReader, _ container: ContainerDescriptor, _ control: JobControl, _ notes: inout JobNotes
  ) throws(JobError) -> CopyReport {
    let index: Int
    if let track { index = track } else { index = try JobFiles.audioTrack(nil, of: reader, input) }
    noteLeftOut(reader.tracks.count - 1, &notes)
    let copy = PacketCopy(job: self, reader: reader, track: index, container: container, control: control)
    let report = try copy.run()
    if report.streamChangeCount > 0 { notes.add(.streamChanges(report.streamChangeCount)) }
    if !container.marksRecording, let table = reader.tracks[index].packetTable, table.primingFrames > 0 {
      notes.add(.primingNotStated(table.primingFrames))
    }
    return CopyReport(trackCount: 1, packets: report)
  }

  private func noteLeftOut(_ count: Int, _ notes: inout JobNotes) {
    if count > 0 { notes.add(.tracksLeftOut(count)) }
  }
}

/// What copying came to.
public struct CopyReport: Sendable {
  /// Tracks that were copied.
  public var trackCount: Int
  /// Packets and their bytes; `nil` for a movie, whose writer does not count them.
  public var packets: PacketCopyReport?
  /// Everything that was to be said, in the order in which it was noticed.
  public var notes: [JobNote] = []
}
