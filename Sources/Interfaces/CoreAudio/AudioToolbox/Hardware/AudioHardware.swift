// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox
public import CDispatch
import Foundation

// <CoreAudio/AudioHardware.h>: objects and their properties.

private func requireAddress(_ address: UnsafePointer<AudioObjectPropertyAddress>) throws(Status) {
  try requirePointer(UInt(bitPattern: address), orThrow: kAudioHardwareIllegalOperationError)
}

/// Prints a description of an object to standard output.
@c @implementation
public func AudioObjectShow(_ inObjectID: AudioObjectID) {
  switch try? HardwareObject(inObjectID) {
  case .system: print("AudioObject \(inObjectID): the system")
  case .device(let device): print("AudioObject \(inObjectID): the device \(device.identifier) (\(device.name))")
  case .stream(let device, let direction):
    print("AudioObject \(inObjectID): the \(direction) stream of the device \(device.identifier)")
  case nil: print("AudioObject \(inObjectID): unknown")
  }
}

@c @implementation
public func AudioObjectHasProperty(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>
) -> Bool {
  guard UInt(bitPattern: inAddress) != 0, let object = try? HardwareObject(inObjectID) else { return false }
  return unsafe object.has(inAddress.pointee)
}

@c @implementation
public func AudioObjectIsPropertySettable(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ outIsSettable: UnsafeMutablePointer<Bool>
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe requireAddress(inAddress)
    try requirePointer(UInt(bitPattern: outIsSettable), orThrow: kAudioHardwareIllegalOperationError)
    unsafe outIsSettable.pointee = try HardwareObject(inObjectID).isSettable(inAddress.pointee)
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
    let object = try HardwareObject(inObjectID)
    if case .system = object, unsafe inAddress.pointee.mSelector == kAudioHardwarePropertyTranslateUIDToDevice {
      unsafe outDataSize.pointee = 4
      return
    }
    unsafe outDataSize.pointee = UInt32(clamping: try object.value(inAddress.pointee).byteCount)
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
    let object = try HardwareObject(inObjectID)
    var qualifier = PropertySource.none
    if inQualifierDataSize > 0 {
      guard let data = unsafe inQualifierData else { throw Status(kAudioHardwareIllegalOperationError) }
      qualifier = try unsafe PropertySource(inQualifierDataSize, data)
    }
    let value = try unsafe object.value(inAddress.pointee, qualifier: qualifier)
    // A list of nothing is given without a place for it: programs allocate as many bytes as the size says.
    if value.byteCount == 0 {
      try requirePointer(UInt(bitPattern: ioDataSize), orThrow: kAudioHardwareIllegalOperationError)
      unsafe ioDataSize.pointee = 0
      return
    }
    guard UInt(bitPattern: ioDataSize) != 0, UInt(bitPattern: outData) != 0 else {
      throw Status(kAudioHardwareIllegalOperationError)
    }
    if case .system = object, unsafe inAddress.pointee.mSelector == kAudioHardwarePropertyDeviceForUID {
      return try unsafe DeviceTranslation.fill(ioDataSize, outData)
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
    let object = try HardwareObject(inObjectID)
    guard try unsafe object.isSettable(inAddress.pointee) else { throw Status(kAudioHardwareUnsupportedOperationError) }
    try requirePointer(UInt(bitPattern: inData), orThrow: kAudioHardwareIllegalOperationError)
    try unsafe object.set(inAddress.pointee, to: PropertySource(inDataSize, inData))
  }
}

// MARK: Listeners

@c @implementation
public func AudioObjectAddPropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inListener: @escaping AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    HardwareListeners.add(try unsafe listener(inObjectID, inAddress, inListener, inClientData))
  }
}

@c @implementation
public func AudioObjectRemovePropertyListener(
  _ inObjectID: AudioObjectID, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>,
  _ inListener: @escaping AudioObjectPropertyListenerProc, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    HardwareListeners.remove(try unsafe listener(inObjectID, inAddress, inListener, inClientData))
  }
}

private func listener(
  _ object: AudioObjectID, _ address: UnsafePointer<AudioObjectPropertyAddress>,
  _ function: @escaping AudioObjectPropertyListenerProc, _ context: UnsafeMutableRawPointer?
) throws(Status) -> HardwareListeners.Listener {
  let identity = unsafe (unsafeBitCast(function, to: UInt.self), UInt(bitPattern: context))
  try requirePointer(identity.0, orThrow: kAudioHardwareIllegalOperationError)
  return unsafe HardwareListeners.Listener(
    object: object, address: try wanted(object, address), identity: identity,
    call: { address in _ = unsafe function(object, 1, address, context) })
}

/// Returns the address that a listener is for.
private func wanted(
  _ object: AudioObjectID, _ address: UnsafePointer<AudioObjectPropertyAddress>
) throws(Status) -> AudioObjectPropertyAddress {
  try unsafe requireAddress(address)
  guard try unsafe HardwareObject(object).takesListener(address.pointee) else {
    throw Status(kAudioHardwareUnknownPropertyError)
  }
  return unsafe address.pointee
}

/// `AudioObjectPropertyListenerBlock`
public typealias HardwareListenerBlock =
  @convention(block) (UInt32, UnsafePointer<AudioObjectPropertyAddress>) -> Void

/// `AudioObjectAddPropertyListenerBlock` for C. The block is called on the queue, or, if there is none, on the thread
/// of the change.
@c(AudioObjectAddPropertyListenerBlock)
public func audioObjectAddPropertyListenerBlock(
  _ inObjectID: UInt32, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>, _ inDispatchQueue: dispatch_queue_t?,
  _ inListener: HardwareListenerBlock?
) -> OSStatus {
  Status.of { () throws(Status) in
    guard let inListener = unsafe inListener else { throw Status(kAudioHardwareIllegalOperationError) }
    let queue = unsafe inDispatchQueue.map { unsafe BlockQueue($0) }
    HardwareListeners.add(
      unsafe HardwareListeners.Listener(
        object: inObjectID, address: try wanted(inObjectID, inAddress), identity: (identity(inListener), 0)
      ) { address in
        let address = unsafe address.pointee
        let call = { unsafe withUnsafePointer(to: address) { unsafe inListener(1, $0) } }
        if let queue { queue.perform(call) } else { call() }
      })
  }
}

@c(AudioObjectRemovePropertyListenerBlock)
public func audioObjectRemovePropertyListenerBlock(
  _ inObjectID: UInt32, _ inAddress: UnsafePointer<AudioObjectPropertyAddress>, _ inDispatchQueue: dispatch_queue_t?,
  _ inListener: HardwareListenerBlock?
) -> OSStatus {
  Status.of { () throws(Status) in
    guard let inListener = unsafe inListener else { throw Status(kAudioHardwareIllegalOperationError) }
    HardwareListeners.remove(
      unsafe HardwareListeners.Listener(
        object: inObjectID, address: try wanted(inObjectID, inAddress), identity: (identity(inListener), 0)
      ) { _ in })
  }
}

/// Returns the address of a block, by which it is found again.
private func identity(_ block: @escaping HardwareListenerBlock) -> UInt {
  unsafe UInt(bitPattern: unsafeBitCast(block, to: UnsafeRawPointer.self))
}
