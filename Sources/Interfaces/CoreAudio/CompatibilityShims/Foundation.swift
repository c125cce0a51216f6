// Names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Calls a function. There are no pools here: objects are released with their last reference.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
  -> Result
{
  try body()
}

extension String {
  /// Creates a text in the user's language from the bundle's tables; the key itself if they lack it.
  public init(
    localized key: String, table: String? = nil, bundle: Bundle = .main, comment: StaticString? = nil
  ) {
    self = bundle.localizedString(forKey: key, value: nil, table: table)
  }
}

/// The nanoseconds of a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// The nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000

extension ProcessInfo {
  /// False: Catalyst does not exist here.
  public var isMacCatalystApp: Bool { false }
  /// False: iOS apps do not run here.
  public var isiOSAppOnMac: Bool { false }
}
