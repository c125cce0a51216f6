public import AudioBase
public import AudioCatalog
public import AudioFiles

/// Copies the packets of a file into another container, without decoding; into a container of several tracks, all
/// tracks that it can hold, pictures too. Metadata and the frames that are the recording are carried over.
///
/// A copy is a value, like a ``FileConversion``: any number may run side by side, and a failure or a `Cancellation`
/// leaves nothing of the output.
public struct FileCopy: Sendable {
  /// The file to read; `-` is standard input.
  public var input: Pathname
  /// The file to write; `-` is standard output. A pipe or a device is written in place.
  public var output: Pathname
  /// The container of the output, or `nil` for that of its extension.
  public var container: ContainerDescriptor?
  /// The policy for an existing output.
  public var replacement = ReplacementPolicy.refuse
  /// The index of the only track to copy, of any kind; `nil` for all tracks that the output can hold, or for the first
  /// audio track if it holds one.
  public var track: Int?
  /// The place of the index in an MP4 file.
  public var structure = FileStructure.indexFirst
  /// The decoder's configuration to use in place of the track's cookie, for streams that carry none.
  public var configuration: [UInt8]?
  /// The metadata of the output, or `nil` for the input's. Marker positions count in the input's frames.
  public var metadata: Metadata?
  /// The chunks of the output; not for several tracks. If empty, chunks of other programs in the input are kept between
  /// files that have the same kinds of chunks, and reported otherwise.
  public var userChunks: [UserChunk] = []
  /// Entries of the info dictionary to add to the input's, or to replace them.
  public var extraInfo: [InfoKey: String] = [:]
  /// The priming and the remainder that the output states instead of the input's; not for several tracks.
  public var trimOverride: TrimOverride?
  /// True if a missing end, or metadata that the output cannot hold, is an error; otherwise it is a note.
  public var stopsAtLoss = false
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard
  /// The claim to the file that is replaced, if an enclosing job holds it.
  var claim: FileClaim?

  /// Creates a copy into the container that the output's extension stands for.
  public init(from input: Pathname, to output: Pathname) {
    self.input = input
    self.output = output
  }

  /// Opens the input, copies its packets, and moves the complete output to its place.
  ///
  /// - Throws: `AudioError`; nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> CopyReport {
    try run(of: JobFiles.open(input, catalog), control)
  }

  /// Copies the packets of an input that is already open.
  ///
  /// - Throws: `AudioError`; nothing is left of the output then.
  @discardableResult
  public func run(of media: MediaFile, _ control: JobControl = JobControl()) throws(AudioError) -> CopyReport {
    let container = try JobFiles.container(container, for: output, catalog)
    var notes = JobNotes(control)
    var report = try copy(tracks(of: media.reader, container), of: media, container, &notes)
    report.notes = notes.all
    return report
  }

  /// Returns the tracks to copy: all that the container can hold, or the only one.
  private func tracks(
    of reader: any ContainerReader, _ container: ContainerDescriptor
  ) throws(AudioError) -> [Int] {
    if let track {
      guard reader.tracks.indices.contains(track) else { throw .input(input, .noTrack(track)) }
      return [track]
    }
    let held = reader.tracks.indices.filter { container.canCopy(reader.tracks[$0]) }
    return container.holdsSeveralTracks && held.count > 1 ? held : [try JobFiles.audioTrack(nil, of: reader, input)]
  }

  private func copy(
    _ tracks: [Int], of media: MediaFile, _ container: ContainerDescriptor, _ notes: inout JobNotes
  ) throws(AudioError) -> CopyReport {
    let reader = media.reader
    guard tracks.count == 1 || (trimOverride == nil && configuration == nil) else {
      throw .output(output, .option("a configuration and a trim override are for one track, not for several"))
    }
    let others = reader.otherTracks(than: tracks).count
    if others > 0 { notes.add(.tracksLeftOut(others)) }
    let copy = PacketCopy(job: self, media: media, tracks: tracks, container: container, control: notes.control)
    let report = try copy.run(&notes)
    let first = reader.tracks[tracks[0]]
    if !container.marksRecording, let table = first.packetTable, !first.statesRecording(table) {
      notes.add(recordingNotMarkedBy: table)
    }
    return CopyReport(trackCount: tracks.count, packets: report)
  }
}

/// The result of copying.
public struct CopyReport: Sendable {
  /// The number of copied tracks.
  public var trackCount: Int
  /// The number of packets of all tracks, and of their bytes.
  public var packets: PacketCopyReport?
  /// All notes, in order.
  public var notes: [JobNote] = []
}

extension ContainerDescriptor {
  /// Returns true if a track can be one of several in a new file: sound of a format that the container holds, or any
  /// track with a sample description that another container has stored.
  fileprivate func canCopy(_ track: TrackInfo) -> Bool {
    if !track.sampleDescription.isEmpty { return track.timescale > 0 }
    return track.mediaKind == .audio && formatIDs.contains(track.format.formatID)
  }
}
