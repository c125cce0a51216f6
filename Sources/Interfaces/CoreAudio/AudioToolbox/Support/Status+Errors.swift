package import AudioBase
package import AudioConversion
package import AudioFiles
import Foundation

// The one place where errors of the package become statuses of Core Audio.

extension Status {
  /// Creates the status of Audio File Services.
  package init(file error: FileError) {
    switch error {
    case .system(_, let number): self.init(systemError: number)
    case .alreadyExists: self.init(kAudioFilePermissionsError)
    case .isDirectory, .busy, .changed: self.init(kAudioFilePermissionsError)
    case .unknownFormat, .unreadFormat, .isEmpty: self.init(kAudioFileUnsupportedFileTypeError)
    case .container(let inner): self.init(file: inner)
    }
  }

  /// Creates the status of Audio File Services for a container's error.
  package init(file error: ContainerError) {
    switch error.kind {
    case .truncated, .malformed, .limitExceeded: self.init(kAudioFileInvalidFileError)
    case .unsupported: self.init(kAudioFileUnsupportedDataFormatError)
    case .invalidState: self.init(kAudioFileOperationNotSupportedError)
    case .notStreamable: self.init(kAudioFileNotOptimizedError)
    case .inputOutput: self.init(systemError: error.systemError)
    }
  }

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
  init(making error: ConversionError) {
    switch error {
    case .rates: self.init(kAudioConverterErr_OutputSampleRateOutOfRange)
    default: self.init(kAudioConverterErr_FormatNotSupported)
    }
  }

  /// Creates the status of Audio Converter Services while converting: the codecs' own statuses.
  package init(converting error: ConversionError) {
    switch error {
    case .decoding(.packet), .decoding(.container): self.init(kAudioCodecBadDataError)
    case .decoding, .noDecoder, .noEncoder, .format: self.init(kAudioConverterErr_FormatNotSupported)
    case .encoding: self.init(kAudioCodecUnspecifiedError)
    case .rates, .channelMap, .neighbor: self.init(kAudioConverterErr_UnspecifiedError)
    }
  }

  /// Creates the status of Audio File Stream Services.
  init(stream error: FileError) {
    guard case .container(let inner) = error else {
      self.init(kAudioFileStreamError_UnsupportedFileType)
      return
    }
    switch inner.kind {
    case .notStreamable: self.init(kAudioFileStreamError_NotOptimized)
    case .unsupported: self.init(kAudioFileStreamError_UnsupportedDataFormat)
    case .invalidState: self.init(kAudioFileStreamError_IllegalOperation)
    case .truncated, .malformed, .limitExceeded: self.init(kAudioFileStreamError_InvalidFile)
    case .inputOutput: self.init(kAudioFileStreamError_UnspecifiedError)
    }
  }
}
