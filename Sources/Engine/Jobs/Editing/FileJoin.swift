import AudioBase
import AudioCatalog
import AudioConversion
public import AudioFiles

/// Several files made one, without a gap: the recordings that they hold, without priming and remainder, one after the
/// other.
///
/// ```swift
/// var join = FileJoin(of: ["a.wav", "b.flac"], to: "both.flac")
/// try join.run()
/// ```
/// What all files are made of lossless samples of one depth stays as it is, sample by sample, in a lossless output; the
/// rate and the channels are those of the first file, to which others are converted. What all files say alike about the
/// recording is carried over.
public struct FileJoin: Sendable {
  /// The files, in order; at least one.
  public var inputs: [FilePath]
  /// The conversion of all of it: output, container, data format, encoder, level. Its input is left unread.
  public var conversion: FileConversion
  /// Whether each file becomes a chapter, named by its title or, where it has none, by its file name.
  public var makesChapters = false
  /// Whether the packets are written one after the other as they are, without decoding. Files whose packets cannot
  /// stand side by side without a gap are refused by name.
  public var copiesPackets = false

  /// Creates a job whose output is what its extension stands for.
  public init(of inputs: [FilePath], to output: FilePath) {
    self.inputs = inputs
    conversion = FileConversion(from: inputs.first ?? "-", to: output)
  }

  /// Decodes the files one after the other and writes the output.
  ///
  /// - Throws: ``JobError``; nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(JobError) -> ConversionReport {
    guard !inputs.isEmpty else { throw .output(conversion.output, .option("there is nothing to join")) }
    let catalog = conversion.catalog
    var parts: [TrackSamples.Opening] = []
    let files = try inputs.map { (path) throws(JobError) in try JobFiles.open(path, catalog) }
    for (path, file) in zip(inputs, files) {
      var decoding = DecodingOptions()
      decoding.damagePolicy = conversion.decoding.damagePolicy
      decoding.streamCheck = conversion.decoding.streamCheck
      parts.append(
        TrackSamples.Opening(
          path: path, reader: file.reader, track: nil, decoding: decoding,
          catalog: catalog))
    }
    if copiesPackets { return try copy(parts, files, control) }
    let survey = try Self.survey(parts)
    for index in parts.indices { parts[index].conversion.channels = .mixing }
    var metadata = Self.common(parts.map(\.reader.metadata))
    if makesChapters { metadata.markers = try chapters(parts, survey.frameCounts) }
    let failure = JoinedTracks.Failure()
    let reader = JoinedTracks(parts, survey.shape, metadata: metadata, failure: failure)
    let format = reader.tracks[0].format
    var work = conversion
    work.input = inputs[0]
    do throws(JobError) {
      return try work.run(
        of: MediaFile(reader: reader, container: Catalog.headerlessSamples(format), of: files),
        survey.expectedFrameCount.map(control.expecting) ?? control)
    } catch {
      throw failure.error ?? error
    }
  }

  /// Writes the packets of all parts, as they are.
  private func copy(
    _ parts: [TrackSamples.Opening], _ files: [MediaFile], _ control: JobControl
  ) throws(JobError) -> ConversionReport {
    var metadata = Self.common(parts.map(\.reader.metadata))
    if makesChapters {
      metadata.markers = try chapters(parts, try Self.survey(parts).frameCounts)
    }
    let reader = try JoinedPackets(parts, metadata: metadata)
    var copy = FileCopy(from: inputs[0], to: conversion.output)
    copy.container = conversion.container
    copy.replacement = conversion.replacement
    copy.metadata = metadata
    copy.extraInfo = conversion.extraInfo
    copy.catalog = conversion.catalog
    let format = reader.tracks[0].format
    let report = try copy.run(
      of: MediaFile(reader: reader, container: Catalog.headerlessSamples(format), of: files), control)
    return ConversionReport(report, joining: reader.tracks[0])
  }

  /// What the parts have in common, and how long they are.
  private struct Survey {
    /// The rate and the channels of the first part, and samples that hold all parts without loss.
    var shape: JoinedTracks.Shape
    /// The frames of each part, where it tells and has the rate of the first.
    var frameCounts: [Int64?] = []
    /// The frames of all parts at the rate of the first, where all tell; those of other rates are reckoned.
    var expectedFrameCount: Int64?
  }

  /// Looks into all parts, without decoding them.
  private static func survey(_ parts: [TrackSamples.Opening]) throws(JobError) -> Survey {
    var formats: [SampleFormat] = []
    var counts: [Int64?] = []
    var first: (rate: Double, layout: ChannelLayout)?
    var total: Double? = 0
    for part in parts {
      let track = try JobFiles.audioTrack(part.track, of: part.reader, part.path)
      formats.append(part.reader.tracks[track].losslessSamples)
      let samples = try TrackSamples(part, as: .float32, JobControl())
      let rate = samples.format.sampleRate
      let shape = first ?? (rate, samples.layout ?? ChannelLayout(usualFor: samples.format.channelsPerFrame))
      first = shape
      counts.append(rate == shape.rate ? samples.expectedFrameCount : nil)
      let frames = samples.expectedFrameCount.map { Double($0) * shape.rate / max(rate, 1) }
      total = total.flatMap { sum in frames.map { sum + $0 } }
    }
    let all = formats.allSatisfy { $0.encoding == .signedInteger }
    let widest = formats.map(\.bitsPerSample).max() ?? 16
    let samples: SampleFormat =
      all ? SampleFormat(.signedInteger, bitsPerSample: widest) : widest == 64 ? .float64 : .float32
    let shape = first ?? (44_100, ChannelLayout(usualFor: 2))
    return Survey(
      shape: JoinedTracks.Shape(samples: samples, sampleRate: shape.rate, layout: shape.layout), frameCounts: counts,
      expectedFrameCount: total.map { Int64(saturating: $0.rounded()) })
  }

  /// What all files say alike, and the pictures of the first.
  private static func common(_ all: [Metadata]) -> Metadata {
    var result = Metadata()
    guard let first = all.first else { return result }
    result.info = first.info.filter { key, value in
      !TagChanges.technicalKeys.contains(key) && all.allSatisfy { $0.info[key] == value }
    }
    result.artwork = first.artwork
    return result
  }

  private func chapters(_ parts: [TrackSamples.Opening], _ counts: [Int64?]) throws(JobError) -> [Marker] {
    var markers: [Marker] = []
    var place: Int64 = 0
    for (index, part) in parts.enumerated() {
      let name = part.reader.metadata[.title] ?? String(decoding: part.path.lastComponent, as: UTF8.self)
      markers.append(Marker(name: name, framePosition: Double(place), identifier: index + 1))
      guard index + 1 < parts.count else { break }
      guard let count = counts[index] else {
        throw .input(part.path, .refused("chapters need to know how long the file is at the rate of the first"))
      }
      place += count
    }
    return markers
  }
}

extension TrackInfo {
  /// The samples that the track decodes to without loss: integers of its depth in whole bytes, or floats.
  var losslessSamples: SampleFormat {
    let isLossless = [.linearPCM, .appleLossless, .flac].contains(format.formatID)
    let isFloat = format.formatID == .linearPCM && format.formatFlags & 1 != 0
    guard isLossless, !isFloat else { return format.bitsPerChannel == 64 && isFloat ? .float64 : .float32 }
    let depth = sourceBitDepth ?? (format.bitsPerChannel > 0 ? format.bitsPerChannel : 32)
    return SampleFormat(.signedInteger, bitsPerSample: min(max((depth + 7) / 8 * 8, 8), 32))
  }
}
