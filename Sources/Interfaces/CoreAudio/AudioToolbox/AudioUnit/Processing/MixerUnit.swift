import AudioBase
import AudioDevices
import AudioGraph
import CAudioToolbox
import SignalProcessing
import Synchronization

/// Adds up any number of inputs, each with a volume, a place between left and right and a switch:
/// `kAudioUnitSubType_MultiChannelMixer`.
///
/// Inputs may have any linear PCM, rate and number of channels; rates are converted to that of the output, which is
/// 32-bit floats, channels apart. Mono goes to left and right, other channels to those of the same number, and a mono
/// output is the mean of stereo. Off the middle the other side gets softer, down to silence, and the own side keeps its
/// level: in the middle samples pass unchanged. Levels are not metered.
///
/// `@unchecked`: the changes that are under way belong to the thread that renders.
final class MixerUnit: UnitObject, @unchecked Sendable {
  /// The settings of an input, or of the output, which any thread may change.
  private final class Strip: Sendable {
    let levels = InputLevels()
    let isOn = Atomic<Bool>(true)
  }

  /// The settings of the inputs: another list takes its place where their number changes, as threads that render set
  /// parameters too.
  private final class Strips: Sendable {
    let list: [Strip]

    init(_ list: [Strip]) { self.list = list }
  }

  /// The state of an element during rendering: its settings, and the ramp of its volume.
  private struct Fader {
    let strip: Strip
    var ramp: GainRamp
    /// The volume of the last frame; another volume has been set since if that of the settings differs.
    var last: Float

    init(_ strip: Strip) {
      self.strip = strip
      last = strip.levels.volume
      ramp = GainRamp(last)
    }

    /// Ends the ramp at the volume that it has reached.
    mutating func stay() { ramp = GainRamp(last) }
  }

  /// The memory for rendering, from an initialization to its end.
  private final class Memory {
    var inputs: [Fader]
    var output: Fader
    let lists: [CallbackBufferList]

    init(_ inputs: [Strip], _ output: Strip, _ lists: [CallbackBufferList]) {
      (self.inputs, self.output, self.lists) = (inputs.map { Fader($0) }, Fader(output), lists)
    }
  }

  private let strips: SwappedReference<Strips>
  private let output = Strip()
  private let queue = EventQueue<ParameterChange>()
  /// The changes that are to come, in their order and in frames from the next slice on.
  private var events: [ParameterChange] = []

  /// Inputs that a mixer has at first, and at most.
  private static let (inputCount, largestInputCount) = (8, 512)
  init(_ kind: UnitKind) {
    let standard = UnitFormat(planar: 44100, 2)
    strips = SwappedReference(Strips((0..<Self.inputCount).map { _ in Strip() }))
    super.init(
      kind, Configuration(inputs: Array(repeating: standard, count: Self.inputCount), outputs: [standard]))
    events.reserveCapacity(EventQueue<ParameterChange>.capacity)
  }

  // MARK: Formats and inputs

  override func setFormat(_ scope: AudioUnitScope, _ element: Int, _ format: UnitFormat) throws(Status) {
    guard scope == kAudioUnitScope_Input || format.isPlanarFloat else {
      throw Status(kAudioUnitErr_FormatNotSupported)
    }
    try super.setFormat(scope, element, format)
  }

  override func canSetElementCount(_ scope: AudioUnitScope) -> Bool { scope == kAudioUnitScope_Input }

  override func setElementCount(_ scope: AudioUnitScope, _ count: Int) throws(Status) {
    guard (1...Self.largestInputCount).contains(count) else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    let standard = UnitFormat(planar: 44100, 2)
    try changeAtRest { configuration in
      configuration.inputs.removeLast(max(0, configuration.inputs.count - count))
      while configuration.inputs.count < count { configuration.inputs.append(standard) }
    }
    strips.replace { old in
      Strips(old.list.prefix(count) + (0..<max(0, count - old.list.count)).map { _ in Strip() })
    }
    strips.settle()
    changeRendering { parts in
      parts.sources.removeLast(max(0, parts.sources.count - count))
      while parts.sources.count < count { parts.sources.append(.none) }
    }
  }

  override func makeConverters(_ configuration: Configuration) throws(Status) -> [PullConverter?] {
    let rate = configuration.outputs[0].format.sampleRate
    var converters: [PullConverter?] = []
    for input in configuration.inputs {
      let own = UnitFormat(planar: rate, input.format.channelsPerFrame)
      converters.append(
        input.isSame(as: own)
          ? nil : try PullConverter(from: input, to: own, maximumFrameCount: configuration.maximumFrameCount))
    }
    return converters
  }

  override func makeState(_ configuration: Configuration) throws(Status) -> AnyObject? {
    let size = configuration.maximumFrameCount * 4
    let lists = configuration.inputs.map { input in
      let list = CallbackBufferList(count: input.format.channelsPerFrame)
      _ = unsafe list.prepare(channelsPerBuffer: 1, byteCount: size)
      return list
    }
    return Memory(strips.present.list, output, lists)
  }

  // MARK: Rendering

  override func produce(_ call: RenderCall, _ live: Live) -> OSStatus {
    guard let memory = live.state as? Memory else { return kAudioUnitErr_Uninitialized }
    takeEvents()
    unsafe AudioBufferMemory.silence(call.list, byteCount: call.frameCount * 4)
    for index in memory.inputs.indices {
      let list = unsafe memory.lists[index].prepare(channelsPerBuffer: 1, byteCount: call.frameCount * 4)
      let own = unsafe call.into(list, bus: UInt32(index), frameCount: call.frameCount)
      let sides = ask(own, memory.inputs[index].strip, live.converters[index])
      follow(index, &memory.inputs[index], call.frameCount) { part, ramp in
        if let sides { unsafe Self.add(list, part, ramp, sides, to: call.list) }
      }
    }
    follow(nil, &memory.output, call.frameCount) { part, ramp in unsafe Self.scale(call.list, part, by: ramp) }
    events.removeAll { $0.start < call.frameCount }
    for index in events.indices { events[index].start -= call.frameCount }
    return noErr
  }

  /// Asks an input for frames at the output's rate.
  ///
  /// - Returns: What left and right are multiplied by; `nil` if nothing of it is heard.
  private func ask(_ call: RenderCall, _ strip: Strip, _ converter: PullConverter?) -> (left: Float, right: Float)? {
    guard Int(call.bus) < sources.count else { return nil }
    if case .none = sources[Int(call.bus)] { return nil }
    unsafe AudioBufferMemory.silence(call.list, byteCount: call.frameCount * 4)
    var flags: AudioUnitRenderActionFlags = []
    let status = unsafe withUnsafeMutablePointer(to: &flags) { flags in
      let own = unsafe RenderCall(
        flags: flags, time: call.time, bus: call.bus, frameCount: call.frameCount, list: call.list)
      return pull(own, by: converter)
    }
    noteRenderError(status)
    guard status == noErr, strip.isOn.load(ordering: .relaxed), !flags.contains(.unitRenderAction_OutputIsSilence)
    else { return nil }
    return StereoPlace(strip.levels.pan).gains
  }

  /// Adds a part of an input to the output.
  ///
  /// - Parameter sides: What left and right are multiplied by besides.
  @unsafe
  private static func add(
    _ list: UnsafeMutablePointer<AudioBufferList>, _ part: Range<Int>, _ ramp: GainRamp,
    _ sides: (left: Float, right: Float), to sum: UnsafeMutablePointer<AudioBufferList>
  ) {
    let (inputs, outputs) = unsafe (AudioBufferMemory.count(of: list), AudioBufferMemory.count(of: sum))
    // Mono goes to left and right, and of stereo a mono output is the mean; other channels keep their numbers.
    let count = inputs == 1 || outputs == 1 ? min(2, max(inputs, outputs)) : min(inputs, outputs)
    for channel in 0..<count {
      let side: Float = inputs == 1 && outputs == 1 ? 1 : channel == 0 ? sides.left : channel == 1 ? sides.right : 1
      guard let source = unsafe AudioBufferMemory.samples(min(channel, inputs - 1), of: list, part),
        let target = unsafe AudioBufferMemory.samples(min(channel, outputs - 1), of: sum, part)
      else { continue }
      var span = unsafe target.mutableSpan
      unsafe span.add(source.span, times: ramp.scaled(by: inputs > 1 && outputs == 1 ? side / 2 : side))
    }
  }

  @unsafe
  private static func scale(_ list: UnsafeMutablePointer<AudioBufferList>, _ part: Range<Int>, by ramp: GainRamp) {
    for channel in 0..<(unsafe AudioBufferMemory.count(of: list)) {
      guard let samples = unsafe AudioBufferMemory.samples(channel, of: list, part) else { continue }
      var span = unsafe samples.mutableSpan
      span.scale(by: ramp)
    }
  }

  // MARK: Volumes

  /// Adopts the changes that were requested since the last slice.
  private func takeEvents() {
    while events.count < EventQueue<ParameterChange>.capacity, let event = queue.next() {
      events.insert(event, at: events.lastIndex { $0.start <= event.start }.map { $0 + 1 } ?? 0)
    }
  }

  /// Divides a slice into parts in which an element's volume is constant or changes linearly.
  private func follow(
    _ element: Int?, _ fader: inout Fader, _ frameCount: Int, _ body: (Range<Int>, GainRamp) -> Void
  ) {
    let levels = fader.strip.levels
    let volume = levels.volume
    if volume != fader.last { fader.ramp = GainRamp(volume) }
    var done = 0
    for event in events where event.target == element && event.start < frameCount {
      let start = max(0, event.start)
      if start > done { body(done..<start, fader.ramp) }
      (done, fader.ramp) = (start, event.ramp)
      fader.ramp.advance(by: start - event.start)
    }
    if done < frameCount { body(done..<frameCount, fader.ramp) }
    fader.ramp.advance(by: frameCount - done)
    fader.last = fader.ramp.gain(-1)
    if fader.last != volume { levels.volume = fader.last }
  }

  // MARK: Parameters

  override var parameters: [UnitParameter] { Self.parameters }

  private static let parameters: [UnitParameter] = {
    let (input, output) = (kAudioUnitScope_Input, kAudioUnitScope_Output)
    return [
      UnitParameter(
        id: kMultiChannelMixerParam_Volume, name: "Volume", unit: .linearGain, range: 0...1, initial: 1,
        scopes: [input, output, kAudioUnitScope_Global], flags: [.flag_IsReadable, .flag_IsWritable, .flag_CanRamp]),
      UnitParameter(
        id: kMultiChannelMixerParam_Enable, name: "Enable", unit: .boolean, range: 0...1, initial: 1, scopes: [input]),
      UnitParameter(
        id: kMultiChannelMixerParam_Pan, name: "Pan", unit: .pan, range: -1...1, initial: 0, scopes: [input]),
    ]
  }()

  /// Calls `body` with the settings of the input that a parameter belongs to, or of the output. Rendering threads also
  /// call this.
  ///
  /// - Returns: The input; `nil` for the output.
  @discardableResult
  private func withStrip(_ address: ParameterAddress, _ body: (Strip) -> Void) throws(Status) -> Int? {
    _ = try index(of: address)
    let (isInput, element) = (address.scope == kAudioUnitScope_Input, Int(address.element))
    let isThere = strips.use { strips in
      let strip = isInput && element < strips.list.count ? strips.list[element] : isInput || element > 0 ? nil : output
      if let strip { body(strip) }
      return strip != nil
    }
    guard isThere else { throw Status(kAudioUnitErr_InvalidElement) }
    return isInput ? element : nil
  }

  override func parameter(_ address: ParameterAddress) throws(Status) -> Float {
    var value: Float = 0
    try withStrip(address) { strip in
      switch address.id {
      case kMultiChannelMixerParam_Enable: value = strip.isOn.load(ordering: .relaxed) ? 1 : 0
      case kMultiChannelMixerParam_Pan: value = strip.levels.pan
      default: value = strip.levels.volume
      }
    }
    return value
  }

  override func setParameter(_ address: ParameterAddress, to value: Float) throws(Status) {
    try withStrip(address) { strip in
      switch address.id {
      case _ where !value.isFinite: break
      case kMultiChannelMixerParam_Enable: strip.isOn.store(value != 0, ordering: .relaxed)
      case kMultiChannelMixerParam_Pan: strip.levels.pan = value
      default: strip.levels.volume = min(max(value, 0), 1)
      }
    }
    guard value.isFinite else { throw Status(kAudioUnitErr_InvalidParameterValue) }
  }

  /// Schedules changes: volumes change at the requested frame; switches and positions change immediately.
  override func schedule(_ event: AudioUnitParameterEvent) throws(Status) {
    let address = ParameterAddress(id: event.parameter, scope: event.scope, element: event.element)
    let element = try withStrip(address) { _ in }
    let new: ParameterChange
    switch event.eventType {
    case .parameterEvent_Immediate:
      let value = unsafe event.eventValues.immediate
      guard address.id == kMultiChannelMixerParam_Volume else { return try setParameter(address, to: value.value) }
      new = ParameterChange(element, start: Int(value.bufferOffset), values: (value.value, value.value))
    case .parameterEvent_Ramped:
      guard address.id == kMultiChannelMixerParam_Volume else { throw Status(kAudioUnitErr_InvalidParameter) }
      let ramp = unsafe event.eventValues.ramp
      new = ParameterChange(
        element, start: Int(ramp.startBufferOffset), duration: Int(ramp.durationInFrames),
        values: (ramp.startValue, ramp.endValue))
    default: throw Status(kAudioUnitErr_InvalidParameterValue)
    }
    guard (0...1).contains(new.from), (0...1).contains(new.to) else {
      throw Status(kAudioUnitErr_InvalidParameterValue)
    }
    guard queue.append(new) else { throw Status(kAudio_MemFullError) }
  }

  override func resetRendering(_ live: Live) {
    super.resetRendering(live)
    while queue.next() != nil {}
    events.removeAll(keepingCapacity: true)
    guard let memory = live.state as? Memory else { return }
    for index in memory.inputs.indices { memory.inputs[index].stay() }
    memory.output.stay()
  }
}
