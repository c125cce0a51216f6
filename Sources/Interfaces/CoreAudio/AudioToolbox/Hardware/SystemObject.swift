import AudioBase

/// What can be asked of the hardware abstraction layer. It has no hardware under it: there is the system object, which
/// has no devices, and nothing else.
enum SystemObject {
  /// The properties of the system object, and what they are.
  private static func value(_ selector: AudioObjectPropertySelector) -> PropertyValue? {
    switch selector {
    case kAudioObjectPropertyBaseClass: PropertyValue(kAudioObjectClassID)
    case kAudioObjectPropertyClass: PropertyValue(kAudioSystemObjectClassID)
    case kAudioObjectPropertyOwner: PropertyValue(UInt32(kAudioObjectUnknown))
    case kAudioObjectPropertyOwnedObjects, kAudioHardwarePropertyDevices, kAudioHardwarePropertyPlugInList,
      kAudioHardwarePropertyBoxList, kAudioHardwarePropertyClockDeviceList:
      PropertyValue(list: [UInt32]())
    case kAudioHardwarePropertyDefaultInputDevice, kAudioHardwarePropertyDefaultOutputDevice,
      kAudioHardwarePropertyDefaultSystemOutputDevice, kAudioHardwarePropertyTranslateUIDToDevice:
      PropertyValue(UInt32(kAudioObjectUnknown))
    default: nil
    }
  }

  /// Changes of devices would be told on this run loop; there are none. It can be set and not be asked for.
  private static func isRunLoop(_ selector: AudioObjectPropertySelector) -> Bool {
    selector == kAudioHardwarePropertyRunLoop
  }

  static func has(_ selector: AudioObjectPropertySelector) -> Bool {
    isRunLoop(selector) || value(selector) != nil
  }

  /// The value of a property.
  ///
  /// - Throws: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`.
  static func value(_ object: AudioObjectID, _ selector: AudioObjectPropertySelector) throws(Status) -> PropertyValue {
    try check(object)
    guard let value = value(selector) else { throw Status(kAudioHardwareUnknownPropertyError) }
    return value
  }

  /// Whether a property can be set: only the run loop.
  ///
  /// - Throws: `kAudioHardwareBadObjectError`, `kAudioHardwareUnknownPropertyError`.
  static func isSettable(_ object: AudioObjectID, _ selector: AudioObjectPropertySelector) throws(Status) -> Bool {
    try check(object)
    if isRunLoop(selector) { return true }
    _ = try value(object, selector)
    return false
  }

  /// Sets a property.
  ///
  /// - Throws: Those two, and `kAudioHardwareUnsupportedOperationError` where it can only be read.
  static func set(_ object: AudioObjectID, _ selector: AudioObjectPropertySelector) throws(Status) {
    guard try isSettable(object, selector) else { throw Status(kAudioHardwareUnsupportedOperationError) }
  }

  /// Refuses every object but the system object.
  static func check(_ object: AudioObjectID) throws(Status) {
    guard object == UInt32(kAudioObjectSystemObject) else { throw Status(kAudioHardwareBadObjectError) }
  }
}
