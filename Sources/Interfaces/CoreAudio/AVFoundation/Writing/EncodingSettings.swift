import AVFAudio
import AudioBase
import AudioCatalog
import AudioConversion
import Foundation
import SignalProcessing

/// The encoder's settings that do not depend on the samples.
struct EncodingSettings {
  private let settings: FormatSettings
  private let formatID: FourCharacterCode
  private let work: WriterWork

  /// - Throws: ``AVError`` for settings without a format, and for a format that the file cannot hold or that cannot be
  ///   encoded.
  init(_ values: [String: Any], _ work: WriterWork) throws {
    settings = FormatSettings(values)
    self.work = work
    guard let code = settings.code(AVFormatIDKey) else {
      throw AVError(.unsupportedOutputSettings, because: "AVFormatIDKey says how samples are encoded")
    }
    formatID = FourCharacterCode(rawValue: code)
    guard work.container.formatIDs.contains(formatID) else {
      throw AVError(
        .unsupportedOutputSettings, because: "files of type \(work.fileType.rawValue) do not hold '\(formatID)'")
    }
    guard formatID == .linearPCM || Catalog.coreAudio.encoder(formatID: formatID) != nil else {
      throw AVError(.encoderNotFound, because: "there is no encoder for '\(formatID)'")
    }
  }

  /// Returns the output format of samples.
  func output(from input: CodedStream) throws -> PacketRequest {
    var complete = settings.values
    if (settings.number(AVSampleRateKey) ?? 0) == 0 { complete[AVSampleRateKey] = input.format.sampleRate }
    if (settings.code(AVNumberOfChannelsKey) ?? 0) == 0 {
      complete[AVNumberOfChannelsKey] = input.format.channelsPerFrame
    }
    let whole = FormatSettings(complete)
    guard let asked = whole.streamDescription, let type = work.container.audioFileType else {
      throw AVError(.unsupportedOutputSettings, because: "these settings make no format of sound")
    }
    let stream = StreamFormat(FileCreation.stored(asked, in: type, whole))
    let layout = (settings.values[AVChannelLayoutKey] as? Data).flatMap { ChannelLayout(native: [UInt8]($0)) }
    if let layout, layout.channelCount != stream.channelsPerFrame {
      throw AVError(.unsupportedOutputSettings, because: "AVChannelLayoutKey has another number of channels")
    }
    var stages = StageSettings()
    // Unknown positions cannot be mixed; the same number of channels is kept unchanged.
    if layout != nil || stream.channelsPerFrame != input.format.channelsPerFrame { stages.channels = .mixing }
    if let name = settings.string(AVSampleRateConverterAlgorithmKey) { stages.setAlgorithm(name) }
    let encoding = formatID == .linearPCM ? EncoderOptions() : encoder(layout?.channelCount ?? 2)
    return PacketRequest(stream, layout: layout, stages: stages, encoding: encoding)
  }

  /// Returns the options of the encoder.
  private func encoder(_ channelCount: Int) -> EncoderOptions {
    var wanted = settings.encoder(channelCount: channelCount)
    if wanted.rateControl != .variable { wanted.quality = nil }
    if formatID == .appleLossless || formatID == .flac { wanted.bitDepth = settings.integer(AVEncoderBitDepthHintKey) }
    // Settings that an encoder does not have are ignored, as everywhere in AVFAudio.
    let known = Catalog.coreAudio.encoder(formatID: formatID)?.encoderSettings ?? []
    for setting in wanted.asked where !known.contains(setting) { wanted.forget(setting) }
    return wanted
  }
}

extension ContainerDescriptor {
  /// Core Audio's type of the files.
  fileprivate var audioFileType: AudioFileTypeID? { fileType.rawValue }
}

extension StageSettings {
  /// Takes over how rates are converted, by AVFAudio's name.
  mutating func setAlgorithm(_ name: String) {
    switch name {
    case AVSampleRateConverterAlgorithm_Mastering: resampler.complexity = .mastering
    case AVSampleRateConverterAlgorithm_MinimumPhase: resampler.complexity = .minimumPhase
    default: break
    }
  }
}
