public import AudioBase

/// The reason why a file could not be opened, probed or created.
public enum FileError: Error, Sendable {
  /// The operating system refused; the number is its `errno`.
  case system(FileOperation, errno: Int32)
  /// There is already a file of that name, and replacing it was not allowed.
  case alreadyExists
  /// The name is that of a directory.
  case isDirectory
  /// No container recognises the first bytes of the file.
  case unknownFormat
  /// The file is of a format that is known by its first bytes, and not read here.
  case unreadFormat(UnreadFormat)
  /// The file is empty.
  case isEmpty
  /// Another program, or another part of this one, is changing the file and has not released it for ten seconds.
  case busy
  /// Another program has changed the file, or put another in its place, since it was read.
  case changed
  /// The container refused the file, or a read or write failed.
  case container(ContainerError)
}

/// The operation that the operating system refused.
public enum FileOperation: String, Sendable {
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

extension FileError: CustomStringConvertible {
  /// The error, in one line, for people.
  public var description: String {
    switch self {
    case .system(let operation, let number): "\(operation.rawValue): \(systemErrorText(number))"
    case .alreadyExists: "the file exists already"
    case .isDirectory: "this is a directory"
    case .unknownFormat: "the file format is not recognised"
    case .unreadFormat(let format): format.description
    case .isEmpty: "the file is empty"
    case .busy: "the file is being changed by another program"
    case .changed: "the file was changed by somebody else since it was read"
    case .container(let error) where error.systemError != 0:
      "\(error.rule) at byte \(error.byteOffset): \(systemErrorText(error.systemError))"
    case .container(let error): error.description
    }
  }
}
