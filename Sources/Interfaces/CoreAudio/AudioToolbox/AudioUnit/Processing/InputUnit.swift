import AudioBase
import AudioErrors
import AudioGraph
import CAudioToolbox

/// A unit that asks for the sound of one input, changes it by one stage of a render graph, and can be bypassed.
///
/// `@unchecked`: the status belongs to the thread that renders.
class InputUnit: GraphUnit, @unchecked Sendable {
  /// The status of requests for input in this call.
  private var inputStatus = noErr

  init(_ kind: UnitKind) { super.init(kind, inputCount: 1) }

  /// Makes the stage that changes the sound.
  func makeEffect(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    throw .notMade(kind.name)
  }

  /// True if samples pass as they come.
  var isBypassed: Bool {
    get { false }
    set {}
  }

  // MARK: Rendering

  override func makeDesign(_ format: GraphFormat, capacity: Int) throws(AudioError) -> GraphDesign {
    let list = CallbackBufferList(count: format.channelCount)
    _ = unsafe list.prepare(channelsPerBuffer: 1, byteCount: capacity * MemoryLayout<Float>.size)
    let source = try CallbackStage(format: format, capacity: capacity) { [unowned self] block, count, moment in
      ask(&block, into: list, count, moment)
      return true
    }
    let effect = try makeEffect(format, capacity: capacity)
    var design = GraphDesign()
    design.connect(try GraphInput(from: source, to: format), to: effect)
    design.output = effect
    return design
  }

  override func produce(_ call: RenderCall, _ live: Live) -> OSStatus {
    inputStatus = noErr
    let status = super.produce(call, live)
    return status == noErr ? inputStatus : status
  }

  /// Requests frames of the input. After a failure there is silence, and the call that renders returns it.
  private func ask(
    _ block: inout PCMBlock, into inputList: CallbackBufferList, _ count: Int, _ moment: RenderMoment
  ) {
    guard inputStatus == noErr else { return }
    let size = count * MemoryLayout<Float>.size
    let list = unsafe inputList.prepare(channelsPerBuffer: 1, byteCount: size)
    unsafe AudioBufferMemory.silence(list, byteCount: size)
    var time = AudioTimeStamp(sampleTime: moment.sampleTime, nil)
    if moment.hostTime > 0 {
      time.mHostTime = moment.hostTime
      time.mFlags.insert(.hostTimeValid)
    }
    var flags: AudioUnitRenderActionFlags = []
    inputStatus = unsafe withUnsafeMutablePointer(to: &flags) { flags in
      unsafe withUnsafePointer(to: time) { time in
        unsafe pull(RenderCall(flags: flags, time: time, bus: 0, frameCount: count, list: list))
      }
    }
    guard inputStatus == noErr, !flags.contains(.unitRenderAction_OutputIsSilence) else { return }
    for channel in 0..<block.channelCount {
      guard let samples = unsafe AudioBufferMemory.samples(channel, of: list, 0..<count) else { continue }
      var plane = block.plane(channel)
      plane.copy(unsafe samples.span)
    }
  }

  // MARK: Bypassing

  override func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    guard address.property == kAudioUnitProperty_BypassEffect else { return try super.answer(address) }
    try address.require(kAudioUnitScope_Global)
    return .value(PropertyValue(UInt32(isBypassed ? 1 : 0)), isWritable: true)
  }

  override func set(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    guard address.property == kAudioUnitProperty_BypassEffect else { return try super.set(address, to: source) }
    try address.require(kAudioUnitScope_Global)
    isBypassed = try source.unitNumber() != 0
  }
}
