// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox
import Foundation

// <CoreAudio/AudioHardwareDeprecated.h>, of devices and streams: the calls of <CoreAudio/AudioHardware.h> with the side
// as a flag.

private func address(
  _ selector: AudioObjectPropertySelector, isInput: Bool, _ channel: UInt32
) -> AudioObjectPropertyAddress {
  AudioObjectPropertyAddress(
    mSelector: selector, mScope: isInput ? kAudioObjectPropertyScopeInput : kAudioObjectPropertyScopeOutput,
    mElement: channel)
}

/// Returns the device of a number.
private func device(_ id: AudioObjectID) throws(Status) -> DeviceObject {
  guard let object = DeviceObjects.object(id: id) else { throw Status(kAudioHardwareBadDeviceError) }
  return object
}

/// Refuses a number that is no stream's.
private func requireStream(_ id: AudioObjectID) throws(Status) {
  guard DeviceObjects.stream(id: id) != nil else { throw Status(kAudioHardwareBadStreamError) }
}

private func info(
  _ object: HardwareObject, _ address: AudioObjectPropertyAddress, _ size: UnsafeMutablePointer<UInt32>?,
  _ isWritable: UnsafeMutablePointer<Bool>?
) throws(Status) {
  let value = try object.value(address)
  unsafe size.set(UInt32(clamping: value.byteCount))
  unsafe isWritable.set(try object.isSettable(address))
}

private func get(
  _ object: HardwareObject, _ address: AudioObjectPropertyAddress, _ size: UnsafeMutablePointer<UInt32>?,
  _ data: UnsafeMutableRawPointer?
) throws(Status) {
  guard let size = unsafe size, let data = unsafe data else { throw Status(kAudioHardwareIllegalOperationError) }
  let value = try object.value(address)
  try unsafe PropertyDestination(size, data).put(value, orThrow: kAudioHardwareBadPropertySizeError)
}

private func set(
  _ object: HardwareObject, _ address: AudioObjectPropertyAddress, _ size: UInt32, _ data: UnsafeRawPointer?
) throws(Status) {
  guard let data = unsafe data else { throw Status(kAudioHardwareIllegalOperationError) }
  try unsafe object.set(address, to: PropertySource(size, data))
}

// MARK: Devices

/// Adds an IOProc, whose identifier is the function itself.
@c(AudioDeviceAddIOProc)
public func audioDeviceAddIOProc(
  _ inDevice: UInt32, _ inProc: AudioDeviceIOProc?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let object = try device(inDevice)
    guard let inProc = unsafe inProc else { throw Status(kAudioHardwareIllegalOperationError) }
    let number = unsafe unsafeBitCast(inProc, to: UInt.self)
    _ = object.procedures.add(unsafe DeviceFunction(inDevice, inProc, inClientData), number: number)
  }
}

@c(AudioDeviceRemoveIOProc)
public func audioDeviceRemoveIOProc(_ inDevice: UInt32, _ inProc: UnsafeRawPointer?) -> OSStatus {
  unsafe audioDeviceDestroyIOProcID(inDevice, inProc)
}

/// Fails: devices pass captured frames only to IOProcs.
@c(AudioDeviceRead)
public func audioDeviceRead(
  _ inDevice: UInt32, _ inStartTime: UnsafeRawPointer?, _ outData: UnsafeRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    _ = try device(inDevice)
    throw Status(kAudioHardwareUnsupportedOperationError)
  }
}

@c(AudioDeviceGetPropertyInfo)
public func audioDeviceGetPropertyInfo(
  _ inDevice: UInt32, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32,
  _ outSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let property = address(inPropertyID, isInput: isInput, inChannel)
    try unsafe info(.device(device(inDevice)), property, outSize, outWritable)
  }
}

@c(AudioDeviceGetProperty)
public func audioDeviceGetProperty(
  _ inDevice: UInt32, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let property = address(inPropertyID, isInput: isInput, inChannel)
    try unsafe get(.device(device(inDevice)), property, ioPropertyDataSize, outPropertyData)
  }
}

@c(AudioDeviceSetProperty)
public func audioDeviceSetProperty(
  _ inDevice: UInt32, _ inWhen: UnsafeRawPointer?, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32,
  _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let property = address(inPropertyID, isInput: isInput, inChannel)
    try unsafe set(.device(device(inDevice)), property, inPropertyDataSize, inPropertyData)
  }
}

@c(AudioDeviceAddPropertyListener)
public func audioDeviceAddPropertyListener(
  _ inDevice: UInt32, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32,
  _ inProc: AudioDevicePropertyListenerProc?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let object = HardwareObject.device(try device(inDevice))
    guard let inProc = unsafe inProc else { throw Status(kAudioHardwareIllegalOperationError) }
    let property = address(inPropertyID, isInput: isInput, inChannel)
    guard object.has(property) else { throw Status(kAudioHardwareUnknownPropertyError) }
    HardwareListeners.add(
      unsafe HardwareListeners.Listener(
        object: inDevice, address: property, identity: (unsafeBitCast(inProc, to: UInt.self), 0)
      ) { address in _ = unsafe inProc(inDevice, inChannel, isInput, address.pointee.mSelector, inClientData) })
  }
}

@c(AudioDeviceRemovePropertyListener)
public func audioDeviceRemovePropertyListener(
  _ inDevice: UInt32, _ inChannel: UInt32, _ isInput: Bool, _ inPropertyID: UInt32,
  _ inProc: AudioDevicePropertyListenerProc?
) -> OSStatus {
  Status.of { () throws(Status) in
    _ = try device(inDevice)
    guard let inProc = unsafe inProc else { throw Status(kAudioHardwareIllegalOperationError) }
    HardwareListeners.remove(
      unsafe HardwareListeners.Listener(
        object: inDevice, address: address(inPropertyID, isInput: isInput, inChannel),
        identity: (unsafeBitCast(inProc, to: UInt.self), 0)
      ) { _ in })
  }
}

// MARK: Streams

@c(AudioStreamGetPropertyInfo)
public func audioStreamGetPropertyInfo(
  _ inStream: UInt32, _ inChannel: UInt32, _ inPropertyID: UInt32, _ outSize: UnsafeMutablePointer<UInt32>?,
  _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    try requireStream(inStream)
    try unsafe info(HardwareObject(inStream), address(inPropertyID, isInput: false, inChannel), outSize, outWritable)
  }
}

@c(AudioStreamGetProperty)
public func audioStreamGetProperty(
  _ inStream: UInt32, _ inChannel: UInt32, _ inPropertyID: UInt32,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    try requireStream(inStream)
    let property = address(inPropertyID, isInput: false, inChannel)
    try unsafe get(HardwareObject(inStream), property, ioPropertyDataSize, outPropertyData)
  }
}

@c(AudioStreamSetProperty)
public func audioStreamSetProperty(
  _ inStream: UInt32, _ inWhen: UnsafeRawPointer?, _ inChannel: UInt32, _ inPropertyID: UInt32,
  _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    try requireStream(inStream)
    let property = address(inPropertyID, isInput: false, inChannel)
    try unsafe set(HardwareObject(inStream), property, inPropertyDataSize, inPropertyData)
  }
}

/// Does nothing: stream formats never change.
@c(AudioStreamAddPropertyListener)
public func audioStreamAddPropertyListener(
  _ inStream: UInt32, _ inChannel: UInt32, _ inPropertyID: UInt32, _ inProc: UnsafeRawPointer?,
  _ inClientData: UnsafeRawPointer?
) -> OSStatus { listen(inStream, inPropertyID) }

@c(AudioStreamRemovePropertyListener)
public func audioStreamRemovePropertyListener(
  _ inStream: UInt32, _ inChannel: UInt32, _ inPropertyID: UInt32, _ inProc: UnsafeRawPointer?
) -> OSStatus { listen(inStream, inPropertyID) }

private func listen(_ stream: AudioStreamID, _ property: AudioObjectPropertySelector) -> OSStatus {
  Status.of { () throws(Status) in
    try requireStream(stream)
    guard try HardwareObject(stream).has(address(property, isInput: false, 0)) else {
      throw Status(kAudioHardwareUnknownPropertyError)
    }
  }
}
