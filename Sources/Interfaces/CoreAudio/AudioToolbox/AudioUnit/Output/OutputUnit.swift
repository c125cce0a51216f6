import AudioBase
import AudioDevices
import CAudioToolbox
import Foundation
import Synchronization

/// The role of an output unit.
enum OutputRole: Sendable {
  /// The unit plays on the default device.
  case playing
  /// The unit plays and records, on the device that the program chooses.
  case choosing
  /// The unit is like ``choosing``, for programs that request voice processing, which does not exist here.
  case voice
}

/// A unit that plays and records on a device. Element 0 plays, element 1 records.
///
/// The device's thread renders the source of element 0 and passes the frames to the device, converted where formats
/// differ; it notifies the input function of captured frames.
///
/// `@unchecked`: see `UnitObject`. The state that the device's threads change is in their `UnitClient`.
final class OutputUnit: UnitObject, RunningUnit, @unchecked Sendable {
  /// The settings of the device's sides by properties.
  struct Settings: Sendable {
    var device: any AudioDevice
    var playsEnabled = true
    var capturesEnabled = false
    /// True once the program has set the format of an element.
    var hasFormat = [false, false]
    var startsAtZero = true
    var outputMap: [Int?]?
    var inputMap: [Int?]?
    /// The program's layout of each element; `nil` if none is set.
    var layouts: [ChannelLayout?] = [nil, nil]
    var startTime: Double?
    var isMuted = false
  }

  /// The state that a capturing device's thread uses. It never changes: `@unchecked`, for the path states which thread
  /// owns what.
  final class Input: @unchecked Sendable {
    /// The path of captured frames to the program; `nil` if the unit does not capture.
    let path: InputPath?
    /// The program's function, which is notified of them.
    let function: RenderFunction?

    init(_ path: InputPath?, _ function: RenderFunction?) { (self.path, self.function) = (path, function) }
  }

  private struct Running {
    var clients: [(client: UnitClient, direction: DeviceDirection)] = []
    var device: (any AudioDevice)?
  }

  let role: OutputRole
  let settings: Lock<Settings>
  private let running = Lock(Running())
  let input = SwappedReference(Input(nil, nil))
  private let isOn = Atomic<Bool>(false)
  /// `kHALOutputParam_Volume`
  let volume = Atomic<UInt32>(Float(1).bitPattern)
  private let zeroStart = Atomic<Bool>(true)
  let muted = Atomic<Bool>(false)
  /// The part of a cycle's time that playing it took: in the last cycle, and the largest.
  let load = Atomic<UInt32>(0)
  let mostLoad = Atomic<UInt32>(0)
  /// The threads inside the input function and in the source of element 0; 0 for none.
  let inputThread = Atomic<UInt>(0)
  let renderThread = Atomic<UInt>(0)

  init(_ kind: UnitKind, _ role: OutputRole) {
    self.role = role
    let device = DeviceList.standard
    settings = Lock(Settings(device: device))
    super.init(kind, Configuration(inputs: [], outputs: []), sourceCount: 2)
    configuration.withLock { Self.follow(device.format, role, [false, false], &$0) }
  }

  /// Sets the formats of the device's side, and those of the program's side that the program has not set.
  private static func follow(
    _ device: DeviceFormat, _ role: OutputRole, _ isSet: [Bool], _ configuration: inout Configuration
  ) {
    let hardware = UnitFormat(planar: device.sampleRate, device.channelCount)
    // Units offer stereo, of devices with more channels too.
    let client = UnitFormat(planar: device.sampleRate, min(2, device.channelCount))
    let (played, captured) = (configuration.inputs.first ?? client, configuration.outputs.last ?? hardware)
    configuration.inputs = [isSet[0] ? played : client]
    configuration.outputs = [hardware]
    guard role != .playing else { return }
    configuration.inputs.append(hardware)
    configuration.outputs.append(isSet[1] ? captured : hardware)
  }

  var device: any AudioDevice { settings.withLock { $0.device } }

  // MARK: Settings

  override func setFormat(_ scope: AudioUnitScope, _ element: Int, _ format: UnitFormat) throws(Status) {
    let isClients = (scope == kAudioUnitScope_Input) == (element == 0)
    guard isClients else {
      let hardware = configuration.withLock { $0.outputs[0] }
      guard format.isSame(as: hardware) else { throw Status(kAudioUnitErr_PropertyNotWritable) }
      return
    }
    try changeStopped { configuration in
      if element == 0 { configuration.inputs[0] = format } else { configuration.outputs[1] = format }
      settings.withLock { $0.hasFormat[element] = true }
    }
  }

  /// Plays and records on another device.
  func setDevice(_ device: any AudioDevice) throws(Status) {
    try changeStopped { configuration in
      let isSet = settings.withLock { settings in
        settings.device = device
        return settings.hasFormat
      }
      Self.follow(device.format, role, isSet, &configuration)
    }
  }

  /// Changes the settings of the unit while it does not run, initialized or not.
  ///
  /// - Throws: `kAudioUnitErr_Initialized` while it runs; the error of an initialization, with nothing changed.
  func changeStopped(_ body: (inout Configuration) -> Void) throws(Status) {
    guard !isRunning else { throw Status(kAudioUnitErr_Initialized) }
    guard !RenderingThread.isInside else { throw Status(kAudioUnitErr_CannotDoInCurrentContext) }
    try lifecycle.withLock { _ throws(Status) in
      let before = (configuration.withLock { $0 }, settings.withLock { $0 })
      configuration.withLock { body(&$0) }
      guard isInitialized else { return }
      do throws(Status) {
        try rebuild()
      } catch {
        configuration.withLock { $0 = before.0 }
        settings.withLock { $0 = before.1 }
        throw error
      }
    }
  }

  func setInputFunction(_ function: RenderFunction?) {
    input.replace { Input($0.path, function) }
    input.settle()
  }

  var inputFunction: RenderFunction? { input.present.function }

  private func setInputPath(_ path: InputPath?) {
    input.replace { Input(path, $0.function) }
    input.settle()
  }

  /// True if time stamps count from the start, not by the device's clock.
  var startsAtZero: Bool { zeroStart.load(ordering: .relaxed) }

  func setStartsAtZero(_ starts: Bool) { zeroStart.store(starts, ordering: .relaxed) }

  func setMuted(_ isMuted: Bool) {
    settings.withLock { $0.isMuted = isMuted }
    muted.store(isMuted, ordering: .relaxed)
  }

  override func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    if let own = try OutputProperties(unit: self).answer(address) { return own }
    return try super.answer(address)
  }

  override func set(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    if try OutputProperties(unit: self).set(address, to: source) { return }
    try super.set(address, to: source)
  }

  // MARK: The volume

  override var parameters: [UnitParameter] { Self.parameters }

  private static let parameters = [
    UnitParameter(
      id: kHALOutputParam_Volume, name: "Volume", unit: .linearGain, range: 0...1, initial: 1,
      scopes: [kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output])
  ]

  private func check(_ address: ParameterAddress) throws(Status) {
    _ = try index(of: address)
    guard address.element == 0 else { throw Status(kAudioUnitErr_InvalidElement) }
  }

  override func parameter(_ address: ParameterAddress) throws(Status) -> Float {
    try check(address)
    return Float(bitPattern: volume.load(ordering: .relaxed))
  }

  override func setParameter(_ address: ParameterAddress, to value: Float) throws(Status) {
    try check(address)
    guard value.isFinite else { throw Status(kAudioUnitErr_InvalidParameterValue) }
    volume.store(min(max(value, 0), 1).bitPattern, ordering: .relaxed)
  }

  // MARK: Rendering

  override func render(_ call: RenderCall) -> OSStatus {
    isOpen ? renderInput(call) : kAudioComponentErr_InstanceInvalidated
  }

  // MARK: Initializing

  override func makeConverters(_ configuration: Configuration) throws(Status) -> [PullConverter?] {
    let settings = settings.withLock { $0 }
    let (input, output) = (configuration.inputs[0], configuration.outputs[0])
    let channels = settings.mapping(0, from: input, to: output)
    if channels == nil, input.isSame(as: output), input.isPlanarFloat { return [nil] }
    return [
      try PullConverter(
        from: input, to: output, channels: channels, maximumFrameCount: configuration.maximumFrameCount)
    ]
  }

  override func didInitialize(_ configuration: Configuration) throws(Status) {
    let settings = settings.withLock { $0 }
    let path =
      settings.capturesEnabled
      ? try InputPath(
        from: settings.device.format, settings.device.bufferFrameCount, configuration,
        channels: settings.mapping(1, from: configuration.inputs[1], to: configuration.outputs[1])) : nil
    setInputPath(path)
  }

  /// Creates the list in which a device's frames are computed.
  override func makeState(_ configuration: Configuration) throws(Status) -> AnyObject? {
    let list = CallbackBufferList(count: configuration.outputs[0].bufferCount)
    _ = unsafe list.prepare(channelsPerBuffer: 1)
    return list
  }

  override func willUninitialize() {
    stopHolding()
    setInputPath(nil)
  }

  override func reset() {
    super.reset()
    if !isRunning { input.present.path?.reset() }
  }

  override var latency: Double {
    let input = input.present.path?.latency ?? 0
    let device = device
    let direction: DeviceDirection = settings.withLock { $0.playsEnabled } ? .output : .input
    return max(super.latency, input) + Double(device.report(direction).latencyFrameCount) / device.format.sampleRate
  }

  // MARK: Running

  var isRunning: Bool { isOn.load(ordering: .acquiring) }

  func start() throws(Status) {
    guard isInitialized else { throw Status(kAudioUnitErr_Uninitialized) }
    if RenderingThread.isInside {
      return RenderingThread.afterwards { [self] in try? startNow() }
    }
    try startNow()
  }

  private func startNow() throws(Status) {
    let isNew = try lifecycle.withLock { _ throws(Status) in
      guard isInitialized else { throw Status(kAudioUnitErr_Uninitialized) }
      guard !isRunning else { return false }
      try startHolding()
      return true
    }
    if isNew { tell(kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0) }
  }

  private func startHolding() throws(Status) {
    // Clients of a run that ended in a callback are removed from the device.
    takeClientsOff()
    let settings = settings.withLock { $0 }
    self.settings.withLock { $0.startTime = nil }
    input.present.path?.reset()
    var directions: [DeviceDirection] = []
    if settings.playsEnabled { directions.append(.output) }
    if settings.capturesEnabled { directions.append(.input) }
    guard !directions.isEmpty else { throw Status(kAudioUnitErr_FailedInitialization) }
    isOn.store(true, ordering: .releasing)
    running.withLock { $0.device = settings.device }
    for direction in directions {
      let client = UnitClient(self, at: settings.startTime)
      running.withLock { $0.clients.append((client, direction)) }
      do throws(DeviceError) {
        try settings.device.start(client, direction)
      } catch {
        isOn.store(false, ordering: .releasing)
        takeClientsOff()
        throw Status(device: error)
      }
    }
  }

  func stop() throws(Status) {
    guard !RenderingThread.isInside else { return stopLater() }
    let wasRunning = lifecycle.withLock { _ in stopHolding() }
    if wasRunning { tell(kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0) }
  }

  /// Stops in a callback of a device, which removes the clients afterwards.
  private func stopLater() {
    let wasRunning = isOn.exchange(false, ordering: .acquiringAndReleasing)
    for (client, _) in running.withLock({ $0.clients }) { client.end() }
    if wasRunning { tell(kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0) }
  }

  @discardableResult
  private func stopHolding() -> Bool {
    let wasRunning = isOn.exchange(false, ordering: .acquiringAndReleasing)
    takeClientsOff()
    return wasRunning
  }

  private func takeClientsOff() {
    let (device, clients) = running.withLock { running in
      defer { running.clients = [] }
      return (running.device, running.clients)
    }
    for (client, direction) in clients {
      client.end()
      device?.stop(client, direction)
    }
  }

  override func stopForDisposal() { try? stop() }

  /// Called when the device has stopped by itself.
  func deviceStopped() {
    guard isOn.exchange(false, ordering: .acquiringAndReleasing) else { return }
    DispatchQueue.global().async { [self] in tell(kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0) }
  }

  /// Returns the part of a cycle's time that the last cycle needed, and the largest part since the last query.
  func takeLoad() -> (last: Float, most: Float) {
    (Float(bitPattern: load.load(ordering: .relaxed)), Float(bitPattern: mostLoad.exchange(0, ordering: .relaxed)))
  }
}
