import AudioBase
import AudioCatalog
import AudioConversion
public import AudioFiles

/// Joins several files into one, without a gap: their recordings, without priming and remainder, one after the other.
///
/// ```swift
/// var join = FileJoin(of: ["a.wav", "b.flac"], to: "both.flac")
/// try join.run()
/// ```
/// Where all files hold lossless samples of one bit depth these stay unchanged, sample by sample, in a lossless output;
/// the rate and the channels are those of the first file, to which others are converted. Metadata on which all files
/// agree are kept, and so are markers and regions, which move with their sound.
public struct FileJoin: Sendable {
  /// The files, in order; at least one.
  public var inputs: [Pathname]
  /// The conversion of all of it: output, container, data format, encoder, level. Its input is left unread.
  public var conversion: FileConversion
  /// True if each file becomes a chapter, named by its title or, where it has none, by its file name.
  public var makesChapters = false
  /// True if the packets are written one after the other unchanged, without decoding. Files whose packets cannot be
  /// joined without a gap are refused by name.
  public var copiesPackets = false

  /// Creates a job whose output has the format of its extension.
  public init(of inputs: [Pathname], to output: Pathname) {
    self.inputs = inputs
    conversion = FileConversion(from: inputs.first ?? "-", to: output)
  }

  /// Decodes the files one after the other and writes the output.
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
    let survey = try Self.survey(parts)
    let joined = try metadata(parts, survey, rate: survey.shape.sampleRate)
    let made = MadeTrack.Progress<JoinedSound>()
    let reader = MadeTrack(survey.shape.track, joined.metadata, made) { JoinedSound(parts, survey.shape) }
    let format = reader.tracks[0].format
    var work = conversion
    work.input = inputs[0]
    var notes = JobNotes(control)
    for note in joined.notes { notes.add(note) }
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
    _ parts: [TrackSamples.Opening], _ survey: Survey, rate: Double
  ) throws(AudioError) -> JoinedMetadata {
    let all = try zip(parts, survey.durations).map { (part, duration) throws(AudioError) in
      JoinedMetadata.Part(
        path: part.path, reader: part.reader, track: try JobFiles.audioTrack(part.track, of: part.reader, part.path),
        duration: duration)
    }
    return try JoinedMetadata(all, rate: rate, makesChapters: makesChapters)
  }

  /// Writes the packets of all parts, as they are.
  private func copy(
    _ parts: [TrackSamples.Opening], _ files: [MediaFile], _ control: JobControl
  ) throws(AudioError) -> ConversionReport {
    let track = try JobFiles.audioTrack(parts[0].track, of: parts[0].reader, parts[0].path)
    let joined = try metadata(
      parts, try Self.survey(parts), rate: parts[0].reader.tracks[track].format.sampleRate)
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

  /// The common properties of the parts, and their durations.
  private struct Survey {
    /// The rate and the channels of the first part, and samples that hold all parts without loss.
    var shape: JoinedSound.Shape
    /// The duration of each part in seconds, where it states its number of frames: of its frames at the rate of the
    /// first.
    var durations: [Double?] = []
    /// The frames of all parts at the rate of the first, where all state them; those of other rates are computed.
    var expectedFrameCount: Int64?
  }

  /// Examines all parts, without decoding them.
  private static func survey(_ parts: [TrackSamples.Opening]) throws(AudioError) -> Survey {
    var formats: [SampleFormat] = []
    var durations: [Double?] = []
    var first: (rate: Double, layout: ChannelLayout)?
    var total: Double? = 0
    for part in parts {
      let track = try JobFiles.audioTrack(part.track, of: part.reader, part.path)
      formats.append(part.reader.tracks[track].losslessSamples)
      let samples = try TrackSamples(part, as: .float32, JobControl())
      let rate = samples.format.sampleRate
      let shape = first ?? (rate, samples.layout ?? ChannelLayout(usualFor: samples.format.channelsPerFrame))
      first = shape
      let frames = samples.expectedFrameCount.map { (Double($0) * shape.rate / max(rate, 1)).rounded(.up) }
      durations.append(frames.map { $0 / shape.rate })
      total = total.flatMap { sum in frames.map { sum + $0 } }
    }
    let all = formats.allSatisfy { $0.encoding == .signedInteger }
    let widest = formats.map(\.bitsPerSample).max() ?? 16
    let samples: SampleFormat =
      all ? SampleFormat(.signedInteger, bitsPerSample: widest) : widest == 64 ? .float64 : .float32
    let shape = first ?? (44_100, ChannelLayout(usualFor: 2))
    return Survey(
      shape: JoinedSound.Shape(samples: samples, sampleRate: shape.rate, layout: shape.layout), durations: durations,
      expectedFrameCount: total.map { Int64(saturating: $0.rounded()) })
  }
}

extension TrackInfo {
  /// The samples that the track decodes to without loss: integers of its depth in whole bytes, or floats.
  var losslessSamples: SampleFormat {
    let isLossless = [.linearPCM, .appleLossless, .flac].contains(format.formatID)
    let isFloat = format.linearPCMFlags.contains(.float)
    guard isLossless, !isFloat else { return format.bitsPerChannel == 64 && isFloat ? .float64 : .float32 }
    let depth = sourceBitDepth ?? (format.bitsPerChannel > 0 ? format.bitsPerChannel : 32)
    return SampleFormat(.signedInteger, bitsPerSample: min(max((depth + 7) / 8 * 8, 8), 32))
  }
}
