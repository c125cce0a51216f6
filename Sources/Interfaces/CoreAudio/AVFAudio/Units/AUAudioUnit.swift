import AudioGraph
public import AudioToolbox
public import Foundation
import MIDIFiles

/// An audio unit, as in <AudioToolbox/AUAudioUnit.h>: the unit of a node, a unit of this library, or a subclass of the
/// program.
///
/// | made by | rendered by |
/// |---|---|
/// | ``AVAudioNode/auAudioUnit`` | the node's engine |
/// | ``init(componentDescription:options:)``: effects and units that change time | ``renderBlock`` |
/// | a subclass of the program's, by ``instantiate(with:options:)`` | ``renderBlock``, or an engine whose node it is |
///
/// A subclass overrides ``init(componentDescription:options:)`` (which it must call `required` here, for Swift makes
/// objects of a class by its name with such alone), the busses and ``internalRenderBlock``, and is registered by
/// ``registerSubclass(_:as:name:version:)``.
///
/// `@unchecked`: the node is touched as other threads touch it, and the tree with the engines' lock held.
open class AUAudioUnit: NSObject, @unchecked Sendable {
  weak var node: AVAudioNode?
  /// The unit of C, if there is one.
  let unit: NodeUnit?
  private var tree: AUParameterTree?
  private var preset: AUAudioUnitPreset?
  /// The type, subtype and manufacturer; 0 for nodes without a unit.
  public let componentDescription: AudioComponentDescription
  /// The state of a unit that is rendered by its blocks; `nil` for units that engines render with their own stages.
  let rendering: UnitRendering?
  /// A unit of C that is rendered by its blocks, and its busses.
  private let bridge: BridgedUnit?
  private var busses: (input: AUAudioUnitBusArray, output: AUAudioUnitBusArray)?

  init(_ node: AVAudioNode, _ unit: NodeUnit?, _ description: AudioComponentDescription) {
    (self.node, self.unit, componentDescription, rendering, bridge) = (node, unit, description, nil, nil)
    tree = unit.map { AUParameterTree(of: $0) }
    super.init()
  }

  /// Creates a unit of this library; for a subclass, initialises the part of this class.
  ///
  /// - Parameters:
  ///   - componentDescription: The type and the subtype.
  ///   - options: If a unit is to be loaded, which makes no difference here.
  /// - Throws: `kAudio_UnimplementedError` if the toolbox has no such effect or unit that changes time. Those of
  ///   registered classes are made by ``instantiate(with:options:)``.
  public required init(
    componentDescription: AudioComponentDescription, options: AudioComponentInstantiationOptions = []
  ) throws {
    self.componentDescription = componentDescription
    rendering = UnitRendering()
    guard Self.self == AUAudioUnit.self else {
      (unit, bridge) = (nil, nil)
      super.init()
      return
    }
    guard let kind = NodeUnit.kind(of: componentDescription) else {
      throw NSError.ofEngine(
        OSStatus(kAudio_UnimplementedError), "there is no audio unit \(componentDescription.codes) here",
        call: "initWithComponentDescription")
    }
    let made = NodeUnit(kind)
    (unit, tree, bridge) = (made, AUParameterTree(of: made), try BridgedUnit(made))
    super.init()
    try bridge?.set(.ofNodes)
    busses = (
      AUAudioUnitBusArray(audioUnit: self, busType: .input, busses: [try AUAudioUnitBus(format: .ofNodes)]),
      AUAudioUnitBusArray(audioUnit: self, busType: .output, busses: [try AUAudioUnitBus(format: .ofNodes)])
    )
  }

  // MARK: Names

  /// The component of the unit; `nil` for a node without one.
  open var component: AudioComponent? {
    guard unit != nil else { return nil }
    var wanted = componentDescription
    return unsafe AudioComponentFindNext(nil, &wanted)
  }

  /// The manufacturer's name and the unit's name, separated by a colon.
  open var componentName: String? { registered?.name ?? audioUnitName.map { "Apple: " + $0 } }
  /// The name of the unit.
  open var audioUnitName: String? { registered?.unitName ?? unit?.name }
  /// A short name of the unit.
  open var audioUnitShortName: String? { audioUnitName }
  /// The maker of the unit.
  open var manufacturerName: String? { registered?.makerName ?? "swift-audio-toolbox" }
  /// The version of the component.
  open var componentVersion: UInt32 { registered?.version ?? 0x0001_0000 }

  /// The registration of a unit of a program's class.
  private var registered: RegisteredUnit? {
    unit == nil && rendering != nil ? RegisteredUnit.find(componentDescription) : nil
  }

  // MARK: Parameters

  /// The parameters. Those of a tree that a program sets get the values of the unit's parameters at their addresses,
  /// unless they have their own blocks.
  open var parameterTree: AUParameterTree? {
    get { EngineLock.held { tree } }
    set {
      if let newValue, let unit { newValue.connect(to: unit) }
      EngineLock.held { tree = newValue }
    }
  }

  /// True: values may be read one by one, and are always current.
  open var allParameterValues: Bool { true }

  /// Changes parameters at a frame. Units that change rate and pitch apply values at once, without a ramp; those of a
  /// program's class get the changes as events with their frames.
  open var scheduleParameterBlock: AUScheduleParameterBlock {
    if let unit {
      return { time, duration, address, value in unit.schedule(address, to: value, at: time, over: duration) }
    }
    guard let rendering else { return { _, _, _, _ in } }
    return { time, duration, address, value in
      rendering.events.add(.parameter(address, value, over: duration), at: time)
    }
  }

  /// Sends MIDI messages to an instrument or an effect at a frame, on any thread: complete messages of up to three
  /// bytes, one after another. System exclusive messages are dropped, with everything after them. `nil` for other
  /// units.
  open var scheduleMIDIEventBlock: AUScheduleMIDIEventBlock? {
    guard isMusicDeviceOrEffect, let rendering else { return nil }
    return { time, cable, count, bytes in
      var rest = unsafe UnsafeBufferPointer(start: bytes, count: max(0, count)).span
      while let message = MIDIMessage(beginning: rest) {
        rendering.events.add(.message(message, cable: cable), at: time)
        rest = rest.extracting(droppingFirst: message.count)
      }
    }
  }

  // MARK: Rendering

  /// True if sound passes unchanged. For a unit of the program's own class that does not override this, the engine
  /// passes the sound.
  open var shouldBypassEffect: Bool {
    get { unit?.isBypassed ?? rendering?.isBypassed ?? false }
    set { if let unit { unit.isBypassed = newValue } else { rendering?.isBypassed = newValue } }
  }

  /// The delay of sound by the unit, in seconds.
  open var latency: TimeInterval { rendering == nil ? node?.latency ?? 0 : 0 }
  /// The duration of sound after the end of the input, in seconds.
  open var tailTime: TimeInterval { unit?.tailTime ?? 0 }
  /// The largest number of frames rendered at a time. For nodes, only the engine can set it.
  open var maximumFramesToRender: AUAudioFrameCount {
    get { rendering?.maximumFrames ?? 4096 }
    set { if !renderResourcesAllocated { rendering?.maximumFrames = newValue } }
  }
  /// False: effects get separate memory.
  open var canProcessInPlace: Bool { false }
  /// True while the caller renders the node's engine as fast as possible.
  open var isRenderingOffline: Bool {
    guard let engine = node?.engine, engine.isInManualRenderingMode else { return false }
    return engine.manualRenderingMode == .offline
  }
  /// True for instruments and for effects with MIDI input: the sampler, and program classes of such types.
  open var isMusicDeviceOrEffect: Bool {
    [kAudioUnitType_MusicDevice, kAudioUnitType_MusicEffect].contains(componentDescription.componentType)
  }
  /// True while the unit can be rendered: while resources are allocated, or the node's engine runs.
  open var renderResourcesAllocated: Bool { rendering?.isAllocated ?? node?.engine?.isRunning ?? false }
  /// The number of MIDI cables: 0.
  open var virtualMIDICableCount: Int { 0 }

  /// Prepares rendering in the formats of the busses. A subclass must call it first.
  ///
  /// - Throws: `kAudioUnitErr_CannotDoInCurrentContext` for a node's unit that its engine renders; the error of a unit
  ///   of this toolbox.
  open func allocateRenderResources() throws {
    guard let rendering else { throw Self.engineRenders("allocateRenderResources") }
    guard !rendering.isAllocated else { return }
    try bridge?.prepare(maximumFrames: rendering.maximumFrames)
    rendering.isAllocated = true
  }

  /// Ends rendering: the reverse of ``allocateRenderResources()``. No thread may be rendering the unit.
  open func deallocateRenderResources() {
    guard let rendering, rendering.isAllocated else { return }
    rendering.isAllocated = false
    bridge?.unprepare()
  }

  /// Renders the unit after its resources have been allocated; get this block in advance for a thread that must not
  /// wait. For a node's unit that its engine renders, the result is `kAudioUnitErr_CannotDoInCurrentContext`.
  open var renderBlock: AURenderBlock {
    guard let rendering else { return { _, _, _, _, _, _ in kAudioUnitErr_CannotDoInCurrentContext } }
    let block = unsafe internalRenderBlock
    return { flags, time, frameCount, bus, list, pull in
      unsafe rendering.render(block, flags, time, frameCount, bus, list, pull)
    }
  }

  /// Renders the unit with the given events; for subclasses to override. Without an override the result is
  /// `kAudio_UnimplementedError`.
  open var internalRenderBlock: AUInternalRenderBlock {
    guard rendering != nil else { return { _, _, _, _, _, _, _ in kAudioUnitErr_CannotDoInCurrentContext } }
    guard let bridge else { return { _, _, _, _, _, _, _ in OSStatus(kAudio_UnimplementedError) } }
    return unsafe bridge.renderBlock
  }

  /// Adds a block that is called before and after each rendering call, on its thread. It is not called for a node's
  /// unit that the engine renders through its own stage: ``AVAudioNode/installTap(onBus:bufferSize:format:block:)`` is
  /// called there.
  ///
  /// - Returns: A number for ``removeRenderObserver(_:)``.
  open func token(byAddingRenderObserver observer: @escaping AURenderObserver) -> Int {
    unsafe rendering?.add(observer) ?? 0
  }

  /// Removes an observer.
  open func removeRenderObserver(_ token: Int) { rendering?.remove(token) }

  static func engineRenders(_ call: String) -> NSError {
    NSError.ofEngine(kAudioUnitErr_CannotDoInCurrentContext, "the engine renders the unit of its node", call: call)
  }

  /// Clears the sound that the unit holds.
  open func reset() { if rendering == nil { node?.reset() } else { bridge?.reset() } }

  /// The inputs; for subclasses to override.
  open var inputBusses: AUAudioUnitBusArray { busses?.input ?? AUAudioUnitBusArray(of: self, .input) }
  /// The outputs; for subclasses to override.
  open var outputBusses: AUAudioUnitBusArray { busses?.output ?? AUAudioUnitBusArray(of: self, .output) }

  /// Takes a format over that a bus was given.
  ///
  /// - Throws: The error of a unit of this toolbox.
  func take(_ format: AVAudioFormat) throws {
    guard let bridge, let busses else { return }
    try bridge.set(format)
    // Inputs and outputs of these units have one format.
    for bus in [busses.input[0], busses.output[0]] { bus.state(format) }
  }

  // MARK: Presets

  /// The presets of the unit, for reverbs and distortions; otherwise `nil`.
  open var factoryPresets: [AUAudioUnitPreset]? { (node as? any PresetEffect)?.presets }

  /// The preset that was chosen last. Setting one of the unit's presets sets its parameters.
  open var currentPreset: AUAudioUnitPreset? {
    get { EngineLock.held { preset } }
    set {
      if let newValue { (node as? any PresetEffect)?.load(newValue.number) }
      EngineLock.held { preset = newValue }
    }
  }

  /// False: users' presets cannot be stored.
  open var supportsUserPresets: Bool { false }
  /// Always empty: there are no users' presets.
  open var userPresets: [AUAudioUnitPreset] { [] }
}

/// A preset of a unit: a set of values with a number.
open class AUAudioUnitPreset: NSObject {
  /// The number: 0 or more for the unit's own presets.
  open var number: Int
  /// The name.
  open var name: String

  /// Creates a program's own preset.
  public override init() { (number, name) = (-1, "") }

  init(_ number: Int, _ name: String) { (self.number, self.name) = (number, name) }
}

/// A node with presets.
protocol PresetEffect {
  /// The presets.
  var presets: [AUAudioUnitPreset] { get }
  /// Sets the parameters from the preset with a number; other numbers have no effect.
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

  /// Connects parameters without their own blocks to the unit's values.
  func connect(to unit: NodeUnit) {
    let known = Set(unit.parameterInfos.map(\.id))
    for parameter in allParameters {
      guard let id = AudioUnitParameterID(exactly: parameter.address), known.contains(id) else { continue }
      parameter.adopt(givesValue: { _ in unit[id] }, takesValue: { unit[id] = $1 })
    }
  }
}
