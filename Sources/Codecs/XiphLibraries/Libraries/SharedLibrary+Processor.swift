import SystemLibraries

extension SharedLibrary {
  /// Whether C's numbers have the widths that the layouts here take for granted: 64-bit Linux, and calls in which a
  /// function of any number of arguments takes its first ones where others do.
  static var suitsProcessor: Bool {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
      true
    #else
      false
    #endif
  }
}
