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

    /// Bytes that so many rounds leave behind, beyond what a few rounds use.
    ///
    /// Other tests run meanwhile, and take memory and give it back. What the rounds leave shows in every third of them, so
    /// that more thirds are tried, later, where there seems to be something.
    package static func bytes(rounds: Int = 1000, _ body: () throws -> Void) rethrows -> Int {
      for _ in 0..<Self.rounds(20) { try body() }
      let portion = max(1, Self.rounds(rounds) / 3)
      var thirds: [Int] = []
      while true {
        let before = Int(mallinfo2().uordblks)
        for _ in 0..<portion { try body() }
        thirds.append(Int(mallinfo2().uordblks) - before)
        let settled = thirds.sorted()[thirds.count / 3]
        // No object is that small.
        if thirds.count >= 12 || (thirds.count >= 3 && settled < 8 * portion) { return 3 * settled }
        if thirds.count >= 3 { usleep(100_000) }
      }
    }
  }
#endif
