// What this program and `af-stream` share, for every file of it.
@_exported public import CommandLineSupport
