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
// (Module.Type error 1.)". The conformances stand here, and not beside the types, because nothing below the interfaces
// sees Foundation.

extension CodecError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension ContainerError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension FileError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension DemultiplexingError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension TrackDecodingError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension ConversionError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension ResamplerError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? {
    switch self {
    case .unsupportedRates:
      "unsupported: rates from 1 Hz to 2^23 Hz are converted, to at most 256 times as much or as little"
    }
  }
}

extension JobError: LocalizedError {
  /// The file and what was wrong, in one line.
  public var errorDescription: String? { description }
}

extension CueSheetError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension OutputFailure: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { text }
}

extension DeviceError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension PlaybackError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}

extension ReceptionError: LocalizedError {
  /// What was wrong, in one line.
  public var errorDescription: String? { description }
}
