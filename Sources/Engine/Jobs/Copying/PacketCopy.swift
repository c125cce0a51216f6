import AudioBase
import AudioCatalog
import AudioFiles

/// Writes the packets of a track into another container, without decoding.
struct PacketCopy {
  var job: FileCopy
  var reader: any ContainerReader
  var track: Int
  var container: ContainerDescriptor
  var control: JobControl

  private var info: TrackInfo { reader.tracks[track] }

  func run() throws(JobError) -> PacketCopyReport {
    let formatID = describedFormatID
    let holds = container.formatIDs.contains(formatID) || container.formatIDs.contains(info.format.formatID)
    guard holds, let create = container.create else {
      throw refusal("packets of '\(formatID)' cannot be kept in '\(container.fileType)'", formatID)
    }
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

  /// What the output holds.
  var settings: WriterSettings {
    var settings = WriterSettings(
      copying: info, metadata: job.metadata ?? reader.metadata, cookie: job.configuration)
    settings.structure = job.structure
    settings.userChunks = job.userChunks
    for (key, value) in job.extraInfo { settings.metadata[key] = value }
    return settings
  }

  /// The data format as the codec's configuration tells, which a container may call by a more general name.
  private var describedFormatID: FourCharacterCode {
    guard let codec = job.catalog.codec(formatID: info.format.formatID),
      let summary = try? codec.summary(of: CodedStream(of: info, configuration: job.configuration))
    else { return info.format.formatID }
    return summary.formatID
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
