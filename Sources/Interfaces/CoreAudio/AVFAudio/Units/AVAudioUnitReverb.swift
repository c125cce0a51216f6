import AudioToolbox

/// The rooms of a reverb.
public enum AVAudioUnitReverbPreset: Int, Sendable, CaseIterable {
  /// `AVAudioUnitReverbPresetSmallRoom`.
  case smallRoom = 0
  /// `AVAudioUnitReverbPresetMediumRoom`.
  case mediumRoom = 1
  /// `AVAudioUnitReverbPresetLargeRoom`.
  case largeRoom = 2
  /// `AVAudioUnitReverbPresetMediumHall`.
  case mediumHall = 3
  /// `AVAudioUnitReverbPresetLargeHall`.
  case largeHall = 4
  /// `AVAudioUnitReverbPresetPlate`.
  case plate = 5
  /// `AVAudioUnitReverbPresetMediumChamber`.
  case mediumChamber = 6
  /// `AVAudioUnitReverbPresetLargeChamber`.
  case largeChamber = 7
  /// `AVAudioUnitReverbPresetCathedral`.
  case cathedral = 8
  /// `AVAudioUnitReverbPresetLargeRoom2`.
  case largeRoom2 = 9
  /// `AVAudioUnitReverbPresetMediumHall2`.
  case mediumHall2 = 10
  /// `AVAudioUnitReverbPresetMediumHall3`.
  case mediumHall3 = 11
  /// `AVAudioUnitReverbPresetLargeHall2`.
  case largeHall2 = 12
}

/// Adds the sound of a room: ``ReverbStage`` of module `SignalProcessing`. Apple's reverberation is not published and
/// sounds different; the presets represent rooms of the kinds and sizes in their names.
open class AVAudioUnitReverb: AVAudioUnitEffect, PresetEffect, @unchecked Sendable {
  /// Creates the reverberation of a medium hall, silent until ``wetDryMix`` is set.
  public init() {
    super.init(NodeUnit(kAudioUnitType_Effect, kAudioUnitSubType_Reverb2))
    wetDryMix = 0
    loadFactoryPreset(.mediumHall)
  }

  /// The percentage of reverberation in the output: 0…100, initially 0; other values are clamped.
  open var wetDryMix: Float {
    get { unit[kReverb2Param_DryWetMix] }
    set { unit[kReverb2Param_DryWetMix] = newValue }
  }

  var presets: [AUAudioUnitPreset] {
    AVAudioUnitReverbPreset.allCases.map { AUAudioUnitPreset($0.rawValue, String(describing: $0)) }
  }

  func load(_ number: Int) { AVAudioUnitReverbPreset(rawValue: number).map { loadFactoryPreset($0) } }

  /// Loads the reverberation of a room.
  open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {
    let room = Room(preset)
    unit[kReverb2Param_DecayTimeAt0Hz] = room.decay.low
    unit[kReverb2Param_DecayTimeAtNyquist] = room.decay.high
    unit[kReverb2Param_MinDelayTime] = room.delay.shortest
    unit[kReverb2Param_MaxDelayTime] = room.delay.longest
    unit[kReverb2Param_RandomizeReflections] = Float(preset.rawValue + 1)
  }
}

/// The numbers of a room: seconds of decay at 0 Hz and at half the rate, and between reflections.
private struct Room {
  let decay: (low: Float, high: Float)
  let delay: (shortest: Float, longest: Float)

  private init(_ low: Float, _ high: Float, _ shortest: Float, _ longest: Float) {
    (decay, delay) = ((low, high), (shortest, longest))
  }

  init(_ preset: AVAudioUnitReverbPreset) {
    self =
      switch preset {
      case .smallRoom: Room(0.4, 0.25, 0.002, 0.012)
      case .mediumRoom: Room(0.6, 0.35, 0.004, 0.02)
      case .largeRoom: Room(0.9, 0.45, 0.006, 0.03)
      case .mediumHall: Room(1.6, 0.6, 0.012, 0.06)
      case .largeHall: Room(2.4, 0.8, 0.02, 0.09)
      case .plate: Room(1.4, 1.2, 0.001, 0.02)
      case .mediumChamber: Room(1.1, 0.7, 0.005, 0.028)
      case .largeChamber: Room(1.8, 0.9, 0.008, 0.045)
      case .cathedral: Room(5, 1, 0.03, 0.13)
      case .largeRoom2: Room(1.1, 0.4, 0.008, 0.036)
      case .mediumHall2: Room(1.8, 0.5, 0.015, 0.07)
      case .mediumHall3: Room(1.4, 0.8, 0.01, 0.05)
      case .largeHall2: Room(3, 0.7, 0.025, 0.11)
      }
  }
}
