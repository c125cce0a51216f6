public import AudioBase
public import AudioConversion
public import AudioDevices
public import AudioFiles
public import AudioJobs
public import AudioPlayback
public import AudioReception
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

extension CodecError: ReadableError {}
extension ContainerError: ReadableError {}
extension FileError: ReadableError {}
extension DemultiplexingError: ReadableError {}
extension TrackDecodingError: ReadableError {}
extension ConversionError: ReadableError {}
extension JobError: ReadableError {}
extension CueSheetError: ReadableError {}
extension DeviceError: ReadableError {}
extension PlaybackError: ReadableError {}
extension ReceptionError: ReadableError {}

extension OutputFailure: LocalizedError {
  /// The error, in one line.
  public var errorDescription: String? { text }
}

extension ResamplerError: LocalizedError {
  /// The error, in one line.
  public var errorDescription: String? {
    switch self {
    case .unsupportedRates:
      "unsupported: rates from 1 Hz to 2^23 Hz are converted, to at most 256 times as much or as little"
    }
  }
}
