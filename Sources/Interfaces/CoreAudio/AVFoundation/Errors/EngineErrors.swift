import AudioBase
import AudioErrors
import AudioToolbox
import Foundation

// Errors of the engine as errors of AVFoundation: the one place for this translation.

extension AVError {
  /// Creates a file or a track that cannot be opened, read or decoded.
  convenience init(reading error: AudioError) {
    let isOfFile = [.file, .container].contains(error.stage)
    let status = isOfFile ? Status(file: error) : Status(converting: error)
    self.init(Self.code(reading: error), because: error.text, underlying: .ofStatus(status.code))
  }

  /// Creates a file that cannot be written, or samples that cannot be encoded.
  convenience init(writing error: AudioError) {
    let isOfFile = [.file, .container].contains(error.stage)
    let status = isOfFile ? Status(file: error) : Status(converting: error)
    let code: Code =
      switch error.stage {
      case .file, .container:
        error.kind == .exists
          ? .fileAlreadyExists
          : error.kind == .unsupported
            ? .formatUnsupported : status.code == OSStatus(dskFulErr) ? .diskFull : .unknown
      case .encoder: .encoderNotFound
      case .encoding: .unknown
      default: .unsupportedOutputSettings
      }
    self.init(code, because: error.text, underlying: .ofStatus(status.code))
  }

  private static func code(reading error: AudioError) -> Code {
    switch (error.stage, error.kind) {
    case (_, .cancelled): .operationCancelled
    case (.container, .truncated), (.container, .malformed), (.container, .limitExceeded): .fileFailedToParse
    case (.container, .inputOutput), (.container, .changed): .failedToLoadMediaData
    case (.container, _): .operationNotSupportedForAsset
    case (.file, .exists): .fileAlreadyExists
    case (.file, .unknownFormat), (.file, .unsupported), (.file, .empty): .fileFormatNotRecognized
    case (.file, _): .failedToLoadMediaData
    case (.decoder, _): .decoderNotFound
    case (.track, _): .noSourceTrack
    case (.configuration, _), (.packet, _), (.seeking, _): .decodeFailed
    default: .unsupportedOutputSettings
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
