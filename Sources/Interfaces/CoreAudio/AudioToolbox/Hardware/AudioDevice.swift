// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
import AudioDevices
public import CAudioToolbox
public import CDispatch
import Foundation

// <CoreAudio/AudioHardware.h>, of devices: IOProcs and times.

/// Returns the device of a number.
///
/// - Throws: `kAudioHardwareBadDeviceError`
private func device(_ id: AudioObjectID) throws(Status) -> DeviceObject {
  guard let object = DeviceObjects.object(id: id) else { throw Status(kAudioHardwareBadDeviceError) }
  return object
}

/// Returns the device itself.
private func clock(_ id: AudioObjectID) throws(Status) -> any AudioDevice {
  guard let device = try device(id).device else { throw Status(kAudioHardwareBadDeviceError) }
  return device
}

@c(AudioDeviceCreateIOProcID)
public func audioDeviceCreateIOProcID(
  _ inDevice: UInt32, _ inProc: AudioDeviceIOProc?, _ inClientData: UnsafeMutableRawPointer?,
  _ outIOProcID: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    unsafe outIOProcID.set(nil)
    let object = try device(inDevice)
    guard let inProc = unsafe inProc, let outIOProcID = unsafe outIOProcID else {
      throw Status(kAudioHardwareIllegalOperationError)
    }
    let number = object.procedures.add(unsafe DeviceFunction(inDevice, inProc, inClientData))
    unsafe outIOProcID.pointee = UnsafeRawPointer(bitPattern: number)
  }
}

/// `AudioDeviceCreateIOProcIDWithBlock` for C. With a queue, the device's thread waits until the block has run on it.
@c(AudioDeviceCreateIOProcIDWithBlock)
public func audioDeviceCreateIOProcIDWithBlock(
  _ outIOProcID: UnsafeMutablePointer<UnsafeRawPointer?>?, _ inDevice: UInt32, _ inDispatchQueue: dispatch_queue_t?,
  _ inIOBlock: (
    @convention(block) (
      UnsafePointer<AudioTimeStamp>, UnsafePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>,
      UnsafeMutablePointer<AudioBufferList>, UnsafePointer<AudioTimeStamp>
    ) -> Void
  )?
) -> OSStatus {
  Status.of { () throws(Status) in
    unsafe outIOProcID.set(nil)
    let object = try device(inDevice)
    guard let inIOBlock = unsafe inIOBlock, let outIOProcID = unsafe outIOProcID else {
      throw Status(kAudioHardwareIllegalOperationError)
    }
    let queue = unsafe inDispatchQueue.map { unsafe BlockQueue($0) }
    let number = object.procedures.add(unsafe DeviceFunction(inIOBlock, on: queue))
    unsafe outIOProcID.pointee = UnsafeRawPointer(bitPattern: number)
  }
}

@c(AudioDeviceDestroyIOProcID)
public func audioDeviceDestroyIOProcID(_ inDevice: UInt32, _ inIOProcID: UnsafeRawPointer?) -> OSStatus {
  Status.of { () throws(Status) in
    let object = try device(inDevice)
    try requirePointer(UInt(bitPattern: inIOProcID), orThrow: kAudioHardwareIllegalOperationError)
    try object.procedures.remove(UInt(bitPattern: inIOProcID), of: object)
  }
}

@c(AudioDeviceStart)
public func audioDeviceStart(_ inDevice: UInt32, _ inProcID: UnsafeRawPointer?) -> OSStatus {
  Status.of { () throws(Status) in
    let object = try device(inDevice)
    try object.procedures.start(UInt(bitPattern: inProcID), of: object)
  }
}

@c(AudioDeviceStartAtTime)
public func audioDeviceStartAtTime(
  _ inDevice: UInt32, _ inProcID: UnsafeRawPointer?, _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>?,
  _ inFlags: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    let (object, device) = (try device(inDevice), try clock(inDevice))
    guard let place = unsafe ioRequestedStartTime, let moment = unsafe place.pointee.moment(of: device) else {
      throw Status(kAudioHardwareIllegalOperationError)
    }
    try object.procedures.start(UInt(bitPattern: inProcID), of: object, at: moment.sampleTime)
    unsafe place.pointee = AudioTimeStamp(sampleTime: moment.sampleTime, moment)
  }
}

@c(AudioDeviceStop)
public func audioDeviceStop(_ inDevice: UInt32, _ inProcID: UnsafeRawPointer?) -> OSStatus {
  Status.of { () throws(Status) in
    let object = try device(inDevice)
    try object.procedures.stop(UInt(bitPattern: inProcID), of: object)
  }
}

@c(AudioDeviceGetCurrentTime)
public func audioDeviceGetCurrentTime(
  _ inDevice: UInt32, _ outTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let device = try clock(inDevice)
    guard let outTime = unsafe outTime else { throw Status(kAudioHardwareIllegalOperationError) }
    let now = device.currentTime
    unsafe outTime.pointee = AudioTimeStamp(sampleTime: now.sampleTime, now)
  }
}

@c(AudioDeviceTranslateTime)
public func audioDeviceTranslateTime(
  _ inDevice: UInt32, _ inTime: UnsafePointer<AudioTimeStamp>?, _ outTime: UnsafeMutablePointer<AudioTimeStamp>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let device = try clock(inDevice)
    guard let inTime = unsafe inTime, let outTime = unsafe outTime,
      let moment = unsafe inTime.pointee.moment(of: device)
    else { throw Status(kAudioHardwareIllegalOperationError) }
    unsafe outTime.pointee = AudioTimeStamp(sampleTime: moment.sampleTime, moment)
  }
}

/// Returns the nearest start time: that of the next cycle.
@c(AudioDeviceGetNearestStartTime)
public func audioDeviceGetNearestStartTime(
  _ inDevice: UInt32, _ ioRequestedStartTime: UnsafeMutablePointer<AudioTimeStamp>?, _ inFlags: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    let device = try clock(inDevice)
    guard let place = unsafe ioRequestedStartTime, let wanted = unsafe place.pointee.moment(of: device) else {
      throw Status(kAudioHardwareIllegalOperationError)
    }
    let earliest = device.currentTime.sampleTime.rounded(.up) + Double(device.bufferFrameCount)
    let moment = device.time(atSampleTime: max(earliest, wanted.sampleTime.rounded()))
    unsafe place.pointee = AudioTimeStamp(sampleTime: moment.sampleTime, moment)
  }
}

// MARK: Aggregate devices, which do not exist here

@c(AudioHardwareCreateAggregateDevice)
public func audioHardwareCreateAggregateDevice(
  _ inDescription: UnsafeRawPointer?, _ outDeviceID: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  unsafe outDeviceID.set(0)
  return kAudioHardwareUnsupportedOperationError
}

@c(AudioHardwareDestroyAggregateDevice)
public func audioHardwareDestroyAggregateDevice(_ inDeviceID: UInt32) -> OSStatus { kAudioHardwareBadDeviceError }
