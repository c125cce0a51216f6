import AudioBase
import AudioErrors
import AudioGraph
import CAudioToolbox
import SignalProcessing

// Names, ranges and initial values of parameters are those in the comments of Apple's AudioUnitParameters.h; half the
// sampling rate, where a range ends, is that of 44,100 Hz. Filters of the second order stand for Apple's, whose curves
// are not published.

extension EffectKind {
  /// The largest frequency of parameters, in Hz.
  private static let highest: Float = 22_050

  /// Returns a kind of one filter.
  ///
  /// - Parameter band: Returns the filter of the parameters, at a rate.
  private static func filter(
    _ parameters: [UnitParameter], _ band: @escaping @Sendable (EffectControls, _ sampleRate: Double) -> EqualizerBand
  ) -> EffectKind {
    EffectKind(parameters: parameters) { format, capacity, controls throws(AudioError) in
      try check(format, seconds: 0)
      let rate = format.sampleRate
      let stage = EqualizerStage<Float>(
        [EqualizerBand()], sampleRate: rate, channelCount: format.channelCount)
      return try SoundEffect(
        format: format, capacity: capacity, controls: controls,
        work: EffectWork(stage) { controls, stage in
          stage.setBand(0, to: band(controls, rate))
        })
    }
  }

  /// Returns a kind of a filter with a resonance: the gain at its frequency, in dB.
  private static func resonant(_ kind: BandKind) -> EffectKind {
    filter([
      parameter(kLowPassParam_CutoffFrequency, "cutoff frequency", .hertz, 10...highest, 6900),
      parameter(kLowPassParam_Resonance, "resonance", .decibels, -20...40, 0),
    ]) { controls, rate in
      EqualizerBand(
        kind, frequency: controls[0], quality: Decibels.amplitude(ofLevel: Double(controls[1])), sampleRate: rate)
    }
  }

  /// `kAudioUnitSubType_LowPassFilter`
  static let lowPass = resonant(.resonantLowPass)
  /// `kAudioUnitSubType_HighPassFilter`
  static let highPass = resonant(.resonantHighPass)

  /// `kAudioUnitSubType_BandPassFilter`
  static let bandPass = filter([
    parameter(kBandpassParam_CenterFrequency, "center frequency", .hertz, 20...highest, 5000),
    parameter(kBandpassParam_Bandwidth, "bandwidth", .cents, 100...12_000, 600),
  ]) { controls, _ in
    var band = EqualizerBand(.bandPass, frequency: controls[0])
    band.bandwidth = controls[1] / 1200
    return band
  }

  /// `kAudioUnitSubType_LowShelfFilter`
  static let lowShelf = filter([
    parameter(kAULowShelfParam_CutoffFrequency, "cutoff frequency", .hertz, 10...200, 80),
    parameter(kAULowShelfParam_Gain, "gain", .decibels, -40...40, 0),
  ]) { controls, _ in EqualizerBand(.lowShelf, frequency: controls[0], gain: controls[1]) }

  /// `kAudioUnitSubType_HighShelfFilter`
  static let highShelf = filter([
    parameter(kHighShelfParam_CutOffFrequency, "cut off frequency", .hertz, 10_000...highest, 10_000),
    parameter(kHighShelfParam_Gain, "gain", .decibels, -40...40, 0),
  ]) { controls, _ in EqualizerBand(.highShelf, frequency: controls[0], gain: controls[1]) }

  /// `kAudioUnitSubType_ParametricEQ`
  static let parametric = filter([
    parameter(kParametricEQParam_CenterFreq, "center freq", .hertz, 20...highest, 2000),
    parameter(kParametricEQParam_Q, "Q", .hertz, 0.1...20, 1),
    parameter(kParametricEQParam_Gain, "gain", .decibels, -20...20, 0),
  ]) { controls, rate in
    var band = EqualizerBand(
      .parametric, frequency: controls[0], quality: Double(controls[1]), sampleRate: rate)
    band.gain = controls[2]
    return band
  }

  /// Returns the kind of an equalizer, whose parameters have the numbers of `kAUNBandEQParam_…`.
  static func equalizer(bandCount: Int) -> EffectKind {
    var parameters = [parameter(kAUNBandEQParam_GlobalGain, "global gain", .decibels, -96...24, 0)]
    for band in 0..<bandCount {
      let number = AudioUnitParameterID(band)
      for field in EqualizerControls.Field.allCases {
        parameters.append(equalizerParameter(field, number))
      }
    }
    return EffectKind(parameters: parameters) { format, capacity, controls throws(AudioError) in
      try EqualizerEffect(format: format, capacity: capacity, controls: EqualizerControls(controls))
    }
  }

  private static func equalizerParameter(
    _ field: EqualizerControls.Field, _ band: AudioUnitParameterID
  ) -> UnitParameter {
    switch field {
    case .bypass: parameter(kAUNBandEQParam_BypassBand + band, "bypass \(band + 1)", .boolean, 0...1, 1)
    case .kind: parameter(kAUNBandEQParam_FilterType + band, "type \(band + 1)", .indexed, 0...10, 0)
    case .frequency: parameter(kAUNBandEQParam_Frequency + band, "frequency \(band + 1)", .hertz, 20...highest, 1000)
    case .gain: parameter(kAUNBandEQParam_Gain + band, "gain \(band + 1)", .decibels, -96...24, 0)
    case .bandwidth: parameter(kAUNBandEQParam_Bandwidth + band, "bandwidth \(band + 1)", .octaves, 0.05...5, 0.5)
    }
  }
}
