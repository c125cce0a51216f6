import AudioBase
import Synchronization

/// The two streams that a program writes text to.
public enum StandardStream: Sendable {
  /// Standard output, for results.
  case output
  /// Standard error, for messages and progress.
  case error

  private var descriptor: FileDescriptor {
    switch self {
    case .output: FileDescriptor.standardOutput
    case .error: FileDescriptor.standardError
    }
  }

  /// True if the stream goes to a terminal.
  public var isTerminal: Bool { descriptor.isTerminal }

  /// Writes a text. ``finish()`` reports a failure to write to ``output``; a failure to write to ``error`` is ignored,
  /// as it cannot be reported.
  public func write(_ text: String) {
    let bytes = Array(text.utf8)
    guard self == .error || Self.firstFailure.load(ordering: .relaxed) == 0 else { return }
    if self == .output { Self.noteOutput() }
    do throws(ContainerError) {
      try descriptor.write(bytes.span, at: 0)
    } catch {
      if self == .output { Self.firstFailure.store(error.systemError, ordering: .relaxed) }
    }
  }

  /// Records that something has been, or will be, written to ``output``.
  static func noteOutput() { hasWritten.store(true, ordering: .relaxed) }

  private static let hasWritten = Atomic<Bool>(false)

  /// The `errno` of the first write to ``output`` that failed, or 0.
  private static let firstFailure = Atomic<Int32>(0)

  /// Closes ``output`` at the end of a program; returns the reason if not all results could be written, otherwise
  /// `nil`.
  public static func finish() -> AudioError? {
    var number = firstFailure.load(ordering: .relaxed)
    if number == 0, hasWritten.load(ordering: .relaxed) { number = FileDescriptor.closeStandardOutput() }
    return number == 0 ? nil : .system(.write, errno: number)
  }
}
