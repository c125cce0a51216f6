// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

import AudioBase
public import CAudioToolbox
import CoreFoundation

// <AudioToolbox/AudioServices.h>: system sounds.

@c(AudioServicesCreateSystemSoundID)
public func audioServicesCreateSystemSoundID(
  _ inFileURL: UnsafeRawPointer?, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>?
) -> OSStatus {
  Status.of { () throws(Status) in
    let place = try unsafe place(outSystemSoundID)
    guard let inFileURL = unsafe inFileURL else { throw Status(kAudio_ParamError) }
    unsafe place.pointee = 0
    unsafe place.pointee = try SystemSounds.make(filePath(ofURL: inFileURL))
  }
}

@c(AudioServicesDisposeSystemSoundID)
public func audioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
  Status.of { () throws(Status) in try SystemSounds.dispose(inSystemSoundID) }
}

@c(AudioServicesPlaySystemSound)
public func audioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) { SystemSounds.play(inSystemSoundID) }

@c(AudioServicesPlayAlertSound)
public func audioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) { SystemSounds.play(inSystemSoundID) }

/// A block of the program as a function that any thread may call: `@unchecked` for that reason.
private struct CompletionCall: @unchecked Sendable {
  let call: () -> Void
}

private func play(_ id: SystemSoundID, _ block: (@convention(block) () -> Void)?) {
  guard let block else { return SystemSounds.play(id) }
  let completion = CompletionCall(call: block)
  SystemSounds.play(id) { completion.call() }
}

@c(AudioServicesPlaySystemSoundWithCompletion)
public func audioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@convention(block) () -> Void)?
) { play(inSystemSoundID, inCompletionBlock) }

@c(AudioServicesPlayAlertSoundWithCompletion)
public func audioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@convention(block) () -> Void)?
) { play(inSystemSoundID, inCompletionBlock) }

/// Plays a sound; ignores the details, which describe a telephone's vibration.
@c(AudioServicesPlaySystemSoundWithDetails)
public func audioServicesPlaySystemSoundWithDetails(
  _ inSystemSoundId: SystemSoundID, _ inDetails: UnsafeRawPointer?,
  _ inCompletionBlock: (@convention(block) () -> Void)?
) { play(inSystemSoundId, inCompletionBlock) }

@c(AudioServicesPlayAlertSoundWithDetails)
public func audioServicesPlayAlertSoundWithDetails(
  _ inSystemSoundId: SystemSoundID, _ inDetails: UnsafeRawPointer?,
  _ inCompletionBlock: (@convention(block) () -> Void)?
) { play(inSystemSoundId, inCompletionBlock) }

/// Calls the function on a run loop, by default the main one in its default mode.
@c(AudioServicesAddSystemSoundCompletion)
public func audioServicesAddSystemSoundCompletion(
  _ inSystemSoundID: SystemSoundID, _ inRunLoop: UnsafeRawPointer?, _ inRunLoopMode: UnsafeRawPointer?,
  _ inCompletionRoutine: AudioServicesSystemSoundCompletionProc?, _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    guard let function = unsafe inCompletionRoutine else { throw Status(kAudio_ParamError) }
    let loop = unsafe inRunLoop.map { unsafe Unmanaged<CFRunLoop>.fromOpaque($0).takeUnretainedValue() }
    let mode = unsafe inRunLoopMode.map { unsafe Unmanaged<CFString>.fromOpaque($0).takeUnretainedValue() }
    try SystemSounds.setCompletion(
      inSystemSoundID,
      unsafe SoundCompletion(
        function: function, context: inClientData, loop: loop ?? CFRunLoopGetMain(), mode: mode ?? kCFRunLoopDefaultMode
      ))
  }
}

@c(AudioServicesRemoveSystemSoundCompletion)
public func audioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
  try? SystemSounds.setCompletion(inSystemSoundID, nil)
}

// MARK: Properties

/// Returns the specifier with which a property is requested.
@unsafe
private func specifier(_ size: UInt32, _ data: UnsafeRawPointer?) throws(Status) -> PropertySource {
  guard let data = unsafe data, size > 0 else { return .none }
  return try unsafe PropertySource(size, data)
}

@c(AudioServicesGetPropertyInfo)
public func audioServicesGetPropertyInfo(
  _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ outPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outWritable: UnsafeMutablePointer<Bool>?
) -> OSStatus {
  Status.of { () throws(Status) in
    _ = try unsafe SystemSounds.value(inPropertyID, specifier(inSpecifierSize, inSpecifier))
    unsafe outPropertyDataSize.set(UInt32(MemoryLayout<UInt32>.size))
    unsafe outWritable.set(true)
  }
}

@c(AudioServicesGetProperty)
public func audioServicesGetProperty(
  _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ ioPropertyDataSize: UnsafeMutablePointer<UInt32>?, _ outPropertyData: UnsafeMutableRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let value = try unsafe SystemSounds.value(inPropertyID, specifier(inSpecifierSize, inSpecifier))
    guard let size = unsafe ioPropertyDataSize, let data = unsafe outPropertyData else {
      throw Status(kAudio_ParamError)
    }
    try unsafe PropertyDestination(size, data).put(
      PropertyValue(UInt32(value ? 1 : 0)), orThrow: kAudioServicesBadPropertySizeError)
  }
}

@c(AudioServicesSetProperty)
public func audioServicesSetProperty(
  _ inPropertyID: AudioServicesPropertyID, _ inSpecifierSize: UInt32, _ inSpecifier: UnsafeRawPointer?,
  _ inPropertyDataSize: UInt32, _ inPropertyData: UnsafeRawPointer?
) -> OSStatus {
  Status.of { () throws(Status) in
    let specifier = try unsafe specifier(inSpecifierSize, inSpecifier)
    _ = try SystemSounds.value(inPropertyID, specifier)
    guard let data = unsafe inPropertyData else { throw Status(kAudio_ParamError) }
    let value = try unsafe PropertySource(inPropertyDataSize, data)
      .exactly(UInt32.self, orThrow: kAudioServicesBadPropertySizeError)
    try SystemSounds.set(inPropertyID, specifier, to: value != 0)
  }
}
