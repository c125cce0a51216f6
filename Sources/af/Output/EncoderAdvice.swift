import AudioBase
import AudioCatalog
import AudioConversion

/// What to ask of an encoder instead of what it refused.
struct EncoderAdvice {
  private let choices: EncoderChoices
  private let settings: EncoderSettings

  /// `nil` for formats whose encoder leaves no choice.
  init?(for wanted: StreamFormat, of track: TrackInfo, task: ConversionTask) {
    guard let choices = Catalog.standard.encoder(formatID: wanted.formatID)?.encoderChoices else { return nil }
    self.choices = choices
    let channelCount = wanted.channelsPerFrame > 0 ? wanted.channelsPerFrame : track.format.channelsPerFrame
    let layout = task.layout ?? (track.layout.flatMap { $0.channelCount == channelCount ? $0 : nil })
    var settings =
      task.encoding ?? EncoderSettings(formatID: wanted.formatID, sampleRate: 0, layout: ChannelLayout(usualFor: 1))
    settings.formatID = wanted.formatID
    settings.sampleRate = wanted.sampleRate > 0 ? wanted.sampleRate : track.format.sampleRate
    settings.layout = layout ?? ChannelLayout(usualFor: channelCount)
    self.settings = settings
  }

  /// The nearest rate that there is, of samples or of bits, where one of them is the trouble.
  var text: String? {
    let rates = choices.sampleRates(settings.formatID)
    if !rates.isEmpty, !rates.contains(settings.sampleRate) {
      let nearest = rates.first { $0 >= settings.sampleRate } ?? rates[rates.count - 1]
      return "the next rate is \(Int(nearest)) Hz: -d '\(settings.formatID)@\(Int(nearest))'"
    }
    guard let bitRate = settings.bitRate, let limits = try? choices.bitRates(settings), !limits.range.contains(bitRate)
    else {
      return nil
    }
    return
      "here it takes \(limits.range.lowerBound) to \(limits.range.upperBound) bits/s: -b \(limits.nearest(to: bitRate))"
  }
}
