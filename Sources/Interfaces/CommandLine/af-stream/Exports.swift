// What `af` and this program share, for every file of it.
@_exported public import CommandLineSupport
