import AudioBase
import AudioCatalog
import AudioFiles
import AudioJobs

/// The check that every option of `af record` applies to the format of the recording, by the rules of `af convert`: an
/// option without effect is refused by its name.
struct RecordingCheck {
  let path: Pathname
  let format: StreamFormat
  let known: Set<EncoderSetting>

  init(_ path: Pathname, _ format: StreamFormat, _ catalog: Catalog) {
    (self.path, self.format) = (path, format)
    known = catalog.encoder(formatID: format.formatID)?.encoderSettings ?? []
  }

  /// Returns the settings of the encoder, with a variable rate if only a quality is given.
  ///
  /// - Parameters:
  ///   - asked: The value of `-d`.
  ///   - settings: The encoder's options.
  ///   - dithers: True if a dither is requested.
  func settings(
    _ asked: OutputDataFormat?, _ settings: EncoderOptions, dithers: Bool
  ) throws(CommandFailure) -> EncoderOptions {
    let isPCM = format.formatID == .linearPCM
    for setting in settings.asked where isPCM || !known.contains(setting) { throw refusal(.encoder(setting)) }
    if asked?.framesPerPacket != nil, isPCM || !known.contains(.framesPerPacket) {
      throw refusal(.encoder(.framesPerPacket))
    }
    if dithers, !isPCM || format.linearPCMFlags.contains(.float) { throw refusal(.dithering) }
    let hasFlags = [.linearPCM, .appleLossless, .flac].contains(format.formatID)
    if asked?.formatFlags != nil, !hasFlags { throw refusal(.formatFlags) }
    var result = settings
    guard known.contains(.rateControl), settings.quality != nil, settings.rateControl != .variable else {
      return result
    }
    guard settings.rateControl == nil, settings.bitRate == nil else {
      throw CommandFailure(AudioError.output(path, .qualityOfConstantRate))
    }
    result.rateControl = .variable
    return result
  }

  private func refusal(_ request: ConversionRequest) -> CommandFailure {
    CommandFailure(AudioError.output(path, .meaningless(request, format.formatID)))
  }
}
