import AudioBase
import AudioCatalog
import AudioFiles

/// Writes the packets of a track, or of several, into another container, without decoding.
struct PacketCopy {
  var job: FileCopy
  var reader: any ContainerReader
  var tracks: [Int]
  var container: ContainerDescriptor
  var control: JobControl

  /// The only track, or the first of several.
  private var info: TrackInfo { reader.tracks[tracks[0]] }
  /// True where the output is begun with the descriptions of its tracks: several, or one that is not sound.
  private var isMovie: Bool { tracks.count > 1 || info.mediaKind != .audio }

  func run() throws(JobError) -> PacketCopyReport {
    guard tracks.count == 1 || container.holdsSeveralTracks else {
      throw .output(job.output, .oneTrack(container.fileType))
    }
    let formatID = describedFormatID
    let isHeld =
      isMovie
      ? container.holdsSeveralTracks
      : container.formatIDs.contains(formatID) || container.formatIDs.contains(info.format.formatID)
    guard isHeld, let create = container.create else {
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
    var copying =
      isMovie ? try PacketCopying(of: &source, tracks: tracks) : try PacketCopying(of: &source, track: tracks[0])
    var progress = StageProgress(.copying, .packets, expected: packetCount, control)
    while try copying.copyNext(of: &source, to: &writer) {
      if progress.isCancelled { return nil }
      progress.update(copying.report.packetCount)
    }
    return copying.report
  }

  /// Packets of all tracks, where each says how many it has.
  private var packetCount: Int64? {
    var sum: Int64 = 0
    for track in tracks {
      guard let count = reader.tracks[track].packetCount else { return nil }
      let (next, overflow) = sum.addingReportingOverflow(count)
      guard !overflow else { return nil }
      sum = next
    }
    return sum
  }

  private func complete(_ writer: inout any ContainerWriter, _ report: PacketCopyReport) throws(ContainerError) {
    if let trimOverride = job.trimOverride {
      let (frames, overflow) = report.packetCount.multipliedReportingOverflow(by: Int64(info.format.framesPerPacket))
      try writer.setPacketTable(
        trimOverride.table(frameCount: overflow ? 0 : frames, sampleRate: info.format.sampleRate))
    }
    try writer.finish()
  }

  private var settings: WriterSettings {
    var settings =
      isMovie
      ? WriterSettings(copying: tracks.map { reader.tracks[$0] }, metadata: reader.metadata)
      : WriterSettings(copying: info, metadata: reader.metadata, cookie: job.configuration)
    settings.structure = job.structure
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
    if tracks.contains(where: { !reader.streamChanges(ofTrack: $0).isEmpty }) {
      holders.removeAll { !Self.holdersOfChanges.contains($0) }
    }
    return .input(job.input, .packetsNotHeld(formatID, reason: reason, holders: holders))
  }

  /// Streams whose every frame, or every few, say what they are, and files whose tracks take several descriptions.
  private static let holdersOfChanges: Set<FourCharacterCode> = [
    "adts", "loas", "m4af", "m4bf", "mp4f", "3gpp", "3gp2", "MooV",
  ]
}
