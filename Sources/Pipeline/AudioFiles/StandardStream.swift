import AudioBase

/// The two streams that a program writes its texts to.
public enum StandardStream: Sendable {
  /// Results.
  case output
  /// Messages and progress.
  case error

  private var descriptor: FileDescriptor {
    switch self {
    case .output: FileDescriptor.standardOutput
    case .error: FileDescriptor.standardError
    }
  }

  /// Whether the stream goes to a terminal.
  public var isTerminal: Bool { descriptor.isTerminal }

  /// Writes a text. What cannot be written is lost, as there is nowhere to say so.
  public func write(_ text: String) {
    let bytes = Array(text.utf8)
    try? descriptor.write(bytes.span, at: 0)
  }
}
