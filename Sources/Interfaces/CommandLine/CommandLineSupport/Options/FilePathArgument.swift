public import ArgumentParser
public import AudioFiles

/// A name comes as ``FilePath/argument`` has written it, and is turned back into its bytes.
extension FilePath: ExpressibleByArgument {
  /// Shells complete names of files.
  public static var defaultCompletionKind: CompletionKind { .file() }
}
