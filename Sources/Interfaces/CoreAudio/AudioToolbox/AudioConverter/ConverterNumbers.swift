package import SignalProcessing

/// The numbers of choices in properties.
package enum ConverterNumbers {
  static let complexities: [UInt32: ResamplerComplexity] = [
    kAudioConverterSampleRateConverterComplexity_Linear: .linear,
    kAudioConverterSampleRateConverterComplexity_Normal: .normal,
    kAudioConverterSampleRateConverterComplexity_Mastering: .mastering,
    kAudioConverterSampleRateConverterComplexity_MinimumPhase: .minimumPhase,
  ]
  package static let deliveries: [UInt32: ResamplerDelivery] = [
    kAudioConverterSampleRateConverterDelivery_Automatic: .automatic,
    kAudioConverterSampleRateConverterDelivery_Blocks: .blocks,
    kAudioConverterSampleRateConverterDelivery_Prompt: .prompt,
  ]
  static let ditherings: [UInt32: Dithering] = [
    0: .none, kDitherAlgorithm_TPDF: .triangular, kDitherAlgorithm_NoiseShaping: .noiseShaping,
  ]
}

extension Dictionary where Key == UInt32, Value: Equatable {
  /// Returns the number of a choice.
  package func number(of choice: Value) -> UInt32 { first { $0.value == choice }?.key ?? 0 }

  /// Returns the choice of a number.
  ///
  /// - Throws: `kAudio_ParamError` for an undefined number.
  func choice(_ number: UInt32) throws(Status) -> Value {
    guard let choice = self[number] else { throw Status(kAudio_ParamError) }
    return choice
  }
}
