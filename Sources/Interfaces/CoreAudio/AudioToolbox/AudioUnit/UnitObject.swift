import AudioBase
import AudioDevices
import AudioGraph
import CAudioToolbox
import Foundation
import Synchronization

/// The object of an `AudioUnit`: the common part of all kinds of units.
///
/// Two locks, taken in this order, by threads that do not render:
/// 1. ``lifecycle`` while a unit is initialized, started or stopped; a device's own lock is taken after it.
/// 2. ``configuration``, for a few instructions.
///
/// One thread at a time renders, and never waits: a second one, and a program's function that renders the unit it is
/// called by, get a status. The state for rendering never changes; other threads replace ``Rendering`` by another one,
/// from which the next call takes its parts, and wait for the end of the present one before they free the old. A thread
/// that renders may do so too, without waiting.
///
/// `@unchecked`: variable state is guarded by one of the locks, or belongs to the thread that renders.
class UnitObject: HandleObject, @unchecked Sendable {
  /// The settings by properties while nothing is rendered, and their answers.
  struct Configuration: Sendable {
    var inputs: [UnitFormat]
    var outputs: [UnitFormat]
    /// The largest number of frames of a slice. Apple's units start with 1156: BEHAVIOUR_ENGINE.md, 8.
    var maximumFrameCount = 1156
    /// `kAudioUnitProperty_RenderQuality`, which is kept: rates are always converted at the best.
    var renderQuality = UInt32(kRenderQuality_Max)
    var isInitialized = false
    /// The output elements that lend no memory: `kAudioUnitProperty_ShouldAllocateBuffer` of 0.
    var withoutMemory: Set<UInt32> = []
    /// The name of the preset that the parameters are from.
    var presetName = "Untitled"
  }

  /// The state for rendering, from an initialization to its end.
  final class Live {
    let inputs: [UnitFormat]
    let outputs: [UnitFormat]
    let maximumFrameCount: Int
    /// The converters of an input's frames to the unit's format; `nil` if they have it already.
    let converters: [PullConverter?]
    /// The memory lent by output elements.
    let lent: [LentMemory?]
    /// Further state of the kind of unit.
    let state: AnyObject?

    init(_ configuration: Configuration, _ converters: [PullConverter?], _ state: AnyObject?) {
      self.state = state
      inputs = configuration.inputs
      outputs = configuration.outputs
      maximumFrameCount = configuration.maximumFrameCount
      self.converters = converters
      lent = outputs.enumerated().map { index, format in
        configuration.withoutMemory.contains(UInt32(index))
          ? nil : LentMemory(format, frameCount: configuration.maximumFrameCount)
      }
    }
  }

  /// The state of a call that renders. It never changes: `@unchecked`, for the objects that it refers to belong to the
  /// thread that renders.
  final class Rendering: @unchecked Sendable {
    /// Its parts.
    struct Parts {
      /// `nil` of a unit that is not initialized.
      var live: Live?
      /// The source of each input's frames.
      var sources: [UnitSource]
      var notifies: [RenderFunction] = []
    }

    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  /// A function of the program and its pointer, which is only passed back: `@unchecked` for that reason.
  @safe
  private struct Listener: @unchecked Sendable {
    /// `AudioUnitPropertyListenerProc`, which programs also pass without a pointer.
    typealias Function =
      @convention(c) (
        UnsafeMutableRawPointer?, AudioUnit, AudioUnitPropertyID, AudioUnitScope, AudioUnitElement
      ) -> Void

    var property: AudioUnitPropertyID
    var function: Function
    var context: UnsafeMutableRawPointer?
  }

  let kind: UnitKind
  let lifecycle = Lock(())
  let configuration: Lock<Configuration>
  private let listeners = Lock<[Listener]>([])
  private let number = Atomic<UInt>(0)
  private let renderError = Atomic<OSStatus>(noErr)
  private let initialized = Atomic<Bool>(false)

  private let rendering: SwappedReference<Rendering>
  private let turn = RenderTurn()
  private let isToReset = Atomic<Bool>(false)
  /// The parts in use during a call; accessed only by the rendering thread.
  private var present: Rendering.Parts?

  /// - Parameter sourceCount: Inputs that can be fed, if they are not those of the configuration.
  init(_ kind: UnitKind, _ configuration: Configuration, sourceCount: Int? = nil) {
    self.kind = kind
    self.configuration = Lock(configuration)
    rendering = SwappedReference(
      Rendering(
        Rendering.Parts(
          live: nil, sources: Array(repeating: .none, count: sourceCount ?? configuration.inputs.count))))
    super.init()
    // Made here, and not by a thread that renders.
    _ = parameters
  }

  // MARK: The handle

  /// Opens a handle.
  func open() -> AudioUnit? {
    let handle = unsafe Handles.insert(self)
    number.store(UInt(bitPattern: handle), ordering: .releasing)
    return unsafe handle
  }

  var handle: AudioUnit? { unsafe OpaquePointer(bitPattern: number.load(ordering: .acquiring)) }

  /// Ends the unit, whose handle is closed.
  func dispose() {
    stopForDisposal()
    RenderingThread.afterwards { [self] in
      try? uninitialize()
      changeRendering { $0.sources = Array(repeating: .none, count: $0.sources.count) }
      listeners.withLock { $0.removeAll() }
    }
  }

  /// Removes the unit from its device.
  func stopForDisposal() {}

  /// Changes the state for rendering from the next call on, and waits for the end of the present call, unless the
  /// calling thread is in it.
  func changeRendering(_ body: (inout Rendering.Parts) -> Void) {
    rendering.replace { old in
      var parts = old.parts
      body(&parts)
      return Rendering(parts)
    }
    rendering.settle()
  }

  /// The state of an initialized unit for rendering.
  var live: Live? { rendering.present.parts.live }

  /// The sources of the inputs, for the thread that renders.
  var sources: [UnitSource] { present?.sources ?? [] }

  // MARK: Initializing

  /// Returns the converter of each input, for a configuration.
  func makeConverters(_ configuration: Configuration) throws(Status) -> [PullConverter?] { [] }

  /// Returns the further state for rendering, for a configuration.
  func makeState(_ configuration: Configuration) throws(Status) -> AnyObject? { nil }

  /// Does the work after an initialization, and before its end.
  func didInitialize(_ configuration: Configuration) throws(Status) {}
  func willUninitialize() {}

  /// Makes everything that rendering needs.
  ///
  /// - Throws: `kAudioUnitErr_FailedInitialization`, `kAudioUnitErr_FormatNotSupported`,
  ///   `kAudioUnitErr_CannotDoInCurrentContext` to a function that a device calls.
  func initialize() throws(Status) {
    guard !isInitialized else { return }
    guard !RenderingThread.isInside else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
    try lifecycle.withLock { _ throws(Status) in
      guard !isInitialized else { return }
      try rebuild()
    }
  }

  /// Recreates all state for rendering; the lifecycle's lock is held.
  func rebuild() throws(Status) {
    takeFormatsOfSources()
    let configuration = configuration.withLock { $0 }
    let new = Live(configuration, try makeConverters(configuration), try makeState(configuration))
    try didInitialize(configuration)
    changeRendering { $0.live = new }
    self.configuration.withLock { $0.isInitialized = true }
    initialized.store(true, ordering: .releasing)
  }

  /// Sets the formats of connected inputs to those of the outputs to which they are connected.
  private func takeFormatsOfSources() {
    for (index, source) in rendering.present.parts.sources.enumerated() {
      guard case .unit(let unit, let bus) = source, let format = unit.outputFormat(bus) else { continue }
      configuration.withLock { take(format, forInput: index, &$0) }
    }
  }

  /// Records the format of an input, which is that of the output it is connected to.
  func take(_ format: UnitFormat, forInput index: Int, _ configuration: inout Configuration) {
    configuration.inputs[index] = format
  }

  func uninitialize() throws(Status) {
    guard !RenderingThread.isInside else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
    lifecycle.withLock { _ in
      guard isInitialized else { return }
      willUninitialize()
      configuration.withLock { $0.isInitialized = false }
      initialized.store(false, ordering: .releasing)
      changeRendering { $0.live = nil }
    }
  }

  var isInitialized: Bool { initialized.load(ordering: .acquiring) }

  /// Returns the format of an output element.
  func outputFormat(_ bus: UInt32) -> UnitFormat? {
    configuration.withLock { $0.outputs.indices.contains(Int(bus)) ? $0.outputs[Int(bus)] : nil }
  }

  /// Clears all sound in the unit before the next frames are rendered.
  func reset() { isToReset.store(true, ordering: .releasing) }

  /// Resets the state for rendering; on the thread that renders.
  func resetRendering(_ live: Live) { for converter in live.converters { converter?.reset() } }

  // MARK: Rendering

  /// Stores the status of the last failed call until it is read.
  func noteRenderError(_ status: OSStatus) {
    if status != noErr { renderError.store(status, ordering: .relaxed) }
  }

  var lastRenderError: OSStatus { renderError.exchange(noErr, ordering: .relaxed) }

  /// Makes frames of an output element: `AudioUnitRender`, and the calls of a unit that it feeds.
  func render(_ call: RenderCall) -> OSStatus {
    Status.of { () throws(Status) in
      guard isOpen else { throw Status(kAudioComponentErr_InstanceInvalidated) }
      try rendering { (live) throws(Status) in
        guard Int(call.bus) < live.outputs.count else { throw Status(kAudioUnitErr_InvalidElement) }
        try prepare(call, live)
        let status = notifying(call) { produce(call, live) }
        noteRenderError(status)
        guard status == noErr else { throw Status(status) }
      }
    }
  }

  /// Renders, if no thread is doing so.
  ///
  /// - Throws: `kAudioUnitErr_CannotDoInCurrentContext` if one is, `kAudioUnitErr_Uninitialized`, and the error of
  ///   the body.
  func rendering(_ body: (Live) throws(Status) -> Void) throws(Status) {
    guard turn.take() else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
    defer { turn.giveBack() }
    var status = noErr
    RenderingThread.enter(.program) {
      rendering.use { rendering in
        present = rendering.parts
        // The objects that it refers to are freed by others, and not before this call has ended.
        defer { present = nil }
        status = Status.of { () throws(Status) in
          guard let live = rendering.parts.live else { throw Status(kAudioUnitErr_Uninitialized) }
          if isToReset.load(ordering: .relaxed), isToReset.exchange(false, ordering: .acquiring) {
            resetRendering(live)
          }
          try body(live)
        }
      }
    }
    guard status == noErr else { throw Status(status) }
  }

  /// Checks the caller's buffers, and lends memory if they have none.
  func prepare(_ call: RenderCall, _ live: Live) throws(Status) {
    guard call.frameCount <= live.maximumFrameCount else { throw Status(kAudioUnitErr_TooManyFramesToProcess) }
    let (format, memory) = (live.outputs[Int(call.bus)], live.lent[Int(call.bus)])
    try Self.prepare(call, format, memory)
  }

  /// Checks the buffers, and lends memory, for any format.
  static func prepare(_ call: RenderCall, _ format: UnitFormat, _ memory: LentMemory?) throws(Status) {
    guard unsafe AudioBufferMemory.count(of: call.list) == format.bufferCount else { throw Status(kAudio_ParamError) }
    let size = call.frameCount * format.bytesPerFrame
    for index in 0..<format.bufferCount {
      let buffer = unsafe AudioBufferMemory.buffer(index, of: call.list)
      if unsafe buffer.pointee.mData == nil {
        unsafe buffer.pointee.mData = memory?.buffer(index)
      } else if unsafe Int(buffer.pointee.mDataByteSize) < size {
        throw Status(kAudio_ParamError)
      }
      guard unsafe buffer.pointee.mData != nil else { throw Status(kAudio_ParamError) }
      unsafe buffer.pointee.mNumberChannels = UInt32(format.channelsPerBuffer)
      unsafe buffer.pointee.mDataByteSize = UInt32(size)
    }
  }

  /// Makes frames, and calls the functions for notifications before and after.
  func notifying(_ call: RenderCall, _ body: () -> OSStatus) -> OSStatus {
    if present?.notifies.isEmpty ?? true { return body() }
    notify(call, .unitRenderAction_PreRender)
    let status = body()
    let error: AudioUnitRenderActionFlags = status == noErr ? [] : .unitRenderAction_PostRenderError
    notify(call, [.unitRenderAction_PostRender, error])
    return status
  }

  private func notify(_ call: RenderCall, _ reason: AudioUnitRenderActionFlags) {
    for function in present?.notifies ?? [] {
      var flags = unsafe call.flags.pointee.union(reason)
      let status = unsafe withUnsafeMutablePointer(to: &flags) { flags in
        unsafe function(
          RenderCall(flags: flags, time: call.time, bus: call.bus, frameCount: call.frameCount, list: call.list))
      }
      noteRenderError(status)
    }
  }

  /// Makes frames into buffers that have room for them; on the thread that renders.
  func produce(_ call: RenderCall, _ live: Live) -> OSStatus { kAudioUnitErr_CannotDoInCurrentContext }

  /// Requests frames of the source of the input element `call.bus` in its format; on the thread that renders.
  func pull(_ call: RenderCall) -> OSStatus {
    guard let present, Int(call.bus) < present.sources.count else { return kAudioUnitErr_InvalidElement }
    switch present.sources[Int(call.bus)] {
    case .none: return kAudioUnitErr_NoConnection
    case .function(let function): return function(call)
    case .unit(let unit, let bus):
      return unit.render(unsafe call.into(call.list, bus: bus, frameCount: call.frameCount))
    }
  }

  /// The same, through what converts the source's frames if that is needed.
  final func pull(_ call: RenderCall, by converter: PullConverter?) -> OSStatus {
    guard let converter else { return pull(call) }
    let rate = converter.input.format.sampleRate / converter.output.format.sampleRate
    var asked = 0.0
    return unsafe converter.fill(call.list, frameCount: call.frameCount) { count, list in
      // The requested frames of the input correspond to the requested ones, on the input's time line.
      var time = unsafe call.time.pointee
      time.mSampleTime = time.mSampleTime * rate + asked
      asked += Double(count)
      return unsafe withUnsafePointer(to: time) { time in
        unsafe pull(RenderCall(flags: call.flags, time: time, bus: call.bus, frameCount: count, list: list))
      }
    }
  }

  func addNotify(_ function: RenderFunction) {
    changeRendering { $0.notifies.append(function) }
  }

  func removeNotify(_ function: RenderFunction) {
    changeRendering { $0.notifies.removeAll { $0.isSame(function) } }
  }

  // MARK: Properties and parameters

  /// The delay of the output relative to the input, in seconds.
  var latency: Double { (live?.converters ?? []).reduce(0) { max($0, $1?.latency ?? 0) } }

  /// The seconds that are heard after the end of the input.
  var tailTime: Double { 0 }

  /// Returns the answer to a property.
  func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer { try UnitProperties(unit: self).answer(address) }

  /// Sets a property.
  func set(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    try UnitProperties(unit: self).set(address, to: source)
  }

  /// Sets the format of an element.
  ///
  /// - Throws: `kAudioUnitErr_Initialized`, `kAudioUnitErr_FormatNotSupported`.
  func setFormat(_ scope: AudioUnitScope, _ element: Int, _ format: UnitFormat) throws(Status) {
    try changeAtRest { configuration in
      if scope == kAudioUnitScope_Input {
        configuration.inputs[element] = format
      } else {
        configuration.outputs[element] = format
      }
    }
  }

  func canSetElementCount(_ scope: AudioUnitScope) -> Bool { false }
  func setElementCount(_ scope: AudioUnitScope, _ count: Int) throws(Status) {}

  /// The numbers of channels that the unit supports; −1 for any, and −2 for any that differ.
  var channelCounts: AUChannelInfo { AUChannelInfo(inChannels: -1, outChannels: -2) }

  /// The kind's parameters, created once.
  var parameters: [UnitParameter] { [] }

  /// The elements of a scope whose parameters are included in presets.
  func presetElements(_ scope: AudioUnitScope) -> [AudioUnitElement] {
    Array(0..<UInt32(scope == kAudioUnitScope_Input ? configuration.withLock { $0.inputs.count } : 1))
  }

  /// The place of a parameter in the list.
  ///
  /// - Throws: `kAudioUnitErr_InvalidParameter`, `kAudioUnitErr_InvalidScope`.
  final func index(of address: ParameterAddress) throws(Status) -> Int {
    guard let index = parameters.firstIndex(where: { $0.id == address.id }) else {
      throw Status(kAudioUnitErr_InvalidParameter)
    }
    guard parameters[index].has(address.scope) else { throw Status(kAudioUnitErr_InvalidScope) }
    return index
  }

  // A thread that renders may call what follows: no lock is taken, and nothing is allocated.

  /// - Throws: `kAudioUnitErr_InvalidParameter`, `kAudioUnitErr_InvalidElement`.
  func parameter(_ address: ParameterAddress) throws(Status) -> Float { throw Status(kAudioUnitErr_InvalidParameter) }

  func setParameter(_ address: ParameterAddress, to value: Float) throws(Status) {
    throw Status(kAudioUnitErr_InvalidParameter)
  }

  /// Changes a parameter in the next slice.
  func schedule(_ event: AudioUnitParameterEvent) throws(Status) { throw Status(kAudioUnitErr_InvalidParameter) }

  // MARK: Listeners

  func addListener(
    _ property: AudioUnitPropertyID, _ function: @escaping AudioUnitPropertyListenerProc,
    _ context: UnsafeMutableRawPointer?
  ) {
    let listener = unsafe Listener(
      property: property, function: unsafeBitCast(function, to: Listener.Function.self), context: context)
    listeners.withLock { $0.append(listener) }
  }

  func removeListener(
    _ property: AudioUnitPropertyID, _ function: @escaping AudioUnitPropertyListenerProc,
    _ context: UnsafeMutableRawPointer?
  ) {
    let address = unsafe unsafeBitCast(function, to: UInt.self)
    let wanted = UInt(bitPattern: context)
    listeners.withLock { listeners in
      listeners.removeAll { listener in
        unsafe listener.property == property && unsafeBitCast(listener.function, to: UInt.self) == address
          && wanted == UInt(bitPattern: listener.context)
      }
    }
  }

  /// Reports the change of a property. No lock is held.
  func tell(_ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement) {
    guard let handle = unsafe handle else { return }
    for listener in listeners.withLock({ $0.filter { $0.property == property } }) {
      unsafe listener.function(listener.context, handle, property, scope, element)
    }
    let changed = unsafe AudioUnitProperty(mAudioUnit: handle, mPropertyID: property, mScope: scope, mElement: element)
    UnitListeners.note(unsafe ListenedEvent(changed), 0)
  }
}
