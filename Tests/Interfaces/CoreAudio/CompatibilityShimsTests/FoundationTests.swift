import CompatibilityShims
import Foundation
import TestSupport
import Testing

/// The parts of Apple's Foundation that audio programs call.
@Suite struct FoundationTests {
  private struct Failure: Error {}

  @Test("a pool calls its function, and passes on what it returns or throws")
  func pools() {
    expectEqual(autoreleasepool { 3 }, 3)
    #expect(throws: Failure.self) { try autoreleasepool { throw Failure() } }
  }

  @Test("a text without a table is its key; there is neither Catalyst nor iOS; a second has its nanoseconds")
  func answers() {
    expectEqual(String(localized: "Play", comment: "A button"), "Play")
    #expect(!ProcessInfo.processInfo.isMacCatalystApp && !ProcessInfo.processInfo.isiOSAppOnMac)
    let second = DispatchTimeInterval.nanoseconds(Int(NSEC_PER_SEC))
    #expect(second == .seconds(1) && NSEC_PER_MSEC * 1000 == NSEC_PER_SEC)
  }
}
