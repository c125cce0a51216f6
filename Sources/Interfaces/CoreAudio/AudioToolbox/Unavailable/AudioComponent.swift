// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AudioComponent.h>: no component is installed, so that none is found and no instance exists.

@c(AudioComponentFindNext)
public func audioComponentFindNext(_ inComponent: UnsafeRawPointer?, _ inDesc: UnsafeRawPointer?) -> UnsafeRawPointer? {
  nil
}

@c(AudioComponentCount)
public func audioComponentCount(_ inDesc: UnsafeRawPointer?) -> UInt32 { 0 }

@c(AudioComponentCopyName)
public func audioComponentCopyName(_ inComponent: UnsafeRawPointer?, _ outName: UnsafeRawPointer?) -> OSStatus {
  kAudio_ParamError
}

@c(AudioComponentGetDescription)
public func audioComponentGetDescription(_ inComponent: UnsafeRawPointer?, _ outDesc: UnsafeRawPointer?) -> OSStatus {
  kAudio_ParamError
}

@c(AudioComponentGetVersion)
public func audioComponentGetVersion(_ inComponent: UnsafeRawPointer?, _ outVersion: UnsafeRawPointer?) -> OSStatus {
  kAudio_ParamError
}

@c(AudioComponentInstanceNew)
public func audioComponentInstanceNew(
  _ inComponent: UnsafeRawPointer?, _ outInstance: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  if let outInstance = unsafe outInstance { unsafe outInstance.pointee = nil }
  return kAudio_ParamError
}

/// `AudioComponentInstantiate`, as C calls it: with a null pointer for the block too.
@c(AudioComponentInstantiate)
public func audioComponentInstantiate(
  _ inComponent: UnsafeRawPointer?, _ inOptions: UInt32,
  _ inCompletionHandler: (@convention(block) (UnsafeRawPointer?, OSStatus) -> Void)?
) {
  inCompletionHandler?(nil, kAudio_ParamError)
}

@c(AudioComponentInstanceDispose)
public func audioComponentInstanceDispose(_ inInstance: UnsafeRawPointer?) -> OSStatus {
  kAudioComponentErr_InstanceInvalidated
}

@c(AudioComponentInstanceGetComponent)
public func audioComponentInstanceGetComponent(_ inInstance: UnsafeRawPointer?) -> UnsafeRawPointer? { nil }

@c(AudioComponentInstanceCanDo)
public func audioComponentInstanceCanDo(_ inInstance: UnsafeRawPointer?, _ inSelectorID: Int16) -> Bool { false }

@c(AudioComponentRegister)
public func audioComponentRegister(
  _ inDesc: UnsafeRawPointer?, _ inName: UnsafeRawPointer?, _ inVersion: UInt32, _ inFactory: UnsafeRawPointer?
) -> UnsafeRawPointer? { nil }
