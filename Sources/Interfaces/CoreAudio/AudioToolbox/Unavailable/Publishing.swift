// Names and documentation are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation

// <AudioToolbox/AUComponent.h>: programs do not send each other sound here.

@c(AudioOutputUnitPublish)
public func audioOutputUnitPublish(
  _ inDesc: UnsafeRawPointer?, _ inName: UnsafeRawPointer?, _ inVersion: UInt32, _ inOutputUnit: UnsafeRawPointer?
) -> OSStatus { kAudio_UnimplementedError }
