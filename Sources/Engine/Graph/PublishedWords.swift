import Synchronization

/// Three numbers that belong together, which one thread at a time sets and any thread reads.
///
/// The version is odd while they change; who finds it odd, or changed behind them, reads again. Who sets them never
/// waits.
final class PublishedWords: Sendable {
  private let version = Atomic<UInt64>(0)
  private let first = Atomic<UInt64>(0)
  private let second = Atomic<UInt64>(0)
  private let third = Atomic<UInt64>(0)

  /// Sets the numbers; one thread at a time.
  func set(_ words: (UInt64, UInt64, UInt64)) {
    let before = version.load(ordering: .relaxed)
    version.store(before &+ 1, ordering: .relaxed)
    first.store(words.0, ordering: .releasing)
    second.store(words.1, ordering: .releasing)
    third.store(words.2, ordering: .releasing)
    version.store(before &+ 2, ordering: .releasing)
  }

  /// The numbers that were set last; `nil` before the first.
  var last: (UInt64, UInt64, UInt64)? {
    while true {
      let before = version.load(ordering: .acquiring)
      let words = (
        first.load(ordering: .acquiring), second.load(ordering: .acquiring), third.load(ordering: .acquiring)
      )
      if before == 0 { return nil }
      if before & 1 == 0, version.load(ordering: .relaxed) == before { return words }
    }
  }
}
