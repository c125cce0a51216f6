// Modules that `af` and this program share, for all its files.
@_exported public import CommandLineSupport
