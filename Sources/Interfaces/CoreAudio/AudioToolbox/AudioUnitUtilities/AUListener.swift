// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox
public import CDispatch
import CoreFoundation

// <AudioToolbox/AudioUnitUtilities.h>: listeners, and the events to which they listen.

/// Opens a handle on a listener.
@unsafe
func openingListener(
  _ handle: UnsafeMutablePointer<AUParameterListenerRef?>?, _ make: () throws(Status) -> ListenerObject
) -> OSStatus {
  Status.of { () throws(Status) in
    let handle = try unsafe place(handle)
    unsafe handle.pointee = nil
    let listener = try make()
    UnitListeners.add(listener)
    unsafe handle.pointee = Handles.insert(listener)
  }
}

/// Returns the object of a listener's handle.
///
/// - Throws: `kAudio_ParamError`
@unsafe
private func listener(_ handle: AUParameterListenerRef?) throws(Status) -> ListenerObject {
  guard let handle = unsafe handle else { throw Status(kAudio_ParamError) }
  return try unsafe Handles.object(handle, ListenerObject.self, orThrow: kAudio_ParamError)
}

/// Returns the run loop and mode that a program names, or its own run loop and the default mode.
@unsafe
private func runLoop(_ loop: UnsafeRawPointer?, _ mode: UnsafeRawPointer?) -> ListenerTarget {
  let loop = unsafe loop.map { unsafe Unmanaged<CFRunLoop>.fromOpaque($0).takeUnretainedValue() }
  let mode = unsafe mode.map { unsafe Unmanaged<CFString>.fromOpaque($0).takeUnretainedValue() }
  return .runLoop(loop ?? CFRunLoopGetCurrent(), mode ?? kCFRunLoopDefaultMode)
}

@c(AUListenerCreate)
public func auListenerCreate(
  _ inProc: AUParameterListenerProc?, _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: UnsafeRawPointer?,
  _ inRunLoopMode: UnsafeRawPointer?, _ inNotificationInterval: Float32,
  _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>?
) -> OSStatus {
  unsafe openingListener(outListener) { () throws(Status) in
    guard let inProc = unsafe inProc else { throw Status(kAudio_ParamError) }
    return unsafe ListenerObject(inNotificationInterval, runLoop(inRunLoop, inRunLoopMode)) { change in
      guard var parameter = unsafe change.event.parameter else { return }
      unsafe inProc(inUserData, UnsafeMutableRawPointer(bitPattern: change.object), &parameter, change.value)
    }
  }
}

@c(AUListenerCreateWithDispatchQueue)
public func auListenerCreateWithDispatchQueue(
  _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>?, _ inNotificationInterval: Float32,
  _ inDispatchQueue: dispatch_queue_t?,
  _ inBlock: (
    @convention(block) (UnsafeMutableRawPointer?, UnsafePointer<AudioUnitParameter>, AudioUnitParameterValue) -> Void
  )?
) -> OSStatus {
  unsafe openingListener(outListener) { () throws(Status) in
    guard let queue = unsafe inDispatchQueue, let inBlock = unsafe inBlock else { throw Status(kAudio_ParamError) }
    return unsafe ListenerObject(inNotificationInterval, .queue(BlockQueue(queue))) { change in
      guard var parameter = unsafe change.event.parameter else { return }
      unsafe inBlock(UnsafeMutableRawPointer(bitPattern: change.object), &parameter, change.value)
    }
  }
}

@c(AUEventListenerCreate)
public func auEventListenerCreate(
  _ inProc: AUEventListenerProc?, _ inUserData: UnsafeMutableRawPointer?, _ inRunLoop: UnsafeRawPointer?,
  _ inRunLoopMode: UnsafeRawPointer?, _ inNotificationInterval: Float32, _ inValueChangeGranularity: Float32,
  _ outListener: UnsafeMutablePointer<AUEventListenerRef?>?
) -> OSStatus {
  unsafe openingListener(outListener) { () throws(Status) in
    guard let inProc = unsafe inProc else { throw Status(kAudio_ParamError) }
    let target = unsafe runLoop(inRunLoop, inRunLoopMode)
    return ListenerObject(inNotificationInterval, granularity: inValueChangeGranularity, target) { change in
      guard var event = unsafe change.event.event else { return }
      unsafe inProc(
        inUserData, UnsafeMutableRawPointer(bitPattern: change.object), &event, change.hostTime, change.value)
    }
  }
}

@c(AUEventListenerCreateWithDispatchQueue)
public func auEventListenerCreateWithDispatchQueue(
  _ outListener: UnsafeMutablePointer<AUEventListenerRef?>?, _ inNotificationInterval: Float32,
  _ inValueChangeGranularity: Float32, _ inDispatchQueue: dispatch_queue_t?,
  _ inBlock: (
    @convention(block) (UnsafeMutableRawPointer?, UnsafePointer<AudioUnitEvent>, UInt64, AudioUnitParameterValue) ->
      Void
  )?
) -> OSStatus {
  unsafe openingListener(outListener) { () throws(Status) in
    guard let queue = unsafe inDispatchQueue, let inBlock = unsafe inBlock else { throw Status(kAudio_ParamError) }
    let target = unsafe ListenerTarget.queue(BlockQueue(queue))
    return ListenerObject(inNotificationInterval, granularity: inValueChangeGranularity, target) { change in
      guard var event = unsafe change.event.event else { return }
      unsafe inBlock(UnsafeMutableRawPointer(bitPattern: change.object), &event, change.hostTime, change.value)
    }
  }
}

@c(AUListenerDispose)
public func auListenerDispose(_ inListener: AUParameterListenerRef?) -> OSStatus {
  Status.of { () throws(Status) in
    guard let inListener = unsafe inListener else { throw Status(kAudio_ParamError) }
    UnitListeners.remove(
      try unsafe Handles.remove(inListener, ListenerObject.self, orThrow: kAudio_ParamError))
  }
}

// MARK: Events

/// Changes the events to which a listener listens.
///
/// - Throws: The unit's error for a parameter that it does not have, and `kAudioComponentErr_InstanceInvalidated`.
private func change(
  _ event: ListenedEvent, _ body: () -> Void
) throws(Status) {
  let unit = try unsafe unit(AudioUnit(bitPattern: event.unit))
  if !event.isProperty { _ = try unit.parameter(event.address) }
  body()
}

@c(AUListenerAddParameter)
public func auListenerAddParameter(
  _ inListener: AUParameterListenerRef?, _ inObject: UnsafeMutableRawPointer?,
  _ inParameter: UnsafePointer<AudioUnitParameter>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let listener = try unsafe listener(inListener)
    let event = try unsafe parameterEvent(inParameter)
    try change(event) { listener.add(event, UInt(bitPattern: inObject)) }
  }
}

@c(AUListenerRemoveParameter)
public func auListenerRemoveParameter(
  _ inListener: AUParameterListenerRef?, _ inObject: UnsafeMutableRawPointer?,
  _ inParameter: UnsafePointer<AudioUnitParameter>?
) -> OSStatus {
  Status.of { () throws(Status) in
    try unsafe listener(inListener).remove(parameterEvent(inParameter), UInt(bitPattern: inObject))
  }
}

@c(AUEventListenerAddEventType)
public func auEventListenerAddEventType(
  _ inListener: AUEventListenerRef?, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let listener = try unsafe listener(inListener)
    guard let inEvent = unsafe inEvent else { throw Status(kAudio_ParamError) }
    let event = try unsafe ListenedEvent(inEvent.pointee)
    try change(event) { listener.add(event, UInt(bitPattern: inObject)) }
  }
}

@c(AUEventListenerRemoveEventType)
public func auEventListenerRemoveEventType(
  _ inListener: AUEventListenerRef?, _ inObject: UnsafeMutableRawPointer?, _ inEvent: UnsafePointer<AudioUnitEvent>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let listener = try unsafe listener(inListener)
    guard let inEvent = unsafe inEvent else { throw Status(kAudio_ParamError) }
    listener.remove(try unsafe ListenedEvent(inEvent.pointee), UInt(bitPattern: inObject))
  }
}

// MARK: Telling

/// Returns the change of a parameter's value.
@unsafe
private func parameterEvent(_ parameter: UnsafePointer<AudioUnitParameter>?) throws(Status) -> ListenedEvent {
  guard let parameter = unsafe parameter else { throw Status(kAudio_ParamError) }
  return unsafe ListenedEvent(UInt32(kAudioUnitEvent_ParameterValueChange), parameter.pointee)
}

/// Returns the sender of an event; `nil` if none is named.
@unsafe
private func sender(
  _ handle: AUParameterListenerRef?, _ object: UnsafeMutableRawPointer?
) throws(Status) -> (listener: ListenerObject, object: UInt)? {
  guard unsafe handle != nil else { return nil }
  return (try unsafe listener(handle), UInt(bitPattern: object))
}

/// Sets a parameter and notifies all listeners except the sending one; `AudioUnitSetParameter` notifies none.
@c(AUParameterSet)
public func auParameterSet(
  _ inSendingListener: AUParameterListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
  _ inParameter: UnsafePointer<AudioUnitParameter>?, _ inValue: AudioUnitParameterValue,
  _ inBufferOffsetInFrames: UInt32
) -> OSStatus {
  Status.of { () throws(Status) in
    let sender = try unsafe sender(inSendingListener, inSendingObject)
    let event = try unsafe parameterEvent(inParameter)
    let status = unsafe audioUnitSetParameter(
      AudioUnit(bitPattern: event.unit), event.id, event.scope, event.element, inValue, inBufferOffsetInFrames)
    guard status == noErr else { throw Status(status) }
    UnitListeners.note(event, inValue, sender: sender)
  }
}

@c(AUParameterListenerNotify)
public func auParameterListenerNotify(
  _ inSendingListener: AUParameterListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
  _ inParameter: UnsafePointer<AudioUnitParameter>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sender = try unsafe sender(inSendingListener, inSendingObject)
    try unsafe tell(parameterEvent(inParameter), sender)
  }
}

@c(AUEventListenerNotify)
public func auEventListenerNotify(
  _ inSendingListener: AUEventListenerRef?, _ inSendingObject: UnsafeMutableRawPointer?,
  _ inEvent: UnsafePointer<AudioUnitEvent>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let sender = try unsafe sender(inSendingListener, inSendingObject)
    guard let inEvent = unsafe inEvent else { throw Status(kAudio_ParamError) }
    try tell(unsafe ListenedEvent(inEvent.pointee), sender)
  }
}

/// Records an event with the parameter's present value.
private func tell(
  _ event: ListenedEvent, _ sender: (listener: ListenerObject, object: UInt)?
) throws(Status) {
  let unit = try unsafe unit(AudioUnit(bitPattern: event.unit))
  if event.isProperty { return UnitListeners.note(event, 0, sender: sender) }
  guard event.id != UInt32(kAUParameterListener_AnyParameter) else {
    return UnitListeners.noteAll(of: event.unit, unit, sender: sender)
  }
  UnitListeners.note(event, try unit.parameter(event.address), sender: sender)
}
