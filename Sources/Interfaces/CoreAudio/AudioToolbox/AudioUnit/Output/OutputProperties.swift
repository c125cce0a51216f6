import AudioBase
import AudioDevices
import CAudioToolbox
import Synchronization

/// The properties of output units in addition to those of all units.
struct OutputProperties {
  let unit: OutputUnit

  /// `nil` for properties that all units have.
  func answer(_ address: UnitAddress) throws(Status) -> UnitAnswer? {
    let settings = unit.settings.withLock { $0 }
    switch address.property {
    case kAudioOutputUnitProperty_CurrentDevice:
      try address.require(kAudioUnitScope_Global, kAudioUnitScope_Input, kAudioUnitScope_Output)
      // Units of the default output are set to a device as well: mpv sets them to the default one.
      return .value(PropertyValue(DeviceObjects.object(of: settings.device).id), isWritable: true)
    case kAudioOutputUnitProperty_IsRunning:
      try address.require(kAudioUnitScope_Global)
      return .value(PropertyValue(UInt32(unit.isRunning ? 1 : 0)))
    case kAudioOutputUnitProperty_EnableIO:
      let plays = try isOutput(address)
      let isOn = plays ? settings.playsEnabled : settings.capturesEnabled
      return .value(PropertyValue(UInt32(isOn ? 1 : 0)), isWritable: unit.role != .playing)
    case kAudioOutputUnitProperty_HasIO:
      let object = DeviceObjects.object(of: settings.device)
      let plays = try isOutput(address)
      let has = object.has(plays ? .output : .input) && (unit.role != .playing || plays)
      return .value(PropertyValue(UInt32(has ? 1 : 0)))
    case kAudioOutputUnitProperty_SetInputCallback:
      guard unit.role != .playing else { throw Status(kAudioUnitErr_InvalidProperty) }
      return .settable(byteCount: unsafe MemoryLayout<AURenderCallbackStruct>.size)
    case kAudioOutputUnitProperty_StartTime:
      return .settable(byteCount: MemoryLayout<AudioOutputUnitStartAtTimeParams>.size)
    case kAudioOutputUnitProperty_StartTimestampsAtZero:
      return .value(PropertyValue(UInt32(settings.startsAtZero ? 1 : 0)), isWritable: true)
    case kAudioOutputUnitProperty_ChannelMap: return .value(try channelMap(address, settings), isWritable: true)
    case kAudioUnitProperty_AudioChannelLayout: return try layout(address, settings)
    case kAudioUnitProperty_SetRenderCallback, kAudioUnitProperty_MakeConnection:
      // Element 1 gets the captured frames of the device.
      guard address.element == 0 || address.property == kAudioUnitProperty_MakeConnection else {
        throw Status(kAudioUnitErr_InvalidElement)
      }
      return nil
    case kAUVoiceIOProperty_BypassVoiceProcessing where unit.role == .voice:
      return .value(PropertyValue(UInt32(1)), isWritable: true)
    case kAUVoiceIOProperty_VoiceProcessingEnableAGC where unit.role == .voice:
      return .value(PropertyValue(UInt32(0)), isWritable: true)
    case kAUVoiceIOProperty_MuteOutput where unit.role == .voice:
      return .value(PropertyValue(UInt32(settings.isMuted ? 1 : 0)), isWritable: true)
    default: return try deviceAnswer(address, settings.device)
    }
  }

  /// Returns true for element 0 of the output scope, which plays; false for element 1 of the input scope, which
  /// records.
  private func isOutput(_ address: UnitAddress) throws(Status) -> Bool {
    switch (address.scope, address.element) {
    case (kAudioUnitScope_Output, 0): return true
    case (kAudioUnitScope_Input, 1): return false
    case (kAudioUnitScope_Output, _), (kAudioUnitScope_Input, _): throw Status(kAudioUnitErr_InvalidElement)
    default: throw Status(kAudioUnitErr_InvalidScope)
    }
  }

  /// Returns true if a channel map is for playing: between the program's side of element 0 and the device.
  private func isPlayed(_ address: UnitAddress) throws(Status) -> Bool {
    switch (address.scope, address.element) {
    case (kAudioUnitScope_Input, 0), (kAudioUnitScope_Output, 0), (kAudioUnitScope_Global, 0): return true
    case (kAudioUnitScope_Output, 1) where unit.role != .playing,
      (kAudioUnitScope_Input, 1) where unit.role != .playing:
      return false
    case (kAudioUnitScope_Input, _), (kAudioUnitScope_Output, _), (kAudioUnitScope_Global, _):
      throw Status(kAudioUnitErr_InvalidElement)
    default: throw Status(kAudioUnitErr_InvalidScope)
    }
  }

  private func channelMap(_ address: UnitAddress, _ settings: OutputUnit.Settings) throws(Status) -> PropertyValue {
    let configuration = unit.configuration.withLock { $0 }
    let isPlayed = try isPlayed(address)
    let sides =
      isPlayed
      ? (configuration.inputs[0], configuration.outputs[0]) : (configuration.inputs[1], configuration.outputs[1])
    let map = isPlayed ? settings.outputMap : settings.inputMap
    let from = sides.0.format.channelsPerFrame
    let plain = (0..<sides.1.format.channelsPerFrame).map { $0 < from ? $0 : from == 1 ? 0 : nil }
    return PropertyValue(whole: (map ?? plain).map { Int32($0 ?? -1) })
  }

  /// Returns the hardware layer's answer about the device.
  private func deviceAnswer(_ address: UnitAddress, _ device: any AudioDevice) throws(Status) -> UnitAnswer? {
    guard let property = hardwareAddress(address) else { return nil }
    let object = HardwareObject.device(DeviceObjects.object(of: device))
    guard let value = try? object.value(property) else { return nil }
    return .value(value, isWritable: (try? object.isSettable(property)) ?? false)
  }

  /// Returns the address in the hardware layer; `nil` for numbers that are not its selectors, which are four
  /// characters.
  private func hardwareAddress(_ address: UnitAddress) -> AudioObjectPropertyAddress? {
    guard address.property > 0x2020_2020 else { return nil }
    let scope =
      switch address.scope {
      case kAudioUnitScope_Input: kAudioObjectPropertyScopeInput
      case kAudioUnitScope_Output: kAudioObjectPropertyScopeOutput
      default: kAudioObjectPropertyScopeGlobal
      }
    return AudioObjectPropertyAddress(mSelector: address.property, mScope: scope, mElement: 0)
  }

  // MARK: Setting

  /// Sets a property.
  ///
  /// - Returns: `false` for properties that all units have.
  func set(_ address: UnitAddress, to source: PropertySource) throws(Status) -> Bool {
    guard let known = try answer(address) else { return false }
    if case .value(_, false) = known { throw Status(kAudioUnitErr_PropertyNotWritable) }
    switch address.property {
    case kAudioOutputUnitProperty_CurrentDevice:
      guard let object = DeviceObjects.object(id: try source.unitNumber()), let device = object.device else {
        throw Status(kAudioUnitErr_InvalidPropertyValue)
      }
      try unit.setDevice(device)
    case kAudioOutputUnitProperty_EnableIO:
      let (isOutput, isOn) = (try isOutput(address), try source.unitNumber() != 0)
      try unit.changeStopped { _ in
        unit.settings.withLock { settings in
          if isOutput { settings.playsEnabled = isOn } else { settings.capturesEnabled = isOn }
        }
      }
    case kAudioOutputUnitProperty_SetInputCallback:
      let given = try unsafe source.exactly(AURenderCallbackStruct.self, orThrow: kAudioUnitErr_InvalidPropertyValue)
      unsafe unit.setInputFunction(RenderFunction(given))
    case kAudioOutputUnitProperty_StartTime:
      let given = try source.exactly(
        AudioOutputUnitStartAtTimeParams.self, orThrow: kAudioUnitErr_InvalidPropertyValue)
      guard let moment = given.mTimestamp.moment(of: unit.device) else {
        throw Status(kAudioUnitErr_InvalidPropertyValue)
      }
      unit.settings.withLock { $0.startTime = moment.sampleTime }
    case kAudioOutputUnitProperty_StartTimestampsAtZero:
      let isOn = try source.unitNumber() != 0
      unit.settings.withLock { $0.startsAtZero = isOn }
      unit.setStartsAtZero(isOn)
    case kAudioOutputUnitProperty_ChannelMap: try setChannelMap(address, source)
    case kAudioUnitProperty_AudioChannelLayout: try setLayout(address, source)
    case kAUVoiceIOProperty_BypassVoiceProcessing:
      // There is no processing that would not be bypassed.
      guard try source.unitNumber() != 0 else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    case kAUVoiceIOProperty_VoiceProcessingEnableAGC:
      guard try source.unitNumber() == 0 else { throw Status(kAudioUnitErr_InvalidPropertyValue) }
    case kAUVoiceIOProperty_MuteOutput: unit.setMuted(try source.unitNumber() != 0)
    default:
      guard let property = hardwareAddress(address) else { return false }
      try HardwareObject.device(DeviceObjects.object(of: unit.device)).set(property, to: source)
    }
    return true
  }

  private func setChannelMap(_ address: UnitAddress, _ source: PropertySource) throws(Status) {
    let isPlayed = try isPlayed(address)
    let configuration = unit.configuration.withLock { $0 }
    let element = isPlayed ? 0 : 1
    let (from, to) = (configuration.inputs[element].format, configuration.outputs[element].format)
    let numbers = source.list(Int32.self)
    guard source.count == numbers.count * 4, numbers.count == to.channelsPerFrame,
      numbers.allSatisfy({ $0 >= -1 && Int($0) < from.channelsPerFrame })
    else {
      // Apple's unit takes what is not a map in the global scope, without effect: mpv sets an AudioChannelLayout there
      // (ao_coreaudio.c, with macOS up to 26: https://github.com/mpv-player/mpv/issues/18384).
      if address.scope == kAudioUnitScope_Global { return }
      throw Status(kAudioUnitErr_InvalidPropertyValue)
    }
    let map = numbers.map { $0 < 0 ? nil : Int($0) }
    try unit.changeStopped { _ in
      unit.settings.withLock { settings in
        if isPlayed { settings.outputMap = map } else { settings.inputMap = map }
      }
    }
  }
}
