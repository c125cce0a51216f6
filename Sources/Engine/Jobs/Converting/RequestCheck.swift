import AudioBase
import AudioCatalog
import AudioConversion

/// The check that every request applies to the chosen format.
///
/// A request without effect is an error by its name, or, where the job is lenient about it, removed and reported in a
/// note.
struct RequestCheck: ~Copyable {
  /// The options of the encoder without those that were withdrawn.
  private(set) var encoding: EncoderOptions
  /// The removed requests.
  private(set) var withoutEffect: [ConversionRequest] = []
  private let job: FileConversion
  private let formatID: FourCharacterCode

  /// - Parameters:
  ///   - format: The format of the output.
  ///   - requests: The requests in addition to the format.
  init(
    _ format: StreamFormat, _ requests: [ConversionRequest], _ work: ConversionWork
  ) throws(AudioError) {
    job = work.job
    formatID = format.formatID
    encoding = job.encoding
    if job.compressionLevel != nil, formatID != .flac { throw .output(job.output, .noLevels(formatID)) }
    let known = job.catalog.encoder(formatID: formatID)?.encoderSettings ?? []
    for case .encoder(let setting) in requests where formatID == .linearPCM || !known.contains(setting) {
      try refuse(.encoder(setting))
      encoding.forget(setting)
    }
    if requests.contains(.spectralBandReplication), !formatID.hasReplication { try refuse(.spectralBandReplication) }
    if requests.contains(.dithering), formatID != .linearPCM || format.linearPCMFlags.contains(.float) {
      try refuse(.dithering)
    }
    let hasFlags = [.linearPCM, .appleLossless, .flac].contains(formatID)
    if requests.contains(.formatFlags), !hasFlags { try refuse(.formatFlags) }
    let marks = formatID != .linearPCM && work.container.marksRecording
    if job.trimOverride != nil, !marks { try refuse(.trimOverride) }
    if job.namesNeighbors, formatID == .linearPCM { try refuse(.neighbors) }
    try settleQuality(known)
  }

  /// Requests a variable rate for a quality if neither a rate control nor a bit rate is given; rejects a quality with a
  /// constant rate.
  private mutating func settleQuality(_ known: Set<EncoderSetting>) throws(AudioError) {
    guard known.contains(.rateControl), known.contains(.quality), encoding.quality != nil else { return }
    if encoding.rateControl == nil, encoding.bitRate == nil {
      encoding.rateControl = .variable
    } else if encoding.rateControl != .variable {
      guard job.lenience.contains(.encoder(.quality)) else { throw .output(job.output, .qualityOfConstantRate) }
      encoding.quality = nil
      withoutEffect.append(.encoder(.quality))
    }
  }

  private mutating func refuse(_ request: ConversionRequest) throws(AudioError) {
    guard job.lenience.contains(request) else { throw .output(job.output, .meaningless(request, formatID)) }
    withoutEffect.append(request)
  }
}
