import AudioErrors
import AudioGraph
import AudioToolbox
public import Foundation

// Effects that are not made here: programs that name them can be built, and an engine that needs them says by
// `AVAudioEngine.start()` which one is missing.

/// An effect that is not implemented. It passes sound unchanged where it is bypassed; otherwise `AVAudioEngine.start()`
/// throws `kAudio_UnimplementedError` with its name.
open class UnavailableEffect: AVAudioUnitEffect, @unchecked Sendable {
  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    guard bypass else { throw .notMade(name) }
    return try EqualizerEffect(format: format, capacity: capacity, controls: EqualizerControls(bandCount: 0))
  }
}

/// Rooms that a reverb sounds like.
public enum AVAudioUnitReverbPreset: Int, Sendable {
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

/// A reverb, which is not made here.
open class AVAudioUnitReverb: UnavailableEffect, @unchecked Sendable {
  /// Creates a reverb that can be bypassed alone.
  public init() { super.init(type: kAudioUnitType_Effect, subtype: 0x7276_6232) }

  /// The percentage of the effect in the output, 0…100; stored only.
  open var wetDryMix: Float = 0

  /// Chooses a room; kept nowhere, for there is no reverb.
  open func loadFactoryPreset(_ preset: AVAudioUnitReverbPreset) {}
}

/// An echo, which is not made here.
open class AVAudioUnitDelay: UnavailableEffect, @unchecked Sendable {
  /// Creates an echo that can be bypassed alone.
  public init() { super.init(type: kAudioUnitType_Effect, subtype: 0x6465_6C79) }

  /// The delay in seconds, 0…2; stored only.
  open var delayTime: TimeInterval = 1
  /// The feedback in percent, −100…100; stored only.
  open var feedback: Float = 50
  /// The cutoff frequency of the echo in hertz; stored only.
  open var lowPassCutoff: Float = 15_000
  /// The percentage of the effect in the output, 0…100; stored only.
  open var wetDryMix: Float = 100
}

/// Ways in which a distortion sounds.
public enum AVAudioUnitDistortionPreset: Int, Sendable {
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

/// A distortion, which is not made here.
open class AVAudioUnitDistortion: UnavailableEffect, @unchecked Sendable {
  /// Creates a distortion that can be bypassed alone.
  public init() { super.init(type: kAudioUnitType_Effect, subtype: 0x6469_7374) }

  /// Decibels before the distortion, −80 up to 20; kept alone.
  open var preGain: Float = -6
  /// The percentage of the effect in the output, 0…100; stored only.
  open var wetDryMix: Float = 50

  /// Chooses a sound; kept nowhere, for there is no distortion.
  open func loadFactoryPreset(_ preset: AVAudioUnitDistortionPreset) {}
}
