import AudioBase
import AudioCatalog
import AudioConversion
public import AudioFiles

/// Joins the recordings of several files, without priming and remainder, into one recording without gaps.
///
/// ```swift
/// var join = FileJoin(of: ["a.wav", "b.flac"], to: "both.flac")
/// try join.run()
/// ```
/// If all files hold lossless samples of one bit depth these stay unchanged, sample by sample, in a lossless output;
/// the rate and the channels are those of the first file, to which others are converted. Metadata on which all files
/// agree are kept, and so are markers and regions, which move with their sound.
public struct FileJoin: Sendable {
  /// The files, in order; at least one.
  public var inputs: [Pathname]
  /// The conversion of the whole: output, container, data format, encoder, level. Its input is ignored.
  public var conversion: FileConversion
  /// True if each file becomes a chapter, named by its title or, if it has none, by its file name.
  public var makesChapters = false
  /// True if packets are copied unchanged, without decoding. Files whose packets cannot be joined without a gap are
  /// rejected with their names.
  public var copiesPackets = false

  /// Creates a job for an output in the format of its extension.
  public init(of inputs: [Pathname], to output: Pathname) {
    self.inputs = inputs
    conversion = FileConversion(from: inputs.first ?? "-", to: output)
  }

  /// Decodes the files in order and writes the output.
  ///
  /// - Throws: `AudioError`; nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> ConversionReport {
    guard !inputs.isEmpty else { throw .output(conversion.output, .option("there is nothing to join")) }
    let catalog = conversion.catalog
    var parts: [TrackSamples.Opening] = []
    let files = try inputs.map { (path) throws(AudioError) in try JobFiles.open(path, catalog) }
    for (path, file) in zip(inputs, files) {
      var decoding = DecodeRequest()
      decoding.damagePolicy = conversion.decoding.damagePolicy
      decoding.streamCheck = conversion.decoding.streamCheck
      parts.append(
        TrackSamples.Opening(
          path: path, reader: file.reader, track: nil, decoding: decoding,
          catalog: catalog))
    }
    if copiesPackets { return try copy(parts, files, control) }
    let survey = try PartSurvey(parts)
    let joined = try metadata(parts, survey, rate: survey.shape.sampleRate)
    let made = MadeTrack.Progress<JoinedSound>()
    let reader = MadeTrack(survey.shape.track, joined.metadata, made) { JoinedSound(parts, survey.shape) }
    let format = reader.tracks[0].format
    var work = conversion
    work.input = inputs[0]
    var notes = JobNotes(control)
    for note in survey.notes + joined.notes { notes.add(note) }
    do throws(AudioError) {
      var report = try work.run(
        of: MediaFile(reader: reader, container: Catalog.headerlessSamples(format), of: files),
        survey.expectedFrameCount.map(control.expecting) ?? control)
      for part in made.maker?.reports ?? [] { notes.add(part.report, of: part.path) }
      report.notes = notes.all + report.notes
      return report
    } catch {
      throw made.error ?? error
    }
  }

  /// Returns the joined metadata of the parts.
  private func metadata(
    _ parts: [TrackSamples.Opening], _ survey: PartSurvey, rate: Double
  ) throws(AudioError) -> JoinedMetadata {
    let all = try zip(parts, survey.durations).map { (part, duration) throws(AudioError) in
      JoinedMetadata.Part(
        path: part.path, reader: part.reader, track: try JobFiles.audioTrack(part.track, of: part.reader, part.path),
        duration: duration)
    }
    return try JoinedMetadata(all, rate: rate, makesChapters: makesChapters)
  }

  /// Writes the packets of all parts unchanged.
  private func copy(
    _ parts: [TrackSamples.Opening], _ files: [MediaFile], _ control: JobControl
  ) throws(AudioError) -> ConversionReport {
    let track = try JobFiles.audioTrack(parts[0].track, of: parts[0].reader, parts[0].path)
    let joined = try metadata(
      parts, try PartSurvey(parts), rate: parts[0].reader.tracks[track].format.sampleRate)
    let reader = try JoinedPackets(parts, metadata: joined.metadata)
    var copy = FileCopy(from: inputs[0], to: conversion.output)
    copy.container = conversion.container
    copy.replacement = conversion.replacement
    copy.extraInfo = conversion.extraInfo
    copy.catalog = conversion.catalog
    var notes = JobNotes(control)
    for note in joined.notes { notes.add(note) }
    let format = reader.tracks[0].format
    var report = try copy.run(
      of: MediaFile(reader: reader, container: Catalog.headerlessSamples(format), of: files), control)
    report.notes = notes.all + report.notes
    return ConversionReport(report, joining: reader.tracks[0])
  }
}
