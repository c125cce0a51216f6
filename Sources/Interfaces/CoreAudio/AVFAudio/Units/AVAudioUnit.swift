import AudioErrors
import AudioGraph
public import AudioToolbox
import Foundation

/// A node for an audio unit.
open class AVAudioUnit: AVAudioNode, @unchecked Sendable {
  private let own: NodeUnit?
  /// A unit rendered by its blocks: a class of the program, or an instrument.
  let hosted: HostedUnit?

  /// The unit, whose parameters are the node's.
  var unit: NodeUnit {
    guard let own else {
      preconditionFailure(
        "com.apple.coreaudio.avfaudio: instruments and units of programs' classes have no handle for functions of C")
    }
    return own
  }

  init(_ unit: NodeUnit) {
    (own, hosted) = (unit, nil)
    super.init()
  }

  init(hosting unit: AUAudioUnit) {
    (own, hosted) = (nil, HostedUnit(unit))
    super.init()
    unit.node = self
  }

  /// The type, subtype and manufacturer.
  open var audioComponentDescription: AudioComponentDescription {
    hosted?.unit.componentDescription ?? unit.description
  }
  /// The unit for C functions: `AudioUnitSetParameter` changes the sound of the node. The unit lives as long as the
  /// node. The engine renders the node; `AudioUnitRender` and properties for rendering have no effect on it.
  ///
  /// - Precondition: The unit is not an instrument and not of a program's class, which have no such handle here.
  open var audioUnit: AudioUnit {
    guard let handle = unsafe unit.handle else { preconditionFailure("no handle is left for an audio unit") }
    return unsafe handle
  }

  /// The number of inputs: one; for a matrix mixer, that of its elements; for a unit of a program's class, possibly
  /// none. Engines connect the first input of such a unit alone.
  open override var numberOfInputs: Int { hosted.map { min(1, $0.unit.inputBusses.count) } ?? unit.inputCount }
  /// The name of the unit.
  open var name: String { hosted.map { $0.unit.audioUnitName ?? "" } ?? unit.name }
  /// The maker of the unit.
  open var manufacturerName: String { hosted?.unit.manufacturerName ?? "swift-audio-toolbox" }
  /// The version of the unit.
  open var version: Int { hosted.map { Int($0.unit.componentVersion) } ?? 1 }
  open override var latency: TimeInterval { hosted?.unit.latency ?? super.latency }

  override func makeUnit() -> AUAudioUnit { hosted?.unit ?? AUAudioUnit(self, unit, audioComponentDescription) }

  override func makeStage(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    if let hosted { return try hosted.makeStage(format, capacity: capacity) }
    return try unit.makeEffect(format, capacity: capacity)
  }

  override func detached() { hosted?.release() }

  open override func reset() {
    super.reset()
    hosted?.unit.reset()
  }
}

/// A unit that changes sound without changing the number of frames.
open class AVAudioUnitEffect: AVAudioUnit, @unchecked Sendable {
  override init(_ unit: NodeUnit) { super.init(unit) }
  override init(hosting unit: AUAudioUnit) { super.init(hosting: unit) }

  /// Creates the effect of a description: of a registered class, or of type `kAudioUnitType_Effect` with a subtype that
  /// `AudioComponentFindNext` finds.
  ///
  /// - Precondition: There is one. A registered class must make it: ``AVAudioUnit/instantiate(with:options:)`` passes
  ///   its error on.
  public init(audioComponentDescription: AudioComponentDescription) {
    if let registered = RegisteredUnit.find(audioComponentDescription) {
      super.init(hosting: registered.required)
    } else {
      super.init(NodeUnit(requiring: audioComponentDescription))
    }
  }

  /// True if sound passes unchanged.
  open var bypass: Bool {
    get { hosted?.unit.shouldBypassEffect ?? unit.isBypassed }
    set { if let hosted { hosted.unit.shouldBypassEffect = newValue } else { unit.isBypassed = newValue } }
  }
}

/// A unit whose input and output differ in their number of frames.
open class AVAudioUnitTimeEffect: AVAudioUnit, @unchecked Sendable {
  /// True if sound passes unchanged. Earlier input is heard first, at its own rate and pitch.
  open var bypass: Bool {
    get { unit.isBypassed }
    set { unit.isBypassed = newValue }
  }
}

extension RegisteredUnit {
  /// A new unit of the class.
  ///
  /// - Precondition: The class makes it.
  var required: AUAudioUnit {
    do { return try make([]) } catch {
      preconditionFailure("com.apple.coreaudio.avfaudio: \(name) cannot be made: \(error)")
    }
  }
}

extension NodeUnit {
  /// Takes the unit of a description.
  ///
  /// - Precondition: There is one.
  convenience init(requiring wanted: AudioComponentDescription) {
    guard let kind = NodeUnit.kind(of: wanted) else {
      preconditionFailure("com.apple.coreaudio.avfaudio: there is no audio unit \(wanted.codes) here")
    }
    self.init(kind)
  }

  /// Takes a unit of Apple's names that is here.
  convenience init(_ type: OSType, _ subType: OSType) {
    self.init(
      requiring: AudioComponentDescription(
        componentType: type, componentSubType: subType, componentManufacturer: kAudioUnitManufacturer_Apple,
        componentFlags: 0, componentFlagsMask: 0))
  }
}

extension AudioComponentDescription {
  /// The three codes as text.
  var codes: String {
    [componentType, componentSubType, componentManufacturer]
      .map { code in String(decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }, as: UTF8.self) }
      .joined(separator: " ")
  }
}

/// Changes the rate and the pitch of sound independently.
open class AVAudioUnitTimePitch: AVAudioUnitTimeEffect, @unchecked Sendable {
  /// Creates a rate of 1 and an unchanged pitch.
  public init() { super.init(NodeUnit(kAudioUnitType_FormatConverter, kAudioUnitSubType_NewTimePitch)) }

  /// The rate: 1/32…32, initially 1; other values are clamped.
  open var rate: Float {
    get { unit[kNewTimePitchParam_Rate] }
    set { unit[kNewTimePitchParam_Rate] = newValue.isNaN ? 1 : min(max(newValue, 1 / 32), 32) }
  }

  /// The change of pitch in cents: −2,400…2,400; other values are clamped.
  open var pitch: Float {
    get { unit[kNewTimePitchParam_Pitch] }
    set { unit[kNewTimePitchParam_Pitch] = newValue.isNaN ? 0 : min(max(newValue, -2400), 2400) }
  }

  /// The number of overlapping segments: 3…32, initially 8; stored only: here the quality determines the overlap.
  open var overlap: Float = 8 {
    didSet { overlap = overlap.isNaN ? 8 : min(max(overlap, 3), 32) }
  }
}

/// Changes the rate of playback, and the pitch with it.
open class AVAudioUnitVarispeed: AVAudioUnitTimeEffect, @unchecked Sendable {
  /// Creates a rate of 1.
  public init() { super.init(NodeUnit(kAudioUnitType_FormatConverter, kAudioUnitSubType_Varispeed)) }

  /// The rate of speed and pitch: 0.25…4, initially 1; other values are clamped.
  open var rate: Float {
    get { unit[kVarispeedParam_PlaybackRate] }
    set { unit[kVarispeedParam_PlaybackRate] = newValue.isNaN ? 1 : min(max(newValue, 0.25), 4) }
  }
}
