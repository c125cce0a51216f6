import Synchronization

/// Four related numbers, which one thread sets at a time and any thread reads.
///
/// The version is odd while they change; who finds it odd, or changed meanwhile, reads again. Who sets them never
/// waits: of two threads that do so at a time the second leaves its own out.
package final class PublishedWords: Sendable {
  /// The numbers.
  package typealias Words = (UInt64, UInt64, UInt64, UInt64)

  private let count = Atomic<UInt64>(0)
  private let first = Atomic<UInt64>(0)
  private let second = Atomic<UInt64>(0)
  private let third = Atomic<UInt64>(0)
  private let fourth = Atomic<UInt64>(0)

  /// Creates words without values.
  package init() {}

  /// The version: it changes with each update, and is odd during one; 0 before the first.
  package var version: UInt64 { count.load(ordering: .acquiring) }

  /// Sets the numbers.
  package func set(_ words: Words) {
    let before = count.load(ordering: .relaxed)
    guard before & 1 == 0,
      count.compareExchange(expected: before, desired: before &+ 1, ordering: .acquiring).exchanged
    else { return }
    first.store(words.0, ordering: .releasing)
    second.store(words.1, ordering: .releasing)
    third.store(words.2, ordering: .releasing)
    fourth.store(words.3, ordering: .releasing)
    count.store(before &+ 2, ordering: .releasing)
  }

  /// The numbers of a version; `nil` if they have been replaced or are being replaced.
  package func words(ofVersion version: UInt64) -> Words? {
    let words = (
      first.load(ordering: .acquiring), second.load(ordering: .acquiring), third.load(ordering: .acquiring),
      fourth.load(ordering: .acquiring)
    )
    return version & 1 == 0 && count.load(ordering: .relaxed) == version ? words : nil
  }

  /// The numbers that were set last; `nil` before the first update.
  package var last: Words? {
    while true {
      let version = version
      if version == 0 { return nil }
      if let words = words(ofVersion: version) { return words }
    }
  }
}
