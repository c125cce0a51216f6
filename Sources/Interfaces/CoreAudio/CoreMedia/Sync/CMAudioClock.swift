// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioDevices
public import AudioToolbox
import CCoreMedia
import CoreFoundation
import Foundation

// <CoreMedia/CMAudioClock.h>: the clocks of devices.

extension ClockObject.Device {
  /// Finds the device with a UID; `nil` for the standard device.
  ///
  /// - Throws: `kCMClockError_InvalidParameter` if the device does not exist.
  @unsafe
  fileprivate init(uid: UnsafeRawPointer?) throws(Failure) {
    guard let uid = unsafe uid else {
      self.init()
      return
    }
    guard let name = unsafe Unmanaged<AnyObject>.fromOpaque(uid).takeUnretainedValue() as? NSString else {
      throw Failure(kCMClockError_InvalidParameter)
    }
    try self.init(known: name as String)
  }

  /// Finds the device of a number in the hardware layer.
  ///
  /// - Throws: `kCMClockError_InvalidParameter` if the device does not exist.
  init(id: AudioDeviceID) throws(Failure) {
    var address = AudioObjectPropertyAddress(
      mSelector: kAudioDevicePropertyDeviceUID, mScope: kAudioObjectPropertyScopeGlobal, mElement: 0)
    var name: UInt = 0
    var size = UInt32(MemoryLayout<UInt>.size)
    guard unsafe AudioObjectGetPropertyData(id, &address, 0, nil, &size, &name) == noErr,
      let pointer = unsafe UnsafeRawPointer(bitPattern: name)
    else { throw Failure(kCMClockError_InvalidParameter) }
    try self.init(known: unsafe Unmanaged<NSString>.fromOpaque(pointer).takeRetainedValue() as String)
  }

  init(known identifier: String) throws(Failure) {
    self.init(identifier: identifier)
    guard device != nil else { throw Failure(kCMClockError_InvalidParameter) }
  }

  /// The device's number in the hardware layer; 0 if it is not there.
  var id: AudioDeviceID {
    guard let identifier = device?.identifier else { return 0 }
    let name = NSString(string: identifier)
    var address = AudioObjectPropertyAddress(
      mSelector: kAudioHardwarePropertyTranslateUIDToDevice, mScope: kAudioObjectPropertyScopeGlobal, mElement: 0)
    var id: AudioDeviceID = 0
    var size = UInt32(MemoryLayout<AudioDeviceID>.size)
    var pointer = unsafe Unmanaged.passUnretained(name).toOpaque()
    let status = withExtendedLifetime(name) {
      unsafe AudioObjectGetPropertyData(
        AudioObjectID(kAudioObjectSystemObject), &address, UInt32(MemoryLayout<UInt>.size), &pointer, &size, &id)
    }
    return status == noErr ? id : 0
  }
}

/// Makes the clock of a device.
@unsafe
private func make(
  _ out: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ device: () throws(Failure) -> ClockObject.Device
) -> OSStatus {
  Failure.of { () throws(Failure) in
    try unsafe handOver(out, orThrow: kCMClockError_MissingRequiredParameter) { () throws(Failure) in
      ClockObject(device: try device())
    }
  }
}

/// Creates the clock of the default device.
@c(CMAudioClockCreate)
public func cmAudioClockCreate(
  _ allocator: UnsafeRawPointer?, _ clockOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus { unsafe make(clockOut) { ClockObject.Device() } }

/// Creates the clock of a device, by default the default device.
@c(CMAudioDeviceClockCreate)
public func cmAudioDeviceClockCreate(
  _ allocator: UnsafeRawPointer?, _ deviceUid: UnsafeRawPointer?,
  _ clockOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe make(clockOut) { () throws(Failure) in try unsafe ClockObject.Device(uid: deviceUid) }
}

@c(CMAudioDeviceClockCreateFromAudioDeviceID)
public func cmAudioDeviceClockCreateFromAudioDeviceID(
  _ allocator: UnsafeRawPointer?, _ deviceId: AudioDeviceID,
  _ clockOut: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> OSStatus {
  unsafe make(clockOut) { () throws(Failure) in try ClockObject.Device(id: deviceId) }
}

@c(CMAudioDeviceClockSetAudioDeviceUID)
public func cmAudioDeviceClockSetAudioDeviceUID(
  _ clock: UnsafeRawPointer?, _ deviceUid: UnsafeRawPointer?
) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe CoreMedia.clock(clock).setDevice(ClockObject.Device(uid: deviceUid)) }
}

@c(CMAudioDeviceClockSetAudioDeviceID)
public func cmAudioDeviceClockSetAudioDeviceID(_ clock: UnsafeRawPointer?, _ deviceId: AudioDeviceID) -> OSStatus {
  Failure.of { () throws(Failure) in try unsafe CoreMedia.clock(clock).setDevice(ClockObject.Device(id: deviceId)) }
}

/// Returns the device of the clock; null as its UID if the clock follows the default device. The caller releases the
/// string.
@c(CMAudioDeviceClockGetAudioDevice)
public func cmAudioDeviceClockGetAudioDevice(
  _ clock: UnsafeRawPointer?, _ deviceUidOut: UnsafeMutablePointer<UnsafeRawPointer?>?,
  _ deviceIdOut: UnsafeMutablePointer<AudioDeviceID>?, _ trackingDefaultDeviceOut: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Failure.of { () throws(Failure) in
    guard let device = try unsafe CoreMedia.clock(clock).device else {
      throw Failure(kCMClockError_UnsupportedOperation)
    }
    if let out = unsafe deviceUidOut {
      unsafe out.pointee = device.identifier.map {
        unsafe UnsafeRawPointer(Unmanaged.passRetained(NSString(string: $0)).toOpaque())
      }
    }
    if let out = unsafe deviceIdOut { unsafe out.pointee = device.id }
    if let out = unsafe trackingDefaultDeviceOut { unsafe out.pointee = device.identifier == nil }
  }
}
