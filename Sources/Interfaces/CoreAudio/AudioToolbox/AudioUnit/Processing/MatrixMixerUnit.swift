import AudioBase
import AudioErrors
import AudioGraph
import CAudioToolbox

/// Adds channels of its inputs to channels of its output, each pair at its own volume: `kAudioUnitSubType_MatrixMixer`.
///
/// Channels are numbered through all inputs. Volumes are 0 at first, and are kept whatever the formats: those of input
/// and output channels are in the input and the output scope, those of crosspoints in the global scope under `(input <<
/// 16) | output`, and that of all there under 0xFFFFFFFF. A switch is of an input as a whole, or of the output. There
/// is one output, of up to 64 channels; levels are not metered. Rates are converted to the output's.
///
/// `@unchecked`: variable state is that of `UnitObject`, guarded by its locks or the rendering thread's own; the levels
/// are a constant reference to atomic numbers.
final class MatrixMixerUnit: GraphUnit, @unchecked Sendable {
  private let levels = MatrixLevels()

  /// The element of the volume of all.
  static let master: AudioUnitElement = 0xFFFF_FFFF

  init(_ kind: UnitKind) { super.init(kind, inputCount: 1) }

  // MARK: Formats and inputs

  override func setFormat(_ scope: AudioUnitScope, _ element: Int, _ format: UnitFormat) throws(Status) {
    guard format.isPlanarFloat else { throw Status(kAudioUnitErr_FormatNotSupported) }
    if scope == kAudioUnitScope_Output, format.format.channelsPerFrame > MatrixLevels.outputLimit {
      throw Status(kAudioUnitErr_FormatNotSupported)
    }
    try changeAtRest { configuration in
      if scope == kAudioUnitScope_Input {
        configuration.inputs[element] = format
      } else {
        configuration.outputs[element] = format
      }
    }
  }

  override func take(_ format: UnitFormat, forInput index: Int, _ configuration: inout Configuration) {
    configuration.inputs[index] = format
  }

  override var channelCounts: AUChannelInfo { AUChannelInfo(inChannels: -1, outChannels: -2) }

  override func canSetElementCount(_ scope: AudioUnitScope) -> Bool { scope != kAudioUnitScope_Global }

  override func setElementCount(_ scope: AudioUnitScope, _ count: Int) throws(Status) {
    guard scope == kAudioUnitScope_Input else {
      if count == 1 { return }
      throw Status(kAudioUnitErr_InvalidPropertyValue)
    }
    guard (1...MatrixLevels.busLimit).contains(count) else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    let standard = UnitFormat(planar: 44100, 2)
    try changeAtRest { configuration in
      configuration.inputs.removeLast(max(0, configuration.inputs.count - count))
      while configuration.inputs.count < count { configuration.inputs.append(standard) }
    }
    changeRendering { parts in
      parts.sources.removeLast(max(0, parts.sources.count - count))
      while parts.sources.count < count { parts.sources.append(.none) }
    }
  }

  /// Adopts the formats of a node that an engine renders.
  func state(_ inputs: [GraphFormat], _ output: GraphFormat) {
    func format(_ format: GraphFormat) -> UnitFormat { UnitFormat(planar: format.sampleRate, format.channelCount) }
    configuration.withLock { configuration in
      for (index, input) in inputs.enumerated() where index < configuration.inputs.count {
        configuration.inputs[index] = format(input)
      }
      configuration.outputs[0] = format(output)
    }
  }

  // MARK: Rendering

  override func makeEffect(_ format: GraphFormat, capacity: Int) throws(AudioError) -> RenderStage {
    try MatrixMixerStage(format: format, capacity: capacity, levels: levels)
  }

  override func makeDesign(_ format: GraphFormat, capacity: Int) throws(AudioError) -> GraphDesign {
    let mixer = try makeEffect(format, capacity: capacity)
    var design = GraphDesign()
    design.output = mixer
    var first = 0
    for (bus, input) in configuration.withLock({ $0.inputs }).enumerated() {
      let own = GraphFormat(sampleRate: input.format.sampleRate, channelCount: input.format.channelsPerFrame)
      let source = try makeSource(own, capacity: capacity) { [unowned self] block, count, moment, list in
        guard bus < sources.count else { return }
        if case .none = sources[bus] { return }
        // An input that fails is silent, and the others are heard.
        noteRenderError(ask(bus, &block, into: list, count, moment))
      }
      let place = GraphInput.MatrixPlace(bus: bus, firstChannel: first, outputCount: format.channelCount)
      let target = GraphFormat(sampleRate: format.sampleRate, channelCount: own.channelCount)
      design.connect(try GraphInput(from: source, to: target, place: place), to: mixer)
      first += own.channelCount
    }
    return design
  }

  // MARK: Parameters

  override var parameters: [UnitParameter] { Self.parameters }

  private static let parameters = [
    UnitParameter(
      id: kMatrixMixerParam_Volume, name: "Volume", unit: .linearGain, range: 0...1, initial: 0,
      scopes: [kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output]),
    UnitParameter(
      id: kMatrixMixerParam_Enable, name: "Enable", unit: .boolean, range: 0...1, initial: 1,
      scopes: [kAudioUnitScope_Input, kAudioUnitScope_Output]),
  ]

  /// The place of a parameter among the levels.
  private enum Place {
    case master
    case input(Int)
    case output(Int)
    case way(Int, Int)
    case inputSwitch(Int)
    case outputSwitch
  }

  private func place(_ address: ParameterAddress) throws(Status) -> Place {
    _ = try index(of: address)
    let element = address.element
    if address.id == kMatrixMixerParam_Enable {
      if address.scope == kAudioUnitScope_Output, element == 0 { return .outputSwitch }
      if address.scope == kAudioUnitScope_Input, element < MatrixLevels.busLimit { return .inputSwitch(Int(element)) }
      throw Status(kAudioUnitErr_InvalidElement)
    }
    switch address.scope {
    case kAudioUnitScope_Input where element < MatrixLevels.inputLimit: return .input(Int(element))
    case kAudioUnitScope_Output where element < MatrixLevels.outputLimit: return .output(Int(element))
    case kAudioUnitScope_Global where element == Self.master: return .master
    case kAudioUnitScope_Global:
      let (input, output) = (Int(element >> 16), Int(element & 0xFFFF))
      if input < MatrixLevels.inputLimit, output < MatrixLevels.outputLimit { return .way(input, output) }
    default: break
    }
    throw Status(kAudioUnitErr_InvalidElement)
  }

  override func parameter(_ address: ParameterAddress) throws(Status) -> Float {
    switch try place(address) {
    case .master: levels.master.now
    case .input(let channel): levels.inputs[channel]
    case .output(let channel): levels.outputs[channel]
    case .way(let input, let output): levels[input, output]
    case .inputSwitch(let bus): levels.switches[bus]
    case .outputSwitch: levels.outputSwitch.now
    }
  }

  override func setParameter(_ address: ParameterAddress, to value: Float) throws(Status) {
    let place = try place(address)
    guard value.isFinite else { throw Status(kAudioUnitErr_InvalidParameterValue) }
    let volume = min(max(value, 0), 1)
    switch place {
    case .master: levels.master.now = volume
    case .input(let channel): levels.inputs[channel] = volume
    case .output(let channel): levels.outputs[channel] = volume
    case .way(let input, let output): levels[input, output] = volume
    case .inputSwitch(let bus): levels.switches[bus] = value != 0 ? 1 : 0
    case .outputSwitch: levels.outputSwitch.now = value != 0 ? 1 : 0
    }
  }

  /// Parameters change with the next slice, in a line through it; ramps of other lengths are rejected.
  override func schedule(_ event: AudioUnitParameterEvent) throws(Status) {
    guard event.eventType == .parameterEvent_Immediate else { throw Status(kAudioUnitErr_InvalidParameter) }
    let address = ParameterAddress(id: event.parameter, scope: event.scope, element: event.element)
    try setParameter(address, to: unsafe event.eventValues.immediate.value)
  }

  override func presetElements(_ scope: AudioUnitScope) -> [AudioUnitElement] {
    let (inputs, outputs) = channelNumbers
    switch scope {
    case kAudioUnitScope_Input: return Array(0..<UInt32(inputs))
    case kAudioUnitScope_Output: return Array(0..<UInt32(outputs))
    default:
      let ways = (0..<inputs).flatMap { input in
        (0..<outputs).map { UInt32(input) << 16 | UInt32($0) }
      }
      return [Self.master] + ways
    }
  }

  // MARK: Properties

  /// The numbers of input and output channels that have volumes.
  private var channelNumbers: (inputs: Int, outputs: Int) {
    configuration.withLock { configuration in
      let inputs = configuration.inputs.reduce(0) { $0 + $1.format.channelsPerFrame }
      return (min(inputs, MatrixLevels.inputLimit), configuration.outputs[0].format.channelsPerFrame)
    }
  }

  /// The volumes as a list: for each input channel those of its crosspoints and then its own, and finally those of the
  /// output channels and the master volume.
  private var elements: [(scope: AudioUnitScope, element: AudioUnitElement)] {
    let (inputs, outputs) = channelNumbers
    let rows = (0..<UInt32(inputs)).flatMap { input in
      (0..<UInt32(outputs)).map { (kAudioUnitScope_Global, input << 16 | $0) } + [(kAudioUnitScope_Input, input)]
    }
    return rows + (0..<UInt32(outputs)).map { (kAudioUnitScope_Output, $0) } + [(kAudioUnitScope_Global, Self.master)]
  }

  override func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    switch address.property {
    case kAudioUnitProperty_MatrixDimensions:
      try address.require(kAudioUnitScope_Global)
      let numbers = channelNumbers
      return .value(PropertyValue(whole: [UInt32(numbers.inputs), UInt32(numbers.outputs)]))
    case kAudioUnitProperty_MatrixLevels:
      try address.require(kAudioUnitScope_Global)
      var values: [Float] = []
      for place in elements {
        values.append(
          try parameter(ParameterAddress(id: kMatrixMixerParam_Volume, scope: place.scope, element: place.element)))
      }
      return .value(PropertyValue(whole: values), isWritable: true)
    default: return try super.answer(address)
    }
  }

  override func set(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    guard address.property == kAudioUnitProperty_MatrixLevels else { return try super.set(address, to: source) }
    try address.require(kAudioUnitScope_Global)
    let (places, values) = (elements, source.list(Float.self))
    guard source.count == places.count * MemoryLayout<Float>.size, values.allSatisfy({ $0.isFinite }) else {
      throw Status(kAudioUnitErr_InvalidPropertyValue)
    }
    for (place, value) in zip(places, values) {
      try setParameter(
        ParameterAddress(id: kMatrixMixerParam_Volume, scope: place.scope, element: place.element), to: value)
    }
  }
}
