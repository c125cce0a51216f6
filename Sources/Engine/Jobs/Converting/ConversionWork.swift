import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

/// One run of a conversion: the job, and the input and container that were found for it.
struct ConversionWork {
  var job: FileConversion
  var media: MediaFile
  var track: Int
  var container: ContainerDescriptor
  var control: JobControl

  /// The track that is converted.
  var info: TrackInfo { media.reader.tracks[track] }

  /// Converts, or copies, and puts the output in its place.
  func run(neighbors: Neighbors, _ notes: inout JobNotes) throws(JobError) -> ConversionReport {
    let choice = try OutputFormatChoice(work: self).format
    guard job.compressionLevel == nil || choice?.formatID == .flac else {
      throw .output(job.output, .noLevels(choice?.formatID))
    }
    guard let wanted = choice else { return try copy(&notes) }
    if media.reader.fileType == "dump", job.decoding.configuration == nil {
      throw .input(job.input, .noConfiguration)
    }
    let stream = CodedStream(format: wanted, layout: job.layout)
    var levelled = self
    levelled.job.conversion.level = try envelope(stream, &notes)
    return try levelled.convert(wanted, stream, neighbors, &notes)
  }

  private func convert(
    _ wanted: StreamFormat, _ stream: CodedStream, _ neighbors: Neighbors, _ notes: inout JobNotes
  ) throws(JobError) -> ConversionReport {
    var converter = try converter(to: stream, neighbors)
    let sink = try JobFiles.create(job.output, job.replacement)
    do throws(JobError) {
      return try convert(&converter, wanted, into: sink, &notes)
    } catch {
      sink.discard()
      throw error
    }
  }

  private func converter(to stream: CodedStream, _ neighbors: Neighbors) throws(JobError) -> TrackConverter {
    do throws(ConversionError) {
      return try TrackConverter(
        of: media.reader, track: track, to: stream, codecs: job.catalog.codecs, decoding: job.decoding,
        options: job.conversion, settings: job.encoding, neighbors: neighbors)
    } catch {
      guard case .format(let refusal) = error, let instead = EncoderSuggestion(for: stream.format, self) else {
        throw .input(job.input, .conversion(error))
      }
      throw .output(job.output, .encoderFormat(refusal, instead: instead))
    }
  }

  private func convert(
    _ converter: inout TrackConverter, _ wanted: StreamFormat, into sink: any FileSink, _ notes: inout JobNotes
  ) throws(JobError) -> ConversionReport {
    var transfer = try ConversionTransfer(self, converter, sink: sink)
    var reason: String?
    let decoded: DecodingReport
    let stream = CodedStream(format: wanted, layout: job.layout)
    if let parallel = ParallelConversion(self, converter, stream: stream, reason: &reason) {
      decoded = try transfer.run(parallel, or: &converter, &notes)
    } else {
      try transfer.run(&converter, &notes)
      decoded = converter.report
    }
    try JobFiles.commit(sink, job.output)
    notes.add(decoded)
    if let reason { notes.add(.oneJob(reason: reason)) }
    if container.fileType == "dump" { notes.add(.configurationNotStored(converter.output.cookie)) }
    return ConversionReport(transfer, converter, decoded)
  }

  private func copy(_ notes: inout JobNotes) throws(JobError) -> ConversionReport {
    guard !job.decoding.isPart else { throw .output(job.output, .partOfPackets) }
    guard job.level.isNone else {
      throw .output(
        job.output, .refused("packets are copied, not encoded, so that nothing is done about: \(job.level.names)"))
    }
    let settings = job.decoding.decoder.asked
    guard settings.isEmpty else { throw .output(job.output, .nothingDecoded(settings)) }
    var copy = FileCopy(from: job.input, to: job.output)
    copy.replacement = job.replacement
    copy.metadata = job.metadata
    copy.configuration = job.decoding.configuration
    copy.extraInfo = try job.extraInfo.merging(loudness()) { _, new in new }
    copy.trimOverride = job.trimOverride
    copy.catalog = job.catalog
    let work = PacketCopy(job: copy, reader: media.reader, track: track, container: container, control: control)
    let report = try work.run()
    if report.streamChangeCount > 0 { notes.add(.streamChanges(report.streamChangeCount)) }
    if job.jobCount > 1 { notes.add(.oneJob(reason: "packets are copied, not decoded")) }
    return ConversionReport(report, of: info)
  }

  /// The entries of the info dictionary that carry the loudness of the track.
  func loudness() throws(JobError) -> [InfoKey: String] {
    try job.soundCheck.info(of: self)
  }
}
