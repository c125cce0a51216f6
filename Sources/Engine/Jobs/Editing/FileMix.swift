import AudioBase
import AudioCatalog
import AudioConversion
public import AudioFiles
import SignalProcessing

/// Mixes several files into one: their recordings begin together and are added.
///
/// ```swift
/// var mix = FileMix(of: ["voice.wav", "music.flac"], to: "both.wav")
/// try mix.run()
/// ```
/// Each file counts by one over their number, so that the sum stays within full scale. The rate and the channels are
/// those of the first file, to which others are converted; the longest file states how long the output is, and integers
/// have the depth of the deepest where all files are lossless. Metadata on which all files agree are kept, and so are
/// markers and regions.
public struct FileMix: Sendable {
  /// The files; at least one.
  public var inputs: [Pathname]
  /// The conversion of the sum: output, container, data format, encoder, level. Its input is ignored.
  public var conversion: FileConversion

  /// Creates a job for an output in the format of its extension.
  public init(of inputs: [Pathname], to output: Pathname) {
    self.inputs = inputs
    conversion = FileConversion(from: inputs.first ?? "-", to: output)
  }

  /// Decodes all files in parallel and writes their sum.
  ///
  /// - Throws: `AudioError`; nothing is left of the output then.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> ConversionReport {
    guard !inputs.isEmpty else { throw .output(conversion.output, .option("there is nothing to mix")) }
    let files = try inputs.map { (path) throws(AudioError) in try JobFiles.open(path, conversion.catalog) }
    var parts: [TrackSamples.Opening] = []
    for (path, file) in zip(inputs, files) {
      var decoding = DecodeRequest()
      decoding.damagePolicy = conversion.decoding.damagePolicy
      parts.append(
        TrackSamples.Opening(path: path, reader: file.reader, decoding: decoding, catalog: conversion.catalog))
    }
    let survey = try PartSurvey(parts)
    let layout = survey.shape.layout
    let format = StreamFormat(
      .float32, sampleRate: survey.shape.sampleRate, channelsPerFrame: layout.channelCount)
    let common = try metadata(parts, rate: format.sampleRate)
    var metadata = common.metadata
    let levels = LoudnessTags.remove(from: &metadata, of: common.metadata)
    var track = TrackInfo(format: format)
    track.layout = layout
    let made = MadeTrack.Progress<MixedSound>()
    let reader = MadeTrack(track, metadata, made) { () throws(AudioError) in
      try MixedSound(parts, format, layout)
    }
    var work = conversion
    work.input = inputs[0]
    let container = try JobFiles.container(work.container, for: work.output, work.catalog)
    if survey.isLossless, work.usualSamples == nil, container.formatIDs.contains(.linearPCM) {
      work.usualSamples = OutputFormatChoice.samples(of: survey.shape.track, in: container)
    }
    var notes = JobNotes(control)
    for note in survey.notes + common.notes + levels.map(JobNote.tagNotKept) { notes.add(note) }
    do throws(AudioError) {
      var report = try work.run(
        of: MediaFile(reader: reader, container: Catalog.headerlessSamples(format), of: files), control)
      for part in made.maker?.reports ?? [] { notes.add(part.report, of: part.path) }
      report.notes = notes.all + report.notes
      return report
    } catch {
      throw made.error ?? error
    }
  }

  /// Returns the metadata that all files have in common. All begin at the same time, as if each ended when the next one
  /// begins.
  private func metadata(_ parts: [TrackSamples.Opening], rate: Double) throws(AudioError) -> JoinedMetadata {
    let all = try parts.map { (part) throws(AudioError) in
      JoinedMetadata.Part(
        path: part.path, reader: part.reader, track: try JobFiles.audioTrack(part.track, of: part.reader, part.path),
        duration: 0)
    }
    return try JoinedMetadata(all, rate: rate, makesChapters: false)
  }
}

/// The sum of several tracks, as floating-point bytes.
private final class MixedSound: SoundMaker {
  private var batch = PacketBatch()
  private let inputs: [Input]
  private var sum: PCMBlock
  private var converter: PacketConverter
  private let gain: Float

  /// A track that is added, and its decoded frames that are not yet.
  private final class Input {
    let path: Pathname
    let source: TrackSource
    var block: PCMBlock
    var waiting = 0..<0
    private var isOver = false

    init(_ part: TrackSamples.Opening, as samples: SampleRequest, runLength: Int) throws(AudioError) {
      path = part.path
      let track = try JobFiles.audioTrack(part.track, of: part.reader, part.path)
      do throws(AudioError) {
        source = try TrackSource(
          of: TrackInput(of: part.reader, track: track, decoding: part.decoding), as: samples,
          codecs: part.catalog.codecs)
      } catch {
        throw .input(part.path, error)
      }
      // Bound: 2^27 bytes, or one frame.
      block = PCMBlock(channelCount: source.channelCount, capacity: runLength)
    }

    /// Decodes the next frames, if those before are used up.
    func fill() throws(AudioError) {
      guard waiting.isEmpty, !isOver else { return }
      do throws(AudioError) { waiting = 0..<(try source.read(into: &block)) } catch { throw .input(path, error) }
      isOver = waiting.isEmpty
    }
  }

  init(_ parts: [TrackSamples.Opening], _ format: StreamFormat, _ layout: ChannelLayout) throws(AudioError) {
    let runLength = min(8192, max(1, (1 << 25) / max(1, layout.channelCount)))
    var samples = SampleRequest(sampleRate: format.sampleRate, layout: layout)
    samples.stages.channels = .mixing
    // Low latency is of no use for files.
    samples.stages.resampler.delivery = .blocks
    inputs = try parts.map { (part) throws(AudioError) in try Input(part, as: samples, runLength: runLength) }
    let common = StreamFormat.planarFloats(sampleRate: format.sampleRate, channelCount: layout.channelCount)
    converter = try PacketConverter(
      from: PacketInput(CodedStream(format: common, layout: layout)), to: PacketRequest(format, layout: layout),
      codecs: [])
    // Bound: 2^27 bytes, or one frame.
    sum = PCMBlock(channelCount: layout.channelCount, capacity: runLength)
    gain = 1 / Float(parts.count)
  }

  var bytes: [UInt8] { batch.bytes }

  /// The results of decoding the files so far.
  var reports: [(path: Pathname, report: DecodingReport)] { inputs.map { ($0.path, $0.source.report) } }

  func next() throws(AudioError) -> Bool {
    for input in inputs { try input.fill() }
    let sounding = inputs.filter { !$0.waiting.isEmpty }
    guard let count = sounding.map(\.waiting.count).min() else { return false }
    sum.fillWithSilence(frameCount: count)
    for input in sounding {
      sum.add(input.waiting.prefix(count), of: input.block, to: 0, times: GainRamp(gain))
      input.waiting.removeFirst(count)
    }
    converter.append(PlanarSamples(sum, frames: 0..<count))
    _ = try converter.fill(&batch, packetCount: count)
    return true
  }
}
