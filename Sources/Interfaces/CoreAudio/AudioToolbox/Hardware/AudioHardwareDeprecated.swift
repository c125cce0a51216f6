// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

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
  Status.of { () throws(Status) in
    let isSettable = try SystemObject.isSettable(system, inPropertyID)
    if let outWritable = unsafe outWritable { unsafe outWritable.pointee = isSettable }
    guard let outSize = unsafe outSize else { return }
    let size =
      if isSettable { MemoryLayout<Int>.size } else { try SystemObject.value(system, inPropertyID).byteCount }
    unsafe outSize.pointee = UInt32(clamping: size)
  }
}

@c @implementation
public func AudioHardwareGetProperty(
  _ inPropertyID: AudioHardwarePropertyID, _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>,
  _ outPropertyData: UnsafeMutableRawPointer
) -> OSStatus {
  var address = AudioObjectPropertyAddress(
    mSelector: inPropertyID, mScope: kAudioObjectPropertyScopeGlobal, mElement: kAudioObjectPropertyElementMain)
  return unsafe AudioObjectGetPropertyData(system, &address, 0, nil, ioPropertyDataSize, outPropertyData)
}

@c @implementation
public func AudioHardwareSetProperty(
  _ inPropertyID: AudioHardwarePropertyID, _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer
) -> OSStatus {
  Status.of { () throws(Status) in try SystemObject.set(system, inPropertyID) }
}

@c(AudioHardwareAddPropertyListener)
public func audioHardwareAddPropertyListener(
  _ inPropertyID: UInt32, _ inProc: UnsafeRawPointer?, _ inClientData: UnsafeRawPointer?
) -> OSStatus { listen(inPropertyID) }

@c(AudioHardwareRemovePropertyListener)
public func audioHardwareRemovePropertyListener(_ inPropertyID: UInt32, _ inProc: UnsafeRawPointer?) -> OSStatus {
  listen(inPropertyID)
}

private func listen(_ property: AudioHardwarePropertyID) -> OSStatus {
  SystemObject.has(property) ? noErr : kAudioHardwareUnknownPropertyError
}
