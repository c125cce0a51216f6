import AudioBase
import CAudioToolbox

/// Adds up any number of inputs, each with a volume, a place between left and right and a switch:
/// `kAudioUnitSubType_MultiChannelMixer`.
///
/// Inputs may have any linear PCM, rate and number of channels; rates are converted to that of the output, which is
/// 32-bit floats, channels apart. Mono goes to left and right, other channels to those of the same number, and of
/// stereo a mono output is the mean. Off the middle the other side gets softer, down to nothing, and the own side stays
/// as loud as it is: in the middle samples come through as they are. Levels are not metered.
///
/// `@unchecked`: strips and events are behind the gate.
final class MixerUnit: UnitObject, @unchecked Sendable {
  /// The settings of an input, or of the output.
  private struct Strip {
    var volume: Float = 1
    var pan: Float = 0
    var isOn = true

    /// The gains of left and right.
    var sides: (Float, Float) { (min(1, 1 - pan), min(1, 1 + pan)) }
  }

  /// A change of a volume to come, in frames from the next slice on.
  private struct Event {
    /// The input's number; `nil` for the output.
    var element: Int?
    var start: Int
    /// 0 for a jump.
    var duration: Int
    var from: Float
    var to: Float
    var isOver = false
  }

  private var strips: [Strip]
  private var output = Strip()
  private var events: [Event] = []
  private var lists: [CallbackBufferList] = []
  private var gains: LentMemory?

  /// Inputs that a mixer has at first, and at most.
  private static let (inputCount, largestInputCount) = (8, 512)
  /// Changes of volumes that may wait.
  private static let largestEventCount = 1024

  init(_ kind: UnitKind) {
    let standard = UnitFormat(planar: 44100, 2)
    strips = Array(repeating: Strip(), count: Self.inputCount)
    super.init(
      kind, Configuration(inputs: Array(repeating: standard, count: Self.inputCount), outputs: [standard]))
    events.reserveCapacity(Self.largestEventCount)
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
    locked {
      strips.removeLast(max(0, strips.count - count))
      sources.removeLast(max(0, sources.count - count))
      while strips.count < count { strips.append(Strip()) }
      while sources.count < count { sources.append(.none) }
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

  override func didInitialize(_ configuration: Configuration) throws(Status) {
    let size = configuration.maximumFrameCount * 4
    let new = configuration.inputs.map { input in
      let list = CallbackBufferList(count: input.format.channelsPerFrame)
      _ = unsafe list.prepare(channelsPerBuffer: 1, byteCount: size)
      return list
    }
    let memory = LentMemory(UnitFormat(planar: 44100, 1), frameCount: configuration.maximumFrameCount)
    locked { (lists, gains) = (new, memory) }
  }

  // MARK: Rendering

  override func produce(_ call: RenderCall, _ live: Live) -> OSStatus {
    unsafe AudioBufferMemory.silence(call.list, byteCount: call.frameCount * 4)
    for index in sources.indices {
      if case .none = sources[index] { continue }
      let gain = volumes(index, call.frameCount, &strips[index].volume)
      var flags: AudioUnitRenderActionFlags = []
      let list = unsafe lists[index].prepare(channelsPerBuffer: 1, byteCount: call.frameCount * 4)
      unsafe AudioBufferMemory.silence(list, byteCount: call.frameCount * 4)
      let status = unsafe withUnsafeMutablePointer(to: &flags) { flags in
        ask(
          unsafe RenderCall(
            flags: flags, time: call.time, bus: UInt32(index), frameCount: call.frameCount, list: list),
          live.converters[index])
      }
      noteRenderError(status)
      guard status == noErr, strips[index].isOn, !flags.contains(.unitRenderAction_OutputIsSilence) else { continue }
      unsafe add(list, strips[index].sides, gain, to: call)
    }
    finish(call)
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
  private func finish(_ call: RenderCall) {
    let gain = volumes(nil, call.frameCount, &output.volume)
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
  private func volumes(_ element: Int?, _ frameCount: Int, _ volume: inout Float) -> Gain {
    guard events.contains(where: { $0.element == element }), let memory = unsafe gains?.buffer(0) else {
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
    if frameCount > 0 { volume = unsafe gains[frameCount - 1] }
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
    let element = try element(address)
    var strip = Strip()
    locked { strip = element.map { strips[$0] } ?? output }
    switch address.id {
    case kMultiChannelMixerParam_Enable: return strip.isOn ? 1 : 0
    case kMultiChannelMixerParam_Pan: return strip.pan
    default: return strip.volume
    }
  }

  override func setParameter(_ address: ParameterAddress, to value: Float) throws(Status) {
    let element = try element(address)
    guard value.isFinite else { throw Status(kAudioUnitErr_InvalidParameterValue) }
    locked {
      var strip = element.map { strips[$0] } ?? output
      switch address.id {
      case kMultiChannelMixerParam_Enable: strip.isOn = value != 0
      case kMultiChannelMixerParam_Pan: strip.pan = min(max(value, -1), 1)
      default: strip.volume = min(max(value, 0), 1)
      }
      if let element { strips[element] = strip } else { output = strip }
    }
  }

  /// Volumes change at the frame that is asked for; switches and places at once.
  override func schedule(_ events: [AudioUnitParameterEvent]) throws(Status) {
    for event in events {
      let address = ParameterAddress(id: event.parameter, scope: event.scope, element: event.element)
      let element = try element(address)
      let new: Event
      switch event.eventType {
      case .parameterEvent_Immediate:
        let value = unsafe event.eventValues.immediate
        guard address.id == kMultiChannelMixerParam_Volume else {
          try setParameter(address, to: value.value)
          continue
        }
        new = Event(element: element, start: Int(value.bufferOffset), duration: 0, from: value.value, to: value.value)
      case .parameterEvent_Ramped:
        guard address.id == kMultiChannelMixerParam_Volume else { throw Status(kAudioUnitErr_InvalidParameter) }
        let ramp = unsafe event.eventValues.ramp
        new = Event(
          element: element, start: Int(ramp.startBufferOffset), duration: Int(ramp.durationInFrames),
          from: ramp.startValue, to: ramp.endValue)
      default: throw Status(kAudioUnitErr_InvalidParameterValue)
      }
      guard [new.from, new.to].allSatisfy({ (0...1).contains($0) }) else {
        throw Status(kAudioUnitErr_InvalidParameterValue)
      }
      var hasRoom = false
      locked {
        hasRoom = self.events.count < Self.largestEventCount
        if hasRoom { self.events.append(new) }
      }
      guard hasRoom else { throw Status(kAudio_MemFullError) }
    }
  }

  override func reset() {
    super.reset()
    locked { events.removeAll(keepingCapacity: true) }
  }
}
