// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioQueue.h>: properties and who listens to them.

@c @implementation
public func AudioQueueGetProperty(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outData: UnsafeMutableRawPointer,
  _ ioDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    let destination = try unsafe PropertyDestination(ioDataSize, outData)
    try destination.put(try queue.value(of: inID), orThrow: kAudioQueueErr_InvalidPropertySize)
  }
}

@c @implementation
public func AudioQueueSetProperty(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inData: UnsafeRawPointer, _ inDataSize: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    try queue.requireAlive()
    try queue.set(inID, to: try unsafe PropertySource(inDataSize, inData))
  }
}

@c @implementation
public func AudioQueueGetPropertySize(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ outDataSize: UnsafeMutablePointer<UInt32>
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try queue.requireOutsideTap()
    try requirePointer(UInt(bitPattern: outDataSize))
    unsafe outDataSize.pointee = UInt32(clamping: try queue.byteCount(of: inID))
  }
}

@c @implementation
public func AudioQueueAddPropertyListener(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: AudioQueuePropertyListenerProc,
  _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try requirePointer(unsafe unsafeBitCast(inProc, to: UInt.self))
    unsafe queue.addListener(inID, inProc, inUserData)
  }
}

@c @implementation
public func AudioQueueRemovePropertyListener(
  _ inAQ: AudioQueueRef, _ inID: AudioQueuePropertyID, _ inProc: AudioQueuePropertyListenerProc,
  _ inUserData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let queue = try unsafe queue(inAQ)
    try requirePointer(unsafe unsafeBitCast(inProc, to: UInt.self))
    unsafe queue.removeListener(inID, inProc, inUserData)
  }
}
