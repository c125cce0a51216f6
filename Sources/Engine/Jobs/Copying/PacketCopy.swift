import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import XiphAudio

/// Writes the packets of a track, or of several, into another container, without decoding.
struct PacketCopy {
  var job: FileCopy
  var media: MediaFile
  var tracks: [Int]
  var container: ContainerDescriptor
  var control: JobControl

  private var reader: any ContainerReader { media.reader }
  /// The only track, or the first of several.
  private var info: TrackInfo { reader.tracks[tracks[0]] }
  /// True if the output is begun with descriptions of its tracks: if there are several, if one is not sound, or if the
  /// container's writer does not know the codec itself.
  private var isMovie: Bool { tracks.count > 1 || info.mediaKind != .audio || isKeptAsDescribed }
  /// The data format by the codec's configuration, which a container may call by a more general name.
  private var describedFormatID: FourCharacterCode {
    JobFiles.describedFormatID(of: info, job.configuration, job.catalog)
  }
  private var holdsFormat: Bool {
    container.formatIDs.contains(describedFormatID) || container.formatIDs.contains(info.format.formatID)
  }
  /// True for sound that can only be copied together with its sample entry, such as AC-3.
  private var isKeptAsDescribed: Bool {
    tracks.count == 1 && info.mediaKind == .audio && container.holdsSeveralTracks && job.configuration == nil
      && !info.sampleDescription.isEmpty && info.timescale > 0 && !holdsFormat
  }

  /// Copies the packets, and adds notes on them, and on their file.
  func run(_ notes: inout JobNotes) throws(AudioError) -> PacketCopyReport {
    guard tracks.count == 1 || container.holdsSeveralTracks else {
      throw .output(job.output, .oneTrack(container.fileType))
    }
    if isKeptAsDescribed, job.trimOverride != nil { throw .output(job.output, .keptPackets(.trimOverride)) }
    let formatID = describedFormatID
    if let refusal = AudioError.meaning(formatID, container, job.output, job.catalog) { throw refusal }
    guard isMovie ? container.holdsSeveralTracks : holdsFormat, container.create != nil else {
      throw refusal("packets of '\(formatID)' cannot be kept in '\(container.fileType)'", formatID)
    }
    var settings = try settings()
    let chunks = try CarriedChunks(of: media, into: container, isSameSound: true)
    let sink = try JobFiles.create(job.output, job.replacement, for: container, job.claim)
    if job.userChunks.isEmpty { chunks.settle(into: &settings, sink, &notes) }
    let report: PacketCopyReport?
    do throws(ContainerError) {
      guard sink.canOverwrite || container.canWriteToPipe else {
        throw ContainerError(.unsupported, "this file type cannot be written to a pipe", at: 0)
      }
      var writer = try begin(sink, settings, &notes)
      report = try copy(to: &writer)
      if let report { try complete(&writer, report) }
    } catch {
      sink.discard()
      throw error.kind == .unsupported
        ? refusal("\(error.rule)", formatID) : .input(job.input, .container(error))
    }
    guard let report else {
      sink.discard()
      throw .output(job.output, .cancelled)
    }
    let loss = MetadataLoss(settings.metadata, in: sink, container, settings)
    if !loss.isEmpty { notes.add(.metadataNotHeld(loss)) }
    let missing =
      container.missing(media.unnamedItems, in: sink) + container.missingLanguages(tracks.map { reader.tracks[$0] })
    if !missing.isEmpty { notes.add(.tagItemNotKept(missing.joined(separator: ", "))) }
    if let gain = lostGain { notes.add(.tagItemNotKept("the output gain of the Opus header, \(gain) dB,")) }
    if report.packetCount == 0 { notes.add(.emptyResult) }
    if report.streamChangeCount > 0 { notes.add(.streamChanges(report.streamChangeCount)) }
    notes.add(remarksOf: reader)
    notes.add(endOf: media)
    if job.stopsAtLoss, let note = notes.all.first(where: \.isLoss) {
      sink.discard()
      throw .input(job.input, .stopped(note))
    }
    do throws(AudioError) {
      try JobFiles.check(media, &notes)
    } catch {
      sink.discard()
      throw error
    }
    try JobFiles.commit(sink, job.output)
    notes.add(readersOf: container, settings.format)
    return report
  }

  /// The gain in dB that decoders of Opus apply by its header, if the output has no header; `nil` for none.
  private var lostGain: Double? {
    guard info.format.formatID == .opus, ["mp2t", "m2ts", "hlst"].contains(container.fileType),
      let header = try? OpusHeader(info.cookie.span), header.outputGain != 0
    else { return nil }
    // RFC 7845, 5.1: a number with 8 bits after the point.
    return Double(header.outputGain) / 256
  }

  /// Begins the new file. If its format cannot state which frames are the recording, the file is begun without that
  /// statement, provided that only frames after the recording are left out: the sound stays, as in a conversion.
  private func begin(
    _ sink: any FileSink, _ settings: WriterSettings, _ notes: inout JobNotes
  ) throws(ContainerError) -> any ContainerWriter {
    do throws(ContainerError) {
      return try container.begin(sink, settings)
    } catch {
      guard error.kind == .unsupported, sink.byteCount == 0, let table = settings.packetTable,
        table.primingFrames == 0, table.remainderFrames > 0
      else { throw error }
      var settings = settings
      settings.packetTable = nil
      let writer = try container.begin(sink, settings)
      if !media.reader.tracks[tracks[0]].statesRecording(table) { notes.add(recordingNotMarkedBy: table) }
      return writer
    }
  }

  /// Copies all packets, and returns the result, or `nil` if the work was cancelled.
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

  /// The total number of packets of all tracks, if every track states its number.
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

  /// Returns the settings of the writer. Packets of a dump have their rate, channels and frames from the configuration.
  func settings() throws(AudioError) -> WriterSettings {
    var metadata = job.metadata ?? reader.metadata
    let map = TimeMap(copying: info, intoFileThatMarksRecording: container.marksRecording, job.trimOverride)
    metadata.move(by: map)
    metadata.dropTimedFrames(movedBy: map, isSamePackets: true)
    var settings =
      isMovie
      ? WriterSettings(copying: tracks.map { reader.tracks[$0] }, metadata: metadata)
      : WriterSettings(copying: info, metadata: metadata, cookie: job.configuration)
    if !isMovie, info.format.sampleRate == 0 || info.format.channelsPerFrame == 0 { try describe(&settings) }
    settings.structure = job.structure
    settings.userChunks = job.userChunks
    for (key, value) in job.extraInfo { settings.metadata[key] = value }
    return settings
  }

  /// Completes the settings with the packets' configuration; a dump is copied to a dump without it.
  private func describe(_ settings: inout WriterSettings) throws(AudioError) {
    if container.fileType == reader.fileType { return }
    guard let configuration = job.configuration else { throw .input(job.input, .noConfiguration) }
    guard let codec = job.catalog.codec(formatID: info.format.formatID) else { return }
    let stream = CodedStream(of: reader, track: tracks[0], configuration: configuration)
    do throws(CodecError) {
      let summary = try codec.describe(stream, stream.firstPacket.span)
      settings.format = StreamFormat(
        formatID: summary.formatID, sampleRate: summary.decoded.sampleRate,
        channelsPerFrame: summary.decoded.layout.channelCount, framesPerPacket: summary.decoded.framesPerPacket)
      settings.layout = summary.decoded.layout
    } catch {
      throw .input(job.input, .configuration(error))
    }
  }

  /// Returns the error for a feature that cannot be held, with the file types that can hold it.
  private func refusal(_ reason: String, _ formatID: FourCharacterCode) -> AudioError {
    var holders = JobFiles.holders(of: formatID, besides: container.fileType, job.catalog)
    if tracks.contains(where: { !reader.streamChanges(ofTrack: $0).isEmpty }) {
      holders.removeAll { !Self.holdersOfChanges.contains($0) }
    }
    return .input(job.input, .packetsNotHeld(formatID, reason: reason, holders: holders))
  }

  /// File types of streams whose every frame, or every few, has a header, or whose tracks take several descriptions.
  private static let holdersOfChanges: Set<FourCharacterCode> = [
    "adts", "loas", "m4af", "m4bf", "mp4f", "3gpp", "3gp2", "MooV",
  ]
}
