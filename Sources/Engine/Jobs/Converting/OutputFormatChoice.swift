import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

/// The data format of an output: what was asked for, or what suits container and input.
struct OutputFormatChoice {
  /// The format to convert to, or `nil` where packets are copied. A rate and a number of channels of 0 stand for the
  /// input's.
  var format: StreamFormat?

  init(work: ConversionWork) throws(JobError) {
    let (task, container, track, catalog) = (work.job, work.container, work.info, work.job.catalog)
    let rate = task.dataFormat?.sampleRate ?? 0
    switch task.dataFormat?.kind {
    case .keep: return
    case .samples(let samples):
      guard container.formatIDs.contains(.linearPCM) else { throw Self.refusal(.linearPCM, work) }
      format = StreamFormat(samples, sampleRate: rate, channelsPerFrame: max(1, task.channelCount))
    case .coded(let code):
      guard container.formatIDs.contains(code) else { throw Self.refusal(code, work) }
      guard catalog.encoder(formatID: code) != nil else {
        throw .output(task.output, .noEncoder(code))
      }
      format = StreamFormat(formatID: code, sampleRate: rate, channelsPerFrame: task.channelCount)
    case nil:
      if container.formatIDs.contains(.linearPCM) {
        let samples = task.usualSamples ?? Self.samples(of: track, in: container)
        format = StreamFormat(samples, sampleRate: rate, channelsPerFrame: max(1, task.channelCount))
      } else if !Self.holds(track, container, catalog) || !task.level.isNone || task.decoding.isPart,
        let code = Self.encodable(in: container, catalog, likeTrack: track)
      {
        format = StreamFormat(formatID: code, sampleRate: rate, channelsPerFrame: task.channelCount)
      } else {
        return
      }
    }
    settle(task, track)
  }

  /// Fills in what the words leave open.
  private mutating func settle(_ task: FileConversion, _ track: TrackInfo) {
    guard var format else { return }
    if let flags = task.dataFormat?.formatFlags { format.formatFlags = flags }
    if let frames = task.dataFormat?.framesPerPacket { format.framesPerPacket = frames }
    if format.formatID == .linearPCM, task.channelCount == 0 {
      // The converter takes the input's number of channels; a frame's bytes follow from it.
      format.channelsPerFrame = 0
    }
    if format.formatID == .opus, format.sampleRate == 0 {
      // Opus counts at 48 kHz, and has few other rates.
      let rates = task.catalog.encoder(formatID: .opus)?.encoderChoices?.sampleRates(.opus) ?? []
      if !rates.contains(track.format.sampleRate) { format.sampleRate = 48_000 }
    }
    if format.formatID == .appleLossless, format.formatFlags == 0 {
      format.formatFlags = Self.losslessFlags(of: track)
    }
    if format.formatID == .flac, format.formatFlags == 0 {
      format.formatFlags = Self.losslessFlags(of: track)
      // Depths that have no flag are kept as well.
      if let depth = track.sourceBitDepth, depth < 16, depth >= 4 { format.bitsPerChannel = depth }
    }
    self.format = format
  }

  /// `kAppleLosslessFormatFlag_…`: the smallest depth that holds the source; 24 bits for what is lossy or
  /// floating-point.
  private static func losslessFlags(of track: TrackInfo) -> UInt32 {
    let isFloat = track.format.formatID == .linearPCM && track.format.formatFlags & 1 != 0
    guard let depth = track.sourceBitDepth, !isFloat else { return isFloat && track.sourceBitDepth == 64 ? 4 : 3 }
    return depth <= 16 ? 1 : depth <= 20 ? 2 : depth <= 24 ? 3 : 4
  }

  /// The linear PCM of a container that keeps the source whole, or its usual kind.
  private static func samples(of track: TrackInfo, in container: ContainerDescriptor) -> SampleFormat {
    let usual = container.sampleFormats.first ?? .int16
    guard let depth = track.sourceBitDepth else { return usual }
    let isFloat = track.format.formatID == .linearPCM && track.format.formatFlags & 1 != 0
    let isLossless = [.linearPCM, .appleLossless, .flac].contains(track.format.formatID)
    guard isLossless else { return usual }
    let suitable = container.sampleFormats.filter { samples in
      isFloat ? samples.encoding == .floatingPoint : samples.encoding != .floatingPoint
    }
    return suitable.first { $0.bitsPerSample == (depth + 7) / 8 * 8 } ?? suitable.first { $0.bitsPerSample > depth }
      ?? usual
  }

  private static func holds(_ track: TrackInfo, _ container: ContainerDescriptor, _ catalog: Catalog) -> Bool {
    let formatID = track.format.formatID
    if container.formatIDs.contains(formatID) { return true }
    // What cannot be decoded can only be copied, which then says what is wrong.
    return formatID != .linearPCM && catalog.codec(formatID: formatID) == nil
  }

  /// The data format that a container gets: the track's own where it can be encoded, or the container's usual one.
  private static func encodable(
    in container: ContainerDescriptor, _ catalog: Catalog, likeTrack track: TrackInfo
  ) -> FourCharacterCode? {
    let codes = container.formatIDs.filter { catalog.encoder(formatID: $0) != nil }
    return codes.contains(track.format.formatID) ? track.format.formatID : codes.first
  }

  private static func refusal(_ formatID: FourCharacterCode, _ work: ConversionWork) -> JobError {
    let holders = JobFiles.holders(of: formatID, work.job.catalog)
    return .output(work.job.output, .formatNotHeld(formatID, by: work.container.fileType, holders: holders))
  }
}
