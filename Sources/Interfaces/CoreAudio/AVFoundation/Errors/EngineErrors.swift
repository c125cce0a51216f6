import AudioAssets
import AudioBase
import AudioConversion
import AudioFiles
import AudioToolbox
import Foundation

// Errors of the engine as errors of AVFoundation: the one place for this translation.

extension AVError {
  /// Creates a file that could not be opened, or read.
  convenience init(_ error: FileError) {
    let code: Code =
      switch error {
      case .system, .isDirectory, .busy, .changed: .failedToLoadMediaData
      case .alreadyExists: .fileAlreadyExists
      case .unknownFormat, .unreadFormat, .isEmpty: .fileFormatNotRecognized
      case .container(let inner): Self.code(reading: inner)
      }
    self.init(code, because: error.description, underlying: .ofStatus(Status(file: error).code))
  }

  /// Creates a track whose packets cannot be read further.
  convenience init(_ error: DemultiplexingError) {
    switch error {
    case .cancelled: self.init(.operationCancelled, because: error.description)
    case .container(let inner, _):
      self.init(
        Self.code(reading: inner), because: error.description, underlying: .ofStatus(Status(file: inner).code))
    }
  }

  /// Creates a track that cannot be decoded.
  convenience init(reading error: ConversionError) {
    let code: Code =
      switch error {
      case .decoding(.noDecoder), .noDecoder: .decoderNotFound
      case .decoding(.container(let inner)): Self.code(reading: inner)
      case .decoding(.noAudioTrack): .noSourceTrack
      case .decoding: .decodeFailed
      default: .unsupportedOutputSettings
      }
    self.init(code, because: error.description, underlying: .ofStatus(Status(converting: error).code))
  }

  /// Creates a file that cannot be written.
  convenience init(_ error: AssemblyError) {
    switch error {
    case .file(let inner): self.init(writing: inner)
    case .container(let inner): self.init(writing: .container(inner))
    case .conversion(let inner): self.init(writing: inner)
    }
  }

  /// Creates the error for samples that cannot be encoded.
  convenience init(writing error: ConversionError) {
    let code: Code =
      switch error {
      case .noEncoder: .encoderNotFound
      case .encoding: .unknown
      default: .unsupportedOutputSettings
      }
    self.init(code, because: error.description, underlying: .ofStatus(Status(converting: error).code))
  }

  private convenience init(writing error: FileError) {
    let status = Status(file: error)
    let code: Code =
      switch error {
      case .alreadyExists: .fileAlreadyExists
      case .container(let inner) where inner.kind == .unsupported: .formatUnsupported
      case _ where status.code == OSStatus(dskFulErr): .diskFull
      default: .unknown
      }
    self.init(code, because: error.description, underlying: .ofStatus(status.code))
  }

  private static func code(reading error: ContainerError) -> Code {
    switch error.kind {
    case .truncated, .malformed, .limitExceeded: .fileFailedToParse
    case .inputOutput: .failedToLoadMediaData
    case .unsupported, .invalidState, .notStreamable: .operationNotSupportedForAsset
    }
  }
}

extension NSError {
  /// Returns a status of the C API, with its sentence.
  fileprivate static func ofStatus(_ status: OSStatus) -> NSError {
    NSError(
      domain: NSOSStatusErrorDomain, code: Int(status),
      userInfo: [NSLocalizedDescriptionKey: StatusText.text(status)])
  }
}
