import AudioToolbox
import Foundation

// What settings and properties say of encoders and of rate conversion, as properties of a converter.

/// How an encoder keeps to its bit rate, by the names of AVFAudio.
package enum BitRateStrategy {
  private static let modes: [String: UInt32] = [
    AVAudioBitRateStrategy_Constant: kAudioCodecBitRateControlMode_Constant,
    AVAudioBitRateStrategy_LongTermAverage: kAudioCodecBitRateControlMode_LongTermAverage,
    AVAudioBitRateStrategy_VariableConstrained: kAudioCodecBitRateControlMode_VariableConstrained,
    AVAudioBitRateStrategy_Variable: kAudioCodecBitRateControlMode_Variable,
  ]

  package static func mode(named name: String) -> UInt32? { modes[name] }
  static func name(of mode: UInt32) -> String? { modes.first { $0.value == mode }?.key }
}

/// How rates are converted, by the names of AVFAudio.
enum RateAlgorithm {
  private static let complexities: [String: UInt32] = [
    AVSampleRateConverterAlgorithm_Normal: kAudioConverterSampleRateConverterComplexity_Normal,
    AVSampleRateConverterAlgorithm_Mastering: kAudioConverterSampleRateConverterComplexity_Mastering,
    AVSampleRateConverterAlgorithm_MinimumPhase: kAudioConverterSampleRateConverterComplexity_MinimumPhase,
  ]

  static func complexity(named name: String) -> UInt32? { complexities[name] }
  static func name(of complexity: UInt32) -> String? { complexities.first { $0.value == complexity }?.key }
}

extension ConverterHandle {
  /// Applies what settings say of the encoder. What the encoder has no use for is passed over, as AVFAudio does.
  ///
  /// - Returns: Whether anything was set.
  func apply(_ settings: FormatSettings, channelCount: UInt32) -> Bool {
    var changes: [(property: AudioConverterPropertyID, value: UInt32)] = []
    // Rate control comes first: it decides which of the others count.
    if let mode = settings.string(AVEncoderBitRateStrategyKey).flatMap(BitRateStrategy.mode) {
      changes.append((kAudioCodecPropertyBitRateControlMode, mode))
    }
    if let rate = settings.code(AVEncoderBitRateKey) {
      changes.append((kAudioConverterEncodeBitRate, rate))
    } else if let rate = settings.code(AVEncoderBitRatePerChannelKey) {
      changes.append((kAudioConverterEncodeBitRate, rate.multipliedReportingOverflow(by: channelCount).partialValue))
    }
    if let quality = settings.code(AVEncoderAudioQualityForVBRKey) {
      changes.append((kAudioCodecPropertySoundQualityForVBR, quality))
    }
    if let quality = settings.code(AVEncoderAudioQualityKey) {
      changes.append((kAudioConverterCodecQuality, quality))
    }
    if let name = settings.string(AVSampleRateConverterAlgorithmKey), let value = RateAlgorithm.complexity(named: name)
    {
      changes.append((kAudioConverterSampleRateConverterComplexity, value))
    }
    if let quality = settings.code(AVSampleRateConverterAudioQualityKey) {
      changes.append((kAudioConverterSampleRateConverterQuality, quality))
    }
    var isChanged = false
    for change in changes where set(change.property, to: change.value) { isChanged = true }
    return isChanged
  }
}
