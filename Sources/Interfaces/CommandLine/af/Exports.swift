// Modules that this program and `af-stream` share, for all its files.
@_exported public import CommandLineSupport
