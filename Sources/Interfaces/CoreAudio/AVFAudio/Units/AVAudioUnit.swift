import AudioErrors
import AudioGraph
public import AudioToolbox
import Foundation
import SignalProcessing

/// A node that stands for an audio unit.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
  /// The type, subtype and manufacturer.
  public let audioComponentDescription: AudioComponentDescription

  init(type: UInt32, subtype: UInt32) {
    audioComponentDescription = AudioComponentDescription(
      componentType: type, componentSubType: subtype,
      componentManufacturer: kAudioUnitManufacturer_Apple, componentFlags: 0, componentFlagsMask: 0)
    super.init()
  }

  open override var numberOfInputs: Int { 1 }
  /// The name of the unit.
  open var name: String { String(describing: Swift.type(of: self)) }
  /// The maker of the unit.
  open var manufacturerName: String { "swift-audio-toolbox" }
  /// The version of the unit.
  open var version: Int { 1 }
}

/// A unit that changes sound and takes as many frames as it gives.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
  /// True if sound passes as it comes.
  open var bypass: Bool = false
}

/// A unit that takes more or fewer frames than it gives.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
  let controls = TimePitchControls()

  /// True if sound passes unchanged. Earlier input is heard first, at its own rate and pitch.
  open var bypass: Bool {
    get { controls.isBypassed }
    set { controls.isBypassed = newValue }
  }
}

/// Changes the rate and the pitch of sound, each by itself.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
  /// Creates a rate of 1 and an unchanged pitch.
  public init() { super.init(type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_NewTimePitch) }

  /// The rate: 1/32…32, initially 1; other values become the nearest one.
  open var rate: Float {
    get { controls.rate }
    set { controls.rate = newValue.isNaN ? 1 : min(max(newValue, 1 / 32), 32) }
  }

  /// The change of pitch in cents: −2,400…2,400; other values become the nearest one.
  open var pitch: Float {
    get { controls.pitch }
    set { controls.pitch = newValue.isNaN ? 0 : min(max(newValue, -2400), 2400) }
  }

  /// The number of overlapping pieces: 3…32, initially 8. It is stored and has no effect: here pieces overlap as the
  /// quality requires.
  open var overlap: Float = 8 {
    didSet { overlap = overlap.isNaN ? 8 : min(max(overlap, 3), 32) }
  }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try TimePitchEffect(format: format, capacity: capacity, method: .spectral, controls: controls)
  }
}

/// Changes the rate of sound, and the pitch with it.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
  /// Creates a rate of 1.
  public init() { super.init(type: kAudioUnitType_FormatConverter, subtype: kAudioUnitSubType_Varispeed) }

  /// The rate of speed and pitch: 0.25…4, initially 1; other values become the nearest one.
  open var rate: Float {
    get { controls.rate }
    set { controls.rate = newValue.isNaN ? 1 : min(max(newValue, 0.25), 4) }
  }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try TimePitchEffect(format: format, capacity: capacity, method: .varispeed, controls: controls)
  }
}
