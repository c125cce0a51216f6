import AudioBase
import CAudioToolbox
import Synchronization

/// Adds up any number of inputs, each with a volume, a place between left and right and a switch:
/// `kAudioUnitSubType_MultiChannelMixer`.
///
/// Inputs may have any linear PCM, rate and number of channels; rates are converted to that of the output, which is
/// 32-bit floats, channels apart. Mono goes to left and right, other channels to those of the same number, and of
/// stereo a mono output is the mean. Off the middle the other side gets softer, down to nothing, and the own side stays
/// as loud as it is: in the middle samples come through as they are. Levels are not metered.
///
/// `@unchecked`: the changes that are under way belong to the thread that renders.
final class MixerUnit: UnitObject, @unchecked Sendable {
  /// The settings of an input, or of the output, which any thread may change.
  private final class Strip: Sendable {
    private let volumeBits = Atomic<UInt32>(Float(1).bitPattern)
    private let panBits = Atomic<UInt32>(Float(0).bitPattern)
    private let on = Atomic<Bool>(true)

    var volume: Float {
      get { Float(bitPattern: volumeBits.load(ordering: .relaxed)) }
      set { volumeBits.store(newValue.bitPattern, ordering: .relaxed) }
    }
    var pan: Float {
      get { Float(bitPattern: panBits.load(ordering: .relaxed)) }
      set { panBits.store(newValue.bitPattern, ordering: .relaxed) }
    }
    var isOn: Bool {
      get { on.load(ordering: .relaxed) }
      set { on.store(newValue, ordering: .relaxed) }
    }

    /// The gains of left and right.
    var sides: (Float, Float) { (min(1, 1 - pan), min(1, 1 + pan)) }
  }

  /// What rendering needs, from an initialization to its end.
  private final class Memory {
    let strips: [Strip]
    let lists: [CallbackBufferList]
    let gains: LentMemory

    init(_ strips: [Strip], _ lists: [CallbackBufferList], _ gains: LentMemory) {
      (self.strips, self.lists, self.gains) = (strips, lists, gains)
    }
  }

  private let strips: Lock<[Strip]>
  private let output = Strip()
  private let queue = MixerEventQueue()
  /// The changes that are under way, in frames from the next slice on.
  private var events: [MixerEvent] = []

  /// Inputs that a mixer has at first, and at most.
  private static let (inputCount, largestInputCount) = (8, 512)
  init(_ kind: UnitKind) {
    let standard = UnitFormat(planar: 44100, 2)
    strips = Lock((0..<Self.inputCount).map { _ in Strip() })
    super.init(
      kind, Configuration(inputs: Array(repeating: standard, count: Self.inputCount), outputs: [standard]))
    events.reserveCapacity(MixerEventQueue.capacity)
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
    strips.withLock { strips in
      strips.removeLast(max(0, strips.count - count))
      while strips.count < count { strips.append(Strip()) }
    }
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
    let memory = LentMemory(UnitFormat(planar: 44100, 1), frameCount: configuration.maximumFrameCount)
    return Memory(strips.withLock { $0 }, lists, memory)
  }

  // MARK: Rendering

  override func produce(_ call: RenderCall, _ live: Live) -> OSStatus {
    guard let memory = live.state as? Memory else { return kAudioUnitErr_Uninitialized }
    while events.count < MixerEventQueue.capacity, let event = queue.next() { events.append(event) }
    unsafe AudioBufferMemory.silence(call.list, byteCount: call.frameCount * 4)
    for (index, source) in sources.enumerated() where index < memory.lists.count {
      if case .none = source { continue }
      let strip = memory.strips[index]
      let gain = volumes(index, call.frameCount, strip, memory.gains)
      var flags: AudioUnitRenderActionFlags = []
      let list = unsafe memory.lists[index].prepare(channelsPerBuffer: 1, byteCount: call.frameCount * 4)
      unsafe AudioBufferMemory.silence(list, byteCount: call.frameCount * 4)
      let status = unsafe withUnsafeMutablePointer(to: &flags) { flags in
        ask(
          unsafe RenderCall(
            flags: flags, time: call.time, bus: UInt32(index), frameCount: call.frameCount, list: list),
          live.converters[index])
      }
      noteRenderError(status)
      guard status == noErr, strip.isOn, !flags.contains(.unitRenderAction_OutputIsSilence) else { continue }
      unsafe add(list, strip.sides, gain, to: call)
    }
    finish(call, memory.gains)
    events.removeAll { $0.isOver }
    return noErr
  }

  /// Asks an input for frames at the output's rate.
  private func ask(_ call: RenderCall, _ converter: PullConverter?) -> OSStatus {
    guard let converter else { return pull(call) }
    let rate = converter.input.format.sampleRate / converter.output.format.sampleRate
    var asked = 0.0
    return unsafe converter.fill(call.list, frameCount: call.frameCount) { count, list in
      var time = unsafe call.time.pointee
      time.mSampleTime = time.mSampleTime * rate + asked
      asked += Double(count)
      return unsafe withUnsafePointer(to: time) { time in
        unsafe pull(RenderCall(flags: call.flags, time: time, bus: call.bus, frameCount: count, list: list))
      }
    }
  }

  /// Adds an input to the output.
  ///
  /// - Parameter gain: One gain for all frames, or one for each.
  @unsafe
  private func add(
    _ list: UnsafeMutablePointer<AudioBufferList>, _ sides: (Float, Float), _ gain: Gain, to call: RenderCall
  ) {
    let inputs = unsafe AudioBufferMemory.count(of: list)
    let outputs = unsafe AudioBufferMemory.count(of: call.list)
    for channel in 0..<max(inputs, outputs) {
      let (from, to): (Int, Int)
      var factor: Float
      if inputs == 1 {
        guard channel < min(2, outputs) else { break }
        (from, to, factor) = (0, channel, outputs == 1 ? 1 : channel == 0 ? sides.0 : sides.1)
      } else if outputs == 1 {
        guard channel < 2 else { break }
        (from, to, factor) = (channel, 0, (channel == 0 ? sides.0 : sides.1) / 2)
      } else {
        guard channel < min(inputs, outputs) else { break }
        (from, to, factor) = (channel, channel, channel == 0 ? sides.0 : channel == 1 ? sides.1 : 1)
      }
      guard let source = unsafe AudioBufferMemory.samples(from, of: list, call.frameCount),
        let target = unsafe AudioBufferMemory.samples(to, of: call.list, call.frameCount)
      else { continue }
      if case .each(let gains) = gain {
        for frame in 0..<call.frameCount { unsafe target[frame] += source[frame] * (gains[frame] * factor) }
      } else {
        if case .all(let gain) = gain { factor *= gain }
        for frame in 0..<call.frameCount { unsafe target[frame] += source[frame] * factor }
      }
    }
  }

  /// Applies the output's volume.
  private func finish(_ call: RenderCall, _ gains: LentMemory) {
    let gain = volumes(nil, call.frameCount, output, gains)
    if case .all(1) = gain { return }
    for channel in 0..<(unsafe AudioBufferMemory.count(of: call.list)) {
      guard let target = unsafe AudioBufferMemory.samples(channel, of: call.list, call.frameCount) else { continue }
      for frame in 0..<call.frameCount {
        switch gain {
        case .all(let gain): unsafe target[frame] *= gain
        case .each(let gains): unsafe target[frame] *= gains[frame]
        }
      }
    }
  }

  /// The gain of a slice.
  @safe
  private enum Gain {
    case all(Float)
    case each(UnsafeMutablePointer<Float>)
  }

  /// The volume of each frame of a slice, by the changes that are to come; what is left of them stays for the next.
  private func volumes(_ element: Int?, _ frameCount: Int, _ strip: Strip, _ gains: LentMemory) -> Gain {
    let volume = strip.volume
    guard events.contains(where: { $0.element == element }), let memory = unsafe gains.buffer(0) else {
      return .all(volume)
    }
    let gains = unsafe memory.assumingMemoryBound(to: Float.self)
    for frame in 0..<frameCount { unsafe gains[frame] = volume }
    for index in events.indices where events[index].element == element {
      let event = events[index]
      for frame in max(0, min(event.start, frameCount))..<frameCount {
        let place = frame - event.start
        unsafe gains[frame] =
          place >= event.duration
          ? event.to : event.from + (event.to - event.from) * Float(place) / Float(event.duration)
      }
      events[index].isOver = event.start + event.duration < frameCount
      events[index].start -= frameCount
    }
    if frameCount > 0 { strip.volume = unsafe gains[frameCount - 1] }
    return unsafe .each(gains)
  }

  // MARK: Parameters

  override var parameters: [UnitParameter] {
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
  }

  /// The settings of an input; those of the output for `nil`.
  private func strip(_ element: Int?) throws(Status) -> Strip {
    guard let element else { return output }
    let strips = strips.withLock { $0 }
    guard element < strips.count else { throw Status(kAudioUnitErr_InvalidElement) }
    return strips[element]
  }

  /// The input that a parameter is of; `nil` for the output.
  private func element(_ address: ParameterAddress) throws(Status) -> Int? {
    guard let known = parameters.first(where: { $0.id == address.id }) else {
      throw Status(kAudioUnitErr_InvalidParameter)
    }
    guard known.has(address.scope) else { throw Status(kAudioUnitErr_InvalidScope) }
    let isInput = address.scope == kAudioUnitScope_Input
    let count = isInput ? configuration.withLock { $0.inputs.count } : 1
    guard Int(address.element) < count else { throw Status(kAudioUnitErr_InvalidElement) }
    return isInput ? Int(address.element) : nil
  }

  override func parameter(_ address: ParameterAddress) throws(Status) -> Float {
    let strip = try strip(try element(address))
    switch address.id {
    case kMultiChannelMixerParam_Enable: return strip.isOn ? 1 : 0
    case kMultiChannelMixerParam_Pan: return strip.pan
    default: return strip.volume
    }
  }

  override func setParameter(_ address: ParameterAddress, to value: Float) throws(Status) {
    let element = try element(address)
    guard value.isFinite else { throw Status(kAudioUnitErr_InvalidParameterValue) }
    let strip = try strip(element)
    switch address.id {
    case kMultiChannelMixerParam_Enable: strip.isOn = value != 0
    case kMultiChannelMixerParam_Pan: strip.pan = min(max(value, -1), 1)
    default: strip.volume = min(max(value, 0), 1)
    }
  }

  /// Volumes change at the frame that is asked for; switches and places at once.
  override func schedule(_ events: [AudioUnitParameterEvent]) throws(Status) {
    for event in events {
      let address = ParameterAddress(id: event.parameter, scope: event.scope, element: event.element)
      let element = try element(address)
      let new: MixerEvent
      switch event.eventType {
      case .parameterEvent_Immediate:
        let value = unsafe event.eventValues.immediate
        guard address.id == kMultiChannelMixerParam_Volume else {
          try setParameter(address, to: value.value)
          continue
        }
        new = MixerEvent(
          element: element, start: Int(value.bufferOffset), duration: 0, from: value.value, to: value.value)
      case .parameterEvent_Ramped:
        guard address.id == kMultiChannelMixerParam_Volume else { throw Status(kAudioUnitErr_InvalidParameter) }
        let ramp = unsafe event.eventValues.ramp
        new = MixerEvent(
          element: element, start: Int(ramp.startBufferOffset), duration: Int(ramp.durationInFrames),
          from: ramp.startValue, to: ramp.endValue)
      default: throw Status(kAudioUnitErr_InvalidParameterValue)
      }
      guard [new.from, new.to].allSatisfy({ (0...1).contains($0) }) else {
        throw Status(kAudioUnitErr_InvalidParameterValue)
      }
      guard queue.append(new) else { throw Status(kAudio_MemFullError) }
    }
  }

  override func resetRendering(_ live: Live) {
    super.resetRendering(live)
    while queue.next() != nil {}
    events.removeAll(keepingCapacity: true)
  }
}
