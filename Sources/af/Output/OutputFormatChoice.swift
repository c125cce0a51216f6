import AudioBase
import AudioCatalog

/// The data format of an output: what was asked for, or what suits container and input.
struct OutputFormatChoice {
  /// The format to convert to, or `nil` where packets are copied. A rate and a number of channels of 0 stand for the input's.
  var format: StreamFormat?

  init(task: ConversionTask, track: TrackInfo) throws(CommandFailure) {
    let container = task.container
    let rate = task.dataFormat?.rate ?? 0
    switch task.dataFormat?.kind {
    case .keep: return
    case .samples(let samples):
      guard container.formatIDs.contains(.linearPCM) else { throw Self.refusal("linear PCM", .linearPCM, task) }
      format = StreamFormat(samples, sampleRate: rate, channelsPerFrame: max(1, task.channelCount))
    case .coded(let code):
      guard container.formatIDs.contains(code) else { throw Self.refusal("'\(code)'", code, task) }
      guard Catalog.standard.encoder(formatID: code) != nil else {
        throw CommandFailure(
          output: task.output, "unsupported: there is no encoder for '\(code)'",
          advice: "'af formats' lists what can be encoded")
      }
      format = StreamFormat(formatID: code, sampleRate: rate, channelsPerFrame: task.channelCount)
    case nil:
      if container.formatIDs.contains(.linearPCM) {
        let samples = task.impliedSamples ?? Self.samples(of: track, in: container)
        format = StreamFormat(samples, sampleRate: rate, channelsPerFrame: max(1, task.channelCount))
      } else if !Self.holds(track, container), let code = Self.encodable(in: container) {
        format = StreamFormat(formatID: code, sampleRate: rate, channelsPerFrame: task.channelCount)
      } else {
        return
      }
    }
    settle(task, track)
  }

  /// Fills in what the words leave open.
  private mutating func settle(_ task: ConversionTask, _ track: TrackInfo) {
    guard var format else { return }
    if let flags = task.dataFormat?.flags { format.formatFlags = flags }
    if let frames = task.dataFormat?.framesPerPacket { format.framesPerPacket = frames }
    if format.formatID == .linearPCM, task.channelCount == 0 {
      // The converter takes the input's number of channels; a frame's bytes follow from it.
      format.channelsPerFrame = 0
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

  /// `kAppleLosslessFormatFlag_…`: the smallest depth that holds the source; 24 bits for what is lossy or floating-point.
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

  private static func holds(_ track: TrackInfo, _ container: ContainerDescriptor) -> Bool {
    let formatID = track.format.formatID
    if container.formatIDs.contains(formatID) { return true }
    // What cannot be decoded can only be copied, which then says what is wrong.
    return formatID != .linearPCM && Catalog.standard.codec(formatID: formatID) == nil
  }

  private static func encodable(in container: ContainerDescriptor) -> FourCharacterCode? {
    container.formatIDs.first { Catalog.standard.encoder(formatID: $0) != nil }
  }

  private static func refusal(_ what: String, _ formatID: FourCharacterCode, _ task: ConversionTask) -> CommandFailure {
    let others = Catalog.standard.containers.filter { $0.create != nil && $0.formatIDs.contains(formatID) }
    let names = others.map { "'\($0.fileType)'" }.joined(separator: " ")
    return CommandFailure(
      output: task.output, "unsupported: '\(task.container.fileType)' does not hold \(what)",
      advice: names.isEmpty ? "'af formats' lists what a file type holds" : "it goes into \(names)")
  }
}
