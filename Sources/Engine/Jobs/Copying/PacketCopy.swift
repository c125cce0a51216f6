import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

/// Writes the packets of a track into another container, without decoding.
struct PacketCopy {
  var job: FileCopy
  var reader: any ContainerReader
  var track: Int
  var container: ContainerDescriptor
  var control: JobControl

  private var info: TrackInfo { reader.tracks[track] }

  /// Copies the packets, and adds what is to be said of them, and of the file that they came from.
  func run(_ notes: inout JobNotes) throws(JobError) -> PacketCopyReport {
    let formatID = JobFiles.describedFormatID(of: info, job.configuration, job.catalog)
    let holds = container.formatIDs.contains(formatID) || container.formatIDs.contains(info.format.formatID)
    guard holds, let create = container.create else {
      throw refusal("packets of '\(formatID)' cannot be kept in '\(container.fileType)'", formatID)
    }
    let settings = try settings()
    let sink = try JobFiles.create(job.output, job.replacement)
    let report: PacketCopyReport?
    do throws(ContainerError) {
      guard sink.canOverwrite || container.canWriteToPipe else {
        throw ContainerError(.unsupported, "this file type cannot be written to a pipe", at: 0)
      }
      var writer = try create(sink, settings)
      report = try copy(to: &writer)
      if let report { try complete(&writer, report) }
    } catch {
      sink.discard()
      throw error.kind == .unsupported
        ? refusal("\(error.rule)", formatID) : .input(job.input, .file(.container(error)))
    }
    guard let report else {
      sink.discard()
      throw .output(job.output, .cancelled)
    }
    let loss = MetadataLoss(settings.metadata, in: sink, container, settings)
    if !loss.isEmpty { notes.add(.metadataNotHeld(loss)) }
    if report.packetCount == 0 { notes.add(.emptyResult) }
    if report.streamChangeCount > 0 { notes.add(.streamChanges(report.streamChangeCount)) }
    for warning in reader.warnings { notes.add(.oddInput(warning)) }
    if job.stopsAtLoss, let note = notes.all.first(where: \.isLoss) {
      sink.discard()
      throw .input(job.input, .stopped(note))
    }
    try JobFiles.commit(sink, job.output)
    return report
  }

  /// Copies all packets, and returns what that came to, or `nil` where the work was cancelled.
  private func copy(to writer: inout any ContainerWriter) throws(ContainerError) -> PacketCopyReport? {
    var source = reader
    var copying = try PacketCopying(of: &source, track: track)
    var progress = StageProgress(.copying, .packets, expected: info.packetCount, control)
    while try copying.copyNext(of: &source, to: &writer) {
      if progress.isCancelled { return nil }
      progress.update(copying.report.packetCount)
    }
    return copying.report
  }

  private func complete(_ writer: inout any ContainerWriter, _ report: PacketCopyReport) throws(ContainerError) {
    if let trimOverride = job.trimOverride {
      let (frames, overflow) = report.packetCount.multipliedReportingOverflow(by: Int64(info.format.framesPerPacket))
      try writer.setPacketTable(
        trimOverride.table(frameCount: overflow ? 0 : frames, sampleRate: info.format.sampleRate))
    }
    try writer.finish()
  }

  /// What the writer is made with. Packets of a dump have their rate, channels and frames from the configuration.
  private func settings() throws(JobError) -> WriterSettings {
    var settings = WriterSettings(copying: info, metadata: reader.metadata, cookie: job.configuration)
    if info.format.sampleRate == 0 || info.format.channelsPerFrame == 0 { try describe(&settings) }
    settings.structure = job.structure
    for (key, value) in job.extraInfo { settings.metadata[key] = value }
    return settings
  }

  /// Fills in what the packets' configuration says; a dump goes into a dump without.
  private func describe(_ settings: inout WriterSettings) throws(JobError) {
    if container.fileType == reader.fileType { return }
    guard let configuration = job.configuration else { throw .input(job.input, .noConfiguration) }
    guard let codec = job.catalog.codec(formatID: info.format.formatID) else { return }
    let stream = CodedStream(of: reader, track: track, configuration: configuration)
    do throws(CodecError) {
      let summary = try codec.describe(stream, stream.firstPacket.span)
      settings.format = StreamFormat(
        formatID: summary.formatID, sampleRate: summary.decoded.sampleRate,
        channelsPerFrame: summary.decoded.layout.channelCount, framesPerPacket: summary.decoded.framesPerPacket)
      settings.layout = summary.decoded.layout
    } catch {
      throw .input(job.input, .decoding(.configuration(error)))
    }
  }

  /// What cannot be held, with the file types that can hold it.
  private func refusal(_ reason: String, _ formatID: FourCharacterCode) -> JobError {
    var holders = JobFiles.holders(of: formatID, besides: container.fileType, job.catalog)
    if !reader.streamChanges(ofTrack: track).isEmpty {
      // Streams whose every frame, or every few, say what they are.
      holders.removeAll { $0 != "adts" && $0 != "loas" }
    }
    return .input(job.input, .packetsNotHeld(formatID, reason: reason, holders: holders))
  }
}
