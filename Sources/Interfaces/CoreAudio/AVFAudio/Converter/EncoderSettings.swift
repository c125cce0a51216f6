package import AudioBase
import AudioConversion
import AudioToolbox
import SignalProcessing

// What settings and properties say of encoders and of rate conversion.

/// The rate control of an encoder, by the names of AVFAudio.
package enum BitRateStrategy {
  private static let modes: [String: EncoderSettings.RateControlMode] = [
    AVAudioBitRateStrategy_Constant: .constant, AVAudioBitRateStrategy_LongTermAverage: .average,
    AVAudioBitRateStrategy_VariableConstrained: .constrainedVariable, AVAudioBitRateStrategy_Variable: .variable,
  ]

  package static func mode(named name: String) -> EncoderSettings.RateControlMode? { modes[name] }
  static func name(of mode: EncoderSettings.RateControlMode) -> String? { modes.first { $0.value == mode }?.key }
}

/// The algorithm of rate conversion, by the names of AVFAudio.
enum RateAlgorithm {
  private static let complexities: [String: ResamplerComplexity] = [
    AVSampleRateConverterAlgorithm_Normal: .normal, AVSampleRateConverterAlgorithm_Mastering: .mastering,
    AVSampleRateConverterAlgorithm_MinimumPhase: .minimumPhase,
  ]

  static func complexity(named name: String) -> ResamplerComplexity? { complexities[name] }
  static func name(of complexity: ResamplerComplexity) -> String? { complexities.first { $0.value == complexity }?.key }
}

extension FormatSettings {
  /// Returns the encoder options for a number of channels.
  package func encoder(channelCount: Int) -> EncoderOptions {
    var wanted = EncoderOptions()
    if let rate = integer(AVEncoderBitRateKey) {
      wanted.bitRate = rate
    } else if let rate = integer(AVEncoderBitRatePerChannelKey) {
      wanted.bitRate = rate.multipliedReportingOverflow(by: channelCount).partialValue
    }
    wanted.rateControl = string(AVEncoderBitRateStrategyKey).flatMap(BitRateStrategy.mode)
    wanted.quality = integer(AVEncoderAudioQualityForVBRKey)
    wanted.effort = integer(AVEncoderAudioQualityKey)
    return wanted
  }
}

extension ConverterObject {
  /// Applies the encoder's part of settings. Settings that the encoder does not use are ignored, as in AVFAudio.
  ///
  /// - Returns: True if anything was set.
  func apply(_ settings: FormatSettings) -> Bool {
    var isChanged = false
    func set(_ change: () throws(Status) -> Void) { if Status.of(change) == noErr { isChanged = true } }
    let asked = settings.encoder(channelCount: currentOutput.format.channelsPerFrame)
    if encodesAtBitRate {
      // Rate control comes first: it decides which of the others apply.
      if let mode = asked.rateControl { set { () throws(Status) in try setEncoder { $0.rateControl = mode } } }
      if let rate = asked.bitRate { set { () throws(Status) in try setEncoder { $0.bitRate = rate } } }
      if let quality = asked.quality { set { () throws(Status) in try setEncoder { $0.quality = min(quality, 127) } } }
    }
    if isEncoding, let effort = asked.effort {
      set { () throws(Status) in try setCodecQuality(UInt32(clamping: effort)) }
    }
    guard convertsRate else { return isChanged }
    if let complexity = settings.string(AVSampleRateConverterAlgorithmKey).flatMap(RateAlgorithm.complexity) {
      set { () throws(Status) in try changeRequest { $0.stages.resampler.complexity = complexity } }
    }
    if let quality = settings.code(AVSampleRateConverterAudioQualityKey) {
      set { () throws(Status) in try changeRequest { $0.stages.resampler.quality = ResamplerQuality(Int(quality)) } }
    }
    return isChanged
  }
}
