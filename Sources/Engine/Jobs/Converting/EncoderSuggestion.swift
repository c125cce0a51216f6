import AudioBase
import AudioCatalog
import AudioConversion
import AudioErrors

extension Advice {
  /// Creates a setting that an encoder accepts in place of one that it refused; `nil` for formats whose encoder has no
  /// choice, and if neither rate is the reason.
  init?(for wanted: StreamFormat, _ work: ConversionWork) {
    guard let choices = work.job.catalog.encoder(formatID: wanted.formatID)?.encoderChoices else { return nil }
    let settings = Self.settings(for: wanted, work)
    let rates = choices.sampleRates(settings.formatID)
    if !rates.isEmpty, !rates.contains(settings.sampleRate) {
      let next = rates.first { $0 >= settings.sampleRate } ?? rates[rates.count - 1]
      self = .sampleRate(next, settings.formatID)
      return
    }
    guard let bitRate = settings.bitRate, let limits = try? choices.bitRates(settings), !limits.range.contains(bitRate)
    else {
      return nil
    }
    self = .bitRate(limits.nearest(to: bitRate), within: limits.range)
  }

  /// Returns the settings that were requested of the encoder.
  private static func settings(for wanted: StreamFormat, _ work: ConversionWork) -> EncoderSettings {
    let track = work.info
    let own = work.decoded?.layout ?? track.layout
    let ownCount = own?.channelCount ?? track.format.channelsPerFrame
    let channelCount = wanted.channelsPerFrame > 0 ? wanted.channelsPerFrame : ownCount
    let layout = work.job.layout ?? (own.flatMap { $0.channelCount == channelCount ? $0 : nil })
    var settings = EncoderSettings(
      formatID: wanted.formatID, sampleRate: wanted.sampleRate > 0 ? wanted.sampleRate : track.format.sampleRate,
      layout: layout ?? ChannelLayout(usualFor: channelCount), options: work.job.encoding)
    if settings.framesPerPacket == nil, wanted.framesPerPacket > 0 { settings.framesPerPacket = wanted.framesPerPacket }
    return settings
  }
}
