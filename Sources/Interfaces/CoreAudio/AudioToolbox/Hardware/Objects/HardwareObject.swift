import AudioBase
import AudioDevices
import CAudioToolbox
import Foundation

/// An object of the hardware layer, by its number.
enum HardwareObject {
  case system
  case device(DeviceObject)
  case stream(DeviceObject, DeviceDirection)

  /// - Throws: `kAudioHardwareBadObjectError`
  init(_ id: AudioObjectID) throws(Status) {
    if id == AudioObjectID(kAudioObjectSystemObject) {
      self = .system
    } else if let device = DeviceObjects.object(id: id) {
      self = .device(device)
    } else if let (device, direction) = DeviceObjects.stream(id: id), device.has(direction) {
      self = .stream(device, direction)
    } else {
      throw Status(kAudioHardwareBadObjectError)
    }
  }

  var id: AudioObjectID {
    switch self {
    case .system: AudioObjectID(kAudioObjectSystemObject)
    case .device(let device): device.id
    case .stream(let device, let direction): device.stream(direction)
    }
  }

  /// Returns the value of a property.
  ///
  /// - Parameter qualifier: The qualifier that some properties need.
  /// - Throws: `kAudioHardwareUnknownPropertyError`, and the property's own error.
  func value(
    _ address: AudioObjectPropertyAddress, qualifier: PropertySource = .none
  ) throws(Status) -> PropertyValue {
    let value: PropertyValue?
    switch self {
    case .system: value = try SystemProperties.value(address, qualifier)
    case .device(let device): value = try DeviceProperties(device, address).value()
    case .stream(let device, let direction): value = try StreamProperties(device, direction).value(address)
    }
    guard let value else { throw Status(kAudioHardwareUnknownPropertyError) }
    return value
  }

  /// Returns true if there is a property that can be read or set.
  func has(_ address: AudioObjectPropertyAddress) -> Bool {
    if case .system = self, address.mSelector == kAudioHardwarePropertyRunLoop { return true }
    if case .system = self, SystemProperties.translations.contains(address.mSelector) { return true }
    return (try? value(address)) != nil
  }

  /// Returns true if a property may be listened to: any property of a device that cannot be opened, because it cannot
  /// be queried.
  func takesListener(_ address: AudioObjectPropertyAddress) -> Bool {
    if case .device(let device) = self, device.device == nil { return true }
    return address.mSelector == kAudioObjectPropertySelectorWildcard || has(address)
  }

  /// - Throws: `kAudioHardwareUnknownPropertyError`
  func isSettable(_ address: AudioObjectPropertyAddress) throws(Status) -> Bool {
    guard has(address) else { throw Status(kAudioHardwareUnknownPropertyError) }
    switch (self, address.mSelector) {
    case (.system, kAudioHardwarePropertyRunLoop),
      (.device, kAudioDevicePropertyNominalSampleRate), (.device, kAudioDevicePropertyBufferFrameSize),
      (.device, kAudioDevicePropertyBufferSize), (.device, kAudioDevicePropertyStreamFormat),
      (.device, kAudioStreamPropertyPhysicalFormat), (.device, kAudioDevicePropertyHogMode),
      (.stream, kAudioStreamPropertyVirtualFormat), (.stream, kAudioStreamPropertyPhysicalFormat):
      return true
    default: return false
    }
  }

  /// Sets a property, and notifies the listeners.
  ///
  /// - Throws: `kAudioHardwareUnsupportedOperationError` if it can only be read,
  ///   `kAudioDeviceUnsupportedFormatError` for another rate or format than the device has,
  ///   `kAudioHardwareIllegalOperationError`, `kAudioHardwareBadPropertySizeError`.
  func set(_ address: AudioObjectPropertyAddress, to source: PropertySource) throws(Status) {
    guard try isSettable(address) else { throw Status(kAudioHardwareUnsupportedOperationError) }
    switch (self, address.mSelector) {
    // Changes are reported on threads of the devices: the run loop is not needed.
    case (.system, _): return
    case (.device(let device), kAudioDevicePropertyNominalSampleRate):
      let rate = try source.exactly(Float64.self, orThrow: kAudioHardwareBadPropertySizeError)
      guard rate == device.device?.format.sampleRate else { throw Status(kAudioDeviceUnsupportedFormatError) }
    case (.device(let device), kAudioDevicePropertyBufferFrameSize):
      let count = try source.exactly(UInt32.self, orThrow: kAudioHardwareBadPropertySizeError)
      try device.setFrameCount(Int(count))
    case (.device(let device), kAudioDevicePropertyBufferSize):
      let size = Int(try source.exactly(UInt32.self, orThrow: kAudioHardwareBadPropertySizeError))
      let frame = 4 * (device.device?.format.channelCount ?? 1)
      guard size % frame == 0 else { throw Status(kAudioHardwareIllegalOperationError) }
      try device.setFrameCount(size / frame)
    case (.device(let device), kAudioDevicePropertyHogMode):
      let owner = try source.exactly(Int32.self, orThrow: kAudioHardwareBadPropertySizeError)
      guard owner == -1 || owner == getpid() else { throw Status(kAudioHardwareIllegalOperationError) }
      device.setHeld(owner != -1)
    default:
      let given = try source.exactly(AudioStreamBasicDescription.self, orThrow: kAudioHardwareBadPropertySizeError)
      let present = try value(address)
      guard PropertyValue(given).bytes == present.bytes else { throw Status(kAudioDeviceUnsupportedFormatError) }
      return
    }
    HardwareListeners.tell(id, address.mSelector)
  }
}

/// The system object: the devices and which of them are the defaults.
enum SystemProperties {
  /// Properties that are asked with something to be translated.
  static let translations: Set<AudioObjectPropertySelector> = [
    kAudioHardwarePropertyTranslateUIDToDevice, kAudioHardwarePropertyDeviceForUID,
  ]

  static func value(
    _ address: AudioObjectPropertyAddress, _ qualifier: PropertySource
  ) throws(Status) -> PropertyValue? {
    switch address.mSelector {
    case kAudioObjectPropertyBaseClass: return PropertyValue(kAudioObjectClassID)
    case kAudioObjectPropertyClass: return PropertyValue(kAudioSystemObjectClassID)
    case kAudioObjectPropertyOwner: return PropertyValue(UInt32(kAudioObjectUnknown))
    case kAudioObjectPropertyName: return PropertyValue(object: "System" as NSString)
    case kAudioObjectPropertyOwnedObjects, kAudioHardwarePropertyDevices:
      return PropertyValue(list: DeviceObjects.all.map(\.id))
    case kAudioHardwarePropertyPlugInList, kAudioHardwarePropertyBoxList, kAudioHardwarePropertyClockDeviceList,
      kAudioHardwarePropertyTransportManagerList:
      return PropertyValue(list: [UInt32]())
    // The hardware layer is part of the program, and is not started again while that runs.
    case kAudioHardwarePropertyServiceRestarted: return PropertyValue(UInt32(0))
    case kAudioHardwarePropertyDefaultOutputDevice, kAudioHardwarePropertyDefaultSystemOutputDevice:
      return PropertyValue(standard(.output))
    case kAudioHardwarePropertyDefaultInputDevice: return PropertyValue(standard(.input))
    case kAudioHardwarePropertyTranslateUIDToDevice:
      let name = try qualifier.object(orThrow: kAudioHardwareBadPropertySizeError)
      let object = (name as? NSString).flatMap { DeviceObjects.object(identifier: $0 as String) }
      return PropertyValue(object?.id ?? AudioObjectID(kAudioObjectUnknown))
    case kAudioHardwarePropertyDeviceForUID:
      // The answer is written to an `AudioValueTranslation`, which `DeviceTranslation` fills.
      return PropertyValue(bytes: [UInt8](repeating: 0, count: DeviceTranslation.byteCount))
    default: return nil
    }
  }

  /// Returns the default device of a direction, or none.
  private static func standard(_ direction: DeviceDirection) -> AudioObjectID {
    let device = DeviceObjects.standard
    return device.has(direction) ? device.id : AudioObjectID(kAudioObjectUnknown)
  }
}

/// `kAudioHardwarePropertyDeviceForUID`: a name in, a number out, by pointers in the value itself.
enum DeviceTranslation {
  static let byteCount = unsafe MemoryLayout<AudioValueTranslation>.size

  /// Answers in the program's memory.
  @unsafe
  static func fill(_ size: UnsafeMutablePointer<UInt32>, _ data: UnsafeMutableRawPointer) throws(Status) {
    guard unsafe Int(size.pointee) == byteCount else { throw Status(kAudioHardwareBadPropertySizeError) }
    let given = unsafe data.loadUnaligned(as: AudioValueTranslation.self)
    try unsafe requirePointer(UInt(bitPattern: given.mInputData), orThrow: kAudioHardwareIllegalOperationError)
    try unsafe requirePointer(UInt(bitPattern: given.mOutputData), orThrow: kAudioHardwareIllegalOperationError)
    guard unsafe given.mInputDataSize == 8, unsafe given.mOutputDataSize == 4 else {
      throw Status(kAudioHardwareBadPropertySizeError)
    }
    let name = try unsafe PropertySource(given.mInputDataSize, given.mInputData)
      .object(orThrow: kAudioHardwareBadPropertySizeError)
    let object = (name as? NSString).flatMap { DeviceObjects.object(identifier: $0 as String) }
    unsafe given.mOutputData.storeBytes(
      of: object?.id ?? AudioObjectID(kAudioObjectUnknown), as: AudioObjectID.self)
  }
}
