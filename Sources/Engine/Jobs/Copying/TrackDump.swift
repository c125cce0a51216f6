public import AudioBase
public import AudioCatalog
public import AudioFiles

/// Writes the packets of a track, sound or pictures, as a dump, each after `FF AA CC DD`, or as a plain stream.
///
/// A truncated track is written up to the cut, as ``JobNote/earlyEndOfTrack(_:)`` states; ``FileCopy`` would refuse it.
public struct TrackDump: Sendable {
  /// The file to read; `-` is standard input.
  public var input: Pathname
  /// The dump to write; `-` is standard output.
  public var output: Pathname
  /// The index of the track, of any kind.
  public var track: Int
  /// True for a plain stream of packets without markers; only for packets that can be recognised by their first bytes.
  public var isElementaryStream = false
  /// The policy for an existing output.
  public var replacement = ReplacementPolicy.refuse
  /// The containers to work with.
  public var catalog = Catalog.standard

  /// Creates the dump of a track.
  public init(from input: Pathname, to output: Pathname, track: Int) {
    self.input = input
    self.output = output
    self.track = track
  }

  /// Opens the input, writes its packets, and moves the complete output to its place.
  ///
  /// - Throws: `AudioError`; nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> CopyReport {
    try run(of: JobFiles.open(input, catalog), control)
  }

  /// Writes the packets of an input that is already open.
  ///
  /// - Throws: `AudioError`; nothing is left of the output then.
  @discardableResult
  public func run(of media: MediaFile, _ control: JobControl = JobControl()) throws(AudioError) -> CopyReport {
    guard media.reader.tracks.indices.contains(track) else { throw .input(input, .noTrack(track)) }
    let formatID = media.reader.tracks[track].format.formatID
    if isElementaryStream, !Self.selfFramed.contains(formatID) { throw .output(output, .noElementaryStream(formatID)) }
    guard let create = catalog.container(fileType: "dump")?.create else { throw .output(output, .noDumps) }
    let sink = try JobFiles.create(output, replacement)
    var notes = JobNotes(control)
    let result: (report: PacketCopyReport, error: AudioError?)
    do throws(ContainerError) {
      var writer: any ContainerWriter =
        isElementaryStream
        ? PlainStreamWriter(sink: sink)
        : try create(sink, WriterSettings(copying: media.reader.tracks[track], metadata: Metadata()))
      result = try copy(media.reader, to: &writer, control)
      try writer.finish()
    } catch {
      sink.discard()
      throw .output(output, .container(error))
    }
    if let error = result.error {
      do throws(AudioError) {
        try note(error, &notes)
      } catch {
        sink.discard()
        throw error
      }
    }
    if result.report.streamChangeCount > 0 { notes.add(.streamChanges(result.report.streamChangeCount)) }
    do throws(AudioError) {
      try JobFiles.check(media, &notes)
    } catch {
      sink.discard()
      throw error
    }
    try JobFiles.commit(sink, output)
    notes.add(remarksOf: media.reader)
    return CopyReport(trackCount: 1, packets: result.report, notes: notes.all)
  }

  /// Formats whose packets begin with a sync word: AC-3 and Enhanced AC-3 (ETSI TS 102 366, 4.3 and E.1.2), MPEG audio
  /// (ISO/IEC 11172-3, 2.4.1.3).
  public static let selfFramed: Set<FourCharacterCode> = ["ac-3", "ec-3", ".mp1", ".mp2", ".mp3"]

  /// Ends the work if it was cancelled or the operating system could not read; a truncated track causes a note.
  private func note(_ error: AudioError, _ notes: inout JobNotes) throws(AudioError) {
    switch error.kind {
    case .cancelled: throw .output(output, error)
    case .inputOutput, .changed: throw .input(input, error)
    default: notes.add(.earlyEndOfTrack(error))
    }
  }

  /// Copies packets until the track ends, and returns the error that ended it early.
  private func copy(
    _ reader: any ContainerReader, to writer: inout any ContainerWriter, _ control: JobControl
  ) throws(ContainerError) -> (report: PacketCopyReport, error: AudioError?) {
    var report = PacketCopyReport()
    var demultiplexer = Demultiplexer(reader, selection: [track], cancellation: control.cancellation)
    var description = [PacketDescription(startOffset: 0, byteCount: 0)]
    var progress = StageProgress(.copying, .packets, expected: reader.tracks[track].packetCount, control)
    var streamNumber = 0
    while true {
      let found: DemultiplexedPacket?
      do throws(AudioError) { found = try demultiplexer.next() } catch { return (report, error) }
      guard let packet = found else { return (report, nil) }
      description[0].byteCount = packet.byteCount
      try writer.write(demultiplexer.packetBytes, descriptions: description.span)
      if packet.streamNumber != streamNumber { report.streamChangeCount += 1 }
      streamNumber = packet.streamNumber
      report.packetCount += Int64(packet.packetCount)
      report.byteCount += Int64(packet.byteCount)
      progress.update(report.packetCount)
      if progress.isCancelled { return (report, .cancelled) }
    }
  }
}

/// Writes packets with nothing between them.
private struct PlainStreamWriter: ContainerWriter {
  let sink: any ByteSink

  mutating func write(_ bytes: Span<UInt8>, descriptions: Span<PacketDescription>) throws(ContainerError) {
    try sink.append(bytes)
  }

  mutating func finish() throws(ContainerError) {}
}
