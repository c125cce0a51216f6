import AudioBase
import AudioCatalog
import AudioConversion
public import Foundation

// Properties of encoders.

extension AVAudioConverter {
  /// The bits per second of all channels together; 0 if the output's bit rate cannot be set.
  public var bitRate: Int {
    get { converter.encodesAtBitRate ? converter.bitRate : 0 }
    set {
      guard converter.encodesAtBitRate else { return }
      try? converter.setEncoder { $0.bitRate = max(0, newValue) }
    }
  }

  /// The rate control of the encoder: one of the names `AVAudioBitRateStrategy_…`; `nil` without one.
  public var bitRateStrategy: String? {
    get {
      converter.encodesAtBitRate ? BitRateStrategy.name(of: converter.request.encoding.rateControl ?? .constant) : nil
    }
    set {
      guard converter.encodesAtBitRate, let mode = newValue.flatMap(BitRateStrategy.mode) else { return }
      try? converter.setEncoder { $0.rateControl = mode }
    }
  }

  /// The largest possible packet, in bytes.
  public var maximumOutputPacketSize: Int { converter.maximumOutputPacketSize }

  /// The bit rates of the output format at any rate, for one or two channels and for this converter's channels; `nil`
  /// without bit rates.
  public var availableEncodeBitRates: [NSNumber]? {
    guard let choices else { return nil }
    let counts: Set<Int> = [1, 2, Int(outputFormat.channelCount)]
    let rates = choices.sampleRates(outputFormatID).flatMap { rate in
      counts.flatMap { bitRates(choices, sampleRate: rate, channelCount: $0)?.usual ?? [] }
    }
    return rates.isEmpty ? nil : Set(rates).sorted().map { NSNumber(value: $0) }
  }

  /// The bit rates at the output's rate and with its channels; `nil` without bit rates.
  public var applicableEncodeBitRates: [NSNumber]? { applicableBitRates?.usual.map { NSNumber(value: $0) } }

  /// The sampling rates of the output format; `nil` for linear PCM, and if any rate is possible.
  public var availableEncodeSampleRates: [NSNumber]? {
    choices?.sampleRates(outputFormatID).map { NSNumber(value: $0) }
  }

  /// The sampling rates of the output format that allow its bit rate; `nil` for linear PCM, and if any rate is
  /// possible.
  public var applicableEncodeSampleRates: [NSNumber]? {
    guard let choices else { return nil }
    let wanted = converter.encodesAtBitRate ? converter.bitRate : 0
    let rates = choices.sampleRates(outputFormatID).filter { rate in
      let possible = bitRates(choices, sampleRate: rate, channelCount: Int(outputFormat.channelCount))
      return possible.map { wanted == 0 || $0.range.contains(wanted) } ?? false
    }
    return rates.map { NSNumber(value: $0) }
  }

  /// The channel layout tags that the encoder takes; `nil` for linear PCM.
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
