// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox
import Foundation

// <CoreAudio/AudioHardwareDeprecated.h>, of the system object.

private let system = AudioObjectID(kAudioObjectSystemObject)

@c(AudioHardwareUnload)
public func audioHardwareUnload() -> OSStatus { noErr }

@c(AudioHardwareAddRunLoopSource)
public func audioHardwareAddRunLoopSource(_ inRunLoopSource: UnsafeRawPointer?) -> OSStatus { noErr }

@c(AudioHardwareRemoveRunLoopSource)
public func audioHardwareRemoveRunLoopSource(_ inRunLoopSource: UnsafeRawPointer?) -> OSStatus { noErr }

@c @implementation
public func AudioHardwareGetPropertyInfo(
  _ inPropertyID: AudioHardwarePropertyID, _ outSize: UnsafeMutablePointer<UInt32>?,
  _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  var address = global(inPropertyID)
  return Status.of { () throws(Status) in
    let isSettable = try HardwareObject.system.isSettable(address)
    unsafe outWritable.set(isSettable)
    guard let outSize = unsafe outSize else { return }
    // The run loop can be set but not read.
    if isSettable {
      unsafe outSize.pointee = UInt32(MemoryLayout<Int>.size)
    } else {
      let status = unsafe AudioObjectGetPropertyDataSize(system, &address, 0, nil, outSize)
      guard status == noErr else { throw Status(status) }
    }
  }
}

@c @implementation
public func AudioHardwareGetProperty(
  _ inPropertyID: AudioHardwarePropertyID, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  var address = global(inPropertyID)
  return unsafe AudioObjectGetPropertyData(system, &address, 0, nil, ioPropertyDataSize, outPropertyData)
}

@c @implementation
public func AudioHardwareSetProperty(
  _ inPropertyID: AudioHardwarePropertyID, _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  var address = global(inPropertyID)
  return unsafe AudioObjectSetPropertyData(system, &address, 0, nil, inPropertyDataSize, inPropertyData)
}

@c(AudioHardwareAddPropertyListener)
public func audioHardwareAddPropertyListener(
  _ inPropertyID: UInt32, _ inProc: AudioHardwarePropertyListenerProc?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    HardwareListeners.add(try unsafe listener(inPropertyID, inProc, inClientData))
  }
}

@c(AudioHardwareRemovePropertyListener)
public func audioHardwareRemovePropertyListener(
  _ inPropertyID: UInt32, _ inProc: AudioHardwarePropertyListenerProc?
) -> OSStatus {
  Status.of { () throws(Status) in HardwareListeners.remove(try unsafe listener(inPropertyID, inProc, nil)) }
}

/// Returns a listener that is identified only by its function.
private func listener(
  _ property: AudioHardwarePropertyID, _ function: AudioHardwarePropertyListenerProc?,
  _ context: UnsafeMutableRawPointer?
) throws(Status) -> HardwareListeners.Listener {
  guard let function = unsafe function else { throw Status(kAudioHardwareIllegalOperationError) }
  guard HardwareObject.system.has(global(property)) else { throw Status(kAudioHardwareUnknownPropertyError) }
  return unsafe HardwareListeners.Listener(
    object: system, address: global(property), identity: (unsafeBitCast(function, to: UInt.self), 0),
    call: { address in _ = unsafe function(address.pointee.mSelector, context) })
}

private func global(_ selector: AudioObjectPropertySelector) -> AudioObjectPropertyAddress {
  AudioObjectPropertyAddress(
    mSelector: selector, mScope: kAudioObjectPropertyScopeGlobal, mElement: kAudioObjectPropertyElementMain)
}
