import AudioBase

/// A kind of audio unit that programs find and make instances of.
struct UnitKind: Sendable {
  /// `kAudioUnitType_…`
  let type: OSType
  /// `kAudioUnitSubType_…`
  let subType: OSType
  /// The name, for people.
  let name: String
  /// Makes the object of an instance.
  let make: @Sendable (UnitKind) -> UnitObject

  /// All kinds, in search order.
  static let all: [UnitKind] = [
    output(kAudioUnitSubType_DefaultOutput, "DefaultOutputUnit", .playing),
    output(kAudioUnitSubType_SystemOutput, "SystemOutputUnit", .playing),
    output(kAudioUnitSubType_HALOutput, "AUHAL", .choosing),
    output(kAudioUnitSubType_RemoteIO, "AURemoteIO", .choosing),
    output(kAudioUnitSubType_VoiceProcessingIO, "AUVoiceIO", .voice),
    UnitKind(type: kAudioUnitType_Output, subType: kAudioUnitSubType_GenericOutput, name: "GenericOutput") {
      ConverterUnit($0)
    },
    UnitKind(type: kAudioUnitType_Mixer, subType: kAudioUnitSubType_MultiChannelMixer, name: "AUMultiChannelMixer") {
      MixerUnit($0)
    },
    UnitKind(type: kAudioUnitType_Mixer, subType: kAudioUnitSubType_MatrixMixer, name: "AUMatrixMixer") {
      MatrixMixerUnit($0)
    },
    UnitKind(type: kAudioUnitType_FormatConverter, subType: kAudioUnitSubType_AUConverter, name: "AUConverter") {
      ConverterUnit($0)
    },
    UnitKind(type: kAudioUnitType_FormatConverter, subType: kAudioUnitSubType_Varispeed, name: "AUVarispeed") {
      TimeUnit($0, .varispeed)
    },
    UnitKind(type: kAudioUnitType_FormatConverter, subType: kAudioUnitSubType_NewTimePitch, name: "AUNewPitch") {
      TimeUnit($0, .newTimePitch)
    },
    UnitKind(type: kAudioUnitType_FormatConverter, subType: kAudioUnitSubType_TimePitch, name: "AUPitch") {
      TimeUnit($0, .timePitch)
    },
    UnitKind(type: kAudioUnitType_Effect, subType: kAudioUnitSubType_NewTimePitch, name: "AUNewPitch") {
      TimeUnit($0, .newPitch)
    },
    UnitKind(
      type: kAudioUnitType_Generator, subType: kAudioUnitSubType_ScheduledSoundPlayer, name: "AUScheduledSoundPlayer"
    ) { SlicePlayerUnit($0) },
    UnitKind(type: kAudioUnitType_Generator, subType: kAudioUnitSubType_AudioFilePlayer, name: "AUAudioFilePlayer") {
      FilePlayerUnit($0)
    },
    effect(kAudioUnitSubType_Delay, "AUDelay", .delay),
    effect(kAudioUnitSubType_LowPassFilter, "AULowpass", .lowPass),
    effect(kAudioUnitSubType_HighPassFilter, "AUHipass", .highPass),
    effect(kAudioUnitSubType_BandPassFilter, "AUBandpass", .bandPass),
    effect(kAudioUnitSubType_LowShelfFilter, "AULowShelfFilter", .lowShelf),
    effect(kAudioUnitSubType_HighShelfFilter, "AUHighShelfFilter", .highShelf),
    effect(kAudioUnitSubType_ParametricEQ, "AUParametricEQ", .parametric),
    effect(kAudioUnitSubType_DynamicsProcessor, "AUDynamicsProcessor", .dynamics),
    effect(kAudioUnitSubType_PeakLimiter, "AUPeakLimiter", .limiter),
    effect(kAudioUnitSubType_Distortion, "AUDistortion", .distortion),
    effect(kAudioUnitSubType_Reverb2, "AUReverb2", .reverb),
  ]

  private static func effect(_ subType: OSType, _ name: String, _ effect: EffectKind) -> UnitKind {
    UnitKind(type: kAudioUnitType_Effect, subType: subType, name: name) { EffectUnit($0, effect) }
  }

  private static func output(_ subType: OSType, _ name: String, _ role: OutputRole) -> UnitKind {
    UnitKind(type: kAudioUnitType_Output, subType: subType, name: name) { OutputUnit($0, role) }
  }

  /// True for kinds that convert rates: Apple's units with `kAudioUnitProperty_RenderQuality`.
  var converts: Bool { [kAudioUnitType_Output, kAudioUnitType_FormatConverter].contains(type) }

  /// The version of every kind: 1.0.
  static let version: UInt32 = 0x0001_0000

  var description: AudioComponentDescription {
    AudioComponentDescription(
      componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
      componentFlags: 0, componentFlagsMask: 0)
  }

  /// Returns true if this matches a program's description; 0 is any.
  func matches(_ wanted: AudioComponentDescription) -> Bool {
    func fits(_ value: OSType, _ wanted: OSType) -> Bool { wanted == 0 || wanted == value }
    return fits(type, wanted.componentType) && fits(subType, wanted.componentSubType)
      && fits(kAudioUnitManufacturer_Apple, wanted.componentManufacturer)
      && wanted.componentFlags & wanted.componentFlagsMask == 0
  }

  // MARK: Handles

  /// The distance of the numbers that stand for kinds: they are dressed as pointers and never read through.
  private static let step: UInt = 0x10

  /// Returns the number of the kind at an index.
  static func number(of index: Int) -> UInt { UInt(index + 1) * step }

  /// Returns the index of a kind by its number; `nil` for any other one.
  static func index(of number: UInt) -> Int? {
    guard number % step == 0, number / step >= 1, number / step <= UInt(all.count) else { return nil }
    return Int(number / step) - 1
  }

  /// Returns the index of the first requested kind after `number`, or the first of all if that is 0.
  static func next(after number: UInt, _ wanted: AudioComponentDescription) -> Int? {
    let start = number == 0 ? 0 : index(of: number).map { $0 + 1 } ?? all.count
    return all.indices.dropFirst(start).first { all[$0].matches(wanted) }
  }
}
