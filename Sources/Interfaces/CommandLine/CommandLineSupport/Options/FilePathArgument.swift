public import ArgumentParser
public import AudioFiles

/// A name comes as ``Pathname/argument`` has written it, and is turned back into its bytes.
extension Pathname: ExpressibleByArgument {
  /// The kind of completion: file names.
  public static var defaultCompletionKind: CompletionKind { .file() }
}
