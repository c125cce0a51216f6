// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

public import CAudioToolbox

// <AudioToolbox/AudioHardwareService.h>: the answers of the hardware layer; the service has no properties of its own
// here.

@c(AudioHardwareServiceHasProperty)
public func audioHardwareServiceHasProperty(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>?
) -> Bool {
  guard let inAddress = unsafe inAddress else { return false }
  return unsafe AudioObjectHasProperty(inObjectID, inAddress)
}

@c(AudioHardwareServiceIsPropertySettable)
public func audioHardwareServiceIsPropertySettable(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>?,
  _ outIsSettable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  guard let inAddress = unsafe inAddress, let outIsSettable = unsafe outIsSettable else {
    return kAudioHardwareIllegalOperationError
  }
  return unsafe AudioObjectIsPropertySettable(inObjectID, inAddress, outIsSettable)
}

@c(AudioHardwareServiceGetPropertyDataSize)
public func audioHardwareServiceGetPropertyDataSize(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>?, _ inQualifierDataSize: UInt32,
  _ inQualifierData: UnsafeRawPointer?, _ outDataSize: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  guard let inAddress = unsafe inAddress, let outDataSize = unsafe outDataSize else {
    return kAudioHardwareIllegalOperationError
  }
  return unsafe AudioObjectGetPropertyDataSize(
    inObjectID, inAddress, inQualifierDataSize, inQualifierData, outDataSize)
}

@c(AudioHardwareServiceGetPropertyData)
public func audioHardwareServiceGetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>?, _ inQualifierDataSize: UInt32,
  _ inQualifierData: UnsafeRawPointer?, _ ioDataSize: UnsafeMutablePointer<UInt32>?, _ outData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let inAddress = unsafe inAddress, let ioDataSize = unsafe ioDataSize, let outData = unsafe outData else {
    return kAudioHardwareIllegalOperationError
  }
  return unsafe AudioObjectGetPropertyData(
    inObjectID, inAddress, inQualifierDataSize, inQualifierData, ioDataSize, outData)
}

@c(AudioHardwareServiceSetPropertyData)
public func audioHardwareServiceSetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>?, _ inQualifierDataSize: UInt32,
  _ inQualifierData: UnsafeRawPointer?, _ inDataSize: UInt32, _ inData: UnsafeRawPointer?
) -> OSStatus {
  guard let inAddress = unsafe inAddress, let inData = unsafe inData else { return kAudioHardwareIllegalOperationError }
  return unsafe AudioObjectSetPropertyData(
    inObjectID, inAddress, inQualifierDataSize, inQualifierData, inDataSize, inData)
}

@c(AudioHardwareServiceAddPropertyListener)
public func audioHardwareServiceAddPropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>?,
  _ inListener: AudioObjectPropertyListenerProc?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let inAddress = unsafe inAddress, let inListener = unsafe inListener else {
    return kAudioHardwareIllegalOperationError
  }
  return unsafe AudioObjectAddPropertyListener(inObjectID, inAddress, inListener, inClientData)
}

@c(AudioHardwareServiceRemovePropertyListener)
public func audioHardwareServiceRemovePropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>?,
  _ inListener: AudioObjectPropertyListenerProc?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  guard let inAddress = unsafe inAddress, let inListener = unsafe inListener else {
    return kAudioHardwareIllegalOperationError
  }
  return unsafe AudioObjectRemovePropertyListener(inObjectID, inAddress, inListener, inClientData)
}
