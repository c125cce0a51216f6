import AudioBase
import AudioErrors
import AudioGraph
import CAudioToolbox
import SignalProcessing

// Names, ranges and initial values of parameters are those in the comments of Apple's AudioUnitParameters.h.

extension EffectKind {
  /// `kAudioUnitSubType_Delay`
  static let delay = EffectKind(
    parameters: [
      parameter(kDelayParam_WetDryMix, "dry/wet mix", .equalPowerCrossfade, 0...100, 50),
      parameter(kDelayParam_DelayTime, "delay time", .seconds, 0...2, 1),
      parameter(kDelayParam_Feedback, "feedback", .percent, -100...100, 50),
      parameter(kDelayParam_LopassCutoff, "lowpass cutoff frequency", .hertz, 10...22_050, 15_000),
    ],
    make: { format, capacity, controls throws(AudioError) in
      try check(format, seconds: 2)
      let stage = DelayStage<Float>(sampleRate: format.sampleRate, channelCount: format.channelCount)
      return try SoundEffect(
        format: format, capacity: capacity, controls: controls,
        work: EffectWork(stage) {
          $1.settings = delaySettings($0)
        })
    },
    tailTime: { delaySettings($0).tailTime })

  private static func delaySettings(_ controls: EffectControls) -> DelaySettings {
    var settings = DelaySettings()
    settings.mix = controls.part(kDelayParam_WetDryMix)
    settings.time = controls.value(kDelayParam_DelayTime)
    settings.feedback = controls.part(kDelayParam_Feedback)
    settings.lowPassCutoff = controls.value(kDelayParam_LopassCutoff)
    return settings
  }

  /// `kAudioUnitSubType_PeakLimiter`
  static let limiter = EffectKind(parameters: [
    parameter(kLimiterParam_AttackTime, "attack time", .seconds, 0.001...0.03, 0.012),
    parameter(kLimiterParam_DecayTime, "decay time", .seconds, 0.001...0.06, 0.024),
    parameter(kLimiterParam_PreGain, "pre-gain", .decibels, -40...40, 0),
  ]) { format, capacity, controls throws(AudioError) in
    try check(format, seconds: 0)
    let stage = LimiterStage<Float>(sampleRate: format.sampleRate, channelCount: format.channelCount)
    return try SoundEffect(
      format: format, capacity: capacity, controls: controls,
      work: EffectWork(stage) { controls, stage in
        var settings = LimiterSettings()
        settings.attackTime = controls.value(kLimiterParam_AttackTime)
        settings.decayTime = controls.value(kLimiterParam_DecayTime)
        settings.preGain = controls.value(kLimiterParam_PreGain)
        stage.settings = settings
      })
  }

  /// The indices of the measured values of dynamics, whose parameter numbers are larger.
  private enum Measured { static let (compression, input, output) = (7, 8, 9) }

  /// `kAudioUnitSubType_DynamicsProcessor`
  static let dynamics = EffectKind(parameters: [
    parameter(kDynamicsProcessorParam_Threshold, "threshold", .decibels, -40...20, -20),
    parameter(kDynamicsProcessorParam_HeadRoom, "head room", .decibels, 0.1...40, 5),
    parameter(kDynamicsProcessorParam_ExpansionRatio, "expansion ratio", .rate, 1...50, 2),
    parameter(kDynamicsProcessorParam_ExpansionThreshold, "expansion threshold", .decibels, -100...0, -100),
    parameter(kDynamicsProcessorParam_AttackTime, "attack time", .seconds, 0.0001...0.2, 0.001),
    parameter(kDynamicsProcessorParam_ReleaseTime, "release time", .seconds, 0.01...3, 0.05),
    parameter(kDynamicsProcessorParam_OverallGain, "overall gain", .decibels, -40...40, 0),
    meter(kDynamicsProcessorParam_CompressionAmount, "compression amount", -100...100),
    meter(kDynamicsProcessorParam_InputAmplitude, "input amplitude", -200...200),
    meter(kDynamicsProcessorParam_OutputAmplitude, "output amplitude", -200...200),
  ]) { format, capacity, controls throws(AudioError) in
    try check(format, seconds: 0)
    let stage = DynamicsStage<Float>(sampleRate: format.sampleRate, channelCount: format.channelCount)
    return try SoundEffect(
      format: format, capacity: capacity, controls: controls,
      work: EffectWork(
        stage,
        tells: { stage, controls in
          func level(_ peak: Double) -> Float { Float(max(-200, Decibels.level(ofAmplitude: peak))) }
          controls.tell(Measured.compression, Float(stage.compression))
          controls.tell(Measured.input, level(stage.inputPeak))
          controls.tell(Measured.output, level(stage.outputPeak))
        },
        takes: { controls, stage in
          var settings = DynamicsSettings()
          settings.threshold = controls.value(kDynamicsProcessorParam_Threshold)
          settings.headRoom = controls.value(kDynamicsProcessorParam_HeadRoom)
          settings.expansionRatio = controls.value(kDynamicsProcessorParam_ExpansionRatio)
          settings.expansionThreshold = controls.value(kDynamicsProcessorParam_ExpansionThreshold)
          settings.attackTime = controls.value(kDynamicsProcessorParam_AttackTime)
          settings.releaseTime = controls.value(kDynamicsProcessorParam_ReleaseTime)
          settings.gain = controls.value(kDynamicsProcessorParam_OverallGain)
          stage.settings = settings
        }))
  }

  /// `kAudioUnitSubType_Distortion`
  static let distortion = EffectKind(
    parameters: [
      parameter(kDistortionParam_Delay, "delay", .milliseconds, 0.1...500, 0.1),
      parameter(kDistortionParam_Decay, "decay", .rate, 0.1...50, 1),
      parameter(kDistortionParam_DelayMix, "delay mix", .percent, 0...100, 50),
      parameter(kDistortionParam_Decimation, "decimation", .percent, 0...100, 50),
      parameter(kDistortionParam_Rounding, "rounding", .percent, 0...100, 0),
      parameter(kDistortionParam_DecimationMix, "decimation mix", .percent, 0...100, 50),
      parameter(kDistortionParam_LinearTerm, "linear term", .linearGain, 0...1, 1),
      parameter(kDistortionParam_SquaredTerm, "squared term", .linearGain, 0...20, 0),
      parameter(kDistortionParam_CubicTerm, "cubic term", .linearGain, 0...20, 0),
      parameter(kDistortionParam_PolynomialMix, "polynomial mix", .percent, 0...100, 50),
      parameter(kDistortionParam_RingModFreq1, "ring mod freq 1", .hertz, 0.5...8000, 100),
      parameter(kDistortionParam_RingModFreq2, "ring mod freq 2", .hertz, 0.5...8000, 100),
      parameter(kDistortionParam_RingModBalance, "ring mod balance", .percent, 0...100, 50),
      parameter(kDistortionParam_RingModMix, "ring mod mix", .percent, 0...100, 0),
      parameter(kDistortionParam_SoftClipGain, "soft clip gain", .decibels, -80...20, -6),
      parameter(kDistortionParam_FinalMix, "final mix", .percent, 0...100, 50),
    ],
    make: { format, capacity, controls throws(AudioError) in
      try check(format, seconds: 0.5)
      let stage = DistortionStage<Float>(sampleRate: format.sampleRate, channelCount: format.channelCount)
      return try SoundEffect(
        format: format, capacity: capacity, controls: controls,
        work: EffectWork(stage) {
          $1.settings = distortionSettings($0)
        })
    },
    tailTime: { distortionSettings($0).tailTime })

  private static func distortionSettings(_ controls: EffectControls) -> DistortionSettings {
    var settings = DistortionSettings()
    settings.delay = controls.value(kDistortionParam_Delay) / 1000
    settings.decay = controls.value(kDistortionParam_Decay)
    settings.delayMix = controls.part(kDistortionParam_DelayMix)
    settings.decimation = controls.part(kDistortionParam_Decimation)
    settings.rounding = controls.part(kDistortionParam_Rounding)
    settings.decimationMix = controls.part(kDistortionParam_DecimationMix)
    settings.polynomial.linear = controls.value(kDistortionParam_LinearTerm)
    settings.polynomial.squared = controls.value(kDistortionParam_SquaredTerm)
    settings.polynomial.cubic = controls.value(kDistortionParam_CubicTerm)
    settings.polynomialMix = controls.part(kDistortionParam_PolynomialMix)
    settings.ringFrequencies.first = controls.value(kDistortionParam_RingModFreq1)
    settings.ringFrequencies.second = controls.value(kDistortionParam_RingModFreq2)
    settings.ringBalance = controls.part(kDistortionParam_RingModBalance)
    settings.ringMix = controls.part(kDistortionParam_RingModMix)
    settings.softClipGain = controls.value(kDistortionParam_SoftClipGain)
    settings.mix = controls.part(kDistortionParam_FinalMix)
    return settings
  }

  /// `kAudioUnitSubType_Reverb2`
  static let reverb = EffectKind(
    parameters: [
      parameter(kReverb2Param_DryWetMix, "dry/wet mix", .equalPowerCrossfade, 0...100, 100),
      parameter(kReverb2Param_Gain, "gain", .decibels, -20...20, 0),
      parameter(kReverb2Param_MinDelayTime, "min delay time", .seconds, 0.0001...1, 0.008),
      parameter(kReverb2Param_MaxDelayTime, "max delay time", .seconds, 0.0001...1, 0.05),
      parameter(kReverb2Param_DecayTimeAt0Hz, "decay time at 0 Hz", .seconds, 0.001...20, 1),
      parameter(kReverb2Param_DecayTimeAtNyquist, "decay time at Nyquist", .seconds, 0.001...20, 0.5),
      parameter(kReverb2Param_RandomizeReflections, "randomize reflections", .indexed, 1...1000, 1),
    ],
    make: { format, capacity, controls throws(AudioError) in
      // Sixteen lines of a second each, for all channels together.
      try check(GraphFormat(sampleRate: format.sampleRate, channelCount: 1), seconds: 16)
      let stage = ReverbStage<Float>(sampleRate: format.sampleRate, channelCount: format.channelCount)
      return try SoundEffect(
        format: format, capacity: capacity, controls: controls,
        work: EffectWork(stage) {
          $1.settings = reverbSettings($0)
        })
    },
    tailTime: { reverbSettings($0).tailTime })

  private static func reverbSettings(_ controls: EffectControls) -> ReverbSettings {
    var settings = ReverbSettings()
    settings.mix = controls.part(kReverb2Param_DryWetMix)
    settings.gain = controls.value(kReverb2Param_Gain)
    settings.shortestDelay = controls.value(kReverb2Param_MinDelayTime)
    settings.longestDelay = controls.value(kReverb2Param_MaxDelayTime)
    settings.decayTime = controls.value(kReverb2Param_DecayTimeAt0Hz)
    settings.highDecayTime = controls.value(kReverb2Param_DecayTimeAtNyquist)
    settings.pattern = Int(controls.value(kReverb2Param_RandomizeReflections))
    return settings
  }
}
