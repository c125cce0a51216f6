// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <CoreAudio/AudioHardware.h>

private func requireAddress(_ address: UnsafePointer<AudioObjectPropertyAddress>) throws(Status) {
  try requirePointer(UInt(bitPattern: address), orThrow: kAudioHardwareIllegalOperationError)
}

@c @implementation
public func AudioObjectShow(_ inObjectID: AudioObjectID) {}

@c @implementation
public func AudioObjectHasProperty(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>
) -> Bool {
  guard UInt(bitPattern: inAddress) != 0, inObjectID == UInt32(kAudioObjectSystemObject) else { return false }
  return unsafe SystemObject.has(inAddress.pointee.mSelector)
}

@c @implementation
public func AudioObjectIsPropertySettable(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ outIsSettable: UnsafeMutablePointer<Bool>
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe requireAddress(inAddress)
    try requirePointer(UInt(bitPattern: outIsSettable), orThrow: kAudioHardwareIllegalOperationError)
    unsafe outIsSettable.pointee = try SystemObject.isSettable(inObjectID, inAddress.pointee.mSelector)
  }
}

@c @implementation
public func AudioObjectGetPropertyDataSize(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe requireAddress(inAddress)
    try requirePointer(UInt(bitPattern: outDataSize), orThrow: kAudioHardwareIllegalOperationError)
    let value = try unsafe SystemObject.value(inObjectID, inAddress.pointee.mSelector)
    unsafe outDataSize.pointee = UInt32(clamping: value.byteCount)
  }
}

@c @implementation
public func AudioObjectGetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ ioDataSize: UnsafeMutablePointer<UInt32>,
  _ outData: UnsafeMutableRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe requireAddress(inAddress)
    let value = try unsafe SystemObject.value(inObjectID, inAddress.pointee.mSelector)
    // A list of nothing is given without a place for it: programs allocate as many bytes as the size says.
    if value.byteCount == 0 {
      try requirePointer(UInt(bitPattern: ioDataSize), orThrow: kAudioHardwareIllegalOperationError)
      unsafe ioDataSize.pointee = 0
      return
    }
    guard UInt(bitPattern: ioDataSize) != 0, UInt(bitPattern: outData) != 0 else {
      throw Status(kAudioHardwareIllegalOperationError)
    }
    try unsafe PropertyDestination(ioDataSize, outData).put(value, orThrow: kAudioHardwareBadPropertySizeError)
  }
}

@c @implementation
public func AudioObjectSetPropertyData(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inQualifierDataSize: UInt32, _ inQualifierData: UnsafeRawPointer?, _ inDataSize: UInt32,
  _ inData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe requireAddress(inAddress)
    try unsafe SystemObject.set(inObjectID, inAddress.pointee.mSelector)
  }
}

// Nothing ever changes, so that a listener has nothing to be told.

@c @implementation
public func AudioObjectAddPropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inListener: @escaping AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus { unsafe listen(inObjectID, inAddress) }

@c @implementation
public func AudioObjectRemovePropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inListener: @escaping AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus { unsafe listen(inObjectID, inAddress) }

@c(AudioObjectAddPropertyListenerBlock)
public func audioObjectAddPropertyListenerBlock(
  _ inObjectID: UInt32, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>, _ inDispatchQueue: UnsafeRawPointer?,
  _ inListener: UnsafeRawPointer?
) -> OSStatus { unsafe listen(inObjectID, inAddress) }

@c(AudioObjectRemovePropertyListenerBlock)
public func audioObjectRemovePropertyListenerBlock(
  _ inObjectID: UInt32, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>, _ inDispatchQueue: UnsafeRawPointer?,
  _ inListener: UnsafeRawPointer?
) -> OSStatus { unsafe listen(inObjectID, inAddress) }

private func listen(_ object: AudioObjectID, _ address: UnsafePointer<AudioObjectPropertyAddress>) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe requireAddress(address)
    try SystemObject.check(object)
    guard unsafe SystemObject.has(address.pointee.mSelector) else {
      throw Status(kAudioHardwareUnknownPropertyError)
    }
  }
}
