import AudioBase
import CAudioToolbox

/// Converts one format of linear PCM into another: `kAudioUnitSubType_AUConverter`.
///
/// `kAudioUnitSubType_GenericOutput` is the same, at the end of a graph that no device plays but a program renders.
///
/// `@unchecked`: as for `UnitObject`.
final class ConverterUnit: UnitObject, RunningUnit, @unchecked Sendable {
  private let running = Lock(false)

  init(_ kind: UnitKind) {
    let standard = UnitFormat(planar: 44100, 2)
    super.init(kind, Configuration(inputs: [standard], outputs: [standard]))
  }

  override func makeConverters(_ configuration: Configuration) throws(Status) -> [PullConverter?] {
    let (input, output) = (configuration.inputs[0], configuration.outputs[0])
    if input.isSame(as: output) { return [nil] }
    return [try PullConverter(from: input, to: output, maximumFrameCount: configuration.maximumFrameCount)]
  }

  override func produce(_ call: RenderCall, _ live: Live) -> OSStatus {
    pull(unsafe call.into(call.list, bus: 0, frameCount: call.frameCount), by: live.converters[0])
  }

  // MARK: As a graph's end

  var isRunning: Bool { running.withLock { $0 } }

  func start() throws(Status) {
    guard isInitialized else { throw Status(kAudioUnitErr_Uninitialized) }
    setRunning(true)
  }

  func stop() throws(Status) { setRunning(false) }

  private func setRunning(_ new: Bool) {
    let before = running.withLock { running in
      defer { running = new }
      return running
    }
    if before != new { tell(kAudioOutputUnitProperty_IsRunning, kAudioUnitScope_Global, 0) }
  }

  override func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    guard kind.type == kAudioUnitType_Output, address.property == kAudioOutputUnitProperty_IsRunning else {
      return try super.answer(address)
    }
    try address.require(kAudioUnitScope_Global)
    return .value(PropertyValue(UInt32(isRunning ? 1 : 0)))
  }

  override func willUninitialize() { setRunning(false) }
}
