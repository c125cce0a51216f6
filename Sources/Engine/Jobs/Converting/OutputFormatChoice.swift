import AudioBase
import AudioCatalog
import AudioConversion
import AudioFiles

/// The data format of an output: the requested one, or one that suits the container and the input.
struct OutputFormatChoice: ~Copyable {
  /// The format to convert to, or `nil` if packets are copied. A rate and a number of channels of 0 means the input's.
  private(set) var format: StreamFormat?
  /// The number of frames per packet that follows from a choice of spectral band replication; `nil` leaves it as
  /// requested.
  private(set) var framesPerPacket: Int?
  /// The data format that is usual in the container and was not chosen, because this system has no library for it.
  private(set) var passedOver: FourCharacterCode?
  private let work: ConversionWork
  private let requests: [ConversionRequest]

  /// - Parameter requests: The requests that copied packets would not fulfil.
  init(work: ConversionWork, _ requests: [ConversionRequest]) throws(AudioError) {
    self.work = work
    self.requests = requests
    switch work.job.dataFormat?.kind {
    case .keep: try checkCopy()
    case .samples(let samples):
      guard work.container.formatIDs.contains(.linearPCM) else { throw refusal(.linearPCM) }
      take(samples)
    case .coded(let code):
      guard work.container.formatIDs.contains(code) else { throw refusal(code) }
      guard work.job.catalog.encoder(formatID: code) != nil else {
        throw .output(work.job.output, .noEncoder(code, instead: work.encodable))
      }
      try take(code, work.job.spectralBandReplication)
    case .usual, nil: try chooseUnasked()
    }
    settle()
  }

  /// Throws if a request does not hold for packets that are kept.
  private func checkCopy() throws(AudioError) {
    guard work.job.compressionLevel == nil else { throw .output(work.job.output, .noLevels(nil)) }
    var refused = requests
    if work.job.dataFormat?.sampleRate != nil { refused.append(.sampleRate) }
    if let first = refused.first(where: { $0 != .part }) { throw .output(work.job.output, .keptPackets(first)) }
  }

  private mutating func take(_ samples: SampleFormat) {
    format = StreamFormat(
      samples, sampleRate: work.job.outputRate ?? 0, channelsPerFrame: max(1, work.job.channelCount))
  }

  private mutating func take(_ code: FourCharacterCode) {
    format = StreamFormat(
      formatID: code, sampleRate: work.job.outputRate ?? 0, channelsPerFrame: work.job.channelCount)
  }

  /// Chooses a format, or the profile of its family with the replication.
  private mutating func take(_ code: FourCharacterCode, _ replication: SpectralBandReplication?) throws(AudioError) {
    take(code)
    guard let replication, let choice = profile(code, replication) else {
      // A choice has no effect for formats other than AAC, which is reported as for every other request.
      guard let replication, code.hasReplication else { return }
      throw .output(work.job.output, .noReplication(replication, code))
    }
    guard work.container.formatIDs.contains(choice.formatID) else { throw refusal(choice.formatID) }
    take(choice)
  }

  private mutating func take(_ choice: AACProfileChoice) {
    take(choice.formatID)
    framesPerPacket = choice.framesPerPacket
  }

  private func profile(_ code: FourCharacterCode, _ replication: SpectralBandReplication) -> AACProfileChoice? {
    let (job, track) = (work.job, work.info)
    let decoded = work.decoded
    let own = decoded?.layout.channelCount ?? track.format.channelsPerFrame
    let count = job.channelCount > 0 ? job.channelCount : own
    let known = [job.layout, decoded?.layout ?? track.layout].compactMap(\.self).first { $0.channelCount == count }
    var settings = EncoderSettings(
      formatID: code, sampleRate: job.outputRate ?? track.format.sampleRate,
      layout: known ?? ChannelLayout(usualFor: count))
    settings.bitRate = job.encoding.bitRate
    settings.framesPerPacket = job.encoding.framesPerPacket ?? job.dataFormat?.framesPerPacket
    return AACProfileChoice(settings, replication)
  }

  /// Chooses a format that was not requested: for AAC the profile that suits the bit rate, if one is requested.
  private mutating func takeUnasked(_ code: FourCharacterCode) throws(AudioError) {
    let job = work.job
    if job.spectralBandReplication == nil, code == .aac, job.preference == .compressed, job.encoding.bitRate != nil,
      let choice = profile(code, .automatic), work.encodable.contains(choice.formatID)
    {
      return take(choice)
    }
    try take(code, job.spectralBandReplication)
  }

  /// Chooses linear PCM if the container usually holds it; otherwise unchanged packets, if they are usual in it and no
  /// request prevents it; otherwise a format they can be encoded to.
  private mutating func chooseUnasked() throws(AudioError) {
    let (job, container, track) = (work.job, work.container, work.info)
    let usual = container.formatIDs.first
    if container.formatIDs.contains(.linearPCM), usual == .linearPCM || job.preference == .asCoreAudio {
      return take(job.usualSamples ?? Self.samples(of: track, in: container))
    }
    let isHeld = Self.holds(track, container, job.catalog)
    let isCopy = isHeld && (job.preference == .asCoreAudio || isAtHome)
    if isCopy, requests.isEmpty { return }
    let own = JobFiles.describedFormatID(of: track, job.decoding.configuration, job.catalog)
    if isCopy, container.formatIDs.contains(own), job.catalog.encoder(formatID: own) != nil {
      return try take(own, job.spectralBandReplication)
    }
    // An encoder whose library is missing reports its name when it is made.
    if let code = work.encodable.first ?? work.encoded.first {
      if let usual = work.encoded.first, usual != code { passedOver = usual }
      return try takeUnasked(code)
    }
    // Packets that cannot be decoded can only be copied, which then reports the error.
    if let request = requests.first { throw .output(job.output, .cannotEncode(request, container.fileType)) }
    if let usual, !isHeld { throw .output(job.output, .noEncoder(usual, instead: [])) }
  }

  /// True if packets of the track are usual in the container: in files of AAC only AAC and Apple Lossless, packets from
  /// a file of the same type, and packets that cannot be decoded.
  private var isAtHome: Bool {
    let formatID = work.info.format.formatID
    guard work.container.formatIDs.first == .aac else { return true }
    if formatID == .linearPCM { return false }
    let family: [FourCharacterCode] = [
      .aac, .aacLowDelay, .aacEnhancedLowDelay, .aacEnhancedLowDelaySBR, .aacEnhancedLowDelayV2, .aacHighEfficiency,
      .aacHighEfficiencyV2, "usac", .appleLossless,
    ]
    return family.contains(formatID) || work.media.reader.fileType == work.container.fileType
      || work.job.catalog.codec(formatID: formatID) == nil
  }

  /// Completes the unspecified fields.
  private mutating func settle() {
    guard var format else { return }
    let (job, track) = (work.job, work.info)
    if let flags = job.dataFormat?.formatFlags { format.formatFlags = flags }
    if let frames = framesPerPacket ?? job.dataFormat?.framesPerPacket { format.framesPerPacket = frames }
    if format.formatID == .linearPCM, job.channelCount == 0 {
      // The converter takes the input's number of channels; a frame's bytes follow from it.
      format.channelsPerFrame = 0
    }
    if [.opus, .mpegLayer3, "samr", "sawb"].contains(format.formatID), job.dataFormat?.sampleRate == nil {
      let rates = job.catalog.encoder(formatID: format.formatID)?.encoderChoices?.sampleRates(format.formatID) ?? []
      let own = job.outputRate ?? track.format.sampleRate
      if !rates.contains(own) {
        // Opus counts at 48 kHz. MP3 gets the next higher rate; of rates above all, one of its three high rates that
        // they are a multiple of. Speech has one rate.
        let next =
          rates.first { $0 >= own } ?? rates.last { $0 >= 32_000 && own.truncatingRemainder(dividingBy: $0) == 0 }
        format.sampleRate = format.formatID == .opus ? 48_000 : next ?? rates.last ?? 48_000
      }
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

  /// Returns the flags of the smallest depth that holds the source; 24 bits for lossy or
  /// floating-point sources.
  private static func losslessFlags(of track: TrackInfo) -> UInt32 {
    let isFloat = track.format.linearPCMFlags.contains(.float)
    let lossyDepth: LosslessDepth = isFloat && track.sourceBitDepth == 64 ? .thirtyTwo : .twentyFour
    guard let depth = track.sourceBitDepth, !isFloat else { return lossyDepth.formatFlags }
    return LosslessDepth(holding: depth).formatFlags
  }

  private static let wavPack: FourCharacterCode = "wvpk"

  /// Returns the linear PCM of a container that keeps the source whole, or its usual kind.
  static func samples(of track: TrackInfo, in container: ContainerDescriptor) -> SampleFormat {
    let usual = container.sampleFormats.first ?? .int16
    // One bit at a rate of millions is not less than 24 bits.
    guard let sourceDepth = track.format.formatID == .dsd ? 24 : track.sourceBitDepth else { return usual }
    // WavPack without a depth is of floats.
    let isFloat =
      track.format.linearPCMFlags.contains(.float) || track.format.formatID == wavPack && track.format.formatFlags == 0
    let lossless: [FourCharacterCode] = [.linearPCM, .appleLossless, .flac, .dsd, wavPack, "TTA1"]
    guard lossless.contains(track.format.formatID) else { return usual }
    let hasFloats = container.sampleFormats.contains { $0.encoding == .floatingPoint }
    let suitable = container.sampleFormats.filter { samples in
      (samples.encoding == .floatingPoint) == (isFloat && hasFloats)
    }
    // The mantissa of 32 bits holds 24; integers of 32 bits are the nearest to one of 64.
    let depth = isFloat && !hasFloats ? (sourceDepth > 32 ? 32 : 24) : sourceDepth
    return suitable.first { $0.bitsPerSample == (depth + 7) / 8 * 8 } ?? suitable.first { $0.bitsPerSample > depth }
      ?? usual
  }

  private static func holds(_ track: TrackInfo, _ container: ContainerDescriptor, _ catalog: Catalog) -> Bool {
    let formatID = track.format.formatID
    if container.formatIDs.contains(formatID) { return true }
    // Packets that cannot be decoded can only be copied, which then reports the error.
    return formatID != .linearPCM && catalog.codec(formatID: formatID) == nil
  }

  private func refusal(_ formatID: FourCharacterCode) -> AudioError {
    let holders = JobFiles.holders(of: formatID, work.job.catalog)
    let instead = work.encodable + (work.container.formatIDs.contains(.linearPCM) ? [.linearPCM] : [])
    guard formatID == .linearPCM || work.job.catalog.encoder(formatID: formatID) != nil else {
      return .output(work.job.output, .noEncoder(formatID, instead: instead))
    }
    return .meaning(formatID, work.container, work.job.output, work.job.catalog)
      ?? .output(work.job.output, .formatNotHeld(formatID, by: work.container.fileType, holders: holders))
  }
}

extension ConversionWork {
  /// The formats that the container holds and that can be encoded here, in the container's order.
  var encodable: [FourCharacterCode] { encoded.filter { missing($0) == nil } }

  /// The formats that the container holds and that have encoders, be they there or not, in the container's order.
  fileprivate var encoded: [FourCharacterCode] {
    container.formatIDs.filter { job.catalog.encoder(formatID: $0) != nil }
  }

  /// Returns why a format cannot be encoded on this system, or `nil`.
  func missing(_ formatID: FourCharacterCode) -> CodecError? {
    job.catalog.encoder(formatID: formatID)?.missing(.encoding)
  }
}
