import AudioBase
import AudioErrors
import AudioGraph
import CAudioToolbox
import Foundation
import SignalProcessing

/// The method by which a ``TimeUnit`` changes time.
struct TimeUnitMethod: Sendable {
  let method: TimePitchMethod
  let parameters: [UnitParameter]
  /// The parameters that mean the rate and the pitch.
  let rate: AudioUnitParameterID
  let pitch: AudioUnitParameterID?
  /// The parameter that means the rate in cents.
  var cents: AudioUnitParameterID?

  /// `kAudioUnitSubType_Varispeed`: the pitch changes with the rate.
  static let varispeed = TimeUnitMethod(
    method: .varispeed,
    parameters: [
      parameter(kVarispeedParam_PlaybackRate, "Playback Rate", .rate, 0.25...4, 1),
      parameter(kVarispeedParam_PlaybackCents, "Playback Cents", .cents, -2400...2400, 0),
    ], rate: kVarispeedParam_PlaybackRate, pitch: nil, cents: kVarispeedParam_PlaybackCents)

  /// `kAudioUnitSubType_NewTimePitch`: a phase vocoder. Its smoothness and its switches are kept and have no effect:
  /// here pieces overlap, and phases are kept together, as the quality needs it.
  static let newTimePitch = TimeUnitMethod(
    method: .spectral,
    parameters: [
      parameter(kNewTimePitchParam_Rate, "Rate", .rate, 1 / 32...32, 1),
      parameter(kNewTimePitchParam_Pitch, "Pitch", .cents, -2400...2400, 0),
      parameter(kNewTimePitchParam_Smoothness, "Smoothness", .generic, 3...32, 8),
      parameter(kNewTimePitchParam_EnableSpectralCoherence, "Spectral Coherence", .boolean, 0...1, 1),
      parameter(kNewTimePitchParam_EnableTransientPreservation, "Transient Preservation", .boolean, 0...1, 1),
    ], rate: kNewTimePitchParam_Rate, pitch: kNewTimePitchParam_Pitch)

  /// `kAudioUnitSubType_TimePitch`: splices pieces where they are most alike.
  static let timePitch = TimeUnitMethod(
    method: .timeDomain,
    parameters: [
      parameter(kTimePitchParam_Rate, "Rate", .rate, 1 / 32...32, 1),
      parameter(kTimePitchParam_Pitch, "Pitch", .cents, -2400...2400, 0),
    ], rate: kTimePitchParam_Rate, pitch: kTimePitchParam_Pitch)

  private static func parameter(
    _ id: AudioUnitParameterID, _ name: String, _ unit: AudioUnitParameterUnit, _ range: ClosedRange<Float>,
    _ initial: Float
  ) -> UnitParameter {
    UnitParameter(id: id, name: name, unit: unit, range: range, initial: initial, scopes: [kAudioUnitScope_Global])
  }
}

/// Changes the rate and the pitch of what it asks for: varispeed and time-pitch units.
///
/// It asks for as many frames as the stretching wants, on a time line of the input's own that begins at 0. Parameters
/// are taken over at the next block of the stretching.
///
/// `@unchecked`: the status belongs to the thread that renders.
final class TimeUnit: GraphUnit, @unchecked Sendable {
  private let way: TimeUnitMethod
  private let controls = TimePitchControls()
  /// The values of the parameters, in their order.
  private let values: [ParameterValue]
  /// The status of requests for input in this call.
  private var inputStatus = noErr

  init(_ kind: UnitKind, _ way: TimeUnitMethod) {
    self.way = way
    values = way.parameters.map { ParameterValue($0.initial) }
    super.init(kind, inputCount: 1)
  }

  // MARK: Rendering

  override func makeDesign(_ format: GraphFormat, capacity: Int) throws(AudioError) -> GraphDesign {
    let list = CallbackBufferList(count: format.channelCount)
    _ = unsafe list.prepare(channelsPerBuffer: 1, byteCount: capacity * MemoryLayout<Float>.size)
    let source = try CallbackStage(format: format, capacity: capacity) { [unowned self] block, count, moment in
      ask(&block, into: list, count, moment)
      return true
    }
    let effect = try TimePitchEffect(format: format, capacity: capacity, method: way.method, controls: controls)
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

  // MARK: Parameters

  override var parameters: [UnitParameter] { way.parameters }

  /// The value that an address is of.
  private func value(_ address: ParameterAddress) throws(Status) -> (index: Int, value: ParameterValue) {
    let index = try index(of: address)
    guard address.element == 0 else { throw Status(kAudioUnitErr_InvalidElement) }
    return (index, values[index])
  }

  /// The value of a parameter of the kind; `nil` for one that it has not.
  private func value(_ id: AudioUnitParameterID?) -> ParameterValue? {
    way.parameters.firstIndex { $0.id == id }.map { values[$0] }
  }

  override func parameter(_ address: ParameterAddress) throws(Status) -> Float { try value(address).value.now }

  override func setParameter(_ address: ParameterAddress, to new: Float) throws(Status) {
    let (index, value) = try value(address)
    guard new.isFinite else { throw Status(kAudioUnitErr_InvalidParameterValue) }
    let range = way.parameters[index].range
    value.now = min(max(new, range.lowerBound), range.upperBound)
    // The rate stands twice where it can be set in cents.
    if let cents = self.value(way.cents), let rate = self.value(way.rate) {
      if address.id == way.cents { rate.now = exp2(cents.now / 1200) } else { cents.now = 1200 * log2(rate.now) }
    }
    controls.rate = self.value(way.rate)?.now ?? 1
    controls.pitch = self.value(way.pitch)?.now ?? 0
  }

  /// Parameters change at once: the stretching takes them over block by block, not at a frame. They do not ramp, and
  /// have no `kAudioUnitParameterFlag_CanRamp` by which Core Audio says which parameters do. A ramp is refused with
  /// `kAudioUnitErr_InvalidParameter` and changes nothing.
  override func schedule(_ event: AudioUnitParameterEvent) throws(Status) {
    guard event.eventType == .parameterEvent_Immediate else { throw Status(kAudioUnitErr_InvalidParameter) }
    let address = ParameterAddress(id: event.parameter, scope: event.scope, element: event.element)
    try setParameter(address, to: unsafe event.eventValues.immediate.value)
  }

  // MARK: Bypassing

  override func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    guard address.property == kAudioUnitProperty_BypassEffect else { return try super.answer(address) }
    try address.require(kAudioUnitScope_Global)
    return .value(PropertyValue(UInt32(controls.isBypassed ? 1 : 0)), isWritable: true)
  }

  override func set(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    guard address.property == kAudioUnitProperty_BypassEffect else { return try super.set(address, to: source) }
    try address.require(kAudioUnitScope_Global)
    controls.isBypassed = try source.unitNumber() != 0
  }
}
