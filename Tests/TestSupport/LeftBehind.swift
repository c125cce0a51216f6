#if canImport(Glibc)
  import CoreFoundation
  import Glibc

  /// What objects leave behind that are made, used and given up many times.
  package enum LeftBehind {
    /// Whether the measure sees what is allocated. Sanitizers bring allocators of their own, and count leaks themselves.
    package static let isMeasured: Bool = {
      let before = mallinfo2().uordblks
      let block = unsafe malloc(1 << 16)
      defer { unsafe free(block) }
      return Int(mallinfo2().uordblks) - Int(before) >= 1 << 16
    }()

    /// The number of rounds, or fewer where the environment variable `LIFETIME_ROUNDS` says so: under a sanitizer each
    /// takes long.
    package static func rounds(_ usual: Int) -> Int {
      guard let text = unsafe getenv("LIFETIME_ROUNDS"), let wanted = unsafe Int(String(cString: text)) else {
        return usual
      }
      return min(usual, max(1, wanted))
    }

    /// Bytes in use after many more rounds than before, beyond what a few rounds use.
    package static func bytes(rounds: Int = 1000, _ body: () throws -> Void) rethrows -> Int {
      for _ in 0..<Self.rounds(20) { try body() }
      let before = Int(mallinfo2().uordblks)
      for _ in 0..<Self.rounds(rounds) { try body() }
      return Int(mallinfo2().uordblks) - before
    }
  }
#endif
