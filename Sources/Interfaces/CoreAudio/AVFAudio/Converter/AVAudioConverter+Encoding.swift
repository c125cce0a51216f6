import AudioBase
import AudioCatalog
import AudioConversion
public import Foundation

// Properties of encoders.

extension AVAudioConverter {
  /// Bits per second of all channels together; 0 where the output has no bit rate that could be set.
  public var bitRate: Int {
    get { converter.encodesAtBitRate ? converter.bitRate : 0 }
    set {
      guard converter.encodesAtBitRate else { return }
      try? converter.setEncoder { $0.bitRate = max(0, newValue) }
    }
  }

  /// The rate control of the encoder: one of the names `AVAudioBitRateStrategy_…`; `nil` where it has none.
  public var bitRateStrategy: String? {
    get {
      converter.encodesAtBitRate ? BitRateStrategy.name(of: converter.request.encoding.rateControl ?? .constant) : nil
    }
    set {
      guard converter.encodesAtBitRate, let mode = newValue.flatMap(BitRateStrategy.mode) else { return }
      try? converter.setEncoder { $0.rateControl = mode }
    }
  }

  /// The number of bytes of the largest packet that can be made.
  public var maximumOutputPacketSize: Int { converter.maximumOutputPacketSize }

  /// The bit rates of the output format at any rate and with one channel or two, and with the channels of this
  /// converter; `nil` where the output has none.
  public var availableEncodeBitRates: [NSNumber]? {
    guard let choices else { return nil }
    let counts: Set<Int> = [1, 2, Int(outputFormat.channelCount)]
    let rates = choices.sampleRates(outputFormatID).flatMap { rate in
      counts.flatMap { bitRates(choices, sampleRate: rate, channelCount: $0)?.usual ?? [] }
    }
    return rates.isEmpty ? nil : Set(rates).sorted().map { NSNumber(value: $0) }
  }

  /// The bit rates at the output's rate and with its channels; `nil` where it has none.
  public var applicableEncodeBitRates: [NSNumber]? { applicableBitRates?.usual.map { NSNumber(value: $0) } }

  /// The sampling rates of the output format; `nil` where it is linear PCM or takes any.
  public var availableEncodeSampleRates: [NSNumber]? {
    choices?.sampleRates(outputFormatID).map { NSNumber(value: $0) }
  }

  /// The sampling rates of the output format at which its bit rate can be had; `nil` where it is linear PCM or takes
  /// any.
  public var applicableEncodeSampleRates: [NSNumber]? {
    guard let choices else { return nil }
    let wanted = converter.encodesAtBitRate ? converter.bitRate : 0
    let rates = choices.sampleRates(outputFormatID).filter { rate in
      let possible = bitRates(choices, sampleRate: rate, channelCount: Int(outputFormat.channelCount))
      return possible.map { wanted == 0 || $0.range.contains(wanted) } ?? false
    }
    return rates.map { NSNumber(value: $0) }
  }

  /// The layouts of loudspeakers that the encoder takes, by their tags; `nil` where the output is linear PCM.
  public var availableEncodeChannelLayoutTags: [NSNumber]? {
    let tags = converter.layoutTags
    return tags.isEmpty ? nil : tags.map { NSNumber(value: $0) }
  }

  // MARK: Choices of the encoder

  private var outputFormatID: FourCharacterCode { FourCharacterCode(rawValue: outputFormat.stream.mFormatID) }

  private var choices: EncoderChoices? { Catalog.coreAudio.encoder(formatID: outputFormatID)?.encoderChoices }

  private var applicableBitRates: EncoderBitRates? {
    choices.flatMap {
      bitRates($0, sampleRate: outputFormat.sampleRate, channelCount: Int(outputFormat.channelCount))
    }
  }

  private func bitRates(_ choices: EncoderChoices, sampleRate: Double, channelCount: Int) -> EncoderBitRates? {
    let settings = EncoderSettings(
      formatID: outputFormatID, sampleRate: sampleRate, layout: ChannelLayout(usualFor: channelCount))
    return try? choices.bitRates(settings)
  }
}
