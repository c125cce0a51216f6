import AudioBase
import AudioErrors
import AudioGraph
import CAudioToolbox

/// Changes the sound of its input with one effect of a kind.
///
/// `@unchecked`: as for `UnitObject`; the controls are atomic.
final class EffectUnit: InputUnit, @unchecked Sendable {
  private let effect: EffectKind
  let controls: EffectControls

  init(_ kind: UnitKind, _ effect: EffectKind) {
    self.effect = effect
    controls = EffectControls(effect.parameters.map(\.initial))
    super.init(kind)
  }

  override func makeEffect(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try effect.make(format, capacity, controls)
  }

  override var isBypassed: Bool {
    get { controls.isBypassed }
    set { controls.isBypassed = newValue }
  }

  override var tailTime: Double { effect.tailTime(controls) }

  override func reset() {
    super.reset()
    controls.askToReset()
  }

  // MARK: Parameters

  override var parameters: [UnitParameter] { effect.parameters }

  override func parameter(_ address: ParameterAddress) throws(Status) -> Float { controls[try place(address)] }

  override func setParameter(_ address: ParameterAddress, to new: Float) throws(Status) {
    let index = try writablePlace(address)
    controls[index] = try value(new, of: index)
  }

  /// Schedules a jump or a straight line, from a frame of the next slice on.
  override func schedule(_ event: AudioUnitParameterEvent) throws(Status) {
    let address = ParameterAddress(id: event.parameter, scope: event.scope, element: event.element)
    let index = try writablePlace(address)
    let change: ParameterChange
    switch event.eventType {
    case .parameterEvent_Immediate:
      let jump = unsafe event.eventValues.immediate
      let value = try value(jump.value, of: index)
      change = ParameterChange(index, start: Int(jump.bufferOffset), values: (value, value))
    case .parameterEvent_Ramped:
      let ramp = unsafe event.eventValues.ramp
      change = ParameterChange(
        index, start: Int(ramp.startBufferOffset), duration: Int(ramp.durationInFrames),
        values: (try value(ramp.startValue, of: index), try value(ramp.endValue, of: index)))
    default: throw Status(kAudioUnitErr_InvalidParameterValue)
    }
    guard controls.changes.append(change) else { throw Status(kAudio_MemFullError) }
  }

  /// Schedules the change of a parameter from its value then: see `NodeUnit`.
  func schedule(
    _ id: AudioUnitParameterID, to value: Float, at time: AUEventSampleTime, over duration: AUAudioFrameCount
  ) {
    let address = ParameterAddress(id: id, scope: kAudioUnitScope_Global, element: 0)
    guard let index = try? writablePlace(address), let value = try? self.value(value, of: index) else { return }
    // Offsets from the present slice are small numbers above the one that stands for it.
    let isAbsolute = time >= 0 || time < AUEventSampleTimeImmediate
    let start = isAbsolute ? Int(time) : Int(time - AUEventSampleTimeImmediate)
    var change = ParameterChange(index, start: start, duration: Int(duration), values: (.nan, value))
    change.isAbsolute = isAbsolute
    _ = controls.changes.append(change)
  }

  private func place(_ address: ParameterAddress) throws(Status) -> Int {
    let index = try index(of: address)
    guard address.element == 0 else { throw Status(kAudioUnitErr_InvalidElement) }
    return index
  }

  private func writablePlace(_ address: ParameterAddress) throws(Status) -> Int {
    let index = try place(address)
    guard effect.parameters[index].flags.contains(.flag_IsWritable) else {
      throw Status(kAudioUnitErr_InvalidParameter)
    }
    return index
  }

  /// Returns a value within a parameter's range.
  private func value(_ new: Float, of index: Int) throws(Status) -> Float {
    guard new.isFinite else { throw Status(kAudioUnitErr_InvalidParameterValue) }
    let range = effect.parameters[index].range
    return min(max(new, range.lowerBound), range.upperBound)
  }
}
