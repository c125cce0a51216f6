// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CAudioToolbox
public import Dispatch

// Apple's Swift view of listeners to units, where it differs from the imported functions.

/// Makes a listener to parameters, whose block is called on a dispatch queue.
@discardableResult
public func AUListenerCreateWithDispatchQueue(
  _ outListener: UnsafeMutablePointer<AUParameterListenerRef?>, _ inNotificationInterval: Float32,
  _ inDispatchQueue: DispatchQueue, _ inBlock: @escaping AUParameterListenerBlock
) -> OSStatus {
  unsafe openingListener(outListener) { () throws(Status) in
    ListenerObject(inNotificationInterval, .dispatchQueue(inDispatchQueue)) { change in
      guard var parameter = unsafe change.event.parameter else { return }
      unsafe inBlock(UnsafeMutableRawPointer(bitPattern: change.object), &parameter, change.value)
    }
  }
}

/// Makes a listener to events, whose block is called on a dispatch queue.
@discardableResult
public func AUEventListenerCreateWithDispatchQueue(
  _ outListener: UnsafeMutablePointer<AUEventListenerRef?>, _ inNotificationInterval: Float32,
  _ inValueChangeGranularity: Float32, _ inDispatchQueue: DispatchQueue, _ inBlock: @escaping AUEventListenerBlock
) -> OSStatus {
  unsafe openingListener(outListener) { () throws(Status) in
    ListenerObject(
      inNotificationInterval, granularity: inValueChangeGranularity, .dispatchQueue(inDispatchQueue)
    ) { change in
      guard var event = unsafe change.event.event else { return }
      unsafe inBlock(UnsafeMutableRawPointer(bitPattern: change.object), &event, change.hostTime, change.value)
    }
  }
}
