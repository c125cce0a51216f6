// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The domain of the errors of assets, readers, writers and export sessions.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of AVFoundation: an `NSError` with its domain, a code, a description, the reason, and the underlying error,
/// if there is one.
///
/// On Apple's systems the name is that of a structure into which such an error is bridged. Without Objective-C nothing
/// is bridged, so that here it is the class of the errors themselves: `error as? AVError`, `catch let error as AVError`
/// and `error as NSError` all work. ``NSError/code`` is the number; it can be compared with and matched by a ``Code``.
public final class AVError: NSError, @unchecked Sendable {
  /// The kind of error.
  public enum Code: Int, Sendable {
    /// Any other error.
    case unknown = -11800
    /// Memory is exhausted.
    case outOfMemory = -11801
    /// The disk is full.
    case diskFull = -11807
    /// The device was lost, or does not start.
    case deviceWasDisconnected = -11808
    /// The device does not exist.
    case deviceNotConnected = -11814
    /// The output could not be exported.
    case exportFailed = -11820
    /// A packet could not be decoded.
    case decodeFailed = -11821
    /// The source is not suitable.
    case invalidSourceMedia = -11822
    /// A file of that name exists.
    case fileAlreadyExists = -11823
    /// No file type recognises the file.
    case fileFormatNotRecognized = -11828
    /// The file is malformed or cut off.
    case fileFailedToParse = -11829
    /// There is no decoder for the format.
    case decoderNotFound = -11833
    /// There is no encoder for the format.
    case encoderNotFound = -11834
    /// The asset does not allow this.
    case operationNotSupportedForAsset = -11838
    /// The output name's extension belongs to another file type.
    case invalidOutputURLPathExtension = -11843
    /// The media could not be read.
    case failedToLoadMediaData = -11849
    /// The settings cannot be met.
    case unsupportedOutputSettings = -11861
    /// The operation is not possible now.
    case operationNotAllowed = -11862
    /// The format is not supported.
    case formatUnsupported = -11864
    /// The asset does not have the track.
    case noSourceTrack = -11869
    /// The preset cannot do this.
    case operationNotSupportedForPreset = -11871
    /// The work was cancelled.
    case operationCancelled = -11878
  }

  // MARK: Codes, for patterns

  /// Any other error.
  public static var unknown: Code { .unknown }
  /// Memory is exhausted.
  public static var outOfMemory: Code { .outOfMemory }
  /// The disk is full.
  public static var diskFull: Code { .diskFull }
  /// The device was lost, or does not start.
  public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
  /// There is no such device.
  public static var deviceNotConnected: Code { .deviceNotConnected }
  /// The output could not be exported.
  public static var exportFailed: Code { .exportFailed }
  /// A packet could not be decoded.
  public static var decodeFailed: Code { .decodeFailed }
  /// The source is not suitable.
  public static var invalidSourceMedia: Code { .invalidSourceMedia }
  /// A file of that name exists.
  public static var fileAlreadyExists: Code { .fileAlreadyExists }
  /// No file type recognises the file.
  public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
  /// The file is malformed or cut off.
  public static var fileFailedToParse: Code { .fileFailedToParse }
  /// There is no decoder for the format.
  public static var decoderNotFound: Code { .decoderNotFound }
  /// There is no encoder for the format.
  public static var encoderNotFound: Code { .encoderNotFound }
  /// The asset does not allow this.
  public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
  /// The output name's extension belongs to another file type.
  public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
  /// The media could not be read.
  public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
  /// The settings cannot be met.
  public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
  /// The operation is not possible now.
  public static var operationNotAllowed: Code { .operationNotAllowed }
  /// The format is not supported.
  public static var formatUnsupported: Code { .formatUnsupported }
  /// The asset does not have the track.
  public static var noSourceTrack: Code { .noSourceTrack }
  /// The preset cannot do this.
  public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
  /// The work was cancelled.
  public static var operationCancelled: Code { .operationCancelled }

  /// Creates an error with a code; adds a description if there is none.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    var userInfo = userInfo
    if userInfo[NSLocalizedDescriptionKey] == nil { userInfo[NSLocalizedDescriptionKey] = code.sentence }
    super.init(domain: AVFoundationErrorDomain, code: code.rawValue, userInfo: userInfo)
  }

  /// Restores an error from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates an error with the reason and the underlying error.
  convenience init(_ code: Code, because reason: String, underlying: NSError? = nil) {
    var userInfo: [String: Any] = [
      NSLocalizedDescriptionKey: "\(code.sentence) (\(reason), \(code.rawValue))",
      NSLocalizedFailureReasonErrorKey: reason,
    ]
    userInfo[NSUnderlyingErrorKey] = underlying
    self.init(code, userInfo: userInfo)
  }

}

extension AVError.Code {
  /// Returns true if a number equals a code.
  public static func == (number: Int, code: AVError.Code) -> Bool { number == code.rawValue }

  /// Returns true if a number differs from a code.
  public static func != (number: Int, code: AVError.Code) -> Bool { number != code.rawValue }

  /// Matches an error's number.
  public static func ~= (code: AVError.Code, number: Int) -> Bool { code.rawValue == number }

  /// Matches an error of AVFoundation's domain: `catch AVError.diskFull`.
  public static func ~= (code: AVError.Code, error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == AVFoundationErrorDomain && error.code == code.rawValue
  }

  /// The meaning of the code, in a sentence for people.
  var sentence: String {
    switch self {
    case .unknown: "The operation could not be completed."
    case .outOfMemory: "There is not enough memory."
    case .diskFull: "The disk is full."
    case .deviceWasDisconnected: "The device was lost, or does not start."
    case .deviceNotConnected: "There is no such device."
    case .exportFailed: "The export failed."
    case .decodeFailed: "The media could not be decoded."
    case .invalidSourceMedia: "The source cannot be used for this."
    case .fileAlreadyExists: "The file exists already."
    case .fileFormatNotRecognized: "The file format is not recognised."
    case .fileFailedToParse: "The file is malformed or cut off."
    case .decoderNotFound: "There is no decoder for the format."
    case .encoderNotFound: "There is no encoder for the format."
    case .operationNotSupportedForAsset: "The operation is not supported for this asset."
    case .invalidOutputURLPathExtension: "The name has the extension of another file type."
    case .failedToLoadMediaData: "The media could not be read."
    case .unsupportedOutputSettings: "The output settings are not supported."
    case .operationNotAllowed: "The operation is not allowed now."
    case .formatUnsupported: "The format is not supported."
    case .noSourceTrack: "There is no such track."
    case .operationNotSupportedForPreset: "The preset does not support the operation."
    case .operationCancelled: "The operation was cancelled."
    }
  }
}
