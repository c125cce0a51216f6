import AudioBase
import CAudioToolbox

/// The address of a property.
struct UnitAddress: Sendable {
  var property: AudioUnitPropertyID
  var scope: AudioUnitScope
  var element: AudioUnitElement

  /// Rejects all other scopes.
  func require(_ scopes: AudioUnitScope...) throws(Status) {
    guard scopes.contains(scope) else { throw Status(kAudioUnitErr_InvalidScope) }
  }
}

/// The answer to a property query: its value, or the size of a property that can only be set.
enum UnitAnswer {
  /// The property can be read, and set if `isWritable` is true.
  case value(PropertyValue, isWritable: Bool = false)
  /// The property can only be set, to a value of `byteCount` bytes.
  case settable(byteCount: Int)

  var byteCount: Int {
    switch self {
    case .value(let value, _): value.byteCount
    case .settable(let byteCount): byteCount
    }
  }

  var isWritable: Bool {
    if case .value(_, let isWritable) = self { isWritable } else { true }
  }
}

/// The properties of all kinds of units. Kinds with more properties answer those themselves.
struct UnitProperties {
  let unit: UnitObject

  func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer {
    let configuration = unit.configuration.withLock { $0 }
    switch address.property {
    case kAudioUnitProperty_StreamFormat:
      return .value(PropertyValue(AudioStreamBasicDescription(try format(address, configuration))), isWritable: true)
    case kAudioUnitProperty_SampleRate:
      return .value(PropertyValue(try format(address, configuration).sampleRate), isWritable: true)
    case kAudioUnitProperty_ElementCount:
      try address.require(kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output)
      let count =
        switch address.scope {
        case kAudioUnitScope_Input: configuration.inputs.count
        case kAudioUnitScope_Output: configuration.outputs.count
        default: 1
        }
      return .value(PropertyValue(UInt32(count)), isWritable: unit.canSetElementCount(address.scope))
    case kAudioUnitProperty_MaximumFramesPerSlice:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(UInt32(configuration.maximumFrameCount)), isWritable: true)
    // PortAudio sets it on every output unit.
    case kAudioUnitProperty_RenderQuality where unit.kind.converts:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(configuration.renderQuality), isWritable: true)
    case kAudioUnitProperty_Latency:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(unit.latency))
    case kAudioUnitProperty_TailTime:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(unit.tailTime))
    case kAudioUnitProperty_LastRenderError:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(unit.lastRenderError))
    case kAudioUnitProperty_SupportedNumChannels:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(list: [unit.channelCounts]))
    case kAudioUnitProperty_ShouldAllocateBuffer:
      try address.require(kAudioUnitScope_Input, kAudioUnitScope_Output)
      _ = try format(address, configuration)
      let lends = !(address.scope == kAudioUnitScope_Output && configuration.withoutMemory.contains(address.element))
      return .value(PropertyValue(UInt32(lends ? 1 : 0)), isWritable: true)
    case kAudioUnitProperty_ParameterList:
      return .value(PropertyValue(whole: unit.parameters.filter { $0.has(address.scope) }.map(\.id)))
    case kAudioUnitProperty_ParameterInfo:
      guard let parameter = unit.parameters.first(where: { $0.id == address.element && $0.has(address.scope) }) else {
        throw Status(kAudioUnitErr_InvalidElement)
      }
      return .value(unsafe PropertyValue(parameter.info))
    case kAudioUnitProperty_ClassInfo, kAudioUnitProperty_PresentPreset:
      try address.require(kAudioUnitScope_Global)
      return .value(try UnitPresets(unit: unit).value(of: address.property), isWritable: true)
    case kAudioUnitProperty_SetRenderCallback:
      try address.require(kAudioUnitScope_Input, kAudioUnitScope_Global)
      return .settable(byteCount: unsafe MemoryLayout<AURenderCallbackStruct>.size)
    case kAudioUnitProperty_MakeConnection:
      try address.require(kAudioUnitScope_Input, kAudioUnitScope_Global)
      return .settable(byteCount: unsafe MemoryLayout<AudioUnitConnection>.size)
    default: throw Status(kAudioUnitErr_InvalidProperty)
    }
  }

  /// Returns the format of an element.
  func format(_ address: UnitAddress, _ configuration: UnitObject.Configuration) throws(Status) -> StreamFormat {
    let formats: [UnitFormat]
    switch address.scope {
    case kAudioUnitScope_Input: formats = configuration.inputs
    // Some programs ask so for the output, of units that have but one.
    case kAudioUnitScope_Output, kAudioUnitScope_Global: formats = configuration.outputs
    default: throw Status(kAudioUnitErr_InvalidScope)
    }
    guard Int(address.element) < formats.count else { throw Status(kAudioUnitErr_InvalidElement) }
    return formats[Int(address.element)].format
  }

  func set(_ given: UnitAddress, to source: PropertySource) throws(Status) {
    var address = given
    switch given.property {
    // Apple's AudioUnitSDK (AUBase, DispatchSetProperty) checks no scope of these three when they are set. PortAudio
    // sets the functions in the output scope and the length of slices in that of the input.
    case kAudioUnitProperty_SetRenderCallback, kAudioUnitProperty_MakeConnection:
      return try setSource(address, to: source)
    case kAudioUnitProperty_MaximumFramesPerSlice: (address.scope, address.element) = (kAudioUnitScope_Global, 0)
    default: break
    }
    guard case .value(_, let isWritable) = try answer(address) else { throw Status(kAudioUnitErr_InvalidProperty) }
    guard isWritable else { throw Status(kAudioUnitErr_PropertyNotWritable) }
    switch address.property {
    case kAudioUnitProperty_StreamFormat:
      let given = try source.read(AudioStreamBasicDescription.self, orThrow: kAudioUnitErr_InvalidPropertyValue)
      try setFormat(
        address, UnitFormat(StreamFormat(bounding: given, orThrow: kAudioUnitErr_FormatNotSupported)))
    case kAudioUnitProperty_SampleRate:
      var format = try format(address, unit.configuration.withLock { $0 })
      format.sampleRate = try source.exactly(Float64.self, orThrow: kAudioUnitErr_InvalidPropertyValue)
      try setFormat(address, UnitFormat(format))
    case kAudioUnitProperty_ElementCount:
      try unit.setElementCount(address.scope, Int(try source.unitNumber()))
    case kAudioUnitProperty_MaximumFramesPerSlice:
      let count = Int(try source.unitNumber())
      guard (1...UnitObject.largestSlice).contains(count) else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
      try unit.changeAtRest { $0.maximumFrameCount = count }
    case kAudioUnitProperty_RenderQuality:
      let quality = try source.unitNumber()
      guard quality <= UInt32(kRenderQuality_Max) else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
      unit.configuration.withLock { $0.renderQuality = quality }
    case kAudioUnitProperty_ClassInfo, kAudioUnitProperty_PresentPreset:
      try UnitPresets(unit: unit).set(address.property, to: source)
    case kAudioUnitProperty_ShouldAllocateBuffer:
      let lends = try source.unitNumber() != 0
      guard address.scope == kAudioUnitScope_Output else { return }
      try unit.changeAtRest { configuration in
        if lends {
          configuration.withoutMemory.remove(address.element)
        } else {
          configuration.withoutMemory.insert(address.element)
        }
      }
    default: throw Status(kAudioUnitErr_PropertyNotWritable)
    }
  }

  private func setFormat(_ address: UnitAddress, _ format: UnitFormat) throws(Status) {
    let scope = address.scope == kAudioUnitScope_Input ? kAudioUnitScope_Input : kAudioUnitScope_Output
    try unit.setFormat(scope, Int(address.element), format)
  }

  // MARK: Sources

  private func setSource(_ address: UnitAddress, to source: PropertySource) throws(Status) {
    let count = unit.configuration.withLock { $0.inputs.count }
    if address.property == kAudioUnitProperty_SetRenderCallback {
      guard Int(address.element) < count else { throw Status(kAudioUnitErr_InvalidElement) }
      let given = try unsafe source.read(AURenderCallbackStruct.self, orThrow: kAudioUnitErr_InvalidPropertyValue)
      let new = unsafe RenderFunction(given).map { UnitSource.function($0) } ?? .none
      return setSource(Int(address.element), new)
    }
    let given = try unsafe source.read(AudioUnitConnection.self, orThrow: kAudioUnitErr_InvalidPropertyValue)
    let element = unsafe Int(given.destInputNumber)
    guard element < count else { throw Status(kAudioUnitErr_InvalidElement) }
    guard let handle = unsafe given.sourceAudioUnit else { return setSource(element, .none) }
    try connect(element, to: unsafe AudioToolbox.unit(handle), bus: unsafe given.sourceOutputNumber)
  }

  /// Connects an input element to an output element of another unit and adopts its format.
  ///
  /// - Throws: `kAudioUnitErr_InvalidElement`, `kAudioUnitErr_InvalidPropertyValue`, and the error of setting a format.
  func connect(_ element: Int, to other: UnitObject, bus: UInt32) throws(Status) {
    guard element < unit.configuration.withLock({ $0.inputs.count }), let format = other.outputFormat(bus) else {
      throw Status(kAudioUnitErr_InvalidElement)
    }
    guard other !== unit else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    let present = unit.configuration.withLock { $0.inputs[element] }
    if !present.isSame(as: format) { try unit.setFormat(kAudioUnitScope_Input, element, format) }
    setSource(element, .unit(other, bus: bus))
  }

  /// Sets the source of an input element's frames.
  func setSource(_ element: Int, _ new: UnitSource) {
    unit.changeRendering { if element < $0.sources.count { $0.sources[element] = new } }
  }
}

extension UnitObject {
  /// The largest number of frames of a slice.
  static let largestSlice = 1 << 16

  /// Changes the settings with which a unit is initialized.
  ///
  /// - Throws: `kAudioUnitErr_Initialized`
  func changeAtRest(_ body: (inout Configuration) -> Void) throws(Status) {
    try configuration.withLock { configuration throws(Status) in
      guard !configuration.isInitialized else { throw Status(kAudioUnitErr_Initialized) }
      body(&configuration)
    }
  }
}

extension PropertySource {
  /// Returns a `UInt32`.
  func unitNumber() throws(Status) -> UInt32 {
    try exactly(UInt32.self, orThrow: kAudioUnitErr_InvalidPropertyValue)
  }
}
