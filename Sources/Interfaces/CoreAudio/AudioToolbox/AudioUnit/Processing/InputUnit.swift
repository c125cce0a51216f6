import AudioBase
import AudioErrors
import AudioGraph
import CAudioToolbox

/// A unit that pulls one input, changes it with one stage of a render graph, and can be bypassed.
///
/// `@unchecked`: the status belongs to the thread that renders.
class InputUnit: GraphUnit, @unchecked Sendable {
  /// The status of requests for input in this call.
  private var inputStatus = noErr

  init(_ kind: UnitKind) { super.init(kind, inputCount: 1) }

  // MARK: Rendering

  override func makeDesign(_ format: GraphFormat, capacity: Int) throws(AudioError) -> GraphDesign {
    let source = try makeSource(format, capacity: capacity) { [unowned self] block, count, moment, list in
      // After a failure there is silence, and the call that renders returns it.
      if inputStatus == noErr { inputStatus = ask(0, &block, into: list, count, moment) }
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
