import AudioBase
@_exported public import AudioErrors

// The reasons why a file cannot be opened, probed or created.

extension AudioError {
  /// The error for an existing file that must not be replaced.
  package static var alreadyExists: AudioError {
    AudioError(.exists, .file, "the file exists already", advice: .replacing)
  }

  /// The error for a name that is a directory's.
  package static var isDirectory: AudioError {
    AudioError(.directory, .file, "this is a directory", advice: .audioFile)
  }

  /// The error for a file whose first bytes no container recognises.
  package static var unknownFormat: AudioError {
    AudioError(.unknownFormat, .file, "the file format is not recognised", advice: .readableFormats)
  }

  /// The empty file.
  package static var isEmpty: AudioError { AudioError(.empty, .file, "the file is empty", advice: .audioFile) }

  /// The error for a file that another program, or another part of this one, has held for more than ten seconds.
  package static var busy: AudioError {
    AudioError(.busy, .file, "the file is being changed by another program", advice: .waiting)
  }

  /// The error for a file that another program has changed or replaced since it was read.
  package static var changed: AudioError {
    AudioError(.changed, .file, "the file was changed by somebody else since it was read", advice: .waiting)
  }

  /// Returns the error for a file in a format that is recognised but not read here.
  package static func unreadFormat(_ format: UnreadFormat) -> AudioError {
    AudioError(.unsupported, .file, format.description)
  }

  /// Returns the error for an operation that the operating system refused.
  package static func system(_ operation: FileOperation, errno number: Int32) -> AudioError {
    var error = AudioError(.inputOutput, .file, operation.rawValue)
    error.systemError = number
    return error
  }

  /// True if the reader of a pipe has closed it, as `head` does after enough lines.
  public var isBrokenPipe: Bool { isBrokenPipeError(systemError) }
}

/// A file operation that the operating system can refuse.
package enum FileOperation: String {
  /// Opening a file for reading.
  case open = "cannot be opened"
  /// Reading bytes.
  case read = "cannot be read"
  /// Making a new file.
  case create = "cannot be created"
  /// Writing bytes.
  case write = "cannot be written"
  /// Moving the finished file to its place.
  case replace = "cannot be put in its place"
}
