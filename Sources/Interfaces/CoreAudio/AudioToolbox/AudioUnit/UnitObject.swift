import AudioBase
import CAudioToolbox
import Foundation
import Synchronization

/// What an `AudioUnit` stands for: what all kinds of units have in common.
///
/// Three locks, taken in this order:
/// 1. ``lifecycle`` while a unit is initialized, started or stopped; a device's own lock comes below it.
/// 2. ``gate`` while the unit renders, and for as long as it takes to change what rendering goes by. Who renders calls
///    the program under it; other threads allocate nothing there, so that a device's thread never waits for long. A
///    unit enters the gates of those that it is connected to.
/// 3. ``configuration``, for a few instructions. No thread that renders takes it.
///
/// `@unchecked`: what changes is behind one of them, as said there.
class UnitObject: HandleObject, @unchecked Sendable {
  /// What properties set while nothing is rendered, and what they answer.
  struct Configuration: Sendable {
    var inputs: [UnitFormat]
    var outputs: [UnitFormat]
    /// Frames of a slice at most. Apple's units start with 1156: BEHAVIOUR_ENGINE.md, 8.
    var maximumFrameCount = 1156
    var isInitialized = false
    /// Output elements that lend no memory: `kAudioUnitProperty_ShouldAllocateBuffer` of 0.
    var withoutMemory: Set<UInt32> = []
    /// The name of the preset that the parameters are from.
    var presetName = "Untitled"
  }

  /// What rendering goes by, from an initialization to its end.
  final class Live {
    let inputs: [UnitFormat]
    let outputs: [UnitFormat]
    let maximumFrameCount: Int
    /// What makes frames of an input those that the unit works on; `nil` where they are that already.
    let converters: [PullConverter?]
    /// What output elements lend.
    let lent: [LentMemory?]

    init(_ configuration: Configuration, _ converters: [PullConverter?]) {
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

  /// A function of the program and its pointer, which is only handed back to it: `@unchecked` stands for that.
  @safe
  private struct Listener: @unchecked Sendable {
    /// `AudioUnitPropertyListenerProc`, which programs give without a pointer of theirs too.
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
  let gate = ObjectGate(.asking)
  let configuration: Lock<Configuration>
  private let listeners = Lock<[Listener]>([])
  private let number = Atomic<UInt>(0)
  private let renderError = Atomic<OSStatus>(noErr)

  // Behind the gate.
  var sources: [UnitSource]
  private var notifies: [RenderFunction] = []
  private(set) var live: Live?
  private var isRendering = false

  init(_ kind: UnitKind, _ configuration: Configuration) {
    self.kind = kind
    self.configuration = Lock(configuration)
    sources = Array(repeating: .none, count: configuration.inputs.count)
    super.init()
    // Few programs have more, so that nothing is allocated behind the gate.
    notifies.reserveCapacity(16)
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
    CallbackThread.afterCallback { [self] in
      try? uninitialize()
      locked { for index in sources.indices { sources[index] = .none } }
      listeners.withLock { $0.removeAll() }
    }
  }

  /// Takes the unit off its device.
  func stopForDisposal() {}

  /// Changes what rendering goes by, when nothing is rendered.
  func locked(_ body: () -> Void) {
    _ = Status.of { () throws(Status) in try gate.enter { () throws(Status) in body() } }
  }

  // MARK: Initializing

  /// What converts each input, for a configuration.
  func makeConverters(_ configuration: Configuration) throws(Status) -> [PullConverter?] { [] }

  /// What is to be done behind an initialization, and before its end.
  func didInitialize(_ configuration: Configuration) throws(Status) {}
  func willUninitialize() {}

  /// Makes everything that rendering needs.
  ///
  /// - Throws: `kAudioUnitErr_FailedInitialization`, `kAudioUnitErr_FormatNotSupported`,
  ///   `kAudioUnitErr_CannotDoInCurrentContext` to a function that a device calls.
  func initialize() throws(Status) {
    guard !CallbackThread.isInside else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
    try lifecycle.withLock { _ throws(Status) in
      guard !isInitialized else { return }
      try rebuild()
    }
  }

  /// Makes everything anew that rendering needs; the lifecycle's lock is held.
  func rebuild() throws(Status) {
    takeFormatsOfSources()
    let configuration = configuration.withLock { $0 }
    let new = Live(configuration, try makeConverters(configuration))
    try didInitialize(configuration)
    var old: Live?
    locked {
      old = live
      live = new
    }
    // Freed here, not behind the gate.
    _ = consume old
    self.configuration.withLock { $0.isInitialized = true }
  }

  /// Lets inputs that are connected have the formats of the outputs that they are connected to.
  private func takeFormatsOfSources() {
    var sources: [UnitSource] = []
    locked { sources = self.sources }
    for (index, source) in sources.enumerated() {
      guard case .unit(let unit, let bus) = source, let format = unit.outputFormat(bus) else { continue }
      configuration.withLock { take(format, forInput: index, &$0) }
    }
  }

  /// Notes the format of an input, which is that of the output it is connected to.
  func take(_ format: UnitFormat, forInput index: Int, _ configuration: inout Configuration) {
    configuration.inputs[index] = format
  }

  func uninitialize() throws(Status) {
    guard !CallbackThread.isInside else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
    lifecycle.withLock { _ in
      guard isInitialized else { return }
      willUninitialize()
      configuration.withLock { $0.isInitialized = false }
      var old: Live?
      locked {
        old = live
        live = nil
      }
      _ = consume old
    }
  }

  var isInitialized: Bool { configuration.withLock { $0.isInitialized } }

  /// The format of an output element.
  func outputFormat(_ bus: UInt32) -> UnitFormat? {
    configuration.withLock { $0.outputs.indices.contains(Int(bus)) ? $0.outputs[Int(bus)] : nil }
  }

  /// Forgets all sound that is under way.
  func reset() {
    locked { for converter in live?.converters ?? [] { converter?.reset() } }
  }

  // MARK: Rendering

  /// The status of the last call that failed, until it is asked for.
  func noteRenderError(_ status: OSStatus) {
    if status != noErr { renderError.store(status, ordering: .relaxed) }
  }

  var lastRenderError: OSStatus { renderError.exchange(noErr, ordering: .relaxed) }

  /// Makes frames of an output element: `AudioUnitRender`, and what a unit behind it calls.
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

  /// Renders behind the gate.
  func rendering(_ body: (Live) throws(Status) -> Void) throws(Status) {
    try gate.enter { () throws(Status) in
      guard let live else { throw Status(kAudioUnitErr_Uninitialized) }
      guard !isRendering else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
      isRendering = true
      defer { isRendering = false }
      try body(live)
    }
  }

  /// Checks the caller's buffers, and lends memory where he has none.
  func prepare(_ call: RenderCall, _ live: Live) throws(Status) {
    guard call.frameCount <= live.maximumFrameCount else { throw Status(kAudioUnitErr_TooManyFramesToProcess) }
    let (format, memory) = (live.outputs[Int(call.bus)], live.lent[Int(call.bus)])
    try Self.prepare(call, format, memory)
  }

  /// The same for any format.
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

  /// Makes frames, and tells who wants to be told before and after.
  func notifying(_ call: RenderCall, _ body: () -> OSStatus) -> OSStatus {
    if notifies.isEmpty { return body() }
    notify(call, .unitRenderAction_PreRender)
    let status = body()
    let error: AudioUnitRenderActionFlags = status == noErr ? [] : .unitRenderAction_PostRenderError
    notify(call, [.unitRenderAction_PostRender, error])
    return status
  }

  private func notify(_ call: RenderCall, _ reason: AudioUnitRenderActionFlags) {
    for function in notifies {
      var flags = unsafe call.flags.pointee.union(reason)
      let status = unsafe withUnsafeMutablePointer(to: &flags) { flags in
        unsafe function(
          RenderCall(flags: flags, time: call.time, bus: call.bus, frameCount: call.frameCount, list: call.list))
      }
      noteRenderError(status)
    }
  }

  /// Makes frames into buffers that have room for them. Behind the gate.
  func produce(_ call: RenderCall, _ live: Live) -> OSStatus { kAudioUnitErr_CannotDoInCurrentContext }

  /// Asks the source of the input element `call.bus` for frames in its format. Behind the gate.
  func pull(_ call: RenderCall) -> OSStatus {
    guard Int(call.bus) < sources.count else { return kAudioUnitErr_InvalidElement }
    switch sources[Int(call.bus)] {
    case .none: return kAudioUnitErr_NoConnection
    case .function(let function): return function(call)
    case .unit(let unit, let bus):
      return unit.render(unsafe call.into(call.list, bus: bus, frameCount: call.frameCount))
    }
  }

  func addNotify(_ function: RenderFunction) {
    locked { notifies.append(function) }
  }

  func removeNotify(_ function: RenderFunction) {
    locked { notifies.removeAll { $0.isSame(function) } }
  }

  // MARK: Properties and parameters

  /// Seconds by which what comes out is behind what goes in.
  var latency: Double {
    var latency = 0.0
    locked { latency = (live?.converters ?? []).reduce(0) { max($0, $1?.latency ?? 0) } }
    return latency
  }

  /// What a property is.
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

  /// Numbers of channels that the unit can have; −1 for any, and −2 for any other.
  var channelCounts: AUChannelInfo { AUChannelInfo(inChannels: -1, outChannels: -2) }

  /// The kind's parameters.
  var parameters: [UnitParameter] { [] }

  /// - Throws: `kAudioUnitErr_InvalidParameter`, `kAudioUnitErr_InvalidElement`.
  func parameter(_ address: ParameterAddress) throws(Status) -> Float { throw Status(kAudioUnitErr_InvalidParameter) }

  func setParameter(_ address: ParameterAddress, to value: Float) throws(Status) {
    throw Status(kAudioUnitErr_InvalidParameter)
  }

  /// Changes parameters in the next slice.
  func schedule(_ events: [AudioUnitParameterEvent]) throws(Status) { throw Status(kAudioUnitErr_InvalidParameter) }

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

  /// Tells that a property has changed. Under no lock.
  func tell(_ property: AudioUnitPropertyID, _ scope: AudioUnitScope, _ element: AudioUnitElement) {
    guard let handle = unsafe handle else { return }
    for listener in listeners.withLock({ $0.filter { $0.property == property } }) {
      unsafe listener.function(listener.context, handle, property, scope, element)
    }
    let changed = unsafe AudioUnitProperty(mAudioUnit: handle, mPropertyID: property, mScope: scope, mElement: element)
    UnitListeners.note(unsafe ListenedEvent(changed), 0)
  }
}
