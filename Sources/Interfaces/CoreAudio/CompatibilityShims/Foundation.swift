// Names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Calls a function. Objects are released when their last reference goes: there are no pools here.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
  -> Result
{
  try body()
}

extension String {
  /// Creates a text in the user's language, of the bundle's tables; the key itself where they do not have it.
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
  /// False: there is no Catalyst here.
  public var isMacCatalystApp: Bool { false }
  /// False: there are no apps of iOS here.
  public var isiOSAppOnMac: Bool { false }
}
