import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles
import SignalProcessing

/// One run of a conversion: the job, and the input and container that were found for it.
struct ConversionWork {
  var job: FileConversion
  var media: MediaFile
  var track: Int
  var container: ContainerDescriptor
  var control: JobControl
  /// The job's change of level, as soon as it is known for the recording.
  var level = GainEnvelope()

  /// The track that is converted, as its container describes it.
  var info: TrackInfo { media.reader.tracks[track] }

  /// The decoded format of the track's packets, which its container need not state; `nil` if they cannot be decoded
  /// here.
  var decoded: DecodedFormat? {
    guard info.format.formatID != .linearPCM, let codec = job.catalog.codec(formatID: info.format.formatID) else {
      return nil
    }
    let stream = CodedStream(of: media.reader, track: track, configuration: job.decoding.configuration)
    return (try? codec.describe(stream, stream.firstPacket.span))?.decoded
  }

  /// Converts, or copies, and moves the output to its place.
  func run(neighbors: Neighbors, _ notes: inout JobNotes) throws(AudioError) -> ConversionReport {
    guard let (work, wanted) = try settled(&notes) else { return try copy(&notes) }
    return try work.encode(wanted, neighbors: neighbors, &notes)
  }

  /// Returns the stream of the output, and whether it is the input's, without writing anything.
  func plan(
    neighbors: Neighbors, _ notes: inout JobNotes
  ) throws(AudioError) -> (stream: CodedStream, isCopy: Bool) {
    guard let (work, wanted) = try settled(&notes) else {
      noteTracksLeftOut(&notes)
      return (CodedStream(format: info.format, layout: info.layout), true)
    }
    let converter = try work.mixingLostChannels.converter(to: wanted, neighbors)
    for note in work.channelNotes(converter) { notes.add(note) }
    noteTracksLeftOut(&notes)
    return (converter.output, false)
  }

  /// Returns the work with its requests settled, and the format of the output; `nil` if packets are copied.
  private func settled(_ notes: inout JobNotes) throws(AudioError) -> (ConversionWork, StreamFormat)? {
    if job.decoding.configuration != nil, !info.format.formatID.takesConfiguration {
      throw .input(job.input, .meaningless(.configuration, info.format.formatID))
    }
    var requests = job.requestsToEncode(info, decoding: decoded, container)
    let choice = try OutputFormatChoice(work: self, requests)
    if let passedOver = choice.passedOver, let error = missing(passedOver), let format = choice.format {
      notes.add(.otherFormat(format.formatID, insteadOf: passedOver, error))
    }
    guard let wanted = choice.format else {
      guard job.compressionLevel == nil else { throw .output(job.output, .noLevels(nil)) }
      return nil
    }
    let rate = job.outputRate ?? info.format.sampleRate
    if job.dataFormat?.sampleRate == nil, wanted.sampleRate > 0, wanted.sampleRate != rate {
      notes.add(.rateChanged(rate, to: wanted.sampleRate))
    }
    // A choice by flags that was not requested is the codec's own affair.
    if job.dataFormat?.formatFlags == nil { requests.removeAll { $0 == .formatFlags } }
    var work = self
    let check = try RequestCheck(wanted, requests, self)
    work.job.encoding = check.encoding
    if let frames = choice.framesPerPacket { work.job.encoding.framesPerPacket = frames }
    for request in check.withoutEffect { notes.add(.withoutEffect(request, wanted.formatID)) }
    return (work, wanted)
  }

  /// The work that mixes channels which the output lacks, where the job wants that.
  private var mixingLostChannels: ConversionWork {
    var work = self
    if job.mixesLostChannels, case .rearranging = job.channels { work.job.channels = .mixing }
    return work
  }

  private func encode(
    _ wanted: StreamFormat, neighbors: Neighbors, _ notes: inout JobNotes
  ) throws(AudioError) -> ConversionReport {
    if media.reader.fileType == "dump", job.decoding.configuration == nil {
      throw .input(job.input, .noConfiguration)
    }
    var work = mixingLostChannels
    work.level = try work.envelope(wanted, &notes)
    // No number means that of the input.
    let isMixed = ![0, decoded?.layout.channelCount ?? info.format.channelsPerFrame].contains(wanted.channelsPerFrame)
    if isMixed || work.level.gain != 1 {
      let old = media.reader.metadata
      var metadata = job.metadata ?? old
      let gain = Decibels.level(ofAmplitude: work.level.gain)
      let lost =
        isMixed
        ? LoudnessTags.remove(from: &metadata, of: old) : LoudnessTags.follow(gain, &metadata, of: old)
      for key in lost { notes.add(.tagNotKept(key)) }
      work.job.metadata = metadata
    }
    return try work.convert(wanted, neighbors, &notes)
  }

  private func convert(
    _ wanted: StreamFormat, _ neighbors: Neighbors, _ notes: inout JobNotes
  ) throws(AudioError) -> ConversionReport {
    var converter = try converter(to: wanted, neighbors)
    if case .rearranging = job.channels, converter.encoded != nil, converter.route.assumed != nil {
      // Unknown channels are not those of an encoder's first loudspeakers.
      var mixing = self
      mixing.job.channels = .mixing
      return try mixing.convert(wanted, neighbors, &notes)
    }
    for note in channelNotes(converter) { notes.add(note) }
    if job.asksForResampling, converter.output.format.sampleRate == converter.decoded.sampleRate {
      notes.add(.withoutEffect(.resampling, wanted.formatID))
    }
    if job.namesNeighbors, (converter.encoded?.primingFrames ?? 0) == 0 {
      notes.add(.withoutEffect(.neighbors, wanted.formatID))
    }
    let sink = try JobFiles.create(job.output, job.replacement, for: container)
    do throws(AudioError) {
      return try convert(&converter, wanted, into: sink, &notes)
    } catch {
      sink.discard()
      throw error
    }
  }

  /// Returns the packets to make in a format.
  func packets(_ format: StreamFormat) -> PacketRequest {
    var request = PacketRequest(
      format, layout: job.layout, stages: StageSettings(channels: job.channels, resampler: job.resampler),
      encoding: job.encoding)
    request.stages.level = level
    request.dithering = job.dithering
    return request
  }

  private func converter(to format: StreamFormat, _ neighbors: Neighbors) throws(AudioError) -> TrackConverter {
    do throws(AudioError) {
      return try TrackConverter(
        of: TrackInput(of: media.reader, track: track, decoding: job.decoding),
        to: packets(format), codecs: job.catalog.codecs, neighbors: neighbors)
    } catch {
      guard error.stage == .format else { throw .input(job.input, error) }
      if let instead = Advice(for: format, self) {
        throw .output(job.output, .encoderRefuses(error, instead: instead))
      }
      let asked = job.requestsToEncode(info, decoding: decoded, container).filter {
        if case .encoder = $0 { true } else { false }
      }
      guard !asked.isEmpty else { throw .input(job.input, error) }
      throw .output(job.output, .encoderRefuses(error, instead: .change(asked)))
    }
  }

  private func convert(
    _ converter: inout TrackConverter, _ wanted: StreamFormat, into sink: any FileSink, _ notes: inout JobNotes
  ) throws(AudioError) -> ConversionReport {
    var transfer = try ConversionTransfer(self, converter, sink: sink, &notes)
    var reason: String?
    let decoded: DecodingReport
    if let parallel = ParallelConversion(self, converter, to: packets(wanted), reason: &reason) {
      decoded = try transfer.run(parallel, or: &converter, &notes)
    } else {
      try transfer.run(&converter, &notes)
      decoded = converter.report
    }
    try checkLength(decoded, &notes)
    notes.add(decoded)
    let loss = MetadataLoss(transfer.settings.metadata, in: sink, container, transfer.settings)
    if !loss.isEmpty { notes.add(.metadataNotHeld(loss)) }
    let missing = container.missing(media.unnamedItems, in: sink) + container.missingLanguages([info])
    if !missing.isEmpty { notes.add(.tagItemNotKept(missing.joined(separator: ", "))) }
    if let layout = converter.output.layout, let taken = layoutLost(converter, in: sink) {
      notes.add(.layoutNotStated(layout, taken: taken))
    }
    noteTracksLeftOut(&notes)
    notes.add(remarksOf: media.reader)
    if !job.decoding.isPart, decoded.earlyEnd == nil { notes.add(endOf: media) }
    if job.decoding.damagePolicy == .stop, let note = notes.all.first(where: \.isLoss) {
      throw .input(job.input, .stopped(note))
    }
    try JobFiles.check(media, &notes)
    try JobFiles.commit(sink, job.output)
    if let reason { notes.add(.oneJob(reason: reason)) }
    notes.add(readersOf: container, converter.output.format)
    if container.fileType == "dump" { notes.add(.configurationNotStored(converter.output.cookie)) }
    return ConversionReport(transfer, converter, decoded)
  }

  /// Throws if the part begins after the end; adds a note if the output is empty.
  private func checkLength(_ decoded: DecodingReport, _ notes: inout JobNotes) throws(AudioError) {
    guard decoded.frameCount == 0 else { return noteMissingFrames(decoded, &notes) }
    let frames = job.decoding.frames(atRate: self.decoded?.sampleRate ?? info.format.sampleRate)
    if job.decoding.start > 0, !frames.isEmpty {
      throw .input(job.input, .partOutside(start: job.decoding.start))
    }
    notes.add(.emptyResult)
  }

  /// Reports a FLAC stream that ends early although its container does not, and any stream from a pipe with fewer
  /// frames than its header counts: all packets are there, but hold too few frames.
  private func noteMissingFrames(_ decoded: DecodingReport, _ notes: inout JobNotes) {
    guard !job.decoding.isPart, decoded.earlyEnd == nil else { return }
    let end = media.source.byteCount ?? 0
    let table = info.packetTable
    if let stated = info.streamInformationFrameCount {
      let trimmed = table.map { Int64($0.primingFrames) + Int64($0.remainderFrames) } ?? 0
      guard decoded.frameCount + trimmed < stated else { return }
      notes.add(
        .earlyEnd(
          AudioError(ContainerError(.truncated, "frames are missing of those that STREAMINFO counts", at: end))))
    } else if let table, media.source is SpooledByteSource {
      let rate = self.decoded?.sampleRate ?? info.format.sampleRate
      guard rate > 0, table.timescale > 0 else { return }
      // Counts of a rate that is a multiple of another may be off by the part of a frame.
      let there = Double(decoded.frameCount) * table.timescale / rate + max(1, table.timescale / rate)
      guard there < Double(table.validFrames) else { return }
      notes.add(
        .earlyEnd(AudioError(ContainerError(.truncated, "frames are missing of those that the header counts", at: end)))
      )
    }
  }

  private func copy(_ notes: inout JobNotes) throws(AudioError) -> ConversionReport {
    guard job.level.isNone else { throw .output(job.output, .keptPackets(.level)) }
    if job.namesNeighbors { throw .output(job.output, .keptPackets(.neighbors)) }
    let settings = job.decoding.decoder.asked
    guard settings.isEmpty else { throw .output(job.output, .nothingDecoded(settings)) }
    var copy = FileCopy(from: job.input, to: job.output)
    copy.replacement = job.replacement
    copy.structure = job.structure
    copy.metadata = job.metadata
    copy.configuration = job.decoding.configuration
    copy.extraInfo = try job.extraInfo.merging(loudness()) { _, new in new }
    copy.trimOverride = job.trimOverride
    copy.catalog = job.catalog
    copy.stopsAtLoss = job.decoding.damagePolicy == .stop
    if job.asksForResampling { notes.add(.withoutEffect(.resampling, info.format.formatID)) }
    noteTracksLeftOut(&notes)
    var (media, track) = (media, track)
    if job.decoding.isPart {
      let cut = try self.cut(&notes)
      copy.metadata = cut.metadata
      (media, track) = (MediaFile(reader: cut, container: media.container, of: [media]), 0)
    }
    let work = PacketCopy(job: copy, media: media, tracks: [track], container: container, control: control)
    let report: PacketCopyReport
    do throws(AudioError) {
      report = try work.run(&notes)
    } catch {
      guard job.trimOverride != nil, case .holders(_, of: let formatID?)? = error.advice,
        container.formatIDs.contains(formatID)
      else { throw error }
      throw .output(job.output, .meaningless(.trimOverride, formatID))
    }
    if job.jobCount > 1 { notes.add(.oneJob(reason: "packets are copied, not decoded")) }
    return ConversionReport(report, of: info)
  }

  /// Returns the packets of the requested part, with the metadata that belong to it.
  private func cut(_ notes: inout JobNotes) throws(AudioError) -> CutPackets {
    guard let decoded, let codec = job.catalog.codec(formatID: info.format.formatID),
      job.decoding.configuration == nil, job.trimOverride == nil, job.decoding.trimming == .packetTable
    else { throw .output(job.output, .partOfPackets) }
    var metadata = job.metadata ?? media.reader.metadata
    let map = TimeMap(
      of: info, job.decoding, decodedRate: decoded.sampleRate, outputRate: info.format.sampleRate)
    metadata.move(by: map, &notes)
    metadata.dropTimedFrames(movedBy: map, isSamePackets: true)
    let cut: CutPackets
    do throws(AudioError) {
      cut = try CutPackets(
        CutPackets.Wish(
          memory: DecoderMemory(reader: media.reader, track: track, codec: codec),
          frames: job.decoding.frames(atRate: decoded.sampleRate), decoded: decoded, metadata: metadata))
    } catch {
      throw .input(job.input, error)
    }
    if let tool = cut.longMemory { notes.add(.cutWithinMemory(tool)) }
    guard !container.marksRecording, let table = cut.tracks[0].packetTable else { return cut }
    if table.primingFrames > 0 { notes.add(.cutBeforePart(table.primingFrames)) }
    if table.remainderFrames > 0 { notes.add(.recordingNotMarked(priming: 0, remainder: table.remainderFrames)) }
    return cut
  }

  /// Adds a note on other tracks, unless one of several was requested.
  private func noteTracksLeftOut(_ notes: inout JobNotes) {
    let others = media.reader.otherTracks(than: [track]).count
    if others > 0, job.track == nil { notes.add(.tracksLeftOut(others)) }
  }

  /// Returns the map from positions of the input to those of the output.
  func timeMap(_ converter: borrowing TrackConverter) -> TimeMap {
    var map = TimeMap(
      of: info, job.decoding, decodedRate: converter.decoded.sampleRate,
      outputRate: converter.output.format.sampleRate)
    // Where the output cannot say that its first frames are not the recording, that begins later.
    let priming = Double(converter.encoded?.primingFrames ?? 0)
    if !container.marksRecording { map.offset = priming }
    guard let trim = job.trimOverride else { return map }
    return map.beginning(earlierBy: priming - Double(trim.primingFrames))
  }

  /// Returns the entries of the info dictionary that carry the loudness of the track.
  func loudness() throws(AudioError) -> [InfoKey: String] {
    try job.soundCheck.info(of: self)
  }
}
