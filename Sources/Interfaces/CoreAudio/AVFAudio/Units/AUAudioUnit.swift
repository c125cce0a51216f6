import AudioGraph
public import AudioToolbox
public import Foundation

/// The unit of a node: its parameters, busses and presets, as <AudioToolbox/AUAudioUnit.h> has them.
///
/// It is got from ``AVAudioNode/auAudioUnit``. The engine renders the node: there is no render block here, nor can
/// units of a program's own be registered.
///
/// `@unchecked`: the node is touched as other threads touch it, and the tree with the engines' lock held.
open class AUAudioUnit: NSObject, @unchecked Sendable {
  weak var node: AVAudioNode?
  /// The unit of C, where there is one.
  let unit: NodeUnit?
  private var tree: AUParameterTree?
  private var preset: AUAudioUnitPreset?
  /// The type, subtype and manufacturer; 0 for nodes that are of no unit.
  public let componentDescription: AudioComponentDescription

  init(_ node: AVAudioNode, _ unit: NodeUnit?, _ description: AudioComponentDescription) {
    (self.node, self.unit, componentDescription) = (node, unit, description)
    tree = unit.map { AUParameterTree(of: $0) }
    super.init()
  }

  // MARK: Names

  /// The component that the unit is of; `nil` for a node that is of none.
  open var component: AudioComponent? {
    guard unit != nil else { return nil }
    var wanted = componentDescription
    return unsafe AudioComponentFindNext(nil, &wanted)
  }

  /// The names of the maker and the unit, with a colon between them.
  open var componentName: String? { audioUnitName.map { "Apple: " + $0 } }
  /// The name of the unit.
  open var audioUnitName: String? { unit?.name }
  /// A short name of the unit.
  open var audioUnitShortName: String? { audioUnitName }
  /// The maker of the unit.
  open var manufacturerName: String? { "swift-audio-toolbox" }
  /// The version of the component.
  open var componentVersion: UInt32 { 0x0001_0000 }

  // MARK: Parameters

  /// The parameters. Those of a tree that is set have the values of the unit's parameters of their addresses, unless
  /// they have blocks of their own.
  open var parameterTree: AUParameterTree? {
    get { EngineLock.held { tree } }
    set {
      if let newValue, let unit { newValue.connect(to: unit) }
      EngineLock.held { tree = newValue }
    }
  }

  /// True: values may be read one by one, and are always the present ones.
  open var allParameterValues: Bool { true }

  /// Changes parameters at a frame. Units that change rate and pitch take values over at once, without a line.
  open var scheduleParameterBlock: AUScheduleParameterBlock {
    guard let unit else { return { _, _, _, _ in } }
    return { time, duration, address, value in unit.schedule(address, to: value, at: time, over: duration) }
  }

  /// `nil`: no unit here takes MIDI.
  open var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? { nil }

  // MARK: Rendering

  /// True if sound passes as it comes.
  open var shouldBypassEffect: Bool {
    get { unit?.isBypassed ?? false }
    set { unit?.isBypassed = newValue }
  }

  /// The seconds by which the unit delays sound.
  open var latency: TimeInterval { node?.latency ?? 0 }
  /// The seconds that are heard after the end of the input.
  open var tailTime: TimeInterval { unit?.tailTime ?? 0 }
  /// The largest number of frames that are rendered at a time.
  open var maximumFramesToRender: AUAudioFrameCount { 4096 }
  /// False: effects are given memory of their own.
  open var canProcessInPlace: Bool { false }
  /// True while the node's engine is rendered by its caller as fast as possible.
  open var isRenderingOffline: Bool {
    guard let engine = node?.engine, engine.isInManualRenderingMode else { return false }
    return engine.manualRenderingMode == .offline
  }
  /// False: no unit here is an instrument.
  open var isMusicDeviceOrEffect: Bool { false }
  /// True while the node's engine runs.
  open var renderResourcesAllocated: Bool { node?.engine?.isRunning ?? false }
  /// The number of cables of MIDI: 0.
  open var virtualMIDICableCount: Int { 0 }

  /// Forgets the sound that the unit holds.
  open func reset() { node?.reset() }

  /// The inputs.
  open var inputBusses: AUAudioUnitBusArray { AUAudioUnitBusArray(self, .input) }
  /// The outputs.
  open var outputBusses: AUAudioUnitBusArray { AUAudioUnitBusArray(self, .output) }

  // MARK: Presets

  /// The presets of the unit: those of reverbs and distortions. `nil` where there are none.
  open var factoryPresets: [AUAudioUnitPreset]? { (node as? any PresetEffect)?.presets }

  /// The preset that was chosen last; a chosen one of the unit's sets its parameters.
  open var currentPreset: AUAudioUnitPreset? {
    get { EngineLock.held { preset } }
    set {
      if let newValue { (node as? any PresetEffect)?.load(newValue.number) }
      EngineLock.held { preset = newValue }
    }
  }

  /// False: there is no place for presets of users.
  open var supportsUserPresets: Bool { false }
  /// None.
  open var userPresets: [AUAudioUnitPreset] { [] }
}

/// A set of values of a unit, by its number.
open class AUAudioUnitPreset: NSObject {
  /// The number: 0 or more for those of the unit.
  open var number: Int
  /// The name.
  open var name: String

  /// Creates a preset of a program's own.
  public override init() { (number, name) = (-1, "") }

  init(_ number: Int, _ name: String) { (self.number, self.name) = (number, name) }
}

/// A node with presets.
protocol PresetEffect {
  /// The presets.
  var presets: [AUAudioUnitPreset] { get }
  /// Sets the parameters by the preset of a number; nothing for other numbers.
  func load(_ number: Int)
}

extension AUParameterTree {
  /// Creates the parameters of a unit.
  convenience init(of unit: NodeUnit) {
    let children = unit.parameterInfos.map { info in
      AUParameterTree.createParameter(
        withIdentifier: String(info.id), name: info.name, address: AUParameterAddress(info.id),
        min: info.range.lowerBound,
        max: info.range.upperBound, unit: info.unit, unitName: nil, flags: info.flags, valueStrings: nil,
        dependentParameters: nil)
    }
    self.init(children)
    connect(to: unit)
  }

  /// Makes the unit's values those of parameters that have no blocks of their own.
  func connect(to unit: NodeUnit) {
    let known = Set(unit.parameterInfos.map(\.id))
    for parameter in allParameters {
      guard let id = AudioUnitParameterID(exactly: parameter.address), known.contains(id) else { continue }
      parameter.adopt(givesValue: { _ in unit[id] }, takesValue: { unit[id] = $1 })
    }
  }
}

// MARK: Busses

/// An input or an output of a unit.
open class AUAudioUnitBus: NSObject {
  private weak var node: AVAudioNode?
  /// The number.
  public let index: Int
  /// The side.
  public let busType: AUAudioUnitBusType
  /// The unit.
  open private(set) weak var ownerAudioUnit: AUAudioUnit?

  init(_ owner: AUAudioUnit, _ busType: AUAudioUnitBusType, _ index: Int) {
    (ownerAudioUnit, node, self.busType, self.index) = (owner, owner.node, busType, index)
  }

  /// The format, which the connections of the node set.
  open var format: AVAudioFormat {
    guard let node else { return .ofNodes }
    return busType == .input ? node.inputFormat(forBus: index) : node.outputFormat(forBus: index)
  }

  /// The name.
  open var name: String? {
    busType == .input ? node?.name(forInputBus: index) : node?.name(forOutputBus: index)
  }

  /// True if something is connected, as for every output.
  open var isEnabled: Bool {
    guard busType == .input, let node else { return true }
    return EngineLock.held { node.owner?.link(to: node, index) != nil }
  }
}

/// The sides of a unit.
public enum AUAudioUnitBusType: Int, Sendable {
  /// Sound goes in.
  case input = 1
  /// Sound comes out.
  case output = 2
}

/// The inputs or the outputs of a unit.
open class AUAudioUnitBusArray: NSObject {
  private let owner: AUAudioUnit
  /// The side.
  public let busType: AUAudioUnitBusType

  init(_ owner: AUAudioUnit, _ busType: AUAudioUnitBusType) { (self.owner, self.busType) = (owner, busType) }

  /// The unit.
  open var ownerAudioUnit: AUAudioUnit { owner }

  /// The number of busses.
  open var count: Int {
    (busType == .input ? owner.node?.numberOfInputs : owner.node?.numberOfOutputs) ?? 0
  }

  /// False: nodes have all the busses that they can have.
  open var isCountChangeable: Bool { false }

  /// Sets the number of busses.
  ///
  /// - Throws: `kAudioUnitErr_PropertyNotWritable` for another one than there is.
  open func setBusCount(_ count: Int) throws {
    guard count != self.count else { return }
    throw NSError.ofEngine(
      OSStatus(kAudioUnitErr_PropertyNotWritable), "the number of busses cannot be changed", call: "setBusCount")
  }

  /// A bus.
  ///
  /// - Precondition: The index is below ``count``.
  open subscript(index: Int) -> AUAudioUnitBus {
    require(index >= 0 && index < count, "index < count")
    return AUAudioUnitBus(owner, busType, index)
  }
}
