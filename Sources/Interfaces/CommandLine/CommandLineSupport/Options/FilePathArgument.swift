public import ArgumentParser
public import AudioFiles

/// A command line has a name in the form of ``Pathname/argument``, which is converted back to its bytes.
extension Pathname: ExpressibleByArgument {
  /// The kind of completion: file names.
  public static var defaultCompletionKind: CompletionKind { .file() }
}
