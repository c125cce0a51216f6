import AudioBase
import AudioCatalog
import AudioFiles
import SignalProcessing

/// The work on one file of a batch; the file names are filled in later.
package enum BatchWork: Sendable {
  /// Convert the file.
  case conversion(FileConversion)
  /// Report the contents of a track, or of the first audio track, with an optional external configuration.
  case information(track: Int?, configuration: [UInt8]?)
  /// Measure the file's loudness.
  case loudness(FileLoudness)
  /// Hash the file's decoded samples.
  case hash(FileHash)
  /// Read and decode the whole file, and check its checksums.
  case verification(FileVerification)
}

extension BatchWork {
  /// Does the work, and writes the result into the file's record.
  ///
  /// - Parameter catalog: The codecs and containers for files whose job has no catalog.
  func run(
    _ item: BatchItem, into record: inout BatchRecord, _ catalog: Catalog, _ control: JobControl
  ) throws(AudioError) {
    switch self {
    case .conversion(var job):
      job.input = item.input
      job.output = item.output ?? job.output
      try Self.convert(job, into: &record, control)
    case .information(let track, let configuration):
      try Self.inform(item.input, (track, configuration), catalog, into: &record)
    case .loudness(var job):
      job.input = item.input
      let media = try JobFiles.open(item.input, job.catalog)
      let track = media.reader.tracks[try JobFiles.audioTrack(job.track, of: media.reader, item.input)]
      let report = try job.run(of: media, control)
      record.describe(media, track)
      record.add(report)
      record.durationSeconds = record.durationSeconds ?? Self.seconds(report.frameCount, track.format.sampleRate)
    case .hash(var job):
      job.input = item.input
      var (control, told) = (control, [JobNote]())
      control.note = { told.append($0) }
      let hash = try job.run(control)
      record.warnings += Self.warnings(of: told)
      record.algorithm = SampleHash.algorithm
      record.sampleFormat = "\(hash.sampleFormat)"
      record.hash = hash.text
      record.frameCount = hash.frameCount
      record.sampleRate = hash.sampleRate
      record.channelsPerFrame = hash.channelCount
      record.durationSeconds = Self.seconds(hash.frameCount, hash.sampleRate)
    case .verification(var job):
      job.input = item.input
      try Self.verify(job, into: &record, control)
    }
  }

  /// Verifies a file; a damaged file fails, with the findings as warnings.
  private static func verify(
    _ job: FileVerification, into record: inout BatchRecord, _ control: JobControl
  ) throws(AudioError) {
    let media = try JobFiles.open(job.input, job.catalog)
    let report = try job.run(of: media, control)
    if let track = media.reader.tracks.first(where: { $0.mediaKind == .audio }) { record.describe(media, track) }
    record.frameCount = report.tracks.first?.frameCount
    record.warnings += report.unreadTracks + report.findings.map(\.description)
    guard let first = report.findings.first else { return }
    let count = report.findings.count
    throw .input(
      job.input,
      AudioError(.malformed, .job, count > 1 ? "\(count) findings, the first: \(first)" : first.description))
  }

  private static func seconds(_ frameCount: Int64?, _ rate: Double) -> Double? {
    frameCount.flatMap { rate > 0 ? Double($0) / rate : nil }
  }

  private static func convert(
    _ job: FileConversion, into record: inout BatchRecord, _ control: JobControl
  ) throws(AudioError) {
    let folder = Pathname(bytes: Array(job.output.directory.dropLast()))
    guard folder.bytes.isEmpty || FolderListing.make(folder) else {
      throw .output(folder, .refused("the folder cannot be made"))
    }
    let media = try JobFiles.open(job.input, job.catalog, rawFormat: job.rawFormat)
    let report = try job.run(of: media, control)
    let format = report.stream.format
    record.formatID = "\(format.formatID)"
    record.sampleRate = format.sampleRate
    record.channelsPerFrame = format.channelsPerFrame
    record.frameCount = report.frameCount
    record.durationSeconds = seconds(report.frameCount, format.sampleRate)
    if report.isCopy {
      let index = try JobFiles.audioTrack(job.track, of: media.reader, job.input)
      record.durationSeconds = media.reader.tracks[index].duration
    }
    record.warnings += warnings(of: report.notes)
  }

  private static func inform(
    _ input: Pathname, _ asked: (track: Int?, configuration: [UInt8]?), _ catalog: Catalog,
    into record: inout BatchRecord
  ) throws(AudioError) {
    let media = try JobFiles.open(input, catalog)
    let index = try JobFiles.audioTrack(asked.track, of: media.reader, input)
    record.describe(media, media.reader.tracks[index])
    try raising(input: input) { () throws(ContainerError) in
      let summary = try TrackSummary(
        of: media.reader, track: index, codecs: catalog.codecs, configuration: asked.configuration)
      record.formatID = "\(summary.format.formatID)"
      record.sampleRate = summary.format.sampleRate
      record.channelsPerFrame = summary.format.channelsPerFrame
      record.codec = summary.codec?.profile
      record.bitRate = summary.nominalBitRate ?? summary.measuredBitRate
      record.durationSeconds = summary.duration
      record.frameCount = summary.packetTable?.validFrames
      if let end = summary.earlyEnd { record.warnings.append(JobNote.earlyEnd(.container(end)).description) }
    }
    record.warnings += media.reader.allRemarks
  }

  /// Returns the texts of warnings, without the note that one thread was enough for a file.
  fileprivate static func warnings(of notes: [JobNote]) -> [String] {
    notes.filter { note in
      if case .oneJob = note { return false }
      return note.severity == .warning
    }.map(\.description)
  }
}

extension BatchRecord {
  /// Describes a file and its track.
  fileprivate mutating func describe(_ media: MediaFile, _ track: TrackInfo) {
    fileFormat = "\(media.reader.fileType)"
    formatID = "\(track.format.formatID)"
    sampleRate = track.format.sampleRate > 0 ? track.format.sampleRate : nil
    channelsPerFrame = track.format.channelsPerFrame > 0 ? track.format.channelsPerFrame : nil
    durationSeconds = track.duration
  }

  /// Adds the loudness of a file. A silent one has no number.
  fileprivate mutating func add(_ report: LoudnessReport) {
    func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
    integratedLoudness = finite(report.integrated)
    loudnessRange = finite(report.range)
    truePeak = finite(Decibels.level(ofAmplitude: report.truePeak))
    samplePeak = finite(Decibels.level(ofAmplitude: report.samplePeak))
    maximumMomentaryLoudness = finite(report.maximumMomentary)
    maximumShortTermLoudness = finite(report.maximumShortTerm)
    frameCount = report.frameCount
    warnings += BatchWork.warnings(of: report.notes)
  }
}
