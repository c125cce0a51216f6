import AudioBase
@_exported public import AudioErrors

// The reasons why a file cannot be opened, probed or created.

extension AudioError {
  /// The existing file of that name, which must not be replaced.
  package static var alreadyExists: AudioError {
    AudioError(.exists, .file, "the file exists already", advice: .replacing)
  }

  /// The name that is that of a directory.
  package static var isDirectory: AudioError {
    AudioError(.directory, .file, "this is a directory", advice: .audioFile)
  }

  /// The file whose first bytes no container recognises.
  package static var unknownFormat: AudioError {
    AudioError(.unknownFormat, .file, "the file format is not recognised", advice: .readableFormats)
  }

  /// The empty file.
  package static var isEmpty: AudioError { AudioError(.empty, .file, "the file is empty", advice: .audioFile) }

  /// The file that another program, or another part of this one, has not released for ten seconds.
  package static var busy: AudioError {
    AudioError(.busy, .file, "the file is being changed by another program", advice: .waiting)
  }

  /// The file that another program has changed, or replaced, since it was read.
  package static var changed: AudioError {
    AudioError(.changed, .file, "the file was changed by somebody else since it was read", advice: .waiting)
  }

  /// Returns the refusal of a file in a format that is known by its first bytes, and not read here.
  package static func unreadFormat(_ format: UnreadFormat) -> AudioError {
    AudioError(.unsupported, .file, format.description)
  }

  /// Returns the operating system's refusal of an operation.
  package static func system(_ operation: FileOperation, errno number: Int32) -> AudioError {
    var error = AudioError(.inputOutput, .file, operation.rawValue)
    error.systemError = number
    return error
  }

  /// True if the reader of a pipe has closed it, as `head` does once it has read enough.
  public var isBrokenPipe: Bool { isBrokenPipeError(systemError) }
}

/// The operation that the operating system refused.
package enum FileOperation: String {
  /// A file was to be opened for reading.
  case open = "cannot be opened"
  /// Bytes were to be read.
  case read = "cannot be read"
  /// A new file was to be made.
  case create = "cannot be created"
  /// Bytes were to be written.
  case write = "cannot be written"
  /// The finished file was to take its place.
  case replace = "cannot be put in its place"
}
