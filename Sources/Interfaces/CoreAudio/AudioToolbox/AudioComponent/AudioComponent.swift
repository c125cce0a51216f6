// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox
import Foundation

// <AudioToolbox/AudioComponent.h>: the kinds of `UnitKind`, and their instances. Others cannot be registered.

@c(AudioComponentFindNext)
public func audioComponentFindNext(
  _ inComponent: AudioComponent?, _ inDesc: UnsafePointer<AudioComponentDescription>?
) -> AudioComponent? {
  guard let inDesc = unsafe inDesc else { return nil }
  let index = unsafe UnitKind.next(after: UInt(bitPattern: inComponent), inDesc.pointee)
  return unsafe index.flatMap { unsafe AudioComponent(bitPattern: UnitKind.number(of: $0)) }
}

@c(AudioComponentCount)
public func audioComponentCount(_ inDesc: UnsafePointer<AudioComponentDescription>?) -> UInt32 {
  guard let inDesc = unsafe inDesc else { return 0 }
  return UInt32(UnitKind.all.filter { unsafe $0.matches(inDesc.pointee) }.count)
}

@c(AudioComponentCopyName)
public func audioComponentCopyName(
  _ inComponent: AudioComponent?, _ outName: UnsafeMutablePointer<UnsafeRawPointer?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let kind = try unsafe kind(inComponent)
    guard let outName = unsafe outName else { throw Status(kAudio_ParamError) }
    unsafe outName.pointee = UnsafeRawPointer(Unmanaged.passRetained(kind.name as NSString).toOpaque())
  }
}

@c(AudioComponentGetDescription)
public func audioComponentGetDescription(
  _ inComponent: AudioComponent?, _ outDesc: UnsafeMutablePointer<AudioComponentDescription>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let kind = try unsafe kind(inComponent)
    guard let outDesc = unsafe outDesc else { throw Status(kAudio_ParamError) }
    unsafe outDesc.pointee = kind.description
  }
}

@c(AudioComponentGetVersion)
public func audioComponentGetVersion(
  _ inComponent: AudioComponent?, _ outVersion: UnsafeMutablePointer<UInt32>?
) -> OSStatus {
  Status.of { () throws(Status) in
    _ = try unsafe kind(inComponent)
    guard let outVersion = unsafe outVersion else { throw Status(kAudio_ParamError) }
    unsafe outVersion.pointee = UnitKind.version
  }
}

@c(AudioComponentInstanceNew)
public func audioComponentInstanceNew(
  _ inComponent: AudioComponent?, _ outInstance: UnsafeMutablePointer<AudioComponentInstance?>?
) -> OSStatus {
  Status.of { () throws(Status) in
    guard let outInstance = unsafe outInstance else { throw Status(kAudio_ParamError) }
    unsafe outInstance.pointee = nil
    unsafe outInstance.pointee = try newInstance(inComponent)
  }
}

/// `AudioComponentInstantiate` for C, with a block that may be null and is called before this returns.
@c(AudioComponentInstantiate)
public func audioComponentInstantiate(
  _ inComponent: AudioComponent?, _ inOptions: UInt32,
  _ inCompletionHandler: (@convention(block) (AudioComponentInstance?, OSStatus) -> Void)?
) {
  do throws(Status) {
    unsafe inCompletionHandler?(try newInstance(inComponent), noErr)
  } catch {
    inCompletionHandler?(nil, error.code)
  }
}

@c(AudioComponentInstanceDispose)
public func audioComponentInstanceDispose(_ inInstance: AudioComponentInstance?) -> OSStatus {
  Status.of { () throws(Status) in
    let unit = try unsafe unit(inInstance)
    guard let inInstance = unsafe inInstance else { return }
    _ = try unsafe Handles.remove(inInstance, UnitObject.self, orThrow: kAudioComponentErr_InstanceInvalidated)
    unit.dispose()
  }
}

@c(AudioComponentInstanceGetComponent)
public func audioComponentInstanceGetComponent(_ inInstance: AudioComponentInstance?) -> AudioComponent? {
  guard let unit = try? unsafe unit(inInstance),
    let index = UnitKind.all.firstIndex(where: { $0.subType == unit.kind.subType && $0.type == unit.kind.type })
  else { return nil }
  return unsafe AudioComponent(bitPattern: UnitKind.number(of: index))
}

/// Returns true for the selectors of <AudioToolbox/AUComponent.h> that every unit answers, and for those that output
/// units also answer: `kAudioUnitInitializeSelect` to `kAudioUnitResetSelect`, `kAudioOutputUnitStartSelect`,
/// `kAudioOutputUnitStopSelect`.
@c(AudioComponentInstanceCanDo)
public func audioComponentInstanceCanDo(_ inInstance: AudioComponentInstance?, _ inSelectorID: Int16) -> Bool {
  guard let unit = try? unsafe unit(inInstance) else { return false }
  switch inSelectorID {
  case 0x0001...0x0007, 0x0009...0x000A, 0x000E...0x0012: return true
  case 0x0201, 0x0202: return unit.kind.type == kAudioUnitType_Output
  default: return false
  }
}

@c(AudioComponentRegister)
public func audioComponentRegister(
  _ inDesc: UnsafeRawPointer?, _ inName: UnsafeRawPointer?, _ inVersion: UInt32, _ inFactory: UnsafeRawPointer?
) -> AudioComponent? { nil }

/// Returns the kind that a component's handle stands for.
@unsafe
private func kind(_ component: AudioComponent?) throws(Status) -> UnitKind {
  guard let index = UnitKind.index(of: UInt(bitPattern: component)) else { throw Status(kAudio_ParamError) }
  return UnitKind.all[index]
}

/// Makes an instance and opens a handle on it.
@unsafe
private func newInstance(_ component: AudioComponent?) throws(Status) -> AudioComponentInstance? {
  let kind = try unsafe kind(component)
  return unsafe kind.make(kind).open()
}

/// Returns the object of an instance's handle.
///
/// - Throws: `kAudioComponentErr_InstanceInvalidated` for a null pointer and for other objects than instances.
@unsafe
func unit(_ handle: AudioComponentInstance?) throws(Status) -> UnitObject {
  guard let handle = unsafe handle else { throw Status(kAudioComponentErr_InstanceInvalidated) }
  return try unsafe Handles.object(handle, UnitObject.self, orThrow: kAudioComponentErr_InstanceInvalidated)
}

/// Works with the object of an instance's handle: for rendering threads, which must not be the last to release it.
@unsafe
func usingUnit(_ handle: AudioComponentInstance?, _ body: (UnitObject) throws(Status) -> Void) -> OSStatus {
  let failure = kAudioComponentErr_InstanceInvalidated
  return Status.of { () throws(Status) in
    guard let handle = unsafe handle else { throw Status(failure) }
    try unsafe Handles.use(handle, UnitObject.self, orThrow: failure, body)
  }
}
