public import AudioBase
public import AudioCatalog
public import AudioConversion
public import AudioFiles
public import SignalProcessing

/// The rule for choosing a data format by default.
public enum FormatPreference: Sendable, Hashable {
  /// Linear PCM if the container holds it, otherwise unchanged packets, as Core Audio's tools do.
  case asCoreAudio
  /// In containers mostly used for AAC, such as MP4 and QuickTime: unchanged packets of AAC and Apple Lossless, and AAC
  /// for all others; otherwise like ``asCoreAudio``.
  case compressed
}

/// The conversion of one track of a file into another file: decoding, mixing, rate conversion and encoding, or, if the
/// output can hold the input's packets, copying them. The input's metadata are carried over.
///
/// ```swift
/// var conversion = FileConversion(from: "in.wav", to: "out.m4a")
/// conversion.dataFormat = OutputDataFormat(.coded(.appleLossless))
/// let report = try conversion.run(JobControl { progress in print(progress.fraction ?? 0) })
/// ```
/// A conversion is a value: it may be kept, changed and run again, and any number may run side by side, each on its own
/// thread. A new file is written beside its place and renamed when it is complete, so that a failure, a `Cancellation`
/// and a signal (see `Interruption`) leave nothing of it, and an existing file stays.
public struct FileConversion: Sendable {
  /// The file to read; `-` is standard input.
  public var input: Pathname
  /// The file to write; `-` is standard output. A pipe or a device is written in place.
  public var output: Pathname
  /// The container of the output, or `nil` for that of its extension.
  public var container: ContainerDescriptor?
  /// The policy for an existing output.
  public var replacement = ReplacementPolicy.refuse
  /// The place of the index in MP4 files, and the length of fragments and of the segments of a list.
  public var structure = FileStructure.indexFirst
  /// The index of the input's track, which must be audio, or `nil` for the first that is.
  public var track: Int?
  /// The data format of the output, or `nil` for one that suits the container and preserves the input.
  public var dataFormat: OutputDataFormat?
  /// The rule for choosing a data format where ``dataFormat`` is `nil`.
  public var preference = FormatPreference.asCoreAudio
  /// The choice of SBR in the families of AAC-LC and AAC-ELD: see ``AACProfileChoice``. `nil` leaves it to the data
  /// format; without a data format, but with a bit rate, ``FormatPreference/compressed`` chooses by the bit rate.
  public var spectralBandReplication: SpectralBandReplication?
  /// Requests that only cause a note if they mean nothing for the output's format: those that users of a program make
  /// habitually.
  public var lenience: Set<ConversionRequest> = []
  /// True if the user chose a rate conversion, so that a note is added if the rates are equal.
  public var asksForResampling = false
  /// The sample format to write if ``dataFormat`` is `nil` and the container holds linear PCM; `nil` for a format that
  /// preserves the input.
  public var usualSamples: SampleFormat?
  /// The number of channels of the output, at most 65,535; 0 for the input's.
  public var channelCount = 0
  /// True if channels that the output lacks are mixed into others, unless ``channels`` states otherwise.
  public var mixesLostChannels = false
  /// The layout of the output's channels, or `nil` for the input's.
  public var layout: ChannelLayout?
  /// The part of the track to decode, the checks (of the whole stream, by default), and the treatment of damage. With
  /// `DamagePolicy.stop` anything that causes a warning about the input or its metadata, such as a missing end or a
  /// picture that the output cannot hold, ends the job.
  public var decoding = DecodeRequest(streamCheck: .wholeStream)
  /// The mapping of channels.
  public var channels = ChannelMapping.rearranging
  /// The settings for rate conversion.
  public var resampler = ResamplerSettings()
  /// The dithering of rounded integers.
  public var dithering = Dithering.none
  /// The change of level.
  public var level = LevelChange()
  /// The change of speed, pitch or tempo, applied after the choice of the part and before the change of level.
  public var time = TimeChange()
  /// The options of the encoder.
  public var encoding = EncoderOptions()
  /// The requested FLAC level, 0 to 8, which ``encoding`` states as effort; refused for other data formats.
  public var compressionLevel: Int?
  /// The treatment of the loudness values that files carry for players.
  public var soundCheck = SoundCheckMode.none
  /// The metadata of the output, or `nil` for the input's. Marker positions are counted in the input's frames, and move
  /// with the sound.
  public var metadata: Metadata?
  /// Entries of the info dictionary to add to the input's, or to replace them.
  public var extraInfo: [InfoKey: String] = [:]
  /// The recording that is heard right before, in an album without gaps; its first audio track. An encoder whose
  /// packets overlap receives a little of it. If packets are copied it is only opened.
  public var previousRecording: Pathname?
  /// The recording that is heard right after; see ``previousRecording``.
  public var nextRecording: Pathname?
  /// The priming and the remainder that the output states instead of its own.
  public var trimOverride: TrimOverride?
  /// The number of threads that decode parts of the input in parallel, 1 to 256, with the same result as one thread. If
  /// the work cannot be divided, one thread does it, and ``JobNote/oneJob(reason:)`` says why.
  public var jobCount = 1
  /// The allowed values of ``jobCount``.
  public static let jobCounts = 1...256
  /// The format of headerless input, or `nil` for a file that states its format.
  public var rawFormat: StreamFormat?
  /// The codecs and containers to work with.
  public var catalog = Catalog.standard
  /// The rate of the output if ``dataFormat`` has none; `nil` for the input's.
  var usualRate: Double?

  /// Creates a conversion of the first audio track into the container that the output's extension stands for.
  public init(from input: Pathname, to output: Pathname) {
    self.input = input
    self.output = output
  }

  /// Opens the input, converts it, and moves the complete output to its place.
  ///
  /// - Parameter control: The observers of progress, and the means to stop the work.
  /// - Throws: `AudioError`; the output is then removed.
  @discardableResult
  public func run(_ control: JobControl = JobControl()) throws(AudioError) -> ConversionReport {
    try check()
    return try run(of: JobFiles.open(input, catalog, rawFormat: rawFormat), control)
  }

  /// Converts an input that is already open, named ``input``.
  ///
  /// - Parameters:
  ///   - media: The input. If it is a regular file, ``jobCount`` threads open it again by its name.
  ///   - control: The observers of progress, and the means to stop the work.
  /// - Throws: `AudioError`; the output is then removed.
  @discardableResult
  public func run(of media: MediaFile, _ control: JobControl = JobControl()) throws(AudioError) -> ConversionReport {
    try check()
    guard time.isNone else { return try TimeChangedConversion(self, media, control).run() }
    var notes = JobNotes(control)
    var report = try work(of: media, control).run(neighbors: openNeighbors(), &notes)
    report.notes = notes.all
    return report
  }

  /// Returns a description of the output without writing it; throws the errors that the conversion would throw before
  /// decoding.
  ///
  /// - Parameter media: The input.
  /// - Returns: The stream of the output and whether its packets are those of the input.
  public func plan(of media: MediaFile) throws(AudioError) -> (stream: CodedStream, isCopy: Bool, notes: [JobNote]) {
    try check()
    let control = JobControl()
    guard time.isNone else { return try TimeChangedConversion(self, media, control).plan() }
    if replacement == .refuse, !output.isStandardStream, FolderListing.exists(output) {
      throw .output(output, .alreadyExists)
    }
    var notes = JobNotes(control)
    let planned = try work(of: media, control).plan(neighbors: openNeighbors(), &notes)
    return (planned.stream, planned.isCopy, notes.all)
  }

  private func work(of media: MediaFile, _ control: JobControl) throws(AudioError) -> ConversionWork {
    ConversionWork(
      job: self, media: media, track: try JobFiles.audioTrack(track, of: media.reader, input),
      container: try JobFiles.container(container, for: output, catalog), control: control)
  }

  /// The rate of the output, or `nil` for the input's.
  var outputRate: Double? { dataFormat?.sampleRate ?? usualRate }

  /// Rejects options that are out of their range.
  private func check() throws(AudioError) {
    let times = [decoding.start, decoding.duration ?? 0]
    let trims = [trimOverride?.primingFrames ?? 0, trimOverride?.remainderFrames ?? 0]
    let rate = dataFormat?.sampleRate ?? 0
    let reason: StaticString? =
      if channelCount != 0, !ResourceLimits.channelCounts.contains(channelCount) {
        "the number of channels is not within 0 and 64, which files are read with"
      } else if !Self.jobCounts.contains(jobCount) {
        "the number of jobs is not within 1 and 256"
      } else if !times.allSatisfy({ $0.isFinite && $0 >= 0 }) {
        "start and duration are not 0 seconds or more"
      } else if let refusal = level.refusal ?? time.refusal {
        refusal
      } else if !time.isNone, previousRecording != nil || nextRecording != nil {
        "a recording that is changed in time has no neighbours without a gap"
      } else if level.fadeIn + level.fadeOut > 0, previousRecording != nil || nextRecording != nil {
        "a recording that fades has no neighbours without a gap"
      } else if !trims.allSatisfy({ $0 >= 0 }) {
        "priming and remainder are not 0 frames or more"
      } else if !(rate.isFinite && rate >= 0) || (dataFormat?.framesPerPacket ?? 0) < 0 {
        "the rate or the frames of a packet are negative or no numbers"
      } else {
        nil
      }
    if let reason { throw .output(output, .option(reason)) }
  }

  private func openNeighbors() throws(AudioError) -> Neighbors {
    Neighbors(before: try openNeighbor(previousRecording), after: try openNeighbor(nextRecording))
  }

  private func openNeighbor(_ path: Pathname?) throws(AudioError) -> NeighboringTrack? {
    guard let path else { return nil }
    let reader = try JobFiles.open(path, catalog).reader
    return NeighboringTrack(of: reader, track: try JobFiles.audioTrack(nil, of: reader, path))
  }
}
