package import AudioBase
package import AudioErrors
import Foundation

// The one place where errors of the package become statuses of Core Audio.

extension Status {
  /// Creates the status of Audio File Services.
  package init(file error: AudioError) {
    switch error.kind {
    case .inputOutput: self.init(systemError: error.systemError)
    case .exists, .directory, .busy, .changed: self.init(kAudioFilePermissionsError)
    case .unknownFormat, .empty: self.init(kAudioFileUnsupportedFileTypeError)
    case .unsupported where error.stage == .file: self.init(kAudioFileUnsupportedFileTypeError)
    case .unsupported: self.init(kAudioFileUnsupportedDataFormatError)
    case .truncated, .malformed, .limitExceeded: self.init(kAudioFileInvalidFileError)
    case .invalidState: self.init(kAudioFileOperationNotSupportedError)
    case .notStreamable: self.init(kAudioFileNotOptimizedError)
    case .cancelled, .incomplete, .option, .device: self.init(kAudioFileUnspecifiedError)
    }
  }

  /// Creates the status of Audio File Services for a container's error.
  package init(file error: ContainerError) { self.init(file: AudioError(error)) }

  /// Creates the Mac's status of an `errno`.
  init(systemError number: Int32) {
    switch number {
    case ENOENT, ENOTDIR: self.init(kAudioFileFileNotFoundError)
    case EACCES, EPERM, EROFS, EISDIR, EEXIST: self.init(kAudioFilePermissionsError)
    case EMFILE, ENFILE: self.init(kAudio_TooManyFilesOpenError)
    case ENAMETOOLONG, ELOOP, EINVAL: self.init(kAudio_BadFilePathError)
    case ENOMEM: self.init(kAudio_MemFullError)
    case ENOSPC, EDQUOT, EFBIG: self.init(OSStatus(dskFulErr))
    default: self.init(kAudioFileUnspecifiedError)
    }
  }

  /// Creates the status of Audio Converter Services for a converter that cannot be made.
  init(making error: AudioError) {
    self.init(
      error.stage == .resampling
        ? kAudioConverterErr_OutputSampleRateOutOfRange : kAudioConverterErr_FormatNotSupported)
  }

  /// Creates the status of Audio Converter Services during conversion: the codecs' own statuses.
  package init(converting error: AudioError) {
    switch error.stage {
    case .packet, .container: self.init(kAudioCodecBadDataError)
    case .encoding: self.init(kAudioCodecUnspecifiedError)
    case .resampling, .channels: self.init(kAudioConverterErr_UnspecifiedError)
    default: self.init(kAudioConverterErr_FormatNotSupported)
    }
  }

  /// Creates the status of Audio File Stream Services.
  init(stream error: AudioError) {
    guard error.stage == .container else {
      self.init(kAudioFileStreamError_UnsupportedFileType)
      return
    }
    switch error.kind {
    case .notStreamable: self.init(kAudioFileStreamError_NotOptimized)
    case .unsupported: self.init(kAudioFileStreamError_UnsupportedDataFormat)
    case .invalidState: self.init(kAudioFileStreamError_IllegalOperation)
    case .truncated, .malformed, .limitExceeded: self.init(kAudioFileStreamError_InvalidFile)
    default: self.init(kAudioFileStreamError_UnspecifiedError)
    }
  }
}
