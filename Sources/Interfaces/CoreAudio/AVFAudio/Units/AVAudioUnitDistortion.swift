import AudioToolbox

/// The presets of a distortion.
public enum AVAudioUnitDistortionPreset: Int, Sendable, CaseIterable {
  /// `AVAudioUnitDistortionPresetDrumsBitBrush`.
  case drumsBitBrush = 0
  /// `AVAudioUnitDistortionPresetDrumsBufferBeats`.
  case drumsBufferBeats = 1
  /// `AVAudioUnitDistortionPresetDrumsLoFi`.
  case drumsLoFi = 2
  /// `AVAudioUnitDistortionPresetMultiBrokenSpeaker`.
  case multiBrokenSpeaker = 3
  /// `AVAudioUnitDistortionPresetMultiCellphoneConcert`.
  case multiCellphoneConcert = 4
  /// `AVAudioUnitDistortionPresetMultiDecimated1`.
  case multiDecimated1 = 5
  /// `AVAudioUnitDistortionPresetMultiDecimated2`.
  case multiDecimated2 = 6
  /// `AVAudioUnitDistortionPresetMultiDecimated3`.
  case multiDecimated3 = 7
  /// `AVAudioUnitDistortionPresetMultiDecimated4`.
  case multiDecimated4 = 8
  /// `AVAudioUnitDistortionPresetMultiDistortedFunk`.
  case multiDistortedFunk = 9
  /// `AVAudioUnitDistortionPresetMultiDistortedCubed`.
  case multiDistortedCubed = 10
  /// `AVAudioUnitDistortionPresetMultiDistortedSquared`.
  case multiDistortedSquared = 11
  /// `AVAudioUnitDistortionPresetMultiEcho1`.
  case multiEcho1 = 12
  /// `AVAudioUnitDistortionPresetMultiEcho2`.
  case multiEcho2 = 13
  /// `AVAudioUnitDistortionPresetMultiEchoTight1`.
  case multiEchoTight1 = 14
  /// `AVAudioUnitDistortionPresetMultiEchoTight2`.
  case multiEchoTight2 = 15
  /// `AVAudioUnitDistortionPresetMultiEverythingIsBroken`.
  case multiEverythingIsBroken = 16
  /// `AVAudioUnitDistortionPresetSpeechAlienChatter`.
  case speechAlienChatter = 17
  /// `AVAudioUnitDistortionPresetSpeechCosmicInterference`.
  case speechCosmicInterference = 18
  /// `AVAudioUnitDistortionPresetSpeechGoldenPi`.
  case speechGoldenPi = 19
  /// `AVAudioUnitDistortionPresetSpeechRadioTower`.
  case speechRadioTower = 20
  /// `AVAudioUnitDistortionPresetSpeechWaves`.
  case speechWaves = 21
}

extension AVAudioUnitDistortionPreset {
  /// The parameters of the preset that are not those of ``unchanged``. Apple's values are not published; these are this
  /// package's.
  fileprivate var numbers: [(AudioUnitParameterID, Float)] {
    switch self {
    case .drumsBitBrush:
      [
        (kDistortionParam_Rounding, 55), (kDistortionParam_DecimationMix, 80), (kDistortionParam_Decimation, 10),
      ]
    case .drumsBufferBeats:
      [
        (kDistortionParam_Delay, 120), (kDistortionParam_Decay, 1.2), (kDistortionParam_DelayMix, 60),
        (kDistortionParam_Rounding, 30), (kDistortionParam_DecimationMix, 40), (kDistortionParam_Decimation, 30),
      ]
    case .drumsLoFi:
      [
        (kDistortionParam_Decimation, 70), (kDistortionParam_Rounding, 35), (kDistortionParam_DecimationMix, 90),
      ]
    case .multiBrokenSpeaker:
      [
        (kDistortionParam_SquaredTerm, 6), (kDistortionParam_CubicTerm, 12), (kDistortionParam_PolynomialMix, 90),
        (kDistortionParam_Decimation, 20), (kDistortionParam_DecimationMix, 20),
      ]
    case .multiCellphoneConcert:
      [
        (kDistortionParam_Decimation, 80), (kDistortionParam_DecimationMix, 70), (kDistortionParam_CubicTerm, 4),
        (kDistortionParam_PolynomialMix, 60),
      ]
    case .multiDecimated1: [(kDistortionParam_Decimation, 50), (kDistortionParam_DecimationMix, 100)]
    case .multiDecimated2: [(kDistortionParam_Decimation, 75), (kDistortionParam_DecimationMix, 100)]
    case .multiDecimated3:
      [
        (kDistortionParam_Decimation, 85), (kDistortionParam_DecimationMix, 100), (kDistortionParam_Rounding, 30),
      ]
    case .multiDecimated4:
      [
        (kDistortionParam_Decimation, 92), (kDistortionParam_DecimationMix, 100), (kDistortionParam_Rounding, 45),
      ]
    case .multiDistortedFunk:
      [
        (kDistortionParam_SquaredTerm, 4), (kDistortionParam_CubicTerm, 4), (kDistortionParam_PolynomialMix, 70),
        (kDistortionParam_Delay, 8), (kDistortionParam_DelayMix, 20), (kDistortionParam_Decay, 2),
      ]
    case .multiDistortedCubed:
      [
        (kDistortionParam_LinearTerm, 0), (kDistortionParam_CubicTerm, 20), (kDistortionParam_PolynomialMix, 100),
      ]
    case .multiDistortedSquared:
      [
        (kDistortionParam_LinearTerm, 0), (kDistortionParam_SquaredTerm, 20), (kDistortionParam_PolynomialMix, 100),
      ]
    case .multiEcho1: [(kDistortionParam_Delay, 250), (kDistortionParam_Decay, 1), (kDistortionParam_DelayMix, 50)]
    case .multiEcho2: [(kDistortionParam_Delay, 400), (kDistortionParam_Decay, 0.7), (kDistortionParam_DelayMix, 50)]
    case .multiEchoTight1:
      [
        (kDistortionParam_Delay, 40), (kDistortionParam_Decay, 1), (kDistortionParam_DelayMix, 50),
      ]
    case .multiEchoTight2:
      [
        (kDistortionParam_Delay, 80), (kDistortionParam_Decay, 0.7), (kDistortionParam_DelayMix, 50),
      ]
    case .multiEverythingIsBroken:
      [
        (kDistortionParam_Delay, 90), (kDistortionParam_Decay, 0.8), (kDistortionParam_DelayMix, 40),
        (kDistortionParam_Decimation, 70), (kDistortionParam_Rounding, 40), (kDistortionParam_DecimationMix, 60),
        (kDistortionParam_SquaredTerm, 8), (kDistortionParam_CubicTerm, 8), (kDistortionParam_PolynomialMix, 60),
        (kDistortionParam_RingModFreq1, 90), (kDistortionParam_RingModFreq2, 410), (kDistortionParam_RingModMix, 40),
      ]
    case .speechAlienChatter:
      [
        (kDistortionParam_RingModFreq1, 60), (kDistortionParam_RingModFreq2, 570),
        (kDistortionParam_RingModBalance, 60), (kDistortionParam_RingModMix, 80), (kDistortionParam_Delay, 12),
        (kDistortionParam_DelayMix, 40),
      ]
    case .speechCosmicInterference:
      [
        (kDistortionParam_RingModFreq1, 1200), (kDistortionParam_RingModFreq2, 1213),
        (kDistortionParam_RingModMix, 60), (kDistortionParam_Delay, 180), (kDistortionParam_Decay, 0.6),
        (kDistortionParam_DelayMix, 50),
      ]
    case .speechGoldenPi:
      [
        (kDistortionParam_RingModFreq1, 314), (kDistortionParam_RingModFreq2, 161.8),
        (kDistortionParam_RingModMix, 50),
      ]
    case .speechRadioTower:
      [
        (kDistortionParam_Decimation, 75), (kDistortionParam_DecimationMix, 60), (kDistortionParam_CubicTerm, 6),
        (kDistortionParam_PolynomialMix, 70), (kDistortionParam_RingModFreq1, 2000),
        (kDistortionParam_RingModFreq2, 2000), (kDistortionParam_RingModMix, 10),
      ]
    case .speechWaves:
      [
        (kDistortionParam_RingModFreq1, 0.5), (kDistortionParam_RingModFreq2, 1.3),
        (kDistortionParam_RingModMix, 90),
      ]
    }
  }

  /// The parameters of a distortion in which only the soft clipping is heard.
  fileprivate static let unchanged: [(AudioUnitParameterID, Float)] = [
    (kDistortionParam_Delay, 0.1), (kDistortionParam_Decay, 1), (kDistortionParam_DelayMix, 0),
    (kDistortionParam_Decimation, 0), (kDistortionParam_Rounding, 0), (kDistortionParam_DecimationMix, 0),
    (kDistortionParam_LinearTerm, 1), (kDistortionParam_SquaredTerm, 0), (kDistortionParam_CubicTerm, 0),
    (kDistortionParam_PolynomialMix, 0), (kDistortionParam_RingModFreq1, 100), (kDistortionParam_RingModFreq2, 100),
    (kDistortionParam_RingModBalance, 50), (kDistortionParam_RingModMix, 0),
  ]
}

/// Distorts sound in several steps: ``DistortionStage`` of module `SignalProcessing`. Apple's steps are not published;
/// ours, and the presets, sound different.
open class AVAudioUnitDistortion: AVAudioUnitEffect, PresetEffect, @unchecked Sendable {
  /// Creates a distortion with half of the dry sound.
  public init() { super.init(NodeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Distortion)) }

  /// The gain before the clipping in dB: −80…20, initially −6; other values are clamped.
  open var preGain: Float {
    get { unit[kDistortionParam_SoftClipGain] }
    set { unit[kDistortionParam_SoftClipGain] = newValue }
  }

  /// The percentage of the distorted sound in the output: 0…100, initially 50; other values are clamped.
  open var wetDryMix: Float {
    get { unit[kDistortionParam_FinalMix] }
    set { unit[kDistortionParam_FinalMix] = newValue }
  }

  var presets: [AUAudioUnitPreset] {
    AVAudioUnitDistortionPreset.allCases.map { AUAudioUnitPreset($0.rawValue, String(describing: $0)) }
  }

  func load(_ number: Int) { AVAudioUnitDistortionPreset(rawValue: number).map { loadFactoryPreset($0) } }

  /// Loads a preset, without changing the gain and the mix.
  open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {
    for (id, value) in AVAudioUnitDistortionPreset.unchanged + preset.numbers { unit[id] = value }
  }
}
