public import AudioBase
public import AudioDevices
public import AudioErrors
public import AudioJobs
public import SignalProcessing

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Programs that print `error.localizedDescription` would otherwise read "The operation could not be completed.
// (Module.Type error 1.)". The conformances are here, and not with the types, because nothing below the interfaces
// imports Foundation.

/// An error whose `localizedDescription` is its `description`: the problem and its place, in one line.
public protocol ReadableError: LocalizedError, CustomStringConvertible {}

extension ReadableError {
  /// The description.
  public var errorDescription: String? { description }
}

extension AudioError: ReadableError {}
extension CodecError: ReadableError {}
extension ContainerError: ReadableError {}
extension CueSheetError: ReadableError {}
extension DeviceError: ReadableError {}

extension ResamplerError: LocalizedError {
  /// The two rates, in one line of text.
  public var errorDescription: String? { "unsupported: \(self)" }
}
